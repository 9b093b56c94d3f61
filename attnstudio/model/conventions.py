"""One mask in the four conventions that libraries have, as numbers and as code that makes it.

- ``look``: True where the query may look (the `attn_mask` of torch's scaled_dot_product_attention)
- ``block``: True where it may not (the `attn_mask` of torch's MultiheadAttention)
- ``additive``: 0 or −∞, added to the scores before the softmax (both take it, as Vaswani et al. 2017 do)
- ``multiplied``: 1 or 0, multiplied with the scores: no library means it so, for it hides nothing
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from attnstudio.model.attention import normalize
from attnstudio.model.masks import Allowed
from attnstudio.model.trace import Array

Convention = Literal["look", "block", "additive", "multiplied"]
CONVENTIONS: tuple[Convention, ...] = ("look", "block", "additive", "multiplied")

LOW = -1e9
"""What is often added in place of −∞."""


def entries(allowed: Allowed, convention: Convention) -> tuple[tuple[str, ...], ...]:
    """Each cell as it is written in code; `inf` is that of Python's math."""
    yes, no = _WORDS[convention]
    return tuple(tuple(yes if cell else no for cell in row) for row in allowed.tolist())


def literal(allowed: Allowed, convention: Convention) -> str:
    """Code that writes the mask out, row by row, ready to be pasted into a program."""
    rows = entries(allowed, convention)
    wide = max((len(cell) for row in rows for cell in row), default=0)
    lines = ["[" + ", ".join(cell.rjust(wide) for cell in row) + "]" for row in rows]
    body = ",\n    ".join(lines)
    first = "from math import inf\n\n" if convention == "additive" else ""
    return f"{first}mask = torch.tensor([\n    {body},\n])" if rows else f"{first}mask = torch.tensor([])"


def call(allowed: Allowed, convention: Convention) -> str | None:
    """The one torch call that makes the mask; None where none does."""
    n, m = allowed.shape
    if not n or not m:
        return None
    size = f"{n}, {m}"
    if allowed.all():
        return {
            "look": f"torch.ones({size}, dtype=torch.bool)",
            "block": f"torch.zeros({size}, dtype=torch.bool)",
            "additive": f"torch.zeros({size})",
            "multiplied": f"torch.ones({size})",
        }[convention]
    if not allowed.any():
        return {
            "look": f"torch.zeros({size}, dtype=torch.bool)",
            "block": f"torch.ones({size}, dtype=torch.bool)",
            "additive": f'torch.full(({size}), float("-inf"))',
            "multiplied": f"torch.zeros({size})",
        }[convention]
    if (k := lower_diagonal(allowed)) is not None:
        return _triangle("tril", "triu", k, k + 1, size, convention)
    if (k := lower_diagonal(~allowed)) is not None:
        return _triangle("triu", "tril", k + 1, k, size, convention)
    if np.array_equal(allowed, np.eye(n, m, dtype=np.bool_)):
        return {
            "look": f"torch.eye({size}, dtype=torch.bool)",
            "multiplied": f"torch.eye({size})",
        }.get(convention)
    return None


def numpy_call(allowed: Allowed, convention: Convention) -> str | None:
    """The same in NumPy, for a triangle of True's; None for the rest."""
    n, m = allowed.shape
    k = lower_diagonal(allowed)
    if k is None or convention not in ("look", "block"):
        return None
    columns = "" if n == m else f", {m}"
    made = f"np.tri({n}{columns}{f', k={k}' if k else ''}, dtype=bool)"
    return made if convention == "look" else f"~{made}"


def two_calls(allowed: Allowed, convention: Convention) -> str | None:
    """A band, such as a sliding window, by tril and triu one after the other; None for anything else."""
    n, m = allowed.shape
    band = _band(allowed)
    if band is None:
        return None
    low, high = band
    cut = f".tril({high if high else ''}).triu({low if low else ''})"
    kept = f"torch.ones({n}, {m}, dtype=torch.bool){cut}"
    return {
        "look": kept,
        "block": f"~{kept}",
        "additive": f'torch.zeros({n}, {m}).masked_fill(~{kept}, float("-inf"))',
        "multiplied": f"torch.ones({n}, {m}){cut}",
    }[convention]


def lower_diagonal(allowed: Allowed) -> int | None:
    """The k for which ``np.tri(n, m, k)`` is this mask, None where there is none. The mask has cells, and
    not all of them are alike."""
    n, m = allowed.shape
    k = int(allowed[0].sum()) - 1 if allowed[0].any() else -_blind_before(allowed) - 1
    return k if np.array_equal(allowed, np.tri(n, m, k, dtype=np.bool_)) else None


def multiplied_weights(scaled: Array, allowed: Allowed, temperature: float = 1.0) -> Array:
    """Weights (n_k,) of a row whose scaled scores were multiplied by 0 where they should be hidden.

    A score of 0 is a score like any other: exp(0) = 1, so what was to be hidden takes part.
    """
    return normalize(np.where(allowed, scaled, 0.0), temperature)


def lowered_weights(
    scaled: Array, allowed: Allowed, dtype: npt.DTypeLike, temperature: float = 1.0, low: float = LOW
) -> Array:
    """Weights (n_k,) of a row to whose hidden scores `low` was added, worked out in `dtype`.

    In a row that hides everything, float32 loses the scores beside so large a number, and all weights
    become equal; in float64 they survive, and the row is as if nothing were hidden.
    """
    added = scaled.astype(dtype) + np.where(allowed, 0.0, low).astype(dtype)
    return normalize(added, temperature).astype(np.float64)


def share_of_hidden(weights: Array, allowed: Allowed) -> float:
    """What the hidden keys of a row get all together."""
    return float(weights[~allowed].sum())


# --- inside ---------------------------------------------------------------------------------------------

_WORDS: dict[Convention, tuple[str, str]] = {
    "look": ("True", "False"),
    "block": ("False", "True"),
    "additive": ("0.0", "-inf"),
    "multiplied": ("1.0", "0.0"),
}


def _triangle(seen: str, hidden: str, seen_at: int, hidden_at: int, size: str, convention: Convention) -> str:
    """Both halves of a cut along a diagonal: the visible one by `seen`, the hidden one by `hidden`."""

    def made(by: str, what: str, at: int) -> str:
        return f"torch.{by}({what}{f', diagonal={at}' if at else ''})"

    ones = f"torch.ones({size}, dtype=torch.bool)"
    return {
        "look": made(seen, ones, seen_at),
        "block": made(hidden, ones, hidden_at),
        "additive": made(hidden, f'torch.full(({size}), float("-inf"))', hidden_at),
        "multiplied": made(seen, f"torch.ones({size})", seen_at),
    }[convention]


def _blind_before(allowed: Allowed) -> int:
    """How many rows see nothing before the first that does."""
    return int(np.argmax(allowed.any(axis=1))) - 1


def _band(allowed: Allowed) -> tuple[int, int] | None:
    """The lowest and the highest diagonal of a mask that is all the diagonals between them."""
    places = np.argwhere(allowed)
    if not places.size:
        return None
    diagonals: Sequence[int] = (places[:, 1] - places[:, 0]).tolist()
    low, high = min(diagonals), max(diagonals)
    n, m = allowed.shape
    made = np.tri(n, m, high, dtype=np.bool_) & ~np.tri(n, m, low - 1, dtype=np.bool_)
    return (low, high) if np.array_equal(made, allowed) else None
