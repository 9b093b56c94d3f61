"""The journal's two exports: where to, and what is said about it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attnstudio.state.journal import Journal
from attnstudio.state.journal_export import leaves_of, write_html, write_markdown
from attnstudio.storage.faults import named
from attnstudio.storage.journal_files import Entry
from attnstudio.ui.plain import ask

_NAME = "journal"
_Button = QMessageBox.StandardButton


def export_markdown(parent: QWidget, journal: Journal, entries: Sequence[Entry]) -> str:
    """Ask for a folder and write it. Returns what is said of it; raises `Refused`."""
    title, start = "Export the journal as a Markdown folder", str(_free(Path.home() / _NAME))
    options = QFileDialog.Option.DontConfirmOverwrite  # nothing is written over: that is refused
    path, _ = QFileDialog.getSaveFileName(parent, title, start, "Folders (*)", options=options)
    if not path:
        return ""
    target = Path(path)
    with _Waiting():
        leaves, faults = leaves_of(journal, entries)
        write_markdown(target, leaves)
    return _said(len(leaves), target, faults)


def export_html(parent: QWidget, journal: Journal, entries: Sequence[Entry]) -> str:
    """Ask for a file and write it. Returns what is said of it; raises `Refused`."""
    title, start = "Export the journal as one HTML page", str(Path.home() / f"{_NAME}.html")
    path, _ = QFileDialog.getSaveFileName(parent, title, start, "Web pages (*.html)")
    if not path:
        return ""
    target = Path(path)
    if not target.suffix:
        target = target.with_name(f"{target.name}.html")
        sentence = f"“{named(target.name)}” exists already. Replace it?"
        # The dialog asked about the name as it was typed, which is not the name of this file.
        if os.path.lexists(target) and ask(parent, "Replace a file", sentence, _Button.Yes | _Button.No) != (
            _Button.Yes
        ):
            return ""
    with _Waiting():
        leaves, faults = leaves_of(journal, entries)
        write_html(target, leaves)
    return _said(len(leaves), target, faults)


def _free(wanted: Path) -> Path:
    """`wanted`, or the first name like it that nothing has."""
    path, number = wanted, 2
    while os.path.lexists(path):
        path, number = wanted.with_name(f"{wanted.name}-{number}"), number + 1
    return path


def _said(count: int, target: Path, faults: Sequence[str]) -> str:
    what = "One entry is" if count == 1 else f"{count} entries are"
    return " ".join([f"{what} in “{named(target)}”.", *faults[:3]])


class _Waiting:
    """The pointer says that it takes a moment."""

    def __enter__(self) -> None:
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)

    def __exit__(self, *_fault: object) -> None:
        QGuiApplication.restoreOverrideCursor()
