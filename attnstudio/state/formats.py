"""The kinds of pictures, and how letters stand in them."""

from __future__ import annotations

from typing import Literal

Format = Literal["png", "svg", "pdf"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf")
Text = Literal["paths", "fonts", "names"]
TEXTS: tuple[Text, ...] = ("paths", "fonts", "names")
"""Letters as outlines, as text with its fonts in the file, or, in SVG alone, as text that only names them."""
