"""Where everything stands on the plane at one moment, in pixels: taken from the Trace alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnstudio.model import charts
from attnstudio.model.document import Handle, Role, index_of
from attnstudio.model.trace import Array
from attnstudio.state.gestures import Lens, Pixel, Tip
from attnstudio.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Picture:
    """Keys and values are empty where the mode of the plane leaves them out; `query` and `output` are None
    there. `weights` and `masked` are of the shown query; without one, all weights are 0. What Play has not
    come to is left out: then there is no output, and no weight or mask is seen."""

    origin: Pixel
    query: Pixel | None
    keys: tuple[Pixel, ...]
    values: tuple[Pixel, ...]
    output: Pixel | None
    weights: tuple[float, ...]
    masked: tuple[bool, ...]

    def points(self) -> tuple[Pixel, ...]:
        """All tips, in no order that matters."""
        single = (tip for tip in (self.query, self.output) if tip is not None)
        return *single, *self.keys, *self.values

    def is_twin(self, j: int) -> bool:
        """Whether key and value of a token are both shown and have one place: one arrow serves for both."""
        return bool(self.keys) and bool(self.values) and self.keys[j] == self.values[j]


def picture_of(now: Snapshot, lens: Lens) -> Picture:
    trace, head, chart, mode = now.trace, now.head, now.document.chart, now.look.plane
    i, n = now.query_index, trace.n_keys

    def placed(rows: Array) -> tuple[Pixel, ...]:
        points = charts.shown_rows(chart, rows) * (lens.unit, -lens.unit) + lens.origin
        return tuple(map(tuple, points.tolist()))

    keys = placed(trace.keys[head]) if mode != "mix" else ()
    values = placed(trace.values[head]) if mode != "match" else ()
    query = output = None
    weights: tuple[float, ...] = (0.0,) * n
    masked = (False,) * n
    _, _, is_masked, is_weighed, is_mixed = now.view.is_known
    if i >= 0:
        row = trace.row(i)
        if is_weighed:
            weights = tuple(row.weights[head].tolist())
        if is_masked:
            masked = tuple(np.isneginf(row.masked[head]).tolist())
        if mode != "mix":
            query = placed(trace.queries[head, i : i + 1])[0]
        if mode != "match" and is_mixed:
            output = placed(row.output[head][None, :])[0]
    return Picture(lens.origin, query, keys, values, output, weights, masked)


def tips_of(now: Snapshot, picture: Picture) -> tuple[Tip, ...]:
    """Every tip in the order of Tab: the query, the keys, the values, and the output, which is no handle."""
    head, asks = now.head, now.query_token
    tips = []
    if picture.query is not None and asks is not None:
        tips.append(Tip(Handle("query", asks.id, head), picture.query))
    sides: tuple[tuple[Role, tuple[Pixel, ...]], ...] = (("key", picture.keys), ("value", picture.values))
    for role, places in sides:
        if places:
            tokens = now.passage.key_tokens
            tips += [Tip(Handle(role, token.id, head), at) for token, at in zip(tokens, places, strict=True)]
    if picture.output is not None:
        tips.append(Tip(None, picture.output))
    return tuple(tips)


def place_of(now: Snapshot, picture: Picture, handle: Handle) -> Pixel | None:
    """Where a tip stands; None where it isn't shown."""
    if handle.head != now.head:
        return None
    if handle.role == "query":
        return picture.query if handle.token == now.look.query else None
    places = picture.keys if handle.role == "key" else picture.values
    try:
        return places[index_of(now.passage.key_tokens, handle.token)] if places else None
    except ValueError:
        return None
