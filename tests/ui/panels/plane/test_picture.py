"""Where everything stands on the plane, as far as Play has come. Without a window."""

from __future__ import annotations

import pytest

from attnstudio.model.document import Look
from attnstudio.model.edits import set_rule
from attnstudio.state.gestures import Lens
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.picture import Picture, picture_of, tips_of
from tests.samples import bank

LENS = Lens((100.0, 100.0), 50.0)
CAUSAL = set_rule(bank(), "causal")


def at(known: Step | None) -> Picture:
    return picture_of(Store(CAUSAL, Look(query=3), View(known=known)).now, LENS)


@pytest.mark.parametrize("known", STEPS)
def test_what_a_step_to_come_will_find_is_not_on_the_plane(known: Step) -> None:
    shown, whole = at(known), at(None)
    place = STEPS.index(known)
    assert (shown.query, shown.keys, shown.values) == (whole.query, whole.keys, whole.values)
    assert shown.masked == (whole.masked if place >= 2 else (False,) * 6)
    assert shown.weights == (whole.weights if place >= 3 else (0.0,) * 6)
    assert shown.output == (whole.output if place >= 4 else None)


def test_an_output_that_is_not_known_is_no_tip() -> None:
    now = Store(bank(), Look(query=6), View(known="normalize")).now
    assert all(tip.handle is not None for tip in tips_of(now, picture_of(now, LENS)))
