"""Where one number of a query, a key or a value came from: x, its position, its matrix, its turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

from attnstudio.model import numerals
from attnstudio.model.attempt import Attempt, product_sum
from attnstudio.model.document import Document, Look, Matrix, Passage, Role, Vector, names_of
from attnstudio.model.heads import mixes_words
from attnstudio.model.positions import added as added_positions
from attnstudio.model.positions import pairs, places
from attnstudio.model.printed import Term, added, cos, faithful, less, printed, sin, times
from attnstudio.model.trace import Trace

MOST_COMPONENTS = 4
"""Components of x whose position is added in print; the others go alike."""

_LETTERS: dict[Role, str] = {"query": "q", "key": "k", "value": "v"}


@dataclass(frozen=True, slots=True)
class Source:
    """A document, its trace, and the passage and the head of it that are looked at."""

    document: Document
    trace: Trace
    look: Look

    @property
    def held(self) -> Passage:
        return self.document.passages[self.look.passage]

    @property
    def head(self) -> int:
        return self.look.head

    def ids(self, i: int, j: int) -> tuple[int, int]:
        return self.held.query_tokens[i].id, self.held.key_tokens[j].id

    def word_of_x(self, row: int) -> str:
        """X has the query tokens' rows first, and below them the key tokens' where those are others."""
        names = names_of(self.held.query_tokens)
        if row < len(names) or self.held.is_self_attention:
            return names[row]
        return names_of(self.held.key_tokens)[row - len(names)]


def tell_vector(attempt: Attempt, source: Source, role: Role, row: int, column: int) -> None:
    """One component of a query, a key or a value, as it enters the comparison or the mix."""
    letter = _LETTERS[role]
    if source.document.positions.kind != "rope" or role == "value":
        wanted = _array(source, role)[row][column]
        _before_turn(attempt, source, role, row, column, letter, wanted)
        return
    d = source.trace.d_k
    first, second = _pair_of(column, d, source)
    place = float(places(source.held, source.document.mask)[0 if role == "query" else 1][row])
    angle = _angle(place, first, d, source)
    turned = _array(source, role)[row]
    # What the turn began with, from what it made: the plane's arrow turned back.
    a = turned[first] * math.cos(angle) + turned[second] * math.sin(angle)
    b = turned[second] * math.cos(angle) - turned[first] * math.sin(angle)
    names = [f"{letter}{numerals.below(part + 1)}" for part in (first, second)]
    x = _before_turn(attempt, source, role, row, first, names[0], a)
    y = _before_turn(attempt, source, role, row, second, names[1], b)
    turn = _tell_angle(attempt, source, place, first, d, angle)
    c = attempt.work("cos", cos(turn), math.cos(angle))
    s = attempt.work("sin", sin(turn), math.sin(angle))
    term = less(times(x, c), times(y, s)) if column == first else added([times(x, s), times(y, c)])
    attempt.work(f"{names[column == second]}, turned", term, turned[column])


def _before_turn(
    attempt: Attempt, source: Source, role: Role, row: int, column: int, label: str, wanted: float
) -> Term:
    """x·W, or what was placed by hand."""
    held, projection = source.held, source.document.projection
    if held.embedding is None or projection is None:
        placed = printed(held.heads[source.head].of(role)[row][column], attempt.digits)
        is_turned = source.document.positions.kind == "rope" and role != "value"
        says = placed.text if is_turned else f"{placed.text}, an input: drag it or type it"
        attempt.say(label, says)
        return placed
    head, word, part = source.head, row, column
    if mixes_words(source.document, held):
        head, word, part = _reshaped(attempt, source, role, row, column)
    matrices = {"query": projection.w_q, "key": projection.w_k, "value": projection.w_v}[role]
    x = _x(source, role, word)
    weights = [line[part] for line in matrices[head]]
    if source.document.positions.kind == "added":
        x = _with_position(attempt, source, role, word, x)
    matrix = f"W_{_LETTERS[role].upper()}"
    name = f"x · {matrix}" if source.document.positions.kind != "rope" or role == "value" else label
    return attempt.work(name, product_sum(list(zip(x, weights, strict=True)), attempt.digits), wanted)


def _reshaped(attempt: Attempt, source: Source, role: Role, row: int, column: int) -> tuple[int, int, int]:
    """Which head, word and component a reshape without the transpose puts here."""
    rows = _array(source, role)
    n, d, heads = len(rows), len(rows[0]), len(source.trace.weights)
    word, place = divmod(source.head * n * d + row * d + column, heads * d)
    head, part = divmod(place, d)
    name = names_of(source.held.tokens_of(role))[word]
    attempt.say("reshape", f"without the transpose this is {name}'s column {place + 1} of {heads * d}")
    return head, word, part


def _with_position(attempt: Attempt, source: Source, role: Role, word: int, x: Vector) -> Vector:
    """x with the vector of its position added, as printed."""
    positions = source.document.positions
    at = places(source.held, source.document.mask)[0 if role == "query" else 1]
    position = added_positions(at, len(x), positions)[word].tolist()
    moved = list(map(sum, zip(x, position, strict=True)))
    for k in range(min(len(x), MOST_COMPONENTS)):
        term = added([printed(x[k], attempt.digits), printed(position[k], attempt.digits)])
        result = attempt.work(f"x{numerals.below(k + 1)} + position", term, moved[k])
        moved[k] = float(result.worth)
    if len(x) > MOST_COMPONENTS:
        attempt.say("", f"the other {len(x) - MOST_COMPONENTS} components go alike")
    return tuple(moved)


def _tell_angle(attempt: Attempt, source: Source, place: float, first: int, d: int, angle: float) -> Term:
    """The position times the turn of its pair, in radians."""
    positions = source.document.positions
    number = _number_of_pair(first, d, source)
    per_word = positions.turn * math.pow(positions.base, -2.0 * number / d)
    step = faithful(per_word) if number == 0 else printed(per_word, attempt.digits + 2)
    term = times(Term(numerals.fixed(place, 0), Decimal(int(place))), step)
    return attempt.work("turn", term, angle, digits=attempt.digits + 2)


def _pair_of(column: int, d: int, source: Source) -> tuple[int, int]:
    """The two components that turn together with this one."""
    first, second = pairs(d, source.document.positions.pairing)
    both = list(zip(range(d)[first], range(d)[second], strict=True))
    return next(pair for pair in both if column in pair)


def _number_of_pair(first: int, d: int, source: Source) -> int:
    return list(range(d)[pairs(d, source.document.positions.pairing)[0]]).index(first)


def _angle(place: float, first: int, d: int, source: Source) -> float:
    positions = source.document.positions
    slower = math.pow(positions.base, -2.0 * _number_of_pair(first, d, source) / d)
    return place * positions.turn * slower


def _array(source: Source, role: Role) -> list[list[float]]:
    trace = source.trace
    array = {"query": trace.queries, "key": trace.keys, "value": trace.values}[role]
    rows: list[list[float]] = array[source.head].tolist()
    return rows


def _x(source: Source, role: Role, word: int) -> Vector:
    embedding = source.held.embedding
    assert embedding is not None
    rows: Matrix = embedding.x if role == "query" or embedding.x_keys is None else embedding.x_keys
    return rows[word]
