"""What the pipeline says: the heads of its columns, a sentence for each, and the arithmetic of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.attempt import as_text
from attnstudio.model.derivation import Derivation, Node, derivation, share, sum_of_weights
from attnstudio.model.document import names_of
from attnstudio.model.rules import may_look
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.ui.panels.formula.content import AT_ZERO
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.content import Content
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot

TITLES: dict[Step, str] = {
    "match": "Match",
    "scale": "Scale",
    "mask": "Mask",
    "normalize": "Normalize",
    "mix": "Mix",
}

_NODES: dict[Place, Node] = {"match": "scores", "scale": "scaled", "mask": "masked", "normalize": "weights"}
_POWERS = "Σ adds up exp of every word that takes part, in the order of the words."
_TURNED = "q and k are compared as their positions turned them (RoPE)."
_EXPLAINED = 8
"""Components of an output whose arithmetic is shown; the others go alike."""

HELP = (
    "Arrow keys go from cell to cell, Page Up, Page Down, Home and End through the words. Enter opens the "
    "arithmetic of a number, or selects the key of a word. Space masks a key or lets it be seen. On a "
    "weight, plus and minus, or Alt with Left and Right, pull it by 0.01; with Shift by 0.001, with Ctrl "
    "by 0.1; F2 takes a number."
)


@dataclass(frozen=True, slots=True)
class Arithmetic:
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


def arithmetic_of(now: Snapshot, content: Content, spot: Spot) -> Arithmetic:
    """How the number of a cell came about."""
    document, trace, look, i = now.document, now.trace, now.look, now.query_index
    if spot.j == SUMS:
        return _sum_of(now, content) if spot.place == "normalize" else _output_of(now)
    if spot.place == "mix":
        return _arithmetic(share(document, trace, look, i, spot.j))
    node = _NODES.get(spot.place, "weights")
    told = derivation(document, trace, look, node, i, spot.j)
    notes = [_POWERS] if any(line.label == "Σ" for line in told.lines) else []
    if document.positions.kind == "rope":
        notes.append(_TURNED)
    return _arithmetic(told, notes)


def _is_late(now: Snapshot) -> bool:
    """Whether the mask comes after the softmax."""
    wrong = now.document.wrong
    return wrong.mask_after_softmax and not wrong.skips_softmax and now.document.mask.hides


def _arithmetic(told: Derivation, notes: Sequence[str] = ()) -> Arithmetic:
    return Arithmetic(told.title, (*as_text(told.lines), *notes))


def _sum_of(now: Snapshot, content: Content) -> Arithmetic:
    notes = _lost(now, content)
    if now.document.wrong.skips_softmax:
        total = numerals.fixed(content.total, numerals.WEIGHT_DIGITS)
        notes = (f"The scores that serve as weights sum to {total}: there was no softmax.",)
    return _arithmetic(sum_of_weights(now.document, now.trace, now.look, now.query_index), notes)


def _lost(now: Snapshot, content: Content) -> tuple[str, ...]:
    """What the hidden words took with them, where the mask came too late."""
    if not _is_late(now) or content.is_blind or all(content.may_look):
        return ()
    lost = numerals.weight(1.0 - content.total)
    return (
        f"The mask came after the softmax: the hidden words took {lost} with them.",
        "Divided by this sum, the weights would be those of a mask before it.",
    )


def _output_of(now: Snapshot) -> Arithmetic:
    """All components of the output, or as many as say how the others go."""
    count, i = now.trace.d_v, now.query_index
    lines: list[str] = []
    for number in range(min(count, _EXPLAINED)):
        made = derivation(now.document, now.trace, now.look, "output", i, number)
        lines += [f"Component {number + 1}", *as_text(made.lines)]
    if count > _EXPLAINED:
        lines.append(f"The other {count - _EXPLAINED} components go alike.")
    of_head = f", head {now.head + 1}" if len(now.trace.weights) > 1 else ""
    return Arithmetic(f"Output of {names_of(now.passage.query_tokens)[i]}{of_head}", tuple(lines))
