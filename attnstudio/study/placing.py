"""Where the words of a document get their vectors: from the source that it names."""

from __future__ import annotations

import hashlib
from functools import partial
from statistics import NormalDist

import numpy as np

from attnstudio.model import charts
from attnstudio.model.document import Document, Source, Vector
from attnstudio.model.retype import VectorsFor
from attnstudio.storage.vector_files import Vocabulary
from attnstudio.study import own_vectors, word_vectors
from attnstudio.study.lexicon import CHANCE_LENGTH, folded, placement

_DIGITS = 4  # of a component by chance: short enough to be read
_NORMAL = NormalDist()


def vectors_for(document: Document) -> VectorsFor:
    """For `retype_sentence`: what a word that comes into `document` gets, in the document's dimensions."""
    size = size_of(document)
    if document.vectors == "hand-placed":
        return placement if size <= 2 else partial(_drawn_as_placed, document, size)
    return partial(_looked_up, vocabulary_of(document), size, _usual_length(document), _source(document))


def vector_of(vocabulary: Vocabulary, word: str) -> Vector | None:
    """The vector of a word as it is written, else in small letters, without quotes or brackets around it."""
    exact = vocabulary.vector_of(word)
    return exact if exact is not None else vocabulary.vector_of(folded(word))


def vocabulary_of(document: Document) -> Vocabulary | None:
    """The words from which `document` takes its vectors; None where they are placed by hand, where their
    file was not read since the studio was started, or where its vectors have another size by now.

    Raises `Refused`, naming the file, where the studio's own word vectors can't be read.
    """
    if document.vectors == "hand-placed":
        return None
    is_file = document.vectors == "file"
    found = own_vectors.known(document.vectors_name) if is_file else word_vectors.vocabulary()
    return found if found is not None and found.size == size_of(document) else None


def size_of(document: Document) -> int:
    """How many components x has, or the keys have where vectors are free."""
    if document.projection is not None and any(held.embedding is not None for held in document.passages):
        return len(document.projection.w_q[0])
    rows = (row for held in document.passages for head in held.heads for row in (*head.keys, *head.queries))
    return len(next(rows, (0.0, 0.0)))


def by_chance(word: str, size: int, length: float) -> Vector:
    """A vector whose direction hangs on the letters alone: the same on every machine."""
    drawn = hashlib.shake_256(folded(word).encode("utf-8", "replace")).digest(4 * size)
    numbers = np.frombuffer(drawn, dtype="<u4")
    row = np.array([_NORMAL.inv_cdf((int(number) + 0.5) / 2**32) for number in numbers])
    made = (row * (length / float(np.linalg.norm(row)))).round(_DIGITS) + 0.0
    found: Vector = tuple(made.tolist())
    return found


def missing_words(document: Document) -> tuple[str, ...]:
    """The words that were placed by chance, and that nobody has placed since, each once."""
    tokens = (
        token for held in document.passages for token in (*held.query_tokens, *(held.cross_tokens or ()))
    )
    return tuple(dict.fromkeys(token.text for token in tokens if token.source == "chance"))


def _source(document: Document) -> Source:
    return "file" if document.vectors == "file" else "word vectors"


def _looked_up(
    vocabulary: Vocabulary | None, size: int, length: float, source: Source, word: str
) -> tuple[Vector, Vector, Source]:
    """What a vocabulary gives a word: its x, which is its query too."""
    found = None if vocabulary is None else vector_of(vocabulary, word)
    if found is not None:
        return found, found, source
    chance = by_chance(word, size, length)
    return chance, chance, "chance"


def _drawn_as_placed(document: Document, size: int, word: str) -> tuple[Vector, Vector, Source]:
    """In more than two dimensions: so that the word is drawn where the lexicon has it."""
    query, x, source = placement(word)
    origin: Vector = (0.0,) * size
    return charts.moved(document.chart, origin, query), charts.moved(document.chart, origin, x), source


def _usual_length(document: Document) -> float:
    """How long the vectors of the source are on average; without it, those of the document."""
    vocabulary = vocabulary_of(document)
    if vocabulary is not None:
        return vocabulary.usual_length
    rows = [row for held in document.passages for row in (held.embedding.x if held.embedding else ())]
    lengths = [float(np.linalg.norm(row)) for row in rows]
    return sum(lengths) / len(lengths) if any(lengths) else CHANCE_LENGTH
