"""A person's own word vectors: the files that were read since the studio was started, by their names.

A document holds the vectors of its own words and the name of the file, not the file: new words find their
vectors here, and are placed by chance where the file has not been read again.
"""

from __future__ import annotations

from pathlib import Path

from attnstudio.storage.faults import named
from attnstudio.storage.vector_files import Vocabulary, open_vectors

_MOST = 4  # files kept: each may take 64 MB
_opened: dict[str, Vocabulary] = {}


def open_own(path: Path) -> str:
    """Read a file and return the name by which it is known from now on.

    A file read later under the same name takes its place. Raises `Refused` as `open_vectors` does.
    """
    read = open_vectors(path)
    name = named(path.name)
    _opened.pop(name, None)
    _opened[name] = read
    while len(_opened) > _MOST:
        del _opened[next(iter(_opened))]
    return name


def known(name: str) -> Vocabulary | None:
    """What was read under that name, or None."""
    return _opened.get(name)
