"""The states that an animation shows, each with how long: of the five steps, of a sweep, of a gesture.

Where a state stays the same from one frame to the next there is one still for both, shown for longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from attnstudio.model import sweeps
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.resolve import resolve
from attnstudio.model.sweeps import Sweep, documents, is_round
from attnstudio.model.wording import capital
from attnstudio.notes.steps import told
from attnstudio.state.recording import Recorded
from attnstudio.state.snapshot import STEPS, Step

REST = 60
"""Hundredths of a second for which the end is shown longer: one sees where an animation begins anew."""


@dataclass(frozen=True, slots=True)
class Still:
    """One state, shown for so many hundredths of a second. `known` is the last step that Play has shown."""

    document: Document
    look: Look
    hundredths: int
    known: Step | None = None
    said: str = ""  # stands below the picture

    def is_same(self, other: Still) -> bool:
        """Whether a picture of it would be the same."""
        return (
            self.document is other.document
            and self.look == other.look
            and self.known == other.known
            and self.said == other.said
        )


Stills = tuple[Still, ...]


def of_steps(document: Document, look: Look, seconds: float) -> Stills:
    """Match, scale, mask, normalize and mix, each told in its sentence."""
    trace = resolve(document, look.passage)
    return tuple(
        Still(document, look, hundredths, step, _sentence(told(step, document, trace, look.passage)))
        for step, hundredths in zip(STEPS, _lengths(len(STEPS), len(STEPS) / seconds), strict=True)
    )


def of_sweep(
    document: Document,
    look: Look,
    sweep: Sweep,
    seconds: float,
    fps: float,
    ends: tuple[float | None, float | None] = (None, None),
    handle: Handle | None = None,
) -> Stills:
    """From one end to the other; `ends` are the sweep's own where they are None. Raises `Refused`."""
    count = count_of(seconds, fps)
    first, last = (
        own if given is None else given for own, given in zip((sweep.first, sweep.last), ends, strict=True)
    )
    way = documents(document, look, sweep, count, first, last, handle)
    shown = (
        Still(one, look, hundredths, said=_sentence(sweeps.told(sweep, value)))
        for (value, one), hundredths in zip(way, _lengths(count, fps), strict=True)
    )
    return _joined(shown, 0 if is_round(sweep, first, last) else REST)


def of_recorded(recorded: Recorded, seconds: float, fps: float) -> Stills:
    """As it happened, in so many seconds."""
    count = count_of(seconds, fps)
    taken = (recorded.at(recorded.seconds * number / (count - 1)) for number in range(count))
    shown = (
        Still(one.document, one.look, hundredths, said=f"{recorded.name}.")
        for one, hundredths in zip(taken, _lengths(count, fps), strict=True)
    )
    return _joined(shown, REST)


def there_and_back(stills: Stills) -> Stills:
    """To the end, and the same way back until just before the beginning."""
    return (*stills, *stills[-2:0:-1])


def count_of(seconds: float, fps: float) -> int:
    """How many frames that makes, two at least."""
    return max(round(seconds * fps), 2)


def length_of(stills: Stills) -> float:
    """Seconds that they are shown together."""
    return sum(still.hundredths for still in stills) / 100


def _lengths(count: int, fps: float) -> Iterator[int]:
    """Hundredths of a second for each of `count` frames: each is whole, and so is no error left over."""
    ends = [round(100 * number / fps) for number in range(count + 1)]
    return (after - before for before, after in pairwise(ends))


def _joined(stills: Iterable[Still], rest: int) -> Stills:
    made: list[Still] = []
    for still in stills:
        if made and made[-1].is_same(still):
            made[-1] = replace(made[-1], hundredths=made[-1].hundredths + still.hundredths)
        else:
            made.append(still)
    made[-1] = replace(made[-1], hundredths=made[-1].hundredths + rest)
    return tuple(made)


def _sentence(said: str) -> str:
    return f"{capital(said)}."
