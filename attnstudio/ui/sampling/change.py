"""What a person changes of the draws: each is one edit of the document, by one name in the history."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attnstudio.model.document import Document
from attnstudio.model.edits import Edit, set_sampling
from attnstudio.model.refused import Refused
from attnstudio.model.soundness import LARGEST_SEED
from attnstudio.state.store import Store

SET_D_K = "Set d_k"


def to(**fields: Any) -> Edit:
    """The edit that puts fields of the sampling to other values."""

    def edit(document: Document) -> Document:
        return set_sampling(document, replace(document.sampling, **fields))

    return edit


def change(store: Store, name: str, edit: Edit, *, run: bool = False) -> None:
    """Do it, or say why it can't be done. With `run`, repeated keys are one step of the history."""
    try:
        store.apply(name, edit, run=name if run else None)
    except Refused as refused:
        store.say(str(refused))


def draw_again(store: Store) -> None:
    """The next seed: other vectors of the same kind."""
    seed = store.document.sampling.seed
    change(store, "Draw again", to(seed=0 if seed >= LARGEST_SEED else seed + 1))


def set_stopped(store: Store, stopped: bool) -> None:
    """Have the laboratory stop where it is, or go on."""
    sampled = store.view.sampled
    if sampled is not None:
        store.set_view(sampled=replace(sampled, is_stopped=True) if stopped else None)
