"""Two states in words: one sentence about what differs, the settings of each, and a table to copy."""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.comparison import Both, Comparison, State, compared
from attnstudio.model.wording import listed
from attnstudio.notes.speech import caption_of
from attnstudio.notes.tables import aligned

NAMED = 4  # vectors that moved; the rest is counted
NONE = "–"  # where one of the two has no such word


def caption(state: State) -> str:
    """Scene, query, mask and scaling of one state."""
    return caption_of(state.document, state.trace, state.look)


def difference_in_words(a: State, b: State, found: Comparison) -> str:
    """What is different, the weight that changed most first."""
    if not found.weights:
        return "There is no word that asks in either of them."
    asks = a.asks if a.asks == b.asks else f"{a.asks} in A, {b.asks} in B"
    if found.is_same:
        return f"{asks}: every weight and the output are the same."
    parts = []
    if found.most is not None and found.most.difference is not None:
        most = found.most
        parts.append(
            f"{most.name} changes most, from {_shown(most.a)} to {_shown(most.b)} ({change_of(most, True)})"
        )
    else:
        parts.append("the two sentences share no word")
    if found.apart is not None:
        parts.append(f"the outputs are {numerals.fixed(found.apart)} apart")
    return f"{asks}: {'; '.join(parts)}.{_moved(found.moved)}"


def _moved(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    told = listed(names, NAMED)
    return f" Moved: {told}."


def rows_of(found: Comparison) -> list[tuple[str, str, str, str]]:
    """Name, A, B and B − A of every weight and every component of the output, as printed."""
    weights = [(line.name, _shown(line.a), _shown(line.b), change_of(line, True)) for line in found.weights]
    outputs = [(line.name, _number(line.a), _number(line.b), change_of(line)) for line in found.outputs]
    return weights + outputs


def text_of(a: State, b: State) -> str:
    """Everything as text for the clipboard."""
    found = compared(a, b)
    table = aligned([("", "A", "B", "B − A"), *rows_of(found)])
    return f"A: {caption(a)}\nB: {caption(b)}\n{difference_in_words(a, b, found)}\n\n{table}"


def change_of(line: Both, is_weight: bool = False) -> str:
    """The difference with its sign, of the numbers as they are printed: whoever subtracts gets the same."""
    if line.a is None or line.b is None:
        return NONE
    digits = numerals.WEIGHT_DIGITS if is_weight else numerals.DIGITS
    return numerals.difference(line.a, line.b, digits)


def _shown(weight: float | None) -> str:
    return NONE if weight is None else numerals.weight(weight)


def _number(value: float | None) -> str:
    return NONE if value is None else numerals.fixed(value)
