"""`attnstudio notebook`, and what calls with many names have in common."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

from attnstudio.cli import main
from attnstudio.cli.many import each, targets
from attnstudio.cli.sources import BadCall
from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.storage.files import open_file, save_file
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, of_words

draws = pytest.mark.skipif(find_spec("PySide6") is None, reason="draws, and PySide6 is not installed")


@draws
def test_a_scene_becomes_a_notebook_without_a_display(checkout: Path, tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    call = [sys.executable, "-m", "attnstudio", "notebook", "worked-example", "-o", str(tmp_path / "x.ipynb")]
    done = subprocess.run(call, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    notebook = json.loads((tmp_path / "x.ipynb").read_text("utf-8"))
    nbformat.validate(notebook)
    picture = next(cell for cell in notebook["cells"] if cell["id"] == "picture")
    assert picture["attachments"]["state.png"]["image/png"].startswith("iVBOR")
    found = open_file(tmp_path / "x.ipynb")
    assert (found.document, found.look) == load("worked-example")


@draws
def test_what_fails_is_told_and_the_others_are_written(tmp_path: Path, checkout: Path) -> None:
    save_file(tmp_path / "né.attn", bank(), Look(query=6))
    (tmp_path / "bad.attn").write_text("{}", "utf-8")
    save_file(tmp_path / "long.attn", of_words(*"ab"), Look())
    names = ["worked-example", str(tmp_path / "bad.attn"), str(tmp_path / "né.attn"), "no-such-scene"]
    call = [sys.executable, "-m", "attnstudio", "notebook", *names, "-o", f"{tmp_path / 'all'}{os.sep}"]
    done = subprocess.run(call, cwd=checkout, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["né.ipynb", "worked-example.ipynb"]
    first, second = done.stderr.splitlines()
    assert "bad.attn" in first
    assert second.startswith("attnstudio: There is no scene “no-such-scene”")


@pytest.mark.parametrize(
    "call",
    [
        ["notebook"],
        ["notebook", "bank-money"],
        ["notebook", "-o", "x.ipynb"],
        ["notebook", "bank-money", "-o", "x.txt"],
        ["notebook", "bank-money", "bank-river", "-o", "x.ipynb"],
        ["notebook", "--all-scenes", "-o", "x.ipynb"],
        ["notebook", "no-such-scene", "-o", "x.ipynb"],
        ["notebook", "", "-o", "x.ipynb"],
    ],
)
def test_a_bad_call_is_two(
    call: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(call) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert os.listdir(tmp_path) == []


# --- many


def test_one_name_goes_into_the_file_that_is_named() -> None:
    assert targets(["bank-money"], False, "x.ipynb", ".ipynb") == [("bank-money", Path("x.ipynb"))]


def test_several_go_into_a_folder_which_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "er"
    made = targets(["bank-money", "my/work.attn"], False, f"{folder}/", ".ipynb")
    assert made == [("bank-money", folder / "bank-money.ipynb"), ("my/work.attn", folder / "work.ipynb")]
    assert folder.is_dir()


def test_a_folder_that_is_there_needs_no_stroke_at_its_end(tmp_path: Path) -> None:
    every = targets([], True, str(tmp_path), ".png")
    assert [path.name for _, path in every] == [f"{scene.id}.png" for scene in scenes()]


def test_the_same_name_twice_is_made_once(tmp_path: Path) -> None:
    assert len(targets(["bank-money", "bank-money"], True, str(tmp_path), ".png")) == len(scenes())


def test_two_that_would_have_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCall, match=r"would both be written to “.*work\.png”"):
        targets(["a/work.attn", "b/work.attn"], False, str(tmp_path), ".png")


def test_a_folder_that_cant_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(Refused, match="can't be made"):
        targets(["bank-money"], False, f"{tmp_path / 'file' / 'x'}/", ".png")


def test_the_code_is_that_of_the_worst(capsys: pytest.CaptureFixture[str]) -> None:
    def make(name: str, path: Path) -> None:
        if name == "bad":
            raise Refused("It is bad.")
        if name == "worse":
            raise BadCall("It is worse.")
        made.append(name)

    made: list[str] = []
    every = [(name, Path(name)) for name in ("one", "bad", "two")]
    assert each(every, make) == 1
    assert each([*every, ("worse", Path("worse")), ("three", Path("three"))], make) == 2
    assert made == ["one", "two", "one", "two", "three"]
    assert capsys.readouterr().err.splitlines()[-1] == "attnstudio: It is worse."
