"""Two states beside each other: what the asking word looks at in each, and what else differs."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from attnstudio.model.document import Document, Look, Passage, Token, index_of, names_of
from attnstudio.model.heads import final
from attnstudio.model.trace import Trace


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A document, what is looked at in it, and the trace of the passage that is shown."""

    document: Document
    look: Look
    trace: Trace

    @property
    def passage(self) -> Passage:
        return self.document.passages[self.look.passage]

    @property
    def query(self) -> int:
        """Index of the row that is shown; −1 where there is no query token."""
        tokens = self.passage.query_tokens
        return index_of(tokens, self.look.query) if tokens else -1

    @property
    def asks(self) -> str:
        """The name of the word whose row is shown."""
        return names_of(self.passage.query_tokens)[self.query] if self.query >= 0 else ""

    def weights(self) -> list[float]:
        """The shown row (n_k,) of the shown head; nothing where nobody asks."""
        found: list[float] = []
        if self.query >= 0:
            found = self.trace.row(self.query).weights[self.look.head].tolist()
        return found

    def output(self) -> list[float]:
        """What the asking word becomes: all heads joined, times W_O where there is one."""
        found: list[float] = []
        if self.query >= 0:
            projection = self.document.projection
            found = final(self.trace, projection)[self.query].tolist()
        return found


@dataclass(frozen=True, slots=True)
class Both:
    """A number in A and in B; None where one of them has no such thing."""

    name: str
    a: float | None
    b: float | None

    @property
    def difference(self) -> float | None:
        """B − A."""
        return None if self.a is None or self.b is None else self.b - self.a


@dataclass(frozen=True, slots=True)
class Comparison:
    weights: tuple[Both, ...]
    outputs: tuple[Both, ...]
    apart: float | None
    """The distance between the two outputs; None where they have different sizes."""
    most: Both | None
    """The weight that changed most."""
    moved: tuple[str, ...] = ()
    """The vectors that differ, of words that both have, e.g. “query of bank”."""

    @property
    def is_same(self) -> bool:
        """Whether nothing that is compared differs."""
        lines = (*self.weights, *self.outputs)
        return all(line.difference == 0.0 for line in lines)


def compared(a: State, b: State) -> Comparison:
    """The rows that are shown in two states, word by word: the same token, else the same word."""
    weights = _weights(a, b)
    outputs = _outputs(a.output(), b.output())
    known = [line for line in weights if line.difference is not None]
    most = max(known, key=lambda line: abs(line.difference or 0.0), default=None)
    same_size = bool(outputs) and all(line.difference is not None for line in outputs)
    apart = math.hypot(*(line.difference or 0.0 for line in outputs)) if same_size else None
    return Comparison(weights, outputs, apart, most, tuple(_moved(a, b)))


def _weights(a: State, b: State) -> tuple[Both, ...]:
    in_a, in_b = a.weights(), b.weights()
    if not in_a and not in_b:
        return ()
    keys, others = a.passage.key_tokens, b.passage.key_tokens
    names, other_names = names_of(keys), names_of(others)
    lines = [
        Both(
            names[i] if i is not None else other_names[j or 0],
            in_a[i] if i is not None and in_a else None,
            in_b[j] if j is not None and in_b else None,
        )
        for i, j in matched(keys, others)
    ]
    return tuple(lines)


def _moved(a: State, b: State) -> Iterator[str]:
    for role, tokens, others in (
        ("query", a.passage.query_tokens, b.passage.query_tokens),
        ("key", a.passage.key_tokens, b.passage.key_tokens),
        ("value", a.passage.key_tokens, b.passage.key_tokens),
    ):
        names = names_of(tokens)
        in_a, in_b = (_vectors(state, role) for state in (a, b))
        for i, token in enumerate(tokens):
            j = next((j for j, other in enumerate(others) if _token(token) == _token(other)), None)
            if j is not None and in_a[i] != in_b[j]:
                yield f"{role} of {names[i]}"


def _vectors(state: State, role: str) -> list[list[float]]:
    """The vectors of the shown head."""
    trace = state.trace
    array = {"query": trace.queries, "key": trace.keys, "value": trace.values}[role]
    found: list[list[float]] = array[state.look.head].tolist()
    return found


def matched(first: tuple[Token, ...], second: tuple[Token, ...]) -> tuple[tuple[int | None, int | None], ...]:
    """Words of two sentences side by side: those of the first in their order, then what only the second has.

    The same token stands beside itself, else a word beside the same word, whatever their capitals: the n-th
    *the* of one beside the n-th *the* of the other.
    """
    twin: dict[int, int] = {}
    taken: set[int] = set()
    for mark in (_token, _word):
        waiting: dict[Hashable, list[int]] = {}
        for j, token in enumerate(second):
            if j not in taken:
                waiting.setdefault(mark(token), []).append(j)
        for i, token in enumerate(first):
            if i not in twin and waiting.get(mark(token)):
                twin[i] = waiting[mark(token)].pop(0)
        taken.update(twin.values())
    both = tuple((i, twin.get(i)) for i in range(len(first)))
    return (*both, *((None, j) for j in range(len(second)) if j not in taken))


def _token(token: Token) -> Hashable:
    return token.id, token.text


def _word(token: Token) -> Hashable:
    return token.text.casefold()


def _outputs(a: list[float], b: list[float]) -> tuple[Both, ...]:
    def component(output: list[float], c: int) -> float | None:
        return output[c] if c < len(output) else None

    return tuple(
        Both(f"output {c + 1}", component(a, c), component(b, c)) for c in range(max(len(a), len(b)))
    )
