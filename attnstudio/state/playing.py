"""Play: the steps of the formula, one after the other; what comes later is not known yet."""

from __future__ import annotations

from attnstudio.state.snapshot import STEPS, Step
from attnstudio.state.store import Store


def forward(store: Store) -> None:
    """One step more; after the last, everything is known. From everything, the first step alone."""
    known = store.view.known
    if known is None:
        show(store, STEPS[0])
    elif known == STEPS[-1]:
        show_all(store)
    else:
        show(store, STEPS[STEPS.index(known) + 1])


def back(store: Store) -> None:
    """One step less; from everything, the last step."""
    known = store.view.known
    if known is None:
        show(store, STEPS[-1])
    elif known != STEPS[0]:
        show(store, STEPS[STEPS.index(known) - 1])


def show(store: Store, step: Step) -> None:
    """All steps up to this one."""
    store.set_view(known=step)


def show_all(store: Store) -> None:
    store.set_view(known=None)
