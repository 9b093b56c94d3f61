"""Whether a goal can be reached at all, with a certificate that can be checked.

A score is bilinear: query i scores key j with x_i·M·x_jᵀ, M = W_Q·W_Kᵀ. Scaling M up makes the largest
score take all the weight, so all aims can be met, whatever weight is asked for, if and only if some M has

    x_i · M · (x_target − x_j)ᵀ > 0    for every aim (i, target) and every other key j that i may look at.

That is one linear inequality in M for each tensor x_i ⊗ (x_target − x_j). By a theorem of the alternative
(Gordan 1873) an M exists unless the point 0 lies in the convex hull of these tensors: the point of the hull
that is nearest to 0 is such an M, and where it is 0 its convex coefficients prove that there is none. It is
found by Wolfe's algorithm (1976). With RoPE each pair of components has two Ms of its own, which meet the
cosine and the sine of the turn; then a proof of "impossible" holds, while "possible" is but a hope.

The lean of an output is linear in the same way: sign · Σ over heads of mixed · n, with n = W_V·W_O·axis.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnstudio.model.document import Document, names_of
from attnstudio.model.goals import Aim, Wanted, aim_name, letter, visible
from attnstudio.model.learning import inputs_of, mixed_inputs
from attnstudio.model.positions import angles, places
from attnstudio.model.trace import Array
from attnstudio.model.wording import listed

TOUCHING = 1e-9
"""Nearer to 0 than this, of tensors of length 1, counts as 0."""
MOST_NUMBERS = 4_000_000
"""Components of all tensors together; beyond it nothing is decided."""
QUICK = 60_000
"""So many components are decided in a few milliseconds."""
_ROUNDS = 5000
_NAMED = 4  # aims that are told one by one


@dataclass(frozen=True, slots=True)
class Proof:
    """A convex combination of tensors that is 0: coefficient, aim and key (−1: a lean) of each."""

    terms: tuple[tuple[float, Aim, int], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`proof` where the goal is out of reach, with the `reason` in one sentence; else `margin`, how far the
    hull is from 0 (tensors of length 1). `is_known` is False where there were too many words to decide."""

    reason: str = ""
    proof: Proof | None = None
    margin: float = 0.0
    is_known: bool = True

    @property
    def is_possible(self) -> bool:
        return self.proof is None


def verdict(document: Document, wished: Wanted) -> Verdict:
    """Whether the matrices that `wished` learns can reach it in `document`, positions as they are there."""
    tensors, terms = lean_tensors(document, wished) if wished.is_lean else tensors_of(document, wished)
    if tensors is None:
        return Verdict(is_known=False)
    if not len(tensors):
        return Verdict(margin=1.0)  # nobody has another key to look at
    lengths = np.linalg.norm(tensors, axis=1)
    if not lengths.all():
        place = int(np.argmin(lengths))
        proof = Proof(((1.0, *terms[place]),))
        return Verdict(_vanishing(document, wished, *terms[place]), proof)
    if not wished.is_lean and (found := _alone(document, wished)) is not None:
        return found
    nearest, shares = nearest_point(tensors / lengths[:, None])
    margin = float(np.linalg.norm(nearest))
    if margin > TOUCHING:
        return Verdict(_rank_note(document, wished), None, margin)
    shares = shares / lengths
    kept = np.flatnonzero(shares)
    total = float(shares.sum())
    proof = Proof(tuple((float(shares[k]) / total, *terms[k]) for k in kept))
    return Verdict(_together(document, wished, proof), proof)


def quick_verdict(document: Document, wished: Wanted) -> Verdict:
    """The verdict for whoever can't wait: not known where it would take a time that somebody notices."""
    return verdict(document, wished) if _is_quick(document, wished) else Verdict(is_known=False)


def _is_quick(document: Document, wished: Wanted) -> bool:
    assert document.projection is not None
    size = len(document.projection.w_q[0])
    keys = max(len(passage.key_tokens) for passage in document.passages)
    return len(wished.aims) * keys * size * size <= QUICK


def tensors_of(document: Document, wished: Wanted) -> tuple[Array | None, list[tuple[Aim, int]]]:
    """(constraints, features) x_i ⊗ (x_target − x_j), and the aim and the key j of each row.

    None for the array where it would be too large.
    """
    made: list[Array] = []
    terms: list[tuple[Aim, int]] = []
    for aim in wished.aims:
        x, by_key = _features(document, aim)
        rivals = [int(j) for j in np.flatnonzero(visible(document, aim.passage)[aim.row]) if j != aim.target]
        if not rivals:
            continue
        terms += [(aim, j) for j in rivals]
        if len(terms) * by_key.shape[1] * len(x) > MOST_NUMBERS:
            return None, []
        gaps = by_key[aim.target] - by_key[rivals]
        made.append((gaps[:, :, None] * x).reshape(len(rivals), -1))
    return (np.concatenate(made) if made else np.empty((0, 1))), terms


def _features(document: Document, aim: Aim) -> tuple[Array, Array]:
    """x of the query (d,), and what M meets of each key, (n_k, f): its x, or with RoPE its x times the
    cosines and sines of the turns between them."""
    x, keys = inputs_of(document, aim.passage)
    if document.positions.kind != "rope":
        return x[aim.row], keys
    assert document.projection is not None
    asking, offering = places(document.passages[aim.passage], document.mask)
    d_k = len(document.projection.w_q[0][0])
    turns = angles(offering - asking[aim.row], d_k, document.positions)
    circle = np.concatenate([np.cos(turns), np.sin(turns)], axis=1)  # (n_k, d_k)
    return x[aim.row], (circle[:, :, None] * keys[:, None, :]).reshape(len(keys), -1)


def lean_tensors(document: Document, wished: Wanted) -> tuple[Array, list[tuple[Aim, int]]]:
    """(aims, h·d_model) sign · mixed for each aim, and the aims, with no key."""
    mixed = mixed_inputs(document, wished)
    signs = np.array([aim.sign for aim in wished.aims])
    rows = mixed.transpose(1, 0, 2).reshape(len(signs), -1)
    return rows * signs[:, None], [(aim, -1) for aim in wished.aims]


def nearest_point(points: Array) -> tuple[Array, Array]:
    """The point nearest to 0 of the convex hull of `points` (m, f), and its convex coefficients (m,).

    Wolfe's algorithm: of ever more points the nearest of their affine hull, and of those only the ones
    whose coefficients are positive.
    """
    first = int(np.argmin((points**2).sum(axis=1)))
    held = [first]
    shares: Array = np.ones(1)
    nearest: Array = points[first]
    for _ in range(_ROUNDS):
        products = points @ nearest
        best = int(np.argmin(products))
        square = float(nearest @ nearest)
        if square <= TOUCHING**2 or products[best] >= square * (1.0 - 1e-10) or best in held:
            break
        held.append(best)
        shares = np.append(shares, 0.0)
        while True:
            wanted = _affine_nearest(points[held])
            if (wanted > 1e-14).all():
                shares = wanted
                break
            falling = wanted < shares
            steps = shares[falling] / (shares[falling] - wanted[falling])
            share = min(float(steps[wanted[falling] <= 1e-14].min(initial=1.0)), 1.0)
            shares = shares + share * (wanted - shares)
            kept = shares > 1e-14
            if kept.all():  # rounding: the least one goes
                kept[int(np.argmin(shares))] = False
            held = [place for place, is_kept in zip(held, kept, strict=True) if is_kept]
            shares = shares[kept]
        nearest = shares @ points[held]
    coefficients = np.zeros(len(points))
    coefficients[held] = shares / shares.sum()
    return coefficients @ points, coefficients


def _affine_nearest(points: Array) -> Array:
    """Coefficients that add up to 1 of the point nearest to 0 in the affine hull."""
    count = len(points)
    system = np.ones((count + 1, count + 1))
    system[0, 0] = 0.0
    system[1:, 1:] = points @ points.T
    right = np.zeros(count + 1)
    right[0] = 1.0
    return np.asarray(np.linalg.lstsq(system, right, rcond=None)[0][1:])


# --- why not, in words ------------------------------------------------------------------------------------


def _alone(document: Document, wished: Wanted) -> Verdict | None:
    """An aim that is out of reach by itself: its key lies between others that the word may look at."""
    for aim in wished.aims:
        _, keys = _features(document, aim)
        rivals = np.flatnonzero(visible(document, aim.passage)[aim.row])
        rivals = rivals[rivals != aim.target]
        if not len(rivals):
            continue
        gaps = keys[aim.target] - keys[rivals]
        lengths = np.linalg.norm(gaps, axis=1)
        nearest, shares = nearest_point(gaps / lengths[:, None])
        if np.linalg.norm(nearest) > TOUCHING:
            continue
        shares = shares / lengths
        kept = np.flatnonzero(shares)
        terms = tuple((float(shares[k] / shares.sum()), aim, int(rivals[k])) for k in kept)
        names = names_of(document.passages[aim.passage].key_tokens)
        others = listed([names[int(rivals[k])] for k in sorted(kept, key=lambda k: -shares[k])])
        where = "" if len(document.passages) == 1 else f" in {letter(aim.passage)}"
        reason = (
            f"The key of {names[aim.target]}{where} lies between those of {others}: "
            "scores are linear in the key, so it can never win alone."
        )
        return Verdict(reason, Proof(terms))
    return None


def _vanishing(document: Document, wished: Wanted, aim: Aim, key: int) -> str:
    """Why a single tensor is 0."""
    held = document.passages[aim.passage]
    asking = names_of(held.query_tokens)[aim.row]
    if wished.is_lean:
        return f"What {asking} mixes is 0: no W_V makes anything of it."
    x, _ = inputs_of(document, aim.passage)
    if not x[aim.row].any():
        return f"The x of {asking} is 0, so its query is 0 and scores every key alike."
    _, keys = _features(document, aim)
    seen = np.flatnonzero(visible(document, aim.passage)[aim.row])
    same = [int(j) for j in seen if (keys[j] == keys[aim.target]).all()]
    names = names_of(held.key_tokens)
    return (
        f"{listed([names[j] for j in same])} have the same key: equal keys share, 1/{len(same)} each at most."
    )


def _together(document: Document, wished: Wanted, proof: Proof) -> str:
    """Why aims that are possible one by one are not all at once."""
    aims = list(dict.fromkeys(aim for _, aim, _ in proof.terms))
    if wished.is_lean:
        return "Both sentences mix the same direction of x: no W_V can turn it to both sides."
    if len(aims) == 1:
        return f"{aim_name(document, aims[0])} alone is out of reach: the score gaps it asks for cancel out."
    named = listed([aim_name(document, aim) for aim in aims], _NAMED)
    return (
        f"Not all at once: one W_Q and one W_K serve all words, "
        f"and the score gaps that {named} ask for cancel out."
    )


def _rank_note(document: Document, wished: Wanted) -> str:
    """W_Q·W_Kᵀ has rank d_k at most: where that may be too little, it is said."""
    if wished.is_lean or document.projection is None or document.positions.kind == "rope":
        return ""
    d_k = len(document.projection.w_q[0][0])
    asking = [inputs_of(document, aim.passage)[0][aim.row] for aim in wished.aims]
    offering = np.concatenate(
        [inputs_of(document, passage)[1] for passage in {aim.passage for aim in wished.aims}]
    )
    needed = min(int(np.linalg.matrix_rank(np.array(asking))), int(np.linalg.matrix_rank(offering)))
    if d_k >= needed:
        return ""
    return (
        f"W_Q times W_K transposed has rank {d_k} at most, as d_k = {d_k};"
        f" only from {needed} on it is sure to be enough."
    )
