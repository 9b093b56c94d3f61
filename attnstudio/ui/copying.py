"""What the commands *Copy as …* and *Copy … code* do: text for notes, on the clipboard.

Every notation is offered as plain text, and as what it is to programs that know it. What makes the text is
loaded when it is first asked for: the start copies nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named
from attnstudio.ui.exporting import picture_size

if TYPE_CHECKING:
    from attnstudio.state.store import Store
    from attnstudio.ui.main_window import MainWindow

FOLDER = "Attention Studio"
"""Within the folder for pictures: where those go to which Markdown points."""
SCALE = 2.0
SAID = {
    "latex": "The formula, its numbers and a table are on the clipboard as LaTeX; it needs amsmath.",
    "html": "The numbers are on the clipboard as an HTML table.",
    "csv": "All rows are on the clipboard as CSV; what begins like a formula has an apostrophe before it.",
    "json": "Every number is on the clipboard as JSON, in full precision.",
    "numpy": "A NumPy program is on the clipboard; it asserts the numbers on screen.",
    "torch": "A PyTorch program is on the clipboard; it asserts the numbers on screen.",
}


def copying(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    deeds: dict[str, Callable[[], object]] = {
        f"copy-{name}": partial(copy_as, window.store, name) for name in SAID
    }
    return {**deeds, "copy-markdown": lambda: copy_markdown(window)}


def copy_as(store: Store, name: str) -> None:
    """Put the present state on the clipboard in the notation of that name, and say so."""
    from attnstudio.notes.formats import NOTATIONS

    notation = NOTATIONS[name]
    _put(notation.write(store.document, store.trace, store.look), notation.kind)
    store.say(SAID[name])


def copy_markdown(window: MainWindow) -> None:
    """Save a picture of the workspace, which carries its document, and copy Markdown that shows it."""
    from attnstudio.notes.markdown import markdown

    store = window.store
    try:
        path, note = save_picture(window)
    except Refused as refused:
        store.say(str(refused))
        return
    _put(markdown(store.document, store.trace, store.look, path.as_uri()), "text/markdown")
    said = f"Markdown is on the clipboard: the sentence, the numbers, and its picture “{named(path)}”."
    store.say(f"{said} {note}".strip())


def save_picture(window: MainWindow) -> tuple[Path, str]:
    """Save the workspace as it stands under a new name in the notes' folder; returns the file, and a sentence
    where the document did not fit into it. Raises `Refused` where it can't be saved."""
    from attnstudio.storage.new_files import write_new
    from attnstudio.ui.figures import Asked, make

    store = window.store
    asked = Asked(None, *picture_size(window), SCALE, store.view.theme)
    made = make(store.document, store.look, asked, store.view, window.work.extra)
    name = f"{window.work.title} {datetime.now():%Y-%m-%d %H.%M.%S}"
    return write_new(pictures_folder(), name, ".png", made.data), made.note


def pictures_folder() -> Path:
    """Where a person finds the pictures to which copied Markdown points."""
    import platformdirs  # not needed before there is a picture

    return platformdirs.user_pictures_path() / FOLDER


def _put(text: str, kind: str) -> None:
    from attnstudio.ui.clipboard import put

    made = QMimeData()
    made.setText(text)
    if kind == "text/html":
        made.setHtml(text)
    else:
        made.setData(kind, text.encode("utf-8", "replace"))
    put(made)
