"""Words with their vectors, read from a file that may be anything: CSV, TSV, or an archive of two arrays.

A text has a line for each word: the word, then its numbers, with tabs, commas, semicolons or blanks between
them, and perhaps a first line of names. An ``.npz`` holds `words`, a list of n texts, and `vectors` (n, d).
Which of the two a file is shows in its first bytes, not in its name.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import warnings
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from attnstudio.model import numerals
from attnstudio.model.document import LARGEST, Vector
from attnstudio.model.refused import Refused
from attnstudio.model.sentence import clean
from attnstudio.storage.faults import named
from attnstudio.storage.reading import read
from attnstudio.storage.strict_json import shown

MOST_BYTES = 32 * 2**20
MOST_WORDS = 50_000
MOST_DIMENSIONS = 1024
MOST_NUMBERS = 2**23
"""Components of all words together: more would take the machine a noticeable while to read."""

_BETWEEN = "\t;, "  # what may stand between two cells; the first of these that occurs does
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_LONGEST_LINE = 2**16  # characters: each number of a vector may have 64
_MOST_LINES = 1_000_000  # most of them would be blank
_ARCHIVE, _ARRAY = b"PK\x03\x04", b"\x93NUMPY"
_MEMBER = b"PK\x01\x02"  # in the table of an archive, before each of its members
_MOST_MEMBERS = 1_000  # each costs memory far beyond the bytes that it is written with
_LONGEST_HEADER = 10_000  # bytes before an array; a packed archive could promise 4 GB of them
_READERS = {(1, 0): (2, npy.read_array_header_1_0), (2, 0): (4, npy.read_array_header_2_0)}
"""By the version of an array: how many bytes say how long its header is, and who reads it."""
_LONGEST_WORD = 2**10  # bytes of a word in an archive, where every word takes as much as the longest

Rows = NDArray[np.float64]
# What zipfile and numpy raise at an archive that is cut off, encrypted, or was changed in the middle.
_DAMAGE = (
    OSError,
    ValueError,
    LookupError,
    TypeError,
    EOFError,
    MemoryError,
    RuntimeError,
    SyntaxError,
    TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


class Vocabulary:
    """Words and their vectors (n, d), read-only. `axes` are the names of the d components, or ()."""

    def __init__(self, words: Sequence[str], vectors: Rows, axes: Sequence[str] = ()) -> None:
        self.words = tuple(words)
        self.vectors = vectors
        self.vectors.flags.writeable = False
        self.axes = tuple(axes)
        self._rows = {word.casefold(): row for row, word in reversed(list(enumerate(self.words)))}
        self._rows |= {word: row for row, word in enumerate(self.words)}

    @property
    def size(self) -> int:
        """Components of a vector."""
        return int(self.vectors.shape[1])

    @cached_property
    def usual_length(self) -> float:
        """The mean length of a vector."""
        return float(np.linalg.norm(self.vectors, axis=1).mean())

    def __contains__(self, word: str) -> bool:
        return word in self._rows

    def rows_of(self, words: Iterable[str]) -> Rows:
        """The vectors (n, d) of those `words` that are in it."""
        return np.asarray(self.vectors[[self._rows[word] for word in words if word in self._rows]])

    def vector_of(self, word: str) -> Vector | None:
        """The vector of a word as it is written, or as it is written in small letters."""
        row = self._rows.get(word)
        return None if row is None else tuple(self.vectors[row].tolist())


def open_vectors(path: Path) -> Vocabulary:
    """The words and vectors in the file at `path`.

    Raises `Refused` with one sentence that names the file, the line where there is one, and what is wrong.
    """
    try:
        return from_bytes(read(path, MOST_BYTES))
    except Refused as refused:
        raise Refused(f"The vectors in “{named(path)}” can't be read: {refused}") from refused


def from_bytes(data: bytes) -> Vocabulary:
    """The same for what was read already; `Refused` with a clause."""
    if data.startswith(_ARCHIVE):
        return _from_archive(data)
    if data.startswith(_ARRAY):
        raise Refused("it is a single array (.npy); an .npz with “words” and “vectors” is needed.")
    return _from_text(_decoded(data))


# --- text


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"line {line}: this is no text in UTF-8.") from error


def _from_text(text: str) -> Vocabulary:
    rows = _lines(text)
    first = next(rows, None)
    if first is None:
        raise Refused("it is empty.")
    line, cells = first
    axes: tuple[str, ...] = ()
    if not any(map(_is_meant_as_number, cells[1:])):
        axes = tuple(clean(cell).strip() for cell in cells[1:])
        first = next(rows, None)
        if first is None:
            raise Refused(f"line {line}: no numbers stand behind the word, and no other line follows.")
        line, cells = first
    size = len(cells) - 1
    _check_size(f"line {line}: ", size)
    words: dict[str, int] = {}
    numbers: list[float] = []
    while first is not None:
        line, cells = first
        if len(cells) - 1 != size:
            raise Refused(f"line {line}: has {_counted(len(cells) - 1)} where the lines before have {size}.")
        _keep(words, cells[0], "line", line)
        numbers += (_number(cell, f"line {line}, column {at}") for at, cell in enumerate(cells[1:], start=2))
        if len(numbers) > MOST_NUMBERS:
            raise Refused(f"line {line}: more than {numerals.count(MOST_NUMBERS)} numbers are too many.")
        first = next(rows, None)
    vectors = np.array(numbers).reshape(len(words), size)
    _check_lengths(vectors, "line", list(words.values()))
    return Vocabulary(tuple(words), vectors, axes if len(axes) == size else ())


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The number of each line that is not blank, and its cells."""
    head = next((line for line in _raw_lines(text) if line.strip()), "")
    between = next((sign for sign in _BETWEEN if sign in head), ",")
    # Between blanks stands what no spreadsheet wrote: a quote there is a word like any other.
    quotes = None if between == " " else '"'
    reader = csv.reader(
        _raw_lines(text), delimiter=between, skipinitialspace=True, strict=True, quotechar=quotes
    )
    try:
        for cells in reader:
            while cells and not cells[-1].strip():
                cells.pop()  # a separator at the end of a line begins no other number
            if cells:
                yield reader.line_num, cells
    except csv.Error as error:
        raise Refused(f"line {reader.line_num}: {error}.") from error


def _raw_lines(text: str) -> Iterator[str]:
    """One after the other: a list of them could take many times the room of the text."""
    for number, match in enumerate(_LINE.finditer(text), start=1):
        if match.end() - match.start() > _LONGEST_LINE:
            raise Refused(f"line {number}: has more than {numerals.count(_LONGEST_LINE)} characters.")
        if number > _MOST_LINES:
            raise Refused(f"it has more than {numerals.count(_MOST_LINES)} lines.")
        yield match.group()


def _number(cell: str, where: str) -> float:
    written = cell.strip()
    if not _NUMBER.fullmatch(written):
        if _NUMBER.fullmatch(written.replace(",", ".", 1)):
            raise Refused(f"{where}: “{shown(written)}” needs a decimal point, not a comma.")
        raise Refused(f"{where}: “{shown(written)}” is no finite number.")
    return float(written) + 0.0


def _is_meant_as_number(cell: str) -> bool:
    try:
        float(cell.strip().replace(",", ".", 1))
    except ValueError:
        return False
    return True


def _counted(numbers: int) -> str:
    return f"{numbers} number{'' if numbers == 1 else 's'}"


# --- archives


def _from_archive(data: bytes) -> Vocabulary:
    if data.count(_MEMBER) > _MOST_MEMBERS:
        raise Refused(f"the archive has more than {numerals.count(_MOST_MEMBERS)} members.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            words = _member(archive, "words")
            vectors = _member(archive, "vectors")
    except Refused:
        raise
    except _DAMAGE as error:
        raise Refused("the archive is damaged.") from error
    return _from_arrays(words, vectors)


def _from_arrays(words: NDArray[Any], vectors: NDArray[Any]) -> Vocabulary:
    if len(words) != len(vectors):
        named, placed = numerals.count(len(words)), numerals.count(len(vectors))
        raise Refused(f"it has {named} words for {placed} vectors.")
    if not len(words):
        raise Refused("it holds no word.")
    kept: dict[str, int] = {}
    for number, word in enumerate(_texts(words), start=1):
        _keep(kept, word, "word", number)
    rows = vectors.astype(np.float64) + 0.0
    _check_lengths(rows, "vector", list(kept.values()))
    return Vocabulary(tuple(kept), rows)


def _texts(words: NDArray[Any]) -> list[str]:
    try:
        texts: list[str] = words.tolist()
    except (SystemError, ValueError) as error:  # Python's word for it where a number is no character
        raise Refused("“words” holds what are no characters.") from error
    return texts


def _member(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    """One array. What its header promises is looked at before any room is made for it."""
    if f"{name}.npy" not in archive.namelist():
        raise Refused(f"the array “{name}” is missing.")
    with archive.open(f"{name}.npy") as member:
        shape, by_columns, kind = _header(member)
        _check_array(name, shape, kind)
        count = int(np.prod(shape))
        data = member.read(count * kind.itemsize)
    flat = np.frombuffer(data, dtype=kind)
    if len(flat) != count:
        raise Refused(f"the array “{name}” is cut off.")
    return flat.reshape(shape, order="F" if by_columns else "C")


def _header(member: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = npy.read_magic(member)
    if version not in _READERS:
        raise ValueError(f"arrays of version {version}")
    width, reader = _READERS[version]
    told = member.read(width)
    size = int.from_bytes(told, "little")
    if size > _LONGEST_HEADER:  # numpy would say so, too, after it has unpacked all of it
        raise ValueError(f"a header of {size} bytes")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of headers as Python 2 wrote them
        return reader(io.BytesIO(told + member.read(size)))


def _check_array(name: str, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    what = f"“{name}” is {shown(str(kind))[:40]} of the shape {shape}"
    if kind.hasobject:
        raise Refused(f"“{name}” holds Python objects, which could run a program; they are not read.")
    if name == "words":
        if kind.kind != "U" or len(shape) != 1 or kind.itemsize > _LONGEST_WORD:
            raise Refused(f"{what}, not a list of words.")
        _check_count(shape[0])
        return
    if kind.kind not in "fiu" or kind.itemsize > 8 or len(shape) != 2:
        raise Refused(f"{what}, not a row of numbers for each word.")
    _check_count(shape[0])
    _check_size("", shape[1])
    if shape[0] * shape[1] > MOST_NUMBERS:
        count, most = numerals.count(shape[0] * shape[1]), numerals.count(MOST_NUMBERS)
        raise Refused(f"{count} numbers are too many; {most} are possible.")


# --- both


def _keep(words: dict[str, int], written: str, place: str, number: int) -> None:
    word = unicodedata.normalize("NFC", clean(written).strip())
    if not word:
        raise Refused(f"{place} {number}: there is no word.")
    if word in words:
        raise Refused(
            f"{place} {number}: “{shown(word)}” stands there twice, first at {place} {words[word]}."
        )
    words[word] = number
    _check_count(len(words))


def _check_count(words: int) -> None:
    if not 0 <= words <= MOST_WORDS:
        raise Refused(f"it has {numerals.count(words)} words; {numerals.count(MOST_WORDS)} are possible.")


def _check_size(where: str, size: int) -> None:
    if not 1 <= size <= MOST_DIMENSIONS:
        raise Refused(f"{where}a vector of {_counted(size)}; 1 to {MOST_DIMENSIONS} are possible.")


def _check_lengths(vectors: Rows, place: str, numbers: Sequence[int]) -> None:
    """Longer vectors would lie outside any plane."""
    with np.errstate(over="ignore", invalid="ignore"):
        bad = ~(np.linalg.norm(vectors, axis=1) <= LARGEST)
    if bad.any():
        number = numbers[int(bad.argmax())]
        raise Refused(f"{place} {number}: its vector is not finite, or longer than a million.")
