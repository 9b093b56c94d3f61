"""The colour and the letter by which a sentence is told from the other, the same in every panel."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QColor

from attnstudio.model.goals import letter
from attnstudio.state.palette import outline, readable_on
from attnstudio.ui import ramps
from attnstudio.ui.theme import Theme

__all__ = ["SHOWN", "Hue", "hue_of", "letter"]

SHOWN = 2
"""Sentences that are compared; of a document that has more, the first."""
_TOKENS = (4, 2)  # blue and green among the colours of tokens
_STRONG = 4.5  # contrast of letters


class Hue:
    """Of one sentence: `letter` always stands beside its colours, so that colour is never needed.

    `fill` is for areas, `line` for strokes (3:1 on a panel), `text` for letters (4.5:1); `weights` are its
    tints for 0 … 1, and `on_weights` the letters on those.
    """

    def __init__(self, theme: Theme, passage: int) -> None:
        roles = theme.roles
        colour = roles.tokens[_TOKENS[passage % SHOWN]]
        self.letter = letter(passage)
        self.fill = QColor(colour)
        self.line = QColor(outline(colour, roles.panel))
        strong = outline(colour, roles.panel, _STRONG)
        self.text = QColor(strong)
        tints = ramps.ramp(roles.weight_low, strong)
        self.weights = tuple(map(QColor, tints))
        self.on_weights = tuple(QColor(readable_on(tint, roles.ink)) for tint in tints)


@cache
def hue_of(theme: Theme, passage: int) -> Hue:
    return Hue(theme, passage)
