"""Every number as a table and as members for JSON."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
from hypothesis import given

from attnstudio.model.document import Document, Head, Look, Passage, fitting
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.notes.tables import aligned, members_of, query_rows, table_of
from attnstudio.storage.arrays import from_json
from tests.samples import bank, crossing, documents, of_words, projected, tokens, two_meanings


def table(document: Document) -> str:
    look = fitting(Look(), document)
    return table_of(document, resolve(document), look)


def test_columns_are_aligned_by_what_a_terminal_shows() -> None:
    family, hebrew = "👩", "\u05d1\u05e0\u05e7"
    rows = [("word", "n"), ("北京", "1"), (family, "22"), ("cafe\u0301", "3"), (hebrew, "−4.5")]
    assert aligned(rows).splitlines() == [
        "word     n",
        "北京     1",
        f"{family}      22",
        "cafe\u0301     3",
        f"{hebrew}   −4.5",
    ]


def test_the_last_column_leaves_no_blanks_behind() -> None:
    assert aligned([("a", "long"), ("b", "")], left=2) == "a  long\nb\n"


def test_masked_scores_are_minus_infinity_for_eyes_and_none_for_programs() -> None:
    document = replace(bank(), mask=Mask("causal"))
    members = dict(members_of(document, resolve(document), Look(query=6)))
    assert members["masked"][0][1] is None
    assert members["scaled"][0][1] is not None
    first = table(document).split("\n\n")[2].splitlines()
    assert first[0] == "I looks only at itself, 1.000; output is I's own value"
    assert first[3].split() == ["deposited", "0.34", "0.24", "−∞", "0.000", "(0.000,", "0.000)"]


def test_shares_add_up_to_the_output() -> None:
    rows = table(crossing()).split("\n\n")[3].splitlines()
    assert rows[0] == "one looks most at a, 0.665; output is (1.00, −0.97)"
    assert rows[2].split()[:5] == ["a", "2.00", "2.00", "2.00", "0.665"]
    assert rows[-1].split() == ["Σ", "1.000", "(1.00,", "−0.97)"]


def test_the_shares_can_be_added_up_to_the_output() -> None:
    head, *rows, sums = query_rows(bank().passages[0], resolve(bank()), 5, 0)
    assert rows[2][5] == "(0.894, 0.000)"
    shares = [[float(number.replace("−", "-")) for number in row[5][1:-1].split(", ")] for row in rows]
    assert head[5] == "weight · value"
    assert sums[5] == "(1.33, 0.21)"
    assert [f"{sum(part):.2f}" for part in zip(*shares, strict=True)] == ["1.33", "0.21"]


def test_without_a_softmax_shares_of_negative_weights_are_told() -> None:
    points = ((1.0, 0.0), (-1.0, 2.0))
    passage = Passage(tokens("a", "b"), heads=(Head(points, points, points),))
    said = table(Document("", (passage,), ScoreSettings(scale=1.0), wrong=Wrong(skips_softmax=True)))
    assert "(1.000, −2.000)" in said  # −1 · (−1, 2)


def test_queries_and_keys_of_their_own_have_two_tables() -> None:
    parts = table(crossing()).split("\n\n")
    assert parts[1].splitlines()[0].split() == ["asks", "query"]
    assert parts[2].splitlines()[0].split() == ["offers", "key", "value"]


def test_a_long_vector_says_how_much_is_left_out() -> None:
    row = tuple(float(i) for i in range(9))
    document = Document("", (Passage(tokens("a"), heads=(Head((row,), (row,), (row,)),)),))
    assert "(0.00, 1.00, 2.00, 3.00, 4.00, 5.00, … 3 more)" in table(document)


def test_no_words_have_a_table_of_heads_alone() -> None:
    assert table(of_words()).splitlines()[-1].split() == ["word", "query", "key", "value"]


def test_heads_are_told_apart() -> None:
    assert table(projected()).count("head 2 of 2") == 1
    members = dict(members_of(projected(), resolve(projected()), Look(query=1)))
    assert np.shape(members["weights"]) == (2, 2, 2)


@given(documents(free=True, plain=True))
def test_members_are_json_and_can_be_read_again(document: Document) -> None:
    look = fitting(Look(), document)
    trace = resolve(document)
    members = dict(members_of(document, trace, look))
    text = json.dumps(members, allow_nan=False)
    passage = document.passages[0]
    if passage.query_tokens and passage.key_tokens:  # without rows the number of components is lost
        again = from_json(json.loads(text)).document
        fresh = resolve(again)
        for name in ("scores", "weights", "output"):
            np.testing.assert_array_equal(getattr(fresh, name), getattr(trace, name))


@given(documents())
def test_whatever_the_state_there_is_a_table(document: Document) -> None:
    assert all(
        part.isprintable() for part in table(replace(document, title="t")).splitlines() if part.isascii()
    )


def test_infinities_never_reach_json() -> None:
    blind = replace(bank(), mask=Mask("none", frozenset((6, key) for key in range(1, 7))))
    members = dict(members_of(blind, resolve(blind), Look(query=6)))
    assert members["masked"][5] == [None] * 6
    assert members["blind"] == [False] * 5 + [True]
    assert all(math.isfinite(x) for row in members["scores"] for x in row)


def test_what_vectors_are_made_of_is_told_with_its_shape() -> None:
    text = table(projected())
    assert "W_Q of head 2 (3 × 2)\n0.50  0.00\n0.00  0.50\n0.00  1.00\n" in text
    assert text.splitlines()[-3].split("  ") == ["word", "heads joined, times W_O"]
    members = dict(members_of(projected(), resolve(projected()), Look(query=1)))
    joined = np.concatenate(members["output"], axis=-1) @ np.array(members["w_o"])
    np.testing.assert_allclose(members["final"], joined)


def test_both_sentences_are_told() -> None:
    text = table(two_meanings())
    assert "sentence 1 of 2" in text
    assert "bank looks most at money, 0.447" in text
    assert "bank looks most at river, " in text.split("sentence 2 of 2")[1]
    members = dict(members_of(two_meanings(), resolve(two_meanings()), Look(query=6)))
    assert members["weights"] == members["passages"][0]["weights"]
    assert members["passages"][1]["tokens"][4] == "river"


def test_what_is_not_the_plain_formula_is_told_to_programs() -> None:
    turned = replace(
        two_meanings(),
        positions=Positions("rope"),
        settings=ScoreSettings(cosine=True),
        wrong=Wrong(mask_after_softmax=True),
    )
    members = dict(members_of(turned, resolve(turned), Look(query=6)))
    assert members["cosine"] is True
    assert members["positions"]["kind"] == "rope"
    assert members["wrong"]["mask_after_softmax"] is True
    plain = dict(members_of(bank(), resolve(bank()), Look(query=6)))
    assert not {"cosine", "positions", "wrong", "x", "final", "passages"} & set(plain)
