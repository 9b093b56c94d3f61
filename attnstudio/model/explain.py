"""How one number came about, product by product, in lines that can be checked by hand.

Every line is worked out from the numbers as they are *printed*, the way a reader does it, and the operands
get as many digits as it takes until that ends at the number on screen. So whoever recomputes a line from
what stands there gets what stands there, whichever way they round a half: a result that would sit on the
edge between two roundings is given one digit more. "=" is exact, "≈" is rounded.

The steps are those of Vaswani et al. (2017), equation 1, with softmax shifted by the row's maximum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from attnstudio.model import numerals
from attnstudio.model.numerals import DIGITS, MINUS, WEIGHT_DIGITS

Lines = tuple[str, ...]

_MOST = 16  # digits of an operand; beyond that a float has nothing left to say
_BELOW_EXP = Decimal(-5000)  # exp of less is 0 to any number of digits that is printed here
_EDGE = Decimal("0.4999")  # of a unit in the last place: further off, two people might round differently


@dataclass(frozen=True, slots=True)
class Term:
    """A number or an expression as printed, and what it is worth to whoever reads it."""

    text: str
    worth: Decimal


def score(query: Sequence[float], key: Sequence[float]) -> Lines:
    """The dot product q · k of two vectors (d_k,)."""
    wanted = math.fsum(q * k for q, k in zip(query, key, strict=True))

    def tell(digits: int) -> tuple[list[str], bool]:
        products = [_times(_printed(q, digits), _printed(k, digits)) for q, k in zip(query, key, strict=True)]
        steps = [_sum(products), _sum([_printed(product.worth, digits) for product in products])]
        return _chain("q · k", steps, wanted, DIGITS)

    return _fewest_digits(tell, DIGITS)


def by_angle(query: Sequence[float], key: Sequence[float]) -> Lines:
    """The same score as two lengths and the cosine of the angle between them: |q|·|k|·cos θ."""
    long_q, long_k = math.hypot(*query), math.hypot(*key)
    if long_q == 0.0 or long_k == 0.0:
        return ("A zero vector has no angle to another: the score is 0.",)
    wanted = math.fsum(q * k for q, k in zip(query, key, strict=True))
    cosine = min(
        max(math.fsum(q / long_q * (k / long_k) for q, k in zip(query, key, strict=True)), -1.0), 1.0
    )

    def tell(digits: int) -> tuple[list[str], bool]:
        lengths = _times(_printed(long_q, digits), _printed(long_k, digits))
        return _chain("|q|·|k|·cos θ", [_times(lengths, _printed(cosine, digits + 1))], wanted, DIGITS)

    return _fewest_digits(tell, DIGITS)


def scaled(score: float, scale: float | None, d_k: int) -> Lines:
    """A score divided by √d_k (`scale` None), or multiplied by `scale`."""
    if scale == 1.0:
        return (f"Scaling is off: {numerals.fixed(score)} stays as it is.",)
    root = math.sqrt(d_k)
    wanted = score / root if scale is None else score * scale

    def tell(digits: int) -> tuple[list[str], bool]:
        number = _printed(score, digits)
        if scale is not None:
            return _chain("", [_times(number, _faithful(scale))], wanted, DIGITS)
        by = Term(str(round(root)), Decimal(round(root))) if root.is_integer() else _printed(root, digits + 2)
        by_root = Term(f"{number.text} ÷ √{d_k}", number.worth / Decimal(d_k).sqrt())
        return _chain("", [by_root, _over(number, by)], wanted, DIGITS)

    return _fewest_digits(tell, DIGITS)


def masked(scaled: float, may_look: bool) -> Lines:
    """What the mask makes of a scaled score: itself, or −∞."""
    number = numerals.fixed(scaled)
    if may_look:
        return (f"{number} stays: the query may look at this key.",)
    return (
        f"{number} is replaced by {numerals.fixed(-math.inf)}: the query may not look at this key.",
        f"exp({numerals.fixed(-math.inf)}) = 0, so its weight will be 0.",
    )


def weight(masked: Sequence[float], j: int, names: Sequence[str], temperature: float = 1.0) -> Lines:
    """The softmax weight of key `j` in one row of masked scores (n_k,); `names` are the keys' words."""
    visible = [i for i, value in enumerate(masked) if value > -math.inf]
    if j not in visible:
        why = "This key is masked" if visible else "Every key is masked"
        return (f"{why}: exp({numerals.fixed(-math.inf)}) = 0, so the weight is 0.",)
    if temperature == 0.0:
        return _winner(masked, j, visible)
    wanted = _softmax(masked, j, temperature)
    digits_of_result = _digits_of(wanted)

    def tell(digits: int) -> tuple[list[str], bool]:
        scores = {i: _printed(masked[i], digits) for i in visible}
        top = max(scores.values(), key=lambda term: term.worth)
        lines = [f"The row's largest score, {top.text}, is taken off: exp can't overflow, no weight changes."]
        told: dict[int, str] = {}
        powers: dict[int, Term] = {}
        all_hold = True
        for i in visible:
            told[i], powers[i], holds = _power(scores[i], top, temperature, digits)
            all_hold &= holds
        longest = max(map(len, told.values()))
        lines += [f"{line:{longest}}   {names[i]}" for i, line in told.items()]
        total = _sum(list(powers.values()))
        summed = _printed(total.worth, digits)
        if len(visible) > 1:
            lines.append(f"sum: {_equation(total, summed)}")
        last, holds = _chain("weight", [_over(powers[j], summed)], wanted, digits_of_result)
        return lines + last, all_hold and holds

    return _fewest_digits(tell, WEIGHT_DIGITS)


def contribution(weight: float, value: Sequence[float]) -> Lines:
    """What one key adds to the output: its weight times its value (d_v,)."""

    def tell(digits: int) -> tuple[list[str], bool]:
        share = _printed(weight, digits)
        chains = [
            _chain("", [_times(share, _printed(v, digits - 1))], weight * v, WEIGHT_DIGITS) for v in value
        ]
        return [line for lines, _ in chains for line in lines], all(holds for _, holds in chains)

    return _fewest_digits(tell, WEIGHT_DIGITS)


def output(weights: Sequence[float], components: Sequence[float]) -> Lines:
    """One component of the output: weights (n_k,) times that component of every value (n_k,), added up."""
    taking_part = [(w, v) for w, v in zip(weights, components, strict=True) if w > 0.0]
    if not taking_part:
        return ("No key has a weight, so there is nothing to add: the output is 0.",)
    wanted = math.fsum(w * v for w, v in taking_part)

    def tell(digits: int) -> tuple[list[str], bool]:
        products = [_times(_printed(w, digits), _printed(v, digits - 1)) for w, v in taking_part]
        steps = [_sum(products), _sum([_printed(product.worth, digits) for product in products])]
        return _chain("", steps, wanted, DIGITS)

    return _fewest_digits(tell, WEIGHT_DIGITS)


def total(weights: Sequence[float]) -> Lines:
    """The sum of a row of weights (n_k,): 1, or 0 where every key is masked."""
    visible = [w for w in weights if w > 0.0]
    if not visible:
        return ("Every key is masked: no weight is left to add, so the sum is 0.",)

    exact = math.fsum(visible)

    def tell(digits: int) -> tuple[list[str], bool]:
        lines, holds = _chain("sum", [_sum([_printed(w, digits) for w in visible])], exact, WEIGHT_DIGITS)
        # That weights sum to 1 is the point: a sum on the edge, such as 1.0005, needs more digits, not one.
        return lines, holds and lines[-1].endswith(f" {numerals.fixed(exact, WEIGHT_DIGITS)}")

    return _fewest_digits(tell, WEIGHT_DIGITS)


def worth(text: str) -> Decimal:
    """The exact value of a printed number, e.g. ``−1.25`` or ``1.25e6``."""
    return Decimal(text.replace(MINUS, "-"))


# --- inside ---------------------------------------------------------------------------------------------


def _fewest_digits(tell: Callable[[int], tuple[list[str], bool]], first: int) -> Lines:
    """The lines with the fewest digits that hold. Where floats cancel so badly that none hold, those with
    the most digits: they can still be checked, and differ from the screen by the float's own rounding."""
    for digits in range(first, _MOST):
        lines, holds = tell(digits)
        if holds:
            break
    return tuple(lines)


def _chain(name: str, steps: Sequence[Term], wanted: float, digits: int) -> tuple[list[str], bool]:
    """Lines that lead through `steps` to the printed result, and whether every one of them gives it, and
    it is what the screen shows for `wanted`."""
    result = _printed(steps[-1].worth, digits)
    holds = all(_gives(step, result) for step in steps)
    screen = numerals.fixed(wanted, digits)
    agrees = abs(result.worth - worth(screen)) <= (1 - _EDGE) * _unit(screen)
    lines = [f"{name} = {steps[0].text}" if name else steps[0].text]
    for before, after in zip(steps, [*steps[1:], result], strict=True):
        if after.text != before.text:
            lines.append(f"{_sign(before, after)} {after.text}")
    return _on_one_line(lines), holds and agrees


def _on_one_line(lines: list[str]) -> list[str]:
    """A short chain reads best as one equation."""
    together = " ".join(lines)
    return [together] if len(together) <= 48 else lines


def _power(score: Term, top: Term, temperature: float, digits: int) -> tuple[str, Term, bool]:
    """``exp(score − top)``, step by step, its printed value, and whether both steps give it."""
    shift = Term(f"{score.text} − {_guarded(top.text)}", score.worth - top.worth)
    if temperature != 1.0:
        shift = _over(Term(f"({shift.text})", shift.worth), _faithful(temperature))
    lowered = _printed(shift.worth, digits)
    if lowered.worth != shift.worth:  # two digits more, or exp would show the rounding
        lowered = _printed(shift.worth, digits + 2)
    steps = [Term(f"exp({x.text})", _exp(x.worth)) for x in (shift, lowered)]
    result = _printed(steps[-1].worth, digits)
    line = f"{_equation(*steps)} {_sign(steps[-1], result)} {result.text}"
    return line, result, _gives(steps[0], result)


def _exp(exponent: Decimal) -> Decimal:
    return Decimal(0) if exponent < _BELOW_EXP else exponent.exp()


def _winner(masked: Sequence[float], j: int, visible: Sequence[int]) -> Lines:
    """Temperature 0, the limit: the largest scores share everything."""
    top = max(masked[i] for i in visible)
    winners = sum(masked[i] == top for i in visible)
    opening = "At temperature 0 the largest score takes all."
    if masked[j] < top:
        return (opening, "Another score is larger, so the weight is 0.")
    if winners == 1:
        return (opening, "This is the largest score, so the weight is 1.")
    parts = _over(Term("1", Decimal(1)), Term(str(winners), Decimal(winners)))
    share, _ = _chain("weight", [parts], 1 / winners, WEIGHT_DIGITS)
    return (opening, f"{winners} scores are equally large and share it.", *share)


def _softmax(masked: Sequence[float], j: int, temperature: float) -> float:
    top = max(masked)
    return math.exp((masked[j] - top) / temperature) / math.fsum(
        math.exp((value - top) / temperature) for value in masked
    )


def _digits_of(weight: float) -> int:
    """As on screen, except that a weight below a thousandth shows two digits that are not zero."""
    if 1e-9 < weight < 0.5 * 10.0**-WEIGHT_DIGITS:
        return 1 - math.floor(math.log10(weight))
    return WEIGHT_DIGITS


def _printed(value: float | Decimal, digits: int) -> Term:
    """`value` with `digits` decimals, or one more where it lies on the edge between two roundings."""
    exact = value if isinstance(value, Decimal) else Decimal(float(value))
    for enough in range(digits, digits + 3):
        text = numerals.fixed(float(exact), enough)
        if _gives(Term(text, exact), Term(text, worth(text))):
            break
    return Term(text, worth(text))


def _faithful(value: float) -> Term:
    """A setting, printed so that it reads back as the very same number."""
    text = numerals.exact(value)
    if float(worth(text)) != value:
        text = numerals.plain(value).replace("-", MINUS)
    return Term(text, worth(text))


def _unit(text: str) -> Decimal:
    """One in the last printed place."""
    mantissa, _, exponent = text.replace(MINUS, "-").partition("e")
    _, _, decimals = mantissa.partition(".")
    return Decimal(1).scaleb(int(exponent or 0) - len(decimals))


def _gives(step: Term, result: Term) -> bool:
    """Whether everyone who works out `step` and rounds it gets what is printed as `result`."""
    return abs(step.worth - result.worth) <= _EDGE * _unit(result.text)


def _sign(before: Term, after: Term) -> str:
    return "=" if before.worth == after.worth else "≈"


def _equation(before: Term, after: Term) -> str:
    return f"{before.text} {_sign(before, after)} {after.text}"


def _guarded(text: str) -> str:
    """In brackets where a minus sign would meet another sign."""
    return f"({text})" if text.startswith(MINUS) else text


def _times(a: Term, b: Term) -> Term:
    return Term(f"{a.text} × {_guarded(b.text)}", a.worth * b.worth)


def _over(a: Term, b: Term) -> Term:
    return Term(f"{a.text} ÷ {_guarded(b.text)}", a.worth / b.worth)


def _sum(terms: Sequence[Term]) -> Term:
    """Added up; a term that begins with a minus sign is taken off."""
    text = terms[0].text if terms else "0"
    for term in terms[1:]:
        text += f" {MINUS} {term.text[1:]}" if term.text.startswith(MINUS) else f" + {term.text}"
    return Term(text, sum((term.worth for term in terms), Decimal(0)))
