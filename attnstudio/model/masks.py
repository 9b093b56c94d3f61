"""Which query may look at which key: plain boolean arrays (n_queries, n_keys), True where it may look.

Rows ask, columns offer. A library may mean the opposite by True, or align the diagonal at the other end;
here True always means "may look", and `causal` is told which end it is aligned at.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from attnstudio.model.refused import Refused
from attnstudio.model.settings import Align, Padding

Allowed = npt.NDArray[np.bool_]


def everything(n_queries: int, n_keys: int) -> Allowed:
    """Every query may look at every key."""
    _check(n_queries, n_keys)
    return np.ones((n_queries, n_keys), dtype=np.bool_)


def causal(n_queries: int, n_keys: int | None = None, align: Align = "end") -> Allowed:
    """No query may look ahead of its own position; it may look at itself.

    Without `n_keys` there are as many keys as queries. Where the numbers differ, `align` says which ends
    stand at the same position. "end": the last query sees every key, as when new words are asked against
    a cache of earlier ones; with more queries than keys the first rows see nothing. "start": query 0 and
    key 0 stand together, so query i sees keys 0 … i.
    """
    n_keys = n_queries if n_keys is None else n_keys
    return np.tri(n_queries, n_keys, k=offset(n_queries, n_keys, align), dtype=np.bool_)


def strict(n_queries: int, n_keys: int, align: Align = "end") -> Allowed:
    """Causal without the diagonal: only what stands before. Query 0 on key 0 sees nothing."""
    return np.tri(n_queries, n_keys, k=offset(n_queries, n_keys, align) - 1, dtype=np.bool_)


def window(n_queries: int, n_keys: int, width: int, align: Align = "end") -> Allowed:
    """The `width` latest keys, the asking word's own included (as Mistral counts, Jiang et al. 2023).

    Others count the words before alone: their "2" shows what 3 shows here.
    """
    _check_size("a window", width)
    before = np.tri(n_queries, n_keys, k=offset(n_queries, n_keys, align) - width, dtype=np.bool_)
    return causal(n_queries, n_keys, align) & ~before


def prefix(n_queries: int, n_keys: int, length: int, align: Align = "end") -> Allowed:
    """Causal, but everybody may look at the first `length` keys (a prefix model, Raffel et al. 2020)."""
    _check_size("a prefix", length)
    allowed = causal(n_queries, n_keys, align)
    allowed[:, :length] = True
    return allowed


def block(n_queries: int, n_keys: int, size: int, align: Align = "end", first: int = 0) -> Allowed:
    """Words see those in their own block of `size`, before and after, as when texts are packed together.
    Blocks are counted from key `first` on."""
    _check_size("a block", size)
    rows = (np.arange(n_queries) + offset(n_queries, n_keys, align) - first) // size
    return np.asarray(rows[:, None] == (np.arange(n_keys)[None, :] - first) // size)


def padding(n_queries: int, n_keys: int, side: Padding, count: int) -> Allowed:
    """Nobody may look at the first (left) or last (right) `count` keys."""
    allowed = everything(n_queries, n_keys)
    if side == "left":
        allowed[:, :count] = False
    elif side == "right" and count:
        allowed[:, -count:] = False
    return allowed


def offset(n_queries: int, n_keys: int, align: Align) -> int:
    """The position at which query 0 stands, counted in keys; negative where it stands before key 0."""
    _check(n_queries, n_keys)
    if align not in ("end", "start"):
        raise Refused(f'a mask is aligned at "end" or "start", not {align!r}')
    return n_keys - n_queries if align == "end" else 0


def _check_size(what: str, size: int) -> None:
    if size < 1:
        raise Refused(f"{what} has at least one word, not {size}")


def _check(n_queries: int, n_keys: int) -> None:
    for name, count in (("n_queries", n_queries), ("n_keys", n_keys)):
        if count < 0:
            raise Refused(f"{name} counts tokens and cannot be {count}")
