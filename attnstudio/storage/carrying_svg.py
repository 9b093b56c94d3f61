"""A document in an SVG: the text of a metadata element.

Read by expat as a stream that ends when the document is found. Whatever a document type declares is refused,
since a few entities can stand for gigabytes; nesting, single tags and the whole are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from attnstudio.model.refused import Refused

ID = "attnstudio"

_MOST_BYTES = 32 * 2**20  # of a drawing; a workspace with 64 words and text as outlines has three
_MOST_TAG = 4 * 2**20  # bytes that expat holds back until a tag ends; a photo in a page may be one
_DEEPEST = 1_000
_MOST_ELEMENTS = 300_000  # each is told to us; that workspace has some 20,000
_STEP = 2**17  # bytes fed at once: a handler that raises is heard at their end,
_FIRST_STEP = 2**12  # so that little may follow a declaration
_MOST_BEFORE = 2**16  # bytes before the drawing begins
_SPLIT = b"]]]]><![CDATA[>"  # what "]]>" becomes inside CDATA
_OURS = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{ID}"')
_ABOUT = ("title", "desc", "metadata")  # what stands before anything is drawn


def carried(picture: bytes, document: bytes) -> bytes:
    """The picture with the document before its first drawing element.

    Raises ValueError for a picture that is no SVG in UTF-8.
    """
    place = _first_drawn(picture)
    text = document.replace(b"]]>", _SPLIT)
    inside = b'<metadata id="%s"><![CDATA[%s]]></metadata>\n' % (ID.encode(), text)
    return picture[:place] + inside + picture[place:]


def document_in(data: bytes, most: int) -> bytes | None:
    """The bytes of the document, or None; `Refused` with a clause where they are damaged, too many or
    hidden in something that would not end."""
    if len(data) > _MOST_BYTES:
        raise Refused(f"the drawing has more than {_MOST_BYTES // 2**20} MB.")
    reading = _Reading(most)
    begin = 0
    while begin < len(data) and reading.found is None:
        end = begin + (_STEP if reading.has_begun else _FIRST_STEP)
        reading.feed(data[begin:end], is_last=end >= len(data))
        begin = end
        if begin > _MOST_BEFORE and not reading.has_begun:
            raise Refused("it begins with tags, but no drawing does.")
        if begin - reading.parser.CurrentByteIndex > _MOST_TAG:
            raise Refused("a tag in the drawing is too long.")
    return reading.found


class _Reading:
    """What expat has told so far: how deep it is, and the text of the metadata that it is in."""

    def __init__(self, most: int) -> None:
        self.found: bytes | None = None
        self.has_begun = False
        self._most = most
        self._elements = 0
        self._depth = 0
        self._inside = 0  # depth of the metadata element, 0 outside
        self._is_ours = False
        self._parts: list[str] = []
        self._length = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = _refuse_declarations
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def feed(self, part: bytes, *, is_last: bool) -> None:
        try:
            self.parser.Parse(part, is_last)
        except expat.ExpatError as error:
            if self.found is not None:
                return
            if self._inside and self._is_ours:
                raise Refused("the document in the picture is damaged: it does not end.") from error
            raise Refused(
                f"line {error.lineno}: this is not SVG ({expat.ErrorString(error.code)})."
            ) from error
        except (LookupError, ValueError) as error:
            if isinstance(error, Refused):
                raise
            raise Refused("the drawing is in an encoding that can't be read.") from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        self.has_begun = True
        if self._elements > _MOST_ELEMENTS:
            raise Refused("the drawing has too many parts.")
        if self._depth > _DEEPEST:
            raise Refused("the drawing is nested too deeply.")
        if self._depth == 1 and _local(name) != "svg":
            raise Refused("it is a text with tags, but no SVG picture.")
        if _local(name) == "metadata" and not self._inside:
            self._inside = self._depth
            self._is_ours = attributes.get("id") == ID
            self._parts, self._length = [], 0

    def _end(self, name: str) -> None:
        if self._depth == self._inside and self.found is None:
            text = "".join(self._parts)
            self._inside = 0
            # An optimiser may take away an id that nothing points to.
            if self._is_ours or _OURS.match(text):
                self.found = text.encode("utf-8")
                if len(self.found) > self._most:
                    raise self._too_large()
        self._depth -= 1

    def _text(self, text: str) -> None:
        if self._depth == self._inside:
            self._length += len(text)
            if self._length <= self._most:
                self._parts.append(text)
            elif self._is_ours:
                raise self._too_large()

    def _too_large(self) -> Refused:
        return Refused(f"the document in the picture has more than {self._most // 2**20} MB.")


def _first_drawn(picture: bytes) -> int:
    """Where the first element begins that is drawn, else where the drawing ends; in bytes."""
    places: list[int] = []
    depth = 0

    def start(name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth == 1 and _local(name) != "svg":
            raise ValueError("no SVG picture")
        if depth == 2 and _local(name) not in _ABOUT:
            places.append(parser.CurrentByteIndex)

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            places.append(parser.CurrentByteIndex)

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler = start, end
    _parse(parser.Parse, picture, places)
    return places[0]


def _parse(parse: Callable[[bytes, bool], object], picture: bytes, places: list[int]) -> None:
    """Feed a picture until a place is known."""
    try:
        for begin in range(0, len(picture), _STEP):
            parse(picture[begin : begin + _STEP], begin + _STEP >= len(picture))
            if places:
                return
    except expat.ExpatError as error:
        raise ValueError(f"no SVG picture: {error}") from error
    raise ValueError("no SVG picture")


def _refuse_declarations(_name: str, _system: str | None, _public: str | None, has_any: int) -> None:
    if has_any:
        raise Refused("the drawing declares entities, which could stand for anything; it is not read.")


def _local(name: str) -> str:
    """A name without the prefix of its namespace."""
    return name.rpartition(":")[2]
