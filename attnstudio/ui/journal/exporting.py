"""The journal's two exports: where to, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from attnstudio.state.journal import Journal
from attnstudio.state.journal_export import Printed, write_html, write_markdown
from attnstudio.storage.faults import named
from attnstudio.storage.journal_files import Entry
from attnstudio.storage.new_files import free
from attnstudio.ui.targets import ask_file

_NAME = "journal"


def export_markdown(parent: QWidget, journal: Journal, entries: Sequence[Entry]) -> str:
    """Ask for a folder and write it. Returns what is said of it; raises `Refused`."""
    title, start = "Export the journal as a Markdown folder", str(free(Path.home() / _NAME))
    options = QFileDialog.Option.DontConfirmOverwrite  # nothing is written over: that is refused
    path, _ = QFileDialog.getSaveFileName(parent, title, start, "Folders (*)", options=options)
    if not path:
        return ""
    target = Path(path)
    with _Waiting():
        return _said(target, write_markdown(target, journal, entries))


def export_html(parent: QWidget, journal: Journal, entries: Sequence[Entry]) -> str:
    """Ask for a file and write it. Returns what is said of it; raises `Refused`."""
    title, start = "Export the journal as one HTML page", Path.home() / f"{_NAME}.html"
    target = ask_file(parent, title, start, "Web pages (*.html)", ".html")
    if target is None:
        return ""
    with _Waiting():
        return _said(target, write_html(target, journal, entries))


def _said(target: Path, printed: Printed) -> str:
    what = "One entry is" if printed.count == 1 else f"{printed.count} entries are"
    return " ".join([f"{what} in “{named(target)}”.", *printed.faults[:3]])


class _Waiting:
    """The pointer says that it takes a moment."""

    def __enter__(self) -> None:
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)

    def __exit__(self, *_fault: object) -> None:
        QGuiApplication.restoreOverrideCursor()
