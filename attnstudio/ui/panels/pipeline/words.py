"""What the pipeline says: the heads of its columns, a sentence for each, and the arithmetic of a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from attnstudio.model import explain, numerals
from attnstudio.model.document import names_of
from attnstudio.model.rules import may_look
from attnstudio.model.variant import VariantTrace
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.ui.panels.formula.content import AT_ZERO
from attnstudio.ui.panels.pipeline.content import Content
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot

if TYPE_CHECKING:
    from attnstudio.model.derivation import Node

TITLES: dict[Step, str] = {
    "match": "Match",
    "scale": "Scale",
    "mask": "Mask",
    "normalize": "Normalize",
    "mix": "Mix",
}

_NODES: dict[str, Node] = {"match": "scores", "scale": "scaled", "mask": "masked", "normalize": "weights"}
_EXPLAINED = 8
"""Components of an output whose arithmetic is shown; the others go alike."""

HELP = (
    "Arrow keys go from cell to cell, Page Up, Page Down, Home and End through the words. Enter opens the "
    "arithmetic of a number, or selects the key of a word. Space masks a key or lets it be seen. On a "
    "weight, plus and minus, or Alt with Left and Right, pull it by 0.01; with Shift by 0.001, with Ctrl "
    "by 0.1; F2 takes a number."
)


@dataclass(frozen=True, slots=True)
class Told:
    """The title and the lines of a card."""

    title: str
    lines: tuple[str, ...]


def formulas(now: Snapshot, step: Step) -> tuple[str, ...]:
    """What stands under the title of a column, in one line or two: the longest first, for whatever room
    there is."""
    settings, d_k, wrong = now.document.settings, now.trace.d_k, now.document.wrong
    match step:
        case "match":
            return ("cos(q, k)", "cos θ") if settings.cosine else ("q · k",)
        case "scale":
            if settings.scale is None:
                return (f"÷ √{d_k}",)
            return ("off",) if settings.scale == 1.0 else (f"× {numerals.exact(settings.scale, 0, 3)}", "× s")
        case "mask" if _is_late(now):
            return ("after →", "later")
        case "mask":
            return ("look?", "+ M")
        case "normalize" if wrong.skips_softmax:
            return ("no softmax", "none")
        case "normalize" if _is_late(now):
            return ("softmax, then mask", "then mask", "late")
        case "normalize":
            if settings.temperature == 1.0:
                return ("softmax",)
            if settings.temperature == 0.0:
                return (AT_ZERO, AT_ZERO.replace("best ", "best\n"), "best takes all", "τ = 0")
            by = f"÷ {numerals.exact(settings.temperature, 0, 3)}"
            return (f"softmax(· {by})", f"softmax {by}", by)
        case "mix":
            return ("weight · v",)


def sentence_of(now: Snapshot, step: Step) -> str:
    """One plain sentence about a step, with the question that its vector answers."""
    token = now.query_token
    query = "the query" if token is None else f"“{names_of(now.passage.query_tokens)[now.query_index]}”"
    if (otherwise := _sentence_of_other(now, step, query)) is not None:
        return otherwise
    match step:
        case "match":
            return (
                f"How well does what {query} looks for fit what each word offers? Its query asks “what am "
                "I looking for?”, each key answers “what do I offer?”, and the dot product q · k is large "
                "where the two point the same way."
            )
        case "scale":
            grow = "With more components dot products grow"
            scale = now.document.settings.scale
            if scale == 1.0:
                return f"{grow}. Scaling is off, so softmax may give nearly everything to one word."
            by = f"divided by √d_k = √{now.trace.d_k}"
            if scale is not None:
                by = f"multiplied by {numerals.exact(scale, 0, 3)}"
            return f"{grow}, so each is {by}: otherwise softmax would give nearly everything to one word."
        case "mask":
            return (
                f"May {query} look at this word? Where it may not, the score becomes −∞, "
                "which softmax turns into a weight of exactly 0."
            )
        case "normalize" if now.document.settings.temperature == 0.0:
            return (
                f"How does {query} share out its attention? At temperature 0 the best match takes all; "
                "scores that are equally high share it."
            )
        case "normalize":
            return (
                f"How does {query} share out its attention? Softmax turns the scores into weights between "
                "0 and 1 that add up to 1; a higher score takes more."
            )
        case "mix":
            return (
                f"What does {query} take away? Each value says “what do I pass on?”, "
                "and the output is all of them added up, each as strong as its weight."
            )


def _sentence_of_other(now: Snapshot, step: Step, query: str) -> str | None:
    """The sentence about a step that is not done as usual; None where it is."""
    match step:
        case "match" if now.document.settings.cosine:
            return (
                f"How well does what {query} looks for fit what each word offers? Only the angle between the "
                "two counts: its cosine is 1 where they point the same way, −1 where opposite, however long "
                "they are."
            )
        case "mask" if _is_late(now):
            return (
                f"May {query} look at this word? Here the question comes too late, after the softmax has "
                "shared out the weights: what a hidden word got is thrown away, and nobody else gets it."
            )
        case "normalize" if now.document.wrong.skips_softmax:
            return (
                "The softmax is left out: the scores themselves serve as weights. They need not lie between "
                "0 and 1, and they don't add up to 1."
            )
        case "normalize" if _is_late(now):
            shares = f"How does {query} share out its attention? Softmax gives every word its share"
            if bool(may_look(now.document.mask, now.passage)[now.query_index].all()):
                return f"{shares}; the mask, which comes only then, hides none from it, so they add up to 1."
            return (
                f"{shares}, the hidden ones too; only then those are set to 0, so what is left adds up to "
                "less than 1."
            )
        case _:
            return None


def blind_sentences(now: Snapshot) -> tuple[str, ...]:
    """Why a row has no weights: the longest first, for whatever room there is."""
    nothing = f"“{names_of(now.passage.query_tokens)[now.query_index]}” may look at nothing"
    return (
        f"{nothing}: all its cells are masked, so its output is zero.",
        f"{nothing}, so its output is zero.",
        f"{nothing}.",
    )


def arithmetic_of(now: Snapshot, content: Content, spot: Spot) -> Told:
    """How the number of a cell came about."""
    trace, head, i = now.trace, now.head, now.query_index
    query = names_of(now.passage.query_tokens)[i]
    if spot.j == SUMS:
        return _sum_of(now, content, query) if spot.place == "normalize" else _output_of(now, content, query)
    names = names_of(now.passage.key_tokens)
    j, key = spot.j, names[spot.j]
    if isinstance(trace, VariantTrace) and spot.place in _NODES:
        return _told_as_it_is(now, _NODES[spot.place], i, j)
    match spot.place:
        case "match":
            lines = explain.score(trace.queries[head, i].tolist(), trace.keys[head, j].tolist())
            return Told(f"Match: score of “{key}” for “{query}”", lines)
        case "scale":
            lines = explain.scaled(content.scores[j], now.document.settings.scale, trace.d_k)
            return Told(f"Scale: score of “{key}” for “{query}”", lines)
        case "mask":
            return Told(
                f"Mask: may “{query}” look at “{key}”?",
                explain.masked(content.scaled[j], content.may_look[j]),
            )
        case "mix":
            lines = explain.contribution(content.weights[j], trace.values[head, j].tolist())
            return Told(f"Mix: what “{key}” passes on to “{query}”", lines)
        case _:
            masked = trace.row(i).masked[head].tolist()
            lines = explain.weight(masked, j, names, now.document.settings.temperature)
            return Told(f"Normalize: weight of “{key}” for “{query}”", lines)


def _is_late(now: Snapshot) -> bool:
    """Whether the mask comes after the softmax."""
    wrong = now.document.wrong
    return wrong.mask_after_softmax and not wrong.skips_softmax and now.document.mask.hides


def _told_as_it_is(now: Snapshot, node: Node, row: int, column: int) -> Told:
    """The arithmetic where a step is not done as usual: from the start, for the steps hang together."""
    from attnstudio.model.derivation import derivation

    made = derivation(now.document, now.trace, now.look, node, row, column)
    wide = max(len(line.label) for line in made.lines)
    return Told(
        made.title,
        tuple(
            f"{line.label:{wide}}  {line.text}{f'   {line.remark}' if line.remark else ''}"
            for line in made.lines
        ),
    )


def _sum_of(now: Snapshot, content: Content, query: str) -> Told:
    title = f"The weights of “{query}” added up"
    if not now.document.wrong.skips_softmax:
        return Told(title, (*explain.total(content.weights), *_lost(now, content)))
    total = numerals.fixed(content.total, numerals.WEIGHT_DIGITS)
    return Told(title, (f"The scores that serve as weights sum to {total}: there was no softmax.",))


def _lost(now: Snapshot, content: Content) -> tuple[str, ...]:
    """What the hidden words took with them, where the mask came too late."""
    if not _is_late(now) or content.is_blind or all(content.may_look):
        return ()
    lost = numerals.weight(1.0 - content.total)
    return (
        f"The mask came after the softmax: the hidden words took {lost} with them.",
        "Divided by this sum, the weights would be those of a mask before it.",
    )


def _output_of(now: Snapshot, content: Content, query: str) -> Told:
    columns = now.trace.values[now.head].T.tolist()
    lines: list[str] = []
    if now.document.wrong.skips_softmax:
        for number in range(min(len(columns), _EXPLAINED)):
            lines += [f"Component {number + 1}"]
            lines += _told_as_it_is(now, "output", now.query_index, number).lines
        return Told(f"Mix: the output of “{query}”", tuple(lines))
    for number, components in enumerate(columns[:_EXPLAINED], start=1):
        lines += [f"Component {number}", *explain.output(content.weights, components)]
    if len(columns) > _EXPLAINED:
        lines.append(f"The other {len(columns) - _EXPLAINED} components go alike.")
    return Told(f"Mix: the output of “{query}”", tuple(lines))
