"""One page that is laid out once and moved from state to state; each is painted into an image.

A page for every frame would cost several times as much. What must hold still while pictures follow each other
does: the plane's frame is fitted once over all states, and all of it is one gesture, in which axes, ranges of
colour and names may follow and never jump. So that axes have grown to their size before the first picture is
painted, the page goes through all states before.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields, replace

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.trace import Trace
from attnstudio.state.framing import fitted_over
from attnstudio.state.snapshot import View
from attnstudio.ui.animations.reel import Pixels
from attnstudio.ui.animations.stills import Still, Stills
from attnstudio.ui.figures import Asked
from attnstudio.ui.figures.page import laid_out
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import BODY, Theme, theme_of

_MOVE = "Animate"  # what the gesture is called, which no history shows
_PAD = 12  # logical pixels around the sentence below
_PER_LETTER = 60  # a picture so many times as wide as high type is read well: larger ones get larger type
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class Stage:
    """`close` it, or its page stays. `view` lends the plane's zoom, as far as that has all tips in sight.

    Raises `Refused` where there can be no such picture.
    """

    def __init__(
        self, stills: Stills, asked: Asked, view: View | None = None, *, caption: bool = True
    ) -> None:
        self.stills = stills
        self.asked = asked
        self._open = ExitStack()
        self._known = theme_of(replace(view or View(), theme=asked.theme, text_scale=1.0))
        self._strip = self._height_of_strip() if caption else 0.0
        if self._strip > asked.height / 2:
            raise Refused(
                "The picture is too small for the sentence below it: make it larger, or leave it out."
            )
        above = replace(asked, height=asked.height - self._strip, caption=False)
        first = stills[0]
        self._page = self._open.enter_context(laid_out(first.document, first.look, above, view))
        self._wanted = view.frame if view is not None else None
        self.store = self._page.store
        self.root.setUpdatesEnabled(False)  # nobody sees it, and moving it is half the work without
        self.store.begin(_MOVE)

    @property
    def root(self) -> QWidget:
        return self._page.root

    def prepare(self) -> Iterator[None]:
        """Go through all states, a step for each: then what holds still has room for them all."""
        states: list[tuple[Document, Trace, Look]] = []
        panels = self.root.findChildren(Panel)
        for still in self.stills:
            self._show(still)
            for panel in panels:
                panel.make_room()
            now = self.store.now
            states.append((now.document, now.trace, now.look))
            yield
        self.store.set_view(frame=fitted_over(states, self._wanted))
        # Names find their places while nothing moves: from there they follow the arrows.
        self._show(self.stills[0])
        self.store.commit()
        self._painted(self.stills[0], self.asked.scale)
        for still in self.stills:  # axes that grow do so in the one gesture in which all is painted
            self._show(still)
            yield

    def prepare_at_once(self) -> None:
        for _ in self.prepare():
            pass

    def paint(self, index: int, zoom: float | None = None) -> QImage:
        """The picture of one still, `zoom` pixels for each logical one; as asked where it is not given."""
        still, zoom = self.stills[index], zoom or self.asked.scale
        self._show(still)
        return self._painted(still, zoom)

    def close(self) -> None:
        self.store.cancel()
        self._open.close()

    # --- inside ---------------------------------------------------------------------------------------

    def _show(self, still: Still) -> None:
        store = self.store
        if store.gesture is None:
            store.begin(_MOVE)
        store.preview(lambda _: still.document)
        if store.look != still.look:
            store.set_look(**{part.name: getattr(still.look, part.name) for part in fields(still.look)})
        if store.view.known != still.known:
            store.set_view(known=still.known, hover_step=still.known)

    def _painted(self, still: Still, zoom: float) -> QImage:
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        wide, high = (max(round(side * zoom), 1) for side in (self.asked.width, self.asked.height))
        image = QImage(wide, high, QImage.Format.Format_RGB32)
        if image.isNull():
            raise Refused(f"There is not enough memory for {wide} × {high} pixels.")
        theme = theme_of(self.store.view)
        image.fill(theme.paper)
        painter = QPainter(image)
        try:
            painter.scale(wide / self.asked.width, high / self.asked.height)
            self._paint_page(painter)
            if self._strip:
                self._paint_words(painter, theme, still.said)
        finally:
            painter.end()
        return image

    def _paint_page(self, painter: QPainter) -> None:
        root, wide, high = self.root, self.asked.width, self.asked.height - self._strip
        shrunk = min(wide / root.width(), high / root.height())
        painter.save()
        painter.translate((wide - shrunk * root.width()) / 2, (high - shrunk * root.height()) / 2)
        painter.scale(shrunk, shrunk)
        root.setUpdatesEnabled(True)  # else Qt paints nothing
        root.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        root.setUpdatesEnabled(False)
        painter.restore()

    def _paint_words(self, painter: QPainter, theme: Theme, said: str) -> None:
        wide, high = self.asked.width, self.asked.height
        painter.setFont(theme.words(self._type))
        painter.setPen(theme.ink)
        room = QRectF(_PAD, high - self._strip + _PAD / 2, wide - 2 * _PAD, self._strip - _PAD)
        painter.drawText(room, _WRAPPED, said)

    @property
    def _type(self) -> int:
        return max(BODY, round(self.asked.width / _PER_LETTER))

    def _height_of_strip(self) -> float:
        """Room for the longest sentence, so that the picture above holds still."""
        metrics = QFontMetricsF(self._known.words(self._type))
        room = QRectF(0, 0, max(self.asked.width - 2 * _PAD, 1.0), 1e6)
        sentences = {still.said for still in self.stills if still.said}
        if not sentences:
            return 0.0
        return (
            math.ceil(max(metrics.boundingRect(room, _WRAPPED, said).height() for said in sentences)) + _PAD
        )


def pixels_of(image: QImage) -> Pixels:
    """The picture as an array that knows nothing of Qt."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    wide, high = plain.width(), plain.height()
    lines = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(high, plain.bytesPerLine())
    return lines[:, : 3 * wide].reshape(high, wide, 3).copy()
