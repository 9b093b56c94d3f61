"""What the pipeline says of its steps: the heads of its columns, and a sentence for each."""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.document import names_of
from attnstudio.model.rules import may_look
from attnstudio.state.snapshot import Snapshot, Step
from attnstudio.ui.panels.formula.content import AT_ZERO

TITLES: dict[Step, str] = {
    "match": "Match",
    "scale": "Scale",
    "mask": "Mask",
    "normalize": "Normalize",
    "mix": "Mix",
}

HELP = (
    "Arrow keys go from cell to cell, Page Up, Page Down, Home and End through the words. Enter opens the "
    "arithmetic of a number, or selects the key of a word. Space masks a key or lets it be seen. On a "
    "weight, plus and minus, or Alt with Left and Right, pull it by 0.01; with Shift by 0.001, with Ctrl "
    "by 0.1; F2 takes a number."
)


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
        case "mask" if is_late(now):
            return ("after →", "later")
        case "mask":
            return ("look?", "+ M")
        case "normalize" if wrong.skips_softmax:
            return ("no softmax", "none")
        case "normalize" if is_late(now):
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
        case "mask" if is_late(now):
            return (
                f"May {query} look at this word? Here the question comes too late, after the softmax has "
                "shared out the weights: what a hidden word got is thrown away, and nobody else gets it."
            )
        case "normalize" if now.document.wrong.skips_softmax:
            return (
                "The softmax is left out: the scores themselves serve as weights. They need not lie between "
                "0 and 1, and they don't add up to 1."
            )
        case "normalize" if is_late(now):
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


def is_late(now: Snapshot) -> bool:
    """Whether the mask comes after the softmax."""
    wrong = now.document.wrong
    return wrong.mask_after_softmax and not wrong.skips_softmax and now.document.mask.hides
