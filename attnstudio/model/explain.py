"""How one number came about, product by product, in lines that can be checked by hand.

Every line holds for the numbers as they are printed: see `attnstudio.model.printed`. The steps are those of
Vaswani et al. (2017), equation 1, with softmax shifted by the row's maximum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

from attnstudio.model import numerals
from attnstudio.model.attention import normalize
from attnstudio.model.numerals import DIGITS, WEIGHT_DIGITS
from attnstudio.model.printed import (
    Term,
    added,
    by_root,
    equation,
    exp,
    faithful,
    fewest_digits,
    gives,
    is_on_screen,
    less,
    over,
    printed,
    sign,
    times,
)

Lines = tuple[str, ...]


def score(query: Sequence[float], key: Sequence[float]) -> Lines:
    """The dot product q · k of two vectors (d_k,)."""
    wanted = math.fsum(q * k for q, k in zip(query, key, strict=True))

    def tell(digits: int) -> tuple[list[str], bool]:
        products = [times(printed(q, digits), printed(k, digits)) for q, k in zip(query, key, strict=True)]
        steps = [added(products), added([printed(product.worth, digits) for product in products])]
        return _chain("q · k", steps, wanted, DIGITS)

    return tuple(fewest_digits(tell, DIGITS))


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
        lengths = times(printed(long_q, digits), printed(long_k, digits))
        return _chain("|q|·|k|·cos θ", [times(lengths, printed(cosine, digits + 1))], wanted, DIGITS)

    return tuple(fewest_digits(tell, DIGITS))


def scaled(score: float, scale: float | None, d_k: int) -> Lines:
    """A score divided by √d_k (`scale` None), or multiplied by `scale`."""
    if scale == 1.0:
        return (f"Scaling is off: {numerals.fixed(score)} stays as it is.",)
    root = math.sqrt(d_k)
    wanted = score / root if scale is None else score * scale

    def tell(digits: int) -> tuple[list[str], bool]:
        number = printed(score, digits)
        if scale is not None:
            return _chain("", [times(number, faithful(scale))], wanted, DIGITS)
        by = Term(str(round(root)), Decimal(round(root))) if root.is_integer() else printed(root, digits + 2)
        return _chain("", [by_root(number, d_k), over(number, by)], wanted, DIGITS)

    return tuple(fewest_digits(tell, DIGITS))


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
    wanted = float(normalize(masked, temperature)[j])
    digits_of_result = digits_of(wanted)

    def tell(digits: int) -> tuple[list[str], bool]:
        scores = {i: printed(masked[i], digits) for i in visible}
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
        total = added(list(powers.values()))
        summed = printed(total.worth, digits)
        if len(visible) > 1:
            lines.append(f"sum: {equation(total, summed)}")
        last, holds = _chain("weight", [over(powers[j], summed)], wanted, digits_of_result)
        return lines + last, all_hold and holds

    return tuple(fewest_digits(tell, WEIGHT_DIGITS))


def contribution(weight: float, value: Sequence[float]) -> Lines:
    """What one key adds to the output: its weight times its value (d_v,)."""

    def tell(digits: int) -> tuple[list[str], bool]:
        share = printed(weight, digits)
        chains = [
            _chain("", [times(share, printed(v, digits - 1))], weight * v, WEIGHT_DIGITS) for v in value
        ]
        return [line for lines, _ in chains for line in lines], all(holds for _, holds in chains)

    return tuple(fewest_digits(tell, WEIGHT_DIGITS))


def output(weights: Sequence[float], components: Sequence[float]) -> Lines:
    """One component of the output: weights (n_k,) times that component of every value (n_k,), added up."""
    taking_part = [(w, v) for w, v in zip(weights, components, strict=True) if w != 0.0]
    if not taking_part:
        return ("No key has a weight, so there is nothing to add: the output is 0.",)
    wanted = math.fsum(w * v for w, v in taking_part)

    def tell(digits: int) -> tuple[list[str], bool]:
        products = [times(printed(w, digits), printed(v, digits - 1)) for w, v in taking_part]
        steps = [added(products), added([printed(product.worth, digits) for product in products])]
        return _chain("", steps, wanted, DIGITS)

    return tuple(fewest_digits(tell, WEIGHT_DIGITS))


def total(weights: Sequence[float]) -> Lines:
    """The sum of a row of weights (n_k,): 1, or 0 where every key is masked. Without a softmax weights may be
    less than 0, and sum to anything."""
    visible = [w for w in weights if w != 0.0]
    if not visible:
        return ("Every key is masked: no weight is left to add, so the sum is 0.",)

    exact = math.fsum(visible)

    def tell(digits: int) -> tuple[list[str], bool]:
        lines, holds = _chain("sum", [added([printed(w, digits) for w in visible])], exact, WEIGHT_DIGITS)
        # That weights sum to 1 is the point: a sum on the edge, such as 1.0005, needs more digits, not one.
        return lines, holds and lines[-1].endswith(f" {numerals.fixed(exact, WEIGHT_DIGITS)}")

    return tuple(fewest_digits(tell, WEIGHT_DIGITS))


# --- inside ---------------------------------------------------------------------------------------------


def _chain(name: str, steps: Sequence[Term], wanted: float, digits: int) -> tuple[list[str], bool]:
    """Lines that lead through `steps` to the printed result, and whether every one of them gives it, and
    it is what the screen shows for `wanted`."""
    result = printed(steps[-1].worth, digits)
    holds = all(gives(step, result) for step in steps)
    agrees = is_on_screen(result, wanted, digits)
    lines = [f"{name} = {steps[0].text}" if name else steps[0].text]
    for before, after in zip(steps, [*steps[1:], result], strict=True):
        if after.text != before.text:
            lines.append(f"{sign(before, after)} {after.text}")
    return _on_one_line(lines), holds and agrees


def _on_one_line(lines: list[str]) -> list[str]:
    """A short chain reads best as one equation."""
    together = " ".join(lines)
    return [together] if len(together) <= 48 else lines


def _power(score: Term, top: Term, temperature: float, digits: int) -> tuple[str, Term, bool]:
    """``exp(score − top)``, step by step, its printed value, and whether both steps give it."""
    shift = less(score, top)
    if temperature != 1.0:
        shift = over(Term(f"({shift.text})", shift.worth), faithful(temperature))
    lowered = printed(shift.worth, digits)
    if lowered.worth != shift.worth:  # two digits more, or exp would show the rounding
        lowered = printed(shift.worth, digits + 2)
    steps = [exp(shift), exp(lowered)]
    result = printed(steps[-1].worth, digits)
    line = f"{equation(*steps)} {sign(steps[-1], result)} {result.text}"
    return line, result, gives(steps[0], result)


def _winner(masked: Sequence[float], j: int, visible: Sequence[int]) -> Lines:
    """Temperature 0, the limit: the largest scores share everything."""
    top = max(masked[i] for i in visible)
    winners = sum(masked[i] == top for i in visible)
    opening = "At temperature 0 the largest score takes all."
    if masked[j] < top:
        return (opening, "Another score is larger, so the weight is 0.")
    if winners == 1:
        return (opening, "This is the largest score, so the weight is 1.")
    parts = over(Term("1", Decimal(1)), Term(str(winners), Decimal(winners)))
    share, _ = _chain("weight", [parts], 1 / winners, WEIGHT_DIGITS)
    return (opening, f"{winners} scores are equally large and share it.", *share)


def digits_of(weight: float) -> int:
    """As on screen, except that a weight below a thousandth shows two digits that are not zero."""
    if 1e-9 < weight < 0.5 * 10.0**-WEIGHT_DIGITS:
        return 1 - math.floor(math.log10(weight))
    return WEIGHT_DIGITS
