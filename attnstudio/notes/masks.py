"""Masks in words: what a rule does, and which rows see nothing."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Passage, names_of
from attnstudio.model.masks import Allowed
from attnstudio.model.settings import Mask, Rule
from attnstudio.model.wording import listed, quoted

NAMED = 3
RULE_NAMES: dict[Rule, str] = {
    "none": "none",
    "causal": "causal",
    "strict": "causal without the diagonal",
    "window": "sliding window",
    "prefix": "prefix",
    "block": "blocks",
    "custom": "custom",
}
"""Rows that are named; more are counted."""


def rule_in_words(mask: Mask) -> str:
    """A rule and its padding in a few words: ``sliding window, 3 wide``, ``causal, 2 pads on the left``."""
    said = {
        "window": f"{RULE_NAMES['window']}, {mask.size} wide",
        "prefix": f"{RULE_NAMES['prefix']} of {mask.size}, the rest causal",
        "block": f"{RULE_NAMES['block']} of {mask.size}",
    }.get(mask.rule, RULE_NAMES[mask.rule])
    if mask.padding == "none" or not mask.pads:
        return said
    pads = f"{mask.pads} {'pad' if mask.pads == 1 else 'pads'} on the {mask.padding}"
    return pads if mask.rule == "none" else f"{said}, {pads}"


def sentence_about(mask: Mask) -> str:
    """What a rule lets a word look at, with the convention by which it is counted."""
    n = mask.size
    if mask.rule == "none":
        return "Every word may look at every word."
    if mask.rule == "causal":
        return "A word looks at itself and at what came before, never at what comes later."
    if mask.rule == "strict":
        return (
            "A word looks only at what came before it, not at itself. Before the first word there is "
            "nothing: its row is blind. That is why causal masks keep the diagonal."
        )
    if mask.rule == "window":
        before = {1: "itself alone", 2: "itself and the word before it"}.get(
            n, f"itself and the {n - 1} before it"
        )
        others = n - 1
        return f"{n} wide: {before}. Libraries that count only the words before call this {others}."
    if mask.rule == "prefix":
        first = "first word" if n == 1 else f"first {n} words"
        return f"Everybody may look at the {first}, even ahead; the rest is causal."
    if mask.rule == "block":
        return f"Words look at those of their own {n}, before and after: texts packed into one row."
    return "These cells are yours: click or drag over them, or press Space on one."


def align_sentence(mask: Mask, passage: Passage) -> str:
    """Where queries stand beside the keys, if there are more of the one than of the other; else empty."""
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    if n_q == n_k or mask.rule in ("none", "custom"):
        return ""
    asks = f"{n_q} {'query' if n_q == 1 else 'queries'}, {n_k} {'key' if n_k == 1 else 'keys'}"
    if mask.align == "end":
        return f"{asks}, together at the end, as a cache has them: the last query sees like the last key."
    return (
        f"{asks}, together at the start, as torch's is_causal=True has them: the first query sees like the "
        "first key, so a cache would be hidden."
    )


def blind_sentence(allowed: Allowed, passage: Passage) -> str:
    """Which rows see nothing; empty where all see something."""
    blind = np.flatnonzero(~allowed.any(axis=1)).tolist()
    if not blind or not allowed.size:
        return ""
    names = names_of(passage.query_tokens)
    return f"{listed(quoted([names[i] for i in blind]), NAMED)} may look at nothing."
