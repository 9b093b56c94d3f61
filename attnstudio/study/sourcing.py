"""The source of a document's vectors exchanged for another: ``Document → Document``, for `Store.apply`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np

from attnstudio.model.document import (
    Chart,
    Document,
    Embedding,
    Matrix,
    Passage,
    Projection,
    Source,
    Token,
    Vector,
    Vectors,
)
from attnstudio.model.edits import farthest
from attnstudio.model.projecting import unit
from attnstudio.model.refused import Refused
from attnstudio.model.soundness import check
from attnstudio.storage.vector_files import Rows, Vocabulary
from attnstudio.study import charting, own_vectors, word_vectors
from attnstudio.study.lexicon import lexicon, placement
from attnstudio.study.placing import by_chance, size_of, vector_of, vocabulary_of

Drawn = Literal["axes", "components", "plain"]
"""Through which chart: named axes, principal components, or the first two components as they are."""

_HAND_BOUND = 3.0


@dataclass(frozen=True, slots=True)
class _From:
    """A source: the size of its vectors, what draws them, and the vocabulary (None: the lexicon)."""

    vectors: Vectors
    name: str
    size: int
    chart: Chart | None
    bound: float
    vocabulary: Vocabulary | None


def use_source(document: Document, source: Vectors, drawn: Drawn = "axes", name: str = "") -> Document:
    """Give every word of every sentence the x that `source` has for it, and make q, k and v of x.

    W_Q, W_K and W_V are the identity from then on, with one head, and scores are divided by √d_k; they stay
    as they are where the words are only put back to the source that they came from. A word that the source
    lacks is placed by chance (`placing.missing_words`). `name` is that of a file read with `open_own`.
    """
    used = _source_of(source, drawn, name)
    passages = tuple(_placed(passage, used) for passage in document.passages)
    is_back = (document.vectors, document.vectors_name) == (used.vectors, used.name)
    is_projected = all(passage.embedding is not None for passage in document.passages)
    projection, settings = document.projection, document.settings
    if not (is_back and is_projected and size_of(document) == used.size):
        same = (unit(used.size),)
        projection, settings = Projection(same, same, same), replace(settings, scale=None)
    changed = replace(
        document,
        passages=passages,
        projection=projection,
        settings=settings,
        wrong=replace(document.wrong, reshapes_heads=False),
        chart=used.chart,
        bound=used.bound,
        vectors=used.vectors,
        vectors_name=used.name,
    )
    changed = _with_room(changed)
    if changed == document:
        return document
    check(changed)
    return replace(changed, scene="", remark="")  # what the scene says would be untrue


def draw_through(document: Document, drawn: Drawn) -> Document:
    """Another chart for the same vectors: no number of the attention changes."""
    chart = chart_for(document, drawn)
    if chart == document.chart:
        return document
    vocabulary = vocabulary_of(document)
    rows = (_own_rows(document), vocabulary.vectors) if vocabulary else (_own_rows(document),)
    return _with_room(replace(document, chart=chart, bound=charting.bound_for(chart, *rows)))


def chart_for(document: Document, drawn: Drawn) -> Chart | None:
    """The chart of a document's vectors, as they are now. Raises `Refused` where there is none such."""
    size, vocabulary = size_of(document), vocabulary_of(document)
    if document.vectors == "word vectors" and vocabulary is not None and drawn != "plain":
        return _word_chart(drawn)
    if drawn == "axes":
        raise Refused("Axes of money and water are known for the studio's own word vectors alone.")
    if drawn == "plain" or size <= 2:
        return _plain(size, vocabulary.axes if vocabulary else ())
    own = _own_rows(document)
    rows = own if vocabulary is None else np.concatenate([vocabulary.vectors, own])
    return charting.components(rows)


def drawn_by(document: Document) -> Drawn:
    """Which kind of chart a document has."""
    chart = document.chart
    if chart is None or chart.x_axis == (1.0, 0.0):
        return "plain"
    return "components" if chart.x_name == charting.COMPONENTS[0] else "axes"


def _source_of(source: Vectors, drawn: Drawn, name: str) -> _From:
    if source == "hand-placed":
        x_name, y_name = lexicon().axes
        return _From(source, "", 2, Chart(x_name=x_name, y_name=y_name), _HAND_BOUND, None)
    if source == "word vectors":
        chart, vocabulary = _word_chart(drawn), word_vectors.vocabulary()
        return _From(source, "", vocabulary.size, chart, _word_bound(drawn), vocabulary)
    found = own_vectors.known(name)
    if found is None:
        raise Refused(f"“{name}” was not read since the studio was started: choose the file again.")
    chart_of_file = _file_chart(found, drawn)
    bound = charting.bound_for(chart_of_file, found.vectors)
    return _From(source, name, found.size, chart_of_file, bound, found)


@cache
def _word_chart(drawn: Drawn) -> Chart:
    vocabulary = word_vectors.vocabulary()
    if drawn == "plain":
        return charting.plain()
    made = charting.money_and_water if drawn == "axes" else charting.components_of_both
    return made(vocabulary)


@cache
def _word_bound(drawn: Drawn) -> float:
    return charting.bound_for(_word_chart(drawn), word_vectors.vocabulary().vectors)


def _file_chart(found: Vocabulary, drawn: Drawn) -> Chart | None:
    if found.size <= 2 or drawn == "plain":
        return _plain(found.size, found.axes)
    return charting.components(found.vectors)


def _plain(size: int, axes: tuple[str, ...]) -> Chart | None:
    return charting.plain(axes) if size > 1 else None  # one component has no second axis to stand on


def _placed(passage: Passage, used: _From) -> Passage:
    asking, x = _rows(passage.query_tokens, used)
    if passage.cross_tokens is None:
        return replace(passage, query_tokens=asking, heads=(), embedding=Embedding(x))
    offering, x_keys = _rows(passage.cross_tokens, used)
    return Passage(asking, offering, (), Embedding(x, x_keys))


def _rows(tokens: tuple[Token, ...], used: _From) -> tuple[tuple[Token, ...], Matrix]:
    found = [_x_of(token.text, used) for token in tokens]
    sourced = tuple(replace(token, source=source) for token, (_, source) in zip(tokens, found, strict=True))
    return sourced, tuple(x for x, _ in found)


def _x_of(word: str, used: _From) -> tuple[Vector, Source]:
    if used.vocabulary is None:
        _, x, source = placement(word)
        return x, source
    found = vector_of(used.vocabulary, word)
    if found is not None:
        return found, "file" if used.vectors == "file" else "word vectors"
    return by_chance(word, used.size, used.vocabulary.usual_length), "chance"


def _own_rows(document: Document) -> Rows:
    """All x of the document, or all keys of the first heads where vectors are free: (n, d)."""
    rows: list[Vector] = []
    for held in document.passages:
        if held.embedding is not None:
            rows += (*held.embedding.x, *(held.embedding.x_keys or ()))
        else:
            rows += held.heads[0].keys
    size = size_of(document)
    fitting = [row for row in rows if len(row) == size]  # free vectors may differ from sentence to sentence
    return np.array(fitting, dtype=np.float64).reshape(len(fitting), size)


def _with_room(document: Document) -> Document:
    """A plane that is large enough for what was placed by chance, too."""
    return replace(document, bound=max(document.bound, charting.edge(farthest(document))))
