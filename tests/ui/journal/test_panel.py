"""The journal in the person's hands: keep, restore, write, move, delete, bring back, find."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Handle
from attnstudio.model.edits import move_vector
from attnstudio.model.refused import Refused
from attnstudio.state.journal import Journal
from attnstudio.storage import settings as settings_file
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import from_bytes, save_file
from attnstudio.storage.journal_words import MOST_NOTE, words_in
from attnstudio.ui import deeds, plain
from attnstudio.ui.application import open_window
from attnstudio.ui.journal.panel import JournalPanel
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.theme import theme_of
from tests.samples import bank, crossing
from tests.ui.conftest import leave
from tests.ui.journal.conftest import card, titles

Keys = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


def move_query(window: MainWindow) -> None:
    handle = Handle("query", window.store.look.query)
    window.store.apply("Move query", lambda document: move_vector(document, handle, (0.5, 1.5)))


def on_disk(panel: JournalPanel) -> list[tuple[str, str]]:
    return [(e.words.title, e.words.note) for e in Journal(panel.journal.folder).entries]


# --- keep and restore


def test_what_is_seen_is_kept_and_comes_back_to_the_last_bit(window: MainWindow) -> None:
    window.beside.show()
    move_query(window)
    kept = window.store.document
    window.actions_by_id["journal-add"].trigger()
    panel = window.beside.panel
    assert panel is not None
    (entry,) = panel.cards.entries
    assert entry.words.title == window.work.title
    assert entry.words.said.startswith("bank looks")
    window.deeds.open_scene("bank-river")
    thumb = panel.cards.cards[0].thumb
    QTest.mouseClick(thumb, Qt.MouseButton.LeftButton, pos=thumb.rect().center())
    assert window.store.document == kept
    assert window.store.undo_name == f"Restore “{entry.words.title}”"
    window.actions_by_id["undo"].trigger()
    assert window.store.document.scene == "bank-river"


def test_enter_on_a_picture_restores_it(panel: JournalPanel, window: MainWindow) -> None:
    thumb = card(panel, "second").thumb
    thumb.setFocus()
    QTest.keyClick(thumb, Keys.Key_Return)
    assert window.store.document == crossing()


def test_an_open_file_is_asked_about_first(
    panel: JournalPanel, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_file(tmp_path / "mine.attn", bank(), window.store.look)
    window.work.open(tmp_path / "mine.attn")
    move_query(window)
    before = window.store.document
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard]
    monkeypatch.setattr(deeds, "ask", lambda *_: answers.pop(0))
    panel.do(panel.cards.entries[1].name, "restore")
    assert window.store.document is before
    panel.do(panel.cards.entries[1].name, "restore")
    assert window.store.document == crossing()
    assert window.work.path is None  # a picture is never saved over
    assert answers == []


def test_while_hidden_a_word_and_a_picture_say_that_it_is_kept(window: MainWindow, folder: Path) -> None:
    window.actions_by_id["journal-add"].trigger()
    offer = window.beside.offer
    assert offer is not None
    assert offer.isVisible()
    assert offer.text() == "“bank — money” is in the journal."
    assert offer.geometry().right() < window.centre.width()
    offer.answer.click()
    panel = window.beside.panel
    assert panel is not None
    assert panel.isVisible()
    assert not offer.isVisible()
    assert panel.cards.cards[0].note.hasFocus()
    image = QImage(str(folder / panel.cards.entries[0].name))
    assert (image.width(), image.height()) == (2880, 1800)


@pytest.mark.parametrize("way", ["command", "button"])
def test_while_shown_the_keyboard_goes_into_the_new_note(
    way: str, panel: JournalPanel, window: MainWindow
) -> None:
    window.workspace.take_keyboard()
    if way == "command":
        window.actions_by_id["journal-add"].trigger()
    else:
        QTest.mouseClick(panel.head.add_button, Qt.MouseButton.LeftButton)
    note = card(panel, "bank — money").note
    assert note.hasFocus()
    QTest.keyClicks(note, "seen")
    QTest.keyClick(note, Qt.Key.Key_Escape)
    assert window.workspace.isAncestorOf(window.focusWidget())
    assert panel.isVisible()
    assert panel.journal.entries[-1].words.note == "seen"


def test_while_hidden_the_keyboard_stays_where_it_is(window: MainWindow) -> None:
    window.activateWindow()
    window.panels["pipeline"].take_keyboard()
    before = window.focusWidget()
    window.actions_by_id["journal-add"].trigger()
    assert window.focusWidget() is before


@pytest.mark.parametrize("wide", [640, 1024, 1440])
def test_a_message_leaves_the_journal_its_buttons(panel: JournalPanel, window: MainWindow, wide: int) -> None:
    window.resize(wide, 700)
    window.store.say("A picture of the workspace is on the clipboard; paste it before you close the studio.")
    QApplication.processEvents()
    assert window.toast.isVisible()
    assert window.toast.geometry().left() >= 0
    assert not window.toast.geometry().intersects(panel.geometry())
    window.beside.hide()
    assert window.toast.geometry().right() > wide - 40


def test_an_entry_that_is_gone_is_a_sentence(panel: JournalPanel, window: MainWindow) -> None:
    before, name = window.store.document, panel.cards.entries[0].name
    (panel.journal.folder / name).unlink()
    panel.do(name, "restore")
    assert "there is no such file" in window.store.view.message
    assert window.store.document is before


# --- notes


def test_a_note_is_written_when_the_person_pauses(panel: JournalPanel, qtbot: QtBot) -> None:
    note = card(panel, "second").note
    note.setFocus()
    note.selectAll()
    QTest.keyClicks(note, "in my words")
    qtbot.waitUntil(lambda: ("second", "in my words") in on_disk(panel), timeout=3000)
    assert note.toPlainText() == "in my words"
    assert note.hasFocus()


def test_a_note_is_written_when_the_field_is_left(panel: JournalPanel) -> None:
    note = card(panel, "second").note
    note.setFocus()
    QTest.keyClicks(note, "x")
    assert ("second", "on second") in on_disk(panel)
    panel.search.setFocus()
    assert ("second", "xon second") in on_disk(panel)


def test_a_note_is_written_when_the_window_closes(window: MainWindow, panel: JournalPanel) -> None:
    note = card(panel, "third").note
    note.setFocus()
    QTest.keyClicks(note, "last ")
    window.close()
    assert on_disk(panel)[2] == ("third", "last on third")


def test_undo_in_a_field_is_the_field_s(panel: JournalPanel, window: MainWindow) -> None:
    move_query(window)
    note = card(panel, "first").note
    note.setFocus()
    QTest.keyClicks(note, "abc")
    QTest.keyClick(note, Keys.Key_Z, CTRL)
    assert note.toPlainText() == "on first"
    assert window.store.undo_name == "Move query"


def test_a_note_that_cannot_be_written_stays_and_closing_asks(
    panel: JournalPanel, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise Refused("“x” was not written: the disk is full.")

    note = card(panel, "first").note
    note.setFocus()
    QTest.keyClicks(note, "dear ")
    asked: list[str] = []

    def ask(_parent: QWidget, _title: str, sentence: str, _buttons: object) -> QMessageBox.StandardButton:
        asked.append(sentence)
        return QMessageBox.StandardButton.Cancel

    with monkeypatch.context() as patch:
        patch.setattr(panel.journal, "set_note", fail)
        patch.setattr(plain, "ask", ask)
        panel.search.setFocus()
        panel.search.setText("third")  # the card is not wanted, but its note is nowhere else
        assert window.store.view.message == "“x” was not written: the disk is full."
        window.close()
        assert window.isVisible()
        assert "the disk is full" in asked[0]
    panel.search.clear()
    assert card(panel, "first").note.toPlainText() == "dear on first"
    assert panel.finish()
    assert on_disk(panel)[0] == ("first", "dear on first")


def test_no_more_is_taken_than_is_kept_and_no_letter_is_cut(panel: JournalPanel, window: MainWindow) -> None:
    note = card(panel, "first").note
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    note.setPlainText("")
    QApplication.clipboard().setText(family * (MOST_NOTE // 5))
    note.paste()
    QApplication.processEvents()
    text = note.toPlainText()
    assert 0 < len(text.encode("utf-16-le")) // 2 <= MOST_NOTE
    assert text == family * (len(text) // len(family))
    assert "at most 10,000 characters" in window.store.view.message
    assert panel.finish()
    assert on_disk(panel)[0][1] == text


def test_what_another_window_changed_is_seen(panel: JournalPanel, qtbot: QtBot) -> None:
    other = Journal(panel.journal.folder)
    other.set_note(other.entries[0].name, "from elsewhere")
    other.remove(other.entries[1].name)
    qtbot.waitUntil(lambda: titles(panel) == ["first", "third"], timeout=3000)
    assert card(panel, "first").note.toPlainText() == "from elsewhere"


# --- order, deletion, search


def test_entries_are_moved_by_buttons_and_keys(panel: JournalPanel) -> None:
    card(panel, "third").buttons["up"].click()
    assert titles(panel) == ["first", "third", "second"]
    thumb = card(panel, "third").thumb
    thumb.setFocus()
    QTest.keyClick(thumb, Keys.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert titles(panel) == ["third", "first", "second"]
    assert not card(panel, "third").buttons["up"].isEnabled()
    assert card(panel, "third").buttons["up"].accessibleDescription() == "This is the first one."
    assert [title for title, _ in on_disk(panel)] == titles(panel)


def test_a_move_goes_past_what_is_seen(panel: JournalPanel) -> None:
    panel.journal.set_note(panel.cards.entries[0].name, "same")
    panel.journal.set_note(panel.cards.entries[2].name, "same")
    panel.search.setText("same")
    assert titles(panel) == ["first", "third"]
    card(panel, "third").buttons["up"].click()
    panel.search.clear()
    assert titles(panel) == ["third", "first", "second"]


def test_a_deletion_is_undone_by_its_button(panel: JournalPanel) -> None:
    card(panel, "second").buttons["remove"].click()
    assert titles(panel) == ["first", "third"]
    assert panel.offer.isVisible()
    assert panel.offer.text() == "“second” is deleted."
    panel.offer.answer.click()
    assert titles(panel) == ["first", "second", "third"]
    assert not panel.offer.isVisible()


def test_ctrl_z_in_the_journal_brings_back_and_elsewhere_undoes(
    panel: JournalPanel, window: MainWindow
) -> None:
    move_query(window)
    thumb = card(panel, "second").thumb
    thumb.setFocus()
    QTest.keyClick(thumb, Keys.Key_Delete)
    QApplication.processEvents()
    assert titles(panel) == ["first", "third"]
    focus = QApplication.focusWidget()
    assert focus is card(panel, "third").thumb
    QTest.keyClick(focus, Keys.Key_Z, CTRL)
    assert titles(panel) == ["first", "second", "third"]
    assert window.store.undo_name == "Move query"
    QTest.keyClick(card(panel, "second").thumb, Keys.Key_Z, CTRL)  # nothing is deleted any more
    assert window.store.undo_name is None


def test_the_last_entry_s_deletion_leaves_a_sentence(panel: JournalPanel) -> None:
    for title in ("first", "second", "third"):
        card(panel, title).buttons["remove"].click()
    assert panel.empty.isVisible()
    assert "Ctrl+Shift+J" in panel.empty.text()
    assert panel.head.add_button.hasFocus()
    assert not panel.search.isVisible()


def test_the_search_says_when_nothing_is_found(panel: JournalPanel) -> None:
    panel.search.setFocus()
    QTest.keyClicks(panel.search, "SECOND")
    assert titles(panel) == ["second"]
    assert panel.head.count.text() == "1 of 3"
    QTest.keyClicks(panel.search, "s")
    assert titles(panel) == []
    assert panel.empty.text() == "No title and no note has “SECONDs” in it."
    QTest.keyClick(panel.search, Keys.Key_Escape)
    assert titles(panel) == ["first", "second", "third"]


def test_files_that_are_no_entries_are_told(panel: JournalPanel, window: MainWindow, folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    (folder / "b.png").write_bytes(b"\x89PNG\r\n\x1a\nrest")
    panel.look_again()
    assert panel.faults.isVisible()
    assert panel.faults.text() == "2 files are left out: why?"
    panel.faults.click()
    assert window.store.view.message == (
        "“a.txt” is left out of the journal: it is no PNG picture. "
        "“b.png” is left out of the journal: it is no PNG picture."
    )
    assert titles(panel) == ["first", "second", "third"]


@pytest.mark.skipif(
    sys.platform == "win32" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="root may write"
)
def test_a_read_only_folder_is_a_sentence(panel: JournalPanel, window: MainWindow, folder: Path) -> None:
    folder.chmod(0o500)
    card(panel, "first").buttons["remove"].click()
    folder.chmod(0o700)
    assert "you have no permission" in window.store.view.message
    assert titles(panel) == ["first", "second", "third"]


# --- out of the studio


def test_a_copied_picture_has_its_document_and_not_the_note(panel: JournalPanel) -> None:
    card(panel, "second").buttons["copy"].click()
    data = QApplication.clipboard().mimeData()
    assert data.hasImage()
    copied = bytes(data.data("image/png").data())
    assert words_in(copied) is None
    assert from_bytes(document_in(copied), "x").document == crossing()


@pytest.mark.parametrize("index", [0, 1])
def test_the_menu_exports_what_is_listed(
    index: int,
    panel: JournalPanel,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = tmp_path / ("out", "out.html")[index]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target), ""))
    menu = panel.head.menu_button.menu()
    assert menu is not None
    panel.search.setText("first")
    menu.actions()[index].trigger()
    assert window.store.view.message == f"One entry is in “{target}”."
    page = (target / "journal.md" if index == 0 else target).read_text(encoding="utf-8")
    assert "on first" in page
    assert "on second" not in page
    if index == 0:
        menu.actions()[0].trigger()
        assert "is there already" in window.store.view.message


# --- its place


def test_the_command_shows_and_hides_and_is_remembered(window: MainWindow) -> None:
    action = window.actions_by_id["journal"]
    assert not action.isChecked()
    action.trigger()
    panel = window.beside.panel
    assert panel is not None
    assert panel.isVisible()
    assert action.isChecked()
    assert panel.head.add_button.hasFocus()
    action.trigger()
    assert not panel.isVisible()
    assert window.panels["plane"].hasFocus() or window.panels["plane"].isAncestorOf(window.focusWidget())
    action.trigger()
    window.close()
    assert settings_file.load().journal
    again = open_window("bank-money")
    assert again.beside.is_shown
    leave(again)


def test_open_or_not_is_remembered_before_the_window_closes(window: MainWindow) -> None:
    window.actions_by_id["journal"].trigger()
    assert settings_file.load().journal
    window.actions_by_id["journal"].trigger()
    assert not settings_file.load().journal


def test_escape_gives_the_keyboard_back(panel: JournalPanel, window: MainWindow) -> None:
    note = card(panel, "first").note
    note.setFocus()
    QTest.keyClick(note, Keys.Key_Escape)
    assert panel.isVisible()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert not panel.isAncestorOf(focus)
    window.resize(700, 700)
    QApplication.processEvents()
    card(panel, "first").thumb.setFocus()
    QTest.keyClick(card(panel, "first").thumb, Keys.Key_Escape)
    assert not panel.isVisible()


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 2.5])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 700), (640, 480)])
def test_nothing_is_cut_off(
    size: tuple[int, int], scale: float, panel: JournalPanel, window: MainWindow
) -> None:
    window.resize(*size)
    window.store.set_view(text_scale=scale)
    for _ in range(3):
        QApplication.processEvents()
    centre, top = window.centre, window.top.geometry().bottom() + 1
    assert panel.geometry().top() == top
    assert panel.geometry().right() == centre.width() - 1
    assert panel.geometry().bottom() == centre.height() - 1
    assert panel.width() <= centre.width()
    area = window.workspace.parentWidget()
    assert area is not None
    if window.beside.is_docked:
        assert area.mapTo(centre, QPoint(area.width(), 0)).x() <= panel.x()
    for widget in panel.head.stops():
        assert widget.width() >= widget.minimumSizeHint().width()
        assert widget.geometry().right() < panel.head.width()
    if size == (640, 480) and scale > 1.5:
        return  # a card is higher than the window then, and is scrolled
    for made in panel.cards.cards:
        assert made.geometry().right() < panel.cards.viewport().width()
        stops = [made.thumb, made.title, made.time, made.note, *made.buttons.values()]
        for widget in stops:
            assert made.rect().contains(widget.geometry()), widget
        for widget in made.buttons.values():
            assert widget.width() >= widget.sizeHint().width()
        for one, other in pairwise(stops):
            assert not one.geometry().intersects(other.geometry())


def test_the_rail_steps_aside_for_it(window: MainWindow, panel: JournalPanel) -> None:
    assert not window.rail.isHidden()
    window.resize(1200, 900)
    QApplication.processEvents()
    assert window.rail.isHidden()
    assert window.beside.is_docked
    window.beside.hide()
    assert not window.rail.isHidden()


def test_every_part_has_a_name_of_its_own(panel: JournalPanel) -> None:
    names = [stop.accessibleName() for made in panel.cards.cards for stop in made.stops()]
    assert all(names)
    assert len(set(names)) == len(names)
    assert (
        card(panel, "second").accessibleName() == "Entry 2 of 3: second, " + card(panel, "second").time.whole
    )
    assert card(panel, "second").thumb.accessibleDescription() == "said of second"


@pytest.mark.parametrize("theme", ["dark", "high-contrast", "print"])
def test_it_is_dressed_with_the_window(theme: str, panel: JournalPanel, window: MainWindow) -> None:
    window.set_theme(theme)
    QApplication.processEvents()
    image = panel.grab().toImage()
    ground = image.pixelColor(image.width() // 2, panel.head.geometry().bottom() + 2)
    assert ground == theme_of(window.store.view).paper
