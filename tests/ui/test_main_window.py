"""The window as a person uses it: commands, titles, themes, closing, and screens that are gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Handle, Look
from attnstudio.model.edits import move_vector
from attnstudio.model.refused import Refused
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.storage import settings as settings_file
from attnstudio.storage.files import save_file
from attnstudio.storage.settings import Settings
from attnstudio.ui import deeds, targets
from attnstudio.ui.application import open_window
from attnstudio.ui.dropping import DropFrame
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.panels.pipeline.grid import Spot
from attnstudio.ui.panels.pipeline.panel import PipelinePanel
from tests.ui.conftest import leave


def move_query(window: MainWindow, x: float, y: float) -> None:
    handle = Handle("query", window.store.look.query)
    window.store.apply("Move query", lambda document: move_vector(document, handle, (x, y)))


def test_the_five_panels_can_be_found_by_name(window: MainWindow) -> None:
    for name in ("sentence", "plane", "pipeline", "matrix", "formula"):
        found = window.findChildren(type(window.panels[name]), name)
        assert found == [window.panels[name]]
        assert found[0].isVisible()


def test_the_plane_has_the_keyboard_at_first(window: MainWindow) -> None:
    focus = window.focusWidget()
    assert focus is not None
    assert window.panels["plane"].isAncestorOf(focus)


def test_undo_says_what_it_takes_back_and_why_it_cannot(window: MainWindow) -> None:
    undo = window.header.undo_button
    assert not undo.isEnabled()
    assert undo.accessibleDescription() == "Nothing to undo yet."
    move_query(window, 1.0, 1.0)
    assert undo.isEnabled()
    assert undo.accessibleName() == "Undo: Move query"
    undo.click()
    assert not undo.isEnabled()
    assert window.header.redo_button.accessibleName() == "Redo: Move query"


def test_undo_does_not_leave_the_keyboard_on_another_command(window: MainWindow) -> None:
    move_query(window, 1.0, 1.0)
    window.activateWindow()
    window.header.undo_button.setFocus(Qt.FocusReason.TabFocusReason)
    window.header.undo_button.click()
    assert window.focusWidget() is window.header.redo_button
    window.header.redo_button.click()
    assert window.focusWidget() is window.header.undo_button


def test_the_title_shows_what_is_not_saved(window: MainWindow) -> None:
    assert "•" not in window.header.document.text()
    move_query(window, 1.0, 1.0)
    assert window.isWindowModified()
    assert window.header.document.accessibleName().endswith(", not saved")
    window.actions_by_id["undo"].trigger()
    assert not window.isWindowModified()


def test_every_command_can_be_reached_from_the_menu(window: MainWindow) -> None:
    menu = window.header.menu_button.menu()
    assert menu is not None
    found = {action.objectName() for submenu in menu.findChildren(QMenu) for action in submenu.actions()}
    assert found - {""} == set(window.actions_by_id)


@pytest.mark.parametrize("name", ["light", "dark", "high-contrast", "projector", "print"])
def test_a_theme_is_put_on_everywhere_and_remembered(name: str, window: MainWindow) -> None:
    window.actions_by_id[f"theme-{name}"].trigger()
    assert window.store.view.theme == name
    assert window.actions_by_id[f"theme-{name}"].isChecked()
    assert settings_file.load().theme == name


def test_less_motion_is_chosen_and_remembered(window: MainWindow) -> None:
    action = window.actions_by_id["reduced-motion"]
    for is_reduced in (True, False):
        action.trigger()
        assert window.store.view.reduced_motion is is_reduced
        assert action.isChecked() is is_reduced
        assert settings_file.load().reduced_motion is is_reduced


def test_the_system_s_dark_is_followed_while_no_theme_is_chosen(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.set_theme("system")
    assert window.store.view.theme == "light"  # the offscreen platform knows no scheme
    monkeypatch.setattr(window, "shown_theme", lambda name: "dark" if name == "system" else name)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window.store.view.theme == "dark"
    window.set_theme("light")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window.store.view.theme == "light"


def test_closing_asks_about_unsaved_work(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def cancel(_parent: object, _title: str, sentence: str, _buttons: object) -> QMessageBox.StandardButton:
        asked.append(sentence)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(deeds, "ask", cancel)
    move_query(window, 1.0, 1.0)
    window.close()
    assert window.isVisible()
    assert len(asked) == 1
    assert "not saved" in asked[0]
    window.actions_by_id["undo"].trigger()
    window.close()
    assert not window.isVisible()
    assert len(asked) == 1


def test_a_dropped_file_opens(window: MainWindow, tmp_path: Path) -> None:
    move_query(window, 1.0, 1.0)
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    moved = window.store.document
    window.work.open("bank-river")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    over = QDragEnterEvent(QPoint(10, 10), copy, data, left, none)
    QApplication.sendEvent(window, over)
    assert over.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(10, 10), copy, data, left, none))
    QApplication.processEvents()
    assert window.store.document == moved


def test_a_file_held_over_the_window_is_told_what_a_drop_does(window: MainWindow, tmp_path: Path) -> None:
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    frame = window.drop_frame
    over = QDragEnterEvent(QPoint(10, 10), copy, data, left, none)
    QApplication.sendEvent(window, over)
    assert frame.isVisible()
    assert (frame.text(), frame.geometry()) == ("Drop to open “mine.attn”", window.centre.rect())
    assert not isinstance(window.centre.childAt(frame.rect().center()), DropFrame)  # what is below is asked
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not frame.isVisible()
    QApplication.sendEvent(window, over)
    QApplication.sendEvent(window, QDropEvent(QPointF(10, 10), copy, data, left, none))
    assert not frame.isVisible()
    QApplication.processEvents()


@pytest.mark.parametrize(("name", "is_told"), [("A.PNG", True), ("notes.ipynb", True), ("song.mp3", False)])
def test_only_what_may_hold_a_document_is_asked_for(name: str, is_told: bool, window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.png"), QUrl.fromLocalFile(f"/somewhere/{name}")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    over = QDragEnterEvent(QPoint(10, 10), copy, data, left, none)
    QApplication.sendEvent(window, over)
    assert over.isAccepted()  # it is opened where it can be; else a sentence says why not
    assert window.drop_frame.isVisible() is is_told


def test_a_file_held_over_a_field_is_still_the_windows(window: MainWindow) -> None:
    window.deeds.edit_sentence()
    fields = [field for field in window.findChildren(QLineEdit) if field.isVisible()]
    assert len(fields) >= 2  # of the temperature and of the sentence
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/somewhere/a.png")])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for field in fields:
        over = QDragEnterEvent(field.rect().center(), copy, data, left, none)
        over.ignore()
        QApplication.sendEvent(field, over)  # which passes on to the parents what nobody takes
        assert window.drop_frame.isVisible()
        QApplication.sendEvent(window, QDragLeaveEvent())


def test_the_size_of_the_text_is_remembered_at_once(window: MainWindow) -> None:
    window.actions_by_id["text-larger"].trigger()
    assert settings_file.load().text_scale == window.store.view.text_scale == 1.1


def test_a_dropped_file_stays_where_it_is(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    move, left, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    either = move | Qt.DropAction.CopyAction
    over = QDragEnterEvent(QPoint(10, 10), either, data, left, none)
    over.setDropAction(move)  # what the other program would rather do: it then deletes the file
    QApplication.sendEvent(window, over)
    assert over.dropAction() == Qt.DropAction.CopyAction
    dropped = QDropEvent(QPointF(10, 10), either, data, left, none)
    dropped.setDropAction(move)
    QApplication.sendEvent(window, dropped)
    assert dropped.isAccepted()
    assert dropped.dropAction() == Qt.DropAction.CopyAction


def test_a_drop_is_answered_before_anything_is_asked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.attn"
    window.work.save_as(path)
    move_query(window, 1.0, 1.0)
    asked: list[str] = []

    def cancel(
        _parent: object, _title: str, sentence: str, *_: object, **__: object
    ) -> QMessageBox.StandardButton:
        asked.append(sentence)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(deeds, "ask", cancel)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(10, 10), copy, data, left, none))
    QApplication.sendEvent(window, QDropEvent(QPointF(10, 10), copy, data, left, none))
    assert not asked  # the program that it comes from waits for the answer
    QApplication.processEvents()
    assert len(asked) == 1


def test_a_bad_file_gives_a_sentence_and_keeps_the_work(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "bad.attn"
    path.write_text("{")
    before = window.store.document
    window.deeds.open_path(str(path))
    assert window.store.document is before
    assert "bad.attn" in window.toast.text()
    assert window.toast.isVisible()
    with pytest.raises(Refused):
        window.work.open(str(path))


@pytest.mark.parametrize(
    "geometry", [(90_000, 90_000, 1600, 700), (0, 0, 1, 1), (-5_000, 40, 800, 600), (10, 10, 9_000, 9_000)]
)
def test_a_window_is_always_where_it_can_be_seen(geometry: tuple[int, int, int, int], qtbot: QtBot) -> None:
    settings_file.save(Settings(geometry=geometry))
    made = open_window()
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.contains(made.geometry().center())
    assert made.width() >= 640
    assert made.height() >= 480
    leave(made)


def test_text_grows_to_250_percent_and_says_when_it_can_no_more(window: MainWindow) -> None:
    for _ in range(10):
        window.actions_by_id["text-larger"].trigger()
    assert window.store.view.text_scale == 2.5
    assert "250 %" in window.store.view.message
    for _ in range(10):
        window.actions_by_id["text-smaller"].trigger()
    assert window.store.view.text_scale == 1.0


def test_the_rail_steps_aside_in_a_narrow_window_and_comes_when_asked(window: MainWindow) -> None:
    window.resize(700, 600)
    QApplication.processEvents()
    assert window.rail.isHidden()
    window.actions_by_id["rail"].trigger()
    assert not window.rail.isHidden()


def test_many_queued_moves_give_one_paint_and_one_event_one_computation(window: MainWindow) -> None:
    store = window.store
    handle = Handle("query", store.look.query)
    paints = Paints(window.panels["pipeline"])
    store.begin("Move query")
    before = store.computations
    for step in range(10):
        store.preview(partial(move_vector, handle=handle, point=(step / 10, 1.0)))
    assert store.computations - before == 10
    assert paints.most() == 0
    QApplication.processEvents()
    assert paints.most() == 1
    store.cancel()


class Paints(QObject):
    """Counts the paint events of a panel and of everything in it."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._count: Counter[int] = Counter()
        for widget in (panel, *panel.findChildren(QWidget)):
            widget.installEventFilter(self)

    def most(self) -> int:
        return max(self._count.values(), default=0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._count[id(watched)] += 1
        return False


def test_a_workspace_of_a_later_studio_is_kept_though_it_cannot_be_shown(
    window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "later.attn"
    save_file(path, window.store.document, Look(workspace="circuits"))
    window.deeds.open_path(str(path))
    assert window.work.path == path
    assert window.store.look.workspace == "circuits"
    again = open_window(str(path))
    assert again.header.tabs.button_of("vectors").isChecked()
    leave(again)


class Answers:
    """What a person answers to the file dialog and to the questions after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = ""
        self.proposed: list[str] = []
        self.questions: list[str] = []
        self.button = QMessageBox.StandardButton.No
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self.choose)
        monkeypatch.setattr(targets, "ask", self.answer)

    def choose(self, _parent: object, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        self.proposed.append(start)
        return self.path, ""

    def answer(self, _parent: object, _title: str, sentence: str, _buttons: object) -> object:
        self.questions.append(sentence)
        return self.button


def test_a_file_that_the_suffix_hits_is_not_replaced_unasked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(monkeypatch)
    (tmp_path / "mine.attn").write_text("precious")
    answers.path = str(tmp_path / "mine")
    assert not window.deeds.save_as()
    assert (tmp_path / "mine.attn").read_text() == "precious"
    assert answers.questions == ["“mine.attn” exists already. Replace it?"]
    answers.button = QMessageBox.StandardButton.Yes
    assert window.deeds.save_as()
    assert window.work.path == tmp_path / "mine.attn"
    answers.path = str(tmp_path / "other")
    assert window.deeds.save_as()
    assert len(answers.questions) == 2


@pytest.mark.parametrize("path", ["", "/nowhere/", "/nowhere/x", "x\0y"])
def test_a_place_where_nothing_can_be_saved_is_no_fault(
    path: str, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Answers(monkeypatch)
    answers.path = path
    assert not window.deeds.save_as()
    assert window.work.path is None
    assert bool(window.store.view.message) == bool(path)


def test_a_title_is_no_path(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Answers(monkeypatch)
    document = window.store.document
    window.store.open(replace(document, title="../a/b: <c> " + "x" * 300))
    window.deeds.save_as()
    assert Path(answers.proposed[0]).parent == Path.home()
    assert Path(answers.proposed[0]).name == "-a-b- -c- " + "x" * 68 + ".attn"


def test_f2_on_a_weight_types_the_weight_and_not_the_sentence(window: MainWindow) -> None:
    pipeline = window.panels["pipeline"]
    assert isinstance(pipeline, PipelinePanel)
    pipeline.rows.setFocus()
    pipeline.rows.at = Spot(2, "normalize")
    QTest.keyClick(pipeline.rows, Qt.Key.Key_F2)
    assert pipeline.rows.field.isVisible()
    QTest.keyClick(pipeline.rows.field, Qt.Key.Key_Escape)


def test_undo_has_its_key_in_the_enlarged_matrix_too(window: MainWindow) -> None:
    matrix = window.panels["matrix"]
    assert isinstance(matrix, MatrixPanel)
    move_query(window, 1.0, 1.0)
    large = matrix.enlarge()
    QApplication.processEvents()
    large.activateWindow()
    QTest.keyClick(large.panel, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.store.undo_name is None
    large.close()


def test_f6_goes_round_the_panels(window: MainWindow) -> None:
    seen = []
    for _ in range(6):
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = window.focusWidget()
        seen.append(
            next(name for name, panel in window.panels.items() if focus and panel.isAncestorOf(focus))
        )
    assert seen == ["pipeline", "matrix", "formula", "sentence", "plane", "pipeline"]
    QTest.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    focus = window.focusWidget()
    assert focus is not None
    assert window.panels["plane"].isAncestorOf(focus)


class Windows(QObject):
    """Notes every widget that is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_nothing_opens_while_a_workspace_is_made(window: MainWindow, qapp: QApplication) -> None:
    """A control that is shown before it has its place flashes as a window, and takes the keyboard away."""
    window.activateWindow()
    windows = Windows()
    qapp.installEventFilter(windows)
    for name in WORKSPACES:
        window.store.set_look(workspace=name)
        for _ in range(3):
            QApplication.processEvents()
        focus = QApplication.focusWidget()
        assert focus is not None
        assert window.workspace.isAncestorOf(focus)
    qapp.removeEventFilter(windows)
    assert windows.shown == []


def test_damaged_settings_are_told_once_and_kept(qapp: QApplication) -> None:
    path = settings_file.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"theme": "dark", ')
    window = open_window("bank-money")
    assert "Your settings can't be read and are as at first: " in window.toast.text()
    assert "settings.damaged.json" in window.toast.text()
    assert path.with_name("settings.damaged.json").read_text() == '{"theme": "dark", '
    leave(window)
    again = open_window("bank-money")
    assert again.store.view.message == ""
    leave(again)


def test_damaged_settings_take_no_other_sentence_s_place(qapp: QApplication, tmp_path: Path) -> None:
    window = open_window("bank-money")
    window.work.save_as(tmp_path / "mine.attn")
    leave(window)
    settings_file.settings_file().write_text("[]")
    window = open_window(str(tmp_path / "mine.attn"))  # which is remembered before anything is told
    assert "settings.damaged.json" in window.toast.text()
    assert window.work.recent == (tmp_path / "mine.attn",)
    leave(window)
