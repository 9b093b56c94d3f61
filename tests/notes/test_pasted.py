"""What is said of a pasted mask."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model.conventions import Convention
from attnstudio.model.document import Passage
from attnstudio.model.settings import Align
from attnstudio.notes.pasted import told
from tests.samples import bank, crossing, of_words

BANK = bank().passages[0]


def said(text: str, convention: Convention = "look", passage: Passage = BANK, align: Align = "end") -> str:
    return " ".join(told(text, convention, passage, align).sentences)


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
