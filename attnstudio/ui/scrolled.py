"""Fields of a dialog, beside what comes of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget


class Scrolled(QScrollArea):
    """Scrolled up and down where the text is so large that the screen can't hold it, and never cut."""

    def __init__(self, fields: QWidget, name: str) -> None:
        super().__init__()
        self._fields = fields
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(fields)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Expanding)
        fields.installEventFilter(self)  # other rows may need another width

    def sizeHint(self) -> QSize:
        return QSize(self._wide(), self._fields.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._wide(), super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._fields and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _wide(self) -> int:
        return self._fields.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
