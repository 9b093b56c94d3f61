"""What a journal writes into a picture, and that it comes out again whatever stands in it."""

from __future__ import annotations

import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.refused import Refused
from attnstudio.storage.carrying import document_in
from attnstudio.storage.journal_words import (
    MOST_HEAD,
    MOST_NOTE,
    Words,
    cleaned,
    size_of,
    with_words,
    without_words,
    words_in,
)
from tests.kept import picture_of, plain_png
from tests.samples import bank

texts = st.text(st.characters(), max_size=60)


@given(title=texts, note=texts, said=texts, place=st.floats(-1e9, 1e9))
def test_words_come_back(title: str, note: str, said: str, place: float) -> None:
    words = Words(title, said, "", note, "2026-11-30T14:05:00+01:00", place)
    assert words_in(with_words(plain_png(), words)) == cleaned(words)


def test_cleaning_keeps_lines_and_shows_what_is_lost() -> None:
    assert cleaned(Words(note="a\r\nb\u2028c\rd\ud800\0")).note == "a\nb\nc\nd\ufffd\ufffd"
    assert cleaned(Words(title="a\nb")).title == "a b"


@given(texts)
def test_cleaning_twice_is_cleaning_once(note: str) -> None:
    once = cleaned(Words(note=note, title=note))
    assert cleaned(once) == once


def test_new_words_take_the_place_of_the_old() -> None:
    once = with_words(plain_png(), Words(note="first"))
    twice = with_words(once, Words(note="second"))
    assert words_in(twice) == Words(note="second")
    assert twice.count(b"attnstudio-journal") == 1
    assert without_words(twice) == plain_png()


def test_the_document_stays_the_same() -> None:
    picture = picture_of(bank())
    assert document_in(with_words(picture, Words(note="x"))) == document_in(picture)


def test_the_longest_words_stand_in_the_part_that_is_read() -> None:
    letter = "\U0001f600"
    words = Words(letter * 999, letter * 9999, letter * 9999, letter * MOST_NOTE, "2026", 1.0)
    head = with_words(plain_png(), words)[:MOST_HEAD]
    found = words_in(head)
    assert found is not None
    assert found.note == words.note


def test_a_note_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused, match="at most 10,000 characters"):
        with_words(plain_png(), Words(note="a" * (MOST_NOTE + 1)))


def test_a_picture_without_words_has_none() -> None:
    assert words_in(plain_png()) is None


def test_damage_is_told() -> None:
    picture = bytearray(with_words(plain_png(), Words(note="hello")))
    picture[picture.index(b"hello")] ^= 1
    with pytest.raises(Refused, match="its note is damaged"):
        words_in(bytes(picture))


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR"]
)
def test_what_is_no_png_is_refused(data: bytes) -> None:
    for read in (words_in, size_of, without_words):
        with pytest.raises(Refused):
            read(data)


@pytest.mark.parametrize("cut", [40, 60, -1])
def test_a_picture_that_is_cut_off_gets_no_words(cut: int) -> None:
    with pytest.raises(Refused, match="cut off"):
        with_words(plain_png()[:cut], Words())


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"note": 1, "place": 1e999}', '{"place": true}', '{"title": null}']
)
def test_words_of_other_shapes_are_read_or_refused(text: str) -> None:
    inside = b"iTXtattnstudio-journal\0\0\0\0\0" + text.encode()
    chunk = (len(inside) - 4).to_bytes(4) + inside + zlib.crc32(inside).to_bytes(4)
    picture = plain_png()[:33] + chunk + plain_png()[33:]
    try:
        assert words_in(picture) == Words()
    except Refused:
        assert text in ("[]", "{")


@given(st.binary(max_size=200), st.integers(8, 60))
def test_no_bytes_raise_anything_else(noise: bytes, place: int) -> None:
    picture = with_words(plain_png(), Words(note="x"))
    for damaged in (picture[:place] + noise, picture[:place] + noise + picture[place:], noise):
        for read in (words_in, size_of, without_words):
            with suppress(Refused):
                read(damaged)


def test_the_size_is_that_of_the_header() -> None:
    assert size_of(plain_png(7, 3)) == (7, 3)
