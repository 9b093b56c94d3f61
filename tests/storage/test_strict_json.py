"""JSON without the tolerance of Python's reader, and laid out for eyes."""

from __future__ import annotations

import codecs
import json
import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.refused import Refused
from attnstudio.storage.strict_json import MOST_PARTS, in_pieces, layout, parse, shown

TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=30,
)


def refusal(data: bytes) -> str:
    with pytest.raises(Refused) as refused:
        parse(data)
    sentence = str(refused.value)
    assert len(sentence) < 300
    assert sentence.endswith(".")
    return sentence


@given(VALUES)
def test_what_is_laid_out_reads_back(value: object) -> None:
    text = layout(value)
    assert parse(text.encode("utf-8")) == value
    assert layout(value) == text


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Refused):
        parse(data)


def test_rows_stay_on_a_line_and_objects_open_up() -> None:
    value = {"rows": [[0.5] * 30, [1.0, 2.0]], "small": {"a": 1}, "none": [], "word": "é"}
    assert layout(value) == (
        '{\n  "rows": [\n    [' + ", ".join(["0.5"] * 30) + "],\n    [1.0, 2.0]\n  ],\n"
        '  "small": {"a": 1},\n  "none": [],\n  "word": "é"\n}'
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf]])
def test_what_json_has_no_number_for_is_not_written(value: object) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        layout(value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "it is empty."),
        (b" \n\t ", "it is empty."),
        (codecs.BOM_UTF8 + b"{}", "it begins with a byte order mark"),
        ("{}".encode("utf-16"), "it begins with a byte order mark"),
        (b'{\n"a": "\xff"}', "line 2: byte 9 is not UTF-8 text."),
        (b'{"a": "\xed\xa0\x80"}', "line 1: byte 8 is not UTF-8 text."),
        (b"{", "line 1, column 2: this is not JSON"),
        (b'{"a": 1,}', "this is not JSON"),
        (b'{"a": 1} {}', "line 1, column 10: this is not JSON (extra data)."),
        (b"{'a': 1}", "line 1, column 2: this is not JSON"),
        (b"\x00\x01", "line 1, column 1: this is not JSON"),
        (b"\x89PNG", "line 1: byte 1 is not UTF-8 text."),
        (b"\x89PING\0\0", "it is neither a document nor a picture that carries one."),
        (b'{"note": "NaN",\n "a": [1, NaN]}', "line 2, column 11: NaN is no number in JSON."),
        (b'{"a": -Infinity}', "line 1, column 7: -Infinity is no number in JSON."),
        (b'{"a":\n ' + b"1" * 5000 + b"}", "line 2, column 2: a number has too many digits."),
        (b'{"tau": 1, "tau": 2}', "at the top: “tau” stands there twice."),
        (b'{"b": [0, {"x": {"tau": 1, "tau": 1}}]}', "b[1].x: “tau” stands there twice."),
        (b"[" * 100_000, "line 1, column 101: lists are nested too deeply."),
        (b'[{"a":' * 30_000, "lists are nested too deeply."),
        (b'"[[[[",' + b"[" * 99_000, "this is not JSON"),
    ],
)
def test_oddities_are_refused_by_their_place(data: bytes, sentence: str) -> None:
    assert sentence in refusal(data)


def test_many_repeated_members_cost_no_more_than_one() -> None:
    members = ",".join(f'"m{number}": 0' for number in range(90_000))
    assert "“m7” stands there twice" in refusal(f'{{{members}, "m7": 1}}'.encode())


@pytest.mark.parametrize("part", [b"[],", b'{"":0},'])
def test_parts_are_counted_before_they_cost_memory(part: bytes) -> None:
    assert refusal(b"[" + part * MOST_PARTS) == "it holds more than 200,000 lists and members."


def test_numbers_beyond_a_float_are_left_to_whoever_knows_their_place() -> None:
    assert parse(b"[1e999, -1e999]") == [math.inf, -math.inf]


def test_repeats_are_cleaned_and_cut() -> None:
    assert shown("a\x1b[31m\ud800") == "a\ufffd[31m\ufffd"
    assert len(shown("x" * 10**6)) == 80
    assert len(refusal(json.dumps({"x" * 10**6: 1})[:-1].encode() + b', "' + b"x" * 10**6 + b'": 1}')) < 200


@given(st.dictionaries(TEXT, VALUES))
def test_pieces_are_the_layout(members: dict[str, object]) -> None:
    members["long"] = [[0.5] * 4] * 40
    members["deep"] = [[[[1, 2]] * 40, [[3]]], [[], [4]]]
    pieces = list(in_pieces(members.items()))
    assert "".join(pieces) == layout(members)


def test_no_piece_holds_a_matrix() -> None:
    """A large text is written while the rest of it is made."""
    matrix = [[[0.25] * 100] * 100] * 2
    assert max(map(len, in_pieces({"weights": matrix}.items()))) < 700
