"""The cells that hold the state: its words and vectors, as NumPy arrays, up to Q, K, V and the mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attnstudio.model import comparison, numerals
from attnstudio.model.document import Matrix, Token, names_of
from attnstudio.model.heads import mixes_words
from attnstudio.model.positions import places
from attnstudio.model.resolve import raised_score, resolve
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Array
from attnstudio.notes.code_lines import rows, wrapped
from attnstudio.notes.notebook_cells import Cell


@dataclass(frozen=True, slots=True, eq=False)
class State(comparison.State):
    """What a notebook is about, and how it stands in Python."""

    @property
    def heads(self) -> int:
        return len(self.trace.weights)

    @property
    def of_head(self) -> str:
        """How the shown head is taken out of an array, in Python."""
        return "" if self.heads == 1 else "[head]"

    @property
    def is_empty(self) -> bool:
        """Whether nobody asks, or there is nothing to look at."""
        return not self.passage.query_tokens or not self.passage.key_tokens


def state_cells(state: State) -> list[Cell]:
    """Q (n_q, d_k), K (n_k, d_k) and V (n_k, d_v), with an axis of heads before them where there are several,
    as they are compared; `may_look` (n_q, n_k); the names of the words; `row` and `head` that are shown."""
    cells = [Cell("state", _introduction(state)), Cell("state-words", _words(state), "code")]
    if state.passage.embedding is not None:
        cells.append(Cell("state-x", _x(state), "code"))
        cells.append(Cell("state-qkv", _projected(state), "code"))
    else:
        cells.append(Cell("state-qkv", _free(state), "code"))
    if state.document.positions.kind == "rope":
        cells.append(Cell("state-turned-text", _TURNED))
        cells.append(Cell("state-turned", _turned(state), "code"))
    cells.append(Cell("state-mask-text", _MASK))
    cells.append(Cell("state-mask", _mask(state), "code"))
    return cells


def other_cells(state: State) -> list[Cell]:
    """The passage that is not shown, for the experiment with the same word in two sentences."""
    document, number = state.document, (state.look.passage + 1) % len(state.document.passages)
    passage, trace = document.passages[number], resolve(document, number)
    rows_ = state.look.rows
    chosen = rows_[number] if number < len(rows_) else -1
    found = [i for i, token in enumerate(passage.query_tokens) if token.id == chosen]
    allowed = may_look(document.mask, passage)
    source = [
        "# The other sentence, as it is compared: with its positions, where there are any.",
        f"other_names_q = {_names(passage.query_tokens)}",
        f"other_names_k = {_names(passage.key_tokens)}",
        f"other_row = {found[0] if found else len(passage.query_tokens) - 1}",
    ]
    head = state.look.head
    for name, array in (("q", trace.queries), ("k", trace.keys), ("v", trace.values)):
        source += _array(f"other_{name}", (_matrix(array[head]),), ())
    source += _may_look("other_may_look", allowed)
    return [Cell("other", "\n".join(source), "code")]


_TURNED = (
    "Positions are on: each pair of components of a query and of a key is turned by its place in the "
    "sentence (RoPE, Su et al. 2021)."
)
_MASK = "`may_look` is the mask: True where a query (row) may look at a key (column)."


def _introduction(state: State) -> str:
    trace = state.trace
    heads = "" if state.heads == 1 else f"{state.heads} heads of "
    made = (
        "Each word has a vector x, and three matrices make its query, key and value: Q = X·W_Q, K = X·W_K, "
        "V = X·W_V (section 2 of the chapter)."
        if state.passage.embedding is not None
        else "Each word has a query (what it looks for), a key (what it offers for matching) and a value "
        "(what it passes along); section 2 of the chapter."
    )
    return (
        f"## What the studio shows\n\n{made} Here are {heads}{numerals.shape(trace.n_queries, trace.d_k)} "
        f"queries, {numerals.shape(trace.n_keys, trace.d_k)} keys and "
        f"{numerals.shape(trace.n_keys, trace.d_v)} values. Rows ask, columns offer."
    )


def _words(state: State) -> str:
    passage = state.passage
    offering = "names_q" if passage.is_self_attention else _names(passage.key_tokens)
    head = "" if state.heads == 1 else ", counted from 0"
    return "\n".join(
        [
            f"names_q = {_names(passage.query_tokens)}",
            f"names_k = {offering}",
            f"row, head = {state.query}, {state.look.head}  # what the studio shows{head}",
        ]
    )


def _names(tokens: tuple[Token, ...]) -> str:
    """The words as a Python list: `repr` leaves nothing in them that could end a string or turn a line."""
    listed = ", ".join(repr(name) for name in names_of(tokens))
    return f"[{listed}]"


def _x(state: State) -> str:
    embedding, projection = state.passage.embedding, state.document.projection
    assert embedding is not None
    assert projection is not None
    passage = state.passage
    source = _array("X", (embedding.x,), names_of(passage.query_tokens))
    if embedding.x_keys is None:
        source.append("X_keys = X  # self-attention: the same words ask and offer")
    else:
        source += _array("X_keys", (embedding.x_keys,), names_of(passage.key_tokens))
    for name, matrices in (("W_Q", projection.w_q), ("W_K", projection.w_k), ("W_V", projection.w_v)):
        source += _array(name, matrices, ())
    return "\n".join(source)


def _projected(state: State) -> str:
    source = []
    document = state.document
    if document.positions.kind == "added":
        asking, offering = places(state.passage, document.mask)
        kept = document.positions
        source += [
            "# Positions are on: (sin, cos) of each place is added to its x (Vaswani et al. 2017, 3.5).",
            *_angles(state),
            "",
            "",
            "def placed(x, places):",
            "    angle, made = angles(places, x.shape[1]), np.empty(x.shape)",
            "    first, second = pairs(x.shape[1])",
            "    made[:, first], made[:, second] = np.sin(angle), np.cos(angle)",
            f"    return x + {kept.size!r} * made",
            "",
            "",
            f"X, X_keys = placed(X, {_places(asking)}), placed(X_keys, {_places(offering)})",
        ]
    source.append("Q, K, V = X @ W_Q, X_keys @ W_K, X_keys @ W_V")
    if mixes_words(document, state.passage):
        source += [
            "",
            "# Done wrongly on purpose: the heads side by side, cut by a reshape without the transpose.",
            "Q, K, V = (part.transpose(1, 0, 2).reshape(part.shape) for part in (Q, K, V))",
        ]
    return "\n".join([*source, 'print("Q", Q.shape, " K", K.shape, " V", V.shape)'])


def _free(state: State) -> str:
    passage, source = state.passage, []
    for name, role, tokens in (
        ("Q", "queries", passage.query_tokens),
        ("K", "keys", passage.key_tokens),
        ("V", "values", passage.key_tokens),
    ):
        matrices: list[Matrix] = [getattr(head, role) for head in passage.heads]
        source += _array(name, matrices, names_of(tokens))
    return "\n".join([*source, 'print("Q", Q.shape, " K", K.shape, " V", V.shape)'])


def _turned(state: State) -> str:
    asking, offering = places(state.passage, state.document.mask)
    return "\n".join(
        [
            *_angles(state),
            "",
            "",
            "def turned(vectors, places):",
            "    first, second = pairs(vectors.shape[-1])",
            "    angle, made = angles(places, vectors.shape[-1]), np.empty(vectors.shape)",
            "    a, b = vectors[..., first], vectors[..., second]",
            "    made[..., first] = a * np.cos(angle) - b * np.sin(angle)",
            "    made[..., second] = a * np.sin(angle) + b * np.cos(angle)",
            "    return made",
            "",
            "",
            f"Q, K = turned(Q, {_places(asking)}), turned(K, {_places(offering)})",
        ]
    )


def _angles(state: State) -> list[str]:
    kept = state.document.positions
    halves = "slice(0, d, 2), slice(1, d, 2)  # neighbours make the pairs"
    if kept.pairing != "interleaved":
        halves = "slice(0, d // 2), slice(d // 2, d)  # the two halves make the pairs"
    return [
        "def pairs(d):",
        f"    return {halves}",
        "",
        "",
        "def angles(places, d):",
        "    pair = np.arange(d // 2)",
        f"    return np.array(places)[:, None] * ({kept.turn!r} * {kept.base!r} ** (-2.0 * pair / d))",
    ]


def _places(numbers: Array) -> str:
    return f"[{', '.join(numerals.plain(number) for number in numbers.tolist())}]"


def _mask(state: State) -> str:
    allowed, mask = may_look(state.document.mask, state.passage), state.document.mask
    n_q, n_k = allowed.shape
    if np.array_equal(allowed, np.tri(n_q, n_k, n_k - n_q, dtype=np.bool_)) and mask.rule == "causal":
        diagonal = "" if n_q == n_k else f", {n_k - n_q}"
        return f"may_look = np.tri({n_q}, {n_k}{diagonal}, dtype=bool)  # causal: nobody looks ahead"
    return "\n".join(_may_look("may_look", allowed))


def _may_look(name: str, allowed: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[str]:
    n_q, n_k = allowed.shape
    if allowed.all():
        return [f"{name} = np.ones(({n_q}, {n_k}), dtype=bool)  # no mask"]
    lines = [f"    [{', '.join('1' if may else '0' for may in marks)}]," for marks in allowed.tolist()]
    return [f"{name} = np.array([", *lines, "], dtype=bool)"]


def _array(name: str, matrices: Sequence[Matrix], names: Sequence[str]) -> list[str]:
    """`name` = an array (n, d), or (h, n, d) for several matrices."""
    width = next((len(vector) for matrix in matrices for vector in matrix), 0)
    if not width:
        return [f"{name} = np.zeros({(0, 2) if len(matrices) == 1 else (len(matrices), 0, 2)})  # no word"]
    if len(matrices) == 1:
        return [f"{name} = np.array([", *rows(matrices[0], names), "])"]
    inner = [line for matrix in matrices for line in ("    [", *rows(matrix, names, 2), "    ],")]
    return [f"{name} = np.array([", *inner, "])"]


def _matrix(array: Array) -> Matrix:
    return tuple(tuple(vector) for vector in array.tolist())


def added_score(state: State) -> tuple[int, int, float] | None:
    """Row, column and how much, where more is added to one score of the passage that is shown."""
    return raised_score(state.document, state.passage)


def list_of(numbers: Sequence[float], digits: int) -> str:
    """Numbers as they are on screen, as a Python list: rounded to `digits`, from a million on in full."""
    told = []
    for number in numbers:
        if number == -np.inf:
            told.append("-np.inf")
        else:
            told.append(numerals.plain(number if abs(number) >= 1e6 else numerals.rounded(number, digits)))
    lines = wrapped(told, 1)
    if len(lines) == 1 and len(lines[0]) < 80:
        return f"[{lines[0].strip().rstrip(',')}]"
    return "\n".join(["[", *lines, "]"])
