"""Which names stand on the plane of two meanings, and what they say."""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.state.gestures import Lens
from attnstudio.ui.hues import letter
from attnstudio.ui.panels.meanings.content import Content, Way, Word, is_near, label_of
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Label
from attnstudio.ui.planes.lettering import sized

ALL_UP_TO = 26
"""With more words, only the heaviest are named, and whatever is pointed at or selected."""

_HEAVIEST = 12


def named(content: Content, asked: frozenset[int], is_figure: bool) -> list[Word]:
    """The words that get a name; those of `asked` (token ids) among them."""
    words = [word for word in content.words if not word.asks]
    if len(words) <= ALL_UP_TO or is_figure:
        return words
    order = sorted(words, key=lambda word: -heaviest(word))
    kept = {id(word) for word in order[:_HEAVIEST]}
    return [word for word in words if id(word) in kept or any(seen.token in asked for seen in word.seen)]


def heaviest(word: Word) -> float:
    """The largest weight that a word gets in any sentence."""
    return max((seen.weight or 0.0 for seen in word.seen), default=0.0)


def end_label(way: Way, lens: Lens, ink: Ink) -> Label:
    """The name of the end of a way, e.g. “bank in A”."""
    assert way.end is not None
    kind = letter(way.passage)
    tip = lens.to_pixels(way.end)
    return sized(ink, kind, label_of(way), tip, "", kind, strong=True, ringed=False)


def starts(content: Content, lens: Lens, ink: Ink) -> list[Label]:
    """Names of the places where the ways start: one for each place."""
    alone = [way for way in content.ways if way.is_alone]
    made: list[Label] = []
    told: list[Way] = []
    for way in alone:
        if any(is_near(way.start, other.start) and way.name == other.name for other in told):
            continue
        is_split = any(way.name == other.name for other in alone if not is_near(way.start, other.start))
        text = f"{way.name}, alone" + (f" in {letter(way.passage)}" if is_split else "")
        told.append(way)
        tip = lens.to_pixels(way.start)
        made.append(sized(ink, ("start", way.passage), text, tip, "", "word", strong=True, ringed=False))
    return made


def word_label(word: Word, lens: Lens, ink: Ink, asked: frozenset[int], is_figure: bool) -> Label:
    must = any(seen.token in asked for seen in word.seen)
    text = word.name
    if any(seen.is_chance for seen in word.seen) and not is_figure:
        text += " ?"
    kinds = {letter(seen.passage) for seen in word.seen}
    kind = kinds.pop() if len(kinds) == 1 else "word"
    if all(seen.is_masked for seen in word.seen):
        kind = "masked"
    cue = weights_of(word) if must else ""
    tip = lens.to_pixels(word.at)
    return sized(ink, word.token, text, tip, cue, kind, strong=must, ringed=must, must=must)


def weights_of(word: Word) -> str:
    """E.g. “A 0.447 · B −∞”; "" while weights are hidden."""
    told = []
    for seen in word.seen:
        if seen.is_masked:
            told.append(f"{letter(seen.passage)} {numerals.MASKED}")
        elif seen.weight is not None:
            told.append(f"{letter(seen.passage)} {numerals.weight(seen.weight)}")
    return " · ".join(told)
