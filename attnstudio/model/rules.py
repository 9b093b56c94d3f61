"""A document's mask as an array: the rule, with the flipped cells flipped."""

from __future__ import annotations

from attnstudio.model import masks
from attnstudio.model.document import Mask, Passage
from attnstudio.model.masks import Allowed


def may_look(mask: Mask, passage: Passage) -> Allowed:
    """Boolean (n_q, n_k), True where the query (row) may look at the key (column).

    "causal" keeps the diagonal and, where keys outnumber queries, lets the last query see them all.
    """
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    allowed = masks.causal(n_q, n_k) if mask.rule == "causal" else masks.everything(n_q, n_k)
    if not mask.flipped:
        return allowed
    rows = {token.id: i for i, token in enumerate(passage.query_tokens)}
    columns = {token.id: j for j, token in enumerate(passage.key_tokens)}
    allowed = allowed.copy()
    for query, key in mask.flipped:
        if query in rows and key in columns:
            allowed[rows[query], columns[key]] ^= True
    return allowed
