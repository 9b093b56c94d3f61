"""The left rail: the scenes by the sections of the chapter, and a word about the one that is open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.study.scenes import scenes
from attnstudio.ui.heading import Heading
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, SMALL, Theme, theme_of
from attnstudio.ui.widgets import label

WIDTH = 236
_MARGIN = 10
_EDGE = 5  # beside the list, so that every title has room in its bold letters
_SCROLL_BAR = 10  # as wide as the style sheet makes it
_CARD_SHARE = 0.45  # of the rail's height, beyond which the remark is scrolled


class Rail(QWidget):
    """`open_scene` is called with the id of the scene that the person chose. The window dresses it."""

    def __init__(self, store: Store, open_scene: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Scenes and a remark")
        self._store = store
        self._open_scene = open_scene
        self.headings: dict[str, Heading] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.list = _Scroll("scenes", "Scenes", self)
        inside = _Ground(store)
        self._column = QVBoxLayout(inside)
        for chapter, its in groupby(scenes(), key=lambda scene: scene.chapter):
            self._add_heading(chapter, inside)
            for scene in its:
                self._add_scene(scene.id, scene.title, scene.sentence, inside)
        self._column.addStretch(1)
        self.list.setWidget(inside)
        # How far the list can be scrolled is known only once it was laid out.
        self.list.verticalScrollBar().rangeChanged.connect(self._bring_into_sight)
        self.card = Remark(self)
        self._whole = QVBoxLayout(self)
        self._whole.addWidget(self.list, 1)
        self._whole.addWidget(self.card)
        self.refresh(None, store.now)

    def _add_heading(self, chapter: str, inside: QWidget) -> None:
        made = Heading(chapter, inside)
        self.headings[chapter] = made
        self._column.addWidget(made)

    def _add_scene(self, scene: str, title: str, sentence: str, inside: QWidget) -> None:
        made = QPushButton(title.replace("&", "&&"), inside)
        made.setProperty("kind", "rail")
        made.setCheckable(True)
        made.setMinimumWidth(1)  # no title may make the list wider than the rail
        made.setToolTip(plain_tip(sentence))
        made.setAccessibleDescription(sentence)
        made.setCursor(Qt.CursorShape.PointingHandCursor)
        made.clicked.connect(lambda _checked=False: self._open(scene))
        self.buttons[scene] = made
        self._column.addWidget(made)

    def _open(self, scene: str) -> None:
        self._open_scene(scene)
        self._show_scene(self._store.document.scene)  # the answer may have been to stay

    def retheme(self, theme: Theme) -> None:
        self.setFixedWidth(theme.px(WIDTH))
        margin = theme.px(_EDGE)
        self._whole.setContentsMargins(0, 0, 1, 0)  # beside the hairline
        self._whole.setSpacing(0)
        self._column.setContentsMargins(margin, theme.px(6), margin, margin)
        self._column.setSpacing(theme.px(1))
        for heading in self.headings.values():
            heading.fit(theme, theme.px(WIDTH) - 1 - theme.px(_SCROLL_BAR) - 2 * margin)
        self.card.retheme(theme)
        self._fit_card()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        scene, remark = new.document.scene, new.document.remark
        if old is not None and (old.document.scene, old.document.remark) == (scene, remark):
            return
        self._show_scene(scene)
        self.card.show_remark(remark)
        self._fit_card()

    def _show_scene(self, scene: str) -> None:
        for key, made in self.buttons.items():
            made.setChecked(key == scene)
        self._bring_into_sight()

    def _bring_into_sight(self, *_range: int) -> None:
        shown = self.buttons.get(self._store.document.scene)
        if shown is not None:
            self.list.ensureWidgetVisible(shown, 0, shown.height())

    def _fit_card(self) -> None:
        self.card.fit(self.width() - 1, round(self.height() * _CARD_SHARE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_card()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self._store.view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.panel)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.hairline)
        painter.end()


class Remark(QWidget):
    """The remark about the open scene, always in sight below the list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._frame = QFrame(self)
        self._frame.setObjectName("remark")
        self._head = label("LOOK AT")
        self.remark = QLabel("", self._frame)
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        self.remark.setWordWrap(True)
        self.remark.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._area = _Scroll("remark-area", "Remark", self._frame)
        self._area.setWidget(self.remark)
        self._inside = QVBoxLayout(self._frame)
        self._inside.addWidget(self._head)
        self._inside.addWidget(self._area, 1)
        self._around = QVBoxLayout(self)
        self._around.addWidget(self._frame)

    def retheme(self, theme: Theme) -> None:
        margin, pad = theme.px(_MARGIN), theme.px(10)
        self._around.setContentsMargins(margin, theme.px(4), margin, margin)
        self._inside.setContentsMargins(pad, theme.px(8), pad, theme.px(8))
        self._inside.setSpacing(theme.px(3))
        self._head.setFont(theme.text(SMALL, 600))
        self.remark.setFont(theme.words(BODY))
        roles = theme.roles
        self._frame.setStyleSheet(
            f"#remark {{ background: {roles.accent_wash}; border-radius: 6px; }}"
            f"#remark QLabel {{ color: {roles.ink}; background: transparent; }}"
            "#remark QScrollArea, #remark QScrollArea > QWidget { background: transparent; }"
        )
        self._head.setStyleSheet(f"color: {roles.accent};")

    def show_remark(self, remark: str) -> None:
        self.remark.setText(remark)
        self.setVisible(bool(remark))

    def fit(self, width: int, most: int) -> None:
        """Take the height that the whole remark needs, or `most`; then it is scrolled."""
        if not self.remark.text():
            return
        around, inside = self._around.contentsMargins(), self._inside.contentsMargins()
        room = width - around.left() - around.right() - inside.left() - inside.right()
        rest = self._head.sizeHint().height() + self._inside.spacing()
        rest += around.top() + around.bottom() + inside.top() + inside.bottom()
        self.remark.setMinimumHeight(0)  # no width needs less than the height that another left
        text = self.remark.heightForWidth(room)
        is_long = rest + text > most
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._area.setVerticalScrollBarPolicy(policy)
        if is_long:
            text = self.remark.heightForWidth(room - self._area.verticalScrollBar().sizeHint().width())
        self.remark.setMinimumHeight(text)  # its own hint is for another width
        self.setFixedHeight(min(rest + text, most))


class _Scroll(QScrollArea):
    def __init__(self, name: str, spoken: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)


class _Ground(QWidget):
    """What the list stands on: the colour of a panel."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme_of(self._store.view).panel)
        painter.end()
