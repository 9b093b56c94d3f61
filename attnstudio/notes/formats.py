"""Every notation in which a state can be taken along as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from attnstudio.model.document import Document, Look
from attnstudio.model.trace import Trace
from attnstudio.notes.code import code_of
from attnstudio.notes.latex_state import latex
from attnstudio.notes.markdown import markdown
from attnstudio.notes.spreadsheet import csv
from attnstudio.notes.tables import members_of
from attnstudio.notes.web_table import html
from attnstudio.storage.strict_json import in_pieces


@dataclass(frozen=True, slots=True)
class Notation:
    """`write` makes the text of a state; `suffix` is that of a file, `kind` what a clipboard calls it."""

    suffix: str
    kind: str
    help: str
    write: Callable[[Document, Trace, Look], str]


def _numpy(document: Document, trace: Trace, look: Look) -> str:
    return code_of(document, look, "numpy", trace)


def _torch(document: Document, trace: Trace, look: Look) -> str:
    return code_of(document, look, "torch", trace)


def _json(document: Document, trace: Trace, look: Look) -> str:
    return "".join(in_pieces(members_of(document, trace, look))) + "\n"


NOTATIONS: dict[str, Notation] = {
    "numpy": Notation(".py", "text/x-python", "a program in NumPy that asserts these numbers", _numpy),
    "torch": Notation(".py", "text/x-python", "the same in PyTorch", _torch),
    "latex": Notation(".tex", "text/x-tex", "the formula, the matrices and a table, for amsmath", latex),
    "markdown": Notation(".md", "text/markdown", "what is seen in a sentence, and a table", markdown),
    "csv": Notation(".csv", "text/csv", "every query and key, for a spreadsheet", csv),
    "json": Notation(".json", "application/json", "every number in full, for programs", _json),
    "html": Notation(".html", "text/html", "a table for a web page or a word processor", html),
}
"""By the name of the option that asks for it."""
