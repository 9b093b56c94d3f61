"""The painted part: a mark, a sentence and its number for each invariant. Buttons stand on it as children."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from attnstudio.model.breaking import Way
from attnstudio.model.invariants import IDS, Finding, Id
from attnstudio.state.snapshot import Step
from attnstudio.ui.panels.holds.content import NEEDS
from attnstudio.ui.panels.holds.places import Form, Row, lay_out
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics
from attnstudio.ui.widgets import button

MOST_BUTTONS = 2
"""Of one row: what comes third is offered when the second was done."""

_LEAST, _FIGURE = 220, 420  # pixels of width, on screen and in a picture

BESIDE: tuple[Form, ...] = ("long", "short")


class Board(Surface):
    """Asks `press` for what a button does, and `point_at` for the step that a row is about."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        press: Callable[[Id, int], None],
        point_at: Callable[[Step | None], None],
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("What must hold, one by one")
        self._point_at = point_at
        self.found: tuple[Finding, ...] = ()
        self.rows: tuple[Row, ...] = ()
        self._ways: dict[Id, tuple[Way, ...]] = {}
        self._hover: Step | None = None
        self.is_figure = False
        self.buttons: dict[Id, list[QToolButton]] = {
            asked: [self._button(press, asked, number) for number in range(MOST_BUTTONS)] for asked in IDS
        }
        self.retheme(theme)

    # --- what is shown --------------------------------------------------------------------------------

    def retheme(self, theme: Theme) -> None:
        self.theme = theme
        self._sentence, self._value = theme.text(BODY), theme.words(SMALL)
        self._ascents = [metrics(font.key(), font).ascent() for font in (self._sentence, self._value)]
        self._pens = {
            True: QPen(theme.good, 1.5 * theme.stroke),
            False: QPen(theme.warning, 1.5 * theme.stroke),
            None: QPen(theme.secondary, 1.5 * theme.stroke),
        }
        self.lay_out()

    def show_findings(self, found: tuple[Finding, ...]) -> None:
        """Repaint just the rows that differ; lay out anew only where a sentence does."""
        before, self.found = self.found, found
        if [one.sentence for one in before] != [one.sentence for one in found]:
            self.lay_out()
            return
        for was, now, row in zip(before, found, self.rows, strict=True):
            if was != now:
                self.update(row.whole)

    def show_ways(self, ways: dict[Id, tuple[Way, ...]]) -> None:
        self._ways = ways
        self.lay_out()

    def show_hover(self, step: Step | None) -> None:
        if step != self._hover:
            before, self._hover = self._hover, step
            for one, row in zip(self.found, self.rows, strict=True):
                if NEEDS[one.id] in (before, step):
                    self.update(row.whole)

    def minimumSizeHint(self) -> QSize:
        least = _FIGURE if self.is_figure else _LEAST
        return QSize(self.theme.px(least), self.rows[-1].whole.bottom() + 1 if self.rows else 0)

    def lay_out(self) -> None:
        """Find the places for the present width, and put the buttons there."""
        shown = [() if self.is_figure else self._ways.get(one.id, ())[:MOST_BUTTONS] for one in self.found]
        sizes: dict[Form, list[list[QSize]]] = {
            form: [self._sizes(one.id, ways, form) for one, ways in zip(self.found, shown, strict=True)]
            for form in BESIDE
        }
        # A picture is laid out before it has its width, and has to know then how high it will be.
        width = max(self.width(), self.theme.px(_FIGURE)) if self.is_figure else self.width()
        self.rows = lay_out(self.theme, width, self.found, sizes)
        placed: set[QToolButton] = set()
        for one, ways, row in zip(self.found, shown, self.rows, strict=True):
            for made, way, rect in zip(self.buttons[one.id], ways, row.buttons, strict=False):
                self._dress(made, way, row.form)
                made.setGeometry(rect)
                made.show()
                placed.add(made)
        for made in self._all_buttons():
            if made not in placed:
                made.hide()
        high = self.minimumSizeHint().height()
        if high != self.minimumHeight():
            self.setMinimumHeight(high)
        self.update()

    def _sizes(self, asked: Id, ways: Sequence[Way], form: Form) -> list[QSize]:
        sizes = []
        for made, way in zip(self.buttons[asked], ways, strict=False):
            self._dress(made, way, form)
            made.ensurePolished()
            sizes.append(made.sizeHint())
        return sizes

    def _dress(self, made: QToolButton, way: Way, form: Form) -> None:
        text = way.short if form == "short" else way.text
        if made.text() != text:
            made.setText(text)
        if made.accessibleName() != way.text:
            made.setAccessibleName(way.text)
        made.setToolTip(plain_tip(way.text if form == "short" else ""))

    def _button(self, press: Callable[[Id, int], None], asked: Id, number: int) -> QToolButton:
        made = button("", "link", lambda: press(asked, number))
        made.setParent(self)
        made.hide()
        return made

    def _all_buttons(self) -> Sequence[QToolButton]:
        return [made for buttons in self.buttons.values() for made in buttons]

    # --- the hand -------------------------------------------------------------------------------------

    def row_at(self, y: float) -> int:
        """−1 below the last row."""
        return next((n for n, row in enumerate(self.rows) if row.whole.top() <= y <= row.whole.bottom()), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self.row_at(event.position().y())
        self._point_at(NEEDS[self.found[number].id] if number >= 0 else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self.row_at(event.pos().y())
            if number >= 0:
                one = self.found[number]
                QToolTip.showText(event.globalPos(), plain_tip(f"{one.sentence}: {one.value}"), self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.lay_out()

    # --- painting -------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme.panel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for one, row in zip(self.found, self.rows, strict=True):
            if row.whole.intersects(event.rect()):
                self._paint_row(painter, one, row)
        painter.end()

    def _paint_row(self, painter: QPainter, one: Finding, row: Row) -> None:
        theme = self.theme
        if self._hover == NEEDS[one.id] and not self.is_figure:
            painter.fillRect(row.whole.adjusted(0, 1, 0, -1), theme.accent_wash)
        self._paint_mark(painter, one.holds, row.mark)
        painter.setPen(theme.secondary if one.holds is None else theme.ink)
        painter.setFont(self._sentence)
        if row.form == "stacked":
            painter.drawText(row.sentence, Qt.TextFlag.TextWordWrap, one.sentence)
        else:
            painter.drawText(row.sentence.topLeft() + QPointF(0.0, self._ascents[0]), one.sentence)
        painter.setPen(theme.warning if one.holds is False else theme.secondary)
        painter.setFont(self._value)
        if row.form == "stacked":
            painter.drawText(row.value, Qt.TextFlag.TextWordWrap, one.value)
            return
        font = self._value
        text = metrics(font.key(), font).elidedText(one.value, Qt.TextElideMode.ElideRight, row.value.width())
        painter.drawText(row.value.topLeft() + QPointF(0.0, self._ascents[1]), text)

    def _paint_mark(self, painter: QPainter, holds: bool | None, place: QRectF) -> None:
        """A tick, a cross or a dash in a circle: shapes, so that no colour is needed."""
        theme, centre, r = self.theme, place.center(), place.width() / 2
        grounds: dict[bool | None, QColor] = {True: theme.good_wash, False: theme.panel, None: theme.panel}
        painter.setPen(self._pens[holds])
        painter.setBrush(grounds[holds])
        painter.drawEllipse(centre, r, r)
        if holds:
            ends = (QPointF(-0.42, 0.04), QPointF(-0.1, 0.36), QPointF(0.44, -0.32))
            painter.drawPolyline(QPolygonF([centre + end * r for end in ends]))
        elif holds is None:
            painter.drawLine(centre + QPointF(-0.45 * r, 0), centre + QPointF(0.45 * r, 0))
        else:
            arm = 0.36 * r
            painter.drawLine(centre + QPointF(-arm, -arm), centre + QPointF(arm, arm))
            painter.drawLine(centre + QPointF(-arm, arm), centre + QPointF(arm, -arm))

    def rect_of(self, number: int) -> QRect:
        return self.rows[number].whole
