"""What *Export notebook* does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow


def notebooks(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    names = ("export-notebook",)
    return {name: lambda: window.store.say("This is being built.") for name in names}
