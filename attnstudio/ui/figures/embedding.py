"""The fonts of a picture within its file, with no more glyphs than its words need."""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from xml.etree.ElementTree import Element, SubElement

from attnstudio.ui.figures.outlines import Outlines
from attnstudio.ui.fonts import file_of

Face = tuple[str, int, bool]
"""Family, weight and whether it slants."""


_FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk"]  # what Qt sets letters with
_KEPT = 64  # cut fonts: the pictures of a folder have much in common


def embed(drawn: Element, shared: Element) -> None:
    """Put the fonts of all letters in `drawn` into `shared`, the `defs` of its file.

    What a person wrote in letters that the bundled fonts lack becomes outlines: a whole font of theirs would
    be megabytes, and may not be given away."""
    faces: dict[Face, set[str]] = {}
    known: dict[Face, frozenset[str]] = {}
    outlines = Outlines(shared)
    for text in list(drawn.iter("text")):
        face = _face_of(text)
        file = file_of(*face)
        if face not in known:
            known[face] = frozenset() if file is None else _letters_in(file)
        letters = set(text.text or "")
        if letters <= known[face]:
            faces.setdefault(face, set()).update(letters)
        else:
            outlines.outline_text(text)
    if faces:
        rules = [_rule(face, letters) for face, letters in sorted(faces.items())]
        SubElement(shared, "style", {"type": "text/css"}).text = "".join(rules)


def _face_of(text: Element) -> Face:
    weight = int(text.get("font-weight", "400"))
    return text.get("font-family", ""), weight, text.get("font-style") == "italic"


def _rule(face: Face, letters: set[str]) -> str:
    """The font as a rule that names it and holds it."""
    family, weight, italic = face
    file = file_of(*face)
    assert file is not None  # it has the letters
    data = b64encode(_subset(file, "".join(sorted(letters)))).decode("ascii")
    style = "italic" if italic else "normal"
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f'src:url(data:font/woff;base64,{data}) format("woff")}}'
    )


@cache
def _letters_in(file: Path) -> frozenset[str]:
    with _font_tools("ttLib").TTFont(file, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


@lru_cache(_KEPT)
def _subset(file: Path, letters: str) -> bytes:
    """The font with these letters alone: the same bytes for the same letters, for its dates stay its own."""
    subset = _font_tools("subset")
    options = subset.Options(hinting=False, notdef_outline=True, layout_features=_FEATURES)
    options.drop_tables.append("meta")  # languages, of no use to a viewer
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    kept = BytesIO()
    with _font_tools("ttLib").TTFont(file, recalcTimestamp=False, lazy=True) as font:
        cutter.subset(font)
        font.flavor = "woff"
        font.save(kept)
    return kept.getvalue()


def _font_tools(part: str) -> ModuleType:
    """A part of fontTools: slow to load, so not before somebody asks for a picture of this kind, and without
    types."""
    return import_module(f"fontTools.{part}")
