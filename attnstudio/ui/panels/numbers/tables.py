"""What stands in the tables of numbers: every step for one query, and the vectors of all queries.

A table knows how a cell reads, what one types to change it, and which component of which vector that is.
"""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.document import Handle, Role, Token, names_of
from attnstudio.model.trace import Array
from attnstudio.state.snapshot import Snapshot

SUM = "Σ"

_DIGITS = 3
_LETTERS: dict[Role, str] = {"query": "q", "key": "k", "value": "v"}
_MEANINGS: dict[Role, str] = {
    "query": "What the word looks for.",
    "key": "What the word offers.",
    "value": "What the word passes on.",
}


@dataclass(frozen=True, slots=True)
class Place:
    """The component of a vector that a cell shows; such a cell can be typed."""

    handle: Handle
    component: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell. `typed` is the number of a `place` as one would type it; `may_look` is of mask cells,
    `cell` their query and key."""

    text: str
    place: Place | None = None
    typed: str = ""
    may_look: bool | None = None
    cell: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    help: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with their names, and columns."""

    names: tuple[str, ...]
    columns: tuple[Column, ...]

    def is_like(self, other: Table) -> bool:
        """The same rows and columns, with other numbers perhaps."""
        return self.names == other.names and [c.title for c in self.columns] == [
            c.title for c in other.columns
        ]


def key_table(now: Snapshot) -> Table:
    """Every key as the shown query sees it, and under them what the row adds up to."""
    keys = now.passage.key_tokens
    vectors = [*_vectors(now, "key", keys), *_vectors(now, "value", keys)]
    if now.query_token is None:
        return Table(names_of(keys), tuple(vectors))
    sums = _sums(now)
    columns = (
        Column(column.title, column.help, (*column.entries, sums.get(column.title, Entry(""))))
        for column in (*_steps(now, now.query_token), *_contributions(now), *vectors)
    )
    return Table((*names_of(keys), SUM), tuple(columns))


def query_table(now: Snapshot) -> Table:
    """Every query: its vector, how much the mask leaves to it, and its output."""
    queries, trace = now.passage.query_tokens, now.trace
    counts = now.trace.may_look(now.head).sum(axis=1).tolist()
    sights = tuple(Entry(f"{count} of {trace.n_keys}" if count else "nothing") for count in counts)
    looks = Column("may look at", "How many keys the mask leaves to this query.", sights)
    outputs = (
        Column(f"output{_index(c)}", "The values, mixed by the weights: a result.", _entries(output))
        for c, output in enumerate(trace.output[now.head].T)
    )
    return Table(names_of(queries), (*_vectors(now, "query", queries), looks, *outputs))


def _steps(now: Snapshot, query: Token) -> list[Column]:
    row, allowed = now.trace.row(now.query_index), now.trace.may_look(now.head)[now.query_index].tolist()
    mask = tuple(
        Entry("may look" if may else "masked", may_look=may, cell=(query.id, key.id))
        for may, key in zip(allowed, now.passage.key_tokens, strict=True)
    )
    weights = tuple(Entry(numerals.weight(weight)) for weight in row.weights[now.head].tolist())
    return [
        Column("q·k", "Match: the dot product of query and key.", _entries(row.scores[now.head])),
        Column("scaled", "The score after scaling.", _entries(row.scaled[now.head])),
        Column("mask", "Whether the query may look at the key; Space flips it.", mask),
        Column(
            "masked",
            "The score after the mask: −∞ where the query may not look.",
            _entries(row.masked[now.head]),
        ),
        Column("weight", "The share of the key's value in the output.", weights),
    ]


def _contributions(now: Snapshot) -> list[Column]:
    weights = now.trace.row(now.query_index).weights[now.head]
    return [
        Column(f"w·v{_index(c)}", "What the key adds to the output.", _entries(weights * values))
        for c, values in enumerate(now.trace.values[now.head].T)
    ]


def _sums(now: Snapshot) -> dict[str, Entry]:
    """The last row, by the title of its column: the weights add up to 1, the contributions to the output."""
    row = now.trace.row(now.query_index)
    sums = {"weight": Entry(numerals.weight(float(row.weights[now.head].sum())))}
    for c, output in enumerate(row.output[now.head].tolist()):
        sums[f"w·v{_index(c)}"] = Entry(numerals.fixed(output, _DIGITS))
    return sums


def _vectors(now: Snapshot, role: Role, tokens: tuple[Token, ...]) -> list[Column]:
    trace = now.trace
    rows: Array = {"query": trace.queries, "key": trace.keys, "value": trace.values}[role][now.head]
    # A turned vector is a result: what one would type is the vector before its turn.
    is_placed = role == "value" or now.document.positions.kind != "rope"
    meaning = _MEANINGS[role] if is_placed else f"{_MEANINGS[role]} Turned by its position: not to be typed."
    return [
        Column(
            f"{_LETTERS[role]}{_index(c)}",
            meaning,
            tuple(
                Entry(
                    numerals.fixed(value, _DIGITS),
                    Place(Handle(role, token.id, now.head), c) if is_placed else None,
                    numerals.exact(value, at_most=9) if is_placed else "",
                )
                for token, value in zip(tokens, column.tolist(), strict=True)
            ),
        )
        for c, column in enumerate(rows.T)
    ]


def _entries(values: Array) -> tuple[Entry, ...]:
    return tuple(Entry(numerals.fixed(value, _DIGITS)) for value in values.tolist())


def _index(component: int) -> str:
    return numerals.below(component + 1)
