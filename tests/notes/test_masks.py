"""Masks in words: rules with their conventions, and what is said of a pasted mask."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model.conventions import Convention
from attnstudio.model.document import Passage
from attnstudio.model.settings import Align, Mask
from attnstudio.notes.masks import (
    align_sentence,
    blind_sentence,
    rule_in_words,
    sentence_about,
    told,
)
from tests.samples import bank, crossing, of_words, tokens

BANK = bank().passages[0]


def said(text: str, convention: Convention = "look", passage: Passage = BANK, align: Align = "end") -> str:
    return " ".join(told(text, convention, passage, align).sentences)


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        (Mask(), "none"),
        (Mask("causal"), "causal"),
        (Mask("strict"), "causal without the diagonal"),
        (Mask("window", size=3), "sliding window, 3 wide"),
        (Mask("prefix", size=2), "prefix of 2, the rest causal"),
        (Mask("block", size=2), "blocks of 2"),
        (Mask("custom"), "custom"),
        (Mask("causal", padding="left", pads=2), "causal, 2 pads on the left"),
        (Mask("none", padding="right", pads=1), "1 pad on the right"),
        (Mask("causal", padding="none", pads=2), "causal"),
    ],
)
def test_a_rule_in_words(mask: Mask, words: str) -> None:
    assert rule_in_words(mask) == words


def test_a_rule_is_explained_with_how_it_is_counted() -> None:
    assert "Before the first word there is nothing: its row is blind" in sentence_about(Mask("strict"))
    window = sentence_about(Mask("window", size=3))
    assert window.startswith("3 wide: itself and the 2 before it.")
    assert window.endswith("Libraries that count only the words before call this 2.")
    assert "1 wide: itself alone" in sentence_about(Mask("window", size=1))
    assert "the first word, even ahead" in sentence_about(Mask("prefix", size=1))
    assert "of their own 4" in sentence_about(Mask("block", size=4))


def test_alignment_is_told_where_it_plays_a_part() -> None:
    two = Passage(tokens("x", "y", first=9), tokens(*"abcde"))
    assert align_sentence(Mask("causal"), BANK) == ""
    assert align_sentence(Mask("none"), two) == ""
    assert "2 queries, 5 keys, together at the end, as a cache has them" in align_sentence(
        Mask("causal"), two
    )
    assert "torch's is_causal=True" in align_sentence(Mask("causal", align="start"), two)


def test_blind_rows_are_named() -> None:
    allowed = np.ones((6, 6), dtype=np.bool_)
    assert blind_sentence(allowed, BANK) == ""
    allowed[0] = allowed[5] = False
    assert blind_sentence(allowed, BANK) == "“I” and “bank” may look at nothing."
    allowed[:] = False
    assert blind_sentence(allowed, BANK) == "“I”, “deposited”, “money” and 3 more may look at nothing."


# --- pasted


def test_a_causal_mask_is_known() -> None:
    found = told("torch.tril(torch.ones(n, n)).bool()", "look", BANK, "end")
    assert found.sentences == (
        "6 × 6: it fits, a row for each query and a column for each key.",
        "This is the causal mask.",
        "No word looks into the future.",
    )
    assert found.allowed is not None
    assert np.array_equal(found.allowed, np.tri(6))


def test_the_wrong_convention_is_found_out() -> None:
    text = said("torch.triu(torch.ones(6, 6), diagonal=1).bool()", "look")
    assert "It blinds row 6 (“bank”): there is nothing to look at." in text
    assert "It lets the future in, in 15 cells: “I” may look at “deposited”, for one." in text
    assert "Read as True = block, it would make sense: the causal mask." in text
    assert "would make sense" not in said("torch.triu(torch.ones(6, 6), diagonal=1).bool()", "block")


def test_an_additive_mask_is_no_truth() -> None:
    found = told("torch.triu(torch.full((n, n), -inf), diagonal=1)", "look", BANK, "end")
    assert found.allowed is None
    assert found.sentences[0].startswith("Row 1, column 2 is −∞, which is neither True nor False")
    assert found.sentences[1] == "Read as added (0 or −∞), it would make sense: the causal mask."


def test_numbers_are_warned_of() -> None:
    floats, whole = "torch.tril(torch.ones(n, n))", "[[1, 1, 0, 1, 1, 1]]"
    assert "torch would add them to the scores and hide nothing. Append .bool()." in said(floats)
    assert "torch refuses them as a mask. Append .bool()." in said(whole)
    assert ".bool()" not in said("torch.tril(torch.ones(n, n)).bool()")
    assert "1 raises a score by 1 and 0 leaves it" in said(floats, "additive")
    assert "shared out evenly" in said("torch.triu(torch.full((n, n), -1e9), diagonal=1)", "additive")
    assert "No library multiplies" in said(floats, "multiplied")


def test_a_padding_row_may_be_meant_either_way() -> None:
    text = said("[True, True, True, True, False, False]", "block")
    assert "One row of 6: a key padding mask, which holds for all 6 queries." in text
    assert "Read as True = look, it would be padding: 2 pads on the right" in text
    assert "the numbers alone can't tell which is meant" in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("torch.ones(6, 6, dtype=torch.bool)", "This is no mask at all."),
        ("torch.ones(n, n, dtype=torch.bool).tril().triu(-2)", "This is a sliding window, 3 wide."),
        ("torch.tril(torch.ones(n, n), diagonal=-1).bool()", "This is the causal mask without its diagonal."),
        (
            "torch.block_diag(*[1])",
            "Column 1: stars aren't understood here: write the numbers out.",
        ),
        ("torch.zeros(n, n).bool()", "It blinds every row: no word may look at anything."),
        ("torch.eye(5)", "This mask is 5 × 5; with 6 queries and 6 keys it must be 6 × 6."),
        (
            "m = torch.ones(n, n).tril()\nm[:, :2] = 1\nm == 1",
            "This is a prefix mask: the first 2 for all, the rest causal.",
        ),
        (
            "m = torch.ones(n, n).tril()\nm[:, -1] = 0\nm == 1",
            "This is the causal mask, with 1 pad on the right.",
        ),
    ],
)
def test_what_is_said_of_others(text: str, sentence: str) -> None:
    assert sentence in said(text)


def test_the_text_is_read_for_the_sentence_that_is_there() -> None:
    cross = crossing().passages[0]
    assert "2 × 3: it fits" in said("torch.ones(L, S).bool()", passage=cross)
    assert "This is the causal mask." in said("torch.ones(2, 3).bool().tril(1)", passage=cross)
    assert "This is the causal mask." in said("torch.ones(2, 3).bool().tril()", passage=cross, align="start")
    nothing = told("torch.ones(0, 0)", "look", of_words().passages[0], "end")
    assert nothing.sentences == ("There are no words yet that a mask could be for.",)
    assert nothing.allowed is None


def test_repeated_words_are_told_apart() -> None:
    passage = replace(of_words("bank", "bank").passages[0])
    assert "row 1 (“bank₁”)" in said("[[False, False], [True, True]]", passage=passage)
