"""Word vectors from files that may be anything."""

from __future__ import annotations

import io
import os
import random
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnstudio.model.refused import Refused
from attnstudio.storage import vector_files
from attnstudio.storage.vector_files import Vocabulary, from_bytes, open_vectors

PICKLE = b"\x80\x04]\x94(\x8c\x01a\x94\x8c\x01b\x94e."  # of the list a, b


def read(text: str) -> Vocabulary:
    return from_bytes(text.encode())


def refusal(data: bytes | str) -> str:
    with pytest.raises(Refused) as caught:
        from_bytes(data.encode() if isinstance(data, str) else data)
    return str(caught.value)


def archive(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archived:
        for name, array in arrays.items():
            with archived.open(f"{name}.npy", "w") as member:
                member.write(array if isinstance(array, bytes) else as_npy(np.asarray(array)))
    return stream.getvalue()


def as_npy(array: np.ndarray[Any, Any]) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, array)
    return stream.getvalue()


def promising(shape: tuple[int, ...], kind: str = "<f8", data: bytes = b"") -> bytes:
    """An array whose header says more than follows."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": kind, "fortran_order": False, "shape": shape})
    return stream.getvalue() + data


# --- text


@pytest.mark.parametrize(
    "text",
    [
        "money,2,0\nriver,0,-2.5\n",
        "word,x,y\nmoney,2,0\nriver,0,-2.5\n",
        "word\tx\ty\r\nmoney\t2\t0\r\nriver\t0\t-2.5\r\n",
        "\ufeffmoney, 2, 0\n\nriver, 0, -2.5",
        '"money",2,0.0\n"river",0,-25e-1',
        "money;2;0;\nriver;0;-2.5;\n",
        "money 2 0\nriver 0 -2.5\n",
        "money  2  0\nriver +0  -2.50 \n",
    ],
)
def test_a_line_for_each_word(text: str) -> None:
    made = read(text)
    assert made.words == ("money", "river")
    assert made.vectors.tolist() == [[2.0, 0.0], [0.0, -2.5]]
    assert made.axes == (("x", "y") if "word" in text else ())


def test_words_are_found_as_written_and_else_in_small_letters() -> None:
    made = read("Us,1\nus,2\nBank,3\ncafe\u0301,4\n")
    assert [made.vector_of(word) for word in ("Us", "us", "bank", "Bank", "caf\u00e9")] == [
        (1.0,),
        (2.0,),
        (3.0,),
        (3.0,),
        (4.0,),
    ]
    assert made.vector_of("BANK") is None
    assert "us" in made
    assert "them" not in made


def test_a_word_may_hold_what_stands_between_others() -> None:
    assert read('"a,b",1,2\n').words == ("a,b",)
    assert read("a,b\t1\t2\n").words == ("a,b",)
    assert read('the 1 2\n" 3 4\n').words == ("the", '"')


def test_how_long_a_vector_usually_is() -> None:
    assert read("a,3,4\nb,0,1\n").usual_length == 3.0


def test_vectors_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read("a,1\n").vectors[0, 0] = 2.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("\n \n", "it is empty"),
        ("word,x,y\n", "line 1: no numbers"),
        ("just words\nof a song\n", "line 2, column 2: “a”"),
        ("lonely\n", "line 1: no numbers"),
        ("lonely\nwords\n", "line 2: a vector of 0 numbers"),
        ("a,1,2\nb,1\n", "line 2: has 1 number where the lines before have 2"),
        ("a,1,2\n\nb,1,2,3\n", "line 3: has 3 numbers"),
        ("a,1,2\nb,1,x\n", "line 2, column 3: “x” is no finite number"),
        ("a,1,nan\nb,1,2\n", "line 1, column 3: “nan”"),
        ("a,nan,nan\nb,1,2\n", "line 1, column 2: “nan”"),
        ("a,1,2\nb,1,inf\n", "line 2, column 3: “inf”"),
        ("a,1,2\nb,1,1_0\n", "“1_0”"),
        ("a,1,2\nb,1,\u0661\n", "“\u0661”"),
        ("a,1,2\nb,1,0x10\n", "“0x10”"),
        ("a,1,2\nb,,2\n", "line 2, column 2: “”"),
        ("a;0,5;1\nb;1;2\n", "line 1, column 2: “0,5” needs a decimal point"),
        ("a,1,1e999\n", "line 1: its vector is not finite"),
        ("a,1,2\nb,1e7,0\n", "line 2: its vector is not finite, or longer than a million"),
        ("a,1,2\n,1,2\n", "line 2: there is no word"),
        ("a,1,2\nb,3,4\na,1,2\n", "line 3: “a” stands there twice, first at line 1"),
        ("caf\u00e9,1\ncafe\u0301,2\n", "twice"),
        ('a,1\n"b,2\n', "line 2: unexpected end of data"),
        ('a,1\n"b"c,2\n', "line 2: "),
        ('a,"' + "1\n" * 70_000 + '"', "field larger"),
        ("a," + ",".join(["1"] * 1025), "1025 numbers; 1 to 1024"),
        ("a\0,1\nb,\x001\n", "line 2, column 2"),
        ("<b>,1\n<b>,2\n", "“<b>” stands there twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    assert said in refusal(text)
    assert len(refusal(text)) < 200


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfea\x00,\x001\x00", "line 1: this is no text in UTF-8"),
        (b"a,1\nb\xe9,2\n", "line 2: this is no text in UTF-8"),
        (bytes(range(256)) * 4, "this is no text in UTF-8"),
        (PICKLE, "this is no text in UTF-8"),
        (as_npy(np.ones((2, 2))), "a single array"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, said: str) -> None:
    assert said in refusal(data)


def test_too_many_words_or_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_files, "MOST_WORDS", 3)
    assert "4 words; 3 are possible" in refusal("".join(f"w{n},1\n" for n in range(5)))
    assert "4 words; 3 are possible" in refusal(archive(words=list("abcd"), vectors=np.ones((4, 1))))
    monkeypatch.setattr(vector_files, "MOST_NUMBERS", 5)
    assert "line 3: more than 5 numbers" in refusal("a,1,2\nb,1,2\nc,1,2\n")
    assert "6 numbers are too many" in refusal(archive(words=list("abc"), vectors=np.ones((3, 2))))


# --- archives


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int32, np.dtype(">f4")])
def test_an_archive_of_two_arrays(kind: Any) -> None:
    vectors = np.array([[2, 0, 1], [0, -3, 1]], dtype=kind)
    for stored in (vectors, np.asfortranarray(vectors)):
        made = from_bytes(archive(words=["money", "river"], vectors=stored, other=[1]))
        assert made.words == ("money", "river")
        assert made.vectors.tolist() == [[2.0, 0.0, 1.0], [0.0, -3.0, 1.0]]
        assert made.size == 3


GOOD = np.ones((2, 3))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (archive(words=["a", "b"]), "the array “vectors” is missing"),
        (archive(vectors=GOOD), "the array “words” is missing"),
        (archive(words=["a"], vectors=GOOD), "1 words for 2 vectors"),
        (archive(words=np.array([], dtype="U3"), vectors=np.ones((0, 3))), "it holds no word"),
        (archive(words=np.array(["a", "b"], dtype=object), vectors=GOOD), "Python objects"),
        (archive(words=["a", "b"], vectors=GOOD.astype(object)), "Python objects"),
        (archive(words=PICKLE, vectors=GOOD), "damaged"),
        (archive(words=[b"a", b"b"], vectors=GOOD), "not a list of words"),
        (archive(words=[["a", "b"]], vectors=GOOD), "not a list of words"),
        (archive(words=["a" * 300, "b"], vectors=GOOD), "not a list of words"),
        (archive(words=["a", "b"], vectors=GOOD[0]), "not a row of numbers"),
        (archive(words=["a", "b"], vectors=GOOD.astype(complex)), "not a row of numbers"),
        (archive(words=["a", "b"], vectors=[["x"], ["y"]]), "not a row of numbers"),
        (archive(words=["a", "b"], vectors=np.ones((2, 0))), "0 numbers"),
        (archive(words=["a", "b"], vectors=np.ones((2, 1025))), "1025 numbers"),
        (archive(words=["a", "b"], vectors=GOOD * np.nan), "vector 1: its vector is not finite"),
        (archive(words=["a", "b"], vectors=np.diag([1.0, np.inf])), "vector 2: its vector is not finite"),
        (archive(words=["a", "b"], vectors=GOOD * 1e300), "vector 1: its vector is not finite, or longer"),
        (archive(words=["a", " "], vectors=GOOD), "word 2: there is no word"),
        (archive(words=["a", "a"], vectors=GOOD), "word 2: “a” stands there twice"),
        (archive(words=np.array([97, 0x110000], np.uint32).view("U1"), vectors=GOOD), "no characters"),
        (archive(words=["a", "b"], vectors=promising((2, 3))), "“vectors” is cut off"),
        (archive(words=["a", "b"], vectors=promising((-2, 3))), "−2 words"),
        (archive(words=["a", "b"], vectors=promising((2**62, 3))), "words; 50,000 are possible"),
        (archive(words=promising((50_000,), "<U250"), vectors=GOOD), "“words” is cut off"),
        (archive(words=promising((2,), "<U0"), vectors=GOOD), "damaged"),
        (archive(words=["a", "b"], vectors=promising((2, 3), "|V9999")), "not a row of numbers"),
        (archive(words=["a", "b"], vectors=GOOD)[:-40], "damaged"),
        (b"PK\x03\x04 and nothing else", "damaged"),
    ],
)
def test_a_wrong_archive_is_refused(data: bytes, said: str) -> None:
    assert said in refusal(data)
    assert len(refusal(data)) < 250


def test_a_bomb_is_not_unpacked() -> None:
    """Sixty-four megabytes of zeros behind an array of six numbers: only the array is read."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archived:
        archived.writestr("words.npy", as_npy(np.array(["a", "b"])))
        with archived.open("vectors.npy", "w") as member:
            member.write(as_npy(GOOD))
            for _ in range(64):
                member.write(bytes(2**20))
    assert len(stream.getvalue()) < 2**20
    assert from_bytes(stream.getvalue()).vectors.tolist() == GOOD.tolist()


def test_a_header_is_not_unpacked_before_it_is_known_to_be_short() -> None:
    """Packed, 4 GB of blanks are a few megabytes; numpy reads them all to say that they are too many."""
    stream = io.BytesIO()
    promised = (1_000_000_000).to_bytes(4, "little")
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archived:
        archived.writestr("words.npy", b"\x93NUMPY\x02\x00" + promised + b" " * (64 * 2**20))
        archived.writestr("vectors.npy", as_npy(GOOD))
    tracemalloc.start()
    assert "damaged" in refusal(stream.getvalue())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2**20


def test_an_archive_of_very_many_members_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archived:
        for number in range(1_001):
            archived.writestr(f"{number}", b"")
    assert "the archive has more than 1,000 members" in refusal(stream.getvalue())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"w" + b",11" * 30_000, "line 1: has more than 65,536 characters"),
        (b"w,1\n" + b"a;" * 40_000, "line 2: has more than 65,536 characters"),
        (b"w,1\n" + b"\n" * 1_000_001, "it has more than 1,000,000 lines"),
    ],
)
def test_a_text_that_would_take_much_more_room_than_its_bytes_is_refused(data: bytes, said: str) -> None:
    assert said in refusal(data)


def test_lines_end_in_any_way() -> None:
    assert read("a 1\rb 2\r\n\nc 3").words == ("a", "b", "c")


def test_a_damaged_archive_is_refused_and_never_more() -> None:
    whole = archive(words=[f"w{n}" for n in range(20)], vectors=np.arange(60.0).reshape(20, 3))
    chance = random.Random(3)
    refused = 0
    for _ in range(300):
        content = bytearray(whole[: chance.randrange(1, len(whole))] if chance.random() < 0.3 else whole)
        for _ in range(chance.randrange(1, 9)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            from_bytes(bytes(content))
        except Refused:
            refused += 1
    assert refused > 200


# --- files


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("a,1,2\nb,1\n")
    with pytest.raises(Refused, match=r"^The vectors in “.*mine\.csv” can't be read: line 2: has 1 number "):
        open_vectors(path)
    path.write_text("a,1,2\n")
    assert open_vectors(path).words == ("a",)


@pytest.mark.parametrize("name", ["none.csv", ".", "pipe", "endless", "a\0b"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, name: str) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(Refused, match="can't be read: "):
        open_vectors(tmp_path / name)


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_files, "MOST_BYTES", 2**20)
    (tmp_path / "large.csv").write_bytes(bytes(2**20 + 1))
    with pytest.raises(Refused, match="more than 1 MB"):
        open_vectors(tmp_path / "large.csv")
