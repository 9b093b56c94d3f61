"""Masks in words: rules with their conventions, and rows that see nothing."""

from __future__ import annotations

import numpy as np
import pytest

from attnstudio.model.document import Passage
from attnstudio.model.settings import Mask
from attnstudio.notes.masks import (
    align_sentence,
    blind_sentence,
    rule_in_words,
    sentence_about,
)
from tests.samples import bank, tokens

BANK = bank().passages[0]


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
