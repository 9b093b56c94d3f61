"""What became of the file format, version by version: how an older file is made a file of the next one.

A migration is a pure function of the parsed file. It may find anything in it: what is wrong there is told
later, by its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Migration:
    """The step to the next version; `title` says what that one brought."""

    title: str
    change: Callable[[Members], Members]


def _as_it_is(members: Members) -> Members:
    """Every new member has a default, and that is what an older file means."""
    return members


MIGRATIONS: Mapping[int, Migration] = {
    1: Migration("Positions, more rules of the mask, wrong paths, Learn and the d_k laboratory", _as_it_is),
}
"""By the version that is left behind."""

VERSION = max(MIGRATIONS) + 1
"""The version that is written."""


def migrated(members: Members, version: int) -> Members:
    """The members of a file of `version` as those of `VERSION`; the file's own are left as they are."""
    for number in range(version, VERSION):
        members = MIGRATIONS[number].change(members)
    return {**members, "version": VERSION}
