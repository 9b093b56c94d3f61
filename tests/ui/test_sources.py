"""The source of the vectors: named, chosen from a menu, read from a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document
from attnstudio.model.projecting import move_x
from attnstudio.model.retype import retype_sentence
from attnstudio.state.store import Store
from attnstudio.study import own_vectors
from attnstudio.study.placing import vectors_for
from attnstudio.study.sourcing import drawn_by
from attnstudio.ui import fonts
from attnstudio.ui.sources import SourceMenu
from tests.samples import bank, of_words, two_meanings

Make = Callable[[Document], SourceMenu]


@pytest.fixture(autouse=True)
def nothing_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_vectors, "_opened", {})


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    fonts.register_fonts()

    def made(document: Document) -> SourceMenu:
        menu = SourceMenu(Store(document))
        qtbot.addWidget(menu)
        menu.show()
        return menu

    return made


def store_of(menu: SourceMenu) -> Store:
    return menu._store


def entries(menu: SourceMenu) -> dict[str, bool]:
    """What the menu offers, and whether it is chosen."""
    menu.menu.aboutToShow.emit()
    return {action.text(): action.isChecked() for action in menu.menu.actions() if action.text()}


def choose(menu: SourceMenu, text: str) -> None:
    menu.menu.aboutToShow.emit()
    next(action for action in menu.menu.actions() if action.text() == text).trigger()


HAND = "hand-placed, by money and water"
AXES = "real word vectors, drawn by money and water"
COMPONENTS = "real word vectors, drawn by components"
FILE = "your own file…"


def test_it_names_the_source(make: Make) -> None:
    menu = make(two_meanings())
    assert menu.link.text() == "vectors: hand-placed ▾"
    assert entries(menu) == {HAND: True, AXES: False, COMPONENTS: False, FILE: False}
    choose(menu, AXES)
    assert menu.link.text() == "vectors: real words ▾"
    assert menu.link.accessibleName() == "Vectors: real words"
    assert entries(menu) == {HAND: False, AXES: True, COMPONENTS: False, FILE: False}


def test_a_choice_is_one_step_and_the_plane_follows(make: Make) -> None:
    menu = make(bank())
    store = store_of(menu)
    choose(menu, AXES)
    assert store.trace.d_k == 50
    assert store.undo_name == "Vectors: real words"
    assert all(store.now.frame.holds(point) for point in ((2.9, -0.2), (2.7, 0.2)))
    store.undo()
    assert store.document == bank()
    assert menu.link.text() == "vectors: hand-placed ▾"


def test_another_chart_leaves_what_was_dragged(make: Make) -> None:
    menu = make(two_meanings())
    store = store_of(menu)
    choose(menu, AXES)
    store.apply("Move", lambda document: move_x(document, 3, (0.5, 4.0)))
    dragged = store.document.passages
    choose(menu, COMPONENTS)
    assert store.document.passages == dragged
    assert drawn_by(store.document) == "components"
    choose(menu, COMPONENTS)  # again: the words go back to where the source has them
    assert store.document.passages != dragged


def test_words_that_are_not_in_it_are_named(make: Make) -> None:
    menu = make(of_words("the", "zorkmid", "bank"))
    store = store_of(menu)
    assert menu.missing.isHidden()
    choose(menu, AXES)
    assert store.view.message.startswith("“zorkmid” is not in the source: placed by chance. Drag it")
    assert menu.missing.text() == "1 word by chance"
    assert menu.missing.accessibleName() == "“zorkmid” is not in the source"
    store.apply("Move", lambda document: move_x(document, 2, (1.0, 1.0)))
    assert menu.missing.isHidden()

    def retyped(document: Document) -> Document:
        return retype_sentence(document, "the <b>x frotz plugh xyzzy bank", vectors_for(document))

    store.apply("Retype", retyped)
    assert menu.missing.text() == "4 words by chance"
    assert menu.missing.accessibleName().endswith("“plugh” and “xyzzy” are not in the source")
    assert "&lt;b&gt;x" in menu.missing.toolTip()


def test_a_file_of_ones_own(make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my & vectors.csv"
    path.write_text("word,warm,wet\nbank,1,1\nmoney,2,0\nriver,0,2\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    menu = make(two_meanings())
    choose(menu, FILE)
    assert menu.link.text() == "vectors: my && vectors.csv ▾"
    chart = store_of(menu).document.chart
    assert chart is not None
    assert (chart.x_name, chart.y_name) == ("warm", "wet")
    assert entries(menu)["“my && vectors.csv”"]
    assert store_of(menu).undo_name == "Vectors from “my & vectors.csv”"


def test_a_file_of_many_numbers_can_be_drawn_in_two_ways(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "a-very-long-name-of-a-file-of-vectors.csv"
    path.write_text("bank,1,1,5\nmoney,2,0,-5\nriver,0,2,1\n")
    menu = make(two_meanings())
    menu.use_file(path)
    assert len(menu.link.text()) < 40
    assert path.name in menu.link.toolTip()
    assert entries(menu)["drawn by components"]
    choose(menu, "drawn by the first two numbers")
    assert drawn_by(store_of(menu).document) == "plain"
    own_vectors._opened.clear()
    menu.menu.aboutToShow.emit()
    gone = next(action for action in menu.menu.actions() if action.text().startswith("“a-very"))
    assert not gone.isEnabled()
    assert "choose it again" in gone.toolTip()


def test_a_wrong_file_is_said_and_nothing_changes(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text("bank,1,1\nmoney,2\n")
    menu = make(two_meanings())
    menu.use_file(path)
    assert "wrong.csv” can't be read: line 2: has 1 number" in store_of(menu).view.message
    assert store_of(menu).document == two_meanings()
    assert QApplication.overrideCursor() is None


def test_no_file_chosen_is_no_step(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    menu = make(two_meanings())
    choose(menu, FILE)
    assert store_of(menu).undo_name is None
    assert not store_of(menu).view.message


def test_it_opens_by_key(make: Make) -> None:
    menu = make(two_meanings())
    assert menu.link.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(menu.link, Qt.Key.Key_Space)
    assert menu.menu.isVisible()
    menu.menu.close()
