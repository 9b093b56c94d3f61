"""Documents as JSON and back: to the last bit, with what this version does not know, and nothing broken."""

from __future__ import annotations

import copy
import json
import math
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Document, Look, Passage, Token
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Learning, Mask, Positions, Sampling, ScoreSettings, Wrong
from attnstudio.model.soundness import check
from attnstudio.storage.schema import from_json, to_bytes
from attnstudio.storage.strict_json import parse
from tests.samples import bank, crossing, documents, looks, of_words, projected, tokens, two_meanings

FLIPS = Mask("causal", frozenset({(6, 1), (2, 5), (10, 1)}))


def members(document: Document | None = None, look: Look | None = None) -> dict[str, Any]:
    """A file's content as parsed JSON, free to be damaged."""
    made: dict[str, Any] = json.loads(to_bytes(document or bank(), look or Look(query=6)))
    return made


def put(value: Any, path: str, part: Any) -> Any:
    """A copy of `value` with something else at ``document.passages.0.title``."""
    changed = copy.deepcopy(value)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = changed
    for step in way:
        place = place[step]
    place[last] = part
    return changed


@given(st.data())
def test_a_document_comes_back_to_the_last_bit(data: st.DataObject) -> None:
    document = data.draw(documents())
    look = data.draw(looks(document))
    written = to_bytes(document, look)
    opened = from_json(parse(written))
    assert (opened.document, opened.look) == (document, look)
    assert not opened.extra
    assert opened.is_document
    assert to_bytes(opened.document, opened.look) == written


@pytest.mark.parametrize(
    "document", [bank(), crossing(), projected(), of_words(), replace(bank(), mask=FLIPS)]
)
def test_each_kind_of_document_comes_back(document: Document) -> None:
    opened = from_json(parse(to_bytes(document, Look())))
    assert opened.document == document


def test_the_file_says_what_it_is_and_reads_well() -> None:
    text = to_bytes(replace(bank(), mask=FLIPS), Look(query=6)).decode()
    assert text.startswith(
        '{\n  "format": "attnstudio",\n  "version": 2,\n  "document": {\n    "title": "bank — '
    )
    flipped = '      "flipped": [[2, 5], [6, 1], [10, 1]],\n'
    assert f'\n    "mask": {{\n      "rule": "causal",\n{flipped}      "size": 2,\n' in text
    assert '\n    "wrong": {"mask_after_softmax": false, "skips_softmax": false, ' in text
    assert '{"id": 6, "text": "bank", "before": "", "after": "", "source": "given"}' in text
    assert text.endswith("}\n")
    assert max(map(len, text.splitlines())) < 120


def test_equal_documents_give_equal_bytes() -> None:
    """A set has no order of its own; a whole number is the same number."""
    pairs = [(query, key) for query in range(1, 7) for key in range(1, 7)]
    one = replace(bank(), mask=Mask("none", frozenset(pairs)))
    other = replace(bank(), mask=Mask("none", frozenset(reversed(pairs))), bound=3)
    assert one == other
    assert to_bytes(one, Look()) == to_bytes(other, Look())


def test_nothing_but_the_envelope_and_a_document_is_needed() -> None:
    least = {
        "format": "attnstudio",
        "version": 1,
        "document": {
            "title": "least",
            "passages": [
                {
                    "query_tokens": [{"id": 1, "text": "a"}],
                    "heads": [{"queries": [[1, 0]], "keys": [[0, 1]], "values": [[2]]}],
                }
            ],
        },
    }
    opened = from_json(least)
    assert opened.document.passages[0].heads[0].values == ((2.0,),)
    assert opened.look == Look(query=1)
    assert not opened.extra


OF_VERSION_2 = ("positions", "wrong", "sampling", "learning", "vectors", "vectors_name")


def as_version_1(document: Document) -> dict[str, Any]:
    """The file that the first version would have written of a document."""
    value = members(document)
    value["version"] = 1
    for name in OF_VERSION_2:
        del value["document"][name]
    del value["document"]["settings"]["cosine"]
    for name in ("size", "align", "padding", "pads"):
        del value["document"]["mask"][name]
    for name in ("rows", "side", "marked", "predicting"):
        del value["look"][name]
    return value


@pytest.mark.parametrize("document", [bank(), crossing(), projected(), replace(bank(), mask=FLIPS)])
def test_a_file_of_version_1_opens_with_what_it_meant_and_is_written_as_version_2(document: Document) -> None:
    opened = from_json(as_version_1(document))
    assert opened.document == document
    assert opened.document.positions.kind == "none"
    assert opened.document.wrong.is_right
    assert not opened.extra
    written = json.loads(to_bytes(opened.document, opened.look, opened.extra))
    assert written["version"] == 2
    assert set(OF_VERSION_2) <= set(written["document"])


ALL_NEW = replace(
    two_meanings(),
    settings=ScoreSettings(None, 0.5, cosine=True),
    mask=Mask("window", frozenset({(6, 1)}), 3, "start", "left", 1),
    positions=Positions("rope", 0.5, 100.0, "half-split", 2.0),
    wrong=Wrong(True, True, True, (6, 3, -0.25)),
    sampling=Sampling(256, 16, 5000, "signs", 7, "temperature", 64, 0.5),
    learning=Learning("lean", 0.125, 3),
    vectors="file",
    vectors_name="mine.csv",
)


def test_everything_new_comes_back() -> None:
    look = Look(query=16, passage=1, workspace="context", rows=(3, 16), side="positions")
    look = replace(look, marked=frozenset({3, 15}), predicting=True)
    written = to_bytes(ALL_NEW, look)
    opened = from_json(parse(written))
    assert (opened.document, opened.look) == (ALL_NEW, look)
    assert to_bytes(opened.document, opened.look) == written


@pytest.mark.parametrize(
    ("path", "part", "sentence"),
    [
        ("document.positions.kind", "sinus", "document.positions.kind: invalid enum value"),
        ("document.positions.turn", True, "document.positions.turn: expected a number"),
        ("document.positions.base", 0, "positions.base: must be at least 1"),
        ("document.wrong.added", [1, 2], "document.wrong.added: expected a list of length 3"),
        ("document.wrong.skips_softmax", 1, "document.wrong.skips_softmax: expected true or false"),
        ("document.sampling.d_k", 10**9, "sampling.d_k: must be a whole number from 1 to 4096"),
        ("document.sampling.divisor", "pi", "document.sampling.divisor: invalid enum value"),
        ("document.learning.rate", -1, "learning.rate: must be more than 0"),
        ("document.mask.padding", "top", "document.mask.padding: invalid enum value"),
        ("document.mask.size", 0, "mask.size: must be a whole number from 1"),
        ("look.side", "left", "look.side: invalid enum value"),
        ("look.marked", ["bank"], "look.marked[0]: expected a whole number"),
    ],
)
def test_damage_to_the_new_parts_is_named_by_its_place(path: str, part: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        from_json(put(members(ALL_NEW), path, part))


def test_the_name_of_a_vector_file_is_cleaned() -> None:
    opened = from_json(put(members(ALL_NEW), "document.vectors_name", "a\ud800.csv"))
    assert opened.document.vectors_name == "a\ufffd.csv"
    to_bytes(opened.document, opened.look)


# --- what is refused, and where


@pytest.mark.parametrize(
    ("path", "part", "sentence"),
    [
        ("format", "excalidraw", "its format is “excalidraw”, not “attnstudio”"),
        ("format", None, "its format is “None”"),
        ("version", 99, "by a newer Attention Studio, in format version 99; this one reads up to version 2"),
        ("version", 10**4000, "by a newer Attention Studio, in format version 1000"),
        ("version", "1", "version: must be a whole number from 1 on"),
        ("version", True, "version: must be a whole number"),
        ("version", 1.0, "version: must be a whole number"),
        ("version", 0, "version: must be a whole number"),
        ("document", None, "document: expected an object in braces, got nothing (null)"),
        ("document", [], "document: expected an object in braces, got a list"),
        ("document.title", 7, "document.title: expected text, got a whole number"),
        ("document.bound", True, "document.bound: expected a number, got true or false"),
        ("document.bound", 10**400, "document.bound: number out of range"),
        ("document.bound", math.inf, "bound: numbers must be finite"),
        ("document.settings.scale", "off", "document.settings.scale: expected a number"),
        ("document.settings.temperature", -1, "settings.temperature: must not be negative"),
        ("document.mask.rule", "diagonal", "document.mask.rule: invalid enum value 'diagonal'"),
        ("document.mask.rule", "x" * 10**6, "document.mask.rule: invalid enum value"),
        ("document.mask.flipped", [[1]], "document.mask.flipped[0]: expected a list of length 2, got 1"),
        ("document.mask.flipped", [[1, 2.5]], "document.mask.flipped[0][1]: expected a whole number"),
        ("document.passages", [], "passages: there is none"),
        ("document.passages.0", 3, "document.passages[0]: expected an object"),
        ("document.passages.0.query_tokens.2.id", 1.0, "passages[0].query_tokens[2].id: expected a whole"),
        ("document.passages.0.query_tokens.2.id", 10**30, "query token 3: its id must be between 0 and"),
        ("document.passages.0.query_tokens.2.text", "", "passage 1, query token 3: has no text"),
        ("document.passages.0.query_tokens.2.text", "x" * 10**6, "its text is longer than 64 characters"),
        ("document.passages.0.heads.0.keys.0.1", None, "passages[0].heads[0].keys[0][1]: expected a number"),
        ("document.passages.0.heads.0.keys.0.1", 1e999, "passage 1, head 1, keys, row 1: numbers must be"),
        (
            "document.passages.0.heads.0.keys.0.1",
            1e7,
            "keys, row 1: numbers must be finite and at most a mil",
        ),
        ("document.passages.0.heads.0.keys", [[0, 0]], "passage 1, head 1, keys: has 1 rows where 6"),
        ("document.passages.0.heads.0", {}, "passages[0].heads[0]: object missing required field “queries”"),
        ("document.chart", {"x_axis": [1.0, 1.0]}, "chart: its axes must have length 1"),
        ("look", 5, "look: expected an object"),
        ("look.plane", "all", "look.plane: invalid enum value"),
        ("look.query", "bank", "look.query: expected a whole number, got text"),
        ("levels", [math.inf], "levels[0]: the number is too large"),
    ],
)
def test_damage_is_named_by_its_place(path: str, part: Any, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        from_json(put(members(), path, part))
    assert len(str(refused.value)) < 300
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("value", [None, 3, "attnstudio", [], {}, {"version": 1}, {"document": {}}])
def test_what_is_no_such_file_is_said(value: Any) -> None:
    with pytest.raises(Refused, match="no Attention Studio file"):
        from_json(value)


def test_more_words_than_the_window_shows_are_refused() -> None:
    value = members(of_words(*["w"] * 64))
    passage = value["document"]["passages"][0]
    passage["query_tokens"].append({"id": 65, "text": "w"})
    for rows in passage["heads"][0].values():
        rows.append([0, 0])
    with pytest.raises(Refused, match="passage 1: has 65 query tokens; 64 are possible"):
        from_json(value)


def test_texts_that_nobody_can_show_are_cleaned() -> None:
    value = members()
    value = put(value, "document.title", "a\ud800b\x0b\ufffe")
    value = put(value, "document.passages.0.query_tokens.0.text", "ab\ud800cd")
    opened = from_json(value)
    assert opened.document.title == "a\ufffdb \ufffd"
    assert opened.document.passages[0].query_tokens[0].text == "ab\ufffdcd"
    to_bytes(opened.document, opened.look)


@pytest.mark.parametrize("place", ["\ud800", "document.\ud800", "document.passages.0.query_tokens.0.source"])
def test_half_a_character_in_a_name_is_refused(place: str) -> None:
    with pytest.raises(Refused, match=r"the whole: “.*” holds half a character"):
        from_json(put(members(), place, "\ud800"))


@pytest.mark.parametrize(
    "text",
    [
        "<s>",
        "<img src=x>",
        "a<b & c",
        "\u05e9\u05dc\u05d5\u05dd",
        "👩\u200d👩\u200d👧",
        "cafe\u0301",
        "a\u00a0b",
    ],
)
def test_texts_come_back_as_typed(text: str) -> None:
    document = Document(text, (Passage(tokens(text), (), bank().passages[0].heads[:0]),))
    document = replace(of_words("a"), title=text)
    document = replace(document, passages=(replace(document.passages[0], query_tokens=(Token(1, text),)),))
    assert from_json(parse(to_bytes(document, Look()))).document == document


def test_a_look_that_points_nowhere_is_made_to_fit() -> None:
    value = put(put(put(members(), "look.query", 99), "look.passage", 7), "look.head", -3)
    assert from_json(value).look == Look(query=6)


# --- what could not be opened again is not written


@pytest.mark.parametrize(
    "document",
    [
        replace(bank(), bound=math.nan),
        replace(bank(), passages=()),
        of_words(*["w"] * 65),
        replace(bank(), title="x" * 501),
    ],
)
def test_a_broken_document_is_not_written(document: Document) -> None:
    with pytest.raises(Refused):
        to_bytes(document, Look())


# --- members that this version does not know


def test_unknown_members_stay_where_they_were() -> None:
    value = members()
    value["levels"] = {"7": [1, {"done": True}], "\ud800": "\ud800"}
    value["document"]["author"] = "Ada"
    value["document"]["settings"]["noise"] = 0.5
    value["document"]["passages"][0]["colour"] = "blue"
    value["document"]["passages"][0]["query_tokens"][2]["lemma"] = "money"
    value["document"]["passages"][0]["heads"][0]["name"] = "previous word"
    value["look"]["zoom"] = 2
    opened = from_json(value)
    written = json.loads(to_bytes(opened.document, opened.look, opened.extra))
    value["levels"]["\ufffd"] = "\ufffd"
    del value["levels"]["\ud800"]
    assert written == value
    again = from_json(written)
    assert again.extra == opened.extra


def test_unknown_members_of_a_word_follow_it_and_go_with_it() -> None:
    value = members()
    for token in value["document"]["passages"][0]["query_tokens"]:
        token["lemma"] = token["text"].lower()
    opened = from_json(value)
    passage = opened.document.passages[0]
    last, first = passage.query_tokens[5], passage.query_tokens[0]
    head = passage.heads[0]
    fewer = replace(
        passage,
        query_tokens=(last, first),
        heads=(replace(head, queries=head.queries[:2], keys=head.keys[:2], values=head.values[:2]),),
    )
    written = json.loads(to_bytes(replace(opened.document, passages=(fewer,)), opened.look, opened.extra))
    lemmas = [token["lemma"] for token in written["document"]["passages"][0]["query_tokens"]]
    assert lemmas == ["bank", "i"]


def test_unknown_members_never_replace_a_known_one() -> None:
    extra = {"version": 99, "document": {"title": {"x": 1}, "bound": 7}}
    written = json.loads(to_bytes(bank(), Look(query=6), extra))
    assert written == members()


def test_unknown_members_may_not_nest_for_ever() -> None:
    deep: Any = 0
    for _ in range(200):
        deep = [deep]
    with pytest.raises(Refused, match=r"levels\[0\].*nested too deeply"):
        from_json(members() | {"levels": deep})


# --- whatever is damaged

SCALARS = st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=5)
PARTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


def damaged(data: st.DataObject, value: Any) -> Any:
    """`value` with one part, somewhere, taken out, doubled or replaced by anything."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = data.draw(st.sampled_from(keys))
    part = value[key]
    if isinstance(part, dict | list) and part and data.draw(st.integers(0, 4)):
        changed = damaged(data, part)
        return (
            value | {key: changed} if isinstance(value, dict) else [*value[:key], changed, *value[key + 1 :]]
        )
    kind = data.draw(st.sampled_from(["replace", "remove", "repeat"]))
    if isinstance(value, dict):
        rest = {other: kept for other, kept in value.items() if other != key}
        return rest if kind == "remove" else rest | {key: data.draw(PARTS)}
    middle = {"remove": [], "repeat": [part, part], "replace": [data.draw(PARTS)]}[kind]
    return [*value[:key], *middle, *value[key + 1 :]]


@given(st.data())
def test_a_damaged_document_is_opened_whole_or_refused(data: st.DataObject) -> None:
    value = members(
        data.draw(st.sampled_from([bank(), crossing(), projected(), replace(bank(), mask=FLIPS)]))
    )
    for _ in range(data.draw(st.integers(1, 3))):
        value = damaged(data, value)
        if not value:
            break
    try:
        opened = from_json(value)
    except Refused:
        return
    check(opened.document)
    written = to_bytes(opened.document, opened.look, opened.extra)
    assert from_json(parse(written)).document == opened.document
