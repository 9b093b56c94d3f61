"""Every number of a state as text: a table for eyes, and members of a JSON object for programs."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look, Matrix, Passage, names_of
from attnstudio.model.heads import final
from attnstudio.model.projecting import MATRIX_NAMES, WHICH
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Trace
from attnstudio.notes.speech import sentence_of, settings_in_words

MOST_CELLS = 64 * 64
"""Beyond this a table of every weight is for programs: it would fill hundreds of screens."""

_MOST_SIDE = 8  # rows or columns of a matrix that is printed in full
_PRINTED = 6  # components of a vector; the rest is counted
_GAP = "  "


def members_of(document: Document, trace: Trace, look: Look) -> Iterator[tuple[str, Any]]:
    """All that goes in and all that comes out, for JSON; it can be read again as plain arrays.

    With one head the arrays have no axis of heads: queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v),
    scores, scaled, masked and weights (n_q, n_k), output (n_q, d_v), blind (n_q,); else (h, …) each. mask
    (n_q, n_k) is true where a query may look; masked is None where it is −∞. Where vectors are made from
    x there are x and the matrices; where heads are joined, or there is a W_O, there is final (n_q, d_model).
    Several passages follow in full as `passages`. One member is made after the other: as lists of Python's
    own numbers they take four times the memory of their arrays.
    """
    yield from _members(document, trace, look.passage)
    if len(document.passages) > 1:
        traces = (_trace(document, trace, look, number) for number in range(len(document.passages)))
        yield "passages", [dict(_members(document, one, number)) for number, one in enumerate(traces)]


def _members(document: Document, trace: Trace, number: int) -> Iterator[tuple[str, Any]]:
    passage = document.passages[number]
    yield "title", document.title
    if not passage.is_self_attention:
        yield "query_tokens", [token.text for token in passage.query_tokens]
    yield "tokens", [token.text for token in passage.key_tokens]
    yield "scale", trace.scale
    yield "temperature", trace.temperature
    yield from _made_of(document, passage).items()
    for name in ("queries", "keys", "values"):
        yield name, _one_head(getattr(trace, name)).tolist()
    yield "mask", may_look(document.mask, passage).tolist()
    for name in ("scores", "scaled"):
        yield name, _one_head(getattr(trace, name)).tolist()
    yield "masked", _without_infinity(_one_head(trace.masked).tolist())
    for name in ("weights", "output", "blind"):
        yield name, _one_head(getattr(trace, name)).tolist()
    if _is_joined(document, trace):
        yield "final", final(trace, document.projection).tolist()


def _without_infinity(rows: list[Any]) -> list[Any]:
    """JSON has none: None stands for −∞."""
    if not rows or isinstance(rows[0], list):
        return [_without_infinity(row) for row in rows]
    return [None if number == -math.inf else number for number in rows]


def _made_of(document: Document, passage: Passage) -> dict[str, Any]:
    """What a program needs to know to come to the same numbers, where it is not the plain formula."""
    made: dict[str, Any] = {}
    if document.settings.cosine:
        made["cosine"] = True
    if document.positions.kind != "none":
        made["positions"] = asdict(document.positions)
    if not document.wrong.is_right:
        made["wrong"] = asdict(document.wrong)
    if passage.embedding is not None and document.projection is not None:
        made["x"] = passage.embedding.x
        if passage.embedding.x_keys is not None:
            made["x_keys"] = passage.embedding.x_keys
        for name in ("w_q", "w_k", "w_v"):
            heads = getattr(document.projection, name)
            made[name] = heads[0] if len(heads) == 1 else heads
    if document.projection is not None and document.projection.w_o is not None:
        made["w_o"] = document.projection.w_o
    return made


def table_of(document: Document, trace: Trace, look: Look) -> str:
    """The vectors, then for each query one row a key, from its score to its share of the output."""
    title = f"{document.title}\n" if document.title else ""
    parts = [title] if len(document.passages) > 1 else []
    for number, passage in enumerate(document.passages):
        shown = trace if number == look.passage else _trace(document, trace, look, number)
        settings = settings_in_words(document, shown, passage)
        which = f"sentence {number + 1} of {len(document.passages)} · " if parts else title
        parts.append(f"{which}{settings}\n")
        parts += _passage(document, shown, number)
    return _shown("\n".join(parts))


def _trace(document: Document, trace: Trace, look: Look, number: int) -> Trace:
    return trace if number == look.passage else resolve(document, number)


def _passage(document: Document, trace: Trace, number: int) -> list[str]:
    passage, heads = document.passages[number], len(trace.weights)
    parts = _inputs(document, passage)
    for head in range(heads):
        if heads > 1:
            parts.append(f"head {head + 1} of {heads}\n")
        parts += _vectors(passage, trace, head)
        parts += _queries(document, trace, Look(passage=number, head=head))
    if _is_joined(document, trace) and passage.query_tokens:
        joined = "heads joined, times W_O" if _has_w_o(document) else "heads joined"
        rows = _rows(final(trace, document.projection))
        names = names_of(passage.query_tokens)
        parts.append(aligned([("word", joined), *zip(names, rows, strict=True)], left=2))
    return parts


def _inputs(document: Document, passage: Passage) -> list[str]:
    """X and the matrices, where the vectors are made from them."""
    embedding, projection = passage.embedding, document.projection
    if embedding is None or projection is None:
        return []
    asking = zip(names_of(passage.query_tokens), map(_vector, map(list, embedding.x)), strict=True)
    parts = [aligned([("word", "x"), *asking], left=2)]
    if embedding.x_keys is not None:
        offering = zip(names_of(passage.key_tokens), map(_vector, map(list, embedding.x_keys)), strict=True)
        parts.append(aligned([("offers", "x"), *offering], left=2))
    matrices = [
        (MATRIX_NAMES[which] + (f" of head {head + 1}" if len(projection.w_q) > 1 else ""), matrix)
        for which in WHICH
        for head, matrix in enumerate(getattr(projection, which))
    ]
    if projection.w_o is not None:
        matrices.append((MATRIX_NAMES["w_o"], projection.w_o))
    return [*parts, *(_matrix(name, matrix) for name, matrix in matrices)]


def _matrix(name: str, matrix: Matrix) -> str:
    """A small matrix by its rows, a large one by its shape."""
    size = numerals.shape(len(matrix), len(matrix[0]))
    if max(len(matrix), len(matrix[0])) > _MOST_SIDE:
        return f"{name} {size}\n"
    rows = [tuple(map(numerals.fixed, row)) for row in matrix]
    return f"{name} {size}\n{aligned(rows, left=0)}"


def _is_joined(document: Document, trace: Trace) -> bool:
    """Whether what leaves the attention is something else than the output of its one head."""
    return len(trace.weights) > 1 or _has_w_o(document)


def _has_w_o(document: Document) -> bool:
    return document.projection is not None and document.projection.w_o is not None


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
        count = numerals.count(trace.n_queries * trace.n_keys)
        told.append(f"{count} weights are too many for a table; --json prints every number.\n")
    return told


def _query(passage: Passage, trace: Trace, index: int, head: int) -> str:
    return aligned(query_rows(passage, trace, index, head))


def query_rows(passage: Passage, trace: Trace, index: int, head: int) -> list[tuple[str, ...]]:
    """Of one query: what the columns are, a row for each key, and the sums, as they are printed."""
    row = trace.row(index)
    columns = [[_number(x) for x in part[head].tolist()] for part in (row.scores, row.scaled, row.masked)]
    weights = row.weights[head]
    # As on screen: with three digits the column can be added up to the output, which has two.
    shares = _rows(shares_of(trace.values[head], weights), numerals.WEIGHT_DIGITS)
    return [
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


def shares_of(values: NDArray[np.floating[Any]], weights: NDArray[np.floating[Any]]) -> NDArray[Any]:
    """(n_k, d_v): each value (n_k, d_v) times its weight (n_k,). Values without a weight are 0: what nobody
    may look at may be anything."""
    visible = np.where(weights[:, None] != 0.0, values, 0.0)
    return np.asarray(weights[:, None] * visible)


def _rows(vectors: NDArray[np.floating[Any]], digits: int = numerals.DIGITS) -> list[str]:
    return [_vector(row, digits) for row in vectors.tolist()]


def _vector(components: list[float], digits: int = numerals.DIGITS) -> str:
    if len(components) <= _PRINTED:
        return numerals.vector(components, digits)
    printed = numerals.vector(components[:_PRINTED], digits).removesuffix(")")
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
