"""Heads cut out of one wide matrix and joined again, rightly and by the reshape that is a trap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model import projecting
from attnstudio.model.document import Document, Head, Passage
from attnstudio.model.heads import final, joined, reshaped, split
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Wrong
from tests.samples import bank, of_words, projected, two_meanings

WIDE = np.arange(12).reshape(2, 6).astype(float)


def test_a_head_gets_some_columns_of_every_word() -> None:
    assert split(WIDE, 3)[0].tolist() == [[0, 1], [6, 7]]
    assert split(WIDE, 3)[2].tolist() == [[4, 5], [10, 11]]


def test_a_reshape_alone_gives_a_head_all_columns_of_some_words() -> None:
    assert reshaped(WIDE, 3).shape == split(WIDE, 3).shape
    assert reshaped(WIDE, 3)[0].tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize("heads", [1, 2, 3, 6])
def test_joining_undoes_the_split(heads: int) -> None:
    assert joined(split(WIDE, heads)).tolist() == WIDE.tolist()
    assert np.array_equal(joined(split(WIDE[:0], heads)), WIDE[:0])


def test_with_one_head_the_trap_does_nothing() -> None:
    assert np.array_equal(reshaped(WIDE, 1), split(WIDE, 1))


def test_the_trap_gives_other_weights_of_the_same_shape() -> None:
    right = projected()
    wrong = replace(right, wrong=Wrong(reshapes_heads=True))
    there, here = resolve(right), resolve(wrong)
    assert here.weights.shape == there.weights.shape
    assert not np.allclose(here.weights, there.weights)
    np.testing.assert_array_equal(here.queries, reshaped(joined(there.queries), 2))


def test_the_outputs_of_the_heads_are_joined_and_projected() -> None:
    document = projected()
    assert document.projection is not None
    assert document.projection.w_o is not None
    trace = resolve(document)
    by_hand = np.concatenate(list(trace.output), axis=-1) @ np.array(document.projection.w_o)
    np.testing.assert_allclose(final(trace, document.projection), by_hand)
    assert final(trace, document.projection).shape == (2, 3)


def test_without_w_o_they_are_only_joined() -> None:
    trace = resolve(two_meanings())
    assert np.array_equal(final(trace, two_meanings().projection), trace.output[0])
    assert np.array_equal(final(resolve(bank()), None), resolve(bank()).output[0])


def test_equal_heads_that_w_o_averages_give_what_one_head_gave() -> None:
    one = two_meanings()
    assert one.projection is not None
    two = projecting.set_heads(one, 2)
    assert two.projection is not None
    alike = replace(two, projection=replace(two.projection, w_q=one.projection.w_q * 2))
    np.testing.assert_allclose(
        final(resolve(alike), alike.projection), final(resolve(one), one.projection), atol=1e-12
    )


@pytest.mark.parametrize(
    "document",
    [of_words(), Document("", (Passage((), heads=(Head((), (), ()),) * 3),)), bank()],
)
def test_a_w_o_for_values_of_another_size_plays_no_part(document: Document) -> None:
    trace = resolve(document)
    assert np.array_equal(final(trace, projected().projection), joined(trace.output))
