"""Single draws as bars: the weights on them are the softmax of the scores below them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from attnstudio.model.attention import normalize
from attnstudio.model.document import Look
from attnstudio.model.sampled import Sampled
from attnstudio.model.sampling import divisor_of, sample
from attnstudio.model.settings import DIVISORS, Divisor, Sampling
from attnstudio.state.snapshot import View
from attnstudio.ui.panels.softmax.content import draws_of, remark
from attnstudio.ui.panels.softmax.panel import SoftmaxPanel
from tests.samples import bank
from tests.ui.panels.framed import Framed

LITTLE = Sampling(d_k=64, draws=50)


def drawn(sampling: Sampling = LITTLE) -> Sampled:
    return sample(sampling, with_curve=False)


def make(
    qtbot: QtBot, sampled: Sampled, size: tuple[int, int] = (430, 470), scale: float = 1.0
) -> SoftmaxPanel:
    document = replace(bank(), sampling=sampled.sampling)
    view = View(sampled=sampled, text_scale=scale)
    return Framed(qtbot, SoftmaxPanel, document, Look(), view, size).panel


@pytest.mark.parametrize("divisor", DIVISORS)
def test_weights_are_the_softmax_of_the_scores_divided(divisor: Divisor) -> None:
    sampled = drawn(replace(LITTLE, divisor=divisor))
    for draw, scores in zip(draws_of(sampled, 8), sampled.rows, strict=True):
        assert draw.keys == tuple(range(1, 9))
        assert draw.raw.scores == scores
        divided = np.array(scores) / divisor_of(sampled.sampling)
        assert draw.divided.scores == pytest.approx(divided)
        assert draw.raw.weights == pytest.approx(normalize(np.array(scores)))
        assert draw.divided.weights == pytest.approx(normalize(divided))
        assert math.fsum(draw.divided.weights) == pytest.approx(1.0)


def test_of_many_keys_the_best_are_shown_with_their_true_weights() -> None:
    sampled = drawn(replace(LITTLE, keys=100))
    for draw, scores in zip(draws_of(sampled, 5), sampled.rows, strict=True):
        best = sorted(np.argsort(scores)[-5:] + 1)
        assert list(draw.keys) == best
        weights = normalize(np.array(scores))
        assert draw.raw.weights == pytest.approx([weights[key - 1] for key in draw.keys])
    assert remark(sampled, 5) == "one query and the 5 best of 100 keys, d_k = 64"


def test_bars_are_named_as_they_are_divided() -> None:
    names = {
        divisor: draws_of(drawn(replace(LITTLE, divisor=divisor)), 8)[0].divided.name for divisor in DIVISORS
    }
    assert names == {
        "sqrt d_k": "÷ √d_k",
        "d_k": "÷ d_k",
        "sqrt d_model": "÷ √d_model",
        "one": "÷ 1",
        "temperature": "÷ T",
    }


def test_draw_again_asks_for_the_next_seed(qtbot: QtBot) -> None:
    panel = make(qtbot, drawn())
    panel.again.click()
    assert panel.store.document.sampling.seed == 1
    assert panel.store.undo_name == "Draw again"


def test_parts_speak_the_weights(qtbot: QtBot) -> None:
    panel = make(qtbot, drawn())
    first = panel.parts()[0]
    assert first.name == "draw 1"
    weights = draws_of(drawn(), 8)[0].raw.weights
    assert first.value.startswith(f"raw: key 1 {weights[0]:.3f}, key 2 ")
    assert "÷ √d_k: key 1 " in first.value


def test_more_draws_of_the_same_leave_the_bars_alone(qtbot: QtBot) -> None:
    panel = make(qtbot, drawn())
    before = panel.surface.draws
    panel.store.set_view(sampled=replace(drawn(), done=1.0))
    assert panel.surface.draws is before


@pytest.mark.parametrize("keys", [1, 2, 8, 256])
@pytest.mark.parametrize(("size", "scale"), [((430, 470), 1.0), ((360, 200), 1.0), ((700, 900), 2.0)])
def test_draws_stand_apart_within_the_panel(
    qtbot: QtBot, keys: int, size: tuple[int, int], scale: float
) -> None:
    panel = make(qtbot, drawn(replace(LITTLE, keys=keys)), size, scale)
    surface = panel.surface
    rects = [surface.rect_of(index) for index in range(len(surface.shown))]
    assert rects
    assert all(surface.rect().toRectF().contains(rect) for rect in rects)
    assert all(a.bottom() < b.top() for a, b in pairwise(rects))
    assert all(rect.height() >= panel.theme.px(2 * 54) - 1 for rect in rects)
    panel.grab()


def test_without_samples_it_says_so(qtbot: QtBot) -> None:
    panel = make(qtbot, drawn())
    panel.store.set_view(sampled=None)
    assert panel.surface.draws == ()
    assert panel.parts() == ()
    panel.grab()
