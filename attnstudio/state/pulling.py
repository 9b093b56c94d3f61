"""A weight bar in the hand, without a mouse or a window: pulling it moves the query that gives it.

A grip is taken of one bar and holds where the query stood then. Every pull is solved from there (see
`attnstudio.model.reverse`), so pulling there and back returns exactly. By hand, by key or by number: all
three end in the one edit `move_vector` of the query.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attnstudio.model import charts, numerals
from attnstudio.model.document import Document, Handle, index_of, names_of
from attnstudio.model.edits import Edit, move_vector
from attnstudio.model.reach import Reach
from attnstudio.model.refused import Refused
from attnstudio.model.reverse import Pull, WeightPull
from attnstudio.model.variant import VariantTrace
from attnstudio.state.gestures import show_tip
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Gesture, Store

STEP = 0.01
"""One press of a key on a weight bar."""


class WeightGrip:
    """One weight bar, held: the weight of one key in the row of the shown query."""

    def __init__(self, store: Store, key: int) -> None:
        """`key` is the key token's id. Raises `Refused`, saying why, where the weight can't be pulled."""
        now = store.now
        j = index_of(now.passage.key_tokens, key)
        self.key = key
        self.name = names_of(now.passage.key_tokens)[j]
        self._store = store
        self._pull = _solver(now, j)
        if self._pull.reach.is_fixed:
            raise Refused(self._pull.reach.why_high(self.name))
        self._last: Pull = self._pull.start
        self._gesture: Gesture | None = None
        self._run = "pull weight", key, id(self)
        self._left_at: Document | None = None  # as the run of key presses left it

    @property
    def reach(self) -> Reach:
        """The weights that can be had, by moving the query about the plane."""
        return self._pull.reach

    @property
    def start(self) -> float:
        """The weight when the bar was taken hold of."""
        return self._pull.start.weight

    @property
    def is_pulling(self) -> bool:
        """True from the first `pull` to the end of its gesture, whoever ends it."""
        return self._gesture is not None and self._store.gesture is self._gesture

    @property
    def holds_run(self) -> bool:
        """Whether another key press would go on where this grip's last one ended."""
        return self._store.document is self._left_at and self._store.history.run == self._run

    def pull(self, weight: float) -> None:
        """Show the query that gives `weight`, or the nearest that can be had; say why it stops there."""
        if self._gesture is None:
            self._store.begin(self._what)
            self._gesture = self._store.gesture
        if self.is_pulling:
            self._last = self._pull.to(_within(weight))
            # The start may lie outside the bound, where no edit puts a vector.
            is_back = self._last.query == self._pull.start.query
            self._store.preview(_as_it_was if is_back else self._edit(self._last))
            self._say_why()

    def release(self) -> None:
        """Keep what is shown: one step of the history, or none where nothing changed."""
        if self.is_pulling:
            self._store.commit()
            show_tip(self._store, self._handle)

    def cancel(self) -> None:
        """Put everything back as it was, to the last bit."""
        if self.is_pulling:
            self._store.cancel()

    def step(self, by: float) -> bool:
        """One press of a key: the weight changes by `by`. A run of presses is one step of the history.
        False at the bound, which says why."""
        return self._put(self._last.weight + by)

    def put(self, weight: float) -> bool:
        """The pointer's way without dragging: make the weight what was typed. False if nothing changed."""
        if not 0.0 <= weight <= 1.0:
            raise Refused("A weight is a number from 0 to 1.")
        return self._put(weight)

    def _put(self, weight: float) -> bool:
        self._last = self._pull.to(_within(weight))
        changed = self._store.apply(self._what, self._edit(self._last), run=self._run)
        self._left_at = self._store.document
        show_tip(self._store, self._handle)
        self._say_why()
        return changed

    @property
    def _what(self) -> str:
        return f"Pull weight of “{self.name}”"

    @property
    def _handle(self) -> Handle:
        look = self._store.look
        return Handle("query", look.query, look.head)

    def _edit(self, pull: Pull) -> Edit:
        handle, passage = self._handle, self._store.look.passage
        return lambda document: move_vector(document, handle, pull.query, passage)

    def _say_why(self) -> None:
        why = self._pull.why(self._last, self.name)
        if why:
            self._store.say(why)


def may_pull(now: Snapshot, may_look: Sequence[bool], j: int) -> bool:
    """Whether it is worth reaching for the weight of key `j` in a row that `may_look` at some keys.

    Cheap, so that the pointer may ask on every move; `WeightGrip` knows for certain, and why.
    """
    trace = now.trace
    is_free = bool(now.passage.heads) and trace.d_k == 2 and not isinstance(trace, VariantTrace)
    return is_free and trace.temperature > 0.0 and may_look[j] and sum(may_look) > 1


def foretold(now: Snapshot, j: int) -> str:
    """What pulling the weight of key `j` would come to, for the learner: how far it goes, and why no further
    or not at all. As dear as taking hold: not for every move of the pointer."""
    name = names_of(now.passage.key_tokens)[j]
    try:
        reach = _solver(now, j).reach
    except Refused as error:
        return str(error)
    if reach.is_fixed:
        return reach.why_high(name)
    told = f"Pull to change it, from {numerals.weight(reach.lowest)} to {numerals.weight(reach.highest)}."
    is_at_edge = reach.reason_high == "edge of the plane"
    return told if is_at_edge else f"{told} {reach.why_high(name)}"


def _solver(now: Snapshot, j: int) -> WeightPull:
    if not now.passage.heads:
        raise Refused("These vectors are made from x by a projection: make them free to pull a weight.")
    if isinstance(now.trace, VariantTrace):
        raise Refused("A weight can be pulled where dot product, mask and softmax are done as usual.")
    trace, head, i = now.trace, now.head, now.query_index
    keys, query = trace.keys[head], trace.queries[head, i]
    if trace.d_k == 2:
        # As the plane shows them: in two dimensions a chart only turns, and no dot product changes.
        keys = charts.shown_rows(now.document.chart, keys)
        query = charts.shown_rows(now.document.chart, query)
    factor = trace.scale / trace.temperature if trace.temperature > 0.0 else math.inf
    may_look = trace.row(i).masked[head] > -math.inf
    return WeightPull(keys, may_look, j, [float(x) for x in query], factor, now.document.bound)


def _within(weight: float) -> float:
    return min(max(weight, 0.0), 1.0)


def _as_it_was(document: Document) -> Document:
    return document
