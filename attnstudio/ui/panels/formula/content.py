"""What the formula panel says: the pieces of the formula, and a line of numbers for every step.

The formula is equation 1 of Vaswani et al. (2017), for one query: softmax(q Kᵀ / √d_k + M) V. Only what
has an effect is written: no M without a mask, no √d_k without scaling, a temperature τ where it is not 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from attnstudio.model import numerals
from attnstudio.model.document import Document
from attnstudio.model.settings import ScoreSettings
from attnstudio.state.snapshot import STEPS, Snapshot, Step

DIGITS = 3
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
class Line:
    """One step: its numbers as texts, or for the mix the output as one, and what is said beside them."""

    step: Step
    numbers: tuple[str, ...]  # none where the step does nothing
    note: str


def is_masked(document: Document) -> bool:
    return document.mask.rule != "none" or bool(document.mask.flipped)


def pieces(settings: ScoreSettings, masked: bool) -> tuple[Piece, ...]:
    """The formula, cut where one step ends and another begins."""
    tempered = settings.temperature != 1.0
    inner = tempered and masked  # the temperature divides the mask, too
    made = [
        Piece(r"\mathrm{Attention}(q,K,V)", "Attention(q, K, V)", None),
        Piece("=", "=", None, 0.28),
        Piece(r"\mathrm{softmax}", "softmax", "normalize", 0.28),
        Piece("(", "(", "normalize"),
    ]
    if inner:
        made.append(Piece("(", "(", "normalize"))
    made.append(Piece(r"q K^{\mathsf{T}}", "q Kᵀ", "match", 0.1))
    if settings.scale is None:
        made.append(Piece(r"/\,\sqrt{d_k}", "/ √d_k", "scale", 0.18))
    elif settings.scale != 1.0:
        made.append(Piece(r"\cdot\, s", "· s", "scale", 0.1))
    if masked:
        made.append(Piece("+ M", "+ M", "mask", 0.22))
    if inner:
        made.append(Piece(")", ")", "normalize", 0.08))
    if tempered:
        made.append(Piece(r"/\,\tau", "/ τ", "normalize", 0.18))
    made.append(Piece(")", ")", "normalize", 0.1))
    made.append(Piece("V", "V", "mix", 0.12))
    return tuple(made)


def every_piece() -> frozenset[str]:
    """The LaTeX of all pieces that any settings may call for."""
    scales, temperatures = (None, 1.0, 0.5), (1.0, 0.5)
    return frozenset(
        piece.latex
        for scale, temperature, masked in product(scales, temperatures, (False, True))
        for piece in pieces(ScoreSettings(scale=scale, temperature=temperature), masked)
    )


def lines(now: Snapshot, most: int) -> tuple[Line, ...]:
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
    settings, blind = now.document.settings, bool(row.blind[head])
    made = []
    for step in STEPS:
        note = _note(step, settings, now.trace.d_k, blind)
        if step == "mask" and not is_masked(now.document):
            # It has its line all the same: the others stay where they are when a mask comes.
            made.append(Line(step, (), "no mask: nothing is hidden"))
        elif step == "mix":
            made.append(Line(step, (_vector(row.output[head].tolist()),), note))
        elif step == "normalize":
            made.append(Line(step, tuple(map(numerals.weight, found[step])), note))
        else:
            made.append(Line(step, tuple(numerals.fixed(n, DIGITS) for n in found[step]), note))
    return tuple(made)


def spread(numbers: tuple[str, ...], column: int, is_whole: bool) -> str:
    """Numbers as one text in columns of `column` letters, aligned on the point."""
    inside = "".join(number.rjust(column) for number in numbers)
    return f"[{inside} ]" if is_whole else f"[{inside}  …]"


def _note(step: Step, settings: ScoreSettings, d_k: int, blind: bool) -> str:
    if step == "scale":
        if settings.scale is None:
            return f"÷ √{d_k}"
        return "not scaled" if settings.scale == 1.0 else f"× {numerals.exact(settings.scale)}"
    if step == "normalize":
        tau = settings.temperature
        if blind:
            return "nothing to look at"
        if tau == 0.0:
            return AT_ZERO
        return "sums to 1" if tau == 1.0 else f"τ = {numerals.exact(tau)}, sums to 1"
    return ""


def _vector(components: list[float]) -> str:
    shown = numerals.vector(components[:8], DIGITS)
    return shown if len(components) <= 8 else f"{shown[:-1]}, …) of {len(components)} numbers"
