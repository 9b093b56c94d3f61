"""Which components make a pair: an example of four, turned under both conventions, one plane a pair."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.limits import require_numbers
from attnstudio.model.refused import Refused
from attnstudio.model.settings import PAIRINGS, Pairing, Positions
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.accessible import Part
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.panel import Surface
from attnstudio.ui.panels.positions.content import EXAMPLE, Turned, turned_example
from attnstudio.ui.panels.positions.params import changing
from attnstudio.ui.panels.positions.sketch import Drawn, draw_plane, reach_of
from attnstudio.ui.theme import SMALL, Theme, metrics, theme_of, width_of
from attnstudio.ui.widgets import Segmented, label
from attnstudio.ui.wrapped import Group, Wrapped

PAIR = "Pair components"
HELP = "Both conventions are in use, and weights that were learned under one fit no other."
_LEAST, _GAP = 64, 10  # pixels of a plane, and between two, at 100 %
_DIGITS = 3
_FARTHEST = 10_000
_COUNT = len(EXAMPLE) // 2  # pairs


class PairsSurface(Surface):
    """Both conventions side by side: its name, its planes, and the vector that comes out."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Pairs of components")
        self._store = store
        self.rows: tuple[Turned, ...] = ()
        self._chosen: Pairing = "interleaved"

    def show_example(self, x: tuple[float, ...], place: int, positions: Positions) -> None:
        self.rows = tuple(turned_example(x, place, positions, pairing) for pairing in PAIRINGS)
        self._chosen = positions.pairing
        self.update()

    def minimumSizeHint(self) -> QSize:
        theme = theme_of(self._store.view)
        side, gap = theme.px(_LEAST), theme.px(_GAP)
        wide = _COUNT * (side + gap) + self._number_width(theme)
        return QSize(round(len(PAIRINGS) * (wide + gap)), side + self._title_height(theme))

    def rect_of(self, number: int) -> QRect:
        """The room of one convention."""
        wide = self.width() // len(PAIRINGS)
        return QRect(number * wide, 0, wide, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        for number, row in enumerate(self.rows):
            self._draw_convention(painter, theme, QRectF(self.rect_of(number)), row)
        painter.end()

    # --- inside ---------------------------------------------------------------------------------------

    def _draw_convention(self, painter: QPainter, theme: Theme, area: QRectF, row: Turned) -> None:
        gap, title = theme.px(_GAP), self._title_height(theme)
        room = (area.width() - self._number_width(theme) - gap) / _COUNT - gap
        side = max(min(area.height() - title, room), 1.0)
        self._draw_name(painter, theme, QRectF(area.left(), area.top(), area.width(), title), row)
        left, top = area.left(), area.top() + title
        for pair in range(len(row.names)):
            self._draw_pair(painter, theme, QRectF(left, top, side, side), row, pair)
            left += side + gap
        self._draw_result(painter, theme, QRectF(left, top, area.right() - left, side), row)

    def _draw_pair(self, painter: QPainter, theme: Theme, area: QRectF, row: Turned, pair: int) -> None:
        arrow = Drawn(pair, "", "query", None, row.before[pair], row.after[pair], is_strong=True)
        is_figure = self._store.view.is_figure
        draw_plane(painter, theme, area, reach_of((arrow,)), (arrow,), None, is_figure)
        font = theme.text(11)
        form = metrics(font.key(), font)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        first, second = row.names[pair]
        painter.drawText(QPointF(area.left() + 4, area.top() + form.ascent() + 2), f"{first}, {second}")
        angle = f"{numerals.exact(numerals.rounded(row.angles[pair], 2), 0, 2)}°"
        wide = width_of(font, angle)
        painter.drawText(QPointF(area.right() - wide - 4, area.bottom() - form.descent() - 2), angle)

    def _draw_name(self, painter: QPainter, theme: Theme, area: QRectF, row: Turned) -> None:
        is_chosen = row.pairing == self._chosen
        font = theme.text(SMALL, 600 if is_chosen else 400)
        painter.setFont(font)
        painter.setPen(theme.ink)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(area, flags, row.pairing)
        if is_chosen:
            high = metrics(font.key(), font).height()
            wide = width_of(font, row.pairing)
            painter.fillRect(QRectF(area.left(), area.top() + high, wide, theme.px(2)), theme.accent)

    def _draw_result(self, painter: QPainter, theme: Theme, area: QRectF, row: Turned) -> None:
        """The components, one below the other."""
        font = theme.numbers()
        form = metrics(font.key(), font)
        texts = [numerals.fixed(component, _DIGITS) for component in row.result]
        wide = max(width_of(font, text) for text in texts)
        painter.setFont(font)
        painter.setPen(theme.ink)
        step = min(form.height(), area.height() / len(texts))
        top = area.top() + (area.height() - step * len(texts)) / 2
        for number, text in enumerate(texts):
            x = area.left() + wide - width_of(font, text)
            painter.drawText(QPointF(x, top + number * step + form.ascent()), text)

    def _number_width(self, theme: Theme) -> float:
        texts = (numerals.fixed(number, _DIGITS) for row in self.rows for number in row.result)
        return max((width_of(theme.numbers(), text) for text in texts), default=0.0)

    def _title_height(self, theme: Theme) -> int:
        font = theme.text(SMALL, 600)
        return round(metrics(font.key(), font).height()) + theme.px(6)


class PairsPage(QWidget):
    """The example can be typed; the convention that is chosen is the document's."""

    def __init__(self, store: Store, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setAccessibleName("Pairs of components")
        self.store = store
        self.numbers = list(EXAMPLE)
        self.place = 1
        self.fields = tuple(
            NumberField(self, f"x{number + 1} of the example", partial(self._set_x, number), store.say)
            for number in range(len(EXAMPLE))
        )
        self.place_field = NumberField(
            self, "position of the example", self._set_place, store.say, write=lambda n: numerals.fixed(n, 0)
        )
        self.pairing = Segmented("Pairing", [(p, p) for p in PAIRINGS], "interleaved", self._choose)
        groups = (
            Group(label("x"), *self.fields),
            Group(label("at position"), self.place_field),
            Group(self.pairing),
        )
        self.controls = Wrapped(self, groups, theme)
        self.controls.setAccessibleName("Example")
        self.surface = PairsSurface(store, self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.controls)
        self._column.addWidget(self.surface, 1)

    def show_state(self, now: Snapshot) -> None:
        positions = now.document.positions
        self.pairing.show_choice(positions.pairing)
        for field, number in zip(self.fields, self.numbers, strict=True):
            field.show_number(number)
        self.place_field.show_number(self.place)
        self.surface.show_example(tuple(self.numbers), self.place, positions)

    def restyle(self, theme: Theme) -> None:
        for field in self.fields:
            field.setFixedWidth(theme.px(50))
        self.place_field.setFixedWidth(theme.px(50))
        self._column.setSpacing(theme.px(6))
        self.controls.retheme(theme)
        self.surface.updateGeometry()
        self.surface.update()

    def parts(self, host: QWidget) -> list[Part]:
        """A row each, in the coordinates of `host`."""
        made = []
        for number, row in enumerate(self.surface.rows):
            rect = self.surface.rect_of(number).translated(self.surface.mapTo(host, QPoint()))
            pairs = ", ".join(f"{first} with {second}" for first, second in row.names)
            value = f"{pairs}: {numerals.vector(row.result, _DIGITS)}"
            made.append(Part(row.pairing, "graphic", f"{row.pairing} pairing", value, HELP, rect))
        return made

    # --- inside ---------------------------------------------------------------------------------------

    def _set_x(self, number: int, value: float) -> None:
        require_numbers(value)  # the field says why not
        self.numbers[number] = value
        self.show_state(self.store.now)

    def _set_place(self, value: float) -> None:
        if value != round(value) or not 0 <= value <= _FARTHEST:
            self.store.say(f"A position is a whole number from 0 to {numerals.count(_FARTHEST)}.")
            return
        self.place = round(value)
        self.show_state(self.store.now)

    def _choose(self, pairing: str) -> None:
        chosen: Pairing = "half-split" if pairing == "half-split" else "interleaved"
        try:
            self.store.apply(PAIR, changing(lambda positions: replace(positions, pairing=chosen)))
        except Refused as refused:
            self.store.say(str(refused))
