"""`attnstudio code`: one text to standard output, many to a folder, and a sentence for each that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from attnstudio.cli import main
from attnstudio.model.resolve import resolve
from attnstudio.notes.formats import NOTATIONS
from attnstudio.study.scenes import load, scenes


def expected(name: str, scene: str) -> str:
    document, look = load(scene)
    return NOTATIONS[name].write(document, resolve(document, look.passage), look)


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_scene_to_standard_output(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["code", "two-heads", f"--{name}"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == expected(name, "two-heads").splitlines()
    assert printed.err == ""


def test_a_file(tmp_path: Path) -> None:
    target = tmp_path / "numbers.csv"
    assert main(["code", "two-heads", "--csv", "-o", str(target)]) == 0
    assert target.read_bytes().decode() == expected("csv", "two-heads")  # its line ends are kept


def test_every_scene_into_a_folder_that_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert main(["code", "--all-scenes", "--numpy", "-o", f"{folder}/"]) == 0
    assert {path.name for path in folder.iterdir()} == {f"{scene.id}.py" for scene in scenes()}
    one = folder / "bank-money.py"
    assert subprocess.run([sys.executable, "-I", str(one)], check=False).returncode == 0


def test_one_that_fails_is_told_and_the_others_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.attn"
    bad.write_text("{")
    folder = tmp_path / "out"
    assert main(["code", str(bad), "bank-money", "--latex", "-o", f"{folder}/"]) == 1
    assert (folder / "bank-money.tex").read_text() == expected("latex", "bank-money")
    assert "bad.attn" in capsys.readouterr().err
    assert len(list(folder.iterdir())) == 1


def test_nothing_is_written_over_what_it_is_made_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arrays = tmp_path / "mine.json"
    arrays.write_text('{"queries": [[1, 2]], "keys": [[2, 1]], "values": [[1, 0]]}')
    before = arrays.read_text()
    assert main(["code", str(arrays), "--json", "-o", str(arrays)]) == 2
    assert main(["code", str(arrays), "bank-money", "--json", "-o", str(tmp_path)]) == 2
    assert arrays.read_text() == before
    assert (tmp_path / "bank-money.json").exists()
    printed = capsys.readouterr()
    assert printed.err.count("mine.json” is what is read: what is made of it needs another name.") == 2


@pytest.mark.parametrize(
    "call",
    [
        ["bank-money"],
        ["--numpy"],
        ["bank-money", "--numpy", "--torch"],
        ["bank-money", "bank-river", "--numpy"],
        ["--all-scenes", "--numpy"],
        ["bank-money", "--numpy", "-o", "x.csv"],
        ["bank-money", "bank-river", "--numpy", "-o", "x.py"],
        ["no-such-scene", "--numpy"],
    ],
)
def test_a_call_that_makes_no_sense(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["code", *call]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("attnstudio: ")
    assert printed.err.count("\n") == 1
