"""The export dialog: what it asks for is what is made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from attnstudio.ui.figures.dialog import ExportDialog
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.theme import theme_of


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[ExportDialog]:
    made = ExportDialog(window.store, theme_of(window.store.view), window)
    yield made
    made.close()
    made.deleteLater()


def choose(dialog: ExportDialog, field: str, key: str) -> None:
    box = getattr(dialog, field)
    box.setCurrentIndex(box.findData(key))


def test_it_begins_with_the_whole_workspace_at_twice_its_size(dialog: ExportDialog) -> None:
    asked = dialog.asked()
    assert (asked.panel, asked.scale, asked.pixels) == (None, 2.0, (2880, 1800))
    assert "2880 × 1800" in dialog.outcome.text()
    assert not dialog.preview.pixmap().isNull()


def test_centimetres_at_300_dpi_give_exactly_so_many_pixels(dialog: ExportDialog) -> None:
    choose(dialog, "what", "plane")
    choose(dialog, "unit", "cm")
    dialog.wide.setText("8")
    dialog.high.setText("6,5")
    dialog.dpi.setText("300")
    asked = dialog.asked()
    assert asked.pixels == (945, 768)
    assert asked.dpi == 300.0


@pytest.mark.parametrize("typed", ["", "abc", "0", "-5", "1e9", "nan"])
def test_a_size_that_is_none_is_told_and_cannot_be_saved(
    typed: str, dialog: ExportDialog, qtbot: QtBot
) -> None:
    dialog.wide.setText(typed)
    dialog.wide.textEdited.emit(typed)
    save = dialog.buttons.button(QDialogButtonBox.StandardButton.Save)
    qtbot.waitUntil(lambda: not save.isEnabled())
    assert dialog.outcome.text().endswith(".")
    dialog.wide.setText("800")
    dialog.wide.textEdited.emit("800")
    qtbot.waitUntil(save.isEnabled)


def test_the_file_has_what_was_asked(window: MainWindow, dialog: ExportDialog, tmp_path: Path) -> None:
    choose(dialog, "what", "matrix")
    choose(dialog, "scale", "3")
    choose(dialog, "theme", "dark")
    dialog.caption.setChecked(True)
    target = tmp_path / "Matrix für Notizen.png"
    assert window.deeds.export_to(target, dialog.asked())
    with Image.open(target) as picture:
        assert picture.size == (1680, 1560)
        assert picture.info["dpi"][0] == pytest.approx(288.0, abs=0.02)


def test_a_folder_that_is_gone_is_told_and_nothing_is_lost(
    window: MainWindow, dialog: ExportDialog, tmp_path: Path
) -> None:
    before = window.store.document
    assert not window.deeds.export_to(tmp_path / "gone" / "x.png", dialog.asked())
    assert window.store.view.message
    assert window.store.document is before


def test_copy_image_puts_a_sharp_picture_on_the_clipboard(window: MainWindow) -> None:
    window.resize(1200, 800)
    QApplication.processEvents()
    window.actions_by_id["copy-image"].trigger()
    image = QApplication.clipboard().image()
    size = window.workspace.size()
    assert (image.width(), image.height()) == (2 * size.width(), 2 * size.height())


def test_copy_of_a_panel_takes_the_one_with_the_keyboard(window: MainWindow) -> None:
    window.vectors.plane.view.setFocus()
    window.actions_by_id["copy-panel"].trigger()
    image = QApplication.clipboard().image()
    size = window.panels["plane"].size()
    assert (image.width(), image.height()) == (2 * size.width(), 2 * size.height())
