"""X → Q, K, V: the learned projections of the chapter's section 2."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Embedding, Matrix, Projection
from attnstudio.model.trace import Array


def project(embedding: Embedding, projection: Projection) -> tuple[Array, Array, Array]:
    """Q = X·W_Q, K = X·W_K, V = X·W_V for every head: (h, n_q, d_k), (h, n_k, d_k), (h, n_k, d_v)."""
    d_model = len(projection.w_q[0])
    x = _rows(embedding.x, d_model)
    x_keys = x if embedding.x_keys is None else _rows(embedding.x_keys, d_model)
    return x @ np.array(projection.w_q), x_keys @ np.array(projection.w_k), x_keys @ np.array(projection.w_v)


def _rows(vectors: Matrix, size: int) -> Array:
    """(n, size), also where n is 0 and numpy can't see the size."""
    return np.array(vectors, dtype=np.float64).reshape(len(vectors), size)
