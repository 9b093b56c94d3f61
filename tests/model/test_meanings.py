"""What one word comes to in each of two sentences, in the numbers of the chapter's *bank*."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from attnstudio.model import heads
from attnstudio.model.document import Document, Head, Passage
from attnstudio.model.meanings import Meaning, apart, cosine, meaning, parts, split, winners
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, ScoreSettings
from tests import samples


def of(document: Document, passage: int, query: int, head: int = 0) -> Meaning:
    found = meaning(document, resolve(document, passage), passage, query, head)
    assert found is not None
    return found


def test_bank_starts_at_one_place_and_ends_at_two() -> None:
    document = samples.two_meanings()
    a, b = of(document, 0, 5), of(document, 1, 5)
    assert a.start is not None
    assert b.start is not None
    assert a.start.tolist() == b.start.tolist() == [0.6, 0.6]
    assert a.weights.round(3).tolist() == [0.055, 0.269, 0.447, 0.035, 0.033, 0.162]
    assert a.strongest == 2
    assert b.strongest == 4
    assert a.output.round(2).tolist() == [1.33, 0.21]
    assert apart(a.output, a.own) == pytest.approx(0.826, abs=1e-3)
    assert b.output[1] - b.output[0] > 1.0
    between = cosine(a.output, b.output)
    assert between is not None
    assert 0.2 < between < 0.3


def test_where_vectors_are_free_a_word_starts_at_its_own_value() -> None:
    document = samples.bank()
    found = of(document, 0, 5)
    assert found.start is found.own
    assert found.own is not None
    assert found.own.tolist() == [0.6, 0.6]


def test_a_word_that_only_asks_has_no_place_of_its_own() -> None:
    found = of(samples.crossing(), 0, 0)
    assert found.own is None
    assert found.start is None
    assert found.own_key == -1
    assert found.strongest == 0  # its column is another word's


def test_no_word_no_meaning() -> None:
    document = Document("empty", (Passage((), heads=(Head((), (), ()),)),))
    assert meaning(document, resolve(document), 0, -1, 0) is None


def test_a_word_that_may_look_at_nothing_has_no_strongest() -> None:
    document = replace(samples.bank(), mask=Mask("strict"))
    found = of(document, 0, 0)
    assert found.is_blind
    assert found.strongest == -1
    assert found.output.tolist() == [0.0, 0.0]
    assert found.hidden == (True,) * 6


def test_the_only_other_word_is_the_strongest_only_if_it_gets_something() -> None:
    document = replace(samples.bank(), mask=Mask("causal"))
    assert of(document, 0, 0).strongest == -1  # the first word sees itself alone


@given(samples.documents())
def test_parts_add_up_to_the_output(document: Document) -> None:
    trace = resolve(document)
    for query in range(trace.n_queries):
        whole = parts(trace, document.projection, query).sum(axis=0)
        assert np.allclose(whole, of(document, 0, query).output, atol=1e-6)


def test_several_heads_leave_as_one_through_w_o() -> None:
    document = samples.projected()
    trace = resolve(document)
    left = heads.final(trace, document.projection)
    for query in range(2):
        found = of(document, 0, query, head=1)
        assert np.allclose(found.output, left[query])
        assert np.allclose(parts(trace, document.projection, query).sum(axis=0), left[query])
        assert found.start is not None
        assert found.start.shape == (3,)
        assert np.array_equal(found.weights, trace.weights[1, query])


def test_a_score_is_two_lengths_and_a_cosine() -> None:
    trace = resolve(samples.bank())
    found = split(trace, 5, 0)
    assert found.query == pytest.approx(math.hypot(1.8, 1.8))
    assert np.allclose(found.query * found.keys * found.cosines, trace.scores[0, 5])
    assert np.allclose(found.scores, trace.scores[0, 5])


def test_with_cosines_lengths_are_told_as_they_are() -> None:
    document = samples.bank()
    alone = replace(document, settings=ScoreSettings(cosine=True))
    assert np.array_equal(split(resolve(alone), 5, 0).scores, split(resolve(document), 5, 0).scores)


def test_a_long_wrong_key_beats_a_short_right_one() -> None:
    found = split(resolve(samples.bank()), 5, 0)
    won = winners(found, (False,) * 6)
    assert won is not None
    assert (won.by_score, won.by_cosine) == (2, 5)  # money is longer, bank points the same way
    assert won.differ
    assert won == winners(found, (False,) * 6)
    without_money = winners(found, (False, False, True, False, False, False))
    assert without_money is not None
    assert without_money.by_score == 1


def test_a_zero_vector_has_no_angle() -> None:
    points = ((0.0, 0.0), (1.0, 0.0))
    document = Document("zero", (Passage(samples.tokens("a", "b"), heads=(Head(points, points, points),)),))
    found = split(resolve(document), 1, 0)
    assert math.isnan(found.cosines[0])
    won = winners(found, (False, False))
    assert won is not None
    assert won.by_score == won.by_cosine == 1
    assert winners(split(resolve(document), 0, 0), (False, False)) is None
    back = replace(
        document,
        passages=(replace(document.passages[0], heads=(Head(((1.0, 0.0), (-1.0, 0.0)), points, points),)),),
    )
    won = winners(split(resolve(back), 1, 0), (False, False))
    assert won is not None
    assert (won.by_score, won.by_cosine) == (0, 1)  # 0 is more than −1
    assert cosine(np.zeros(2), np.ones(2)) is None


def test_vectors_of_two_sizes_are_not_compared() -> None:
    assert cosine(np.ones(2), np.ones(3)) is None
    assert apart(np.ones(2), np.ones(3)) is None
    assert apart(None, np.ones(3)) is None
