"""Raw, scaled, divided by something else: one colour, one line and one fill for each, in every panel.

Raw is a whole line and a full bar, scaled is dashed and hatched, anything else dotted: no colour is needed.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from attnstudio.model.settings import Divisor, Sampling
from attnstudio.notes.laboratory import DIVISOR_NAMES
from attnstudio.ui.theme import Theme

Kind = Literal["raw", "scaled", "other"]
KINDS: tuple[Kind, ...] = ("raw", "scaled", "other")

_DASHES: dict[Kind, list[float]] = {"raw": [], "scaled": [4.0, 2.2], "other": [1.0, 1.8]}


def colour_of(theme: Theme, kind: Kind) -> QColor:
    if kind == "raw":
        return theme.warning
    return theme.good if kind == "scaled" else theme.ink


def pen_of(theme: Theme, kind: Kind) -> QPen:
    pen = QPen(colour_of(theme, kind), 2 * theme.stroke)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if _DASHES[kind]:
        pen.setDashPattern(_DASHES[kind])
    return pen


def name_of(kind: Kind, sampling: Sampling) -> str:
    """As it is read: “raw”, “÷ √d_k”."""
    if kind == "raw":
        return "raw"
    return "÷ √d_k" if kind == "scaled" else f"÷ {short_name(sampling.divisor)}"


def short_name(divisor: Divisor) -> str:
    """What is divided by, where room is scarce."""
    return "T" if divisor == "temperature" else DIVISOR_NAMES[divisor]


def drawn_name(name: str) -> str:
    """For `subscript.draw_name`, which puts one sign after each “_” below the line."""
    return name.replace("d_model", "d_m_o_d_e_l")


def divided_kind(sampling: Sampling) -> Kind:
    """The kind of the scores that enter the softmax."""
    if sampling.divisor == "sqrt d_k":
        return "scaled"
    return "raw" if sampling.divisor == "one" else "other"
