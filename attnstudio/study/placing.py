"""Where the new words of a document get their vectors: from the source that it names."""

from __future__ import annotations

from attnstudio.model.document import Document
from attnstudio.model.retype import VectorsFor
from attnstudio.study.lexicon import placement


def vectors_for(document: Document) -> VectorsFor:
    """For `retype_sentence`: what a word that comes into `document` gets."""
    return placement
