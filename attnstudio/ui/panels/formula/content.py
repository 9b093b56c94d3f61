"""What the formula panel says: the pieces of the formula, and a line of numbers for every step.

The formula is equation 1 of Vaswani et al. (2017), for one query: softmax(q Kᵀ / √d_k + M) V. Only what
has an effect is written: no M without a mask, no √d_k without scaling, a temperature τ where it is not 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

from attnstudio.model import numerals
from attnstudio.model.document import Document
from attnstudio.model.settings import ScoreSettings, Wrong
from attnstudio.model.trace import Row
from attnstudio.state.snapshot import STEPS, Snapshot, Step

DIGITS = 3
_RIGHT = Wrong()
_ROUNDING = 1e-9  # what is this near to 1 is 1
FEWEST = 6  # letters of a number at least, so that a column does not jump at every minus sign

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
class Piece:
    """A piece of the formula that belongs to one step, or to none. `gap` is the room before it, in ems."""

    latex: str
    plain: str
    step: Step | None
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class StepNumbers:
    """One step: its numbers as texts, or for the mix the output as one, and what is said beside them."""

    step: Step
    numbers: tuple[str, ...]  # none where the step does nothing
    note: str


def is_masked(document: Document) -> bool:
    return document.mask.hides


def pieces(settings: ScoreSettings, masked: bool, wrong: Wrong = _RIGHT) -> tuple[Piece, ...]:
    """The formula, cut where one step ends and another begins. A mask that comes after the softmax, or
    without one, is of 1 and 0 and multiplies."""
    late = masked and (wrong.mask_after_softmax or wrong.skips_softmax)
    added = masked and not late
    tempered = settings.temperature != 1.0 and not wrong.skips_softmax
    inner = tempered and (added or wrong.added is not None)  # the temperature divides the mask, too
    made = [Piece(r"\mathrm{Attention}(q,K,V)", "Attention(q, K, V)", None), Piece("=", "=", None, 0.28)]
    if late:
        made.append(Piece("(", "(", "mask", 0.28))
    if not wrong.skips_softmax:
        made.append(Piece(r"\mathrm{softmax}", "softmax", "normalize", 0.05 if late else 0.28))
    made.append(Piece("(", "(", "normalize", 0.28 if wrong.skips_softmax and not late else 0.0))
    if inner:
        made.append(Piece("(", "(", "normalize"))
    made += _scores(settings, wrong)
    if added:
        made.append(Piece("+ M", "+ M", "mask", 0.22))
    if inner:
        made.append(Piece(")", ")", "normalize", 0.08))
    if tempered:
        made.append(Piece(r"/\,\tau", "/ τ", "normalize", 0.18))
    made.append(Piece(")", ")", "normalize", 0.1))
    if late:
        made += [Piece(r"\odot M", "⊙ M", "mask", 0.22), Piece(")", ")", "mask", 0.08)]
    made.append(Piece("V", "V", "mix", 0.12))
    return tuple(made)


def _scores(settings: ScoreSettings, wrong: Wrong) -> list[Piece]:
    made = [Piece(r"q K^{\mathsf{T}}", "q Kᵀ", "match", 0.1)]
    if settings.cosine:
        made = [Piece(r"\cos(q,K)", "cos(q, K)", "match", 0.1)]
    if settings.scale is None:
        made.append(Piece(r"/\,\sqrt{d_k}", "/ √d_k", "scale", 0.18))
    elif settings.scale != 1.0:
        made.append(Piece(r"\cdot\, s", "· s", "scale", 0.1))
    if wrong.added is not None:
        made.append(Piece("+ A", "+ A", "scale", 0.22))
    return made


def every_piece() -> frozenset[str]:
    """The LaTeX of all pieces that any settings may call for."""
    settings = (
        ScoreSettings(scale, temperature, cosine)
        for scale, temperature, cosine in product((None, 1.0, 0.5), (1.0, 0.5), (False, True))
    )
    wrongs = (_RIGHT, Wrong(mask_after_softmax=True), Wrong(skips_softmax=True), Wrong(added=(0, 0, 1.0)))
    return frozenset(
        piece.latex
        for one, masked, wrong in product(settings, (False, True), wrongs)
        for piece in pieces(one, masked, wrong)
    )


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
