"""A document's mask as an array."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Passage
from attnstudio.model.positions import places
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Mask
from tests.samples import tokens

THREE = Passage(tokens("a", "b", "c"))
CACHED = Passage(tokens("now", first=9), tokens("a", "b", "c"))


def rows(mask: Mask, passage: Passage = THREE) -> list[str]:
    return ["".join("·" if look else "x" for look in row) for row in may_look(mask, passage)]


def test_no_rule_hides_nothing() -> None:
    assert rows(Mask()) == ["···", "···", "···"]
    assert rows(Mask("custom")) == ["···", "···", "···"]


def test_causal_keeps_the_diagonal() -> None:
    assert rows(Mask("causal")) == ["·xx", "··x", "···"]


def test_the_last_query_sees_the_whole_cache() -> None:
    assert rows(Mask("causal"), CACHED) == ["···"]
    longer = Passage(tokens("x", "y", first=9), tokens("a", "b", "c"))
    assert rows(Mask("causal"), longer) == ["··x", "···"]


def test_flipped_cells_are_turned_whatever_the_rule() -> None:
    flips = frozenset({(1, 1), (1, 3)})
    assert rows(Mask("none", flips)) == ["x·x", "···", "···"]
    assert rows(Mask("causal", flips)) == ["xx·", "··x", "···"]


def test_cells_follow_their_words() -> None:
    flips = frozenset({(1, 3)})
    turned = Passage(tuple(reversed(THREE.query_tokens)))
    assert rows(Mask("none", flips), turned) == ["···", "···", "x··"]


def test_cells_of_words_that_are_not_here_do_nothing() -> None:
    assert rows(Mask("none", frozenset({(7, 1), (1, 7), (3, 9)}))) == ["···", "···", "···"]


def test_no_tokens_give_an_empty_array() -> None:
    assert may_look(Mask("causal"), Passage(())).shape == (0, 0)
    assert may_look(Mask("causal"), Passage((), tokens("a"))).shape == (0, 1)
    assert may_look(Mask("causal", frozenset({(1, 1)})), Passage(tokens("a"), ())).shape == (1, 0)


def test_each_call_gives_an_array_of_its_own() -> None:
    first = may_look(Mask("causal"), THREE)
    assert first.dtype == np.bool_
    assert may_look(Mask("causal"), THREE) is not first


def test_padding_goes_with_every_rule() -> None:
    assert rows(Mask("causal", padding="left", pads=1)) == ["xxx", "x·x", "x··"]
    assert rows(Mask("none", padding="right", pads=2)) == ["·xx", "·xx", "·xx"]
    assert rows(Mask("window", size=2, padding="left", pads=1)) == ["xxx", "x·x", "x··"]
    assert rows(Mask("none", padding="none", pads=2)) == ["···", "···", "···"]


def test_a_prefix_and_blocks_begin_after_padding_on_the_left() -> None:
    five = Passage(tokens(*"abcde"))
    assert rows(Mask("prefix", size=2, padding="left", pads=1), five)[0] == "x··xx"
    assert rows(Mask("block", size=2, padding="left", pads=1), five)[1:] == [
        "x··xx",
        "x··xx",
        "xxx··",
        "xxx··",
    ]


def test_positions_begin_after_padding_on_the_left() -> None:
    """Pads at 0, and the first word after them too: 0, 0, 0, 1, 2."""
    five = Passage(tokens(*"abcde"))
    asking, offering = places(five, Mask(padding="left", pads=2))
    assert asking.tolist() == offering.tolist() == [0, 0, 0, 1, 2]
    assert not may_look(Mask(padding="left", pads=2), five)[:, :2].any()
    assert places(five, Mask(padding="right", pads=2))[0].tolist() == [0, 1, 2, 3, 4]


def test_a_padded_row_that_asks_under_a_causal_mask_is_blind() -> None:
    five = Passage(tokens(*"abcde"))
    allowed = may_look(Mask("causal", padding="left", pads=2), five)
    assert allowed.any(axis=1).tolist() == [False, False, True, True, True]
