"""What one picture shows, as a table: the query that is looked at, one row a key, in any notation."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.document import Document, Look, index_of
from attnstudio.model.trace import Trace
from attnstudio.notes.code_lines import harmless
from attnstudio.notes.speech import caption_of, sentence_of
from attnstudio.notes.tables import query_rows


@dataclass(frozen=True, slots=True)
class Shown:
    """A state in words, and the numbers of its shown row; there are no `rows` where no word asks.

    `head` are the columns' names. The last of `rows` are the sums. Nothing in it has a line break or a
    control code.
    """

    caption: str
    sentence: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def shown(document: Document, trace: Trace, look: Look) -> Shown:
    """The row that `look` shows, of its head and its passage, with the digits of the screen."""
    passage = document.passages[look.passage]
    head: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    if passage.query_tokens and passage.key_tokens:
        row = index_of(passage.query_tokens, look.query)
        head, *rows = query_rows(passage, trace, row, look.head)
    sentence = harmless(sentence_of(document, trace, look))
    return Shown(
        harmless(caption_of(document, trace, look)),
        sentence[:1].upper() + sentence[1:] + ".",
        head,
        tuple(tuple(map(harmless, row)) for row in rows),
    )
