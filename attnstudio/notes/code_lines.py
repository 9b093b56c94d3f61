"""Lines of Python: arrays as rows that can be read, and words that can never become code.

Numbers are written by `repr`, the shortest text that reads back as the same float. A word stands only in a
comment, and no line break, no control code and no mark that turns the direction of writing leaves it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from attnstudio.model import numerals
from attnstudio.model.document import Matrix, Vector

WIDTH = 90
"""Letters of a line at most, but for a word or a number that is longer by itself, and for what a name behind
numbers takes. The formula panel has room for as many in a window of usual size."""

_STEP = "    "
_JOINERS = "\u200c\u200d"  # hold emoji and letters of some scripts together, and turn nothing round


def comment(text: str, sign: str = "#") -> list[str]:
    """`text` as lines that `sign` makes comments of; "" gives none."""
    lines, line = [], ""
    for word in harmless(text).split(" "):
        if line and len(line) + len(word) > WIDTH - 3:
            lines.append(f"{sign} {line}")
            line = ""
        line = f"{line} {word}" if line else word
    return [*lines, f"{sign} {line}"] if line.strip() else lines


def harmless(text: str) -> str:
    """`text` in one line, without anything that a program or an editor could obey.

    What ends a line for Python, steers a terminal, or turns the direction of writing (which makes a comment
    look like code) becomes the replacement character, and so does what no file can hold.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "\ufffd" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in _JOINERS else c
        for c in text
    )


@lru_cache(4096)  # a drag changes one row of many
def row(components: Vector, indent: int, note: str) -> tuple[str, ...]:
    """One row of an array in brackets, with a remark behind it, on as many lines as it takes."""
    before, behind = _STEP * indent, f"  # {harmless(note)}" if note else ""
    numbers = [numerals.plain(x) for x in components]
    whole = f"{before}[{', '.join(numbers)}],"
    if len(whole) <= WIDTH:
        return (whole + behind,)
    return (f"{before}[{behind}", *wrapped(numbers, indent + 1), f"{before}],")


def wrapped(numbers: Iterable[str], indent: int) -> list[str]:
    """Numbers with a comma each, as many to a line as it has room for."""
    before = _STEP * indent
    lines, line = [], ""
    for number in numbers:
        if line and len(before) + len(line) + len(number) + 2 > WIDTH:
            lines.append(before + line)
            line = ""
        line = f"{line} {number}," if line else f"{number},"
    return [*lines, before + line] if line else lines


def rows(matrix: Matrix, names: Sequence[str], indent: int = 1) -> list[str]:
    """The rows of one matrix; `names` says whose each is, or is empty."""
    told = names or ("",) * len(matrix)
    return [line for vector, name in zip(matrix, told, strict=True) for line in row(vector, indent, name)]
