"""Labelled lines of arithmetic, written with so many digits, and whether all of them hold as printed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from attnstudio.model.numerals import DIGITS, WEIGHT_DIGITS
from attnstudio.model.printed import (
    Term,
    added,
    equation,
    fewest_digits,
    gives,
    is_on_screen,
    printed,
    times,
    together,
)

Stage = Literal["match", "scale", "mask", "normalize", "mix"]

MOST_TERMS = 8
"""Terms of a sum that are printed; of more, the largest, and what the others make together."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step: what is done, and how it comes out. `stage` is the step of the formula that it belongs to.

    A `remark` concerns the line, and is no part of the arithmetic."""

    label: str
    text: str
    stage: Stage | None = None
    is_result: bool = False
    remark: str = ""


class Attempt:
    """Lines with intermediate results of `digits` decimals."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.lines: list[Line] = []
        self.holds = True

    def say(self, label: str, text: str, stage: Stage | None = None) -> None:
        """A line in words, or with a number that needs no working out."""
        self.lines.append(Line(label, text, stage))

    def remark(self, text: str) -> None:
        """Add to the last line."""
        self.lines[-1] = replace(self.lines[-1], remark=text)

    def work(
        self,
        label: str,
        term: Term,
        wanted: float,
        stage: Stage | None = None,
        *,
        on_screen: int = DIGITS,
        digits: int | None = None,
    ) -> Term:
        """A line that works `term` out; what comes out, as printed. It must round to `wanted` as that is on
        screen, with so many decimals."""
        result = printed(term.worth, self.digits if digits is None else digits)
        self.holds &= gives(term, result) and is_on_screen(result, wanted, on_screen)
        self.lines.append(Line(label, term.text if term == result else equation(term, result), stage))
        return result

    def rest(self, smaller: Sequence[float]) -> list[Term]:
        """What the terms that are not printed make together: one term, or none."""
        return [together(len(smaller), printed(math.fsum(smaller), self.digits))] if smaller else []


def worked_out(tell: Callable[[Attempt], object], first: int = WEIGHT_DIGITS) -> tuple[Line, ...]:
    """What `tell` does with the fewest digits that hold, from `first` on; the last line is the result."""

    def attempt(digits: int) -> tuple[list[Line], bool]:
        made = Attempt(digits)
        tell(made)
        return made.lines, made.holds

    lines = fewest_digits(attempt, first)
    return (*lines[:-1], replace(lines[-1], is_result=True))


def as_text(lines: Sequence[Line]) -> tuple[str, ...]:
    """For a font whose letters are equally wide: what is done stands in a column of its own."""
    widest = max((len(line.label) for line in lines), default=0)
    return tuple(
        f"{line.label:{widest}}   {line.text}{f'   {line.remark}' if line.remark else ''}".rstrip()
        for line in lines
    )


def product_sum(pairs: Sequence[tuple[float, float]], digits: int) -> Term:
    """a × b + c × d + …"""
    products = [a * b for a, b in pairs]
    shown, rest = most_of(products, range(len(pairs)))
    terms = [times(printed(pairs[k][0], digits), printed(pairs[k][1], digits)) for k in shown]
    if rest:
        terms.append(together(len(rest), printed(math.fsum(products[k] for k in rest), digits)))
    return added(terms)


def most_of(sizes: Sequence[float], which: Sequence[int], always: int = -1) -> tuple[list[int], list[int]]:
    """Which terms are printed, in their order, and which are only counted; `always` is printed."""
    if len(which) <= MOST_TERMS:
        return list(which), []
    ordered = sorted(which, key=lambda k: (k != always, -abs(sizes[k])))
    return sorted(ordered[: MOST_TERMS - 2]), sorted(ordered[MOST_TERMS - 2 :])
