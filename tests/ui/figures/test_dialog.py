"""The export dialog: what it asks for is what is made, and it says what that will be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from attnstudio.model.refused import Refused
from attnstudio.state.palette import THEMES
from attnstudio.storage.schema import to_bytes
from attnstudio.ui.figures import dialog as dialogs
from attnstudio.ui.figures import make
from attnstudio.ui.figures.choices import Choices
from attnstudio.ui.figures.dialog import ExportDialog
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.theme import theme_of

PATIENCE = 60_000
"""Milliseconds. On a busy machine a picture takes long, and the dialog then waits for longer, too."""


def opened(window: MainWindow, choices: Choices | None = None) -> ExportDialog:
    return ExportDialog(window.store, theme_of(window.store.view), window, choices)


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[ExportDialog]:
    made = opened(window)
    yield made
    made.reject()
    made.deleteLater()


def choose(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))


def type_into(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text) if text else QTest.keyClick(field, Qt.Key.Key_Delete)


def test_a_preview_without_memory_is_told(dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_asked: object) -> None:
        raise Refused("The picture could not be made: there is not enough memory for it.")

    monkeypatch.setattr(dialogs, "paint", fail)
    dialog._draw()
    assert "not enough memory" in dialog.outcome.text()


def test_it_begins_with_the_whole_workspace_at_twice_its_size(dialog: ExportDialog, qtbot: QtBot) -> None:
    (asked,) = dialog.pictures()
    assert (asked.panel, asked.scale, asked.pixels, asked.carries) == (None, 2.0, (2880, 1800), True)
    assert "2880 × 1800" in dialog.outcome.text()
    qtbot.waitUntil(lambda: not dialog.preview.image.isNull(), timeout=PATIENCE)
    assert "bank looks most at money" in dialog.preview.accessibleDescription()


def test_of_the_laboratory_it_says_what_was_drawn(window: MainWindow) -> None:
    window.store.set_look(workspace="scaling")
    made = opened(window)
    made._draw()
    told = made.preview.accessibleDescription()
    assert "d_k" in told
    assert "bank" not in told
    made.reject()
    made.deleteLater()


def test_the_file_is_weighed_when_the_hand_rests(
    dialog: ExportDialog, window: MainWindow, qtbot: QtBot
) -> None:
    dialog.fields.kind.button_of("svg").click()
    qtbot.waitUntil(lambda: "kB" in dialog.outcome.text(), timeout=PATIENCE)
    (asked,) = dialog.pictures()
    made = make(window.store.document, window.store.look, asked, window.store.view)
    assert f"{round(len(made.data) / 1e3)} kB" in dialog.outcome.text()
    assert "38.1 × 23.8 cm" in dialog.outcome.text()  # 1440 × 900 pixels of 96 an inch


def test_typing_draws_nothing_before_the_hand_rests(dialog: ExportDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.preview.image.isNull(), timeout=PATIENCE)
    before = dialog.preview.image.cacheKey()
    type_into(dialog.fields.wide, "700")
    assert dialog.preview.image.cacheKey() == before
    qtbot.waitUntil(lambda: dialog.preview.image.cacheKey() != before, timeout=PATIENCE)


@pytest.mark.parametrize("typed", ["", "abc", "0", "-5", "1e9", "nan"])
def test_a_size_that_is_none_is_told_and_cannot_be_saved(typed: str, dialog: ExportDialog) -> None:
    type_into(dialog.fields.wide, typed)
    assert not dialog.save.isEnabled()
    assert dialog.outcome.text().endswith(".")
    assert dialog.save.accessibleDescription() == dialog.outcome.text()
    type_into(dialog.fields.wide, "800")
    assert dialog.save.isEnabled()


def test_what_an_assistive_tool_writes_counts_as_typed(dialog: ExportDialog) -> None:
    """It sets the whole value of a field, which Qt does not call an edit."""
    dialog.fields.wide.setText("99999")
    assert not dialog.save.isEnabled()
    assert "too many" in dialog.outcome.text()
    dialog.fields.wide.setText("800")
    assert dialog.save.isEnabled()
    assert dialog.pictures()[0].width == 800


def test_a_page_takes_the_ticked_panels(dialog: ExportDialog) -> None:
    fields = dialog.fields
    choose(fields.what, "page")
    assert dialog.pictures()[0].panels == tuple(fields.panels)  # all, until something is chosen
    for box in fields.panels.values():
        box.click()
    assert not dialog.save.isEnabled()  # none is ticked
    fields.panels["matrix"].click()
    fields.panels["plane"].click()
    (asked,) = dialog.pictures()
    assert asked.panels == ("plane", "matrix")  # in the order in which they stand
    assert asked.pixels == (2 * 1234, 2 * 664)


def test_the_five_steps_go_into_one_file_or_five(dialog: ExportDialog) -> None:
    fields = dialog.fields
    choose(fields.what, "strip")
    (strip,) = dialog.pictures()
    assert (strip.strip, strip.panel) == (True, "pipeline")
    fields.files.button_of("five").click()
    assert [asked.step for asked in dialog.pictures()] == ["match", "scale", "mask", "normalize", "mix"]
    assert dialog.outcome.text().startswith("5 files of ")
    assert dialog.pictures()[0].width < strip.width / 4


def test_a_workspace_without_steps_offers_no_strip(window: MainWindow) -> None:
    window.store.set_look(workspace="scaling")
    made = opened(window)
    assert made.fields.what.findData("strip") < 0
    made.reject()
    made.deleteLater()


def test_only_what_counts_is_shown(dialog: ExportDialog) -> None:
    fields = dialog.fields
    dialog.show()
    assert fields.scale.isVisible()
    assert not fields.dpi.isVisible()
    choose(fields.unit, "cm")
    assert fields.dpi.isVisible()
    assert not fields.scale.isVisible()
    fields.kind.button_of("svg").click()
    assert fields.svg_text.isVisible()
    assert not fields.dpi.isVisible()


def test_what_was_chosen_comes_again(window: MainWindow, dialog: ExportDialog) -> None:
    fields = dialog.fields
    fields.kind.button_of("pdf").click()
    choose(fields.what, "panel")
    choose(fields.panel, "matrix")
    choose(fields.unit, "cm")
    type_into(fields.wide, "7")
    choose(fields.theme, "print")
    fields.caption.click()
    fields.carries.click()
    again = opened(window, dialog.choices())
    assert again.choices() == dialog.choices()
    assert again.fields.wide.text() == "7"
    again.reject()
    again.deleteLater()


def test_what_another_workspace_does_not_have_gives_way(window: MainWindow) -> None:
    before = Choices(what="panel", panel="matrix", width="100", height="100")
    window.store.set_look(workspace="context")
    made = opened(window, before)
    (asked,) = made.pictures()
    assert asked.panel == "sentences"
    assert (asked.width, asked.height) == (1180, 260)
    made.reject()
    made.deleteLater()


def test_everything_has_a_name_and_comes_by_tab(dialog: ExportDialog) -> None:
    dialog.show()
    dialog.activateWindow()
    QApplication.processEvents()
    met = []
    for _ in range(40):
        at = QApplication.focusWidget()
        if at is None or at in met:
            break
        met.append(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
    for widget in met:
        name = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        assert name, widget
    for field in (dialog.fields.what, dialog.fields.wide, dialog.fields.carries, dialog.save, dialog.cancel):
        assert field in met


@pytest.mark.parametrize("theme", THEMES)
def test_at_twice_the_text_no_field_is_cut(theme: str, window: MainWindow) -> None:
    window.store.set_view(theme=theme, text_scale=2.0)
    made = opened(window, Choices(what="page", panels=("plane",), unit="cm", format="png"))
    made.show()
    QApplication.processEvents()
    room = made.fields.parentWidget()
    assert room is not None
    assert made.fields.width() <= room.width()
    for field in made.fields.findChildren(QComboBox) + made.fields.findChildren(QAbstractButton):
        if field.isVisible():
            assert field.width() >= field.minimumSizeHint().width(), field.accessibleName()
    made.reject()
    made.deleteLater()


def test_nothing_of_the_state_is_changed(window: MainWindow, dialog: ExportDialog, qtbot: QtBot) -> None:
    before = to_bytes(window.store.document, window.store.look), window.store.view
    dialog.fields.kind.button_of("svg").click()
    qtbot.waitUntil(lambda: "kB" in dialog.outcome.text(), timeout=PATIENCE)
    assert (to_bytes(window.store.document, window.store.look), window.store.view) == before
