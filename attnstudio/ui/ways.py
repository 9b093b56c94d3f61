"""What the commands of the menu *Go* do, and those that change where vectors come from.

What one of them alone needs is loaded when it is first given, and not at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from attnstudio.model import edits, projecting
from attnstudio.model.refused import Refused
from attnstudio.state import playing
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.state.store import Store

if TYPE_CHECKING:
    from attnstudio.state.keeping import Which
    from attnstudio.ui.main_window import MainWindow


def ways(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    store = window.store
    return {
        **{f"go-{name}": partial(go, window, name) for name in WORKSPACES},
        "play-forward": partial(_play, window, playing.forward),
        "play-back": partial(_play, window, playing.back),
        "play-all": partial(_play, window, playing.show_all),
        "keep-a": partial(_keep, store, "A"),
        "keep-b": partial(_keep, store, "B"),
        "compare": lambda: compare(window),
        "cosine": lambda: _toggle_cosine(store),
        "make-free": lambda: _apply(store, "Make the vectors free", projecting.make_free),
        "make-projected": lambda: _apply(store, "Make the vectors from X", projecting.make_projected),
        "second-sentence": lambda: _second_sentence(window),
        "learn": lambda: learn(window),
    }


def go(window: MainWindow, name: str) -> None:
    """Show a workspace."""
    window.store.set_look(workspace=name)
    window.show_ticks()


def _play(window: MainWindow, step: Callable[[Store], object]) -> None:
    """A step of Play, where its track and its sentence are seen."""
    if window.store.look.workspace != "sequence":
        go(window, "sequence")
    step(window.store)


def compare(window: MainWindow) -> None:
    """The difference between two states; it stays open beside the window, one at a time."""
    from attnstudio.ui.compare import CompareDialog

    dialog = window.findChild(CompareDialog)
    if dialog is None:
        dialog = CompareDialog(window.store, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.addActions([window.actions_by_id[name] for name in ("undo", "redo", "keep-a", "keep-b")])
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def learn(window: MainWindow) -> None:
    """Learn, or pause, where it can be seen."""
    from attnstudio.state import learner

    go(window, "context")
    learner.toggle(window.store)


def _keep(store: Store, which: Which) -> None:
    from attnstudio.state.keeping import keep

    keep(store, which)


def _second_sentence(window: MainWindow) -> None:
    from attnstudio.state.pairing import add_second

    try:
        add_second(window.store)
    except Refused as refused:
        window.store.say(str(refused))
    go(window, "context")


def _toggle_cosine(store: Store) -> None:
    on = not store.document.settings.cosine
    name = "Compare directions alone" if on else "Compare by dot products"
    store.apply(name, lambda document: edits.set_cosine(document, on))


def _apply(store: Store, name: str, edit: edits.Edit) -> None:
    try:
        if not store.apply(name, edit):
            store.say("They are that already.")
    except Refused as refused:
        store.say(str(refused))
