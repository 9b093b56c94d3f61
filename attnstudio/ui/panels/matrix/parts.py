"""What a screen reader is told of the cells of a matrix."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.matrix.content import blind_sentence, empty_sentence
from attnstudio.ui.panels.matrix.surface import MatrixSurface


def parts_of(surface: MatrixSurface, panel: QWidget) -> tuple[Part, ...]:
    """Every cell, row by row, and the sentence that stands under or instead of them."""
    content, layout, corner = surface.content, surface.cells, surface.mapTo(panel, QPoint(0, 0))
    if layout is None:
        return (_sentence(empty_sentence(content), surface.rect().translated(corner)),)
    does = "flips this cell of the mask" if surface.is_for_painting else "lets this query ask"
    cursor = surface.cursor_cell if surface.hasFocus() else None
    cells = tuple(
        Part(
            key=(query.id, key.id),
            role="cell",
            name=f"query “{content.row_names[row]}”, key “{content.column_names[column]}”",
            value=content.reading(row, column),
            help=f"A press {does}.",
            rect=layout.cell(row, column).toAlignedRect().translated(corner),
            press=partial(surface.press, (row, column)),
            is_focused=(row, column) == cursor,
        )
        for row, query in enumerate(content.queries)
        for column, key in enumerate(content.keys)
    )
    blind = blind_sentence(content)
    return (*cells, _sentence(blind, layout.foot.translated(corner))) if blind else cells


def _sentence(text: str, rect: QRect) -> Part:
    return Part(key="sentence", role="graphic", name=text, value="", help="", rect=rect)
