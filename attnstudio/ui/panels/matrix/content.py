"""What the matrix shows just now, before anything is drawn: numbers, names, and the words about them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.document import MatrixShows, Passage, Token, names_of
from attnstudio.model.masks import Allowed
from attnstudio.model.settings import Mask
from attnstudio.model.trace import Array
from attnstudio.model.wording import listed, quoted
from attnstudio.notes.masks import rule_in_words
from attnstudio.state.snapshot import Snapshot, Step

_MADE: dict[Step, str] = {"match": "scores", "scale": "scaled scores", "mask": "masked scores"}
"""What there is to be seen of the steps before the weights."""

_NAMED = 3  # blind queries that are named; more are counted
_NICE = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
_PALE = 0.08  # weights below it look white
_LEAST_LIMIT = 0.01  # what prints as 0.00 has the colour of zero


@dataclass(frozen=True, slots=True)
class Content:
    """All queries (rows) by all keys (columns).

    `values` (n_q, n_k) are weights, scores, or zeros where the mask itself is shown; `allowed` (n_q, n_k) is
    True where the query may look, and everywhere before Play comes to the mask. Scores are coloured between
    −`limit` and +`limit`.
    """

    shows: MatrixShows
    queries: tuple[Token, ...]
    keys: tuple[Token, ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    values: Array
    allowed: Allowed
    blind: tuple[int, ...]
    limit: float
    rule: str
    is_self: bool  # queries and keys are the same tokens, and have the same colours

    @property
    def is_empty(self) -> bool:
        return not self.queries or not self.keys

    @property
    def has_masked(self) -> bool:
        return not bool(self.allowed.all())

    def text(self, row: int, column: int, digits: int) -> str:
        """The number of a cell as it stands in the cell."""
        if not self.allowed[row, column]:
            return numerals.MASKED
        if self.shows == "mask":
            return "0"  # what the mask adds to the score
        value = float(self.values[row, column])
        if self.shows == "weights" and digits == numerals.WEIGHT_DIGITS:
            return numerals.weight(value)
        return numerals.fixed(value, digits)

    def reading(self, row: int, column: int) -> str:
        """The number of a cell in words, as it is spoken: ``0.447``, ``masked (−∞)``."""
        if not self.allowed[row, column]:
            return f"masked ({numerals.MASKED})"
        if self.shows == "mask":
            return "may look"
        return self.text(row, column, numerals.WEIGHT_DIGITS if self.shows == "weights" else numerals.DIGITS)

    def readout(self, row: int, column: int) -> tuple[str, str]:
        """The sentence about the cell that is pointed at, in a long and in a short wording."""
        query, key, number = self.row_names[row], self.column_names[column], self.reading(row, column)
        return f"query “{query}” → key “{key}”: {number}", f"{query} → {key}: {number}"


def content_of(now: Snapshot, before: Content | None = None, old: Snapshot | None = None) -> Content:
    """The content of `now`; what is the same as in `before`, the content of `old`, is taken from there."""
    passage, shows = now.passage, _shows(now)
    same_words = before is not None and old is not None and _same_words(old.passage, passage)
    same_mask = same_words and old is not None and _same_mask(old, now)
    if before is not None and same_words:
        row_names, column_names = before.row_names, before.column_names
    else:
        row_names, column_names = names_of(passage.query_tokens), names_of(passage.key_tokens)
    allowed = before.allowed if before is not None and same_mask else _allowed(now)
    values = _values(now, allowed)
    return Content(
        shows=shows,
        queries=passage.query_tokens,
        keys=passage.key_tokens,
        row_names=row_names,
        column_names=column_names,
        values=values,
        allowed=allowed,
        blind=before.blind if before is not None and same_mask else _blind(now, allowed),
        limit=limit_of(values) if shows == "scores" else 1.0,
        rule=before.rule if before is not None and same_mask else rule_text(now.document.mask, passage),
        is_self=passage.is_self_attention,
    )


def called(now: Snapshot) -> str:
    """What is shown, in a word or two: what is chosen, or what the last step made that Play has come to."""
    step = _step(now)
    return now.look.matrix if step is None else _MADE.get(step, "weights")


def limit_of(scores: Array) -> float:
    """A round number that no shown score exceeds, so that the colours do not flicker while one moves."""
    largest = float(np.abs(scores).max(initial=0.0))
    return _LEAST_LIMIT if largest <= _LEAST_LIMIT else numerals.round_up(largest, _NICE)


def rule_text(mask: Mask, passage: Passage) -> str:
    """The mask in a few words: ``causal, 2 cells changed``, ``sliding window, 3 wide``."""
    said, count = rule_in_words(mask), flipped_cells(mask, passage)
    if not count or mask.rule == "custom":
        return said
    return f"{said}, {count} {'cell' if count == 1 else 'cells'} changed"


def flipped_cells(mask: Mask, passage: Passage) -> int:
    """How many cells of this passage differ from the rule."""
    rows = {token.id for token in passage.query_tokens}
    columns = {token.id for token in passage.key_tokens}
    return sum([query in rows and key in columns for query, key in mask.flipped])


def blind_sentence(content: Content) -> str:
    """Why a row has no numbers; empty where every query may look at something."""
    count = len(content.blind)
    if not count:
        return ""
    if count == 1:
        return (
            f"“{content.row_names[content.blind[0]]}” may look at nothing: its weights and its output are 0."
        )
    if count <= _NAMED:
        blind = listed(quoted([content.row_names[row] for row in content.blind]))
        return f"{blind} may look at nothing: their weights and outputs are 0."
    return f"{count} queries (∅) may look at nothing: their weights and outputs are 0."


def scale_numbers(content: Content) -> tuple[str, ...]:
    """The numbers beside the scale of colours, from its top down; none where the mask itself is shown."""
    if content.shows == "mask":
        return ()
    if content.shows == "weights":
        return "1", "0"
    return "+" + numerals.exact(content.limit), "0", numerals.exact(-content.limit)


def notes_of(content: Content, has_numbers: bool, invitation: str) -> tuple[str, ...]:
    """What has to be said under the cells, the longest wording first; () where nothing has.

    `has_numbers` tells whether the cells have room for theirs; the `invitation`, such as ``double-click
    enlarges``, is "" where nothing larger can be had.
    """
    blind = blind_sentence(content)
    if blind:
        return blind, blind[: blind.index(":")]
    further = f"; {invitation}" if invitation else ""
    if content.shows == "weights" and not has_numbers:
        largest = float(content.values.max())
        if largest < _PALE:
            said = f"all weights are below {numerals.fixed(math.floor(100 * largest + 1) / 100, 2)}"
            return said + further, said, said.replace(" are", "")
    if invitation and not has_numbers and content.shows != "mask":
        return (invitation,)
    return ()


def empty_sentence(content: Content) -> str:
    """What stands in the place of a matrix without cells."""
    if not content.queries and not content.keys:
        return "No words yet. Write a sentence, and each of its words will look at the others here."
    if not content.queries:
        return "There is no query yet: nobody asks, so there is no row to show."
    return "There is no key yet: nobody offers anything, so the queries may look at nothing."


def _same_words(old: Passage, new: Passage) -> bool:
    return old.query_tokens is new.query_tokens and old.key_tokens is new.key_tokens


def _same_mask(old: Snapshot, new: Snapshot) -> bool:
    """Whether the same cells are hatched; while Play shows only some steps, nobody asks for speed."""
    return old.document.mask is new.document.mask and old.view.known is None and new.view.known is None


def _step(now: Snapshot) -> Step | None:
    """The step whose numbers are shown; None where all is known, or the mask is looked at, which is nobody's
    result. A mask that waits for the weights leaves every score as it is."""
    known, wrong = now.view.known, now.document.wrong
    if now.look.matrix == "mask":
        return None
    is_late = wrong.mask_after_softmax or wrong.skips_softmax
    return "scale" if known == "mask" and is_late else known


def _shows(now: Snapshot) -> MatrixShows:
    step = _step(now)
    return now.look.matrix if step is None else "scores" if step in _MADE else "weights"


def _allowed(now: Snapshot) -> Allowed:
    if _step(now) in ("match", "scale"):
        return np.ones(now.trace.scores.shape[1:], dtype=np.bool_)
    return now.trace.may_look(now.head)


def _values(now: Snapshot, allowed: Allowed) -> Array:
    shows = _shows(now)
    if shows == "weights":
        values: Array = now.trace.weights[now.head]
        return values
    if shows == "scores":
        scores = now.trace.scores if _step(now) in (None, "match") else now.trace.scaled
        return np.where(allowed, scores[now.head], 0.0)
    return np.zeros(allowed.shape)


def _blind(now: Snapshot, allowed: Allowed) -> tuple[int, ...]:
    """Rows without weights, where weights are known."""
    return () if _step(now) in _MADE else tuple(int(row) for row in np.flatnonzero(~allowed.any(axis=1)))
