"""A state in words: the sentence under the formula, which is also what a screen reader says and what stands
in for a picture, and the caption that stands below one."""

from __future__ import annotations

import math

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.checks import Array
from attnstudio.model.document import Document, Look, Passage, index_of, names_of
from attnstudio.model.heads import mixes_words
from attnstudio.model.resolve import raised_score
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Rule
from attnstudio.model.trace import Trace
from attnstudio.model.wording import listed, whose
from attnstudio.notes.masks import rule_in_words
from attnstudio.notes.steps import Step

_ALIKE = 1e-9  # weights closer than this are the same but for rounding
_NAMED = 2  # of equal weights, as many words are named
_RULES: dict[Rule, str] = {"causal": "causal mask", "strict": "causal mask without its diagonal"}
_PRINTED = 4  # components of an output that are read out


def sentence_of(document: Document, trace: Trace, look: Look, known: Step | None = None) -> str:
    """What the query that is shown looks at, and what comes of it; as far as a step, if one is `known`.

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
    if known in ("match", "scale", "mask"):
        return f"{where}Play has come to {known}: what {name} looks at is not known yet"
    row = trace.row(query)
    if row.blind[look.head]:
        return f"{where}{name} may look at nothing: its weights and its output are 0"
    weights, output = row.weights[look.head], row.output[look.head]
    if document.wrong.skips_softmax:
        looks = _takes(passage, query, weights)
    else:
        looks = _looks(passage, query, weights)
    told = _plainly(output)
    if known == "normalize":
        told = "its output is not known yet"
    elif passage.is_self_attention:
        told = _from_own(name, output, trace.values[look.head, query])
    return "; ".join([f"{where}{name} {looks}", told, *_but(document, passage, look.query, weights)])


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
    """The mask, the scaling, the temperature, and whatever else is not as usual."""
    temperature = f"temperature {numerals.exact(document.settings.temperature)}"
    told = [_mask(document, passage), _scaling(document, trace), temperature]
    if document.settings.cosine:
        told.append("cosines for dot products")
    if document.positions.kind != "none":
        told.append("positions by RoPE" if document.positions.kind == "rope" else "positions added to x")
    wrong = wrong_in_words(document, passage)
    return " · ".join([*told, f"done wrongly: {', '.join(wrong)}"] if wrong else told)


def wrong_in_words(document: Document, passage: Passage) -> tuple[str, ...]:
    """What is done wrongly on purpose in a passage, in a few words each."""
    wrong, told = document.wrong, []
    if wrong.skips_softmax:
        told.append("no softmax")
    elif wrong.mask_after_softmax and not may_look(document.mask, passage).all():
        told.append("mask after the softmax")
    if mixes_words(document, passage):
        told.append("heads cut by a reshape alone")
    raised = raised_score(document, passage)
    if raised is not None:
        i, j, amount = raised
        query, key = names_of(passage.query_tokens)[i], names_of(passage.key_tokens)[j]
        told.append(f"{numerals.signed(amount)} on the score of {query} with {key}")
    return tuple(told)


def _but(document: Document, passage: Passage, query: int, weights: Array) -> list[str]:
    """What a listener must know to make sense of the numbers, where something is not as usual."""
    told = ["scores are cosines, lengths play no part"] if document.settings.cosine else []
    wrong, total = document.wrong, math.fsum(weights.tolist())
    summed = f"weights sum to {numerals.fixed(total, numerals.WEIGHT_DIGITS)}"
    if wrong.skips_softmax:
        told.append(f"{summed}: there was no softmax")
    elif wrong.mask_after_softmax and total < 1.0 - _ALIKE:
        told.append(f"{summed}: the mask came after the softmax")
    raised = raised_score(document, passage)
    if raised is not None and passage.query_tokens[raised[0]].id == query:
        told.append(f"{numerals.signed(raised[2])} was added to one score")
    if mixes_words(document, passage):
        told.append("heads were cut by a reshape alone, so they mix words")
    return told


def _mask(document: Document, passage: Passage) -> str:
    queries = {token.id for token in passage.query_tokens}
    keys = {token.id for token in passage.key_tokens}
    changed = sum(query in queries and key in keys for query, key in document.mask.flipped)
    mask = document.mask
    if mask.rule in ("none", "custom") and not (mask.padding != "none" and mask.pads):
        hidden = int(np.count_nonzero(~may_look(mask, passage)))
        return f"{_cells(hidden)} masked" if hidden else "no mask"
    said = [_RULES.get(mask.rule, rule_in_words(mask)) if not mask.pads else rule_in_words(mask)]
    if len(passage.query_tokens) != len(passage.key_tokens) and mask.rule not in ("none", "custom"):
        said.append(f"aligned at the {mask.align}")
    if changed:
        said.append(f"{_cells(changed)} changed")
    return ", ".join(said)


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
        return f"looks equally at {listed([names[index] for index in best], _NAMED, 'others')}, {share} each"
    only = np.count_nonzero(weights) == 1
    return f"looks {'only' if only else 'most'} at {names[best[0]]}, {share}"


def _takes(passage: Passage, query: int, weights: Array) -> str:
    """Without a softmax, e.g. “takes most from money, 3.200”: what is taken may be less than nothing."""
    names = list(names_of(passage.key_tokens))
    if passage.is_self_attention:
        names[query] = "itself"
    best = int(np.argmax(weights))
    return f"takes most from {names[best]}, {numerals.weight(float(weights[best]))}"


def _from_own(name: str, output: Array, own: Array) -> str:
    apart = numerals.fixed(math.dist(output.tolist(), own.tolist()))
    if not apart.strip("0."):
        return f"output is {whose(name)} own value"
    return f"output is {apart} from {whose(name)} own value"


def _plainly(output: Array) -> str:
    if len(output) <= _PRINTED:
        return f"output is {numerals.vector(output.tolist())}"
    return f"output has length {numerals.fixed(math.hypot(*output.tolist()))}"
