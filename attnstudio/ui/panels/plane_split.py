"""The small sheet that splits the score of the hovered key into lengths and angle."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from attnstudio.model import explain, numerals
from attnstudio.model.document import names_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.plane_ink import Ink


def split_lines(now: Snapshot, j: int) -> tuple[str, ...]:
    """“bank · money”, the split of their score with digits that lead to it, and what the mask does to it."""
    trace, head = now.trace, now.head
    asks = names_of(now.passage.query_tokens)[now.query_index]
    offers = names_of(now.passage.key_tokens)[j]
    query, key = trace.queries[head, now.query_index], trace.keys[head, j]
    split = " ".join(explain.by_angle(query.tolist(), key.tolist()))
    formula, equals, numbers = split.partition(" = ")
    lines = [f"query {asks}, key {offers}", formula, *([f"= {numbers}"] if equals else [])]
    if trace.d_k > 2:
        lines[0] += f" (all {trace.d_k} dimensions)"
    if trace.mask is not None and math.isinf(trace.cell(now.query_index, j).masked[head]):
        lines.append(f"masked: {numerals.MINUS}{numerals.INFINITY} takes its place")
    return tuple(lines)


def draw_split(painter: QPainter, ink: Ink, lines: tuple[str, ...], width: int, height: int) -> None:
    """At the bottom left, on a ground of its own."""
    theme, pad = ink.theme, ink.theme.px(6)
    fonts = [ink.strong, *(ink.numbers if line.startswith("=") else ink.small for line in lines[1:])]
    forms = [QFontMetricsF(font) for font in fonts]
    texts = [
        form.elidedText(line, Qt.TextElideMode.ElideRight, width - 4 * pad)
        for form, line in zip(forms, lines, strict=True)
    ]
    wide = max(form.horizontalAdvance(text) for form, text in zip(forms, texts, strict=True))
    high = sum(form.height() for form in forms)
    sheet = QRectF(pad, height - high - 3 * pad, wide + 2 * pad, high + 2 * pad)
    painter.setPen(ink.line(theme.hairline))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(sheet, 4, 4)
    painter.setPen(theme.ink)
    y = sheet.top() + pad
    for font, form, text in zip(fonts, forms, texts, strict=True):
        painter.setFont(font)
        painter.drawText(QPointF(sheet.left() + pad, y + form.ascent()), text)
        y += form.height()
