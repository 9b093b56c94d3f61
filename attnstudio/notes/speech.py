"""A state in words: the sentence under the formula, which is also what a screen reader says and what stands
in for a picture, and the caption that stands below one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.checks import Array
from attnstudio.model.document import Document, Look, Passage, index_of, names_of
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Trace

_ALIKE = 1e-9  # weights closer than this are the same but for rounding
_NAMED = 3  # of equal weights, as many words are named
_PRINTED = 4  # components of an output that are read out


def sentence_of(document: Document, trace: Trace, look: Look) -> str:
    """What the query that is shown looks at, and what comes of it.

    For example “bank looks most at money, 0.447; output is 0.83 from bank's own value”.
    """
    passage = document.passages[look.passage]
    if not passage.query_tokens:
        return "there is no word that asks"
    query = index_of(passage.query_tokens, look.query)
    name = names_of(passage.query_tokens)[query]
    where = f"in head {look.head + 1}, " if len(trace.weights) > 1 else ""
    if not passage.key_tokens:
        return f"{where}{name} has no word to look at: its output is 0"
    row = trace.row(query)
    if row.blind[look.head]:
        return f"{where}{name} may look at nothing: its weights and its output are 0"
    looks = _looks(passage, query, row.weights[look.head])
    output = row.output[look.head]
    if passage.is_self_attention:
        return f"{where}{name} {looks}; {_from_own(name, output, trace.values[look.head, query])}"
    return f"{where}{name} {looks}; {_plainly(output)}"


def caption_of(document: Document, trace: Trace, look: Look) -> str:
    """What a picture needs beside it to be understood: scene, query, mask, scaling and temperature."""
    passage = document.passages[look.passage]
    parts = [document.title] if document.title else []
    if passage.query_tokens:
        names = names_of(passage.query_tokens)
        parts.append(f"query {names[index_of(passage.query_tokens, look.query)]}")
    if len(trace.weights) > 1:
        parts.append(f"head {look.head + 1} of {len(trace.weights)}")
    return " · ".join([*parts, settings_in_words(document, trace, passage)])


def settings_in_words(document: Document, trace: Trace, passage: Passage) -> str:
    """The mask, the scaling and the temperature."""
    temperature = f"temperature {numerals.exact(document.settings.temperature)}"
    return " · ".join([_mask(document, passage), _scaling(document, trace), temperature])


def _mask(document: Document, passage: Passage) -> str:
    queries = {token.id for token in passage.query_tokens}
    keys = {token.id for token in passage.key_tokens}
    changed = sum(query in queries and key in keys for query, key in document.mask.flipped)
    if document.mask.rule == "causal":
        return f"causal mask, {_cells(changed)} changed" if changed else "causal mask"
    hidden = int(np.count_nonzero(~may_look(document.mask, passage)))
    return f"{_cells(hidden)} masked" if hidden else "no mask"


def _scaling(document: Document, trace: Trace) -> str:
    scale = document.settings.scale
    if scale is None:
        factor = "scaled by 1/√d_k"
    else:
        factor = "not scaled" if scale == 1.0 else f"scaled by {numerals.exact(scale)}"
    return f"{factor}, d_k = {trace.d_k}"


def _cells(count: int) -> str:
    return f"{count} cell" if count == 1 else f"{count} cells"


def _looks(passage: Passage, query: int, weights: Array) -> str:
    """E.g. “looks most at money, 0.447”."""
    names = list(names_of(passage.key_tokens))
    if passage.is_self_attention:
        names[query] = "itself"
    most = float(weights.max())
    best = np.flatnonzero(weights >= most - _ALIKE).tolist()
    share = numerals.weight(most)
    if len(best) > 1:
        return f"looks equally at {_listed([names[index] for index in best])}, {share} each"
    only = np.count_nonzero(weights) == 1
    return f"looks {'only' if only else 'most'} at {names[best[0]]}, {share}"


def _listed(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} others"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _from_own(name: str, output: Array, own: Array) -> str:
    apart = numerals.fixed(math.dist(output.tolist(), own.tolist()))
    whose = f"{name}'" if name.endswith("s") else f"{name}'s"
    if not apart.strip("0."):
        return f"output is {whose} own value"
    return f"output is {apart} from {whose} own value"


def _plainly(output: Array) -> str:
    if len(output) <= _PRINTED:
        return f"output is {numerals.vector(output.tolist())}"
    return f"output has length {numerals.fixed(math.hypot(*output.tolist()))}"
