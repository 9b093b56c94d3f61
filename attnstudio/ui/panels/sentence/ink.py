"""How a chip is painted: its tint, its outline, its word, and what marks it as masked or as chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from attnstudio.model import numerals
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui import ramps
from attnstudio.ui.hues import Hue
from attnstudio.ui.marks import paint_dot, paint_hatch, paint_query_dot
from attnstudio.ui.panels.sentence.chips import Chip, Measures
from attnstudio.ui.theme import Theme

_ROUND = 6
_QUIET = 8
"""Steps of the ramp up to which whole chips are kept: of many words most weigh next to nothing."""
_PENCIL_START = 70  # degrees, counter-clockwise from the right
_UNTINTED = -1  # in place of a step of the ramp: the weight is not known
_RIM = 2  # pixels around a cached face, for accents that stand out of their line


@dataclass(frozen=True, slots=True)
class ShownRow:
    """What the chips show of one row: a weight for each key, and which keys are masked; as far as Play has
    come, one or both may be empty."""

    weights: tuple[float, ...]
    hidden: tuple[bool, ...]
    is_blind: bool

    def has(self, key: int) -> bool:
        return 0 <= key < len(self.weights)

    def is_hidden(self, key: int) -> bool:
        return 0 <= key < len(self.hidden) and self.hidden[key]

    def number(self, key: int) -> str:
        """The weight as on screen, −∞ where the key is masked, "" where there is none."""
        if self.is_hidden(key):
            return numerals.MASKED
        return numerals.weight(self.weights[key]) if self.has(key) else ""


NOTHING = ShownRow((), (), False)


def shown_of(now: Snapshot, passage: int) -> ShownRow:
    """The row of the query that is shown in a passage, as far as Play has come."""
    whole = _row_of(now, passage)
    _, _, is_masked, is_weighed, _ = now.view.is_known
    if is_weighed:
        return whole
    return ShownRow((), whole.hidden, whole.is_blind) if is_masked else NOTHING


def _row_of(now: Snapshot, passage: int) -> ShownRow:
    index, trace = now.row_of(passage), now.trace_of(passage)
    if index < 0:
        return NOTHING
    row = trace.row(index)
    weights = tuple(row.weights[now.head].tolist())
    is_blind = bool(row.blind[now.head])
    return ShownRow(weights, tuple((~trace.may_look(now.head)[index]).tolist()), is_blind)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which chips stand out."""

    query: int  # row
    pointed_at: int | None  # token id
    keyboard: int | None  # id of the token on which the keyboard is
    is_figure: bool


class ChipInk:
    """Paints chips in one theme. Words and dots are kept as pictures: of a chip, only the tint changes.

    With a `hue`, tints are of the colour of a sentence."""

    def __init__(self, theme: Theme, measures: Measures, hue: Hue | None = None) -> None:
        self._theme = theme
        self._measures = measures
        self._weights = theme.weights if hue is None else hue.weights
        self._on_weights = theme.on_weights if hue is None else hue.on_weights
        self._faces: dict[tuple[int, bool, int], QPixmap] = {}
        self._quiet: dict[tuple[int, int], QPixmap] = {}  # whole chips, by token and step
        self._cue: QPixmap | None = None
        self._badge_pen = QPen(theme.accent, theme.stroke)
        self._pencil = QPen(theme.warning, 2.0 * theme.stroke)
        self._pencil.setCapStyle(Qt.PenCapStyle.RoundCap)

    def forget(self) -> None:
        """The words are others."""
        self._faces.clear()
        self._quiet.clear()

    def paint_chips(self, painter: QPainter, chips: Sequence[Chip], asked: Asked, shown: ShownRow) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for chip in chips:
            self._paint_body(painter, chip, asked, shown)
        for chip in chips:
            if chip.before or chip.after:
                self._paint_punctuation(painter, chip)
            if chip.token.source == "chance" and not asked.is_figure:
                painter.drawPixmap(self._cue_at(chip.rect), self._cue_picture(painter))

    def _paint_body(self, painter: QPainter, chip: Chip, asked: Asked, shown: ShownRow) -> None:
        theme, m, rect = self._theme, self._measures, chip.rect
        is_query = chip.query == asked.query >= 0
        is_pointed, has_focus = chip.token.id == asked.pointed_at, chip.token.id == asked.keyboard
        edge, border = theme.hairline, theme.stroke
        if has_focus:
            _fill(painter, rect, m.margin, theme.focus)
            _fill(painter, rect, m.margin - 2, theme.panel)
        elif is_pointed:
            _fill(painter, rect, m.margin - 1, theme.accent_wash)
        if is_query:
            edge, border = theme.accent, 2.0 * theme.stroke
        elif is_pointed:
            edge = theme.ink
        ground, ink, is_hidden, step = theme.panel, theme.ink, shown.is_hidden(chip.key), _UNTINTED
        if shown.has(chip.key) and not is_hidden:
            step = ramps.weight_step(shown.weights[chip.key])
            ground, ink = self._weights[step], self._on_weights[step]
        is_usual = chip.key >= 0 and not (is_query or is_pointed or has_focus or is_hidden or asked.is_figure)
        if is_usual and step <= _QUIET:
            at = rect.topLeft() - QPointF(_RIM, _RIM)
            painter.drawPixmap(at, self._quiet_chip(chip, step, painter.device().devicePixelRatioF()))
            return
        _fill(painter, rect, 0.0, edge)
        _fill(painter, rect, -border, ground)
        if is_hidden:
            paint_hatch(painter, theme, rect.adjusted(3, 3, -3, -3))
            painter.setPen(Qt.PenStyle.NoPen)
        if asked.is_figure:  # drawn once, and as letters where the paper takes letters
            painter.save()
            painter.translate(rect.topLeft())
            self._paint_face(painter, chip, ink, is_hidden)
            painter.restore()
        else:
            ratio = painter.device().devicePixelRatioF()
            painter.drawPixmap(rect.topLeft() - QPointF(_RIM, _RIM), self._face(chip, ink, is_hidden, ratio))

    def _quiet_chip(self, chip: Chip, step: int, ratio: float) -> QPixmap:
        """A chip that is neither asking, pointed at nor masked."""
        key = (chip.token.id, step)
        made = self._quiet.get(key)
        if made is None or made.devicePixelRatio() != ratio:
            made = self._quiet[key] = _empty(chip, ratio)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.translate(_RIM, _RIM)
            body = QRectF(QPointF(0.0, 0.0), chip.rect.size())
            _fill(painter, body, 0.0, self._theme.hairline)
            is_tinted = step != _UNTINTED
            _fill(painter, body, -self._theme.stroke, self._weights[step] if is_tinted else self._theme.panel)
            self._paint_face(painter, chip, self._on_weights[step] if is_tinted else self._theme.ink, False)
            painter.end()
        return made

    def _face(self, chip: Chip, ink: QColor, is_hidden: bool, ratio: float) -> QPixmap:
        key = (chip.token.id, is_hidden, ink.rgb())
        face = self._faces.get(key)
        if face is None or face.devicePixelRatio() != ratio:
            face = _empty(chip, ratio)
            painter = QPainter(face)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(_RIM, _RIM)
            self._paint_face(painter, chip, ink, is_hidden)
            painter.end()
            self._faces[key] = face
        return face

    def _paint_face(self, painter: QPainter, chip: Chip, ink: QColor, is_hidden: bool) -> None:
        """The dot and the word, from the chip's corner."""
        theme, m = self._theme, self._measures
        left = m.pad + m.dot + m.dot_gap if m.dot else (chip.rect.width() - chip.width) / 2
        word = QRectF(left, (m.chip - chip.height) / 2, chip.width, chip.height)
        if is_hidden:  # letters need a quiet ground among the lines
            painter.fillRect(word.adjusted(-3, 0, 3, 0), theme.panel)
        if m.dot:
            self._paint_dot(painter, chip)
        painter.setPen(ink)
        chip.word.draw(painter, word.topLeft())

    def _paint_dot(self, painter: QPainter, chip: Chip) -> None:
        theme, m = self._theme, self._measures
        centre = QPointF(m.pad + m.dot / 2, m.chip / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.panel)
        painter.drawEllipse(centre, m.dot / 2 + 1.5, m.dot / 2 + 1.5)
        if chip.key >= 0:
            paint_dot(painter, theme, centre, m.dot, chip.colour)
        else:  # it only asks: the first key's colour would make it that key's twin
            paint_query_dot(painter, theme, centre, m.dot)

    def paint_pencil(self, painter: QPainter, chip: Chip) -> None:
        """The ring with which a person marks a word: drawn by hand, a little beyond where it began."""
        more = self._measures.margin - 1
        around = chip.rect.adjusted(-more, -more, more, more)
        ring = QPainterPath()
        ring.arcMoveTo(around, _PENCIL_START)
        ring.arcTo(around, _PENCIL_START, 180)
        ring.arcTo(around.adjusted(-1, 1, 2, 1), _PENCIL_START + 180, 200)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._pencil)
        painter.drawPath(ring)

    def _paint_punctuation(self, painter: QPainter, chip: Chip) -> None:
        rect = chip.rect
        baseline = rect.top() + (rect.height() - chip.height) / 2 + chip.word.lineAt(0).ascent()
        painter.setFont(self._measures.word_font)
        painter.setPen(self._theme.secondary)
        if chip.before:
            painter.drawText(QPointF(rect.left() - chip.before_width, baseline), chip.before)
        if chip.after:
            painter.drawText(QPointF(rect.right() + 3, baseline), chip.after)

    def _cue_at(self, chip: QRectF) -> QPointF:
        radius = self._theme.px(7)
        return chip.topRight() + QPointF(-1.5 * radius - _RIM, -0.75 * radius - _RIM)

    def _cue_picture(self, on: QPainter) -> QPixmap:
        """A question mark for words whose vectors are a matter of chance."""
        theme, ratio = self._theme, on.device().devicePixelRatioF()
        if self._cue is None or self._cue.devicePixelRatio() != ratio:
            across = 2 * theme.px(7)
            side = math.ceil((across + 2 * _RIM) * ratio)
            self._cue = QPixmap(side, side)
            self._cue.setDevicePixelRatio(ratio)
            self._cue.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._cue)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._badge_pen)
            painter.setBrush(theme.raised)
            place = QRectF(_RIM, _RIM, across, across)
            painter.drawEllipse(place)
            painter.setFont(theme.text(10, 600))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "?")
            painter.end()
        return self._cue


def _empty(chip: Chip, ratio: float) -> QPixmap:
    """A picture as large as a chip and its rim, with nothing in it."""
    size = (chip.rect.size() * ratio).toSize()
    rim = round(2 * _RIM * ratio)
    made = QPixmap(size.width() + rim + 1, size.height() + rim + 1)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    return made


def _fill(painter: QPainter, rect: QRectF, more: float, colour: QColor) -> None:
    """A filled rounded rectangle, `more` larger than `rect` all round: two of them are faster than a pen."""
    painter.setBrush(colour)
    painter.drawRoundedRect(rect.adjusted(-more, -more, more, more), _ROUND + more, _ROUND + more)
