"""Where sentences, values and buttons stand: beside one another where there is room, else in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt

from attnstudio.model.invariants import Finding
from attnstudio.ui.theme import BODY, SMALL, Theme, metrics, width_of

Form = Literal["long", "short", "stacked"]
"""Buttons with all their words beside the sentence, with few of them, or under it."""

Sizes = Mapping[Form, Sequence[Sequence[QSize]]]
"""Of every row's buttons, with all their words ("long") and with few of them ("short")."""

MARK = 8  # radius of a tick's circle, at 100 % text
_ROW = 34
_GAP = 12  # between a sentence and its buttons
_WRAP = Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, slots=True)
class Row:
    form: Form
    whole: QRect
    mark: QRectF
    sentence: QRectF
    value: QRectF
    buttons: tuple[QRect, ...]


def indent(theme: Theme) -> int:
    """The column of the marks."""
    return theme.px(2 * MARK + 12)


def lay_out(theme: Theme, width: int, found: Sequence[Finding], sizes: Sizes) -> tuple[Row, ...]:
    """Each row with as many words on its buttons as it has room for; where one has none, all are stacked."""
    forms: list[Form] = []
    for number, one in enumerate(found):
        room = width - indent(theme) - width_of(theme.text(BODY), one.sentence)
        beside: tuple[Form, ...] = ("long", "short")
        fits = [form for form in beside if _width(theme, sizes[form][number]) <= room]
        if not fits:
            return _stacked(theme, width, found, sizes["long"])
        forms.append(fits[0])
    return tuple(
        _beside(theme, width, number, form, sizes[form][number]) for number, form in enumerate(forms)
    )


def _width(theme: Theme, buttons: Sequence[QSize]) -> int:
    return sum(size.width() for size in buttons) + (theme.px(_GAP) if buttons else 0)


def _beside(theme: Theme, width: int, number: int, form: Form, buttons: Sequence[QSize]) -> Row:
    left, high = indent(theme), theme.px(_ROW)
    room = width - left - _width(theme, buttons)
    sentence, value = _line(theme, BODY), _line(theme, SMALL)
    top = number * high
    above = top + (high - sentence - value) / 2
    places, right = [], width
    for size in reversed(buttons):
        right -= size.width()
        places.append(QRect(right, top + (high - size.height()) // 2, size.width(), size.height()))
    return Row(
        form,
        QRect(0, top, width, high),
        _mark(theme, top + high / 2),
        QRectF(left, above, room, sentence),
        QRectF(left, above + sentence, room, value),
        tuple(reversed(places)),
    )


def _stacked(
    theme: Theme, width: int, found: Sequence[Finding], sizes: Sequence[Sequence[QSize]]
) -> tuple[Row, ...]:
    left, y, pad = indent(theme), 0, theme.px(6)
    room = max(width - left, theme.px(60))
    rows = []
    for one, buttons in zip(found, sizes, strict=True):
        top, y = y, y + pad
        sentence = QRectF(left, y, room, _height(theme, BODY, one.sentence, room))
        value = QRectF(left, sentence.bottom(), room, 2 * _line(theme, SMALL))
        if width_of(theme.text(SMALL), one.value) <= room:
            value.setHeight(_line(theme, SMALL))
        y, x, places = round(value.bottom()), left, []
        for size in buttons:
            if x > left and x + size.width() > width:
                x, y = left, y + size.height()
            places.append(QRect(x, y, min(size.width(), width - left), size.height()))
            x += size.width()
        y += buttons[0].height() if buttons else 0
        mark = _mark(theme, sentence.top() + _line(theme, BODY) / 2)
        rows.append(Row("stacked", QRect(0, top, width, y + pad - top), mark, sentence, value, tuple(places)))
        y += pad
    return tuple(rows)


def _mark(theme: Theme, middle: float) -> QRectF:
    radius = theme.px(MARK)
    return QRectF(1.0, middle - radius, 2.0 * radius, 2.0 * radius)


def _line(theme: Theme, size: int) -> float:
    font = theme.text(size)
    return metrics(font.key(), font).lineSpacing()


def _height(theme: Theme, size: int, text: str, room: int) -> float:
    font = theme.text(size)
    box = QRectF(0.0, 0.0, float(room), 1e4)
    return metrics(font.key(), font).boundingRect(box, _WRAP, text).height()
