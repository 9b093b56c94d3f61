"""Where a new word lies on the plane: by hand, else by real word vectors, else by chance.

The lexicon's axes are *money* and *water*, so that *bank* can lie between the two. Its first ten words make
the two *bank* sentences; short words lie near the origin, where they offer little to any query.
"""

from __future__ import annotations

import hashlib
import json
import math
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from attnstudio.assets import resource
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.study import word_vectors

Origin = Literal["lexicon", "word vectors", "chance"]

CHANCE_LENGTH = 0.4
"""How long the vector of an unknown word is: enough to see and to grab, too little to draw a query."""

_AROUND = "\"'()[]{}“”„«»…\u2018\u2019\u201a"  # what may stand around a word that is looked up


@dataclass(frozen=True, slots=True)
class Placed:
    """A word's x, as (money, water), and where it came from."""

    x: Vec2
    source: Origin


class Lexicon:
    """Vectors for words. The same word always gets the same vector, on every machine.

    `words` are placed by hand; `real_words` gives the points of the word vectors, and is called when the
    first word comes that `words` lacks. `queries` holds the few words that ask for something other than what
    they offer; every other word's query is its x.
    """

    def __init__(
        self,
        axes: tuple[str, str],
        words: Mapping[str, Vec2],
        real_words: Callable[[], Mapping[str, Vec2]],
        queries: Mapping[str, Vec2] = MappingProxyType({}),
    ) -> None:
        self.axes = axes
        self._words = _written_either_way(words)
        self._queries = _written_either_way(queries)
        self._real_words = cache(real_words)

    def vector_for(self, word: str) -> Placed:
        """`word` as it is written, else without regard to capitals and to quotes or brackets around it.

        Raises `Refused`, naming the file, if the word vectors are needed and can't be read.
        """
        plain = folded(word)
        for written in (word, plain):
            if written in self._words:
                return Placed(self._words[written], "lexicon")
        if plain in self._real_words():
            return Placed(self._real_words()[plain], "word vectors")
        return Placed(_by_chance(plain), "chance")

    def placement(self, word: str) -> tuple[Vec2, Vec2, Origin]:
        """The query of a new word, its x (its key and its value), and where they came from."""
        placed = self.vector_for(word)
        query = self._queries.get(word) or self._queries.get(folded(word)) or placed.x
        return query, placed.x, placed.source


def placement(word: str) -> tuple[Vec2, Vec2, Origin]:
    """What the studio's own lexicon gives a new word: its query, its x, and where they came from."""
    return lexicon().placement(word)


@cache
def lexicon() -> Lexicon:
    """The lexicon that comes with the studio."""
    return read(resource("lexicon.json"), word_vectors.own_points)


def read(path: Path, real_words: Callable[[], Mapping[str, Vec2]]) -> Lexicon:
    """The lexicon written in the JSON file at `path`; `Refused`, naming file and word, if it is none."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        x_name, y_name = (str(name) for name in written["axes"])
        words = {word: _vector(word, x) for word, x in written["words"].items()}
        queries = {word: _vector(word, x) for word, x in written.get("queries", {}).items()}
    except (
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise Refused(f"The lexicon in {path} can't be read: {error}.") from error
    return Lexicon((x_name, y_name), words, real_words, queries)


def _vector(word: str, x: object) -> Vec2:
    if not isinstance(x, list) or len(x) != 2 or {type(number) for number in x} - {int, float}:
        raise ValueError(f"“{word}” has no two numbers")
    if not all(math.isfinite(number) for number in x):
        raise ValueError(f"“{word}” has a number that is not finite")
    return float(x[0]), float(x[1])


def _written_either_way(points: Mapping[str, Vec2]) -> dict[str, Vec2]:
    """`points` by the words as they are written, which come first, and without regard to capitals."""
    return {folded(word): point for word, point in points.items()} | dict(points)


def folded(word: str) -> str:
    """`word` as it is looked up: without regard to capitals, and to quotes or brackets around it."""
    composed = unicodedata.normalize("NFC", word)
    return unicodedata.normalize("NFC", (composed.strip(_AROUND) or composed).casefold())


def _by_chance(word: str) -> Vec2:
    """A short vector whose direction hangs on the letters alone; Python's own hash differs each run."""
    digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
    angle = math.tau * int.from_bytes(digest, "big") / 2**64
    return round(CHANCE_LENGTH * math.cos(angle), 2) + 0.0, round(CHANCE_LENGTH * math.sin(angle), 2) + 0.0
