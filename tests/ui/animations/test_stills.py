"""The states that an animation shows, and for how long."""

from dataclasses import replace

import pytest

from attnstudio.model.document import Look
from attnstudio.model.edits import set_temperature
from attnstudio.model.refused import Refused
from attnstudio.model.sweeps import sweeps_of
from attnstudio.state.recording import Recorded, Taken
from attnstudio.state.snapshot import STEPS
from attnstudio.ui.animations.stills import REST, length_of, of_recorded, of_steps, of_sweep, there_and_back
from attnstudio.ui.animations.wanted import DRAG, Wanted, stills_of
from attnstudio.ui.figures import Asked
from tests.samples import bank, two_meanings

LOOK = Look(query=6)
SWEEPS = {sweep.name: sweep for sweep in sweeps_of(bank(), LOOK)}


def recorded() -> Recorded:
    """Temperatures 1, 2 and 3, which came after 0, 1 and 1.5 seconds."""
    states = ((0.0, 1.0), (1.0, 2.0), (1.5, 3.0))
    return Recorded("Turn up", tuple(Taken(at, set_temperature(bank(), t), LOOK) for at, t in states))


def test_the_five_steps_are_told() -> None:
    stills = of_steps(bank(), LOOK, 10.0)
    assert [still.known for still in stills] == list(STEPS)
    assert [still.hundredths for still in stills] == [200] * 5
    assert stills[1].said == "Scale: every score is divided by √2 ≈ 1.414."


@pytest.mark.parametrize("fps", [1.0, 12.0, 20.0, 30.0, 50.0])
def test_no_time_is_lost_where_frames_are_no_whole_hundredths(fps: float) -> None:
    stills = of_sweep(bank(), LOOK, SWEEPS["temperature"], 3.0, fps)
    assert len(stills) == round(3.0 * fps)
    assert sum(still.hundredths for still in stills) == 300 + REST
    assert {still.hundredths for still in stills[:-1]} <= {int(100 / fps), int(100 / fps) + 1}


def test_what_stays_the_same_is_shown_for_longer() -> None:
    stills = of_sweep(bank(), LOOK, SWEEPS["window"], 3.0, 20.0)
    assert [still.document.mask.size for still in stills] == [1, 2, 3, 4, 5, 6]
    assert length_of(stills) == pytest.approx(3.0 + REST / 100)
    assert stills[2].said == "A window of 3 keys."


def test_a_whole_turn_goes_on_without_a_rest() -> None:
    stills = of_sweep(bank(), LOOK, SWEEPS["turn"], 2.0, 10.0)
    assert [still.hundredths for still in stills] == [10] * 20
    part = of_sweep(bank(), LOOK, SWEEPS["turn"], 2.0, 10.0, (0.0, 90.0))
    assert part[-1].hundredths == 10 + REST


def test_one_end_may_be_the_usual_one() -> None:
    stills = of_sweep(bank(), LOOK, SWEEPS["temperature"], 1.0, 10.0, (1.0, None))
    assert stills[0].document.settings.temperature == 1.0
    assert stills[-1].document.settings.temperature == 10.0


def test_a_gesture_is_shown_as_it_happened() -> None:
    stills = of_recorded(recorded(), 1.5, 20.0)
    assert [still.document.settings.temperature for still in stills] == [1.0, 2.0, 3.0]
    assert stills[0].hundredths == pytest.approx(100, abs=6)
    assert stills[1].hundredths == pytest.approx(50, abs=6)
    assert length_of(stills) == pytest.approx(1.5 + REST / 100)


def test_a_gesture_can_be_slowed_down() -> None:
    stills = of_recorded(recorded(), 6.0, 20.0)
    assert stills[0].hundredths == pytest.approx(400, abs=6)


def test_the_way_back_leaves_out_both_ends() -> None:
    stills = of_sweep(bank(), LOOK, SWEEPS["window"], 3.0, 20.0)
    sizes = [still.document.mask.size for still in there_and_back(stills)]
    assert sizes == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2]


PLANE = Wanted(Asked("plane", 400, 400))


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (replace(PLANE, seconds=0.0), "from 0.1 to 60 seconds"),
        (replace(PLANE, seconds=float("nan")), "from 0.1 to 60 seconds"),
        (replace(PLANE, fps=51.0), "from 1 to 50 frames a second"),
        (replace(PLANE, asked=Asked(None, 5000, 100)), "64 to 2560 pixels"),
        (replace(PLANE, asked=Asked(None, 10, 100)), "64 to 2560 pixels"),
        (replace(PLANE, asked=Asked("chart", 100, 100)), "There is no panel “chart”"),
        (replace(PLANE, what="colour"), "There is no animation “colour”"),
        (replace(PLANE, what=DRAG), "Nothing was recorded yet"),
        (replace(PLANE, what="turn", seconds=60.0, fps=50.0), "3,000 pictures are too many"),
        (replace(PLANE, what="temperature", ends=(-1.0, 2.0)), "The temperature can go from 0"),
        (replace(PLANE, asked=Asked("masks", 600, 400)), "steps of the formula can't be seen in the masks"),
        (
            replace(PLANE, asked=Asked(None, 2000, 2000), what="turn", seconds=40.0),
            "800 pictures of 2000 × 2000 pixels are too many",
        ),
    ],
)
def test_what_can_t_be_made_is_refused_in_a_sentence(wanted: Wanted, why: str) -> None:
    with pytest.raises(Refused, match=why):
        stills_of(wanted, bank(), LOOK)


def test_a_workspace_that_stands_still_is_refused() -> None:
    whole = Wanted(Asked(None, 900, 600))
    with pytest.raises(Refused, match="Scaling shows vectors drawn by chance"):
        stills_of(whole, bank(), replace(LOOK, workspace="scaling"))
    with pytest.raises(Refused, match="can't be seen in the Context workspace"):
        stills_of(whole, two_meanings(), replace(LOOK, workspace="context"))
