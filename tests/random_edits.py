"""Edits at random: whatever a learner could ask of a document, some of which is refused. Without Qt."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attnstudio.model import edits, projecting
from attnstudio.model.document import Document
from attnstudio.model.edits import Edit
from attnstudio.model.settings import (
    ALIGNS,
    DISTRIBUTIONS,
    DIVISORS,
    GOALS,
    PADDINGS,
    PAIRINGS,
    POSITION_KINDS,
    RULES,
    Learning,
    Mask,
    Positions,
    Sampling,
    Wrong,
)
from attnstudio.study.sourcing import draw_through, use_source

NUMBERS = (0.0, 1.0, -0.5, 3.0, 1e-5, -1e6)


def edit_at_random(dice: Random, passage: int) -> Edit:
    """An edit, from a dice; `passage` is the one that is shown."""
    kinds: tuple[Callable[[Random, Document], Document], ...] = (
        *(_mask, _positions, _heads, _source, _sampling, _learning, _cell, _freedom),
        lambda dice, document: _wrong(dice, document, passage),
        lambda dice, document: edits.set_cosine(document, dice.random() < 0.5),
        lambda dice, document: edits.set_temperature(document, dice.choice((0.0, 0.01, 1.0, 1e6))),
    )
    kind, seed = dice.choice(kinds), dice.random()
    return lambda document: kind(Random(seed), document)


def _mask(dice: Random, document: Document) -> Document:
    made = Mask(
        dice.choice(RULES),
        document.mask.flipped,
        dice.choice((1, 2, 3, 100)),
        dice.choice(ALIGNS),
        dice.choice(PADDINGS),
        dice.choice((0, 1, 99)),
    )
    return edits.set_mask(document, made)


def _positions(dice: Random, document: Document) -> Document:
    turn, base = dice.choice((0.0, 0.1, -2.0, 1e6)), dice.choice((1.0, 10.0, 1e4))
    made = Positions(dice.choice(POSITION_KINDS), turn, base, dice.choice(PAIRINGS), dice.choice((0.0, 50.0)))
    return edits.set_positions(document, made)


def _wrong(dice: Random, document: Document, passage: int) -> Document:
    held, added = document.passages[min(passage, len(document.passages) - 1)], None
    if held.query_tokens and held.key_tokens and dice.random() < 0.3:
        added = dice.choice(held.query_tokens).id, dice.choice(held.key_tokens).id, dice.choice(NUMBERS)
    late, skips, cuts = (dice.random() < 0.3 for _ in range(3))
    return edits.set_wrong(document, Wrong(late, skips, cuts, added))


def _heads(dice: Random, document: Document) -> Document:
    return projecting.set_heads(document, dice.choice((1, 2, 3, 4)))


def _cell(dice: Random, document: Document) -> Document:
    which, preset = dice.choice(projecting.WHICH), dice.choice(projecting.PRESETS)
    if dice.random() < 0.5:
        return projecting.set_preset(document, which, 0, preset)
    return projecting.set_cell(document, which, 0, 0, 0, dice.choice(NUMBERS))


def _freedom(dice: Random, document: Document) -> Document:
    return dice.choice((projecting.make_free, projecting.make_projected))(document)


def _source(dice: Random, document: Document) -> Document:
    if dice.random() < 0.2:
        return draw_through(document, "plain")
    return dice.choice(
        (
            lambda: use_source(document, "hand-placed"),
            lambda: use_source(document, "word vectors", "axes"),
            lambda: use_source(document, "word vectors", "components"),
        )
    )()


def _sampling(dice: Random, document: Document) -> Document:
    made = Sampling(
        dice.choice((1, 2, 64)),
        dice.choice((1, 8)),
        dice.choice((1, 200)),
        dice.choice(DISTRIBUTIONS),
        dice.choice((0, 7)),
        dice.choice(DIVISORS),
        dice.choice((1, 512)),
        dice.choice((0.01, 8.0, 1e6)),
    )
    return edits.set_sampling(document, made)


def _learning(dice: Random, document: Document) -> Document:
    made = Learning(dice.choice(GOALS), dice.choice((1e-9, 0.1, 1e6)), dice.choice((0, 1)))
    return edits.set_learning(document, made)
