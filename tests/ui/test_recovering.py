"""What a crash left is offered in the window, and goes only with the person's word."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle
from attnstudio.model.seen import Seen
from attnstudio.state.recovery import Recovery
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.storage.files import open_file
from attnstudio.storage.recovery_files import RecoveryFile, folder, search
from attnstudio.storage.recovery_records import About, Found, Kept, whole
from attnstudio.study import scenes
from attnstudio.ui import deeds, recovering
from attnstudio.ui.application import open_window
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.notices import MOST, Notice
from tests.samples import bank, of_words
from tests.ui.conftest import leave

_Button = QMessageBox.StandardButton


def lost(scene: str = "bank-money", x: float = 0.25, path: Path | None = None) -> Document:
    """Change a scene and leave it unsaved, as a process does that dies."""
    recovery = Recovery(print)
    store = Store(*scenes.load(scene))
    work = Work(store, recovery)
    if path is not None:
        work.save_as(path)
    handle = Handle("query", store.look.query)
    store.apply("Move query", lambda document: edits.move_vector(document, handle, (x, 0.5)))
    recovery.close(is_over=False)
    return store.document


def press(notice: Notice, text: str) -> None:
    next(made for made in notice.buttons if made.text() == text).click()
    QApplication.processEvents()


@pytest.fixture
def fresh(qapp: QApplication) -> Iterator[MainWindow]:
    """The next start, on another scene."""
    made = open_window("bank-river")
    QApplication.processEvents()
    yield made
    leave(made)


def offered(window: MainWindow) -> list[Notice]:
    recovering.offer(window)
    QApplication.processEvents()
    return list(window.notices.waiting)


def test_nothing_lost_is_nothing_said(fresh: MainWindow) -> None:
    assert offered(fresh) == []
    assert not fresh.notices.isVisible()
    assert fresh.store.view.message == ""


def test_restored_work_is_open_and_undo_brings_back_what_was(fresh: MainWindow) -> None:
    document = lost()
    before = fresh.store.document
    (notice,) = offered(fresh)
    press(notice, "Restore")
    assert fresh.store.document == document
    assert (fresh.work.title, fresh.isWindowModified()) == ("bank — money", True)
    assert fresh.notices.waiting == ()
    assert not fresh.notices.isVisible()
    fresh.actions_by_id["undo"].trigger()
    assert fresh.store.document == before
    assert not fresh.isWindowModified()
    fresh.actions_by_id["redo"].trigger()
    assert fresh.store.document == document
    assert fresh.isWindowModified()


def test_restored_work_keeps_its_file_and_is_kept_on(fresh: MainWindow, tmp_path: Path) -> None:
    document = lost(path=tmp_path / "mine.attn")
    (notice,) = offered(fresh)
    press(notice, "Restore")
    assert fresh.work.path == tmp_path / "mine.attn"
    assert "mine" in fresh.windowTitle()
    (path,) = folder().glob("*.recovery")  # its own now
    handle = Handle("query", fresh.store.look.query)
    fresh.store.apply("Move query", lambda held: edits.move_vector(held, handle, (0.75, 0.5)))
    assert fresh.work.is_kept
    assert fresh.deeds.save()
    assert open_file(tmp_path / "mine.attn").document == fresh.store.document != document
    assert not path.exists()


def test_work_that_is_as_its_scene_is_offered_once(fresh: MainWindow) -> None:
    made = RecoveryFile(folder())
    made.append(whole(Kept(*scenes.load("bank-money"), Seen(), About()), 1.0))
    made.leave()
    (notice,) = offered(fresh)
    press(notice, "Restore")
    assert (fresh.work.title, fresh.work.is_modified) == ("bank — money", False)
    assert list(folder().iterdir()) == []


def test_an_offer_that_is_not_answered_is_made_again(fresh: MainWindow) -> None:
    lost()
    offered(fresh)
    assert search(folder()).orphans == ()  # nobody else is offered it meanwhile
    fresh.close()
    (orphan,) = search(folder()).orphans
    orphan.leave()


def test_work_is_discarded_with_the_person_s_word_alone(
    fresh: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost()
    (notice,) = offered(fresh)
    answers = [_Button.Cancel, _Button.Discard]
    monkeypatch.setattr(recovering, "ask", lambda *_: answers.pop(0))
    press(notice, "Discard")
    assert [*fresh.notices.waiting] == [notice]
    assert len(list(folder().glob("*.recovery"))) == 1
    press(notice, "Discard")
    assert [*fresh.notices.waiting] == []
    assert list(folder().iterdir()) == []


def test_a_copy_is_saved_beside_and_the_offer_stays(
    fresh: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = lost()
    (notice,) = offered(fresh)
    target = tmp_path / "copy.attn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    press(notice, "Save a copy…")
    assert open_file(target).document == document
    assert fresh.work.path is None
    assert fresh.notices.waiting == (notice,)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.attn"), ""))
    press(notice, "Save a copy…")
    assert "there is no folder" in fresh.store.view.message
    assert fresh.notices.waiting == (notice,)


def test_open_work_with_a_file_is_asked_about_first(
    fresh: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost()
    fresh.work.save_as(tmp_path / "open.attn")
    handle = Handle("query", fresh.store.look.query)
    fresh.store.apply("Move query", lambda document: edits.move_vector(document, handle, (0.5, 0.5)))
    before = fresh.store.document
    monkeypatch.setattr(deeds, "ask", lambda *_, **__: _Button.Cancel)
    (notice,) = offered(fresh)
    press(notice, "Restore")
    assert fresh.store.document is before
    assert fresh.notices.waiting == (notice,)


def test_several_works_are_offered_one_after_the_other(fresh: MainWindow) -> None:
    for number in range(MOST + 2):
        lost(x=0.1 * number)
    notices = offered(fresh)
    assert len(notices) == MOST + 2
    assert [notice.isVisible() for notice in notices] == [True] * MOST + [False] * 2
    press(notices[0], "Restore")
    assert notices[MOST].isVisible()
    assert fresh.work.is_modified
    press(notices[1], "Restore")
    assert fresh.work.left == ("bank — money",)


def test_the_keyboard_and_a_screen_reader_come_everywhere(fresh: MainWindow) -> None:
    lost()
    lost("softmax-210")
    first, second = offered(fresh)
    names = [made.accessibleName() for notice in (first, second) for made in notice.buttons]
    assert len(set(names)) == 6
    assert all("was not saved" in name for name in names)
    fresh.activateWindow()
    first.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
    for made in (*first.buttons[1:], *second.buttons):
        QTest.keyClick(fresh.focusWidget(), Qt.Key.Key_Tab)
        assert fresh.focusWidget() is made
    second.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(second.buttons[0], Qt.Key.Key_Space)
    assert fresh.store.document.title in second.sentence
    assert fresh.notices.waiting == (first,)


def test_a_damaged_file_is_told(fresh: MainWindow) -> None:
    folder().mkdir(parents=True)
    (folder() / "a.recovery").write_bytes(b"nonsense\n")
    assert offered(fresh) == []
    assert "A recovery file can't be read; it is kept in" in fresh.toast.text()


@pytest.mark.parametrize("size", [(640, 480), (1440, 900)])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_every_button_is_whole_at_every_size(size: tuple[int, int], scale: float, fresh: MainWindow) -> None:
    lost()
    fresh.resize(*size)
    fresh.store.set_view(text_scale=scale)
    (notice,) = offered(fresh)
    for _ in range(5):
        QApplication.processEvents()
    for made in notice.buttons:
        assert made.width() >= made.sizeHint().width()
        assert notice.rect().contains(QRect(made.mapTo(notice, QPoint()), made.size()))
    assert fresh.width() == size[0]


NOW = datetime(2026, 11, 30, 0, 30)


@pytest.mark.parametrize(
    ("moment", "when"),
    [
        (datetime(2026, 11, 30, 0, 2), "today 00:02"),
        (datetime(2026, 11, 29, 23, 59), "yesterday 23:59"),
        (datetime(2026, 11, 28, 14, 2), "2026-11-28 14:02"),
    ],
)
def test_the_sentence_says_when_and_what(moment: datetime, when: str) -> None:
    found = Found(bank(), scenes.load("bank-money")[1], None, About(), moment.timestamp())
    assert recovering.sentence_of(found, NOW) == (
        f"Work from {when} was not saved: “bank — money” (I deposited money at the bank)."
    )


def test_the_sentence_names_the_last_step(fresh: MainWindow) -> None:
    lost()
    (notice,) = offered(fresh)
    assert notice.sentence.endswith("at the bank), last: Move query.")
    look = scenes.load("bank-money")[1]
    strange = Found(bank(), look, None, About(), NOW.timestamp(), step="Move\n" + "x" * 500)
    assert "\n" not in recovering.sentence_of(strange, NOW)
    assert len(recovering.sentence_of(strange, NOW)) < 200


def test_only_the_latest_is_the_one_to_take(fresh: MainWindow) -> None:
    lost()
    lost("softmax-210")
    first, second = offered(fresh)
    assert (first.buttons[0].property("kind"), second.buttons[0].property("kind")) == ("primary", "plain")


@pytest.mark.parametrize("scene", ["bank-money", "wrong-divisor"])  # the second is of another workspace
def test_a_second_enter_replaces_nothing(scene: str, fresh: MainWindow) -> None:
    lost("softmax-210")
    document = lost(scene)
    first, _second = offered(fresh)
    fresh.activateWindow()
    first.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(first.buttons[0], Qt.Key.Key_Space)
    for _ in range(5):
        QApplication.processEvents()
    focus = fresh.focusWidget()
    assert fresh.workspace.isAncestorOf(focus)
    QTest.keyClick(focus, Qt.Key.Key_Space)
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert fresh.store.document.title == document.title
    assert len(fresh.notices.waiting) == 1


def test_the_sentence_does_without_a_title_words_or_a_sound_clock() -> None:
    empty = Found(of_words(), scenes.load("bank-money")[1], None, About(), 9e10 * 9e10)
    assert recovering.sentence_of(empty, NOW) == "Work from some time ago was not saved: “Untitled”."
    named = Found(bank(), scenes.load("bank-money")[1], None, About("/somewhere/my notes.attn"), 0.0)
    assert "“my notes” (I deposited" in recovering.sentence_of(named, NOW)
