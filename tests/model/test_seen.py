"""What was seen is put right where its document can't show it."""

from __future__ import annotations

import math

import pytest

from attnstudio.model.seen import Frame, Picked, Seen, fitting
from attnstudio.model.settings import Trial
from tests.samples import bank

GOOD = Seen(
    Frame((0.5, 0.5), 1.0), "scale", Picked("q", 0, 1), True, "words", "paste", trial=Trial(query=3.0)
)


def test_what_can_be_shown_stays() -> None:
    assert fitting(GOOD, bank()) == GOOD
    assert fitting(Seen(), bank()) == Seen()
    whole = Seen(Frame((0.0, 0.0), bank().bound))
    assert fitting(whole, bank()) == whole


@pytest.mark.parametrize(
    "frame",
    [
        Frame((math.nan, 0.0), 1.0),
        Frame((0.0, math.inf), 1.0),
        Frame((0.0, 0.0), math.inf),
        Frame((0.0, 0.0), 0.0),
        Frame((0.0, 0.0), -1.0),
        Frame((0.0, 0.0), 1e-300),
        Frame((2.5, 0.0), 1.0),
        Frame((1e308, 1e308), 1e308),
    ],
)
def test_a_frame_that_is_none_of_this_plane_is_fitted_anew(frame: Frame) -> None:
    assert fitting(Seen(frame=frame, sums=True), bank()) == Seen(sums=True)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2**62, 0), (0, 2**62)])
def test_a_cell_that_no_matrix_has_is_dropped(cell: tuple[int, int]) -> None:
    assert fitting(Seen(picked=Picked("weights", *cell)), bank()) == Seen()


@pytest.mark.parametrize(
    "trial",
    [Trial(query=math.nan), Trial(first=1e9), Trial(d_k=0), Trial(d_k=10**9), Trial(scores=(math.inf, 0.0))],
)
def test_what_can_not_be_tried_is_tried_as_usual(trial: Trial) -> None:
    assert fitting(Seen(trial=trial), bank()) == Seen()
