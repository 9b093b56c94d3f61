"""Printed arithmetic, read back and worked out again as a reader would."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from attnstudio.model.printed import worth

TOKENS = re.compile(r"exp|cos|sin|\d+(?:\.\d+)?(?:e−?\d+)?|[()+−×÷√]")
HALF = Decimal("0.49995")  # strictly less than half a unit: a half may be rounded either way


class Reader:
    """Works out one printed expression, by the usual rules of precedence, in exact decimals."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKENS.findall(text)
        assert "".join(self.tokens) == text.replace(" ", ""), f"can't be read: {text}"

    def take(self, *wanted: str) -> str | None:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else None

    def sum(self) -> Decimal:
        value = self.product()
        while sign := self.take("+", "−"):
            value += self.product() if sign == "+" else -self.product()
        return value

    def product(self) -> Decimal:
        if self.take("−"):
            return -self.product()
        value = self.factor()
        while sign := self.take("×", "÷"):
            value = value * self.factor() if sign == "×" else value / self.factor()
        return value

    def factor(self) -> Decimal:
        if self.take("√"):
            return self.factor().sqrt()
        function = self.take("exp", "cos", "sin")
        if self.take("("):
            inner = self.sum()
            assert self.take(")")
            if function == "exp":
                return inner.exp()
            by = {"cos": math.cos, "sin": math.sin}
            return Decimal(by[function](inner)) if function else inner
        return worth(self.tokens.pop(0))


def work_out(text: str) -> Decimal:
    reader = Reader(re.sub(r"… \d+ smaller terms, together (−?[\d.]+(?:e−?\d+)?)", r"(\1)", text))
    value = reader.sum()
    assert not reader.tokens
    return value


def chains(lines: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Each chain of equations as its expressions and the signs, "=" or "≈", between them."""
    joined = "\n".join(lines).replace("\n= ", " = ").replace("\n≈ ", " ≈ ")
    for line in joined.split("\n"):
        parts = re.split(r" ([=≈]) ", line.partition("   ")[0].removeprefix("sum: "))
        expressions, signs = parts[::2], parts[1::2]
        if expressions[0] in {"q · k", "|q|·|k|·cos θ", "weight", "sum"}:
            expressions, signs = expressions[1:], signs[1:]
        if signs:
            yield expressions, signs


def unit_of(text: str) -> Decimal:
    mantissa, _, exponent = text.replace("−", "-").partition("e")
    return Decimal(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


def recompute(lines: Iterable[str]) -> list[str]:
    """Check every chain; the printed results, one per chain."""
    results = []
    for expressions, signs in chains(lines):
        values = [work_out(expression) for expression in expressions]
        result = expressions[-1]
        for expression, value in zip(expressions, values, strict=True):
            assert abs(value - values[-1]) < HALF * unit_of(result), f"{expression} is not {result}"
        for sign, before, after in zip(signs, values, values[1:], strict=False):
            assert (sign == "=") == (before == after), lines
        results.append(result)
    return results


def is_on_screen(result: str, screen: str) -> bool:
    """Whether a result is what the screen shows, or one digit more of what lies between two roundings."""
    if result == screen:
        return True
    off = abs(worth(result) - worth(screen))
    return unit_of(result) * 10 == unit_of(screen) and off <= Decimal("0.5") * unit_of(screen)
