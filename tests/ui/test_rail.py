"""The rail: every scene under its section, the open one marked and in sight, and its remark below."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel

from attnstudio.state.snapshot import workspace_of
from attnstudio.study.scenes import CHAPTERS, load, scenes
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.rail import Rail
from attnstudio.ui.theme import theme_of

SCENES = [scene.id for scene in scenes()]


def show(window: MainWindow, text_scale: float = 1.0, size: tuple[int, int] = (1440, 900)) -> Rail:
    window.store.set_view(text_scale=text_scale)
    window.resize(*size)
    for _ in range(3):
        QApplication.processEvents()
    if window.rail.isHidden():
        window.toggle_rail()
        QApplication.processEvents()
    return window.rail


def is_in_sight(rail: Rail, scene: str) -> bool:
    made = rail.buttons[scene]
    top = made.mapTo(rail.list.viewport(), made.rect().topLeft()).y()
    return top >= 0 and top + made.height() <= rail.list.viewport().height()


def test_every_scene_stands_under_its_section(window: MainWindow) -> None:
    rail = show(window)
    assert list(rail.buttons) == SCENES
    assert tuple(rail.headings) == CHAPTERS
    tops = {name: part.y() for name, part in (*rail.headings.items(), *rail.buttons.items())}
    for scene in scenes():
        following = CHAPTERS[CHAPTERS.index(scene.chapter) + 1 :][:1]
        assert tops[scene.chapter] < tops[scene.id]
        assert all(tops[scene.id] < tops[name] for name in following)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 2.5])
def test_nothing_is_cut_off(window: MainWindow, scale: float) -> None:
    rail = show(window, scale)
    inside = rail.list.widget()
    assert inside is not None
    assert inside.width() <= rail.list.viewport().width()
    assert rail.list.horizontalScrollBar().maximum() == 0
    bold = QFontMetricsF(theme_of(window.store.view).text(13, 600))  # as that of the open scene
    for scene, made in rail.buttons.items():
        around = made.width() - theme_of(window.store.view).px(20) - 4
        assert bold.horizontalAdvance(made.text()) <= around, scene
    for heading in rail.headings.values():
        assert heading.height() >= heading.sizeHint().height()
        assert heading.line_count <= 2


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_opens_in_its_workspace_and_is_marked(window: MainWindow, scene: str) -> None:
    rail = show(window)
    rail.buttons[scene].click()
    QApplication.processEvents()
    document, look = load(scene)
    assert window.store.document == document
    assert workspace_of(window.store.look) == look.workspace
    assert window.workspace.objectName() == look.workspace
    assert window.workspace.isVisible()
    assert [name for name, made in rail.buttons.items() if made.isChecked()] == [scene]
    assert rail.card.isVisible()
    assert rail.card.remark.text() == document.remark
    assert is_in_sight(rail, scene)


def test_undo_leads_back_to_the_scene_before(window: MainWindow) -> None:
    rail = show(window)
    rail.buttons["real-words"].click()
    window.actions_by_id["undo"].trigger()
    assert window.store.document.scene == "bank-money"
    assert rail.buttons["bank-money"].isChecked()


@pytest.mark.parametrize(("scale", "size"), [(1.0, (1440, 900)), (2.0, (1440, 900)), (2.5, (1440, 700))])
def test_the_remark_is_in_sight_however_large_the_letters(
    window: MainWindow, scale: float, size: tuple[int, int]
) -> None:
    rail = show(window, scale, size)
    rail.buttons["mask-laboratory"].click()
    QApplication.processEvents()
    assert rail.card.geometry().bottom() <= rail.height()
    assert rail.card.height() <= rail.height() * 0.46
    assert rail.list.height() >= rail.height() * 0.5
    whole = rail.card.remark.heightForWidth(rail.card.remark.width())
    assert rail.card.remark.height() >= whole  # what does not fit is scrolled, never cut


@pytest.mark.parametrize("scene", SCENES)
def test_no_remark_is_scrolled_at_the_usual_size(window: MainWindow, scene: str) -> None:
    card = show(window).card
    window.rail.buttons[scene].click()
    QApplication.processEvents()
    room = card.remark.parentWidget()
    assert room is not None
    assert card.remark.height() <= room.height()
    assert card.remark.width() == room.width()


def test_the_card_shrinks_again_with_its_remark(window: MainWindow) -> None:
    card = show(window).card
    card.show_remark("short")
    card.fit(card.width(), 400)
    low = card.height()
    card.show_remark("A remark of many words, " * 12)
    card.fit(120, 400)
    assert card.height() > low
    card.show_remark("short")
    card.fit(card.width(), 400)
    assert card.height() == low


def test_work_without_a_remark_has_no_card(window: MainWindow) -> None:
    rail = show(window)
    window.store.apply("Retype", lambda document: load("bank-river")[0])
    assert rail.card.remark.text() == load("bank-river")[0].remark
    window.deeds.new()
    assert not any(made.isChecked() for made in rail.buttons.values())


def test_all_its_text_is_plain(window: MainWindow) -> None:
    from PySide6.QtCore import Qt

    labels = show(window).findChildren(QLabel)
    assert labels
    assert all(made.textFormat() == Qt.TextFormat.PlainText for made in labels)
