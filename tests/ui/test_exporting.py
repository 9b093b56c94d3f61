"""*Copy image* and *Export figure*, from the command to the clipboard and to the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from attnstudio.model.refused import Refused
from attnstudio.state.formats import FORMATS, Format
from attnstudio.state.seeing import seen_of
from attnstudio.storage.carrying import document_in
from attnstudio.storage.schema import to_bytes
from attnstudio.ui import exporting
from attnstudio.ui.exporting import export_to
from attnstudio.ui.figures import Asked, one_by_one
from attnstudio.ui.figures.dialog import ExportDialog
from attnstudio.ui.figures.render import Made
from attnstudio.ui.main_window import MainWindow


def work(window: MainWindow) -> bytes:
    store = window.store
    return to_bytes(store.document, store.look, window.work.extra, seen_of(store.view))


def press_save(window: MainWindow, change: Any = lambda dialog: None) -> None:
    """Give the command, and press *Save* in the dialog that it opens."""

    def answer() -> None:
        dialog = window.findChild(ExportDialog)
        assert dialog is not None
        change(dialog)
        dialog.save.click()

    QTimer.singleShot(0, window, answer)
    window.actions_by_id["export"].trigger()


def test_copy_image_puts_a_sharp_picture_on_the_clipboard(window: MainWindow) -> None:
    window.resize(1200, 800)
    QApplication.processEvents()
    window.actions_by_id["copy-image"].trigger()
    image = QApplication.clipboard().image()
    size = window.workspace.size()
    assert (image.width(), image.height()) == (2 * size.width(), 2 * size.height())
    assert "paste it before you close" in window.store.view.message
    assert f", {image.width()} × {image.height()} pixels," in window.store.view.message


def test_copy_image_of_a_scrolled_workspace_is_of_usual_size(window: MainWindow) -> None:
    window.resize(720, 450)
    QApplication.processEvents()
    assert window.workspace.height() > window.height()
    window.actions_by_id["copy-image"].trigger()
    image = QApplication.clipboard().image()
    assert (image.width(), image.height()) == (2880, 1800)
    assert "2880 × 1800 pixels" in window.store.view.message


def test_what_is_copied_is_a_png_that_carries_its_document(window: MainWindow) -> None:
    window.actions_by_id["copy-image"].trigger()
    offered = QApplication.clipboard().mimeData()
    assert offered.hasImage()
    assert document_in(bytes(offered.data("image/png").data())) == work(window)


def test_copy_of_a_panel_takes_the_one_with_the_keyboard(window: MainWindow) -> None:
    window.vectors.plane.view.setFocus()
    window.actions_by_id["copy-panel"].trigger()
    image = QApplication.clipboard().image()
    size = window.panels["plane"].size()
    assert (image.width(), image.height()) == (2 * size.width(), 2 * size.height())


def test_a_process_that_copied_ends_well(checkout: Path) -> None:
    script = (
        "from attnstudio.ui import drawing; app = drawing.without_display()\n"
        "from attnstudio.ui.application import open_window\n"
        "window = open_window('bank-money'); window.actions_by_id['copy-image'].trigger()\n"
        "window.store.mark_saved(); window.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=checkout,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("kind", FORMATS)
def test_the_file_has_what_was_asked(kind: Format, window: MainWindow, tmp_path: Path) -> None:
    asked = Asked("matrix", 560, 520, 3.0, theme="dark", caption=True, format=kind)
    target = tmp_path / f"Matrix für Notizen.{kind}"
    assert export_to(window, target, (asked,))
    assert document_in(target.read_bytes()) == work(window)
    if kind == "png":
        with Image.open(target) as picture:
            assert picture.size == (1680, 1560)
            assert picture.info["dpi"][0] == pytest.approx(288.0, abs=0.02)
    assert str(target) in window.store.view.message


def test_a_folder_that_is_gone_is_told_and_nothing_is_lost(window: MainWindow, tmp_path: Path) -> None:
    before = window.store.document
    assert not export_to(window, tmp_path / "gone" / "x.png", (Asked(),))
    assert "there is no folder" in window.store.view.message
    assert window.store.document is before


def test_a_picture_without_its_document_says_so(window: MainWindow, tmp_path: Path) -> None:
    object.__setattr__(window.work._start, "extra", {"attic": ["x" * 1000] * 1200})
    assert export_to(window, tmp_path / "x.png", (Asked(),))
    assert "too large for a picture to carry" in window.store.view.message


def test_steps_in_files_of_their_own_go_beside_each_other(window: MainWindow, tmp_path: Path) -> None:
    asked = Asked(strip=True, width=400, height=400)
    assert export_to(window, tmp_path / "bank.png", one_by_one(asked))
    assert sorted(path.name for path in tmp_path.glob("*.png")) == [
        "bank-1-match.png",
        "bank-2-scale.png",
        "bank-3-mask.png",
        "bank-4-normalize.png",
        "bank-5-mix.png",
    ]
    assert len({path.read_bytes() for path in tmp_path.glob("*.png")}) == 5
    assert "5 pictures" in window.store.view.message


def test_of_several_it_says_how_many_are_there(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "bank-3-mask.png").mkdir()
    assert not export_to(window, tmp_path / "bank.png", one_by_one(Asked(strip=True, width=400, height=400)))
    assert "it is a folder" in window.store.view.message
    assert window.store.view.message.endswith(" Of 5 pictures 2 are there.")


def test_where_one_can_not_be_made_none_is_written(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = one_by_one(Asked(strip=True, width=400, height=400))
    real = exporting._made

    def fail(of: MainWindow, asked: Asked) -> Made:
        if asked is pictures[2]:
            raise Refused("There is not enough memory.")
        return real(of, asked)

    monkeypatch.setattr(exporting, "_made", fail)
    assert not export_to(window, tmp_path / "bank.png", pictures)
    assert window.store.view.message == "There is not enough memory."
    assert list(tmp_path.iterdir()) == []


def test_the_command_saves_what_the_dialog_has(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[tuple[str, str, str]] = []

    def choose(parent: object, title: str, start: str, kinds: str) -> tuple[str, str]:
        asked_for.append((title, Path(start).name, kinds))
        return str(tmp_path / f"mine.v{len(asked_for)}"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    press_save(window, lambda dialog: dialog.fields.kind.button_of("svg").click())
    assert asked_for == [("Export SVG", f"{window.work.title}.svg", "SVG drawings (*.svg)")]
    assert (tmp_path / "mine.v1.svg").read_bytes().startswith(b"<?xml")
    press_save(window)  # and the next time it begins with what was chosen last
    assert asked_for[1][0] == "Export SVG"
    assert (tmp_path / "mine.v2.svg").exists()


def test_steps_that_are_there_already_are_asked_about(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s-3-mask.png").write_bytes(b"mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "s.png"), ""))

    def five(dialog: ExportDialog) -> None:
        dialog.fields.what.setCurrentIndex(dialog.fields.what.findData("strip"))
        dialog.fields.files.button_of("five").click()
        QTimer.singleShot(0, window, refuse)

    def refuse() -> None:
        box = window.findChild(QMessageBox)
        assert box is not None
        assert "s-3-mask.png" in box.text()
        box.button(QMessageBox.StandardButton.No).click()

    press_save(window, five)
    assert [path.name for path in tmp_path.glob("*.png")] == ["s-3-mask.png"]
    assert (tmp_path / "s-3-mask.png").read_bytes() == b"mine"


def test_a_figure_is_of_the_view_that_is_shown(window: MainWindow, tmp_path: Path) -> None:
    window.vectors.plane.zoom_in()
    near, far = tmp_path / "near.png", tmp_path / "far.png"
    asked = Asked("plane", carries=False)
    assert export_to(window, near, (asked,))
    window.vectors.plane.show_whole()
    assert export_to(window, far, (replace(asked, panel="plane"),))
    assert near.read_bytes() != far.read_bytes()
