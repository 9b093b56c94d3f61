"""Several heads: how they are cut out of one wide matrix, and how their outputs become one again."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Document, Passage, Projection
from attnstudio.model.trace import Array, Trace


def joined(parts: Array) -> Array:
    """(h, n, d) → (n, h·d): each row has the heads side by side."""
    heads, n, d = parts.shape
    return parts.transpose(1, 0, 2).reshape(n, heads * d)


def split(wide: Array, heads: int) -> Array:
    """(n, h·d) → (h, n, d): each row is cut into heads, (n, h, d), and only then the axes change places."""
    n, width = wide.shape
    return wide.reshape(n, heads, width // heads).transpose(1, 0, 2)


def reshaped(wide: Array, heads: int) -> Array:
    """The trap: the same shape by a reshape alone. A head gets all columns of some words, not some of all."""
    n, width = wide.shape
    return wide.reshape(heads, n, width // heads)


def mixes_words(document: Document, passage: Passage) -> bool:
    """Whether heads are cut by a reshape alone here, so that some words lend their numbers to others."""
    heads = 0 if document.projection is None else len(document.projection.w_q)
    return document.wrong.reshapes_heads and passage.embedding is not None and heads > 1


def final(trace: Trace, projection: Projection | None) -> Array:
    """What leaves the attention: the heads' outputs joined and, where there is a W_O, times W_O.

    (n_q, d_model), or (n_q, h·d_v) without W_O (Vaswani et al. 2017, section 3.2.2). A W_O that was made
    for values of another size, which only free ones can have, plays no part.
    """
    wide = joined(trace.output)
    if projection is None or projection.w_o is None or len(projection.w_o) != wide.shape[1]:
        return wide
    return np.asarray(wide @ np.array(projection.w_o))
