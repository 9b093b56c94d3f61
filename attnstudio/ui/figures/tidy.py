"""What Qt writes as SVG, without what says nothing.

Around every stroke Qt repeats all of its state, most of it what holds anyway, and it leaves a group behind
wherever a state changed and nothing was drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, fromstring, tostring

OUTSIDE = {
    "fill": "none",
    "stroke": "black",
    "stroke-width": "1",
    "fill-rule": "evenodd",
    "stroke-linecap": "square",
    "stroke-linejoin": "bevel",
}
"""What Qt says at the beginning of a file about all that is in it."""

USUAL = {**OUTSIDE, "fill-opacity": "1", "stroke-opacity": "1"}
"""What holds where nothing is said."""

_INHERITED = frozenset(USUAL) | {"stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit"}
_IDLE = {"transform": "matrix(1,0,0,1,0,0)", "vector-effect": "none"}
_FONT = ("font-family", "font-size", "font-weight", "font-style")
_NAMES = ("id", "font-family")

_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONG = re.compile(r"-?\d+\.\d{3,}(?:e[-+]?\d+)?|-?\d+(?:\.\d+)?e[-+]?\d+")
_FOUR_CORNERS = re.compile(r"M([-\d.]+),([-\d.]+)" + r" L([-\d.]+),([-\d.]+)" * 3 + r" L\1,\2 Z ?")
_POINTED = re.compile(r"url\(#([^)]+)\)")


def number(value: float) -> str:
    """A length with as many digits as can be seen."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def readable(words: str) -> str:
    """The words without the characters that no XML file may hold, in whatever way they are written."""
    return _UNWRITABLE.sub("\ufffd", words)


class Tidy:
    """Makes the files of many widgets parts of one. What they define goes into `shared`, once."""

    def __init__(self, shared: Element) -> None:
        self._shared = shared
        self._names: dict[bytes, str] = {}  # of a definition, by what it says

    def tidied(self, file: str) -> list[Element]:
        """What a file of Qt's draws, with names that mean the same in all of `shared`'s file."""
        read = fromstring(readable(file))
        for one in read.iter():
            one.tag = one.tag.rpartition("}")[2]
        defined = {one.get("id", ""): one for defs in read.iter("defs") for one in defs}
        drawn = read.find("g")
        parts = [] if drawn is None else _joined([one for part in drawn for one in _simple(part)])
        for one in (inner for part in parts for inner in part.iter()):
            for name, value in one.items():
                asked = _POINTED.fullmatch(value)
                if asked and asked[1] in defined:
                    one.set(name, f"url(#{self._name_of(defined[asked[1]])})")
        return parts

    def _name_of(self, definition: Element) -> str:
        made = Element(definition.tag, {k: v for k, v in definition.items() if k != "id"})
        made.extend(definition)
        for one in made.iter():
            _clean(one)
        says = tostring(made)
        if says not in self._names:
            self._names[says] = f"{made.tag}{len(self._names)}"
            made.set("id", self._names[says])
            self._shared.append(made)
        return self._names[says]


def without_said(part: Element, said: Mapping[str, str] = USUAL) -> None:
    """Drop from `part`, and from all in it, what a group around it says already."""
    own = {name: value for name, value in part.items() if name in _INHERITED}
    for name, value in own.items():
        if said.get(name) == value:
            del part.attrib[name]
    for child in part:
        without_said(child, {**said, **own})


def _simple(part: Element) -> list[Element]:
    """The part with less around it; nothing if it draws nothing."""
    if part.tag != "g":
        _clean(part)
        is_unseen = part.get("fill-opacity") == "0" and part.get("stroke") == "none"
        return [] if is_unseen else [part]
    children = [one for child in part for one in _simple(child)]
    if not children or _is_unseen(part):
        return []
    made = Element("g", dict(part.attrib))
    made.extend(_joined(children))
    _clean(made)
    if not made.attrib:
        return list(made)
    if len(made) == 1 and _may_be_one(made, made[0]):
        made[0].attrib.update(made.attrib)
        return [made[0]]
    return [made]


def _is_unseen(group: Element) -> bool:
    """A ground that is nothing, as of a label. Letters say their own colour."""
    is_empty = group.get("fill-opacity") == "0" and group.get("stroke") == "none"
    return group.get("opacity") == "0" or (is_empty and not any(one.tag == "text" for one in group))


def _may_be_one(outer: Element, inner: Element) -> bool:
    """A clip is measured after the transform of its own group: the two stay apart."""
    both = outer.attrib.keys() & inner.attrib.keys()
    is_shifted = "clip-path" in outer.attrib and "transform" in inner.attrib
    return inner.tag == "g" and not both and not is_shifted


def _joined(parts: Iterable[Element]) -> list[Element]:
    """Neighbouring groups of the same state as one."""
    made: list[Element] = []
    for part in parts:
        _put(made, part)
    return made


def _put(made: list[Element] | Element, part: Element) -> None:
    """Put a part after what is there, or what is in it into a group of the same state."""
    before = made[-1] if len(made) else None
    if before is not None and part.tag == before.tag == "g" and part.attrib == before.attrib:
        for child in part:
            _put(before, child)
    else:
        made.append(part)


def _clean(part: Element) -> None:
    part.tail = None
    if part.tag != "text":
        part.text = None
        for name in _FONT:  # each text says it too
            part.attrib.pop(name, None)
    for name, value in _IDLE.items():
        if part.get(name) == value:
            del part.attrib[name]
    if part.tag == "path":
        _square(part)
    for name, value in part.items():
        if name not in _NAMES and not value.startswith(("#", "url")):
            part.set(name, _LONG.sub(lambda found: number(float(found[0])), value.strip()))


def _square(path: Element) -> None:
    """Make a rectangle of a path that is one."""
    found = _FOUR_CORNERS.fullmatch(path.get("d", ""))
    if found is None:
        return
    xs, ys = [float(x) for x in found.groups()[::2]], [float(y) for y in found.groups()[1::2]]
    turns = (xs[0] == xs[3], xs[1] == xs[2], ys[0] == ys[1], ys[2] == ys[3])
    if all(turns) or (xs[0] == xs[1] and xs[2] == xs[3] and ys[0] == ys[3] and ys[1] == ys[2]):
        path.tag = "rect"
        del path.attrib["d"]
        left, top = min(xs), min(ys)
        sides = {"x": left, "y": top, "width": max(xs) - left, "height": max(ys) - top}
        path.attrib.update({name: number(side) for name, side in sides.items()})
