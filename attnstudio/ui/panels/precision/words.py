"""What the two experiments show, in words and in rows of a table. NaN never stands without its reason."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.precision import (
    LARGEST_HALF,
    HalfRow,
    Shares,
    SoftmaxRow,
    exact_scores,
    exp_limit,
    half_divided_after,
    half_divided_before,
    naive_softmax,
    stable_softmax,
    weight_in_words,
)
from attnstudio.model.settings import Trial

HALF_HEAD = ("", "q·k₁  q·k₂", "÷ √d_k", "weights")
SOFTMAX_HEAD = ("", "e to the scores", "weights")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `is_lost` where its weights are not what they should be."""

    cells: tuple[str, ...]
    is_lost: bool = False


def half_rows(trial: Trial) -> tuple[Row, ...]:
    """Exact, then in float16 with the scores divided after they were stored, then with q divided first."""
    exact = exact_scores(trial)
    after, before = half_divided_after(trial), half_divided_before(trial)
    return (
        Row(("exact", _pair(exact.scores), _pair(exact.divided), _weights(exact.shares))),
        _half_row("float16, ÷ after", after, exact),
        _half_row("float16, ÷ first", before, exact, is_divided=True),
    )


def softmax_rows(trial: Trial) -> tuple[Row, ...]:
    """Naive in both formats, then with the largest score subtracted."""
    stable = stable_softmax(trial.scores, "float64")
    rows = []
    for name, row in (
        ("naive, float32", naive_softmax(trial.scores, "float32")),
        ("naive, float64", naive_softmax(trial.scores, "float64")),
        ("largest taken off", stable),
    ):
        is_lost = not row.shares.are_right(stable.shares)
        rows.append(Row((name, _pair(row.powers), _weights(row.shares)), is_lost))
    return tuple(rows)


def half_sentence(trial: Trial) -> str:
    exact, after = exact_scores(trial), half_divided_after(trial)
    before = half_divided_before(trial)
    told = (
        f"q·k₁ = {trial.d_k} · {_number(trial.query)} · {_number(trial.first)} = {_number(exact.scores[0])}"
    )
    if all(map(math.isfinite, after.scores)):
        if after.shares.are_right(exact.shares):
            return f"{told} fits into float16, which ends at {_number(LARGEST_HALF)}."
        return f"{told} fits into float16, but it is rounded there so much that the weights are others."
    broken = f"{told}; float16 ends at {_number(LARGEST_HALF)}, so what is beyond becomes ∞"
    if after.shares.why:
        why = _unbroken(after.shares.why)
        broken += f". The softmax takes {why}, which is not a number: every weight is lost."
    else:
        broken += ": the weights still come out, but only by luck." if _is_lucky(after, exact) else "."
    first = f"with q divided by √{trial.d_k} first"
    if before.shares.are_right(exact.shares):
        return f"{broken} W{first[1:]}, it fits."
    if all(map(math.isfinite, before.scores)):
        return f"{broken} W{first[1:]}, it fits, but is rounded so much that the weights are others."
    return f"{broken} Even {first} it does not fit."


def softmax_sentence(trial: Trial) -> str:
    stable = stable_softmax(trial.scores, "float64")
    naive = {kind: naive_softmax(trial.scores, kind) for kind in ("float32", "float64")}
    limits = {kind: numerals.fixed(exp_limit(kind)) for kind in ("float32", "float64")}
    lost = [kind for kind, row in naive.items() if not row.shares.are_right(stable.shares)]
    told = f"e to a score is ∞ from {limits['float32']} on in float32, from {limits['float64']} in float64"
    if not lost:
        return f"{told}: these scores are safe in both."
    where = "in both" if len(lost) == 2 else f"in {lost[0]}"
    cure = (
        f"with {_number(max(trial.scores))} taken off both scores the weights are the same, and none fails."
    )
    return f"{told}. Here the naive softmax fails {where}: {_failure(naive[lost[0]])}; {cure}"


def entries_in_words(trial: Trial) -> str:
    """For a picture, which has no fields."""
    return (
        f"every entry of q is {_number(trial.query)}, of k₁ {_number(trial.first)}, "
        f"of k₂ {_number(trial.second)}; d_k = {trial.d_k}"
    )


def scores_in_words(trial: Trial) -> str:
    return f"scores {' and '.join(map(_number, trial.scores))}"


def in_words(trial: Trial) -> str:
    """The caption of a picture."""
    return f"{entries_in_words(trial)}; {scores_in_words(trial)}"


def _failure(row: SoftmaxRow) -> str:
    if row.shares.why:
        return f"{_unbroken(row.shares.why)} is not a number (NaN)"
    return "the sum is ∞, and all weights are 0"


def _unbroken(operation: str) -> str:
    """An operation that stays in one line."""
    return operation.replace(" ", "\u00a0")


def _is_lucky(row: HalfRow, exact: HalfRow) -> bool:
    return row.shares.are_right(exact.shares)


def _half_row(name: str, row: HalfRow, exact: HalfRow, is_divided: bool = False) -> Row:
    divided = "is done" if is_divided else _pair(row.divided)
    lost = not row.shares.are_right(exact.shares)
    return Row((name, _pair(row.scores), divided, _weights(row.shares)), lost)


def _weights(shares: Shares) -> str:
    if shares.values == (None, None):
        return weight_in_words(None, shares.why)
    return "  ".join(weight_in_words(share, shares.why) for share in shares.values)


def _pair(numbers: tuple[float, float]) -> str:
    return "  ".join(map(_number, numbers))


_number = numerals.sized
