"""A and B: two states put aside, to be compared with each other or with what is shown."""

from __future__ import annotations

from attnstudio.state.snapshot import Kept
from attnstudio.state.store import Store

NAMES = ("A", "B")


def keep(store: Store, which: int) -> None:
    """Put the present state aside as A (0) or B (1)."""
    store.commit()
    kept = list(store.view.kept)
    kept[which] = Kept(store.document, store.look, store.trace)
    store.set_view(kept=(kept[0], kept[1]))
    store.say(f"Kept as {NAMES[which]}.")
