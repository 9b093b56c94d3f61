"""Every number of a state as text: a table for eyes, and members of a JSON object for programs."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look, Passage, names_of
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Trace
from attnstudio.notes.speech import sentence_of, settings_in_words

MOST_CELLS = 64 * 64
"""Beyond this a table of every weight is for programs: it would fill hundreds of screens."""

_PRINTED = 6  # components of a vector; the rest is counted
_GAP = "  "


def members_of(document: Document, trace: Trace, look: Look) -> dict[str, Any]:
    """All that goes in and all that comes out, for JSON; it can be read again as plain arrays.

    With one head the arrays have no axis of heads: queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v),
    scores, scaled, masked and weights (n_q, n_k), output (n_q, d_v), blind (n_q,); else (h, …) each. mask
    (n_q, n_k) is true where a query may look; masked is None where it is −∞.
    """
    passage = document.passages[look.passage]
    members: dict[str, Any] = {"title": document.title}
    if not passage.is_self_attention:
        members["query_tokens"] = [token.text for token in passage.query_tokens]
    members["tokens"] = [token.text for token in passage.key_tokens]
    members |= {"scale": trace.scale, "temperature": trace.temperature}
    for name in ("queries", "keys", "values"):
        members[name] = _one_head(getattr(trace, name)).tolist()
    members["mask"] = may_look(document.mask, passage).tolist()
    for name in ("scores", "scaled"):
        members[name] = _one_head(getattr(trace, name)).tolist()
    masked = _one_head(trace.masked).astype(object)
    masked[np.isneginf(_one_head(trace.masked))] = None  # JSON has no infinity
    members["masked"] = masked.tolist()
    for name in ("weights", "output", "blind"):
        members[name] = _one_head(getattr(trace, name)).tolist()
    return members


def table_of(document: Document, trace: Trace, look: Look) -> str:
    """The vectors, then for each query one row a key, from its score to its share of the output."""
    passage = document.passages[look.passage]
    heads = len(trace.weights)
    title = f"{document.title}\n" if document.title else ""
    parts = [f"{title}{settings_in_words(document, trace, passage)}\n"]
    for head in range(heads):
        if heads > 1:
            parts.append(f"head {head + 1} of {heads}\n")
        parts += _vectors(passage, trace, head)
        parts += _queries(document, trace, Look(passage=look.passage, head=head))
    return _shown("\n".join(parts))


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of text as columns: the first `left` of them flush left, the others flush right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            text + " " * (width - _width(text)) if index < left else " " * (width - _width(text)) + text
            for index, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(_GAP.join(cells).rstrip() + "\n")
    return "".join(lines)


def _vectors(passage: Passage, trace: Trace, head: int) -> list[str]:
    queries, keys = names_of(passage.query_tokens), names_of(passage.key_tokens)
    q, k, v = (_rows(array[head]) for array in (trace.queries, trace.keys, trace.values))
    if passage.is_self_attention:
        rows = [("word", "query", "key", "value"), *zip(queries, q, k, v, strict=True)]
        return [aligned(rows, left=4)]
    asking = aligned([("asks", "query"), *zip(queries, q, strict=True)], left=2)
    return [asking, aligned([("offers", "key", "value"), *zip(keys, k, v, strict=True)], left=3)]


def _queries(document: Document, trace: Trace, look: Look) -> list[str]:
    passage = document.passages[look.passage]
    tokens, is_long = passage.query_tokens, trace.n_queries * trace.n_keys > MOST_CELLS
    told = []
    for index, token in enumerate(tokens):
        shown = Look(query=token.id, passage=look.passage, head=look.head)
        table = "" if is_long or not passage.key_tokens else _query(passage, trace, index, look.head)
        told.append(f"{sentence_of(document, trace, shown)}\n{table}")
    if is_long:
        count = trace.n_queries * trace.n_keys
        told.append(f"{count:,} weights are too many for a table; --json prints every number.\n")
    return told


def _query(passage: Passage, trace: Trace, index: int, head: int) -> str:
    row = trace.row(index)
    columns = [[_number(x) for x in part[head].tolist()] for part in (row.scores, row.scaled, row.masked)]
    weights = row.weights[head]
    shares = _rows(weights[:, None] * _visible(trace.values[head], weights))
    rows = [
        ("key", "score", "scaled", "masked", "weight", "weight · value"),
        *zip(
            names_of(passage.key_tokens),
            *columns,
            map(numerals.weight, weights.tolist()),
            shares,
            strict=True,
        ),
        ("Σ", "", "", "", numerals.weight(math.fsum(weights.tolist())), *_rows(row.output[head][None])),
    ]
    return aligned(rows)


def _visible(values: NDArray[np.floating[Any]], weights: NDArray[np.floating[Any]]) -> Any:
    """Values without a weight are 0: what nobody may look at may be anything."""
    return np.where(weights[:, None] > 0.0, values, 0.0)


def _rows(vectors: NDArray[np.floating[Any]]) -> list[str]:
    return [_vector(row) for row in vectors.tolist()]


def _vector(components: list[float]) -> str:
    if len(components) <= _PRINTED:
        return numerals.vector(components)
    printed = numerals.vector(components[:_PRINTED]).removesuffix(")")
    return f"{printed}, … {len(components) - _PRINTED} more)"


def _one_head(array: NDArray[Any]) -> NDArray[Any]:
    return array[0] if len(array) == 1 else array


_number: Callable[[float], str] = numerals.fixed


def _width(text: str) -> int:
    """Columns of a terminal that `text` takes."""
    return sum(
        0
        if unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def _shown(text: str) -> str:
    """`text` without codes that would steer a terminal."""
    return "".join("\ufffd" if unicodedata.category(c) == "Cc" and c != "\n" else c for c in text)
