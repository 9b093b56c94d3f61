"""The command line takes a picture that carries a document as it takes the document."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from attnstudio.cli import main
from attnstudio.storage.schema import to_bytes
from attnstudio.study.scenes import load
from tests.storage.pictures import PNG, pictures

PICTURES = pictures(to_bytes(*load("causal-love")))


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    told = capsys.readouterr()
    return told.err if code else told.out


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_computed_and_checked(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "from a note"
    path.write_bytes(PICTURES[kind])
    right = said(capsys, "compute", "causal-love", "--json")
    assert said(capsys, "compute", str(path), "--json") == right
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PICTURES[kind])))
    assert said(capsys, "compute", "-", "--json") == right
    assert f"{path}: good" in said(capsys, "check", str(path))


def test_pictures_that_carry_nothing_are_told_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare, photo = tmp_path / "bare.png", tmp_path / "photo.png"
    bare.write_bytes(PNG)
    photo.write_bytes(b"\xff\xd8\xff\xe0")
    told = said(capsys, "check", str(bare), str(photo), code=1)
    assert f"“{bare}” can't be opened: the picture carries no document" in told
    assert f"“{photo}” can't be opened: a JPEG can't carry a document" in told
