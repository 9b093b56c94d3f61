"""What *Export animation* does. The last drag is kept for it from the start, at the price of a list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio.state.recording import Recording
from attnstudio.ui.targets import ask_target

if TYPE_CHECKING:
    from attnstudio.state.moving import Format
    from attnstudio.ui.main_window import MainWindow

_KINDS = {"gif": "GIF animations (*.gif)", "webp": "WebP animations (*.webp)", "mp4": "MP4 films (*.mp4)"}


def animating(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    recording = Recording(window.store)
    window.destroyed.connect(recording.end)

    def ask(kind: Format) -> Path | None:
        return ask_target(
            window, "Export animation", window.work.title, _KINDS[kind], f".{kind}", is_fixed=True
        )

    def export() -> None:
        from attnstudio.ui.animations.dialog import open_dialog  # with all that paints and encodes

        open_dialog(window.store, recording, ask, window)

    return {"export-animation": export}
