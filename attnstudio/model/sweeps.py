"""One parameter goes from one value to another while all else stays: a document for each step of the way.

What each shows: temperature and the divisor, how sharply softmax decides (Vaswani et al. 2017, 3.2.1);
an arrow's direction and length, what a dot product measures; window and keys, what a mask takes away; RoPE,
how a position turns queries and keys (Su et al. 2021).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from attnstudio.model import charts, numerals
from attnstudio.model.document import LARGEST, Document, Handle, Look, Vector, index_of, names_of
from attnstudio.model.edits import move_vector, set_mask, set_positions, set_temperature
from attnstudio.model.geometry import Vec2, angle, from_polar, length
from attnstudio.model.limits import require_numbers
from attnstudio.model.projecting import move_x
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import vectors_of
from attnstudio.model.settings import Positions
from attnstudio.model.wording import capital

SweepName = Literal["temperature", "scaling", "turn", "length", "window", "keys", "rope"]
SWEEPS: tuple[SweepName, ...] = ("temperature", "scaling", "turn", "length", "window", "keys", "rope")
Spacing = Literal["even", "ratio", "whole"]
MOST_STEPS = 1000
_FULL = 360.0


@dataclass(frozen=True, slots=True)
class Sweep:
    """A way that a document can go. `first` and `last` are where it usually begins and ends, within `least`
    and `most`; `why_not` is a sentence where this document can't go it, else empty.

    With the spacing "ratio" each value is the one before times a constant; "whole" means whole numbers.
    """

    name: SweepName
    text: str  # what happens, e.g. “the query of “bank” turns once around”
    of: str  # what the values are, e.g. “temperature”
    first: float
    last: float
    least: float
    most: float
    spacing: Spacing = "even"
    why_not: str = ""
    subject: str = ""  # the arrow that turns or grows, e.g. “the query of “bank””


def sweeps_of(document: Document, look: Look, handle: Handle | None = None) -> tuple[Sweep, ...]:
    """Every sweep, in the order of `SWEEPS`. `handle` is the arrow that turns and grows: the shown query
    where there is none. A document without words can't go any."""
    found = (_sweep(name, document, look, handle) for name in SWEEPS)
    return tuple(one if one.why_not else _tried(one, document, look, handle) for one in found)


def swept(
    document: Document, look: Look, sweep: Sweep, value: float, handle: Handle | None = None
) -> Document:
    """The document with the swept parameter at `value`; the same object where that is what it is.

    Raises `Refused` outside of the sweep's range, and where the document can't take it.
    """
    if sweep.why_not:
        raise Refused(sweep.why_not)
    if not sweep.least <= value <= sweep.most:
        raise Refused(
            f"The {sweep.of} can go from {numerals.sized(sweep.least)} to {numerals.sized(sweep.most)}."
        )
    return _EDITS[sweep.name](document, look, handle, value)


def documents(
    document: Document,
    look: Look,
    sweep: Sweep,
    count: int,
    first: float | None = None,
    last: float | None = None,
    handle: Handle | None = None,
) -> Iterator[tuple[float, Document]]:
    """`count` values on the way from `first` to `last`, each with its document; both ends are among them.

    A whole turn is the exception: where it ends is where it began, and a picture of it would stand twice.
    """
    if not 2 <= count <= MOST_STEPS:
        raise Refused(f"A sweep has from 2 to {numerals.count(MOST_STEPS)} steps.")
    begin, end = sweep.first if first is None else first, sweep.last if last is None else last
    before: tuple[float, Document] | None = None
    for value in values(sweep, begin, end, count):
        if before is None or before[0] != value:  # whole numbers stay for several steps, and so do documents
            before = value, swept(document, look, sweep, value, handle)
        yield before


def values(sweep: Sweep, first: float, last: float, count: int) -> tuple[float, ...]:
    """`count` values on the way, spaced as the sweep's are."""
    require_numbers(first, last)
    whole = is_round(sweep, first, last)
    shares = [step / (count if whole else count - 1) for step in range(count)]
    if sweep.spacing == "ratio" and first > 0.0 and last > 0.0:
        made = [first * (last / first) ** share for share in shares]
    else:
        made = [first + (last - first) * share for share in shares]
    if sweep.spacing == "whole":
        made = [float(math.floor(value + 0.5)) for value in made]
    if not whole:
        made[-1] = last
    made[0] = first
    return tuple(made)


def told(sweep: Sweep, value: float) -> str:
    """Where a sweep has come to, e.g. “temperature 0.32” or “the query of “bank” turned by 45°”."""
    if sweep.name == "turn":
        return f"{sweep.subject} turned by {numerals.exact(value, 0, 0)}°"
    if sweep.name == "length":
        return f"{sweep.subject}, {numerals.exact(value, 2, 2)} times its length"
    if sweep.name == "window":
        return f"a window of {round(value)} {'key' if round(value) == 1 else 'keys'}"
    if sweep.name == "keys":
        return f"{round(value)} {'key' if round(value) == 1 else 'keys'}"
    if sweep.name == "scaling":
        return f"scores divided by {numerals.exact(value, 2, 2)}"
    if sweep.name == "rope":
        return f"positions turn by {numerals.exact(value, 2, 2)} radians each"
    return f"temperature {numerals.exact(value, 2, 2)}"


def is_round(sweep: Sweep, first: float, last: float) -> bool:
    """Whether the way ends where it began."""
    return sweep.name == "turn" and first != last and (last - first) % _FULL == 0.0


# --- which there are ----------------------------------------------------------------------------------


def _sweep(name: SweepName, document: Document, look: Look, handle: Handle | None) -> Sweep:
    passage = document.passages[look.passage]
    keys = len(passage.key_tokens)
    if not keys or not passage.query_tokens:
        return Sweep(
            name, name, name, 0.0, 1.0, 0.0, 1.0, why_not="There are no words: type a sentence first."
        )
    if name == "temperature":
        return Sweep(
            name, "temperature rises: sharp to flat", "temperature", 0.1, 10.0, 0.0, LARGEST, "ratio"
        )
    if name == "scaling":
        return _scaling(document, look)
    if name in ("turn", "length"):
        return _of_arrow(name, document, look, handle)
    most = float(max(keys, 2))
    alone = "There is one key only: nothing can be hidden." if keys < 2 else ""
    if name == "window":
        return Sweep(name, "sliding window grows", "window", 1.0, most, 1.0, most, "whole", alone)
    if name == "keys":
        text = "keys appear, one after the other"
        return Sweep(name, text, "number of keys", 1.0, most, 1.0, most, "whole", alone)
    return Sweep(name, "positions turn queries and keys (RoPE)", "turn a position", 0.0, 1.0, -_FULL, _FULL)


def _scaling(document: Document, look: Look) -> Sweep:
    d_k = _d_k(document, look)
    divisor = math.sqrt(d_k)
    why = "With d_k = 1 the scores are divided by 1: nothing changes." if d_k < 2 else ""
    text = f"scores are divided, by 1 up to √{d_k}"
    return Sweep("scaling", text, "divisor", 1.0, divisor, 1e-3, LARGEST, "ratio", why)


def _of_arrow(name: SweepName, document: Document, look: Look, handle: Handle | None) -> Sweep:
    arrow = _arrow(look, handle)
    passage = document.passages[look.passage]
    tokens = passage.tokens_of(arrow.role)
    word = names_of(tokens)[index_of(tokens, arrow.token)]
    who = f"the {'x' if passage.embedding is not None else arrow.role} of “{word}”"
    vector = _vector(document, look, arrow)
    tip, bound = charts.shown(document.chart, vector), document.bound
    reach = max(abs(tip[0]), abs(tip[1]))
    why = ""
    if length(tip) == 0.0:
        why = f"{capital(who)} is zero: it has no direction."
    if name == "turn":
        if len(vector) < 2:
            why = f"{capital(who)} has one component: it can't turn."
        elif length(tip) > bound:
            why = f"{capital(who)} is too long to turn within the plane."
        text, most = f"{who} turns once around", 10 * _FULL
        return Sweep(name, text, "degrees", 0.0, _FULL, -most, most, why_not=why, subject=who)
    most = bound / reach if reach else 1.0
    last = min(2.0, most)
    return Sweep(
        name, f"{who} grows", "times its length", 0.0, last, 0.0, max(most, 1.0), why_not=why, subject=who
    )


def _tried(sweep: Sweep, document: Document, look: Look, handle: Handle | None) -> Sweep:
    """What an edit refuses in this document (an odd number of components, say) is no way to go."""
    try:
        for value in (sweep.first, sweep.last):
            swept(document, look, sweep, value, handle)
    except Refused as refused:
        return replace(sweep, why_not=str(refused))
    return sweep


# --- what each changes --------------------------------------------------------------------------------


def _temperature(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    return set_temperature(document, value)


def _divisor(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    scale = None if value == math.sqrt(_d_k(document, look)) else 1.0 / value
    if scale == document.settings.scale:
        return document
    return replace(document, settings=replace(document.settings, scale=scale))


def _turned(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    tip = _tip(document, look, handle)
    if value % _FULL == 0.0:
        return document
    return _moved(document, look, handle, from_polar(length(tip), angle(tip) + value))


def _grown(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    tip = _tip(document, look, handle)
    return document if value == 1.0 else _moved(document, look, handle, (tip[0] * value, tip[1] * value))


def _window(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    return set_mask(document, replace(document.mask, rule="window", size=round(value), flipped=frozenset()))


def _keys(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    hidden = len(document.passages[look.passage].key_tokens) - round(value)
    if not hidden and document.mask.padding == "none":
        return document
    return set_mask(document, replace(document.mask, padding="right", pads=max(hidden, 0)))


def _rope(document: Document, look: Look, handle: Handle | None, value: float) -> Document:
    now = document.positions
    turning = now if now.kind == "rope" else Positions("rope", pairing=now.pairing, base=now.base)
    return set_positions(document, replace(turning, turn=value))


_EDITS: dict[SweepName, Callable[[Document, Look, Handle | None, float], Document]] = {
    "temperature": _temperature,
    "scaling": _divisor,
    "turn": _turned,
    "length": _grown,
    "window": _window,
    "keys": _keys,
    "rope": _rope,
}


def _moved(document: Document, look: Look, handle: Handle | None, point: Vec2) -> Document:
    arrow = _arrow(look, handle)
    if document.passages[look.passage].embedding is not None:
        return move_x(document, arrow.token, point, look.passage)
    return move_vector(document, arrow, point, look.passage)


def _tip(document: Document, look: Look, handle: Handle | None) -> Vec2:
    return charts.shown(document.chart, _vector(document, look, _arrow(look, handle)))


def _arrow(look: Look, handle: Handle | None) -> Handle:
    return handle or Handle("query", look.query, look.head)


def _vector(document: Document, look: Look, arrow: Handle) -> Vector:
    """Of what is free the vector as it is drawn, turned by its position; else the x that it is made from."""
    passage = document.passages[look.passage]
    if passage.embedding is not None:
        asks = any(token.id == arrow.token for token in passage.query_tokens)
        rows = passage.embedding.x if asks else passage.embedding.x_keys or passage.embedding.x
        return rows[index_of(passage.query_tokens if asks else passage.key_tokens, arrow.token)]
    of_role = dict(zip(("query", "key", "value"), vectors_of(document, look.passage), strict=True))
    row = of_role[arrow.role][arrow.head][index_of(passage.tokens_of(arrow.role), arrow.token)]
    return tuple(row.tolist())


def _d_k(document: Document, look: Look) -> int:
    return int(vectors_of(document, look.passage)[0].shape[-1])
