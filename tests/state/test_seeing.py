"""What of the view goes into files and pictures, and comes back out of them."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from attnstudio.model.document import Look
from attnstudio.model.seen import Frame, Picked, Seen
from attnstudio.model.settings import Trial
from attnstudio.state.seeing import seen_of, with_seen
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from tests.samples import bank, two_meanings

SEEN = Seen(
    frame=Frame((0.5, -0.25), 1.25),
    known="mask",
    picked=Picked("weights", 1, 0),
    sums=True,
    compared="angles",
    mask_page="late",
    written="torch",
    trial=Trial(query=12.0, scores=(3.0, 4.0)),
)


def test_everything_that_is_seen_comes_back() -> None:
    assert seen_of(with_seen(View(), SEEN)) == SEEN
    usual = Seen()
    assert all(getattr(SEEN, one.name) != getattr(usual, one.name) for one in fields(Seen))


def test_without_a_frame_the_plane_is_fitted() -> None:
    store = Store(bank())
    fitted = store.view.frame
    assert fitted is not None
    store.set_view(frame=Frame((0.0, 0.0), 1.0))
    store.open(bank(), Look(), Seen(sums=True))
    assert store.view.frame == fitted
    assert store.view.sums


@pytest.mark.parametrize(
    ("workspace", "known"), [("sequence", "match"), ("vectors", None), ("context", None)]
)
def test_work_opens_at_a_step_where_one_can_play_on(workspace: str, known: str | None) -> None:
    store, look = Store(bank()), Look(workspace=workspace)
    store.open(bank(), look, Seen(known="match"))
    assert store.view.known == known
    store.exchange("Restore", bank(), look, Seen(known="match"))
    assert store.view.known == known


def test_what_is_neither_seen_nor_saved_is_left_alone() -> None:
    view = View(theme="dark", text_scale=1.5, hover_token=3, message="x")
    assert (
        replace(with_seen(view, SEEN), **{one.name: getattr(view, one.name) for one in fields(Seen)}) == view
    )


def test_work_is_saved_with_what_is_seen_and_shows_it_again(tmp_path: Path) -> None:
    store = Store(two_meanings())
    work = Work(store)
    work.save_as(tmp_path / "a.attn")
    store.set_look(workspace="sequence")
    store.set_view(**{one.name: getattr(SEEN, one.name) for one in fields(Seen)})
    assert not work.is_modified
    work.save()
    work.new()
    assert seen_of(store.view) != SEEN
    work.open(tmp_path / "a.attn")
    assert seen_of(store.view) == SEEN
    store.set_view(frame=Frame((0.0, 0.0), 3.0), known=None)
    work.reset()
    assert seen_of(store.view) == SEEN
    work.save()
    assert not work.is_modified


def test_a_scene_leaves_alone_what_the_person_chose_to_see(tmp_path: Path) -> None:
    store = Store(two_meanings())
    store.set_view(sums=True)
    Work(store).open("bank-river")
    assert store.view.sums
