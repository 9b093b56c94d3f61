"""The formula as it stands: equation 1 of Vaswani et al. (2017), for one query, softmax(q Kᵀ / √d_k + M) V.

Only what has an effect is written: no M without a mask, no √d_k without scaling, a temperature τ where it is
not 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from attnstudio.model.document import Document
from attnstudio.model.settings import ScoreSettings, Wrong
from attnstudio.notes.steps import Step

_RIGHT = Wrong()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the formula that belongs to one step, or to none. `gap` is the room before it, in ems."""

    latex: str
    plain: str
    step: Step | None
    gap: float = 0.0


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
