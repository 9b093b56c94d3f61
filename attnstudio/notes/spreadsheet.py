"""Every number of the shown passage as CSV (RFC 4180) for a spreadsheet: one line for each query and key.

Numbers have the digits of the screen and the minus sign of programs; what is masked is −∞ with a real minus
sign, which no spreadsheet takes for a formula. A word that one would (it begins with = + - @, or their wide
forms) stands behind an apostrophe, which is how a spreadsheet itself says that a cell is text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    lines = [",".join([*first, "query", "key", "score", "scaled", "masked", "weight", *shares])]
    for head in range(heads):
        before = f"{head + 1}," if heads > 1 else ""
        lines += (before + line for line in _of_head(passage, trace, head))
    return "\r\n".join([*lines, ""])


def word(text: str) -> str:
    """A word that no spreadsheet takes for a formula."""
    text = harmless(text)
    return f"'{text}" if text.lstrip().startswith(_BEGINS_FORMULA) else text


def _of_head(passage: Passage, trace: Trace, head: int) -> Iterable[str]:
    asking, offering = (
        [_cell(word(name)) for name in names_of(tokens)]
        for tokens in (passage.query_tokens, passage.key_tokens)
    )
    for i, query in enumerate(asking):
        row = trace.row(i)
        weights = row.weights[head]
        scores = np.stack((row.scores[head], row.scaled[head], row.masked[head]), axis=1)
        shares = np.column_stack((weights, shares_of(trace.values[head], weights)))
        told = _numbers(scores), _numbers(shares, numerals.WEIGHT_DIGITS)  # the digits of the screen
        for key, score, share in zip(offering, *told, strict=True):
            yield f"{query},{key},{score},{share}"
        total = numerals.fixed(math.fsum(weights.tolist()), numerals.WEIGHT_DIGITS)
        yield ",".join([query, _SUM, "", "", "", total, *_numbers(row.output[head][None])])


def _numbers(rows: NDArray[np.floating[Any]], digits: int = numerals.DIGITS) -> list[str]:
    """The cells of each row, with the minus of programs, but for −∞."""
    lines = numerals.fixed_rows(rows.tolist(), digits)
    return [line.replace(numerals.MINUS, "-").replace("-∞", numerals.MASKED) for line in lines]


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.intersection(text) else text
