"""Where a file is to be written: the dialog that asks, and the name that it proposes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attnstudio.storage.faults import named
from attnstudio.storage.new_files import plain_name
from attnstudio.ui.plain import ask

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow

_Button = QMessageBox.StandardButton


def folder_of(window: MainWindow) -> Path:
    """The folder in which a person looks for files first."""
    path = window.work.path
    return path.parent if path is not None else Path.home()


def ask_target(
    window: MainWindow, title: str, name: str, kinds: str, suffix: str, *, is_fixed: bool = False
) -> Path | None:
    """The file to write, beside the one that is open; None where the person thinks better of it. See
    `ask_file`."""
    start = folder_of(window) / f"{plain_name(name)}{suffix}"
    return ask_file(window, title, start, kinds, suffix, is_fixed=is_fixed)


def ask_file(
    parent: QWidget, title: str, start: Path, kinds: str, suffix: str, *, is_fixed: bool = False
) -> Path | None:
    """The file to write; None where the person thinks better of it.

    A name without a suffix gets `suffix`; with `is_fixed` so does one with another suffix, because that says
    what is in the file.
    """
    path, _ = QFileDialog.getSaveFileName(parent, title, str(start), kinds)
    if not path:
        return None
    has_suffix = path.lower().endswith(suffix) if is_fixed else bool(Path(path).suffix)
    if has_suffix:
        return Path(path)
    target = Path(path + suffix)
    # The dialog asked about the name as it was typed, which is not the name of this file.
    if os.path.lexists(target) and not may_replace(parent, target):
        return None
    return target


def may_replace(parent: QWidget, target: Path) -> bool:
    """Whether the person wants what lies there replaced."""
    sentence = f"“{named(target.name)}” exists already. Replace it?"
    return ask(parent, "Replace a file", sentence, _Button.Yes | _Button.No) == _Button.Yes
