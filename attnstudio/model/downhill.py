"""Where words, and outputs, would have to go for the loss to fall: minus the gradient, on the plane.

For a goal about weights it is by the x of a word, through its query and its key; for a goal about outputs it
is by the outputs themselves.
"""

from __future__ import annotations

import numpy as np

from attnstudio.model import charts
from attnstudio.model.document import Document
from attnstudio.model.geometry import Vec2
from attnstudio.model.goals import Wanted
from attnstudio.model.learning import Pull, Value
from attnstudio.model.positions import places, turned
from attnstudio.model.trace import Array


def of_words(document: Document, wished: Wanted, value: Value) -> dict[int, Vec2]:
    """Token id → minus the gradient by its x, as the chart draws it. Only words that play a part."""
    made: dict[int, Vec2] = {}
    for passage, pull in enumerate(value.pulls):
        if pull.queries is None or pull.keys is None:
            continue
        by_query, by_key = _by_x(document, wished, passage, pull)
        held = document.passages[passage]
        if held.is_self_attention:
            by_key = by_key + by_query
        else:
            _add(made, document, [token.id for token in held.query_tokens], by_query)
        _add(made, document, [token.id for token in held.key_tokens], by_key)
    return made


def of_outputs(document: Document, wished: Wanted, value: Value) -> dict[int, Vec2]:
    """Passage → minus the gradient by the output that is asked for, as the chart draws it."""
    made: dict[int, Vec2] = {}
    for aim in wished.aims:
        outputs = value.pulls[aim.passage].outputs
        if outputs is not None:
            x, y = charts.shown_rows(document.chart, outputs)[aim.row].tolist()
            made[aim.passage] = x, y
    return made


def _by_x(document: Document, wished: Wanted, passage: int, pull: Pull) -> tuple[Array, Array]:
    """(n_q, d_model) and (n_k, d_model): back through the turn of positions and through W_Q and W_K."""
    projection, positions = document.projection, document.positions
    assert projection is not None
    assert pull.queries is not None
    assert pull.keys is not None
    queries, keys = pull.queries, pull.keys
    if positions.kind == "rope":
        asking, offering = places(document.passages[passage], document.mask)
        queries, keys = turned(queries, -asking, positions), turned(keys, -offering, positions)
    w_q, w_k = np.array(projection.w_q[wished.head]), np.array(projection.w_k[wished.head])
    return queries @ w_q.T, keys @ w_k.T


def _add(made: dict[int, Vec2], document: Document, ids: list[int], rows: Array) -> None:
    points = charts.shown_rows(document.chart, rows).tolist()
    made.update({token: (x, y) for token, (x, y) in zip(ids, points, strict=True) if x or y})
