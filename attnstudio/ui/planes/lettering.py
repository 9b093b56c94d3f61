"""How the names on the plane are written: with a halo around their letters, so that they can be read over
an arrow and hide nothing of it but what lies right under them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from attnstudio.state.gestures import Pixel
from attnstudio.ui.glyphs import outlines_of
from attnstudio.ui.hues import hue_of
from attnstudio.ui.paper import is_vector
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Box, Label, leader
from attnstudio.ui.theme import Theme

_TURNS = tuple(math.pi * step / 6 for step in range(12))
_GAP, RING_GAP = 7.0, 15.0  # pixels between a tip and its name, without and with a ring around the tip
_HALO = 2.0  # pixels around a letter
_AROUND = tuple(QPointF(_HALO * math.cos(turn), _HALO * math.sin(turn)) for turn in _TURNS)
_KEPT = 512  # written names: those of 64 tokens, with and without their weights
_Line = tuple[QPointF, QFont, str]


def sized(
    ink: Ink,
    key: Hashable,
    text: str,
    tip: Pixel,
    cue: str,
    kind: str,
    *,
    strong: bool,
    ringed: bool,
    must: bool = True,
) -> Label:
    """A name, with the room that it takes in this ink; `cue` stands below it."""
    text, width = ink.name(text, strong)
    height = (ink.strong_form if strong else ink.words_form).height()
    if cue:
        width = max(width, ink.small_form.horizontalAdvance(cue))
        height += ink.small_form.height()
    gap = (RING_GAP if ringed else _GAP) * ink.theme.stroke
    return Label(key, text, tip, width + 4, height, gap, cue, kind, strong, must)


def draw_labels(
    painter: QPainter, ink: Ink, labels: Sequence[Label], boxes: dict[Hashable, Box], *, is_figure: bool
) -> None:
    """Names in their boxes, tied to their tips where they had to go far. A figure gets the letters
    themselves, the screen gets them as pictures that are written once."""
    placed = [(label, boxes[label.key]) for label in labels if label.key in boxes]
    leaders = [line for line in (leader(label, box) for label, box in placed) if line is not None]
    if leaders:
        painter.setPen(ink.line(ink.theme.edge))
        painter.drawLines([QLineF(*name, *tip) for name, tip in leaders])
    ratio = painter.device().devicePixelRatioF()
    for label, (left, top, _, _) in placed:
        if is_figure:
            _write(
                painter,
                ink,
                label.text,
                label.cue,
                label.kind,
                label.is_strong,
                QPointF(round(left + 2), round(top)),
            )
        else:
            # On whole pixels, or the letters would blur.
            at = QPointF(round((left + 2) * ratio) / ratio - _HALO, round(top * ratio) / ratio - _HALO)
            written = _written(ink, label.text, label.cue, label.kind, label.is_strong, ratio)
            painter.drawPixmap(at, written)


@lru_cache(_KEPT)
def _written(ink: Ink, text: str, cue: str, kind: str, is_strong: bool, ratio: float) -> QPixmap:
    """A name with a margin of `_HALO` around it."""
    form = ink.strong_form if is_strong else ink.words_form
    wide = max(form.horizontalAdvance(text), ink.small_form.horizontalAdvance(cue)) + 2 * _HALO
    high = form.height() + ink.small_form.height() * bool(cue) + 2 * _HALO
    made = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _write(painter, ink, text, cue, kind, is_strong, QPointF(_HALO, _HALO))
    painter.end()
    return made


def _write(
    painter: QPainter, ink: Ink, text: str, cue: str, kind: str, is_strong: bool, corner: QPointF
) -> None:
    theme = ink.theme
    font, form = (ink.strong, ink.strong_form) if is_strong else (ink.words, ink.words_form)
    lines: list[_Line] = [(corner + QPointF(0, form.ascent()), font, text)]
    if cue:
        lines.append((corner + QPointF(0, form.height() + ink.small_form.ascent()), ink.small, cue))
    if ink.halo.alpha():
        _draw_halo(painter, ink.halo, lines)
    painter.setPen(_colour(theme, kind))
    for at, font, line in lines:
        painter.setFont(font)
        painter.drawText(at, line)


def _draw_halo(painter: QPainter, colour: QColor, lines: list[_Line]) -> None:
    if is_vector(painter):  # in a file each word must be found once
        stroke = QPen(colour, 2 * _HALO)
        stroke.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        for at, font, line in lines:
            painter.strokePath(outlines_of(line, font).translated(at), stroke)
        return
    # A stroke of the outlines would be smoother by a hair, and come out differently on another monitor.
    painter.setPen(colour)
    for at, font, line in lines:
        painter.setFont(font)
        for around in _AROUND:
            painter.drawText(at + around, line)


def _colour(theme: Theme, kind: str) -> QColor:
    """Of a name: the letter of a sentence stands for its hue."""
    usual = {"word": theme.ink, "accent": theme.accent, "masked": theme.secondary}
    return usual[kind] if kind in usual else hue_of(theme, ord(kind) - ord("A")).text
