"""Every number of the shown passage as CSV (RFC 4180) for a spreadsheet: one line for each query and key.

Numbers have the digits of the screen and the minus sign of programs; what is masked is −∞ with a real minus
sign, which no spreadsheet takes for a formula. A word that one would (it begins with = + - @, or their wide
forms) stands behind an apostrophe, which is how a spreadsheet itself says that a cell is text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look, Passage, names_of
from attnstudio.model.trace import Trace
from attnstudio.notes.code_lines import harmless
from attnstudio.notes.tables import shares_of

_BEGINS_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_QUOTED = frozenset('",\r\n')
_SUM = "Σ"


def csv(document: Document, trace: Trace, look: Look) -> str:
    """One line for each head, query and key, and one with the sums; the last columns are weight · value."""
    passage, heads = document.passages[look.passage], len(trace.weights)
    shares = [f"weight · value {number}" for number in range(1, trace.d_v + 1)]
    first = ["head"] if heads > 1 else []
    lines = [_line([*first, "query", "key", "score", "scaled", "masked", "weight", *shares])]
    for head in range(heads):
        before = [str(head + 1)] if heads > 1 else []
        lines += (_line([*before, *cells]) for cells in _of_head(passage, trace, head))
    return "".join(lines)


def word(text: str) -> str:
    """A word that no spreadsheet takes for a formula."""
    text = harmless(text)
    return f"'{text}" if text.lstrip().startswith(_BEGINS_FORMULA) else text


def _of_head(passage: Passage, trace: Trace, head: int) -> Iterable[list[str]]:
    asking, offering = (tuple(map(word, names_of(t))) for t in (passage.query_tokens, passage.key_tokens))
    for i, query in enumerate(asking):
        row = trace.row(i)
        weights = row.weights[head]
        shares = shares_of(trace.values[head], weights).tolist()
        columns = (part[head].tolist() for part in (row.scores, row.scaled, row.masked))
        for key, score, scaled, masked, weight, share in zip(
            offering, *columns, weights.tolist(), shares, strict=True
        ):
            numbers = [_number(score), _number(scaled), _number(masked), _weight(weight)]
            yield [query, key, *numbers, *map(_weight, share)]  # three digits, as on screen
        total = _weight(math.fsum(weights.tolist()))
        yield [query, _SUM, "", "", "", total, *map(_number, row.output[head].tolist())]


def _number(value: float, digits: int = numerals.DIGITS) -> str:
    text = numerals.fixed(value, digits)
    return text.replace(numerals.MINUS, "-") if math.isfinite(value) else text


def _weight(value: float) -> str:
    return _number(value, numerals.WEIGHT_DIGITS)


def _line(cells: Sequence[str]) -> str:
    return ",".join(map(_cell, cells)) + "\r\n"


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.intersection(text) else text
