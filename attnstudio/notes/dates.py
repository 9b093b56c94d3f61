"""A moment in words."""

from __future__ import annotations

from datetime import datetime, timedelta

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def moment_of(text: str) -> datetime | None:
    """The moment written as ISO 8601; None for anything else."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def date_in_words(moment: datetime) -> str:
    """E.g. “30 November 2026, 14:05”: the same in every language of the system, and on every day."""
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M}"


def moment_in_words(moment: datetime, now: datetime) -> str:
    """The same, near to `now`: “today, 14:05”, “yesterday, 14:05”, “12 March, 14:05”."""
    days = (now.date() - moment.date()) // timedelta(days=1)
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]}, {moment:%H:%M}"
    if moment.year == now.year:
        return f"{moment.day} {_MONTHS[moment.month - 1]}, {moment:%H:%M}"
    return date_in_words(moment)
