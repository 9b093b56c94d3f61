"""What a learner made: frozen values of tuples, numbers and strings, so that ``==`` means equal.

A `Document` holds settings, the mask, parameters that passages share, and one or more passages. It holds
no array and no result: results are a `Trace` (see `attnstudio.model.resolve`).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal

from attnstudio.model.refused import Refused
from attnstudio.model.sentence import MAX_LETTERS, MAX_TOKENS, letters

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]
Role = Literal["query", "key", "value"]
Rule = Literal["none", "causal", "custom"]
Source = Literal["given", "lexicon", "word vectors", "chance"]
PlaneMode = Literal["match", "mix", "both"]
MatrixShows = Literal["weights", "scores", "mask"]

ROLES: tuple[Role, ...] = ("query", "key", "value")
RULES: tuple[Rule, ...] = ("none", "causal", "custom")
LARGEST = 1e6
"""Components beyond this are refused: no plane shows them, and their scores soon overflow."""
SMALLEST_BOUND = 1e-3
"""A plane that ends nearer would put tips at 1e6 so far outside that Qt can no longer draw to them."""
MOST_SCORES = 2**22
"""Scores of all heads of a passage: the matrices of more take seconds, and then memory, for every edit."""
LONGEST_TEXT = 500
"""Characters in a title, a remark or the name of an axis."""
LARGEST_ID = 2**31 - 1
_ORTHONORMAL = 1e-6  # how far two axes may be from perpendicular unit vectors, for what was rounded


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
class ScoreSettings:
    """`scale` multiplies the scores: None means 1/√d_k, 1.0 is "scaling off". Temperature divides them."""

    scale: float | None = None
    temperature: float = 1.0


@dataclass(frozen=True, slots=True)
class Mask:
    """A rule plus flipped cells, keyed by (query token id, key token id), so that a new word follows
    the rule and a painted cell stays with its words."""

    rule: Rule = "none"
    flipped: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Chart:
    """Two orthonormal axes through which vectors are drawn, with the names that the plane writes on them."""

    x_axis: Vector = (1.0, 0.0)
    y_axis: Vector = (0.0, 1.0)
    x_name: str = ""
    y_name: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    passages: tuple[Passage, ...]
    settings: ScoreSettings = ScoreSettings()
    mask: Mask = Mask()
    projection: Projection | None = None
    chart: Chart | None = None
    bound: float = 3.0
    scene: str = ""  # the id of the built-in scene that it began as, or ""
    remark: str = ""  # one sentence about the scene, shown with it


@dataclass(frozen=True, slots=True)
class Look:
    """What a picture needs to look the same again: saved with a document, not undone with it."""

    query: int = 0  # id of the query token whose row is shown
    passage: int = 0
    head: int = 0
    workspace: str = "vectors"
    plane: PlaneMode = "both"
    matrix: MatrixShows = "weights"
    hull: bool = False


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
    counts = Counter(token.text for token in tokens)
    return tuple(
        token.text if counts[token.text] == 1 else token.text + str(position).translate(_SUBSCRIPTS)
        for position, token in enumerate(tokens, start=1)
    )


_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def fitting(look: Look, document: Document) -> Look:
    """`look`, with what no longer exists in `document` replaced by the nearest thing that does."""
    passage = min(max(look.passage, 0), len(document.passages) - 1)
    tokens = document.passages[passage].query_tokens
    query = look.query
    if all(token.id != query for token in tokens):
        query = tokens[-1].id if tokens else 0
    head = min(max(look.head, 0), head_count(document, passage) - 1)
    fitted = replace(look, query=query, passage=passage, head=head)
    return look if fitted == look else fitted


def head_count(document: Document, passage: int = 0) -> int:
    """How many heads a passage has: at least one in a document that `check` lets pass."""
    held = document.passages[passage]
    if held.embedding is not None and document.projection is not None:
        return len(document.projection.w_q)
    return len(held.heads)


def check(document: Document, most_tokens: int = MAX_TOKENS) -> None:
    """Raise `Refused`, naming the place, where `document` is not one that the program could have made.

    A passage may have `most_tokens` query tokens and as many key tokens.
    """
    if not document.passages:
        raise Refused("passages: there is none.")
    _check_number("bound", document.bound)
    if document.bound < SMALLEST_BOUND:
        raise Refused(f"bound: must be at least {SMALLEST_BOUND:g}.")
    _check_number("settings.temperature", document.settings.temperature)
    if document.settings.temperature < 0.0:
        raise Refused("settings.temperature: must not be negative.")
    if document.settings.scale is not None:
        _check_number("settings.scale", document.settings.scale)
    for name in ("title", "scene", "remark"):
        _check_length(name, getattr(document, name))
    if document.chart is not None:
        _check_chart(document.chart)
    if document.projection is not None:
        _check_projection(document.projection)
    seen: set[int] = set()
    for number, passage in enumerate(document.passages, start=1):
        where = f"passage {number}"
        _check_tokens(where, passage, most_tokens, seen)
        scores = head_count(document, number - 1) * len(passage.query_tokens) * len(passage.key_tokens)
        if scores > MOST_SCORES:
            raise Refused(f"{where}: its heads have {scores:,} scores; {MOST_SCORES:,} are possible.")
        _check_vectors(where, passage, document.projection)


def _check_tokens(where: str, passage: Passage, most: int, seen: set[int]) -> None:
    for side, tokens in (("query", passage.query_tokens), ("key", passage.cross_tokens or ())):
        if len(tokens) > most:
            raise Refused(f"{where}: has {len(tokens)} {side} tokens; {most} are possible.")
        for number, token in enumerate(tokens, start=1):
            here = f"{where}, {side} token {number}"
            if not token.text.strip():
                raise Refused(f"{here}: has no text.")
            for text in (token.text, token.before, token.after):
                if len(text) > 8 * MAX_LETTERS or letters(text) > MAX_LETTERS:
                    raise Refused(f"{here}: its text is longer than {MAX_LETTERS} characters.")
            if not 0 <= token.id <= LARGEST_ID:
                raise Refused(f"{here}: its id must be between 0 and {LARGEST_ID}.")
            if token.id in seen:
                raise Refused(f"{here}: another token has the same id, {token.id}.")
            seen.add(token.id)


def _check_vectors(where: str, passage: Passage, projection: Projection | None) -> None:
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    if (passage.embedding is None) == (not passage.heads):
        raise Refused(f"{where}: needs either heads (free vectors) or an embedding, not both.")
    d_k: int | None = None
    d_v: int | None = None
    for number, head in enumerate(passage.heads, start=1):
        here = f"{where}, head {number}"
        d_k = _check_matrix(f"{here}, queries", head.queries, n_q, d_k)
        d_k = _check_matrix(f"{here}, keys", head.keys, n_k, d_k)
        d_v = _check_matrix(f"{here}, values", head.values, n_k, d_v)
    if passage.embedding is not None:
        if projection is None:
            raise Refused(f"{where}: has an embedding, but the document has no projection.")
        d_model = len(projection.w_q[0])
        _check_matrix(f"{where}, x", passage.embedding.x, n_q, d_model)
        if (passage.embedding.x_keys is None) != passage.is_self_attention:
            raise Refused(f"{where}: x_keys belong to a passage with key tokens of its own, and only there.")
        if passage.embedding.x_keys is not None:
            _check_matrix(f"{where}, x_keys", passage.embedding.x_keys, n_k, d_model)


def _check_projection(projection: Projection) -> None:
    heads = len(projection.w_q)
    if not heads or len(projection.w_k) != heads or len(projection.w_v) != heads:
        raise Refused("projection: w_q, w_k and w_v need the same number of heads, at least one.")
    d_model = len(projection.w_q[0])
    if not d_model:
        raise Refused("projection, w_q of head 1: has no rows.")
    d_k: int | None = None
    d_v: int | None = None
    for number in range(heads):
        of_head = f"of head {number + 1}"
        d_k = _check_matrix(f"projection, w_q {of_head}", projection.w_q[number], d_model, d_k)
        d_k = _check_matrix(f"projection, w_k {of_head}", projection.w_k[number], d_model, d_k)
        d_v = _check_matrix(f"projection, w_v {of_head}", projection.w_v[number], d_model, d_v)
    if projection.w_o is not None:
        _check_matrix("projection, w_o", projection.w_o, heads * (d_v or 0), d_model)


def _check_chart(chart: Chart) -> None:
    _check_matrix("chart", (chart.x_axis, chart.y_axis), 2)
    _check_length("chart.x_name", chart.x_name)
    _check_length("chart.y_name", chart.y_name)
    products = (
        (chart.x_axis, chart.x_axis, 1.0),
        (chart.y_axis, chart.y_axis, 1.0),
        (chart.x_axis, chart.y_axis, 0.0),
    )
    for a, b, wanted in products:
        if abs(sum(x * y for x, y in zip(a, b, strict=True)) - wanted) > _ORTHONORMAL:
            raise Refused("chart: its axes must have length 1 and be perpendicular.")


def _check_matrix(where: str, rows: Matrix, count: int, size: int | None = None) -> int | None:
    """Check and return the length of the rows (`size` where there are none)."""
    if len(rows) != count:
        raise Refused(f"{where}: has {len(rows)} rows where {count} are needed.")
    for number, row in enumerate(rows, start=1):
        if size is None:
            size = len(row)
        if len(row) != size or not row:
            needed = size or "some"
            raise Refused(f"{where}, row {number}: has {len(row)} components where {needed} are needed.")
        for component in row:
            _check_number(f"{where}, row {number}", component)
    return size


def _check_number(where: str, value: float) -> None:
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise Refused(f"{where}: numbers must be finite and at most a million.")


def _check_length(where: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise Refused(f"{where}: has {len(text)} characters; {LONGEST_TEXT} are possible.")
