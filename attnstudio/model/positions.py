"""Where a word stands, made part of its numbers: RoPE turns q and k, an added vector moves x."""

from __future__ import annotations

import numpy as np

from attnstudio.model import masks
from attnstudio.model.document import Passage, Vector
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Mask, Pairing, Positions
from attnstudio.model.trace import Array


def places(passage: Passage, mask: Mask) -> tuple[Array, Array]:
    """The positions, counted from 0, of the queries (n_q,) and of the keys (n_k,).

    Padding on the left counts for nothing: the first word after it is at 0, and so is all padding. Where
    queries and keys differ in number they stand together at the end, or at the start, as the mask has it;
    with more queries than keys at the end, the first query is at 0 and the keys begin later.
    """
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    pads = mask.pads if mask.padding == "left" else 0
    words = np.maximum(np.arange(n_k, dtype=np.float64) - pads, 0.0)
    if passage.is_self_attention:
        return words, words
    first = masks.offset(n_q, n_k, mask.align)
    asking = np.maximum(np.arange(n_q, dtype=np.float64) + max(first, 0) - pads, 0.0)
    return asking, words + max(-first, 0)


def angles(places: Array, d: int, positions: Positions) -> Array:
    """(n, d/2): by how much each pair of components turns, position times turn · base^(−2i/d)."""
    if d % 2:
        raise Refused(f"Positions turn pairs of components, and {d} is an odd number of them.")
    pairs = np.arange(d // 2)
    return np.asarray(places[:, None] * (positions.turn * positions.base ** (-2.0 * pairs / d))[None, :])


def turned(rows: Array, places: Array, positions: Positions) -> Array:
    """RoPE: rows (…, n, d), each pair of components turned by its angle (Su et al. 2021, equation 34)."""
    d = rows.shape[-1]
    turn = angles(places, d, positions)
    first, second = pairs(d, positions.pairing)
    cos, sin = np.cos(turn), np.sin(turn)
    made = np.empty_like(rows)
    made[..., first] = rows[..., first] * cos - rows[..., second] * sin
    made[..., second] = rows[..., first] * sin + rows[..., second] * cos
    return made


def turned_back(vector: Vector, place: float, positions: Positions) -> Vector:
    """The vector that `turned` makes into this one at that position."""
    row = np.array([vector])
    back = turned(row, np.array([-place]), positions)
    made: Vector = tuple((back[0] + 0.0).tolist())
    return made


def added(places: Array, d: int, positions: Positions) -> Array:
    """(n, d): the vector of each position, (sin, cos) in each pair, of length `size` a pair."""
    turn = angles(places, d, positions)
    first, second = pairs(d, positions.pairing)
    made = np.empty((len(places), d))
    made[:, first] = positions.size * np.sin(turn)
    made[:, second] = positions.size * np.cos(turn)
    return made


def pairs(d: int, pairing: Pairing) -> tuple[slice, slice]:
    """Which components make the pairs: neighbours (0 and 1, 2 and 3, …), or halves (0 and d/2, …)."""
    if pairing == "interleaved":
        return slice(0, d, 2), slice(1, d, 2)
    return slice(0, d // 2), slice(d // 2, d)
