"""The small sheet that splits the score of the hovered key into lengths and angle."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from attnstudio.model import numerals
from attnstudio.model.document import names_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.theme import metrics


def split_lines(now: Snapshot, j: int) -> tuple[str, ...]:
    """“bank · money”, the split of their score with digits that lead to it, and what the mask does to it."""
    trace, head = now.trace, now.head
    asks = names_of(now.passage.query_tokens)[now.query_index]
    offers = names_of(now.passage.key_tokens)[j]
    query, key = trace.queries[head, now.query_index], trace.keys[head, j]
    if now.document.settings.cosine:
        cosine = float(trace.cell(now.query_index, j).score[head])
        split = ["q · k / (|q|·|k|) = cos θ", f"= {numerals.fixed(cosine)}"]
    else:
        from attnstudio.model.derivation import by_angle  # not before somebody asks

        told = by_angle(query.tolist(), key.tolist())
        split = [told.label, f"= {told.text}"] if told.label else [told.text]
    lines = [f"query {asks}, key {offers}", *split]
    if trace.d_k > 2:
        lines[0] += f" (all {trace.d_k} dimensions)"
    if trace.mask is not None and math.isinf(trace.cell(now.query_index, j).masked[head]):
        lines.append(f"masked: {numerals.MASKED} takes its place")
    return tuple(lines)


def draw_split(painter: QPainter, ink: Ink, lines: tuple[str, ...], width: int, height: int) -> None:
    """At the bottom left of an area, on a ground of its own."""
    sheet, pad = _sheet(ink, lines, width, painter.device().devicePixelRatioF()), ink.theme.px(6)
    painter.drawPixmap(QPointF(pad, height - pad - sheet.deviceIndependentSize().height()), sheet)


@lru_cache(64)  # the pointer goes to and fro between a few keys
def _sheet(ink: Ink, lines: tuple[str, ...], width: int, ratio: float) -> QPixmap:
    theme, pad = ink.theme, ink.theme.px(6)
    fonts = [ink.strong, *(ink.numbers if line.startswith("=") else ink.small for line in lines[1:])]
    forms = [metrics(font.key(), font) for font in fonts]
    texts = [
        form.elidedText(line, Qt.TextElideMode.ElideRight, width - 4 * pad)
        for form, line in zip(forms, lines, strict=True)
    ]
    wide = math.ceil(max(form.horizontalAdvance(text) for form, text in zip(forms, texts, strict=True)))
    high = math.ceil(sum(form.height() for form in forms))
    made = QPixmap(math.ceil((wide + 2 * pad + 1) * ratio), math.ceil((high + 2 * pad + 1) * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(ink.line(theme.hairline))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(QRectF(0.5, 0.5, wide + 2 * pad, high + 2 * pad), 4, 4)
    painter.setPen(theme.ink)
    y = float(pad)
    for font, form, text in zip(fonts, forms, texts, strict=True):
        painter.setFont(font)
        painter.drawText(QPointF(pad, y + form.ascent()), text)
        y += form.height()
    painter.end()
    return made
