"""Play: the steps of the formula, one after the other; what comes later is not known yet.

After the last step everything is known, which is also how it is where nobody plays.
"""

from __future__ import annotations

from attnstudio.state.snapshot import STEPS, Step
from attnstudio.state.store import Store

LAST = len(STEPS) - 1


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
    """One step less; at the first there is none before it."""
    go_to(store, place_of(store.view.known) - 1)


def go_to(store: Store, place: int) -> None:
    """All steps up to that of a number, from 0 to `LAST`."""
    show(store, STEPS[min(max(place, 0), LAST)])


def show(store: Store, step: Step) -> None:
    """All steps up to this one."""
    store.set_view(known=step)


def show_all(store: Store) -> None:
    store.set_view(known=None)


def place_of(known: Step | None) -> int:
    """The number of the last step that is known, from 0."""
    return LAST if known is None else STEPS.index(known)


def begin(store: Store) -> None:
    """Play from here; from the end, from the first step."""
    place = place_of(store.view.known)
    go_to(store, 0 if place == LAST else place + 1)


def go_on(store: Store) -> bool:
    """One step more for whoever plays; whether another one follows. Where everything became known meanwhile,
    somebody else saw to that, and nothing is played."""
    known = store.view.known
    if known is None:
        return False
    go_to(store, place_of(known) + 1)
    return place_of(store.view.known) < LAST
