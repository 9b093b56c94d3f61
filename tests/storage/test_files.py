"""Opening whatever lies there and saving what was made."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnstudio.model.document import Document, Head, Look, Matrix, Passage, Token
from attnstudio.model.refused import Refused
from attnstudio.storage.files import from_bytes, open_file, save_file
from attnstudio.storage.reading import MOST_BYTES
from attnstudio.storage.schema import to_bytes
from tests.samples import bank, crossing

GOOD = to_bytes(bank(), Look(query=6))
NEWER = b'{"format": "attnstudio", "version": 99, "levels": {"7": "done"}}'

HOSTILE = {
    "empty": b"",
    "mark": b"\xef\xbb\xbf" + GOOD,
    "wide": GOOD.decode().encode("utf-16"),
    "cut": GOOD[: len(GOOD) // 2],
    "twice": GOOD + GOOD,
    "deep": b"[" * 100_000,
    "deep-member": b'{"format": "attnstudio", "version": 1, "document": ' + b'{"a":' * 50_000,
    "digits": b'{"format": "attnstudio", "version": ' + b"9" * 5000 + b"}",
    "infinite": GOOD.replace(b'"bound": 3.0', b'"bound": 1e999'),
    "nan": GOOD.replace(b'"bound": 3.0', b'"bound": NaN'),
    "repeated": GOOD.replace(b'"bound": 3.0', b'"bound": 3.0, "bound": 2.0'),
    "newer": NEWER,
    "words": GOOD.replace(b'"deposited"', b'"' + b"word " * 200_000 + b'"'),
    "letters": GOOD.replace(b'"deposited"', b'"' + b"w" * 10**6 + b'"'),
    "many-lists": b"[" + b"[]," * 2_000_000 + b"1]",
    "many-objects": b"[" + b'{"":0},' * 1_000_000 + b"1]",
    "many-numbers": b'{"queries": [[' + b"1," * 4_990_000 + b"1]]}",
    "many-floats": b'{"queries": [[' + b"1.5," * 4_990_000 + b"1]]}",
    "too-many-numbers": b'{"queries": [[' + b"1," * 20_000_000 + b"1]]}",
    "many-texts": b'{"queries": [' + b'"ab",' * 490_000 + b"1]}",
    "too-many-texts": b'{"queries": [' + b'"ab",' * 1_600_000 + b"1]}",
    "binary": bytes(range(256)) * 100,
    "large": b" " * (MOST_BYTES + 1),
    "picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "pickle": b"\x80\x04\x95\x0c\x00\x00\x00\x00\x00\x00\x00\x8c\x08builtins\x94.",
    "list": b"[1, 2, 3]",
    "number": b"7",
    "other": b'{"type": "excalidraw", "version": 2}',
}

OPEN_AND_MEASURE = """
import resource, sys
from attnstudio.model.refused import Refused
from attnstudio.storage.files import open_file

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

start = peak()
for path in sys.argv[1:]:
    try:
        open_file(path)
    except Refused:
        pass
print(peak() - start)
"""


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_gives_one_sentence_that_names_it(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"{kind}.attn"
    path.write_bytes(HOSTILE[kind])
    with pytest.raises(Refused) as refused:
        open_file(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"“{path}” can't be opened: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300 + len(str(path))


def test_hostile_files_cost_bounded_memory(tmp_path: Path, checkout: Path) -> None:
    for kind, data in HOSTILE.items():
        (tmp_path / kind).write_bytes(data)
    call = [sys.executable, "-c", OPEN_AND_MEASURE, *(str(tmp_path / kind) for kind in HOSTILE)]
    done = subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200 * 2**20


def test_both_versions_are_named() -> None:
    with pytest.raises(Refused, match=r"format version 99; this one reads up to version 2\.$"):
        from_bytes(NEWER, "new.attn")


@pytest.mark.parametrize("make", ["folder", "pipe", "missing"])
def test_what_is_no_file_is_named_too(make: str, tmp_path: Path) -> None:
    path = tmp_path / "x.attn"
    if make == "folder":
        path.mkdir()
    elif make == "pipe":
        os.mkfifo(path)
    with pytest.raises(Refused, match=r"^“.*x\.attn” can't be opened: "):
        open_file(path)


def test_names_are_shown_without_control_characters() -> None:
    with pytest.raises(Refused, match=r"^“a\ufffd\[31mb” can't be opened"):
        open_file("a\x1b[31mb")


def test_what_was_saved_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "né 👩.attn"
    written = save_file(path, bank(), Look(query=3), {"author": "Ada"})
    assert path.read_bytes() == written
    opened = open_file(path)
    assert (opened.document, opened.look, opened.extra) == (bank(), Look(query=3), {"author": "Ada"})
    assert open_file(str(path)) == opened


def test_a_document_that_cannot_be_saved_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.attn"
    path.write_bytes(GOOD)
    with pytest.raises(Refused):
        save_file(path, bank(), Look(), {"deep": [float("nan")]})
    assert path.read_bytes() == GOOD


def test_matrices_of_long_vectors_are_opened_again(tmp_path: Path) -> None:
    """As many numbers as W_Q, W_K and W_V of one head have for vectors of 700 components."""
    row: Matrix = ((0.25,) * 490_000,)
    document = Document("x", (Passage((Token(1, "x"),), heads=(Head(row, row, row),)),))
    assert len(save_file(tmp_path / "x.attn", document, Look())) > 8 * 2**20
    assert open_file(tmp_path / "x.attn").document == document


def test_what_could_not_be_opened_again_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "x.attn"
    path.write_bytes(GOOD)
    with pytest.raises(Refused, match=r"^This could not be opened again: it holds more than 5,000,000 num"):
        save_file(path, bank(), Look(), {"list": "," * 5_000_001})
    assert path.read_bytes() == GOOD


def test_plain_arrays_are_told_by_their_members(tmp_path: Path) -> None:
    path = tmp_path / "arrays.json"
    path.write_text(json.dumps({"queries": [[1]], "keys": [[2]], "values": [[3]]}))
    opened = open_file(path)
    assert not opened.is_document
    assert opened.document.passages[0].heads[0].keys == ((2.0,),)


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    assert open_file("-").document == bank()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(Refused, match=r"^“standard input” can't be opened: it is empty\.$"):
        open_file("-")


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_bytes_changed_anywhere_are_opened_whole_or_refused(data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from([GOOD, to_bytes(crossing(), Look())])))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = start + data.draw(st.integers(0, 20))
        piece = data.draw(
            st.sampled_from([b"", b"[", b"}", b'"', b"-1", b"1e999", b"null", b"\xff"]) | st.binary()
        )
        content[start:end] = piece
    try:
        opened = from_bytes(bytes(content), "x")
    except Refused:
        return
    to_bytes(opened.document, opened.look, opened.extra)
