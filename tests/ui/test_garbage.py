"""When Python looks for garbage, and among what."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from attnstudio.ui import garbage


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_no_garbage_is_looked_for_while_something_is_made() -> None:
    with garbage.uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_fault_in_the_making_leaves_the_collector_on() -> None:
    with pytest.raises(ZeroDivisionError), garbage.uncollected():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_before_the_start_has_ended_it_stays_off() -> None:
    garbage.start()
    with garbage.uncollected():
        pass
    assert not gc.isenabled()
    garbage.started()
    assert gc.isenabled()


def test_what_is_made_after_the_start_is_left_out_like_the_start() -> None:
    garbage.started()
    before = gc.get_freeze_count()
    with garbage.uncollected():
        made: list[list[int]] = [[] for _ in range(100)]
    assert gc.get_freeze_count() >= before + len(made)
