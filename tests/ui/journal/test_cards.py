"""The list of cards: as quick with a thousand entries as with ten, and whole for the keyboard."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from threading import Event, Timer

import pytest
from PySide6.QtCore import QObject, QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.storage.journal_files import Entry
from attnstudio.storage.journal_words import Words, with_words
from attnstudio.ui.journal import thumbs
from attnstudio.ui.journal.card import height_for
from attnstudio.ui.journal.note_field import NoteField
from attnstudio.ui.journal.panel import JournalPanel
from attnstudio.ui.journal.thumbs import small
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.theme import theme_of
from tests.kept import picture_of, plain_png
from tests.samples import bank
from tests.ui.journal.conftest import card, titles

MANY = 1000


@pytest.fixture
def long(window: MainWindow, folder: Path) -> JournalPanel:
    """A thousand entries, notes of all lengths, written as other windows would."""
    folder.mkdir()
    picture = picture_of(bank())
    for number in range(1, MANY + 1):
        note = "a line of a note that wraps. " * (number % 9)
        words = Words(f"entry {number}", "", "", note, "2026-11-30T10:00:00+00:00", float(number))
        (folder / f"{number:04}-x.png").write_bytes(with_words(picture, words))
    window.activateWindow()
    panel = window.beside.show()
    QApplication.processEvents()
    return panel


def test_a_thousand_entries_have_a_few_cards(long: JournalPanel) -> None:
    assert len(long.cards.entries) == MANY
    bar = long.cards.verticalScrollBar()
    seen = set()
    for value in (0, bar.maximum() // 3, bar.maximum() // 2, bar.maximum()):
        bar.setValue(value)
        QApplication.processEvents()
        assert 2 <= len(long.cards.cards) <= 12
        seen |= {made.entry.name for made in long.cards.cards}
    assert len(long.findChildren(type(long.cards.cards[0]))) <= 16
    assert "1000-x.png" in seen
    last = long.cards.cards[-1]
    assert last.geometry().bottom() < long.cards.viewport().height()


def test_every_card_is_as_high_as_was_reckoned_and_none_overlap(
    long: JournalPanel, window: MainWindow
) -> None:
    theme = theme_of(window.store.view)
    long.cards.verticalScrollBar().setValue(5000)
    QApplication.processEvents()
    made = long.cards.cards
    for one, other in pairwise(made):
        assert one.geometry().bottom() < other.geometry().top()
    for one in made:
        assert one.note.toPlainText() == one.entry.words.note
        assert one.height() == height_for(theme, one.entry.words.note, one.width())
        assert one.buttons["remove"].geometry().bottom() < one.height()
        bar = one.note.verticalScrollBar()
        assert bar.maximum() == 0, "a line is cut off"


def test_tab_goes_from_card_to_card_however_long_the_list_is(long: JournalPanel) -> None:
    long.search.setFocus()
    visited = []
    for _ in range(6 * 12):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        at = next((c for c in long.cards.cards if focus and c.isAncestorOf(focus)), None)
        assert at is not None
        assert at.geometry().intersects(long.cards.viewport().rect())
        if at.entry.words.title not in visited:
            visited.append(at.entry.words.title)
    assert visited[:11] == [f"entry {number}" for number in range(1, 12)]


def test_arrows_walk_and_home_and_end_jump(long: JournalPanel) -> None:
    long.take_keyboard()
    for key, title in (
        (Qt.Key.Key_Down, "entry 2"),
        (Qt.Key.Key_Down, "entry 3"),
        (Qt.Key.Key_Up, "entry 2"),
        (Qt.Key.Key_End, f"entry {MANY}"),
        (Qt.Key.Key_Down, f"entry {MANY}"),
        (Qt.Key.Key_Home, "entry 1"),
    ):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        assert QApplication.focusWidget() is card(long, title).thumb


def write_lines(note: NoteField, count: int) -> None:
    for _ in range(count):
        QTest.keyClick(note, Qt.Key.Key_Return)
        QTest.keyClicks(note, "more")


def test_a_note_grows_with_its_text_and_pushes_the_rest(panel: JournalPanel) -> None:
    first, second = card(panel, "first"), card(panel, "second")
    before = second.y()
    first.note.setFocus()
    first.note.moveCursor(first.note.textCursor().MoveOperation.End)
    write_lines(first.note, 2)
    line = first.note.fontMetrics().lineSpacing()
    assert 2 * line <= second.y() - before <= 2 * line + 4
    assert first.note.verticalScrollBar().maximum() == 0
    write_lines(first.note, 20)
    assert first.note.verticalScrollBar().maximum() > 0  # from twelve lines on it is scrolled
    assert first.geometry().bottom() < second.geometry().top()


def test_a_card_that_was_used_before_shows_nothing_of_it(long: JournalPanel) -> None:
    long.cards.cards[1].note.setFocus()
    QTest.keyClicks(long.cards.cards[1].note, "mine")
    long.search.setFocus()
    long.cards.verticalScrollBar().setValue(long.cards.verticalScrollBar().maximum())
    QApplication.processEvents()
    for made in long.cards.cards:
        assert made.note.toPlainText() == made.entry.words.note
        assert not made.note.document().isUndoAvailable()
    assert long.journal.entries[1].words.note.startswith("mine")


def test_pictures_come_after_the_cards(panel: JournalPanel, qtbot: QtBot) -> None:
    thumb = card(panel, "first").thumb
    qtbot.waitUntil(lambda: thumb.picture() is not None, timeout=3000)
    picture = thumb.picture()
    assert picture is not None
    assert picture.devicePixelRatio() == thumb.devicePixelRatioF()
    assert max(picture.width(), picture.height()) <= max(thumb.width(), thumb.height())


def test_a_picture_that_cannot_be_drawn_is_told(panel: JournalPanel, qtbot: QtBot) -> None:
    entry = panel.cards.entries[0]
    path = panel.journal.folder / entry.name
    data = path.read_bytes()
    place = data.index(b"IDAT")
    path.write_bytes(data[: place + 4] + b"\0" * 6 + data[place + 10 :])
    panel.look_again()
    thumb = card(panel, "first").thumb
    qtbot.waitUntil(lambda: (picture := thumb.picture()) is not None and picture.isNull(), timeout=3000)
    thumb.grab()
    assert card(panel, "first").note.toPlainText() == "on first"  # which is whole


def test_small_pictures_fit_and_keep_their_shape(tmp_path: Path) -> None:
    (tmp_path / "wide.png").write_bytes(plain_png(400, 100))
    assert small(tmp_path / "wide.png", QSize(200, 200)).size() == QSize(200, 50)
    (tmp_path / "not.png").write_bytes(b"no picture")
    assert small(tmp_path / "not.png", QSize(200, 200)).isNull()
    assert small(tmp_path / "gone.png", QSize(200, 200)).isNull()


def test_a_scroll_bar_comes_without_wrapping_anything_anew(panel: JournalPanel, window: MainWindow) -> None:
    window.resize(1440, 700)
    QApplication.processEvents()
    bar, wide = panel.cards.verticalScrollBar(), card(panel, "first").width()
    assert bar.isVisible()
    panel.search.setText("first")
    QApplication.processEvents()
    assert not bar.isVisible()
    assert card(panel, "first").width() == wide
    panel.search.clear()
    QApplication.processEvents()
    assert bar.isVisible()
    assert card(panel, "first").width() == wide


def test_a_note_is_saved_while_scrolling_though_its_picture_is_gone(long: JournalPanel, folder: Path) -> None:
    """Writing it lists one entry fewer, in the midst of placing the others."""
    card(long, "entry 1").note.insertPlainText("typed just now")
    note = card(long, "entry 1").note.toPlainText()
    (folder / "0001-x.png").unlink()
    long.head.add_button.setFocus()
    bar = long.cards.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert len(long.cards.entries) == MANY - 1
    assert long.cards.cards[-1].entry.words.title == f"entry {MANY}"
    assert [path.read_text() for path in (folder / "removed").glob("*.txt")] == [note]


def test_the_end_waits_for_every_picture_that_is_being_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    """Also for one that nobody waits for any more: the process may end right after it."""
    begun, go = Event(), Event()
    ended: list[Path] = []

    def slow(path: Path, _room: QSize) -> QImage:
        if path.name == "first":
            begun.set()
            go.wait(10)
        ended.append(path)
        return QImage()

    monkeypatch.setattr(thumbs, "small", slow)
    parent = QObject()
    made = thumbs.Thumbs(folder, parent)
    made.of(Entry("first", (0, 0, 0), Words()), QSize(10, 10), 1.0)
    assert begun.wait(10)
    for number in range(14):
        made.of(Entry(str(number), (number, 0, 0), Words()), QSize(10, 10), 1.0)
    Timer(0.2, go.set).start()
    made.end()
    assert folder / "first" in ended


def test_where_a_card_is_dropped(panel: JournalPanel) -> None:
    names = [entry.name for entry in panel.cards.entries]
    first, second = card(panel, "first").geometry(), card(panel, "second").geometry()
    assert panel.cards.place_at(QPoint(10, first.top() + 5)) == names[0]
    assert panel.cards.place_at(QPoint(10, first.bottom() - 5)) == names[1]
    assert panel.cards.place_at(QPoint(10, second.bottom() - 5)) == names[2]
    assert panel.cards.place_at(QPoint(10, 100_000)) is None
    assert titles(panel) == ["first", "second", "third"]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("", Qt.AlignmentFlag.AlignLeft),
        ("2 × bank", Qt.AlignmentFlag.AlignLeft),
        ("שלום bank", Qt.AlignmentFlag.AlignRight),
        ("1. مرحبا", Qt.AlignmentFlag.AlignRight),
    ],
)
def test_a_note_begins_where_its_words_do(qtbot: QtBot, text: str, side: Qt.AlignmentFlag) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    note = NoteField(parent)
    note.show_text(text)
    assert note.document().defaultTextOption().alignment() == side
    assert note.toPlainText() == text
