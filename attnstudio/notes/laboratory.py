"""The d_k laboratory in words and tables: what is drawn, what came of it, and what follows."""

from __future__ import annotations

import math
from typing import Any

from attnstudio.model import numerals
from attnstudio.model.attention import normalize
from attnstudio.model.printed import sign_of
from attnstudio.model.sampled import Measures, Point, Sampled
from attnstudio.model.sampling import divisor_of
from attnstudio.model.settings import Distribution, Divisor, Sampling
from attnstudio.notes.tables import aligned

DIVISOR_NAMES: dict[Divisor, str] = {
    "sqrt d_k": "√d_k",
    "d_k": "d_k",
    "sqrt d_model": "√d_model",
    "one": "1",
    "temperature": "temperature",
}
DISTRIBUTION_NAMES: dict[Distribution, str] = {"normal": "normal", "uniform": "uniform", "signs": "±1"}
MEASURE_NAMES = ("spread", "largest", "entropy", "gradient")

_FLAT = 1.35  # a largest weight of less than so many times 1/n means that all are about alike
_SHARP = 0.96  # and from here on one key takes nearly all


def divisor_in_words(sampling: Sampling) -> str:
    """What the scores are divided by, with its value: “√d_k = √64 = 8” or “√d_k = √2 ≈ 1.41”."""
    divisor = divisor_of(sampling)
    value = numerals.exact(divisor, at_most=2)
    is_ = sign_of(divisor, value)
    if sampling.divisor == "sqrt d_k":
        return f"√d_k = √{sampling.d_k} {is_} {value}"
    if sampling.divisor == "sqrt d_model":
        return f"√d_model = √{sampling.d_model} {is_} {value}"
    if sampling.divisor == "one":
        return "1: the scores stay raw"
    return f"{DIVISOR_NAMES[sampling.divisor]} {is_} {value}"


def settings_in_words(sampling: Sampling) -> str:
    """The caption of a picture: everything that has to be known to draw the same again."""
    keys = "1 key" if sampling.keys == 1 else f"{sampling.keys} keys"
    return (
        f"d_k = {sampling.d_k} · {keys} · {numerals.count(sampling.draws)} draws · components "
        f"{DISTRIBUTION_NAMES[sampling.distribution]}, mean 0, variance 1 · seed {sampling.seed} · "
        f"divided by {divisor_in_words(sampling)}"
    )


def picture_in_words(sampling: Sampling) -> str:
    """What stands for a picture of the laboratory: which vectors were drawn, for the sentence of the query
    that asks tells nothing of them."""
    return f"the d_k laboratory: {settings_in_words(sampling)}"


def conclusion(sampled: Sampled) -> str:
    """What the numbers say, with the numbers of just now."""
    sampling, point = sampled.sampling, sampled.point
    if sampling.keys == 1:
        return "A single key always has the weight 1, whatever its score: take two keys or more."
    raw, scaled = point.raw, point.scaled
    told = (
        f"At d_k = {sampling.d_k} the raw scores spread ±{_two(raw.spread)}, and the largest of "
        f"{sampling.keys} weights is {_two(raw.largest)} on average. Divided by √{sampling.d_k} they spread "
        f"±{_two(scaled.spread)}, and the largest is {_two(scaled.largest)}."
    )
    return f"{told} {_other(sampling, point)}".strip()


def _other(sampling: Sampling, point: Point) -> str:
    if sampling.divisor == "one":
        return "Divided by 1, nothing changes."
    if point.other is None:
        return ""
    largest, spread = point.other.largest, point.other.spread
    told = f"Divided by {divisor_in_words(sampling)} they spread ±{_two(spread)}"
    told += f", and the largest is {_two(largest)}"
    if largest * sampling.keys < _FLAT:
        return f"{told}: the weights go flat, all near 1/{sampling.keys}."
    if largest > _SHARP:
        return f"{told}: one key takes nearly all."
    return f"{told}."


def laboratory_table(sampled: Sampled) -> str:
    """For the terminal: the settings, the measures at the chosen d_k, some draws, and the curves."""
    sampling = sampled.sampling
    parts = [f"{settings_in_words(sampling)}\n", f"{conclusion(sampled)}\n", _point_table(sampled)]
    parts.append(f"The first {len(sampled.rows)} draws, as they came out:\n{_rows_table(sampled)}")
    parts.append(f"Against d_k, {numerals.count(sampled.curve_draws)} draws each:\n{_curve_table(sampled)}")
    return "\n".join(parts)


def laboratory_members(sampled: Sampled) -> dict[str, Any]:
    """The same for programs, in full precision."""
    sampling = sampled.sampling
    return {
        "sampling": {name: getattr(sampling, name) for name in Sampling.__slots__},
        "divided_by": divisor_of(sampling),
        "point": _members(sampled.point),
        "scores_of_first_draws": [list(row) for row in sampled.rows],
        "curve": [_members(point) for point in sampled.curve],
    }


def _members(point: Point) -> dict[str, Any]:
    told: dict[str, Any] = {"d_k": point.d_k, "draws": point.draws}
    for name in ("raw", "scaled", "other"):
        measures = getattr(point, name)
        if measures is not None:
            told[name] = {measure: getattr(measures, measure) for measure in MEASURE_NAMES}
    return told


def _point_table(sampled: Sampled) -> str:
    sampling, point = sampled.sampling, sampled.point
    rows: list[tuple[str, ...]] = [("scores", "spread ±", "largest weight", "entropy, nats", "gradient")]
    rows.append(("raw", *_numbers(point.raw)))
    rows.append(("÷ √d_k", *_numbers(point.scaled)))
    if point.other is not None:
        rows.append((f"÷ {DIVISOR_NAMES[sampling.divisor]}", *_numbers(point.other)))
    most = numerals.fixed(math.log(sampling.keys), 3)
    return aligned(rows) + f"Entropy is at most ln {sampling.keys} = {most}, where all weights are alike.\n"


def _rows_table(sampled: Sampled) -> str:
    divisor = divisor_of(sampled.sampling)
    name = DIVISOR_NAMES[sampled.sampling.divisor]
    shown = sampled.rows[0][:_PRINTED] if sampled.rows else ()
    rows = [("draw", "", *(f"key {number}" for number in range(1, len(shown) + 1)))]
    for number, scores in enumerate(sampled.rows, start=1):
        raw = normalize(scores).tolist()[:_PRINTED]
        divided = normalize([score / divisor for score in scores]).tolist()[:_PRINTED]
        rows.append((str(number), "score", *(numerals.fixed(score) for score in scores[:_PRINTED])))
        rows.append(("", "weight, raw", *map(numerals.weight, raw)))
        rows.append(("", f"weight, ÷ {name}", *map(numerals.weight, divided)))
    rest = len(sampled.rows[0]) - len(shown) if sampled.rows else 0
    return aligned(rows, left=2) + (f"and {rest} keys more\n" if rest else "")


def _curve_table(sampled: Sampled) -> str:
    kinds = [("raw", "raw"), ("÷ √d_k", "scaled")]
    if sampled.point.other is not None:
        kinds.append((f"÷ {DIVISOR_NAMES[sampled.sampling.divisor]}", "other"))
    head = ["d_k", "√d_k"]
    for name, _ in kinds:
        head += [f"{name}: spread", "largest", "entropy", "gradient"]
    rows = [tuple(head)]
    for point in sampled.curve:
        row = [str(point.d_k), numerals.fixed(math.sqrt(point.d_k))]
        for _, kind in kinds:
            row += _numbers(getattr(point, kind))
        rows.append(tuple(row))
    return aligned(rows, left=0)


_PRINTED = 8  # keys of a draw


def _numbers(measures: Measures) -> list[str]:
    digits = (2, 3, 3, 3)
    return [
        numerals.fixed(getattr(measures, name), places)
        for name, places in zip(MEASURE_NAMES, digits, strict=True)
    ]


def _two(value: float) -> str:
    return numerals.fixed(value)
