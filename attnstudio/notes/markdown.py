"""A state as GitHub Markdown: its picture, with the spoken sentence as alt text, and a table."""

from __future__ import annotations

import re

from attnstudio.model.document import Document, Look
from attnstudio.model.trace import Trace
from attnstudio.notes.laboratory import picture_in_words
from attnstudio.notes.shown import shown

_SIGNS = frozenset("\\`*_[]#+|~$^-")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}
"""What begins HTML, or mentions somebody: entities, because no backslash helps."""


def markdown(document: Document, trace: Trace, look: Look, picture: str = "") -> str:
    """The picture, what it shows, and a table; `picture` is a link that works, or "" for none."""
    made = shown(document, trace, look)
    parts = [f"![{escaped(made.sentence)}]({picture})"] if picture else [escaped(made.sentence)]
    if picture and look.workspace == "scaling":  # the query of the table is not in the picture
        parts = [f"![{escaped(picture_in_words(document.sampling))}]({picture})", escaped(made.sentence)]
    parts.append(f"*{escaped(made.caption)}*")
    if made.rows:
        sides = [":--", *("--:" for _ in made.head[1:])]
        parts.append("\n".join([_row(made.head), _row(sides), *map(_row, map(_escaped_row, made.rows))]))
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Text that reads the same once Markdown is made of it; most signs stay as they are."""
    made = "".join(_ENTITIES.get(c) or (f"\\{c}" if c in _SIGNS else c) for c in text)
    made = re.sub(r"^(\d+)([.)])", r"\1\\\2", made)  # which would begin a list
    return made.replace("://", "&#58;//").replace("www.", "www&#46;")  # which would become links


def _escaped_row(cells: tuple[str, ...]) -> tuple[str, ...]:
    name, *numbers = cells
    return escaped(name), *(number.replace("<", "&lt;") for number in numbers)


def _row(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"
