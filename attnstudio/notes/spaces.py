"""What one drawing of several spaces leaves out: why one plane serves here, or why it should be two.

Scores live where queries and keys live, outputs where values live (Vaswani et al. 2017, section 3.2.1);
only where k = v does one picture show both truly.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attnstudio.model.document import Chart, Passage, PlaneMode, names_of
from attnstudio.model.trace import Array, Trace
from attnstudio.model.wording import listed, quoted

_NAMED = 2  # words named in one sentence; more are counted


def about_planes(passage: Passage, trace: Trace, head: int, mode: PlaneMode) -> str:
    """One sentence on what the plane shows of match and mix in one picture."""
    if mode == "match":
        return "queries and keys: the space where scores live"
    if mode == "mix":
        return "values and the output: the space of what is passed on"
    if trace.n_keys == 0:
        return "no keys and no values yet"
    if trace.d_k != trace.d_v:
        return f"two spaces in one drawing: q and k have {_dimensions(trace.d_k)}, v has {trace.d_v}"
    keys, values = trace.keys[head], trace.values[head]
    differ = np.flatnonzero((keys != values).any(axis=-1))
    if len(differ):
        words = _named(names_of(passage.key_tokens), differ.tolist())
        return f"two spaces in one drawing: k and v differ for {words}"
    if passage.is_self_attention and _are_x(passage, keys):
        own = (trace.queries[head] == keys).all(axis=-1)
        if own.all():
            return "one plane because q = k = v = x here"
        if own.any():
            return "one plane because k = v = x here"
    return "one plane because k = v here"


def _are_x(passage: Passage, keys: Array) -> bool:
    """Whether the keys are the words' own vectors: a projection or a position may have made them others."""
    return passage.embedding is None or np.array_equal(keys, np.array(passage.embedding.x))


def about_dimensions(trace: Trace, chart: Chart | None, mode: PlaneMode) -> str:
    """What the plane can't show of vectors that are not of two dimensions; "" where they are."""
    seen = {"match": (trace.d_k,), "mix": (trace.d_v,), "both": (trace.d_k, trace.d_v)}[mode]
    size = next((d for d in seen if d != 2), 2)
    if size == 2:
        return ""
    if size == 1:
        return "one dimension, drawn along the axis"
    through = "2 directions" if chart is not None and len(chart.x_axis) == size else "first 2"
    user = "the output has" if mode == "mix" else "weights use"
    return f"{through} of {size} dimensions; {user} all {size}"


def about_blindness(passage: Passage, trace: Trace, head: int, query: int) -> str:
    """That the shown query may look at nothing; "" where it may look at something."""
    if query < 0 or not trace.blind[head, query]:
        return ""
    return f"“{names_of(passage.query_tokens)[query]}” may look at nothing: its output is 0"


def _named(names: Sequence[str], which: Sequence[int]) -> str:
    if len(which) == len(names) > _NAMED:
        return "every word"
    return listed(quoted([names[index] for index in which]), _NAMED)


def _dimensions(count: int) -> str:
    return "1 dimension" if count == 1 else f"{count} dimensions"
