"""Which part of a line of Python has which colour. Each line of a program here is whole by itself."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from PySide6.QtGui import QColor

from attnstudio.ui.theme import Theme

if TYPE_CHECKING:
    from pygments.lexer import RegexLexer

Part = Literal["comment", "keyword", "number"]
Span = tuple[int, int, Part]
"""Start and length in UTF-16 units, as Qt counts, and what it is."""
_PARTS: dict[str, Part] = {"Comment": "comment", "Keyword": "keyword", "Number": "number"}


@lru_cache(4096)  # a drag changes a few of many lines
def spans(line: str) -> tuple[Span, ...]:
    """The coloured parts of a line; what is left has the colour of ink."""
    found: list[Span] = []
    at = 0
    for _, kind, text in _lexer().get_tokens_unprocessed(line):
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        names = str(kind).split(".")  # such as Token.Literal.Number.Float
        found += [(at, length, part) for name, part in _PARTS.items() if name in names]
        at += length
    return tuple(found)


@cache
def _lexer() -> RegexLexer:
    from pygments.lexers.python import PythonLexer  # takes 20 ms, and the start shows no code

    return PythonLexer(ensurenl=False)


def colour(theme: Theme, part: Part | None) -> QColor:
    """Each reads on the panel with at least 4.5:1, in every theme."""
    if part is None:
        return theme.ink
    return {"comment": theme.secondary, "keyword": theme.accent, "number": theme.good}[part]
