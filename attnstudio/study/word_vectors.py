"""Real word vectors, and the chart on which the studio shows them: how much *money*, how much *water*.

The vectors are GloVe 6B's of 50 dimensions (Pennington, Socher and Manning, 2014); `resources/words` tells
where they come from.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from attnstudio.model.geometry import Vec2
from attnstudio.model.refused import Refused

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

# Whatever numpy and zipfile raise at a file that is no archive, is cut off, or was changed in the middle.
_DAMAGE = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    EOFError,
    MemoryError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)

Rows = NDArray[np.float64]


def points(path: Path) -> Mapping[str, Vec2]:
    """Every word of the file at `path` with its point on the money–water chart.

    Raises `Refused`, naming the file, where it is missing, damaged or not such a file.
    """
    try:
        words, vectors = _read(path)
        placed = money_water(words, vectors)
    except _DAMAGE as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"The word vectors in {path} can't be read: {reason}.") from error
    return {word: (x, y) for word, (x, y) in zip(words, placed.tolist(), strict=True)}


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

    Raises ValueError where one of the axis words is missing.
    """
    unit = _of_length_one(vectors)
    unit = _of_length_one(unit - unit.mean(axis=0))
    position = {word: index for index, word in enumerate(words)}
    if missing := [word for word in MONEY + WATER if word not in position]:
        raise ValueError(f"the word “{missing[0]}” is missing")
    money = unit[[position[word] for word in MONEY]].mean(axis=0)
    water = unit[[position[word] for word in WATER]].mean(axis=0)
    m, w = _of_length_one(np.stack([money, water]))
    s, t = _of_length_one(np.stack([m + w, m - w]))
    axes = np.stack([s + t, s - t]) / np.sqrt(2.0)
    stretch = 2.0 * _LENGTH / (money @ axes[0] + water @ axes[1])
    placed: Rows = np.clip(unit @ axes.T * stretch, -REACH, REACH).round(2) + 0.0  # no −0
    return placed


def _read(path: Path) -> tuple[list[str], Rows]:
    with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
        words, vectors = archive["words"], archive["vectors"]
    if words.ndim != 1 or words.dtype.kind != "U":
        raise ValueError(f"words are {words.dtype}{list(words.shape)}, not a list of text")
    if vectors.ndim != 2 or vectors.dtype not in (np.float16, np.float32) or len(vectors) != len(words):
        raise ValueError(f"vectors are {vectors.dtype}{list(vectors.shape)} for {len(words)} words")
    if not np.isfinite(vectors).all():
        raise ValueError("a vector is not finite")
    return words.tolist(), vectors.astype(np.float64)


def _of_length_one(rows: Rows) -> Rows:
    """Each row made length 1; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.where(lengths == 0.0, 1.0, lengths)
