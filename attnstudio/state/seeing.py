"""What of the view is saved with the work, so that a file and a picture show again what was shown."""

from __future__ import annotations

from dataclasses import fields, replace

from attnstudio.model.seen import Seen
from attnstudio.state.snapshot import View

_NAMES = tuple(field.name for field in fields(Seen))


def seen_of(view: View) -> Seen:
    """What a picture of this view shows."""
    return Seen(**{name: getattr(view, name) for name in _NAMES})


def with_seen(view: View, seen: Seen) -> View:
    """`view`, showing what was shown then; without a frame of its own the plane keeps the one it has."""
    changes = {name: getattr(seen, name) for name in _NAMES}
    return replace(view, **changes | {"frame": seen.frame or view.frame})
