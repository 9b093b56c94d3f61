"""How far a number may go: the one rule behind every field, every key and every drag.

A number that is typed or stepped to is kept as it is, or refused. What lies on the plane stays within the
document's bound, as it is drawn; what is drawn nowhere (other components, matrices that are not 2 × 2, W_O)
stays within a million. What lies outside already, as learning and files may leave it, may stay there or come
nearer, but not go further out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from attnstudio.model import numerals
from attnstudio.model.document import LARGEST, Document
from attnstudio.model.refused import Refused

NUMBERS = "Numbers must be finite and at most a million."
AT_THE_EDGE = "This is the edge of the plane."
"""Of what a key pushes against it."""
_ROUNDING = 1e-9  # of the bound: what a turned chart leaves of a tip that was put on the very edge


def require_numbers(*numbers: float) -> None:
    """Raise `Refused` unless all are finite and at most a million."""
    if not all(math.isfinite(number) and abs(number) <= LARGEST for number in numbers):
        raise Refused(NUMBERS)


def require_finite(point: Iterable[float]) -> None:
    """The same for a place that is brought within the bound anyhow: it may be however far."""
    if not all(map(math.isfinite, point)):
        raise Refused(NUMBERS)


def require_in_sight(document: Document, before: Iterable[float], after: Iterable[float]) -> None:
    """Raise `Refused` where what is drawn at `before` would be drawn further out than the plane reaches."""
    for was, now in zip(before, after, strict=True):
        if abs(now) > max(document.bound, abs(was)) + _ROUNDING * document.bound:
            raise Refused(ends_at(document.bound))


def ends_at(bound: float) -> str:
    """Why a number can't be kept that lies outside of the plane."""
    return f"The plane ends at ±{numerals.exact(bound)}: this would lie outside."
