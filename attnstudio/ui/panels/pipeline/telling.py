"""What the pipeline says of a number: how it came about. Loaded when the first card is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.attempt import as_text
from attnstudio.model.derivation import Derivation, Node, derivation, share, sum_of_weights
from attnstudio.model.document import names_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.content import Content
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.panels.pipeline.words import is_late

_NODES: dict[Place, Node] = {"match": "scores", "scale": "scaled", "mask": "masked", "normalize": "weights"}
_POWERS = "Σ adds up exp of every word that takes part, in the order of the words."
_TURNED = "q and k are compared as their positions turned them (RoPE)."
_EXPLAINED = 8
"""Components of an output whose arithmetic is shown; the others go alike."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """The title and the lines of a card."""

    title: str
    lines: tuple[str, ...]


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
    if not is_late(now) or content.is_blind or all(content.may_look):
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
