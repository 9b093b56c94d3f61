"""A pasted mask in words: what it would do to a sentence, read as the person says that it is meant."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnstudio.model import conventions
from attnstudio.model.conventions import Convention
from attnstudio.model.document import Passage, names_of
from attnstudio.model.mask_reading import Reading, reading
from attnstudio.model.mask_text import read
from attnstudio.model.mask_values import Cells
from attnstudio.model.masks import Allowed
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Align, Mask
from attnstudio.model.wording import listed
from attnstudio.notes.masks import NAMED, rule_in_words

READ_AS: dict[Convention, str] = {
    "look": "True = look",
    "block": "True = block",
    "additive": "added (0 or −∞)",
    "multiplied": "multiplied (1 or 0)",
}


@dataclass(frozen=True, slots=True, eq=False)
class Pasted:
    """What is said of a pasted mask, the most important first; `allowed` is None where it can't be used."""

    sentences: tuple[str, ...]
    allowed: Allowed | None


def told(text: str, convention: Convention, passage: Passage, align: Align) -> Pasted:
    """What a pasted text is as a mask of this passage, read as the person says it is meant."""
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    if not n_q or not n_k:
        return Pasted(("There are no words yet that a mask could be for.",), None)
    sizes = {"n": n_k, "n_q": n_q, "n_k": n_k, "L": n_q, "S": n_k, "T": n_k}
    try:
        array = read(text, sizes)
    except Refused as error:
        return Pasted((str(error),), None)
    better = _likelier(array, convention, n_q, n_k, align)
    try:
        found = reading(array, convention, n_q, n_k, align)
    except Refused as error:
        return Pasted((str(error), *better), None)
    said = [_size(array, n_q, n_k), _what(found), *_blind(found, passage), _future(found, passage), *better]
    return Pasted((*said, *_caution(array, convention)), found.allowed)


def _size(array: Cells, n_q: int, n_k: int) -> str:
    if array.ndim == 1 or array.shape[0] == 1 != n_q:
        return f"One row of {n_k}: a key padding mask, which holds for all {n_q} queries."
    return f"{n_q} × {n_k}: it fits, a row for each query and a column for each key."


def _what(found: Reading) -> str:
    if found.rule is None:
        hidden = int((~found.allowed).sum())
        return f"It follows no rule; it hides {hidden} of {found.allowed.size} cells."
    return f"This is {_named(found.rule)}."


def _named(mask: Mask) -> str:
    if mask.rule == "none":
        return "no mask at all" if not mask.pads else f"padding: {rule_in_words(mask)}"
    said = {
        "causal": "the causal mask",
        "strict": "the causal mask without its diagonal",
        "window": f"a sliding window, {mask.size} wide",
        "prefix": f"a prefix mask: the first {mask.size} for all, the rest causal",
    }.get(mask.rule, f"a mask of {rule_in_words(Mask(mask.rule, size=mask.size))}")
    if not mask.pads:
        return said
    return f"{said}, with {rule_in_words(Mask(padding=mask.padding, pads=mask.pads))}"


def _blind(found: Reading, passage: Passage) -> tuple[str, ...]:
    if not found.blind:
        return ()
    names = names_of(passage.query_tokens)
    if len(found.blind) == len(names):
        return ("It blinds every row: no word may look at anything.",)
    rows = [f"row {row + 1} (“{names[row]}”)" for row in found.blind]
    return (f"It blinds {listed(rows, NAMED)}: there is nothing to look at.",)


def _future(found: Reading, passage: Passage) -> str:
    if not found.future:
        return "No word looks into the future."
    i, j = found.future[0]
    query, key = names_of(passage.query_tokens)[i], names_of(passage.key_tokens)[j]
    count = len(found.future)
    first = f"“{query}” may look at “{key}”"
    return (
        f"It lets the future in: {first}."
        if count == 1
        else f"It lets the future in, in {count} cells: {first}, for one."
    )


def _likelier(array: Cells, convention: Convention, n_q: int, n_k: int, align: Align) -> tuple[str, ...]:
    """Which convention would make more sense of it, or as much."""
    found: dict[Convention, Reading] = {}
    for other in conventions.CONVENTIONS[:3]:
        try:
            found[other] = reading(array, other, n_q, n_k, align)
        except Refused:
            continue
    if not found:
        return ()
    mine: Convention = "look" if convention == "multiplied" and "look" in found else convention
    oddness = found[mine].oddness if mine in found else 9
    best = min(found, key=lambda other: found[other].oddness)
    if best == mine or found[best].oddness > oddness:
        return ()
    likelier = found[best]
    if likelier.rule is None and (likelier.blind or likelier.oddness == oddness):
        return ()
    what = _named(likelier.rule) if likelier.rule is not None else "a mask that blinds no row"
    if likelier.oddness == oddness:
        return (f"Read as {READ_AS[best]}, it would be {what}: the numbers alone can't tell which is meant.",)
    return (f"Read as {READ_AS[best]}, it would make sense: {what}.",)


def _caution(array: Cells, convention: Convention) -> tuple[str, ...]:
    if convention == "multiplied":
        return ("No library multiplies: a score times 0 is the score 0, which takes part in the softmax.",)
    if convention == "additive":
        if array.min(initial=0.0) > -math.inf:
            hides_all = "a row that hides everything is then shared out evenly"
            return (f"A large number stands in place of −∞: {hides_all}.",)
        return ()
    if array.dtype.kind == "f":
        return ("These are numbers: torch would add them to the scores and hide nothing. Append .bool().",)
    if array.dtype.kind == "i":
        return ("These are whole numbers: torch refuses them as a mask. Append .bool().",)
    return ()
