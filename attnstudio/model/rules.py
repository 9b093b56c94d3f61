"""A document's mask as an array: the rule and the padding, with the flipped cells flipped."""

from __future__ import annotations

from attnstudio.model import masks
from attnstudio.model.document import Passage
from attnstudio.model.masks import Allowed
from attnstudio.model.settings import Mask


def may_look(mask: Mask, passage: Passage) -> Allowed:
    """Boolean (n_q, n_k), True where the query (row) may look at the key (column)."""
    allowed = by_rule(mask, len(passage.query_tokens), len(passage.key_tokens))
    if not mask.flipped:
        return allowed
    rows = {token.id: i for i, token in enumerate(passage.query_tokens)}
    columns = {token.id: j for j, token in enumerate(passage.key_tokens)}
    for query, key in mask.flipped:
        if query in rows and key in columns:
            allowed[rows[query], columns[key]] ^= True
    return allowed


def by_rule(mask: Mask, n_q: int, n_k: int) -> Allowed:
    """The same without the flipped cells. A prefix and blocks begin after padding on the left."""
    first = mask.pads if mask.padding == "left" else 0
    if mask.rule == "causal":
        allowed = masks.causal(n_q, n_k, mask.align)
    elif mask.rule == "strict":
        allowed = masks.strict(n_q, n_k, mask.align)
    elif mask.rule == "window":
        allowed = masks.window(n_q, n_k, mask.size, mask.align)
    elif mask.rule == "prefix":
        allowed = masks.prefix(n_q, n_k, mask.size + first, mask.align)
    elif mask.rule == "block":
        allowed = masks.block(n_q, n_k, mask.size, mask.align, first)
    else:
        allowed = masks.everything(n_q, n_k)
    if mask.padding == "none" or not mask.pads:
        return allowed
    return allowed & masks.padding(n_q, n_k, mask.padding, mask.pads)
