"""What the Positions panel shows, as values and sentences made from a Snapshot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.document import Document, Handle, names_of
from attnstudio.model.geometry import Vec2
from attnstudio.model.ordering import noticed
from attnstudio.model.positions import added, pairs, places, turned
from attnstudio.model.resolve import vectors_of
from attnstudio.model.settings import Pairing, PositionKind, Positions
from attnstudio.model.trace import Array
from attnstudio.model.wording import capital
from attnstudio.state.snapshot import Snapshot

EXAMPLE = (1.0, 2.0, 3.0, 4.0)
"""Components of the example that shows how they make pairs."""

CALLED: dict[PositionKind, str] = {"none": "none", "rope": "RoPE", "added": "added to x"}
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person asks beside the document: which key, and how much further words stand. `both` moves
    query and key on, `alone` the key by itself."""

    key: int = -1  # its token's id; −1: none was chosen
    both: int = 0
    alone: int = 0


@dataclass(frozen=True, slots=True)
class Arm:
    """An arrow in the plane of the first pair: before its position plays a part, and after."""

    handle: Handle
    name: str
    index: int | None  # of the key's colour; None: the query's
    before: Vec2
    after: Vec2


@dataclass(frozen=True, slots=True)
class Pair:
    """A query and a key at the places where they are asked for, and what they score there."""

    query: str
    key: str
    places: tuple[int, int]  # now
    moved: tuple[int, int]  # as asked
    plain: float  # the score without positions
    score: float  # at `places`
    at_moved: float


def degrees(positions: Positions) -> float:
    """Of one position, for the first pair."""
    return math.degrees(positions.turn)


def turn_text(positions: Positions) -> str:
    return f"{numerals.exact(degrees(positions), 0, 1)}°"


def settings_text(positions: Positions) -> str:
    """For a picture, in place of the controls."""
    turn = f"{turn_text(positions)} a position, base {numerals.exact(positions.base, 0, 2)}"
    if positions.kind == "added":
        return f"Added to x: {turn}, length {numerals.exact(positions.size, 0, 3)}"
    return f"RoPE: {turn}, {positions.pairing}"


def about_figure(now: Snapshot, asked: Asked, about: str) -> str:
    """What controls say on the screen, for a picture."""
    pair = pair_of(now, asked)
    told = [about]
    if now.document.positions.kind != "none":
        told.insert(0, f"{settings_text(now.document.positions)}.")
    if pair is not None:
        told.append(f"Below: {pair.query} asks, {pair.key} offers.")
    return " ".join(told)


def key_of(now: Snapshot, asked: Asked) -> int:
    """Index of the key that is looked at; −1 where there is none. Unless one was chosen it is that which the
    query fits best, positions aside, and another word than itself."""
    ids = [token.id for token in now.passage.key_tokens]
    if asked.key in ids:
        return ids.index(asked.key)
    i = now.query_index
    if i < 0 or not ids:
        return min(len(ids) - 1, 0)
    queries, keys, _ = vectors_of(_plain(now), now.look.passage)
    scores = keys[now.head] @ queries[now.head, i]
    if now.passage.is_self_attention and len(ids) > 1:
        scores[i] = -math.inf
    return int(scores.argmax())


def arms_of(now: Snapshot, asked: Asked) -> tuple[Arm, ...]:
    """The shown query and every key. Where words are moved on, the query and the key that is looked at stand
    where they would be then."""
    i, j = now.query_index, key_of(now, asked)
    there = _moved_places(now, asked)
    queries, keys, _ = vectors_of(_plain(now), now.look.passage)
    turned_queries, turned_keys, _ = vectors_of(now.document, now.look.passage, there)
    first, second = _first_pair(now, queries.shape[-1])
    names = names_of(now.passage.key_tokens)
    is_moved = asked.both or asked.alone
    made = [
        Arm(
            Handle("key", token.id, now.head),
            names[index] + (f" at {numerals.fixed(there[1][index], 0)}" if is_moved and index == j else ""),
            index,
            _point(keys[now.head, index], first, second),
            _point(turned_keys[now.head, index], first, second),
        )
        for index, token in enumerate(now.passage.key_tokens)
    ]
    asks = now.query_token
    if asks is not None:
        name = f"query at {numerals.fixed(there[0][i], 0)}" if is_moved else "query"
        ends = (_point(rows[now.head, i], first, second) for rows in (queries, turned_queries))
        made.append(Arm(Handle("query", asks.id, now.head), name, None, *ends))
    return tuple(made)


def pair_of(now: Snapshot, asked: Asked) -> Pair | None:
    i, j = now.query_index, key_of(now, asked)
    if i < 0 or j < 0:
        return None
    here, there = places(now.passage, now.document.mask), _moved_places(now, asked)
    scores = []
    for document, at in ((_plain(now), here), (now.document, here), (now.document, there)):
        queries, keys, _ = vectors_of(document, now.look.passage, at)
        scores.append(float(queries[now.head, i] @ keys[now.head, j]))
    return Pair(
        names_of(now.passage.query_tokens)[i],
        names_of(now.passage.key_tokens)[j],
        (int(here[0][i]), int(here[1][j])),
        (int(there[0][i]), int(there[1][j])),
        *scores,
    )


def about_pair(pair: Pair | None, positions: Positions) -> tuple[str, ...]:
    """In lines: where the two stand, what they score, and what moving them on has changed."""
    if pair is None:
        return ("Two words are needed: one that asks, and one that offers.",)
    (i, j), (to_i, to_j) = pair.places, pair.moved
    if positions.kind == "none":
        return (
            f"counted from 0, {pair.query} stands at {i}, {pair.key} at {j}",
            f"q · k = {numerals.fixed(pair.plain)}, wherever they stand",
        )
    where = f"at {to_i} and {to_j}, {_distance(to_i, to_j)}:"
    now = f"{where} q · k = {numerals.fixed(pair.at_moved)}"
    if pair.moved == pair.places:
        return f"without positions: q · k = {numerals.fixed(pair.plain)}; places count from 0", now
    before = f"at {i} and {j}, {_distance(i, j)}: q · k = {numerals.fixed(pair.score)}"
    return before, now, _verdict(pair)


def _verdict(pair: Pair) -> str:
    (i, j), (to_i, to_j) = pair.places, pair.moved
    is_same = abs(pair.at_moved - pair.score) <= _SAME * max(abs(pair.score), 1.0)
    if i - j == to_i - to_j:
        return "the same distance, the same score" if is_same else "the same distance, another score"
    return "another distance, the same score" if is_same else "another distance, another score"


def _distance(i: int, j: int) -> str:
    return f"distance {numerals.fixed(i - j, 0)}"


def about_order(now: Snapshot) -> str:
    """Whether the order of the words is seen, with the number that says so."""
    if now.trace.n_queries < 1 or now.trace.n_keys < 2:
        return "Two words or more are needed to have an order."
    found = noticed(now.document, now.trace, now.look.passage)
    told = capital(found.sentence)
    return f"{told}: {found.value}." if found.is_seen else f"{told}."


def about_turn(now: Snapshot) -> str:
    positions, d = now.document.positions, now.trace.d_k
    text = f"Each q and k is turned by its position × {turn_text(positions)}; lengths stay, v is not turned."
    return text + (f" Shown: pair 1 of {d // 2}, which turns fastest." if d > 2 else "")


def about_added(now: Snapshot) -> str:
    d_model = _size_of_x(now)
    text = "To each x the vector p of its position is added, before x is projected."
    return text + (f" Shown: pair 1 of {d_model // 2}, which turns fastest." if d_model > 2 else "")


# --- x and p


@dataclass(frozen=True, slots=True)
class Shift:
    """A word's x and x + p, in the plane of the first pair."""

    token: int
    name: str
    index: int | None
    place: int
    x: Vec2
    moved: Vec2


def shifts_of(now: Snapshot) -> tuple[Shift, ...]:
    """Of every word that offers; none where nothing is added, as where vectors are free."""
    embedding, document = now.passage.embedding, now.document
    if embedding is None or document.positions.kind != "added":
        return ()
    rows = embedding.x if embedding.x_keys is None else embedding.x_keys
    _, offering = places(now.passage, document.mask)
    d_model = _size_of_x(now)
    first, second = _first_pair(now, d_model)
    moved = added(offering, d_model, document.positions)
    found = []
    for index, (token, name) in enumerate(
        zip(now.passage.key_tokens, names_of(now.passage.key_tokens), strict=True)
    ):
        x: Array = np.array(rows[index])
        ends = _point(x, first, second), _point(x + moved[index], first, second)
        found.append(Shift(token.id, name, index, int(offering[index]), *ends))
    return tuple(found)


def circle_of(now: Snapshot) -> tuple[Vec2, ...]:
    """p₀, p₁, …: the position vectors of the first pair, as many as there are places."""
    _, offering = places(now.passage, now.document.mask)
    count = int(offering.max()) + 1 if len(offering) else 0
    rows = added(np.arange(float(count)), 2, now.document.positions)
    return tuple((float(x), float(y)) for x, y in rows)


def about_shift(shift: Shift) -> str:
    """E.g. “x (0.60, 0.60) + p₅ (−0.96, 0.28) = (−0.36, 0.88)”."""
    p = (shift.moved[0] - shift.x[0], shift.moved[1] - shift.x[1])
    name = f"p{numerals.below(shift.place)}"
    sum_of = f"{numerals.vector(shift.x)} + {name} {numerals.vector(p)} = {numerals.vector(shift.moved)}"
    return f"{shift.name}: {sum_of}"


# --- pairs of components


@dataclass(frozen=True, slots=True)
class Turned:
    """An example under one pairing: the names of the components in each pair, before and after."""

    pairing: Pairing
    names: tuple[tuple[str, str], ...]
    before: tuple[Vec2, ...]
    after: tuple[Vec2, ...]
    angles: tuple[float, ...]  # degrees, of each pair
    result: tuple[float, ...]


def turned_example(x: tuple[float, ...], place: int, positions: Positions, pairing: Pairing) -> Turned:
    row = np.array([x])
    kind = Positions("rope", positions.turn, positions.base, pairing)
    made = turned(row, np.array([float(place)]), kind)
    first, second = pairs(len(x), pairing)
    names = [f"x{numerals.below(number + 1)}" for number in range(len(x))]
    count = len(x) // 2
    return Turned(
        pairing,
        tuple(zip(names[first], names[second], strict=True)),
        tuple(zip(row[0, first].tolist(), row[0, second].tolist(), strict=True)),
        tuple(zip(made[0, first].tolist(), made[0, second].tolist(), strict=True)),
        tuple(
            math.degrees(place * positions.turn * positions.base ** (-2.0 * pair / len(x)))
            for pair in range(count)
        ),
        tuple(made[0].tolist()),
    )


# --- inside


def _plain(now: Snapshot) -> Document:
    """The document without positions."""
    return replace(now.document, positions=Positions())


def _moved_places(now: Snapshot, asked: Asked) -> tuple[Array, Array]:
    """The places of all words, with the query and the key that are looked at moved on."""
    asking, offering = (part.copy() for part in places(now.passage, now.document.mask))
    j = key_of(now, asked)
    if now.query_index >= 0:
        asking[now.query_index] += asked.both
    if j >= 0:
        offering[j] += asked.both + asked.alone
    return asking, offering


def _first_pair(now: Snapshot, size: int) -> tuple[int, int]:
    """The components of the pair that turns fastest; of one component, that one alone."""
    if size < 2:
        return 0, -1
    first, second = pairs(size - size % 2, now.document.positions.pairing)
    return first.start, second.start


def _point(row: Array, first: int, second: int) -> Vec2:
    return float(row[first]), 0.0 if second < 0 else float(row[second])


def pair_count(now: Snapshot) -> int:
    """How many pairs of components the positions of the document turn."""
    return (_size_of_x(now) if now.document.positions.kind == "added" else now.trace.d_k) // 2


def _size_of_x(now: Snapshot) -> int:
    return 0 if now.document.projection is None else len(now.document.projection.w_q[0])
