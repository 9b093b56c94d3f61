"""What *Learn* is asked for, made definite: which word should look where, or which output should lean where.

The goals that ask for weights hold for one head, the one that is shown. A goal that can't be asked of a
document says so in one sentence, and is not tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from attnstudio.model.caching import is_cached
from attnstudio.model.document import Document, Look, Passage, index_of, names_of
from attnstudio.model.masks import Allowed
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Goal

Lack = Literal["", "free", "cosine", "temperature", "wrong", "other"]
REACHED = 0.8
"""A weight, or a share of the lean, from which on a goal counts as reached."""

_TARGETS = ("money", "river")  # what *bank* should look at: in the first sentence rather, and in the others
_AXES = ("money", "water")  # how an output may lean where the chart's axes have no names


@dataclass(frozen=True, slots=True)
class Aim:
    """What a goal asks of one query, row `row` of a passage: to look at the key `target`, or that its output
    lean to the first axis of the chart (`sign` 1) or the second (−1)."""

    passage: int
    row: int
    target: int = -1
    sign: float = 0.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """A goal as a list of aims. Where it can't be asked for, `obstacle` says why and there are no aims."""

    goal: Goal
    head: int = 0
    aims: tuple[Aim, ...] = ()
    lack: Lack = ""
    obstacle: str = ""

    @property
    def is_lean(self) -> bool:
        return self.goal == "lean"

    @property
    def matrices(self) -> str:
        """What is learned, as written on screen."""
        return "W_V, W_O" if self.is_lean else "W_Q, W_K"


def wanted(document: Document, look: Look) -> Wanted:
    """The document's goal, for the rows and the head that are shown."""
    goal = document.learning.goal
    bare = Wanted(goal, look.head)
    lack, obstacle = _obstacle(document, bare.is_lean)
    if lack:
        return replace(bare, lack=lack, obstacle=obstacle)
    if goal in ("previous", "first"):
        found = _of_all_words(document, goal)
    else:
        found = _of_shown_words(document, look, goal)
    if isinstance(found, str):
        return replace(bare, lack="other", obstacle=found)
    return replace(bare, aims=found)


def _obstacle(document: Document, is_lean: bool) -> tuple[Lack, str]:
    """What stands in the way of every goal; or only of those that ask for weights, which are worked out from
    scores. What a lean learns begins behind the weights, however they came about."""
    if any(passage.embedding is None for passage in document.passages):
        return "free", "These vectors are free: no matrix makes them, so there is nothing to learn yet."
    if not document.wrong.is_right:
        return "wrong", "A step is done wrongly on purpose; do it rightly to learn."
    if is_lean:
        return "", ""
    if document.settings.cosine:
        return "cosine", "Gradients are worked out for dot products; compare by dot products to learn."
    if document.settings.temperature == 0.0:
        return "temperature", "At temperature 0 the weights leap: there is no slope to go down."
    if document.settings.scale == 0.0:
        return "other", "Scores are multiplied by 0: no matrix makes a difference."
    return "", ""


# --- goals of the words that are shown ------------------------------------------------------------------


def _of_shown_words(document: Document, look: Look, goal: Goal) -> tuple[Aim, ...] | str:
    aims = []
    for p, held in enumerate(document.passages):
        if not held.query_tokens or not held.key_tokens:
            return f"{_sentence(document, p)} has no words."
        row = _shown_row(look, held, p)
        allowed = may_look(document.mask, held)
        if goal == "lean":
            if not allowed[row].any():
                return _blind(document, p, row)
            aims.append(Aim(p, row, sign=_side(held, p)))
            continue
        target = _target(held, p, look)
        if target is None:
            word = names_of(held.query_tokens)[row]
            place = "" if len(document.passages) == 1 else f" in {letter(p)}"
            return f"Mark the word that {word} should look at{place}: neither money nor river is there."
        if not allowed[row, target]:
            return _hidden(document, p, row, target)
        aims.append(Aim(p, row, target))
    return tuple(aims)


def _shown_row(look: Look, held: Passage, passage: int) -> int:
    shown = look.query if passage == look.passage else look.rows[passage]
    return index_of(held.query_tokens, shown)


def _target(held: Passage, passage: int, look: Look) -> int | None:
    """*money* or *river* where the sentence has one, else the first word that the person has marked."""
    words = [token.text.casefold() for token in held.key_tokens]
    for text in _TARGETS if passage == 0 else reversed(_TARGETS):
        if text in words:
            return words.index(text)
    return next((j for j, token in enumerate(held.key_tokens) if token.id in look.marked), None)


def _side(held: Passage, passage: int) -> float:
    """To money (1) or to water (−1): as the sentence names *money* or *river*, else the first to money and
    the second to water."""
    words = {token.text.casefold() for token in held.key_tokens}
    money, river = (text in words for text in _TARGETS)
    if money != river:
        return 1.0 if money else -1.0
    return -1.0 if passage % 2 else 1.0


# --- goals of all words ---------------------------------------------------------------------------------


def _of_all_words(document: Document, goal: Goal) -> tuple[Aim, ...] | str:
    if document.positions.kind == "none" and document.projection is not None:
        d_model = len(document.projection.w_q[0])
        if d_model % 2:
            return f"Places would be added as pairs of components, and {d_model} is an odd number of them."
    aims = []
    for p, held in enumerate(document.passages):
        if not held.is_self_attention and not is_cached(held):
            return f"{_sentence(document, p)} looks at other words than its own: none of them comes before."
        allowed = may_look(document.mask, held)
        words = _words(document, held)
        earlier = len(held.key_tokens) - len(held.query_tokens)  # words that only a cache knows
        for row in range(len(held.query_tokens)):
            own = row + earlier
            if own not in words or not allowed[row].any():
                continue  # padding, or blind: nothing can be asked of it
            target = max(own - 1, words.start) if goal == "previous" else _first_like(held, words, own)
            if not allowed[row, target]:
                return _hidden(document, p, row, target)
            aims.append(Aim(p, row, target))
    return tuple(aims) if aims else "There are no words that may look at anything."


def _words(document: Document, held: Passage) -> range:
    """The columns that are not padding."""
    count, pads = len(held.key_tokens), document.mask.pads
    if document.mask.padding == "left":
        return range(min(pads, count), count)
    return range(max(count - pads, 0) if document.mask.padding == "right" else count)


def _first_like(held: Passage, columns: range, own: int) -> int:
    words = [token.text.casefold() for token in held.key_tokens]
    return words.index(words[own], columns.start)


# --- in words -------------------------------------------------------------------------------------------


def letter(passage: int) -> str:
    """A, B, … : how the screen calls the sentences."""
    return chr(ord("A") + passage)


def described(document: Document, wished: Wanted) -> str:
    """The goal in one line, e.g. “bank looks at money in A, at river in B”."""
    if wished.goal == "previous":
        return "each word looks at the one before it, the first at itself"
    if wished.goal == "first":
        return "each word looks at the first place where the same word stands"
    if not wished.aims:
        return "the output leans apart" if wished.is_lean else "the word looks at what it is about"
    parts = []
    for aim in wished.aims:
        held = document.passages[aim.passage]
        what = f"to {_axis(document, aim.sign)}" if wished.is_lean else f"at {_key(held, aim.target)}"
        parts.append(what + (f" in {letter(aim.passage)}" if len(document.passages) > 1 else ""))
    first = wished.aims[0]
    word = names_of(document.passages[first.passage].query_tokens)[first.row]
    subject = f"the output for {word} leans" if wished.is_lean else f"{word} looks"
    return f"{subject} {', '.join(parts)}"


def aim_name(document: Document, aim: Aim) -> str:
    """One aim, e.g. “bank → money”."""
    held = document.passages[aim.passage]
    asking = names_of(held.query_tokens)[aim.row]
    return f"{asking} → {_axis(document, aim.sign) if aim.target < 0 else _key(held, aim.target)}"


def _axis(document: Document, sign: float) -> str:
    chart = document.chart
    names = _AXES if chart is None else (chart.x_name or _AXES[0], chart.y_name or _AXES[1])
    return names[0] if sign > 0.0 else names[1]


def _key(held: Passage, target: int) -> str:
    return names_of(held.key_tokens)[target]


def _sentence(document: Document, passage: int) -> str:
    return "The sentence" if len(document.passages) == 1 else f"Sentence {letter(passage)}"


def _place(document: Document, passage: int) -> str:
    return "" if len(document.passages) == 1 else f" in {letter(passage)}"


def _hidden(document: Document, passage: int, row: int, target: int) -> str:
    held = document.passages[passage]
    asking = names_of(held.query_tokens)[row]
    where = _place(document, passage)
    return f"{asking} may not look at {_key(held, target)}{where}: the mask hides it."


def _blind(document: Document, passage: int, row: int) -> str:
    asking = names_of(document.passages[passage].query_tokens)[row]
    return f"{asking} may look at nothing{_place(document, passage)}: the mask hides every word."


def visible(document: Document, passage: int) -> Allowed:
    """(n_q, n_k): where the words of a passage may look."""
    held = document.passages[passage]
    if document.mask.hides:
        return may_look(document.mask, held)
    return np.ones((len(held.query_tokens), len(held.key_tokens)), dtype=np.bool_)
