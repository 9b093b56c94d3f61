"""Real word vectors, and the chart on which the studio shows them: how much *money*, how much *water*.

The vectors are GloVe 6B's of 50 dimensions (Pennington, Socher and Manning, 2014); `resources/words` tells
where they come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from attnstudio.assets import resource
from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused
from attnstudio.storage.reading import read as read_bytes
from attnstudio.storage.vector_files import Rows, Vocabulary, from_bytes

MONEY = (
    "money",
    "cash",
    "credit",
    "debt",
    "fund",
    "funds",
    "pay",
    "account",
    "investment",
    "dollars",
    "income",
    "profit",
)
"""The words that lay the first axis."""
WATER = (
    "river",
    "water",
    "lake",
    "sea",
    "stream",
    "ocean",
    "bay",
    "beach",
    "coast",
    "waters",
    "wave",
    "island",
)
"""The words that lay the second axis."""

REACH = 3.0
"""No word lies further out along either axis, so that each fits a plane's first bound."""

_LENGTH = 2.0  # how far out the axis words lie on average: where the lexicon has "money" and "river"


@cache
def vocabulary() -> Vocabulary:
    """The words that come with the studio, with their vectors of 50 dimensions.

    Raises `Refused`, naming the file, where it is missing or damaged.
    """
    try:
        return read(resource("words", "glove50.npz"))
    except FileNotFoundError as error:
        raise Refused(str(error)) from error


@cache
def own_points() -> Mapping[str, Vec2]:
    """Each of those words with its point on the money–water chart."""
    return _placed(vocabulary())


def points(path: Path) -> Mapping[str, Vec2]:
    """Every word of the file at `path` with its point on the money–water chart.

    Raises `Refused`, naming the file, where it is missing, damaged or not such a file.
    """
    return _placed(read(path))


def read(path: Path) -> Vocabulary:
    """The words at `path`, with all that the charts are laid by; `Refused`, naming the file."""
    try:
        made = from_bytes(read_bytes(path))
        if missing := [word for word in MONEY + WATER if word not in made]:
            raise Refused(f"the word “{missing[0]}” is missing.")
    except Refused as refused:
        raise Refused(f"The word vectors in {path} can't be read: {refused}") from refused
    return made


def _placed(made: Vocabulary) -> Mapping[str, Vec2]:
    placed = money_water(made.words, made.vectors).tolist()
    return {word: (x, y) for word, (x, y) in zip(made.words, placed, strict=True)}


def money_water(words: Sequence[str], vectors: Rows) -> Rows:
    """The chart: vectors (n, d) of `words` to points (n, 2), ``(money, water)``.

    1. Each vector gets length 1; their mean, which all words share, is taken off; length 1 again: u.
    2. m and w are the means of u over `MONEY` and over `WATER`, made length 1.
    3. s = m + w and t = m − w are perpendicular, as m and w are equally long. With both made length 1,
       the axes are (s + t) / √2 and (s − t) / √2: the two perpendicular unit vectors nearest to m and w.
    4. The products of u with the axes are stretched by one factor, so that on average the `MONEY` words
       have 2 along the first axis and the `WATER` words 2 along the second.
    5. Coordinates end at ±`REACH` and are rounded to two decimals: what is printed is the whole number,
       the same on every machine.

    All of the axis words must be among `words`.
    """
    unit = _of_length_one(vectors)
    unit = _of_length_one(unit - unit.mean(axis=0))
    position = {word: index for index, word in enumerate(words)}
    money = unit[[position[word] for word in MONEY]].mean(axis=0)
    water = unit[[position[word] for word in WATER]].mean(axis=0)
    m, w = _of_length_one(np.stack([money, water]))
    s, t = _of_length_one(np.stack([m + w, m - w]))
    axes = np.stack([s + t, s - t]) / np.sqrt(2.0)
    stretch = 2.0 * _LENGTH / (money @ axes[0] + water @ axes[1])
    placed: Rows = np.clip(unit @ axes.T * stretch, -REACH, REACH).round(2) + 0.0  # no −0
    return placed


def _of_length_one(rows: Rows) -> Rows:
    """Each row made length 1; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.where(lengths == 0.0, 1.0, lengths)
