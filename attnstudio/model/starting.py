"""How *Learn* sets out: with what its goal needs, and with the matrices that a seed draws."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np

from attnstudio.model.document import Document
from attnstudio.model.goals import Wanted
from attnstudio.model.learning import arrives, problem_of, proposed_rate
from attnstudio.model.projecting import averaging
from attnstudio.model.separable import Verdict, quick_verdict

SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Of the vectors that are added for positions, tried from the least on."""
_FEW = 3  # sizes of which each could do but takes too long, until no more are tried
_ENOUGH = 500  # steps within which a size has to do
_SPREAD = 0.7  # of a seed's numbers, times √d_model: small enough that all weights begin nearly equal


def prepared(document: Document, wished: Wanted) -> Document:
    """`document` as learning begins: a goal that is about places switches positions on, one that is about
    outputs needs a W_O, and a seed other than 0 draws the matrices that are learned."""
    if wished.obstacle:
        return document
    if wished.goal in ("previous", "first") and document.positions.kind == "none":
        return _placed(document, wished)
    return _drawn(with_output_matrix(document) if wished.is_lean else document, wished)


def with_output_matrix(document: Document) -> Document:
    """With a W_O, where there is none: the identity for one head, the mean of several."""
    projection = document.projection
    if projection is None or projection.w_o is not None:
        return document
    heads, d_model, d_v = len(projection.w_v), len(projection.w_v[0]), len(projection.w_v[0][0])
    return replace(document, projection=replace(projection, w_o=averaging(heads, d_v, d_model)))


def _placed(document: Document, wished: Wanted) -> Document:
    """With vectors added to x, the least with which descent gets there; else those that leave most room.

    In two dimensions they lie on a circle, on which many words need a smaller turn to keep apart.
    """
    most = max(len(passage.query_tokens) for passage in document.passages)
    turns = (1.0, round(math.pi / most, 2)) if most > 3 else (1.0,)
    own = replace(document.positions, kind="added")  # the person's pairing and base stay
    best, best_verdict = _drawn(replace(document, positions=own), wished), Verdict(margin=-1.0)
    failed = 0
    for turn, size in product(turns, SIZES):
        made = _drawn(replace(document, positions=replace(own, turn=turn, size=size)), wished)
        found = quick_verdict(made, wished)  # what is not known passes for possible: it mostly is
        if found.is_possible and _gets_there(made, wished):
            return made
        if found.is_possible and found.margin > best_verdict.margin:
            best, best_verdict = made, found
        failed += found.is_possible
        if failed == _FEW:
            break
    return best


def _gets_there(document: Document, wished: Wanted) -> bool:
    """Whether descent from here reaches every aim in a few hundred steps, at the document's rate or at one
    that goes down from the start."""
    problem = problem_of(document, wished)
    rates = dict.fromkeys((document.learning.rate, proposed_rate(problem)))
    return any(arrives(problem, rate, _ENOUGH) for rate in rates)


def _drawn(document: Document, wished: Wanted) -> Document:
    if not document.learning.seed:
        return document
    generator = np.random.default_rng(document.learning.seed)
    problem = problem_of(document, wished)
    first, second = (
        generator.normal(0.0, _SPREAD / np.sqrt(matrix.shape[-2]), matrix.shape) for matrix in problem.start
    )
    return problem.put(document, (first, second))
