"""What is kept of a gesture, with its times."""

from functools import partial

import pytest

from attnstudio.model.document import Document, Handle
from attnstudio.model.edits import move_vector, set_temperature
from attnstudio.state.recording import FINEST, LONGEST, Recording
from attnstudio.state.store import Store
from tests.samples import bank

KEY = Handle("key", 3)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Studio:
    """A Store that is recorded, by a clock that stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.store, self.clock = Store(bank()), Clock()
        self.recording = Recording(self.store, self.clock)

    def has_one(self) -> bool:
        return self.recording.last is not None

    def drag(self, steps: int, pause: float = 0.1, name: str = "Move key") -> None:
        """A drag of so many moves, which is still going on at the end."""
        self.store.begin(name)
        for step in range(1, steps + 1):
            self.clock.now += pause
            self.store.preview(partial(moved, step))


def moved(step: int, document: Document) -> Document:
    return move_vector(document, KEY, (step / 1000, 0.5))


def test_a_gesture_is_kept_with_its_times() -> None:
    studio = Studio()
    before = studio.store.document
    studio.drag(4)
    assert not studio.has_one()  # it is still going on
    studio.store.commit()
    last = studio.recording.last
    assert last is not None
    assert last.name == "Move key"
    assert [round(one.at, 6) for one in last.taken] == [0.0, 0.0, 0.1, 0.2, 0.3]
    assert last.taken[0].document is before
    assert last.taken[-1].document is studio.store.document
    assert last.seconds == pytest.approx(0.3)


def test_the_state_at_a_time_is_the_one_that_was_shown_then() -> None:
    studio = Studio()
    studio.drag(4)
    studio.store.commit()
    last = studio.recording.last
    assert last is not None
    assert last.at(0.15).document is last.taken[2].document
    assert last.at(-1.0) is last.taken[0]
    assert last.at(99.0) is last.taken[-1]


def test_what_was_taken_back_is_not_kept() -> None:
    studio = Studio()
    studio.drag(3, name="Move first")
    studio.store.commit()
    studio.drag(3, name="Move second")
    studio.store.cancel()
    assert studio.recording.last is not None
    assert studio.recording.last.name == "Move first"


def test_a_gesture_that_another_ends_is_whole() -> None:
    studio = Studio()
    studio.drag(3, name="Move first")
    studio.drag(2, name="Move second")
    assert studio.recording.last is not None
    assert studio.recording.last.name == "Move first"
    assert len(studio.recording.last.taken) == 4


def test_fast_moves_are_thinned_and_the_last_is_kept() -> None:
    studio = Studio()
    studio.drag(1000, pause=0.001)
    studio.store.commit()
    last = studio.recording.last
    assert last is not None
    assert len(last.taken) <= 2.0 / FINEST
    assert last.taken[-1].document is studio.store.document
    gaps = [after.at - one.at for one, after in zip(last.taken[:-1], last.taken[1:], strict=True)]
    assert max(gaps) < 2 * FINEST  # evenly: nothing of the way is left out


def test_of_what_goes_on_for_long_the_end_is_kept() -> None:
    studio = Studio()
    studio.drag(300, pause=0.5)
    studio.store.commit()
    last = studio.recording.last
    assert last is not None
    assert LONGEST - 1.0 < last.seconds <= LONGEST
    assert last.taken[-1].document is studio.store.document


def test_all_that_is_done_can_be_recorded() -> None:
    studio = Studio()
    studio.recording.start()
    studio.drag(2)
    studio.store.commit()
    studio.clock.now += 1.0
    studio.store.apply("Temperature", partial(set_temperature, temperature=2.0))
    studio.clock.now += 1.0
    studio.store.set_look(query=1)
    whole = studio.recording.stop()
    assert whole is not None
    assert len(whole.taken) == 5
    assert whole.taken[-1].look.query == 1
    assert not studio.recording.is_running


def test_nothing_was_done() -> None:
    studio = Studio()
    studio.recording.start()
    studio.store.set_view(hover_token=3)
    assert studio.recording.stop() is None


def test_pointing_at_things_is_no_part_of_a_gesture() -> None:
    studio = Studio()
    studio.drag(1)
    studio.store.set_view(hover_token=3)
    studio.store.commit()
    assert studio.recording.last is not None
    assert len(studio.recording.last.taken) == 2


def test_nothing_is_heard_after_the_end() -> None:
    studio = Studio()
    studio.recording.end()
    studio.drag(3)
    studio.store.commit()
    assert studio.recording.last is None
