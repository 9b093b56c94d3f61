"""The cells of a notebook, and how the teaching text in `resources/notebook` becomes cells.

A section is a Markdown file. What stands in a fence that begins with ``python`` is a cell to be run; the
word behind it says more: ``torch`` needs PyTorch, ``answer`` is to be filled in, ``solution`` is shown folded
at the end. So a teacher edits lessons, and a reader of the repository sees them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from attnstudio.assets import resource

Kind = Literal["text", "code", "torch", "answer", "solution"]
KINDS: tuple[Kind, ...] = ("code", "torch", "answer", "solution")

_FENCE = re.compile(r"^```python ?(\w*)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_MARKS = re.compile(
    r"""
    [\\`*\[\]$~|{}@]                # marks something up, or mentions somebody, wherever it stands
    | <(?=[A-Za-z/!?]) | &(?=[\w#])  # HTML
    | (?<![^\W_])_ | _(?![^\W_])     # emphasis, but not within a word
    | :(?=\S)                        # of an address, or of the short name of an emoji
    | (?<=www)\.                     # of a host, from which some readers make a link
    | \.(?=[^\W\d_]{2,4}(?!\w))      # of another one
    | (?<!\S)\#                      # a heading, or its end
    | (?:(?<=[\r\n])|\A) [ \t]*      # and at the beginning of a line:
      (?: [-+=>] | \d+[.)](?!\S) )   # a list, a rule, a quotation, or what makes the line before a heading
    """,
    re.VERBOSE,
)
"""What Markdown or HTML would take for something at its place. All else stays readable in the cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `name` is its id in the notebook: of letters, digits and hyphens, and used once."""

    name: str
    source: str
    kind: Kind = "text"

    @property
    def runs(self) -> bool:
        """Whether a kernel runs it."""
        return self.kind in ("code", "torch", "answer")


@cache
def section(*parts: str) -> tuple[Cell, ...]:
    """The cells of a file of `resources/notebook`, with numbered names; solutions are among them."""
    text = resource("notebook", *parts[:-1], f"{parts[-1]}.md").read_text(encoding="utf-8")
    found = (piece for piece in _pieces(text) if piece[1])
    return tuple(
        Cell(f"{'-'.join(parts)}-{number}", source, kind)
        for number, (kind, source) in enumerate(found, start=1)
    )


def _pieces(text: str) -> Iterator[tuple[Kind, str]]:
    end = 0
    for fence in _FENCE.finditer(text):
        yield "text", text[end : fence.start()].strip()
        yield _kind(fence[1]), fence[2].strip("\n")
        end = fence.end()
    yield "text", text[end:].strip()


def _kind(word: str) -> Kind:
    return next((kind for kind in KINDS if kind == word), "code")


def plainly(text: str) -> str:
    """A person's words for a Markdown cell: nothing in them is markup, a link, HTML or a formula.

    A character that is written as a number is never syntax (CommonMark 6.2). MathJax looks at the page that
    comes of it all, and leaves only code alone: words with a dollar sign or a backslash are shown as code.
    """
    escaped = _MARKS.sub(lambda mark: f"{mark[0][:-1]}&#{ord(mark[0][-1])};", text)
    return f"<code>{escaped}</code>" if "$" in text or "\\" in text else escaped


def folded(summary: str, code: str) -> str:
    """Markdown that hides Python behind a line to be clicked."""
    return f"<details><summary>{summary}</summary>\n\n```python\n{code}\n```\n\n</details>"
