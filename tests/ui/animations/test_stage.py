"""One page that goes from state to state: what it paints, and what of it holds still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import numpy as np
import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.state.framing import Frame
from attnstudio.state.snapshot import View
from attnstudio.ui.animations.reel import Pixels
from attnstudio.ui.animations.stage import Stage, pixels_of
from attnstudio.ui.animations.stills import Stills
from attnstudio.ui.animations.wanted import Wanted, stills_of
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, paint
from attnstudio.ui.panels.formula.content import NOT_YET
from attnstudio.ui.panels.formula.panel import FormulaPanel
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.panels.meanings.panel import MeaningsPanel
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.panels.sentence.view import ChipView
from tests.samples import bank, two_meanings

LOOK = Look(query=6)
PLANE = Asked("plane", 400, 400)


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    prepare(qapp)


def stills(what: str, asked: Asked = PLANE, look: Look = LOOK) -> Stills:
    document = two_meanings() if look.workspace == "context" else bank()
    return stills_of(Wanted(asked, what, seconds=2.0, fps=5.0), document, look)


@contextmanager
def staged(what: str, asked: Asked = PLANE, look: Look = LOOK, caption: bool = False) -> Iterator[Stage]:
    with closing(Stage(stills(what, asked, look), asked, caption=caption)) as stage:
        stage.prepare_at_once()
        yield stage


def shot(stage: Stage, index: int) -> Pixels:
    return pixels_of(stage.paint(index))


def test_a_picture_has_the_pixels_that_were_asked_for() -> None:
    with staged("steps", replace(PLANE, scale=1.5), caption=True) as stage:
        assert shot(stage, 0).shape == (600, 600, 3)
        assert pixels_of(stage.paint(0, 0.25)).shape == (100, 100, 3)


def test_a_still_is_painted_as_a_figure_of_it_is() -> None:
    asked = Asked("pipeline", 640, 400)
    with staged("steps", asked) as stage:
        last = stage.stills[-1]
        view = View(known=last.known, hover_step=last.known)
        figure = pixels_of(paint(last.document, last.look, asked, view))
        # A figure points at nothing; an animation marks the step that it has come to.
        assert np.mean(np.abs(shot(stage, 4).astype(int) - figure) > 16) < 0.12
        assert not np.array_equal(shot(stage, 0), shot(stage, 4))


@pytest.mark.parametrize("panel", [None, "plane", "meanings"])
def test_a_still_looks_the_same_from_wherever_one_comes(panel: str | None) -> None:
    look = replace(LOOK, workspace="context") if panel == "meanings" else LOOK
    with staged("turn", Asked(panel, 640, 400), look) as stage:
        first = [shot(stage, index) for index in range(10)]
        for index in (9, 2, 7, 3, 0, 5):
            pixels_of(stage.paint(index, 0.3))
            assert np.array_equal(shot(stage, index), first[index])


def test_all_panels_come_to_a_step_together() -> None:
    """And look the same from whatever step one comes."""
    with staged("steps", Asked(None, 1440, 900)) as stage:
        first = [shot(stage, index) for index in range(5)]
        for index in (4, 1, 3, 0, 2):
            assert np.array_equal(shot(stage, index), first[index])
            step = stage.stills[index].known
            (matrix,), (plane,) = stage.root.findChildren(MatrixPanel), stage.root.findChildren(PlanePanel)
            (formula,), (chips,) = stage.root.findChildren(FormulaPanel), stage.root.findChildren(ChipView)
            assert (matrix.title.text() == "Matrix: weights") == (step in ("normalize", "mix"))
            assert (plane.view.picture().output is not None) == (step == "mix")
            assert sum(line.note == NOT_YET for line in formula.surface.lines) == 4 - index
            assert chips.is_weighed == (step in ("normalize", "mix"))


def test_the_axis_of_the_bars_holds_still() -> None:
    with staged("length", Asked("pipeline", 640, 420)) as stage:
        (panel,) = stage.root.findChildren(PipelinePanel)
        axes = set()
        for index in range(len(stage.stills)):
            shot(stage, index)
            axes.add(panel.rows.axis)
        assert len(axes) == 1  # by themselves they would be as long as the arrow makes the scores


def test_the_axis_of_the_bars_spans_the_scores_that_come_and_no_more() -> None:
    with staged("turn", Asked("pipeline", 640, 420)) as stage:
        (panel,) = stage.root.findChildren(PipelinePanel)
        lows, highs = [], []
        for index in range(len(stage.stills)):
            shot(stage, index)
            lows.append(min(panel.rows.content.scores))
            highs.append(max(panel.rows.content.scores))
        axis = panel.rows.axis
        assert axis.least <= min(lows) < max(highs) <= axis.most
        assert axis.most - axis.least < 1.3 * (max(highs) - min(lows))


def test_the_frame_of_the_plane_holds_still_and_has_every_tip_in_sight() -> None:
    with staged("length") as stage:
        frames = set()
        for index, still in enumerate(stage.stills):
            shot(stage, index)
            frame = stage.store.view.frame
            assert frame is not None
            frames.add(frame)
            assert all(frame.holds((x, y)) for x, y in still.document.passages[0].heads[0].queries[5:])
        assert len(frames) == 1


def test_the_zoom_of_the_window_is_kept_where_it_shows_everything() -> None:
    whole, near = Frame((0.0, 0.0), 3.0), Frame((0.0, 0.0), 0.5)
    for frame, is_kept in ((whole, True), (near, False)):
        with closing(Stage(stills("steps"), PLANE, View(frame=frame))) as stage:
            stage.prepare_at_once()
            assert (stage.store.view.frame == frame) is is_kept


def test_the_plane_of_two_meanings_has_room_for_a_turn() -> None:
    look = replace(LOOK, workspace="context")
    asked = Asked("meanings", 500, 500)
    with staged("turn", asked, look) as stage:
        for index in range(len(stage.stills)):
            shot(stage, index)
            (panel,) = stage.root.findChildren(MeaningsPanel)
            points = [panel.view.lens.to_pixels(point) for point in panel.view.content.points()]
            assert all(map(panel.view.is_in_sight, points))


def test_the_sentence_has_a_strip_of_its_own() -> None:
    with staged("steps", caption=True) as stage, staged("steps") as bare:
        strip = shot(stage, 1)[-30:]
        assert strip.std() > 5.0  # letters
        assert not np.array_equal(strip, shot(bare, 1)[-30:])
        for index in range(5):
            assert np.array_equal(shot(stage, index)[:20], shot(stage, 0)[:20])


def test_a_picture_that_is_all_sentence_is_refused() -> None:
    with pytest.raises(Refused, match="too small for the sentence"):
        Stage(stills("steps", Asked("plane", 64, 64)), Asked("plane", 64, 64), caption=True)


def test_a_closed_stage_leaves_nothing(qapp: QApplication) -> None:
    with staged("steps") as stage:
        root = stage.root
        assert root in qapp.topLevelWidgets()
    assert not shiboken6.isValid(root)
