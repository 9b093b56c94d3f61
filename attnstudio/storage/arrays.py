"""Plain arrays as JSON, such as one prints from a notebook, made into a document.

    {"queries": [[1, 0]], "keys": [[2, 0], [1, 1]], "values": [[1], [0]], "tokens": ["a", "b"]}

`queries` (n_q, d_k), `keys` (n_k, d_k) and `values` (n_k, d_v) may have a leading axis of heads. Optional:
`mask` (n_q, n_k), true where a query may look; `scale`, null for 1/√d_k; `temperature`; `tokens`, the names
of the keys, and of the queries too where there are as many; `query_tokens` where they are others; `title`.
What ``attnstudio compute --json`` prints can be read again: its results are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from attnstudio.model import numerals
from attnstudio.model.document import (
    Document,
    Head,
    Look,
    Matrix,
    Passage,
    Token,
    fitting,
)
from attnstudio.model.edits import farthest, set_bound
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.model.soundness import check
from attnstudio.storage.schema import Opened
from attnstudio.storage.strict_json import shown
from attnstudio.storage.typed import typed

ARRAYS = ("queries", "keys", "values")
RESULTS = ("scores", "scaled", "masked", "weights", "output", "blind", "final")
"""What follows from arrays, and is worked out anew."""
SOURCES = ("x", "x_keys", "w_q", "w_k", "w_v", "w_o", "passages")
"""What the arrays were made from, or stand beside: not needed to have them."""

MOST_TOKENS = 1024
"""Queries, and keys, that are computed: the matrices of more would not be read by anybody."""

_Heads = tuple[Matrix, ...]


@dataclass(frozen=True, slots=True)
class _Members:
    mask: tuple[tuple[bool, ...], ...] | None = None
    scale: float | None = None
    temperature: float = 1.0
    tokens: tuple[str, ...] | None = None
    query_tokens: tuple[str, ...] | None = None
    title: str = "plain arrays"


def from_json(value: dict[str, Any]) -> Opened:
    """The document of parsed arrays; `Refused` with a clause that names the array and what is wrong."""
    members = typed(value, _Members)
    queries, keys, values = (_heads(name, value.get(name)) for name in ARRAYS)
    _check_fit(queries, keys, values)
    passage = _passage(queries, keys, values, members)
    document = Document(
        title=clean(members.title),
        passages=(passage,),
        settings=ScoreSettings(members.scale, members.temperature),
        mask=_mask(members.mask, passage),
    )
    check(document, MOST_TOKENS)
    document = set_bound(document, max(document.bound, float(math.ceil(farthest(document)))))
    return Opened(document, fitting(Look(), document), is_document=False, notes=_notes(value))


def _notes(value: dict[str, Any]) -> tuple[str, ...]:
    """One sentence about members that are not known, however many there are."""
    known = {*ARRAYS, *RESULTS, *SOURCES, *_Members.__slots__}
    first, *others = [name for name in value if name not in known] or [""]
    if not others:
        return (f"“{shown(first)}” is not known and was left out.",) if first else ()
    more = f"“{shown(others[0])}”" if len(others) == 1 else f"{len(others)} other members"
    return (f"“{shown(first)}” and {more} are not known and were left out.",)


def _heads(name: str, rows: Any) -> _Heads:
    """An array, with or without an axis of heads, as one matrix a head, all of one shape."""
    if rows is None:
        raise Refused(f"{name}: is missing.")
    is_deep = bool(isinstance(rows, list) and rows and isinstance(rows[0], list) and rows[0]) and (
        isinstance(rows[0][0], list)
    )
    heads: _Heads = typed(rows, tuple[Matrix, ...], name) if is_deep else (typed(rows, Matrix, name),)
    for number, head in enumerate(heads, start=1):
        where = f"{name}, head {number}" if is_deep else name
        if len(head) != len(heads[0]):
            raise Refused(f"{where}: has {len(head)} rows where {len(heads[0])} are needed.")
        if len(head) > MOST_TOKENS:
            raise Refused(f"{where}: has {len(head)} rows; {MOST_TOKENS} are possible.")
        for index, row in enumerate(head, start=1):
            if not row or len(row) != len(heads[0][0]):
                needed = len(heads[0][0]) or "some"
                raise Refused(f"{where}, row {index}: has {len(row)} components where {needed} are needed.")
    return heads


def _check_fit(queries: _Heads, keys: _Heads, values: _Heads) -> None:
    if len(queries) != len(keys):
        raise _misfit("queries", queries, "keys", keys, "the number of heads")
    if len(keys) != len(values):
        raise _misfit("keys", keys, "values", values, "the number of heads")
    if queries[0] and keys[0] and len(queries[0][0]) != len(keys[0][0]):
        raise _misfit("queries", queries, "keys", keys, "the last axis, d_k,")
    if len(keys[0]) != len(values[0]):
        raise _misfit("keys", keys, "values", values, "the number of rows, n_k,")


def _misfit(a_name: str, a: _Heads, b_name: str, b: _Heads, axis: str) -> Refused:
    return Refused(f"{a_name} are {_shape(a)}, {b_name} {_shape(b)}: {axis} must be the same.")


def _shape(heads: _Heads) -> str:
    sizes = (len(heads[0]), len(heads[0][0]) if heads[0] else 0)
    return numerals.shape(*sizes) if len(heads) == 1 else numerals.shape(len(heads), *sizes)


def _passage(queries: _Heads, keys: _Heads, values: _Heads, members: _Members) -> Passage:
    n_q, n_k = len(queries[0]), len(keys[0])
    names, asking = members.tokens, members.query_tokens
    if names is not None and len(names) != n_k:
        raise Refused(f"tokens: has {len(names)} names where {n_k} keys are.")
    if asking is not None and len(asking) != n_q:
        raise Refused(f"query_tokens: has {len(asking)} names where {n_q} queries are.")
    heads = tuple(Head(*matrices) for matrices in zip(queries, keys, values, strict=True))
    if names is not None and asking is None and n_q == n_k:
        return Passage(_tokens(names, 1), heads=heads)
    asking = asking if asking is not None else tuple(f"q{number}" for number in range(1, n_q + 1))
    names = names if names is not None else tuple(f"k{number}" for number in range(1, n_k + 1))
    return Passage(_tokens(asking, 1), _tokens(names, n_q + 1), heads)


def _tokens(names: tuple[str, ...], first: int) -> tuple[Token, ...]:
    return tuple(Token(number, clean(name)) for number, name in enumerate(names, start=first))


def _mask(rows: tuple[tuple[bool, ...], ...] | None, passage: Passage) -> Mask:
    if rows is None:
        return Mask()
    queries, keys = passage.query_tokens, passage.key_tokens
    if len(rows) != len(queries) or any(len(row) != len(keys) for row in rows):
        needed = numerals.shape(len(queries), len(keys))
        raise Refused(f"mask: must have the shape {needed}, a row for each query and a column for each key.")
    hidden = frozenset(
        (query.id, key.id)
        for query, row in zip(queries, rows, strict=True)
        for key, may_look in zip(keys, row, strict=True)
        if not may_look
    )
    return Mask("custom", hidden) if hidden else Mask()
