"""The kinds of animations, and how often they play."""

from __future__ import annotations

from typing import Literal

Format = Literal["gif", "webp", "mp4"]
FORMATS: tuple[Format, ...] = ("gif", "webp", "mp4")
Loop = Literal["endless", "once", "back"]
LOOPS: tuple[Loop, ...] = ("endless", "once", "back")
"""Again and again, once, or there and back: again and again, but an MP4 once."""
