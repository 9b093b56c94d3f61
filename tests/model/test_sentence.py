"""How text becomes words, and which words go on when a sentence is typed anew."""

from __future__ import annotations

import random
import sys
import tracemalloc
import unicodedata
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.refused import Refused
from attnstudio.model.sentence import (
    MARKS,
    MAX_LETTERS,
    MAX_TOKENS,
    Piece,
    SentenceTooLong,
    align,
    clean,
    join,
    letters,
    same_word,
    split,
)

FAMILY = "👩\u200d👩\u200d👧"
SHALOM = "\u05e9\u05dc\u05d5\u05dd"
AWKWARD = f" .,!?\u00a0\u0301\u200d\ud83d\ude00\x0b\ufeff\u200b\x7f{FAMILY}"
ANY_TEXT = st.text(st.characters() | st.sampled_from(AWKWARD))
WORDS = st.lists(st.sampled_from(["the", "bank", "banks", "river", "a", "The", "shore", "money"]), max_size=9)


def words(text: str) -> list[str]:
    return [piece.text for piece in split(text)]


# --- words and their marks


def test_a_full_stop_belongs_to_no_token() -> None:
    pieces = split("I deposited money at the bank.")
    assert [p.text for p in pieces] == ["I", "deposited", "money", "at", "the", "bank"]
    assert pieces[-1] == Piece("", "bank", ".")
    assert join(pieces) == "I deposited money at the bank."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \t\n ", []),
        ("... !?", []),
        ("a,b 3.14 e.g. don't well-known", ["a,b", "3.14", "e.g", "don't", "well-known"]),
        ("Wait... what?!", ["Wait", "what"]),
        (".5 :)", ["5", ")"]),
        ("a\tb\nc\r\nd\x0be\u2028f\x85g\u3000h", list("abcdefgh")),
        ("ten\u00a0euros Fin\u202f! \u00a0 hm", ["ten\u00a0euros", "Fin", "hm"]),
        ("<s> <img src=x> a<b & </s>", ["<s>", "<img", "src=x>", "a<b", "&", "</s>"]),
        ("💩💩 cafe\u0301 " + FAMILY, ["💩💩", "cafe\u0301", FAMILY]),
        (f"{SHALOM}, {SHALOM}!", [SHALOM, SHALOM]),
        ("a \u200b b", ["a", "b"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a . b ?! c", (Piece("", "a", " ."), Piece("", "b", " ?!"), Piece("", "c", ""))),
        (". .. a", (Piece(". .. ", "a", ""),)),
        ("?a!", (Piece("?", "a", "!"),)),
        ("Fin\u202f!", (Piece("", "Fin", "\u202f!"),)),
        (".\u0301a", (Piece("", ".\u0301a", ""),)),
        ("a.\u0301.", (Piece("", "a.\u0301", "."),)),
    ],
)
def test_marks_are_shown_beside_their_word(text: str, expected: tuple[Piece, ...]) -> None:
    assert split(text) == expected
    assert join(expected) == text


@given(ANY_TEXT)
def test_splitting_and_joining_lose_nothing_but_white_space(text: str) -> None:
    try:
        pieces = split(text)
    except SentenceTooLong:
        return
    assert split(join(pieces)) == pieces == split(clean(text))
    for piece in pieces:
        assert piece.text
        assert not piece.text.endswith(tuple(MARKS))
        assert unicodedata.category(piece.text[0])[0] != "M" or not piece.before.endswith(tuple(MARKS))
    if pieces:
        kept = join(pieces)
        blanks = {c for c in clean(text) if c.isspace()} - set("\u00a0\u2007\u202f")
        bare = "".join(c for c in clean(text) if c not in blanks)
        assert kept.replace(" ", "") == bare


# --- what can't be kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab\ud800cd", "ab\ufffdcd"),
        ("\udc00\ud83d", "\ufffd\ufffd"),
        ("\ud83d\ude00", "😀"),
        ("x\x00y\x08\x1b", "x\ufffdy\ufffd\ufffd"),
        ("a\x0bb\tc\r\nd", "a b c  d"),
        ("\ufffe \uffff \ufdd0 \U0001fffe", "\ufffd \ufffd \ufffd \ufffd"),
        ("\ufeffI \ufeff", "I \ufeff"),
    ],
)
def test_what_no_file_can_hold_is_replaced_where_it_stood(text: str, expected: str) -> None:
    assert clean(text) == expected


@pytest.mark.parametrize(
    "text", ["a\u00a0b", FAMILY, "cafe\u0301", "<s>", "<img src=x>", f"\u202e{SHALOM}", "é\u3000x"]
)
def test_everything_else_stays_as_typed(text: str) -> None:
    assert clean(text) == text


@given(ANY_TEXT)
def test_clean_text_can_be_saved_and_drawn(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert once.encode("utf-8").decode("utf-8") == once
    escaped = once.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert (ElementTree.fromstring(f"<t>{escaped}</t>").text or "") == once


def test_the_same_word_may_be_encoded_in_two_ways() -> None:
    assert same_word("caf\u00e9", "cafe\u0301")
    assert not same_word("cafe", "café")
    assert not same_word("Bank", "bank")


# --- limits


def test_sixty_four_words_are_shown_and_one_more_is_refused() -> None:
    assert len(split(" ".join(["so"] * MAX_TOKENS))) == MAX_TOKENS
    with pytest.raises(
        SentenceTooLong, match=r"has 65 words; the studio shows 64 at most\. Nothing was changed\."
    ):
        split(" ".join(["so"] * (MAX_TOKENS + 1)))
    assert issubclass(SentenceTooLong, Refused)


def test_marks_are_not_counted_as_words() -> None:
    assert len(split("so ! " * MAX_TOKENS)) == MAX_TOKENS


def test_the_message_quotes_the_beginning_of_the_text() -> None:
    with pytest.raises(SentenceTooLong) as caught:
        split("I deposited money at the bank. " * 14)
    assert str(caught.value).startswith("“I deposited money at the…” has 84 words;")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("word " * 200_000, "“word word word word word…” has more than 999 words"),
        ("x" * 1_000_000, "one word of more than 999 characters"),
        ("x" + "\u0301" * 1_000_000, "one word of more than 999 characters"),
        ("." * 1_000_000 + "x", "one word of more than 999 characters"),
        ("x" + " ." * 50_000, "one word of"),
        (". " * 50_000, "one word of"),
    ],
)
def test_a_huge_text_is_refused_within_bounded_memory(text: str, said: str) -> None:
    tracemalloc.start()
    with pytest.raises(SentenceTooLong, match=said) as caught:
        split(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * sys.getsizeof(text)
    assert len(str(caught.value)) < 160


def test_a_megabyte_of_blanks_is_an_empty_sentence() -> None:
    assert split(" \n" * 500_000) == ()


def test_a_long_word_is_refused_by_the_characters_that_are_seen() -> None:
    assert words("e\u0301" * MAX_LETTERS) == ["e\u0301" * MAX_LETTERS]
    assert words(FAMILY * MAX_LETTERS) == [FAMILY * MAX_LETTERS]
    with pytest.raises(SentenceTooLong, match="one word of 65 characters; the studio shows 64 at most"):
        split("river " + "é" * (MAX_LETTERS + 1))


def test_a_refused_text_is_not_cut_inside_a_character() -> None:
    with pytest.raises(SentenceTooLong) as caught:
        split(FAMILY * (MAX_LETTERS + 1))
    quoted = str(caught.value).split("…")[0].lstrip("“")
    assert quoted == FAMILY * 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("cafe\u0301", 4),
        (FAMILY, 1),
        ("👍🏽👍🏽", 2),
        ("🇩🇪🇫🇷🇮🇹", 3),
        ("\u1112\u1161\u11ab", 1),
        ("नी", 1),
    ],
)
def test_letters_are_counted_as_they_are_seen(text: str, count: int) -> None:
    assert letters(text) == count


# --- words go on


def aligned(old: str, new: str) -> tuple[int | None, ...]:
    return align(words(old), words(new))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("We sat beside the bank", "We sat beside the banks", (0, 1, 2, 3, 4)),
        ("We sat beside the bank", "We sat beside the river bank", (0, 1, 2, 3, None, 4)),
        ("We sat beside the river bank", "We sat beside the bank", (0, 1, 2, 3, 5)),
        ("at the bank", "at the shore", (0, 1, None)),
        ("I deposited money", "I deposited my", (0, 1, None)),
        ("my bank", "money bank", (None, 1)),
        ("I deposited money", "She deposits money", (None, 1, 2)),
        ("at the bank", "at the big banks", (0, 1, None, 2)),
        ("the river bank", "the riverbank", (0, 1)),
        ("the riverbank", "the river bank", (0, 1, None)),
        ("money bank", "bank money", (1, 0)),
        ("money at bank", "bank at money", (2, 1, 0)),
        ("the the the", "the the", (0, 1)),
        ("the bank", "the the bank", (0, None, 1)),
        ("bank the river bank", "the bank river bank", (1, 0, 2, 3)),
        ("the bank", "The Bank", (0, 1)),
        ("cafe\u0301 noir", "caf\u00e9 noir", (0, 1)),
        ("love b", "love bank", (0, None)),
        ("", "a b", (None, None)),
        ("a b", "", ()),
    ],
)
def test_a_word_goes_on_where_a_reader_expects_it(
    old: str, new: str, expected: tuple[int | None, ...]
) -> None:
    assert aligned(old, new) == expected


@given(WORDS)
def test_the_same_sentence_goes_on_whole(sentence: list[str]) -> None:
    assert align(sentence, sentence) == tuple(range(len(sentence)))


@given(WORDS, WORDS)
def test_no_word_goes_on_twice(old: list[str], new: list[str]) -> None:
    kept = [index for index in align(old, new) if index is not None]
    assert len(set(kept)) == len(kept)
    assert all(0 <= index < len(old) for index in kept)
    assert len(align(old, new)) == len(new)


@given(WORDS, WORDS)
def test_a_word_of_both_sentences_always_goes_on(old: list[str], new: list[str]) -> None:
    pairs = zip(align(old, new), new, strict=True)
    same = Counter(word for index, word in pairs if index is not None and old[index] == word)
    assert same == Counter(old) & Counter(new)


@given(st.lists(st.text("abcdefg", min_size=1), unique=True, max_size=9), st.data())
def test_deleting_and_inserting_leave_the_others_alone(old: list[str], data: st.DataObject) -> None:
    left = [i for i in range(len(old)) if data.draw(st.booleans())]
    assert align(old, [old[i] for i in left]) == tuple(left)
    longer = [word for i in left for word in (f"NEW{i}", old[i])]
    assert align([old[i] for i in left], longer)[1::2] == tuple(range(len(left)))


@given(st.lists(st.text("abcdefg", min_size=1), unique=True, max_size=9), st.randoms(use_true_random=False))
def test_shuffled_words_are_all_followed(old: list[str], chance: random.Random) -> None:
    order = list(range(len(old)))
    chance.shuffle(order)
    assert align(old, [old[i] for i in order]) == tuple(order)
