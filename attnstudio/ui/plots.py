"""The one door to pyqtgraph, which has no types of its own; nothing else imports it.

It is set up here, before anything is made of it, so that no plot keeps a default of its own.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QGraphicsObject, QGraphicsView, QGraphicsWidget, QWidget

_pyqtgraph: Any = importlib.import_module("pyqtgraph")
_pyqtgraph.setConfigOptions(antialias=True, mouseRateLimit=-1, useOpenGL=False)

if TYPE_CHECKING:

    class ViewBox(QGraphicsWidget):
        """What of pyqtgraph's ViewBox is used here."""

        def __init__(
            self, *, lockAspect: bool | float = False, enableMouse: bool = True, enableMenu: bool = True
        ) -> None: ...
        def setRange(self, rect: QRectF, *, padding: float, disableAutoRange: bool = True) -> None: ...
        def mapViewToScene(self, point: QPointF) -> QPointF: ...

    class GraphicsView(QGraphicsView):
        """pyqtgraph's stage without axes and menus; its scene counts in the viewport's pixels."""

        def __init__(self, parent: QWidget | None = None, *, background: object = "default") -> None: ...
        def setCentralItem(self, item: QGraphicsWidget) -> None: ...

    class GraphicsObject(QGraphicsObject):
        """pyqtgraph's item that knows the view box in which it stands."""

else:
    GraphicsView = _pyqtgraph.GraphicsView
    ViewBox = _pyqtgraph.ViewBox
    GraphicsObject = _pyqtgraph.GraphicsObject
