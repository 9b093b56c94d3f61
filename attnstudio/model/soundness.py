"""Whether a document is one that the program could have made, so that a file can't bring in anything else."""

from __future__ import annotations

import math

from attnstudio.model import numerals
from attnstudio.model.document import (
    LARGEST,
    LARGEST_ID,
    LONGEST_TEXT,
    MOST_MADE,
    MOST_SCORES,
    SMALLEST_BOUND,
    Chart,
    Document,
    Matrix,
    Passage,
    Projection,
    head_count,
)
from attnstudio.model.limits import NUMBERS
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import MAX_LETTERS, MAX_TOKENS, letters
from attnstudio.model.settings import LARGEST_D_K, MOST_DRAWS, MOST_SAMPLED_KEYS

_ORTHONORMAL = 1e-6  # how far two axes may be from perpendicular unit vectors, for what was rounded
LARGEST_SEED = 2**32 - 1
MOST_SIDE = 2**20  # of a window, a prefix or d_model: more than any matrix here has rows


def check(document: Document, most_tokens: int = MAX_TOKENS) -> None:
    """Raise `Refused`, naming the place, where `document` is not one that the program could have made.

    A passage may have `most_tokens` query tokens and as many key tokens.
    """
    if not document.passages:
        raise Refused("passages: there is none.")
    _check_number("bound", document.bound)
    if document.bound < SMALLEST_BOUND:
        raise Refused(f"bound: must be at least {numerals.sized(SMALLEST_BOUND)}.")
    _check_number("settings.temperature", document.settings.temperature)
    if document.settings.temperature < 0.0:
        raise Refused("settings.temperature: must not be negative.")
    if document.settings.scale is not None:
        _check_number("settings.scale", document.settings.scale)
    for name in ("title", "scene", "remark", "vectors_name"):
        _check_length(name, getattr(document, name))
    if document.chart is not None:
        _check_chart(document.chart)
    if document.projection is not None:
        _check_projection(document.projection)
    check_settings(document)
    seen: set[int] = set()
    scores = made = 0
    for number, passage in enumerate(document.passages, start=1):
        where = f"passage {number}"
        _check_tokens(where, passage, most_tokens, seen)
        scores += head_count(document, number - 1) * len(passage.query_tokens) * len(passage.key_tokens)
        if scores > MOST_SCORES:
            count, most = numerals.count(scores), numerals.count(MOST_SCORES)
            raise Refused(f"{where}: up to here the heads have {count} scores; {most} are possible.")
        made += _made(passage, document.projection)
        if made > MOST_MADE:
            count, most = numerals.count(made), numerals.count(MOST_MADE)
            raise Refused(f"{where}: up to here the matrices make {count} components; {most} are possible.")
        _check_vectors(where, passage, document.projection)
    check_pairs(document)


def _made(passage: Passage, projection: Projection | None) -> int:
    """How many components the queries, keys and values have that matrices make of x."""
    if passage.embedding is None or projection is None:
        return 0
    d_k, d_v = len(projection.w_q[0][0]), len(projection.w_v[0][0])
    n_q, n_k = len(passage.query_tokens), len(passage.key_tokens)
    return len(projection.w_q) * ((n_q + n_k) * d_k + n_k * d_v)


def check_settings(document: Document) -> None:
    """The numbers of the mask, the positions and the two laboratories."""
    mask, positions, sampling = document.mask, document.positions, document.sampling
    _check_count("mask.size", mask.size, 1, MOST_SIDE)
    _check_count("mask.pads", mask.pads, 0, MOST_SIDE)
    for name in ("turn", "size"):
        _check_number(f"positions.{name}", getattr(positions, name))
    _check_number("positions.base", positions.base)
    if positions.base < 1.0:
        raise Refused("positions.base: must be at least 1.")
    if document.wrong.added is not None:
        _check_number("wrong.added", document.wrong.added[2])
    _check_count("sampling.d_k", sampling.d_k, 1, LARGEST_D_K)
    _check_count("sampling.keys", sampling.keys, 1, MOST_SAMPLED_KEYS)
    _check_count("sampling.draws", sampling.draws, 1, MOST_DRAWS)
    _check_count("sampling.seed", sampling.seed, 0, LARGEST_SEED)
    _check_count("sampling.d_model", sampling.d_model, 1, MOST_SIDE)
    _check_positive("sampling.temperature", sampling.temperature)
    _check_positive("learning.rate", document.learning.rate)
    _check_count("learning.seed", document.learning.seed, 0, LARGEST_SEED)


def check_pairs(document: Document) -> None:
    """Positions work on pairs of components: of q and k where they turn, of x where they are added."""
    kind, projection = document.positions.kind, document.projection
    sizes: list[int] = []
    for passage in document.passages:
        if passage.embedding is not None and projection is not None:
            sizes.append(len(projection.w_q[0]) if kind == "added" else len(projection.w_q[0][0]))
        elif kind == "rope":
            sizes += [len(row) for head in passage.heads for row in (*head.queries[:1], *head.keys[:1])]
    odd = next((size for size in sizes if size % 2), None)
    if odd is not None and kind != "none":
        raise Refused(
            f"Positions turn pairs of components, and {odd} is an odd number of them:"
            " switch positions off first."
        )


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
        # NaN is in the sum if it is anywhere, and not always in the maximum.
        if math.isnan(sum(row)) or max(map(abs, row)) > LARGEST:
            for component in row:
                _check_number(f"{where}, row {number}", component)
    return size


def _check_number(where: str, value: float) -> None:
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise Refused(f"{where}: {NUMBERS[0].lower()}{NUMBERS[1:]}")


def _check_count(where: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refused(f"{where}: must be a whole number from {least} to {most}.")


def _check_positive(where: str, value: float) -> None:
    _check_number(where, value)
    if value <= 0.0:
        raise Refused(f"{where}: must be more than 0.")


def _check_length(where: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise Refused(f"{where}: has {len(text)} characters; {LONGEST_TEXT} are possible.")
