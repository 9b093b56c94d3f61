"""What a learner made: frozen values of tuples, numbers and strings, so that ``==`` means equal.

A `Document` holds settings, the mask, parameters that passages share, and one or more passages. It holds
no array and no result: results are a `Trace` (see `attnstudio.model.resolve`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal

from attnstudio.model import numerals
from attnstudio.model.settings import Learning, Mask, Positions, Sampling, ScoreSettings, Wrong

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]
Role = Literal["query", "key", "value"]
Source = Literal["given", "lexicon", "word vectors", "file", "chance"]
Vectors = Literal["hand-placed", "word vectors", "file"]
PlaneMode = Literal["match", "mix", "both"]
MatrixShows = Literal["weights", "scores", "mask"]
Side = Literal["holds", "masks", "positions"]

ROLES: tuple[Role, ...] = ("query", "key", "value")
LARGEST = 1e6
"""Components beyond this are refused: no plane shows them, and their scores soon overflow."""
SMALLEST_BOUND = 1e-3
"""A plane that ends nearer would put tips at 1e6 so far outside that Qt can no longer draw to them."""
MOST_SCORES = 2**22
"""Scores of all heads of all passages: the matrices of more take seconds, and then memory, for every edit. A
small file could ask for any number of them."""
MOST_MADE = 2**22
"""Components of all queries, keys and values that matrices make: 64 words of a million of them each would be
made of a matrix of a few megabytes."""
LONGEST_TEXT = 500
"""Characters in a title, a remark or the name of an axis."""
LARGEST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a passage. It keeps its `id`, and with it its vectors, while the sentence is retyped.

    `before` and `after` are the punctuation shown around it, which belongs to no token. `source` says
    where its vectors came from when it was new; "given" once somebody placed them.
    """

    id: int
    text: str
    before: str = ""
    after: str = ""
    source: Source = "given"


@dataclass(frozen=True, slots=True)
class Head:
    """Free vectors of one head: queries (n_q, d_k), keys (n_k, d_k), values (n_k, d_v)."""

    queries: Matrix
    keys: Matrix
    values: Matrix

    def of(self, role: Role) -> Matrix:
        return {"query": self.queries, "key": self.keys, "value": self.values}[role]


@dataclass(frozen=True, slots=True)
class Embedding:
    """Token vectors x (n_q, d_model), and those of the key tokens where they are others."""

    x: Matrix
    x_keys: Matrix | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Query tokens and key tokens (the same in self-attention) with one source of their vectors.

    Either `heads` holds free vectors, one `Head` per head, or `embedding` holds x and the document's
    `Projection` makes the vectors; never both.
    """

    query_tokens: tuple[Token, ...]
    cross_tokens: tuple[Token, ...] | None = None
    heads: tuple[Head, ...] = ()
    embedding: Embedding | None = None

    @property
    def key_tokens(self) -> tuple[Token, ...]:
        return self.query_tokens if self.cross_tokens is None else self.cross_tokens

    @property
    def is_self_attention(self) -> bool:
        return self.cross_tokens is None

    def tokens_of(self, role: Role) -> tuple[Token, ...]:
        return self.query_tokens if role == "query" else self.key_tokens


@dataclass(frozen=True, slots=True)
class Projection:
    """W_Q, W_K (d_model, d_k) and W_V (d_model, d_v) per head, and W_O (h·d_v, d_model) or None."""

    w_q: tuple[Matrix, ...]
    w_k: tuple[Matrix, ...]
    w_v: tuple[Matrix, ...]
    w_o: Matrix | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """Two orthonormal axes through which vectors are drawn, with the names that the plane writes on them."""

    x_axis: Vector = (1.0, 0.0)
    y_axis: Vector = (0.0, 1.0)
    x_name: str = ""
    y_name: str = ""


_SETTINGS, _MASK, _POSITIONS, _WRONG = ScoreSettings(), Mask(), Positions(), Wrong()
_SAMPLING, _LEARNING = Sampling(), Learning()


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    passages: tuple[Passage, ...]
    settings: ScoreSettings = _SETTINGS
    mask: Mask = _MASK
    projection: Projection | None = None
    chart: Chart | None = None
    bound: float = 3.0
    scene: str = ""  # the id of the built-in scene that it began as, or ""
    remark: str = ""  # one sentence about the scene, shown with it
    positions: Positions = _POSITIONS
    wrong: Wrong = _WRONG
    sampling: Sampling = _SAMPLING
    learning: Learning = _LEARNING
    vectors: Vectors = "hand-placed"  # where a new word gets its vector
    vectors_name: str = ""  # of the file that they came from


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture needs to look the same again: saved with a document, not undone with it."""

    query: int = 0  # id of the query token whose row is shown, in the passage that is shown
    passage: int = 0
    head: int = 0
    workspace: str = "vectors"
    plane: PlaneMode = "both"
    matrix: MatrixShows = "weights"
    hull: bool = False
    rows: tuple[int, ...] = ()  # id of the query token whose row is shown, passage by passage
    side: Side = "holds"  # what Sequence shows beside the arithmetic
    marked: frozenset[int] = frozenset()  # ids of the key tokens that the person expects to be looked at
    predicting: bool = False  # whether Context waits for that before it shows the weights


@dataclass(frozen=True, slots=True)
class Handle:
    """One draggable tip: which vector of which token."""

    role: Role
    token: int
    head: int = field(default=0)


def index_of(tokens: tuple[Token, ...], token_id: int) -> int:
    """The position of a token; ValueError if there is none of that id."""
    for index, token in enumerate(tokens):
        if token.id == token_id:
            return index
    raise ValueError(f"no token with id {token_id}")


def names_of(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Names to speak and label with: the word, with its position where the word stands twice (bank₂)."""
    words = tuple(token.text for token in tokens)
    if len(set(words)) == len(words):  # as nearly always, and every view asks in every frame
        return words
    counts = Counter(words)
    return tuple(
        word if counts[word] == 1 else word + numerals.below(position)
        for position, word in enumerate(words, start=1)
    )


def fitting(look: Look, document: Document) -> Look:
    """`look`, with what no longer exists in `document` replaced by the nearest thing that does."""
    passage = min(max(look.passage, 0), len(document.passages) - 1)
    query = _query(look, document, passage)
    head = min(max(look.head, 0), head_count(document, passage) - 1)
    fitted = replace(look, query=query, passage=passage, head=head)
    fitted = replace(fitted, rows=_rows(fitted, document))
    if look.marked:
        there = {token.id for held in document.passages for token in held.key_tokens}
        fitted = replace(fitted, marked=look.marked & there)
    return look if fitted == look else fitted


def _query(look: Look, document: Document, passage: int) -> int:
    """Of a passage that was not shown before, the row that was chosen there last."""
    held = document.passages[passage]
    if any(token.id == look.query for token in held.query_tokens):
        return look.query
    chosen = look.rows[passage] if passage < len(look.rows) else -1
    everywhere = (token for one in document.passages for token in one.query_tokens)
    return _row(held, chosen, next((token.text for token in everywhere if token.id == look.query), ""))


def _rows(look: Look, document: Document) -> tuple[int, ...]:
    """The shown row of every passage: the one chosen there last, else that of the same word."""
    if len(document.passages) == 1:
        return ()
    asking = document.passages[look.passage].query_tokens
    word = next((token.text for token in asking if token.id == look.query), "")
    chosen = [*look.rows, *(-1 for _ in document.passages)]
    rows = [_row(held, chosen[p], word) for p, held in enumerate(document.passages)]
    rows[look.passage] = look.query
    return tuple(rows)


def _row(passage: Passage, chosen: int, word: str) -> int:
    tokens = passage.query_tokens
    if any(token.id == chosen for token in tokens):
        return chosen
    same = (token.id for token in reversed(tokens) if token.text.casefold() == word.casefold())
    return next(same, tokens[-1].id if tokens else 0)


def head_count(document: Document, passage: int = 0) -> int:
    """How many heads a passage has: at least one in a document that `check` lets pass."""
    held = document.passages[passage]
    if held.embedding is not None and document.projection is not None:
        return len(document.projection.w_q)
    return len(held.heads)
