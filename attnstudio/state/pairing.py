"""A second sentence beside the one that is there."""

from __future__ import annotations

from attnstudio.model.pairing import add_sentence
from attnstudio.state.store import Store
from attnstudio.study.placing import vectors_for

NAME = "Add a second sentence"


def add_second(store: Store) -> None:
    """Add it, as one step of the history. Raises `Refused` where there is one already."""
    store.apply(NAME, lambda document: add_sentence(document, vectors_for(document)))
