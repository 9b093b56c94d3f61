"""How *Learn* sets out: with what its goal needs, and with the matrices that a seed draws."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np

from attnstudio.model.document import Document
from attnstudio.model.goals import Wanted
from attnstudio.model.learning import problem_of
from attnstudio.model.projecting import averaging
from attnstudio.model.separable import verdict
from attnstudio.model.settings import Positions

SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Of the vectors that are added for positions, tried from the least on."""
ENOUGH = 0.025
"""Of a verdict's margin, for gradient descent to get there in a few hundred steps."""
_SPREAD = 0.7  # of a seed's numbers, times √d_model: small enough that all weights begin nearly equal


def prepared(document: Document, wished: Wanted) -> Document:
    """`document` as learning begins: a goal that is about places switches positions on, one that is about
    outputs needs a W_O, and a seed other than 0 draws the matrices that are learned."""
    if wished.obstacle:
        return document
    if wished.goal in ("previous", "first") and document.positions.kind == "none":
        document = replace(document, positions=_telling(document, wished))
    if wished.is_lean:
        document = with_output_matrix(document)
    return _drawn(document, wished) if document.learning.seed else document


def with_output_matrix(document: Document) -> Document:
    """With a W_O, where there is none: the identity for one head, the mean of several."""
    projection = document.projection
    if projection is None or projection.w_o is not None:
        return document
    heads, d_model, d_v = len(projection.w_v), len(projection.w_v[0]), len(projection.w_v[0][0])
    return replace(document, projection=replace(projection, w_o=averaging(heads, d_v, d_model)))


def _telling(document: Document, wished: Wanted) -> Positions:
    """Vectors added to x, no longer than makes the goal possible with some room.

    In two dimensions they lie on a circle, on which many words need a smaller turn to keep apart.
    """
    most = max(len(passage.query_tokens) for passage in document.passages)
    turns = (1.0, round(math.pi / most, 2)) if most > 3 else (1.0,)
    best = Positions("added")
    for size, turn in product(SIZES, turns):
        made = Positions("added", turn=turn, size=size)
        found = verdict(replace(document, positions=made), wished)
        if found.is_possible and (found.margin >= ENOUGH or not found.is_known):
            return made
        if found.is_possible:
            best = made
    return best


def _drawn(document: Document, wished: Wanted) -> Document:
    generator = np.random.default_rng(document.learning.seed)
    problem = problem_of(document, wished)
    first, second = (
        generator.normal(0.0, _SPREAD / np.sqrt(matrix.shape[-2]), matrix.shape) for matrix in problem.start
    )
    return problem.put(document, (first, second))
