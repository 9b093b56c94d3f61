"""What the plane of two meanings shows of a moment, in model units: words, and the asking one's ways."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnstudio.model import charts
from attnstudio.model.document import Chart, Matrix, Passage, names_of
from attnstudio.model.geometry import Vec2
from attnstudio.model.meanings import Meaning, meaning, parts
from attnstudio.model.trace import Array
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.hues import SHOWN, letter

_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Seen:
    """A word in one sentence, and what the asking word gives it; None while that is hidden or masked."""

    passage: int
    token: int
    key: int  # its column; −1 where it offers nothing
    weight: float | None
    is_masked: bool
    is_chance: bool  # it lies where chance put it


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it lies: once, even if both sentences have it there."""

    name: str
    at: Vec2
    seen: tuple[Seen, ...]
    asks: bool  # it is the start of the asking word's way

    @property
    def token(self) -> int:
        """The id by which the word is chosen and moved: of its first appearance."""
        return self.seen[0].token

    def has(self, token: int | None) -> bool:
        return any(seen.token == token for seen in self.seen)


@dataclass(frozen=True, slots=True)
class Way:
    """From where the asking word of a sentence lies to where it ends. `end` is None while that is hidden."""

    passage: int
    query: int  # its row
    name: str
    start: Vec2
    end: Vec2 | None
    is_alone: bool  # it starts at the word's own place; else at the origin
    size: int  # the components of what is drawn at its ends
    parts: tuple[Vec2, ...] = ()  # the ends of w·v, laid end to end from the origin


@dataclass(frozen=True, slots=True)
class Content:
    words: tuple[Word, ...]
    ways: tuple[Way, ...]

    def points(self) -> list[Vec2]:
        """All that wants to be in sight."""
        ends = [way.end for way in self.ways if way.end is not None]
        return [*(word.at for word in self.words), *ends]

    def word_of(self, token: int | None) -> Word | None:
        return next((word for word in self.words if word.has(token)), None)


class Contents:
    """Makes contents, and keeps what a moment has in common with the one before: where words lie, mostly."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[Matrix, Chart | None, tuple[Vec2, ...]]] = {}

    def of(self, now: Snapshot) -> Content:
        words: dict[tuple[str, Vec2], Word] = {}
        ways = []
        for p in range(min(len(now.document.passages), SHOWN)):
            found = meaning(now.document, now.trace_of(p), p, now.row_of(p), now.head)
            way = None if found is None else _way(now, p, found)
            if way is not None:
                ways.append(way)
            for word in self._words(now, p, found, way):
                same = word.name.casefold(), (round(word.at[0], 9), round(word.at[1], 9))
                known = words.get(same)
                if known is None:
                    words[same] = word
                else:  # equal words in one place are one word, of as many sentences
                    both = (*known.seen, *word.seen)
                    words[same] = Word(known.name, known.at, both, known.asks or word.asks)
        ordered = sorted(words.values(), key=lambda word: not word.asks)
        return Content(tuple(ordered), tuple(ways))

    def _words(self, now: Snapshot, p: int, found: Meaning | None, way: Way | None) -> list[Word]:
        held = now.document.passages[p]
        offering = not held.is_self_attention
        names = names_of(held.key_tokens)
        made = []
        for j, (token, at) in enumerate(zip(held.key_tokens, self._key_places(now, p), strict=True)):
            weight = None if found is None or now.look.predicting else float(found.weights[j])
            masked = found is not None and not now.look.predicting and found.hidden[j]
            # What W_O makes of free values lies elsewhere than they do: then the way starts there.
            asks = way is not None and not offering and j == way.query and is_near(at, way.start)
            made.append(
                Word(names[j], at, (Seen(p, token.id, j, weight, masked, token.source == "chance"),), asks)
            )
        if offering and found is not None and held.embedding is not None:
            token = held.query_tokens[found.query]
            name = names_of(held.query_tokens)[found.query]
            at = charts.shown(now.document.chart, held.embedding.x[found.query])
            made.append(Word(name, at, (Seen(p, token.id, -1, None, False, token.source == "chance"),), True))
        return made

    def _key_places(self, now: Snapshot, p: int) -> tuple[Vec2, ...]:
        """Where the words lie that may be looked at: at their x, or at their values, if these are free."""
        rows, chart = _rows(now.document.passages[p], now.head), now.document.chart
        known = self._places.get(p)
        if known is None or known[0] is not rows or known[1] is not chart:
            points = charts.shown_rows(chart, np.array(rows)) if rows else np.zeros((0, 2))
            known = self._places[p] = rows, chart, tuple(map(tuple, points.tolist()))
        return known[2]


def _rows(held: Passage, head: int) -> Matrix:
    if held.embedding is None:
        return held.heads[min(head, len(held.heads) - 1)].values
    return held.embedding.x if held.embedding.x_keys is None else held.embedding.x_keys


def _way(now: Snapshot, p: int, found: Meaning) -> Way:
    chart = now.document.chart
    held = now.document.passages[p]
    name = names_of(held.query_tokens)[found.query]
    start = (0.0, 0.0) if found.start is None else charts.shown(chart, tuple(found.start.tolist()))
    end = None if now.look.predicting else charts.shown(chart, tuple(found.output.tolist()))
    laid: tuple[Vec2, ...] = ()
    if now.view.sums and end is not None:
        added: Array = np.cumsum(parts(now.trace_of(p), now.document.projection, found.query), axis=0)
        laid = tuple(map(tuple, charts.shown_rows(chart, added).tolist()))
    size = max(found.output.size, 0 if found.start is None else found.start.size)
    return Way(p, found.query, name, start, end, found.start is not None, size, laid)


def label_of(way: Way) -> str:
    """E.g. “bank in A”."""
    return f"{way.name} in {letter(way.passage)}"


def is_near(a: Vec2, b: Vec2) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) < _SAME
