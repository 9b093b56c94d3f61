"""Which query may look at which key: plain boolean arrays (n_queries, n_keys), True where it may look.

Rows ask, columns offer. A library may mean the opposite by True, or align the diagonal at the other end;
here True always means "may look", and `causal` is told which end it is aligned at.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from attnstudio.model.refused import Refused

Allowed = npt.NDArray[np.bool_]
Align = Literal["end", "start"]


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
    _check(n_queries, n_keys)
    if align not in ("end", "start"):
        raise Refused(f'a causal mask is aligned at "end" or "start", not {align!r}')
    return np.tri(n_queries, n_keys, k=n_keys - n_queries if align == "end" else 0, dtype=np.bool_)


def _check(n_queries: int, n_keys: int) -> None:
    for name, count in (("n_queries", n_queries), ("n_keys", n_keys)):
        if count < 0:
            raise Refused(f"{name} counts tokens and cannot be {count}")
