"""Moments in words."""

from __future__ import annotations

from datetime import datetime

import pytest

from attnstudio.notes.dates import date_in_words, moment_in_words, moment_of

NOW = datetime(2026, 11, 30, 14, 5)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (datetime(2026, 11, 30, 0, 1), "today, 00:01"),
        (datetime(2026, 11, 29, 23, 59), "yesterday, 23:59"),
        (datetime(2026, 3, 1, 9, 0), "1 March, 09:00"),
        (datetime(2025, 12, 31, 9, 0), "31 December 2025, 09:00"),
        (datetime(2026, 12, 1, 9, 0), "1 December, 09:00"),  # a clock that was set back
    ],
)
def test_a_moment_near_and_far(moment: datetime, words: str) -> None:
    assert moment_in_words(moment, NOW) == words


def test_a_date_is_the_same_on_every_day() -> None:
    assert date_in_words(NOW) == "30 November 2026, 14:05"


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "9" * 500])
def test_what_is_no_moment_is_none(text: str) -> None:
    assert moment_of(text) is None
