"""The one formatter for every number on screen, in speech and in exports.

Numbers that a person reads carry a real minus sign, never say "−0.00", and never are NaN: an undefined
value says so in a word. Numbers that a program reads are `plain`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain

from attnstudio.model.refused import Refused

MINUS = "\N{MINUS SIGN}"
INFINITY = "∞"
UNDEFINED = "undefined"
BELOW = "₀₁₂₃₄₅₆₇₈₉"

MASKED = MINUS + INFINITY
"""The score of what a query may not look at."""

DIGITS = 2
"""Decimals of vectors, scores and lengths, where nothing else is asked for."""

WEIGHT_DIGITS = 3
"""Decimals of attention weights: the chapter's 0.665, 0.245, 0.090."""

_LARGE = 1e6  # beyond this a fixed notation no longer fits a column, nor an eye


def fixed(value: float, digits: int = DIGITS) -> str:
    """`value` with `digits` decimals, e.g. ``−1.25``; from a million on as ``1.25e6``."""
    value = float(value)
    if math.isnan(value):
        return UNDEFINED
    if math.isinf(value):
        return INFINITY if value > 0 else MASKED
    if abs(value) >= _LARGE:
        mantissa, exponent = f"{value:.{digits}e}".split("e")
        return f"{mantissa}e{int(exponent)}".replace("-", MINUS)
    text = f"{value:.{digits}f}"
    if text.startswith("-"):
        bare = text[1:]
        return bare if not bare.strip("0.") else MINUS + bare
    return text


def fixed_rows(rows: Sequence[Sequence[float]], digits: int = DIGITS) -> list[str]:
    """Rows of one length, each a line of numbers as `fixed` prints them, with commas between.

    It takes a fraction of the time that each number by itself would: files have millions.
    """
    numbers = tuple(chain.from_iterable(rows))
    if not numbers:
        return [""] * len(rows)
    text = (",".join([f"%.{digits}f"] * len(rows[0])) + "\n") * len(rows) % numbers
    if "n" in text or max(map(abs, numbers)) >= _LARGE:  # nan or inf, or what has an exponent
        return [",".join(fixed(number, digits) for number in row) for row in rows]
    zero = f"{0.0:.{digits}f}"
    return text.replace(f"-{zero}", zero).replace("-", MINUS).splitlines()


def signed(value: float, digits: int = DIGITS) -> str:
    """Like `fixed`, with a plus sign where the printed value is above zero: differences read better."""
    text = fixed(value, digits)
    return text if text[0] == MINUS or not text.strip("0.") else "+" + text


def difference(before: float, after: float, digits: int = DIGITS) -> str:
    """after − before with its sign, of the numbers as they are printed: whoever subtracts gets the same."""
    return signed(rounded(after, digits) - rounded(before, digits), digits)


def weight(value: float) -> str:
    """An attention weight, e.g. ``0.447``. Softmax gives no zero, so what rounds to it is ``<0.001``."""
    smallest = 10.0**-WEIGHT_DIGITS
    if 0.0 < value < smallest / 2:
        return "<" + fixed(smallest, WEIGHT_DIGITS)
    return fixed(value, WEIGHT_DIGITS)


def vector(components: Iterable[float], digits: int = DIGITS) -> str:
    """A vector as on screen, e.g. ``(1.33, 0.21)``."""
    return "(" + ", ".join(fixed(component, digits) for component in components) + ")"


def exact(value: float, at_least: int = 0, at_most: int = 6) -> str:
    """`value` with as few decimals as say it exactly, between `at_least` and `at_most`."""
    for digits in range(at_least, at_most):
        if abs(value) < _LARGE and float(f"{value:.{digits}f}") == value:
            return fixed(value, digits)
    return fixed(value, at_most)


def exact_signed(value: float, at_most: int = 6) -> str:
    """Like `exact`, with a plus sign above zero: what is added is told as ``+2.5``."""
    text = exact(value, at_most=at_most)
    return text if text[0] == MINUS or not text.strip("0.") else "+" + text


def count(number: int) -> str:
    """So many things, the thousands apart, e.g. ``20,000``."""
    return f"{number:,}".replace("-", MINUS)


def file_size(size: int) -> str:
    """So many bytes, e.g. “1.2 MB” or “340 kB”."""
    if size < 999_500:
        return f"{max(round(size / 1000), 1)} kB"
    return f"{fixed(size / 1e6, 1)} MB"


def percent(share: float) -> str:
    """A share in whole percent, e.g. ``45%``."""
    return f"{fixed(100.0 * share, 0)}%"


def sized(value: float) -> str:
    """A number of any size with as few decimals as say it, at most three: ``1,000.5`` or ``1.2e−30``.

    From a thousand on the thousands stand apart; from 10⁹ on, and below 10⁻³, it is a power of ten.
    """
    size = abs(value)
    if not math.isfinite(value) or size >= 1e9:
        return fixed(value)
    if size and size < 1e-3:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}".replace("-", MINUS)
    text = f"{rounded(value, 3):,.3f}".rstrip("0").rstrip(".")
    return text.replace("-", MINUS)


def rounded(value: float, digits: int) -> float:
    """The number that ``fixed(value, digits)`` prints; never minus zero."""
    return float(f"{float(value):.{digits}f}") + 0.0


def round_up(value: float, steps: tuple[float, ...]) -> float:
    """The least of `steps` · 10ⁿ that is not below `value` > 0; `steps` rise from 1 and stay below 10."""
    power = 10.0 ** math.floor(math.log10(value))
    enough = value * (1 - 1e-9)  # 2.0000000000000004 is what rounding made of 2
    return next((step * power for step in steps if step * power >= enough), 10.0 * power)


def plain(value: float) -> str:
    """`value` for programs: the shortest text that reads back as the same float."""
    return repr(float(value) + 0.0)


def below(number: int) -> str:
    """A number in the small figures below the line, e.g. ``₁₂``."""
    return str(number).translate(str.maketrans("0123456789", BELOW))


def shape(*sizes: int) -> str:
    """A shape as on screen, e.g. ``(6 × 2)``."""
    return "(" + " × ".join(str(size) for size in sizes) + ")"


def parse(text: str) -> float:
    """The number that a person typed: ``0.5``, ``0,5``, ``−1``, ``1/3`` or ``45%``.

    Raises `Refused` with a sentence for anything else. The computer's own language plays no part: in a
    German system "0.5" is a half, too.
    """
    cleaned = text.strip().replace(MINUS, "-").replace("\u00a0", "").replace(" ", "")
    number = cleaned.removesuffix("%")
    top, slash, bottom = number.partition("/")
    try:
        value = _decimal(top)
        if slash:
            value /= _decimal(bottom)
    except ZeroDivisionError:
        raise Refused(f"“{text.strip()}” divides by zero.") from None
    except ValueError:
        typed = text.strip()[:40]
        raise Refused(f"“{typed}” is not a number; write for example 0.5, −1.25 or 1/3.") from None
    if number != cleaned:
        value /= 100.0
    if not math.isfinite(value):
        raise Refused(f"“{text.strip()[:40]}” is too large.")
    return value + 0.0


def _decimal(text: str) -> float:
    # float() would also take "nan", "1_000" and other scripts' digits: none is what a learner means.
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    if not text or not set(text) <= set("0123456789.eE+-") or len(text) > 40:
        raise ValueError(text)
    return float(text)
