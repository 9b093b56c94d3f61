"""The chunks of a PNG: where each lies, and which of them is cut off."""

from __future__ import annotations

from attnstudio.storage.png import HEAD, SIGNATURE, chunks, made
from tests.kept import plain_png


def test_a_picture_is_its_signature_and_its_chunks() -> None:
    picture = plain_png()
    found = list(chunks(picture))
    assert SIGNATURE + b"".join(chunk.whole for chunk in found) == picture
    assert (found[0].name, found[0].end, found[-1].name) == (b"IHDR", HEAD, b"IEND")
    assert all(chunk.is_whole and chunk.is_sound for chunk in found)


def test_what_is_made_is_found() -> None:
    picture = plain_png()
    told = made(b"tEXt", b"said\0words")
    chunk = list(chunks(picture[:HEAD] + told + picture[HEAD:]))[1]
    assert (chunk.name, chunk.content, chunk.is_sound) == (b"tEXt", b"said\0words", True)
    assert chunk.begins_with(b"said\0")


def test_one_bit_of_a_chunk_makes_it_unsound() -> None:
    told = bytearray(made(b"tEXt", b"words"))
    told[9] ^= 1
    (chunk,) = chunks(SIGNATURE + bytes(told))
    assert chunk.is_whole
    assert not chunk.is_sound


def test_a_chunk_that_is_cut_off_is_the_last() -> None:
    told = made(b"tEXt", b"words")
    for length in range(len(told)):
        found = list(chunks(SIGNATURE + told + told[:length]))
        assert [chunk.is_whole for chunk in found] == ([True] if length < 12 else [True, False])
        assert not any(chunk.is_sound for chunk in found[1:])
