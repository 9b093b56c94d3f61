"""Play: step by step through the formula, forward and back."""

from __future__ import annotations

from attnstudio.state import playing
from attnstudio.state.snapshot import STEPS
from attnstudio.state.store import Store
from tests.samples import bank


def known(store: Store) -> str | None:
    return store.view.known


def test_forward_goes_through_all_steps_and_ends_with_everything() -> None:
    store, seen = Store(bank()), []
    for _ in range(6):
        playing.forward(store)
        seen.append(known(store))
    assert seen == [*STEPS, None]


def test_back_stops_at_the_first_step() -> None:
    store = Store(bank())
    playing.back(store)
    assert known(store) == "normalize"  # everything is known after mix: one less is without it
    for _ in range(9):
        playing.back(store)
    assert known(store) == "match"


def test_any_step_can_be_gone_to() -> None:
    store = Store(bank())
    for place, step in enumerate(STEPS):
        playing.go_to(store, place)
        assert known(store) == step
        assert playing.place_of(store.view.known) == place
    playing.go_to(store, 99)
    assert known(store) == "mix"
    playing.go_to(store, -1)
    assert known(store) == "match"
    playing.show_all(store)
    assert playing.place_of(store.view.known) == playing.LAST


def test_playing_goes_on_to_the_last_step_and_no_further() -> None:
    store, seen = Store(bank()), []
    playing.begin(store)
    seen.append(known(store))
    while playing.go_on(store):
        seen.append(known(store))
    assert [*seen, known(store)] == list(STEPS)
    playing.begin(store)
    assert known(store) == "match"  # from the end, from the beginning
    playing.begin(store)
    assert known(store) == "scale"  # and from the middle, on


def test_whoever_makes_everything_known_ends_the_playing() -> None:
    store = Store(bank())
    playing.begin(store)
    playing.show_all(store)
    assert not playing.go_on(store)
    assert known(store) is None


def test_what_is_known_is_no_step_of_the_history() -> None:
    store = Store(bank())
    playing.begin(store)
    assert store.undo_name is None
    assert not store.is_modified
    assert store.view.is_known == (True, False, False, False, False)


def test_leaving_the_workspace_makes_everything_known() -> None:
    store = Store(bank())
    store.set_look(workspace="sequence")
    playing.begin(store)
    store.set_look(workspace="vectors")
    assert known(store) is None
