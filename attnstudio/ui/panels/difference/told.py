"""What is most worth seeing in the tables of what context did, in one sentence."""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.comparison import matched
from attnstudio.model.meanings import apart, split, winners
from attnstudio.model.wording import capital
from attnstudio.notes.expectations import first_say
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.hues import SHOWN, letter
from attnstudio.ui.panels.difference.content import Side, angled, cosine_text, one_name

_SAME = 1e-9  # what is nearer is the same but for rounding


def sentence_of(now: Snapshot, sides: tuple[Side, ...]) -> str:
    """What is most worth seeing in the table."""
    if not sides:
        return "No word asks here."
    if now.look.predicting:
        return first_say(side.asking for side in sides)
    if now.view.compared == "angles":
        return _about_angles(now, sides)
    if now.view.compared == "words":
        return _about_words(sides)
    return _about_meanings(sides)


def _about_meanings(sides: tuple[Side, ...]) -> str:
    moves = [(side, apart(side.found.output, side.found.own)) for side in sides]
    told = [f"{numerals.fixed(far)} in {letter(side.passage)}" for side, far in moves if far is not None]
    name = one_name(sides)
    quoted = f"“{name}”" if name == sides[0].asking else name
    named = capital(quoted)
    if len(told) < len(sides):
        return f"{named} only asks: its output mixes the values of other words."
    if len(sides) < SHOWN:
        return f"Context moves {quoted} by {told[0]}, away from its own value."
    where = _where(apart(sides[0].found.output, sides[1].found.output))
    return f"Context moves {quoted} by {told[0]} and {told[1]}, to {where}."


def _where(distance: float | None) -> str:
    """Where the two sentences take a word, if their outputs are so far apart."""
    if distance is None:
        return "two meanings"
    if distance <= _SAME:
        return "the same place"
    if not numerals.rounded(distance, numerals.DIGITS):
        return "nearly the same place"
    return f"two meanings, {numerals.fixed(distance)} apart"


def _about_words(sides: tuple[Side, ...]) -> str:
    if len(sides) < SHOWN:
        return "With a second sentence the weights of both can be compared."
    first, second = sides
    changes = [
        (float(first.found.weights[a]), float(second.found.weights[b]), first.keys[a])
        for a, b in matched(first.held.key_tokens, second.held.key_tokens)
        if a is not None and b is not None
    ]
    if not changes:
        return "The two sentences have no word in common."
    before, after, name = max(changes, key=lambda change: abs(change[1] - change[0]))
    told = numerals.difference(before, after, numerals.WEIGHT_DIGITS)
    if not told.strip("0."):
        same = "the same" if abs(after - before) <= _SAME else "nearly the same"
        return f"The words that both have get {same} weights in both."
    return f"Of the words that both have, the weight of “{name}” changes most: {told}."


def _about_angles(now: Snapshot, sides: tuple[Side, ...]) -> str:
    side = angled(now, sides)
    assert side is not None
    found = split(now.trace_of(side.passage), side.found.query, now.head)
    won = winners(found, side.found.hidden)
    if won is None:
        return f"“{side.asking}” meets no key at an angle here."
    by_score, by_cosine = (f"“{side.keys[j]}”" for j in (won.by_score, won.by_cosine))
    if now.document.settings.cosine:
        lead = f"By direction alone {by_cosine} wins"
        return f"{lead}; by length {by_score} would." if won.differ else f"{lead}, as it does by length."
    if not won.differ:
        return f"{by_score} has the largest score, and no key points better."
    score, length = (numerals.fixed(float(row[won.by_score])) for row in (found.scores, found.keys))
    best = f"{by_cosine} points best, cos θ = {cosine_text(found, won.by_cosine)}"
    if found.keys[won.by_score] > found.keys[won.by_cosine]:
        return f"Length beats angle: {by_score} scores {score} by its length {length}; {best}."
    return f"{by_score}, which is short, scores most, {score}; {best}, but below 0 length lowers a score."
