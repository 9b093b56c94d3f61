"""Pictures that are dragged out of the journal, and what is dropped on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Look
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import from_bytes, open_file, save_file
from attnstudio.storage.journal_words import Words, with_words
from attnstudio.ui.journal import carriage
from attnstudio.ui.journal.panel import JournalPanel
from attnstudio.ui.main_window import MainWindow
from tests.kept import picture_of, plain_png
from tests.samples import bank, crossing
from tests.ui.journal.conftest import card, titles


def drop(panel: JournalPanel, data: QMimeData, at: QPoint | None = None) -> bool:
    """Drop onto the journal; whether it said beforehand that it takes this."""
    place = at or panel.rect().center()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, left, none)
    enter.ignore()
    QApplication.sendEvent(panel, enter)
    if enter.isAccepted():
        QApplication.sendEvent(panel, QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, left, none))
    return enter.isAccepted()


def hold_over(panel: JournalPanel, data: QMimeData) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        panel, QDragEnterEvent(panel.rect().center(), Qt.DropAction.CopyAction, data, left, none)
    )


def of_file(path: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


@dataclass
class Dragged:
    urls: list[Path] = field(default_factory=list)
    actions: list[Qt.DropAction] = field(default_factory=list)


def test_a_card_is_dragged_out_as_its_file(panel: JournalPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Dragged()

    def run(drag: QDrag, action: Qt.DropAction) -> Qt.DropAction:
        seen.urls = [Path(url.toLocalFile()) for url in drag.mimeData().urls()]
        seen.actions.append(action)
        return action

    monkeypatch.setattr(QDrag, "exec", run)
    thumb = card(panel, "second").thumb
    before = panel.store.document
    QTest.mousePress(thumb, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    QTest.mouseMove(thumb, QPoint(22, 21))
    assert seen.urls == []
    QTest.mouseMove(thumb, QPoint(80, 60))
    QTest.mouseRelease(thumb, Qt.MouseButton.LeftButton, pos=QPoint(80, 60))
    assert open_file(seen.urls[0]).document == crossing()
    assert seen.actions == [Qt.DropAction.CopyAction]  # a move would take the file out of the journal
    assert panel.store.document is before  # it was no click


def test_a_dropped_picture_is_kept_with_its_note(panel: JournalPanel, tmp_path: Path) -> None:
    picture = with_words(picture_of(crossing()), Words("theirs", note="from another journal"))
    (tmp_path / "theirs.png").write_bytes(picture)
    assert drop(panel, of_file(tmp_path / "theirs.png"))
    entry = panel.cards.entries[-1]
    assert (entry.words.title, entry.words.note) == ("crossing", "from another journal")
    assert panel.journal.opened(entry.name).document == crossing()
    assert (tmp_path / "theirs.png").read_bytes() == picture


def test_a_dropped_document_becomes_a_picture(panel: JournalPanel, tmp_path: Path) -> None:
    save_file(tmp_path / "mine.attn", bank(), Look())
    assert drop(panel, of_file(tmp_path / "mine.attn"))
    name = panel.cards.entries[-1].name
    assert from_bytes(document_in(panel.journal.picture(name)), name).document == bank()


def test_bytes_of_a_picture_are_kept(panel: JournalPanel) -> None:
    data = QMimeData()
    data.setData("image/png", QByteArray(picture_of(crossing())))
    assert drop(panel, data)
    assert titles(panel)[-1] == "crossing"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (plain_png(), "carries no document"),
        (b"hello", "can't be opened"),
        (b"", "it is empty"),
    ],
)
def test_what_carries_nothing_is_a_sentence(
    content: bytes, sentence: str, panel: JournalPanel, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "x.png").write_bytes(content)
    assert drop(panel, of_file(tmp_path / "x.png"))
    assert sentence in window.store.view.message
    assert titles(panel) == ["first", "second", "third"]
    assert drop(panel, of_file(tmp_path / "gone.png"))
    assert "there is no such file" in window.store.view.message


def test_text_is_not_taken(panel: JournalPanel) -> None:
    data = QMimeData()
    data.setText("hello")
    assert not drop(panel, data)


def test_a_card_that_is_dropped_here_is_moved(panel: JournalPanel) -> None:
    entry = panel.cards.entries[0]
    data = of_file(panel.journal.folder / entry.name)
    data.setData(carriage.ENTRY, QByteArray(entry.name.encode()))
    target = card(panel, "third")
    drop(panel, data, target.mapTo(panel, QPoint(20, target.height() - 20)))
    assert titles(panel) == ["second", "third", "first"]


def test_what_is_held_over_it_is_told_what_a_drop_does(panel: JournalPanel, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(picture_of(crossing()))
    data = of_file(tmp_path / "x.png")
    hold_over(panel, data)
    frame = panel.drop_frame
    assert frame.isVisible()
    assert (frame.text(), frame.geometry()) == ("Drop to add to the journal", panel.rect())
    QApplication.sendEvent(panel, QDragLeaveEvent())
    assert not frame.isVisible()
    assert drop(panel, data)
    assert not frame.isVisible()
    assert titles(panel)[-1] == "crossing"


@pytest.mark.parametrize("where", ["note", "search"])
def test_a_file_dropped_on_a_field_is_the_journals(where: str, panel: JournalPanel, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(picture_of(crossing()))
    field = card(panel, "first").note.viewport() if where == "note" else panel.search
    data, left, none = of_file(tmp_path / "x.png"), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    copy, place = Qt.DropAction.CopyAction, field.rect().center()
    over = QDragEnterEvent(place, copy, data, left, none)
    over.ignore()
    QApplication.sendEvent(field, over)  # which passes on to the parents what nobody takes
    QApplication.sendEvent(field, QDropEvent(QPointF(place), copy, data, left, none))
    assert titles(panel)[-1] == "crossing"
    assert card(panel, "first").note.toPlainText() == "on first"
    text = QMimeData()
    text.setText("hello")
    assert card(panel, "first").note.canInsertFromMimeData(text)


def test_over_the_window_the_journal_is_left_out(panel: JournalPanel, window: MainWindow) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data, copy = of_file(Path("x.png")), Qt.DropAction.CopyAction
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(10, 10), copy, data, left, none))
    assert window.drop_frame.isVisible()
    assert window.drop_frame.geometry().right() == panel.x() - 1


def test_a_card_that_is_only_moved_adds_nothing_and_says_nothing(panel: JournalPanel) -> None:
    data = of_file(panel.journal.folder / panel.cards.entries[0].name)
    data.setData(carriage.ENTRY, QByteArray(panel.cards.entries[0].name.encode()))
    hold_over(panel, data)
    assert not panel.drop_frame.isVisible()
