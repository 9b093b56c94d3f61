"""What *Export notebook* does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.state.seeing import seen_of
from attnstudio.storage.faults import named
from attnstudio.ui.targets import ask_target

if TYPE_CHECKING:
    from attnstudio.state.snapshot import View
    from attnstudio.storage.schema import Extra
    from attnstudio.ui.main_window import MainWindow

FILTER = "Jupyter notebooks (*.ipynb)"
SUFFIX = ".ipynb"
_WIDE, _HIGH, _SCALE = 1120, 700, 1.5  # pages of notebooks are narrower than a screen


def notebooks(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    return {"export-notebook": lambda: export(window)}


def export(window: MainWindow) -> None:
    """Ask where the notebook goes, and write it."""
    title = window.work.title
    target = ask_target(window, "Export notebook", title, FILTER, SUFFIX, is_fixed=True)
    if target is not None:
        export_to(window, target)


def export_to(window: MainWindow, target: Path) -> bool:
    """Make the notebook in memory, then write it whole or not at all; whether it is there."""
    # Loaded when it is asked for: the start shows no notebook.
    from attnstudio.notes.notebook import notebook_of
    from attnstudio.storage.schema import to_bytes
    from attnstudio.storage.writing import write

    store, extra = window.store, window.work.extra
    store.commit()
    render = partial(picture_of, view=store.view, extra=extra)
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        file = to_bytes(store.document, store.look, extra, seen_of(store.view))
        write(target, notebook_of(store.document, store.look, render, file))
    except Refused as refused:
        store.say(str(refused))
        return False
    finally:
        QGuiApplication.restoreOverrideCursor()
    store.say(f"The notebook is in “{named(target)}”.")
    return True


def picture_of(document: Document, look: Look, view: View | None = None, extra: Extra | None = None) -> bytes:
    """The picture at the head of a notebook: the workspace that is shown, on a light ground as pages have it,
    with the document inside where it is not too large."""
    from attnstudio.ui.figures import Asked, render

    shown = replace(look, predicting=False)  # nobody is there to predict anything
    return render(document, shown, Asked(width=_WIDE, height=_HIGH, scale=_SCALE), view, extra)
