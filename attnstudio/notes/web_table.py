"""A state as an HTML table that a screen reader can walk: a caption, and heads that say what they are of."""

from __future__ import annotations

from html import escape

from attnstudio.model.document import Document, Look
from attnstudio.model.trace import Trace
from attnstudio.notes.shown import shown

_RIGHT = ' style="text-align: right"'  # word processors read no style sheet


def html(document: Document, trace: Trace, look: Look) -> str:
    """One `table` element, or a paragraph with the spoken sentence where no word asks."""
    made = shown(document, trace, look)
    if not made.rows:
        return f"<p>{escape(made.sentence)}</p>\n"
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in made.head)
    *keys, sums = [_row(cells) for cells in made.rows]
    lines = [
        "<table>",
        f"<caption>{escape(made.caption)}. {escape(made.sentence)}</caption>",
        f"<thead><tr>{columns}</tr></thead>",
        "<tbody>",
        *keys,
        "</tbody>",
        f"<tfoot>{sums}</tfoot>",
        "</table>",
    ]
    return "\n".join(lines) + "\n"


def _row(cells: tuple[str, ...]) -> str:
    name, *numbers = cells
    # A word that is written from right to left must not turn the numbers beside it round.
    head = f'<th scope="row"><bdi>{escape(name)}</bdi></th>'
    return f"<tr>{head}{''.join(f'<td{_RIGHT}>{escape(number)}</td>' for number in numbers)}</tr>"
