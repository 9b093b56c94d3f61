"""Making the file: painted here, in the thread of the window, a still a step, and encoded in another.

Steps are a generator's: a window goes through them between its events, the command line one after the other.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from attnstudio.state.moving import Format
from attnstudio.storage.writing import write
from attnstudio.ui.animations import gif, mp4, webp
from attnstudio.ui.animations.colours import Table, chosen
from attnstudio.ui.animations.reel import Encode, Pixels, Reel
from attnstudio.ui.animations.stage import Stage, pixels_of
from attnstudio.ui.animations.stills import Stills
from attnstudio.ui.animations.wanted import Wanted
from attnstudio.ui.animations.worker import Encoding

_SAMPLES = 6  # pictures by which a palette is chosen
_RUNS: dict[Format, tuple[int, int]] = {"gif": (3, 4), "webp": (3, 4), "mp4": (2, 10)}
"""By so many runs of so many pictures a size is estimated: H.264 looks further ahead."""
_LONGEST = 150  # hundredths of a second: a picture that stays for longer makes no larger file


@dataclass(frozen=True, slots=True)
class Progress:
    """So many pictures of all are in the file, or about to be."""

    done: int
    total: int


def made(
    stage: Stage, wanted: Wanted, target: Path, patience: float = 0.0
) -> Generator[Progress, None, None]:
    """Make the file, step by step, on a stage that is prepared.

    Raises `Refused` with a sentence where that can't be done; then, and where the steps are left before their
    end, there is no file, or the old one is whole. `patience`: seconds that a step may wait for the encoder.
    """
    count = len(stage.stills)
    samples = []
    for index in _spread(count, _SAMPLES):
        samples.append(pixels_of(stage.paint(index)))
        yield Progress(0, count)
    reel = _reel(stage.stills, wanted)
    work = partial(_encoded, wanted.format, tuple(samples), reel)
    encoding = Encoding(count, work, partial(write, target))
    try:
        for index in range(count):
            while not encoding.is_hungry(patience) and not encoding.is_over:
                yield Progress(encoding.taken, count)
            if encoding.is_over:
                break  # it has failed, and says why below
            encoding.feed(pixels_of(stage.paint(index)))
            yield Progress(encoding.taken, count)
        while not encoding.ends_within(patience):
            yield Progress(encoding.taken, count)
    except GeneratorExit:
        encoding.leave()
        raise
    encoding.finish()
    yield Progress(count, count)


def estimated(stage: Stage, wanted: Wanted, patience: float = 0.0) -> Generator[int | None, None, None]:
    """How many bytes the file will have, about: None for each step, at the end the number.

    Some pictures are encoded. Where there are few in all it is all of them, else runs of some that follow
    each other, from the beginning, the middle and the end: a first picture costs more than those after it.
    """
    count = len(stage.stills)
    number, length = _RUNS[wanted.format]
    runs = [range(count)]
    if count > number * length:
        runs = [range(at, at + length) for at in _spread(count - length + 1, number)]
    pictures = []
    for index in (index for run in runs for index in run):
        pictures.append(pixels_of(stage.paint(index)))
        yield None
    sizes: list[int] = []
    work = partial(_measured, stage.stills, wanted, runs)
    encoding = Encoding(len(pictures), work, sizes.append)
    try:
        for picture in pictures:
            encoding.feed(picture)
        while not encoding.ends_within(patience):
            yield None
    except GeneratorExit:
        encoding.leave()
        raise
    encoding.finish()
    yield sizes[0]


# --- inside -------------------------------------------------------------------------------------------


def encoder_for(kind: Format, samples: Iterable[Pixels]) -> Encode:
    """`samples` are some of the pictures, by which a palette is chosen."""
    if kind == "gif":
        return partial(gif.encode, Table(chosen(samples)))
    return webp.encode if kind == "webp" else mp4.encode


def _encoded(kind: Format, samples: Iterable[Pixels], reel: Reel, pictures: Iterator[Pixels]) -> bytes:
    """In the worker's thread."""
    return encoder_for(kind, samples)(reel, pictures)


def _measured(stills: Stills, wanted: Wanted, runs: list[range], pictures: Iterator[Pixels]) -> int:
    """In the worker's thread."""
    shown = [list(islice(pictures, len(run))) for run in runs]
    encode = encoder_for(wanted.format, chain(*shown))

    def size(run: range, several: list[Pixels]) -> int:
        short = (replace(stills[i], hundredths=min(stills[i].hundredths, _LONGEST)) for i in run)
        return len(encode(_reel(tuple(short), wanted), iter(several)))

    wholes = [size(run, several) for run, several in zip(runs, shown, strict=True)]
    if len(runs) == 1:
        return wholes[0]
    firsts = [size(run[:1], several[:1]) for run, several in zip(runs, shown, strict=True)]
    each = (sum(wholes) - sum(firsts)) / sum(len(run) - 1 for run in runs)
    return round(firsts[0] + each * (len(stills) - 1))


def _reel(stills: Stills, wanted: Wanted) -> Reel:
    wide, high = wanted.asked.pixels
    return Reel(wide, high, tuple(still.hundredths for still in stills), wanted.loop != "once", wanted.fps)


def _spread(count: int, most: int) -> list[int]:
    """At most `most` of so many, from the first to the last."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]
