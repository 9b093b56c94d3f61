"""The window: header, rail, workspace. It arranges and passes on; what happens is in `Deeds`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model.settings import RULES
from attnstudio.state.palette import THEME_CHOICES
from attnstudio.state.snapshot import WORKSPACES, Snapshot, workspace_of
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.storage.settings import Settings
from attnstudio.ui.actions import make_actions, make_menu, show_checked
from attnstudio.ui.deeds import Deeds
from attnstudio.ui.dropping import DropFrame, dropped_path, opening_words
from attnstudio.ui.garbage import uncollected
from attnstudio.ui.header import Header
from attnstudio.ui.icons import program_icon
from attnstudio.ui.journaling import Beside
from attnstudio.ui.notices import Notices
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.rail import Rail
from attnstudio.ui.sheet import sheet
from attnstudio.ui.standing import SMALLEST, placed
from attnstudio.ui.theme import theme_meant, theme_of
from attnstudio.ui.toast import Toast
from attnstudio.ui.workspaces.kinds import make_workspace
from attnstudio.ui.workspaces.workspace import Workspace

if TYPE_CHECKING:
    from attnstudio.ui.workspaces.vectors import VectorsWorkspace

USUAL = QSize(1440, 900)
SCROLL_BAR = 10  # as wide as the style sheet makes it
RAIL_NEEDS = 1100  # pixels of window, at 100 % text, below which the rail steps aside


class MainWindow(QMainWindow):
    dropped = Signal(str)

    def __init__(self, store: Store, work: Work, settings: Settings) -> None:
        super().__init__()
        self.store = store
        self.work = work
        self.settings = settings
        self.setWindowIcon(program_icon())
        self.setMinimumSize(SMALLEST)
        self.setAcceptDrops(True)
        self._rail_wanted: bool | None = None  # None: as there is room
        self._areas: dict[str, QScrollArea] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._stack = QStackedWidget(self)
        self._middle = QHBoxLayout()
        self.centre = QWidget(self)
        self.workspace = self._open_workspace()
        self.beside = Beside(self)
        self.deeds = Deeds(self)
        # Queued, for opening may ask about unsaved work, and until then the other program would wait.
        self.dropped.connect(self._open_dropped, Qt.ConnectionType.QueuedConnection)
        self.actions_by_id = make_actions(self, self.deeds.table())
        self.header = Header(store, self.actions_by_id, make_menu(self, self.actions_by_id), self)
        self.rail = Rail(store, self.deeds.open_scene, self)
        self.notices = Notices(store, self)
        self._top = QWidget(self)
        self.toast = Toast(store, self._lay_out(), self._top)
        self.drop_frame = DropFrame(store, self.centre)
        self.deeds.fill_recent()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_scheme_changed)
        self._end = store.subscribe(self._told)
        self.destroyed.connect(self._end)
        self._dress()
        self._told(store.now, store.now)
        self._place()
        if settings.journal:
            self.beside.show()
        self.workspace.take_keyboard()

    @property
    def panels(self) -> dict[str, Panel]:
        return self.workspace.panels

    @property
    def top(self) -> QWidget:
        """The header, with the notices under it."""
        return self._top

    def is_complete(self) -> bool:
        """Whether all that waits for the first paint is there."""
        return self.workspace.is_complete()

    @property
    def vectors(self) -> VectorsWorkspace:
        """The Vectors workspace, shown or not."""
        from attnstudio.ui.workspaces.vectors import VectorsWorkspace

        made = self._made("vectors")
        assert isinstance(made, VectorsWorkspace)
        return made

    def set_theme(self, name: str) -> None:
        """Choose a theme, or "system", and remember it."""
        self.settings = replace(self.settings, theme=name)
        self.store.set_view(theme=self.shown_theme(name))
        self.show_ticks()

    def shown_theme(self, name: str) -> str:
        """The theme that is put on when `name` is chosen."""
        return theme_meant(name)

    def toggle_rail(self) -> None:
        self._rail_wanted = self.rail.isHidden()
        self.fit()

    def fit(self) -> None:
        """Give the rail, the workspace and the journal the room that there is."""
        needed = theme_of(self.store.view).px(RAIL_NEEDS)
        taken = self.beside.take(self.width() - (self.rail.width() if self._rail_wanted else 0))
        has_room = self.width() - taken >= needed
        shown = has_room if self._rail_wanted is None else self._rail_wanted
        self._middle.setContentsMargins(0, 0, taken, 0)
        self.rail.setVisible(shown)
        self._fit_workspace()
        show_checked(self.actions_by_id["rail"], shown)
        self.beside.place()

    # --- inside ---------------------------------------------------------------------------------------

    def _made(self, name: str) -> Workspace:
        """The workspace of a name, made when it is first wanted."""
        if name not in self._workspaces:
            with uncollected():
                made = make_workspace(name, self.store)
            area = QScrollArea()
            area.setObjectName("workspace-area")
            area.setAccessibleName("Workspace")
            area.setWidgetResizable(True)
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setWidget(made)
            self._stack.addWidget(area)
            self._areas[name], self._workspaces[name] = area, made
        return self._workspaces[name]

    def _open_workspace(self) -> Workspace:
        """Bring the workspace to the front that the look names."""
        name = workspace_of(self.store.look)
        made = self._made(name)
        self._stack.setCurrentWidget(self._areas[name])
        return made

    def _switch_workspace(self) -> None:
        self.workspace = self._open_workspace()
        self.workspace.retheme(theme_of(self.store.view))
        self._fit_workspace()

    def _lay_out(self) -> QWidget:
        middle = self._middle
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addWidget(self._stack, 1)
        column = QVBoxLayout(self.centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addLayout(middle, 1)
        top = QVBoxLayout(self._top)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(0)
        top.addWidget(self.header)
        top.addWidget(self.notices)
        self.setCentralWidget(self.centre)
        return self.centre

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        if theme_of(old.view) is not theme_of(new.view):
            self._dress()
        if old.document is not new.document or old is new:
            self._show_document()
        if old.document.settings is not new.document.settings or old.document.mask is not new.document.mask:
            self.show_ticks()
        if old.look is not new.look:
            self.show_ticks()
            self.header.refresh(old, new)
            if workspace_of(old.look) != workspace_of(new.look):
                # Not while telling: a panel that is shown or loses the keyboard may have something to say.
                QTimer.singleShot(0, self, self._switch_workspace)
        self.rail.refresh(old, new)
        self.toast.refresh(old, new)

    def _show_document(self) -> None:
        store = self.store
        if store.gesture is None:  # a title bar that changes in every frame of a drag costs a frame
            self.header.show_title(self.work.title, self.work.is_modified)
            self.header.show_history(store.undo_name, store.redo_name)
            self.setWindowTitle(f"{self.work.title}[*] – Attention Studio")
            if self.isWindowModified() != self.work.is_modified:  # to say it again is a new title to X11
                self.setWindowModified(self.work.is_modified)

    def show_ticks(self) -> None:
        """Tick the commands that are switches as things stand."""
        document, look = self.store.document, self.store.look
        actions = self.actions_by_id
        show_checked(actions["scaling"], document.settings.scale is None)
        for rule in RULES:
            show_checked(actions[f"mask-{rule}"], document.mask.rule == rule)
        show_checked(actions["cosine"], document.settings.cosine)
        for name in WORKSPACES:
            show_checked(actions[f"go-{name}"], workspace_of(look) == name)
        show_checked(actions["hull"], look.hull)
        show_checked(actions["rail"], not self.rail.isHidden())
        show_checked(actions["journal"], self.beside.is_shown)
        show_checked(actions["reduced-motion"], self.store.view.reduced_motion)
        for name in THEME_CHOICES:
            show_checked(actions[f"theme-{name}"], self.settings.theme == name)

    def _dress(self) -> None:
        theme = theme_of(self.store.view)
        self.setUpdatesEnabled(False)
        self.setPalette(theme.qt_palette())
        self.setStyleSheet(sheet(theme))
        self.header.retheme(theme)
        self.notices.retheme(theme)
        self.rail.retheme(theme)
        self.beside.retheme(theme)
        for workspace in self._workspaces.values():
            workspace.retheme(theme)
        self.fit()
        self.setUpdatesEnabled(True)

    def _fit_workspace(self) -> None:
        theme = theme_of(self.store.view)
        rail = 0 if self.rail.isHidden() else self.rail.width()
        taken = rail + self._middle.contentsMargins().right()
        # The room beside a scroll bar, there or not: else the bar could come and go for ever.
        self.workspace.fit(self.width() - taken - theme.px(SCROLL_BAR))

    def _place(self) -> None:
        """As large as last time, but always within a screen that is there."""
        first = QGuiApplication.primaryScreen()
        screens = [first, *(screen for screen in QGuiApplication.screens() if screen is not first)]
        there = [screen.availableGeometry() for screen in screens]
        if self.settings.geometry:
            frame = placed(QRect(*self.settings.geometry), there)
            self.resize(frame.size())
            self.move(frame.topLeft())
        else:
            self.resize(placed(QRect(there[0].topLeft(), USUAL), there).size())

    def _system_scheme_changed(self) -> None:
        if self.settings.theme == "system":
            self.store.set_view(theme=self.shown_theme("system"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.store.view.message:
            self.store.say("")  # nothing else wanted the key: the message is what can go
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        self.toast.place()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        path = dropped_path(event.mimeData())
        if path:
            _take_copy(event)
            words = opening_words(path)
            if words:
                self.drop_frame.tell(words, self.beside.left_over())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        _take_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_frame.hide()
        path = dropped_path(event.mimeData())
        if path:
            _take_copy(event)
            self.dropped.emit(path)

    @Slot(str)
    def _open_dropped(self, path: str) -> None:
        self.deeds.open_path(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.beside.may_close() or not self.deeds.may_leave():
            event.ignore()
            return
        frame = self.normalGeometry()  # of a maximised window, the size to which it goes back
        frame.moveTopLeft(frame.topLeft() - self.geometry().topLeft() + self.pos())  # as `move` takes it
        self.settings = replace(self.settings, geometry=(frame.x(), frame.y(), frame.width(), frame.height()))
        self.deeds.remember_settings()
        self.notices.close_all()
        self.work.close()
        self.beside.end()
        self._end()  # what its parts still do while they are taken down is nobody's to see
        super().closeEvent(event)


def _take_copy(event: QDropEvent) -> None:
    """Accept a file, and leave it where it is: after a move the other program would delete it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
