"""What the formula panel says: a line of numbers for every step."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.trace import Row
from attnstudio.notes.formula import is_masked
from attnstudio.state.snapshot import STEPS, Snapshot, Step

DIGITS = 3
_ROUNDING = 1e-9  # what is this near to 1 is 1
FEWEST = 6  # letters of a number at least, so that a column does not jump at every minus sign

NOT_YET = "not yet"

AT_ZERO = "τ = 0: the best match takes all"
"""What is left of softmax at temperature 0; dividing by it would be nonsense."""

MEANINGS: dict[Step, str] = {
    "match": "How well does each key answer the query? Their dot product, q · k.",
    "scale": "Dot products grow with the number of dimensions; dividing by √d_k takes that out.",
    "mask": "What the query may not look at gets −∞, which the softmax turns into 0.",
    "normalize": "The softmax turns scores into weights between 0 and 1 that sum to 1.",
    "mix": "The output is the sum of the values, each times its weight.",
}


@dataclass(frozen=True, slots=True)
class StepNumbers:
    """One step: its numbers as texts, or for the mix the output as one, and what is said beside them."""

    step: Step
    numbers: tuple[str, ...]  # none where the step does nothing
    note: str


def lines(now: Snapshot, most: int) -> tuple[StepNumbers, ...]:
    """The numbers of the row that is shown, `most` of each step at most; () where no word asks."""
    if now.query_index < 0:
        return ()
    row, head = now.trace.row(now.query_index), now.head
    found: dict[Step, list[float]] = {
        "match": row.scores[head][:most].tolist(),
        "scale": row.scaled[head][:most].tolist(),
        "mask": row.masked[head][:most].tolist(),
        "normalize": row.weights[head][:most].tolist(),
    }
    document = now.document
    is_late = document.wrong.mask_after_softmax or document.wrong.skips_softmax
    made = []
    for step in STEPS:
        note = _note(step, now, row)
        if step == "mask" and not is_masked(document):
            # It has its line all the same: the others stay where they are when a mask comes.
            made.append(StepNumbers(step, (), "no mask: nothing is hidden"))
        elif step == "mask" and is_late:
            made.append(StepNumbers(step, tuple("0" if n == -math.inf else "1" for n in found[step]), note))
        elif step == "mix":
            made.append(StepNumbers(step, (_vector(row.output[head].tolist()),), note))
        elif step == "normalize":
            write = _score if document.wrong.skips_softmax else numerals.weight
            made.append(StepNumbers(step, tuple(map(write, found[step])), note))
        else:
            made.append(StepNumbers(step, tuple(map(_score, found[step])), note))
    return tuple(made)


def so_far(whole: tuple[StepNumbers, ...], is_known: tuple[bool, ...]) -> tuple[StepNumbers, ...]:
    """The lines, without what the steps that Play has not come to will find."""
    return tuple(
        line if known else StepNumbers(line.step, (), NOT_YET)
        for line, known in zip(whole, is_known[: len(whole)], strict=True)
    )


def spread(numbers: tuple[str, ...], column: int, is_whole: bool) -> str:
    """Numbers as one text in columns of `column` letters, aligned on the point."""
    inside = "".join(number.rjust(column) for number in numbers)
    return f"[{inside} ]" if is_whole else f"[{inside}  …]"


def _score(value: float) -> str:
    return numerals.fixed(value, DIGITS)


def _note(step: Step, now: Snapshot, row: Row) -> str:
    settings, wrong = now.document.settings, now.document.wrong
    if step == "match":
        return "cosines" if settings.cosine else ""
    if step == "scale":
        if settings.scale is None:
            return f"÷ √{now.trace.d_k}"
        return "not scaled" if settings.scale == 1.0 else f"× {numerals.exact(settings.scale)}"
    if step == "mask" and wrong.skips_softmax:
        return "times 1 or 0"
    if step == "mask" and wrong.mask_after_softmax:
        return "after the softmax!"
    if step == "normalize":
        return _note_on_weights(now, row)
    return ""


def _note_on_weights(now: Snapshot, row: Row) -> str:
    tau, wrong = now.document.settings.temperature, now.document.wrong
    total = math.fsum(row.weights[now.head].tolist())
    if bool(row.blind[now.head]):
        return "nothing to look at"
    if wrong.skips_softmax:
        return f"no softmax: sum {_score(total)}"
    sums = "sums to 1"
    if wrong.mask_after_softmax and total < 1.0 - _ROUNDING:
        sums = f"sums to {_score(total)}"
    if tau == 0.0:
        return AT_ZERO if sums == "sums to 1" else f"τ = 0, {sums}"
    return sums if tau == 1.0 else f"τ = {numerals.exact(tau)}, {sums}"


def _vector(components: list[float]) -> str:
    shown = numerals.vector(components[:8], DIGITS)
    return shown if len(components) <= 8 else f"{shown[:-1]}, …) of {len(components)} numbers"
