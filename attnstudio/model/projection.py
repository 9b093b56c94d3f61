"""X → Q, K, V: the learned projections of the chapter's section 2."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Embedding, Projection
from attnstudio.model.trace import Array


def project(embedding: Embedding, projection: Projection) -> tuple[Array, Array, Array]:
    """Q = X·W_Q, K = X·W_K, V = X·W_V for every head: (h, n_q, d_k), (h, n_k, d_k), (h, n_k, d_v)."""
    x = np.array(embedding.x, dtype=np.float64)
    x_keys = x if embedding.x_keys is None else np.array(embedding.x_keys, dtype=np.float64)
    return x @ np.array(projection.w_q), x_keys @ np.array(projection.w_k), x_keys @ np.array(projection.w_v)
