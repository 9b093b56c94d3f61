"""What the commands *Copy image* and *Export figure* do: pictures that carry their document.

What they alone need is loaded when one of them is first given, and not at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named
from attnstudio.ui.targets import ask_target, may_replace
from attnstudio.ui.theme import theme_of

if TYPE_CHECKING:
    from attnstudio.ui.figures import Asked, Made
    from attnstudio.ui.figures.choices import Choices
    from attnstudio.ui.main_window import MainWindow

COPY_SCALE = 2.0
_KINDS = {"png": "PNG pictures (*.png)", "svg": "SVG drawings (*.svg)", "pdf": "PDF pages (*.pdf)"}


def exporting(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    deeds = Exporting(window)
    return {"copy-image": deeds.copy_image, "copy-panel": deeds.copy_panel, "export": deeds.export}


class Exporting:
    """Remembers, as long as the window is open, what was asked for last."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._last: Choices | None = None

    def copy_image(self) -> None:
        """Copy a picture of the workspace as it stands."""
        self._copy(None, picture_size(self._window), "the workspace")

    def copy_panel(self) -> None:
        """Copy a picture of the panel that has the keyboard."""
        focus = self._window.focusWidget()
        panels = self._window.panels.items()
        name = next((n for n, panel in panels if focus is not None and panel.isAncestorOf(focus)), "")
        if not name:
            self._window.store.say("Click into a panel first; its picture is copied then.")
            return
        size = self._window.panels[name].size()
        self._copy(name, (size.width(), size.height()), f"the {name} panel")

    def export(self) -> None:
        """Ask for a picture, and for the file it goes to."""
        from attnstudio.ui.figures.dialog import ExportDialog

        window, store = self._window, self._window.store
        dialog = ExportDialog(store, theme_of(store.view), window, self._last, window.work.extra)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._last = dialog.choices()
            self._export(dialog.pictures())
        dialog.deleteLater()

    def _export(self, pictures: Sequence[Asked]) -> None:
        asked = pictures[0]
        ending, kind = f".{asked.format}", _KINDS[asked.format]
        of = asked.panel or ("steps" if asked.strip or asked.step else "")
        name = f"{self._window.work.title}{'-' + of if of else ''}"
        title = f"Export {asked.format.upper()}"
        target = ask_target(self._window, title, name, kind, ending, is_fixed=True)
        if target is not None and self._may_write(target, pictures):
            export_to(self._window, target, pictures)

    def _may_write(self, target: Path, pictures: Sequence[Asked]) -> bool:
        """The dialog has asked about `target` itself, and of no other name that comes of it."""
        from attnstudio.ui.figures import file_of

        others = [file for asked in pictures if (file := file_of(target, asked)) != target and file.exists()]
        return not others or may_replace(self._window, others[0])

    def _copy(self, panel: str | None, size: tuple[int, int], what: str) -> None:
        from attnstudio.ui.figures import Asked

        store = self._window.store
        asked = Asked(panel, *size, COPY_SCALE, store.view.theme)
        try:
            made = _made(self._window, asked)
        except Refused as refused:
            store.say(str(refused))
            return
        _to_clipboard(made)
        said = (
            f"A picture of {what}{_pixels(made)} is on the clipboard; paste it before you close the studio."
        )
        store.say(f"{said} {made.note}".strip())


def picture_size(window: MainWindow) -> tuple[int, int]:
    """Logical pixels of a picture of the workspace: as it is seen, or as usual where not all of it is.

    What is scrolled is a column of panels, three times as high as anybody sees it, and no picture for a page.
    """
    from attnstudio.ui.figures.asked import WORKSPACE_SIZE

    workspace, seen = window.workspace, window.workspace.parentWidget()
    if seen is not None and not seen.rect().contains(workspace.geometry()):
        return WORKSPACE_SIZE
    return workspace.width(), workspace.height()


def export_to(window: MainWindow, target: Path, pictures: Sequence[Asked]) -> bool:
    """Make pictures in memory, then write each whole or not at all; whether all of them are there.

    One goes to `target`; several go beside it, each with the number and the name of its step.
    """
    from attnstudio.storage.writing import write
    from attnstudio.ui.figures import file_of

    written = 0
    try:
        made = [(file_of(target, asked), _made(window, asked)) for asked in pictures]
        for path, picture in made:
            write(path, picture.data)
            written += 1
    except Refused as refused:
        before = f" Of {len(pictures)} pictures {written} are there." if written else ""
        window.store.say(f"{refused}{before}")
        return False
    notes = dict.fromkeys(picture.note for _, picture in made if picture.note)
    first = made[0][0]
    said = f"The picture is in “{named(first)}”."
    if len(pictures) > 1:
        said = f"{len(pictures)} pictures are in “{named(target.parent)}”, from “{named(first.name)}” on."
    window.store.say(" ".join([said, *notes]))
    return True


def _made(window: MainWindow, asked: Asked) -> Made:
    from attnstudio.ui.figures import make

    store = window.store
    return make(store.document, store.look, asked, store.view, window.work.extra)


def _pixels(made: Made) -> str:
    return "" if made.image is None else f", {made.image.width()} × {made.image.height()} pixels,"


def _to_clipboard(made: Made) -> None:
    """As pixels, which every program takes, and as the file, in which the document is."""
    from PySide6.QtCore import QByteArray, QMimeData

    from attnstudio.ui import clipboard

    offered = QMimeData()
    offered.setImageData(made.image)
    offered.setData("image/png", QByteArray(made.data))
    clipboard.put(offered)
