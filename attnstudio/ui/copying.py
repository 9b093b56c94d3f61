"""What the commands *Copy as …* and *Copy … code* do: text for notes, on the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow


def copying(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    names = ("copy-markdown", "copy-latex", "copy-html", "copy-csv", "copy-json", "copy-numpy", "copy-torch")
    return {name: lambda: window.store.say("This is being built.") for name in names}
