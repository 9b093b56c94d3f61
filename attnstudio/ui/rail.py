"""The left rail: the built-in scenes, and a word about the one that is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.study.scenes import scenes
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, SMALL, Theme, theme_of
from attnstudio.ui.widgets import label

WIDTH = 236


class Rail(QScrollArea):
    def __init__(self, store: Store, open_scene: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("scenes")
        self.setAccessibleName("Scenes")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._store = store
        self._open_scene = open_scene
        inside = _Side(store)
        self._column = QVBoxLayout(inside)
        self._heading = label("SCENES", "heading")
        self._column.addWidget(self._heading)
        self._buttons: dict[str, QPushButton] = {}
        for scene in scenes():
            made = QPushButton(scene.title.replace("&", "&&"), inside)
            made.setProperty("kind", "rail")
            made.setCheckable(True)
            made.setToolTip(plain_tip(scene.sentence))
            made.setAccessibleDescription(scene.sentence)
            made.setCursor(Qt.CursorShape.PointingHandCursor)
            made.clicked.connect(lambda _checked=False, key=scene.id: self._open(key))
            self._buttons[scene.id] = made
            self._column.addWidget(made)
        self._column.addSpacing(8)
        self._card = QFrame(inside)
        self._card.setObjectName("remark")
        card = QVBoxLayout(self._card)
        self._card_head = QLabel("LOOK AT", self._card)
        self._remark = QLabel("", self._card)
        self._remark.setTextFormat(Qt.TextFormat.PlainText)
        self._remark.setWordWrap(True)
        card.addWidget(self._card_head)
        card.addWidget(self._remark)
        self._column.addWidget(self._card)
        self._column.addStretch(1)
        self.setWidget(inside)
        self.retheme(theme_of(store.view))
        self.refresh(None, store.now)

    def _open(self, scene: str) -> None:
        self._open_scene(scene)
        self._show_scene(self._store.document.scene)  # the answer may have been to stay

    def retheme(self, theme: Theme) -> None:
        self.setFixedWidth(theme.px(WIDTH))
        margin = theme.px(10)
        self._column.setContentsMargins(margin, theme.px(14), margin, margin)
        self._column.setSpacing(theme.px(2))
        self._heading.setFont(theme.text(SMALL, 600))
        self._card_head.setFont(theme.text(SMALL, 600))
        self._remark.setFont(theme.words(BODY))
        roles = theme.roles
        self._card.setStyleSheet(
            f"#remark {{ background: {roles.accent_wash}; border-radius: 6px; }}"
            f"#remark QLabel {{ color: {roles.ink}; }}"
        )
        self._card_head.setStyleSheet(f"color: {roles.accent};")

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        scene, remark = new.document.scene, new.document.remark
        if old is not None and (old.document.scene, old.document.remark) == (scene, remark):
            return
        self._show_scene(scene)
        self._remark.setText(remark)
        self._card.setVisible(bool(remark))

    def _show_scene(self, scene: str) -> None:
        for key, made in self._buttons.items():
            made.setChecked(key == scene)


class _Side(QWidget):
    """The rail's ground: a panel with a hairline on its right."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.hairline)
        painter.end()
