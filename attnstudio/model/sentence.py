"""A sentence as words: how typed text becomes words, and which of them go on when it is typed anew.

Words part at white space. Full stops, commas and their like at the edges of a word are shown with it but
belong to no token, so "at the bank." ends in the word *bank*. Everything else stays as typed: no-break
blanks, joined emoji, combining marks, ``<s>``. Text is compared in Unicode's composed form (NFC), never
changed to it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import islice

from attnstudio.model.refused import Refused

MAX_TOKENS = 64
"""Words in a sentence. A matrix of more could not be read, and its cells grow with the square."""
MAX_LETTERS = 64
"""Characters, as a reader counts them, in one word and the marks around it."""

MARKS = ".,;:!?"
"""Punctuation that is shown at the edge of a word without belonging to it."""

_GLUE = "\u00a0\u2007\u202f"  # a no-break blank asks for its word not to be parted
_RUN = re.compile(rf"[\S{_GLUE}]+")
_LINE_BREAK = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ENDS_OF_PLANES = "".join(f"{chr(end - 1)}{chr(end)}" for end in range(0xFFFF, 0x110000, 0x10000))
_NEVER_TEXT = re.compile(rf"[\x00-\x08\x0e-\x1b\ufdd0-\ufdef{_ENDS_OF_PLANES}]")

_COUNTED = 999  # beyond this, counts are given as "more than"
_QUOTED = 28  # characters of a refused text that the message repeats
_MAX_CODES = 8 * MAX_LETTERS  # joined emoji need up to ten codes a character, no word needs that many in all
_ALIKE = 0.7  # of the letters of both words: *banks* is *bank* still, *money* is not *my*


class SentenceTooLong(Refused):
    """Too many words, or too long a word; the message names the text, its length and the limit."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word with the punctuation that is shown before and after it."""

    before: str
    text: str
    after: str


def clean(text: str) -> str:
    """`text` without what can't be shown, saved or drawn; applying it twice changes nothing more.

    Tabs and line breaks become blanks. Halves of surrogate pairs, other control characters below U+0020
    and Unicode's noncharacters, which no XML or UTF-8 file can hold, become U+FFFD, so that the loss is
    seen. Byte order marks in front are no part of the text.
    """
    if _SURROGATE.search(text):  # by way of UTF-16 two matching halves find each other again
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _NEVER_TEXT.sub("\ufffd", _LINE_BREAK.sub(" ", text.lstrip("\ufeff")))


def split(text: str) -> tuple[Piece, ...]:
    """The words of `text`, each with its punctuation; at most `MAX_TOKENS` of them.

    Marks that stand alone go with the word before them, or with the first word. A text without any word
    gives ``()``. Raises `SentenceTooLong`; however long the text is, that costs one pass over it.
    """
    text = clean(text)
    if (count := _count(text)) > MAX_TOKENS:
        raise SentenceTooLong(
            f"“{_opening(text)}…” has {_number(count)} words; the studio shows {MAX_TOKENS} at most. "
            "Nothing was changed."
        )
    pieces: list[Piece] = []
    waiting = ""  # marks in front of the first word
    for run in _runs(text):
        before, word, after = _parted(run)
        if word:
            pieces.append(Piece(waiting + before, word, after))
            waiting = ""
        elif pieces:
            last = pieces[-1]
            pieces[-1] = replace(last, after=f"{last.after} {run}")
        else:
            waiting += f"{run} "
        _check_length(_written(pieces[-1]) if pieces else waiting)
    return tuple(pieces)


def join(pieces: Iterable[Piece]) -> str:
    """The sentence as text with single blanks; ``split(join(pieces)) == pieces``."""
    return " ".join(_written(piece) for piece in pieces)


def same_word(a: str, b: str) -> bool:
    """Are these one word, however its accents are encoded? Capitals count."""
    return _composed(a) == _composed(b)


def letters(text: str) -> int:
    """Characters as a reader counts them: marks, joined emoji and flags do not count apart.

    Close to Unicode's grapheme clusters (UAX #29) without its tables: good for a limit, not for a cursor.
    """
    count, joined, flags = 0, False, 0
    for letter in text:
        is_flag = "\U0001f1e6" <= letter <= "\U0001f1ff"
        flags = flags + 1 if is_flag else 0
        count += not (joined or _extends(letter) or (is_flag and flags % 2 == 0))
        joined = letter == "\u200d"
    return count


def align(old: Sequence[str], new: Sequence[str]) -> tuple[int | None, ...]:
    """For each new word the index of the old word that it continues, or None if it is new.

    No old word is continued twice. A word that stays or moves goes on, whatever is typed around it, and
    of equal words the first go on. What was retyped in place goes on if it still looks like the same word
    (*bank*, *banks*); another word in its place (*bank*, *shore*) is new. Compare with the sentence as it
    was when the typing began: half a word on the way is not a word that anybody meant.
    """
    before, after = [_composed(word) for word in old], [_composed(word) for word in new]
    kept: list[int | None] = [None] * len(after)
    shorter = min(len(before), len(after))
    head = _common(before, after, shorter)
    tail = _common(before[::-1], after[::-1], shorter - head)
    kept[:head] = range(head)
    kept[len(after) - tail :] = range(len(before) - tail, len(before))

    middles = before[head : len(before) - tail], after[head : len(after) - tail]
    matcher = SequenceMatcher(None, *middles, autojunk=False)
    retyped: list[tuple[range, range]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            kept[head + c : head + d] = range(head + a, head + b)
        elif tag == "replace":
            retyped.append((range(head + a, head + b), range(head + c, head + d)))
    _follow_moved(before, after, kept)
    for olds, news in retyped:
        _follow_retyped(before, after, kept, olds, news)
    return tuple(kept)


def _follow_moved(before: list[str], after: list[str], kept: list[int | None]) -> None:
    taken = set(kept)
    left: defaultdict[str, deque[int]] = defaultdict(deque)
    for index, word in enumerate(before):
        if index not in taken:
            left[word].append(index)
    for index, word in enumerate(after):
        if kept[index] is None and left[word]:
            kept[index] = left[word].popleft()


def _follow_retyped(
    before: list[str], after: list[str], kept: list[int | None], olds: range, news: range
) -> None:
    """Pair what is left of a stretch that was typed anew, in order, where two words look alike."""
    taken = set(kept)
    start = olds.start
    for index in news:
        if kept[index] is None:
            left = (old for old in range(start, olds.stop) if old not in taken)
            found = next((old for old in left if _is_alike(before[old], after[index])), None)
            kept[index] = found
            start = start if found is None else found + 1


def _is_alike(a: str, b: str) -> bool:
    """Do two words share, in order, most of the letters of both together, capitals or not?"""
    matcher = SequenceMatcher(None, a.casefold(), b.casefold(), autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _common(a: list[str], b: list[str], limit: int) -> int:
    """How many words two lists have in common from the start, `limit` at most."""
    return next((i for i in range(limit) if a[i] != b[i]), limit)


def _composed(word: str) -> str:
    return unicodedata.normalize("NFC", word)


def _written(piece: Piece) -> str:
    return f"{piece.before}{piece.text}{piece.after}"


def _runs(text: str) -> Iterator[str]:
    return (match.group() for match in _RUN.finditer(text))


def _parted(run: str) -> tuple[str, str, str]:
    """The marks before, the word and the marks after; marks alone leave the word empty."""
    word = run.lstrip(MARKS + _GLUE)
    start = len(run) - len(word)
    if start and word and _extends(word[0]):  # an accent on the mark: the two are one character
        start -= 1
    end = len(run.rstrip(MARKS + _GLUE))
    word = run[start:end]
    return (run[:start], word, run[end:]) if _is_seen(word) else (run, "", "")


def _is_seen(word: str) -> bool:
    """Is anything of `word` there to look at? Control codes and blanks are not."""
    return any(unicodedata.category(letter) not in ("Cc", "Cf", "Zs") for letter in word)


def _extends(letter: str) -> bool:
    """Does this code belong to the character before it?"""
    return (
        unicodedata.category(letter).startswith("M")
        or letter in "\u200c\u200d"
        or "\u1160" <= letter <= "\u11ff"  # the vowels and finals of Hangul
        or "\U0001f3fb" <= letter <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= letter <= "\U000e007f"  # the letters of a regional flag
    )


def _count(text: str) -> int:
    """The number of words, counted no further than needed."""
    words = (run for run in _runs(text) if _parted(run)[1])
    return sum(1 for _ in islice(words, _COUNTED + 1))


def _number(count: int) -> str:
    return str(count) if count <= _COUNTED else f"more than {_COUNTED}"


def _check_length(written: str) -> None:
    count = letters(written) if len(written) <= _MAX_CODES else len(written)
    if count > MAX_LETTERS:
        raise SentenceTooLong(
            f"“{_opening(written)}…” is one word of {_number(count)} characters; the studio shows "
            f"{MAX_LETTERS} at most. Nothing was changed."
        )


def _opening(text: str) -> str:
    """The first few characters, cut between words or at least between characters."""
    start = " ".join(_runs(text.lstrip()[: 4 * _QUOTED]))
    if len(start) <= _QUOTED:
        return start
    end = start.rfind(" ", 0, _QUOTED)
    if end <= 0:
        whole = (i for i in range(_QUOTED, 0, -1) if not _extends(start[i]) and start[i - 1] != "\u200d")
        end = next(whole, _QUOTED)
    return start[:end]
