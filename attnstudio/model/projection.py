"""X → Q, K, V: the learned projections of the chapter's section 2."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Embedding, Matrix, Projection
from attnstudio.model.trace import Array


def project(
    embedding: Embedding, projection: Projection, positions: tuple[Array, Array] | None = None
) -> tuple[Array, Array, Array]:
    """Q = X·W_Q, K = X·W_K, V = X·W_V for every head: (h, n_q, d_k), (h, n_k, d_k), (h, n_k, d_v).

    `positions` are added to the X of the queries (n_q, d_model) and to that of the keys (n_k, d_model).
    """
    x, x_keys = inputs(embedding, projection, positions)
    return x @ np.array(projection.w_q), x_keys @ np.array(projection.w_k), x_keys @ np.array(projection.w_v)


def inputs(
    embedding: Embedding, projection: Projection, positions: tuple[Array, Array] | None = None
) -> tuple[Array, Array]:
    """X of the queries and of the keys, with their positions: what the projections multiply."""
    d_model = len(projection.w_q[0])
    x = _rows(embedding.x, d_model)
    x_keys = x if embedding.x_keys is None else _rows(embedding.x_keys, d_model)
    return (x, x_keys) if positions is None else (x + positions[0], x_keys + positions[1])


def _rows(vectors: Matrix, size: int) -> Array:
    """(n, size), also where n is 0 and numpy can't see the size."""
    return np.array(vectors, dtype=np.float64).reshape(len(vectors), size)
