"""Numbers as they are printed, what they are worth to whoever reads them, and equations between them.

An equation is worked out from the numbers as they are *printed*, the way a reader does it, and the operands
get as many digits as it takes until that ends at the number on screen. So whoever recomputes a line from
what stands there gets what stands there, whichever way they round a half: a result that would sit on the
edge between two roundings is given one digit more. "=" is exact, "≈" is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from attnstudio.model import numerals
from attnstudio.model.numerals import MINUS, WEIGHT_DIGITS

T = TypeVar("T")

_MOST = 16  # digits of an operand; beyond that a float has nothing left to say
_BELOW_EXP = Decimal(-5000)  # exp of less is 0 to any number of digits that is printed here
_EDGE = Decimal("0.4999")  # of a unit in the last place: further off, two people might round differently


@dataclass(frozen=True, slots=True)
class Term:
    """A number or an expression as printed, and what it is worth to whoever reads it."""

    text: str
    worth: Decimal


def worth(text: str) -> Decimal:
    """The exact value of a printed number, e.g. ``−1.25`` or ``1.25e6``."""
    return Decimal(text.replace(MINUS, "-"))


def printed(value: float | Decimal, digits: int) -> Term:
    """`value` with `digits` decimals, or one more where it lies on the edge between two roundings."""
    exact = value if isinstance(value, Decimal) else Decimal(float(value))
    for enough in range(digits, digits + 3):
        text = numerals.fixed(float(exact), enough)
        term = Term(text, worth(text))
        if gives(Term(text, exact), term):
            break
    return term


def faithful(value: float) -> Term:
    """A setting, printed so that it reads back as the very same number."""
    text = numerals.exact(value)
    if float(worth(text)) != value:
        text = numerals.plain(value).replace("-", MINUS)
    return Term(text, worth(text))


def fewest_digits(tell: Callable[[int], tuple[T, bool]], first: int) -> T:
    """What `tell` says with the fewest digits that hold. Where floats cancel so badly that none hold, that
    with the most digits: it can still be checked, and differs from the screen by the float's own rounding."""
    told, holds = tell(first)
    for digits in range(first + 1, _MOST):
        if holds:
            break
        told, holds = tell(digits)
    return told


def digits_of(weight: float) -> int:
    """As on screen, except that a weight below a thousandth shows two digits that are not zero."""
    if 1e-9 < weight < 0.5 * 10.0**-WEIGHT_DIGITS:
        return 1 - math.floor(math.log10(weight))
    return WEIGHT_DIGITS


def gives(step: Term, result: Term) -> bool:
    """Whether everyone who works out `step` and rounds it gets what is printed as `result`."""
    return abs(step.worth - result.worth) <= _EDGE * unit(result.worth)


def is_on_screen(result: Term, wanted: float, digits: int) -> bool:
    """Whether `result` is what the screen shows for `wanted`, or rounds to it."""
    screen = worth(numerals.fixed(wanted, digits))
    return abs(result.worth - screen) <= (1 - _EDGE) * unit(screen)


def unit(number: Decimal) -> Decimal:
    """One in the last place of a number as it is printed."""
    place = number.as_tuple().exponent
    assert isinstance(place, int)  # a number, neither infinite nor undefined
    return Decimal(1).scaleb(place)


def sign(before: Term, after: Term) -> str:
    return "=" if before.worth == after.worth else "≈"


def sign_of(value: float, text: str) -> str:
    """What stands between a number and its printed form: "=" only where that says it exactly."""
    return sign(Term("", Decimal(value)), Term(text, worth(text)))


def equation(before: Term, after: Term) -> str:
    return f"{before.text} {sign(before, after)} {after.text}"


def guarded(text: str) -> str:
    """In brackets where a minus sign would meet another sign."""
    return f"({text})" if text.startswith(MINUS) else text


def times(a: Term, b: Term) -> Term:
    return Term(f"{a.text} × {guarded(b.text)}", a.worth * b.worth)


def over(a: Term, b: Term) -> Term:
    return Term(f"{a.text} ÷ {guarded(b.text)}", a.worth / b.worth)


def less(a: Term, b: Term) -> Term:
    return Term(f"{a.text} − {guarded(b.text)}", a.worth - b.worth)


def by_root(a: Term, d: int) -> Term:
    """Divided by √d."""
    return Term(f"{a.text} ÷ √{d}", a.worth / Decimal(d).sqrt())


def exp(exponent: Term) -> Term:
    size = Decimal(0) if exponent.worth < _BELOW_EXP else exponent.worth.exp()
    return Term(f"exp({exponent.text})", size)


def cos(angle: Term) -> Term:
    return Term(f"cos({angle.text})", Decimal(math.cos(angle.worth)))


def sin(angle: Term) -> Term:
    return Term(f"sin({angle.text})", Decimal(math.sin(angle.worth)))


def added(terms: Sequence[Term]) -> Term:
    """Added up; a term that begins with a minus sign is taken off."""
    text = terms[0].text if terms else "0"
    for term in terms[1:]:
        text += f" {MINUS} {term.text[1:]}" if term.text.startswith(MINUS) else f" + {term.text}"
    return Term(text, sum((term.worth for term in terms), Decimal(0)))


def together(count: int, sum_of_them: Term) -> Term:
    """So many terms that are smaller than those that are printed, as one number."""
    smaller = "1 smaller term" if count == 1 else f"{count} smaller terms, together"
    return Term(f"… {smaller} {sum_of_them.text}", sum_of_them.worth)
