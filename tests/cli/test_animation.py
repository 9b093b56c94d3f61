"""`attnstudio render … -o OUT.gif`: what is asked for is what is in the file, and a bad call says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from attnstudio.cli import main
from attnstudio.model.document import Look
from attnstudio.storage.files import save_file
from tests.samples import of_words

SMALL = ["--panel", "plane", "--size", "200x220", "--seconds", "1", "--fps", "5"]


def frames(path: Path) -> list[int]:
    """How long each picture is shown, in milliseconds."""
    with Image.open(path) as file:
        lengths = []
        for place in range(getattr(file, "n_frames", 1)):
            file.seek(place)
            file.load()
            lengths.append(int(file.info["duration"]))
        return lengths


def test_the_five_steps_are_what_is_usual(tmp_path: Path) -> None:
    out = tmp_path / "steps.gif"
    assert main(["render", "bank-money", "-o", str(out), "--panel", "pipeline"]) == 0
    assert frames(out) == [3000] * 5


def test_a_sweep_has_the_length_and_the_size_that_were_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "turn.webp"
    assert main(["render", "bank-money", "-o", str(out), "--animate", "turn", *SMALL]) == 0
    assert frames(out) == [200] * 5
    with Image.open(out) as file:
        assert file.size == (200, 220)


def test_the_ends_of_a_sweep_can_be_said(tmp_path: Path) -> None:
    out = tmp_path / "window.gif"
    ends = ["--from", "2", "--to", "3"]
    assert main(["render", "bank-money", "-o", str(out), "--animate", "window", *ends, *SMALL]) == 0
    assert len(frames(out)) == 2


def test_several_inputs_go_into_a_folder_and_a_bad_one_stops_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, out = tmp_path / "bad.attn", tmp_path / "films"
    bad.write_text("{")
    names = ["bank-money", str(bad), "causal-love"]
    call = ["render", *names, "-o", f"{out}/", "--format", "gif", "--animate", "turn", *SMALL]
    assert main(call) == 1
    assert "bad.attn” can't be opened" in capsys.readouterr().err
    assert sorted(path.name for path in out.iterdir()) == ["bank-money.gif", "causal-love.gif"]
    assert frames(out / "causal-love.gif") == [200] * 5


def test_the_same_call_gives_the_same_bytes(tmp_path: Path) -> None:
    out = tmp_path / "turn.gif"
    made = []
    for _ in range(2):
        assert main(["render", "bank-money", "-o", str(out), "--animate", "turn", *SMALL]) == 0
        made.append(out.read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (["-o", "x.png", "--animate", "steps"], "must end in .gif, .webp or .mp4"),
        (["-o", "x.png", "--no-words"], "must end in .gif, .webp or .mp4"),
        (["-o", "x.gif", "--animate", "colour"], "invalid choice"),
        (["-o", "x.gif", "--strip"], "--strip is for pictures"),
        (["-o", "x.gif", "--cm", "10x10"], "--cm is for pictures"),
        (["-o", "x.gif", "--text", "fonts"], "--text is for pictures"),
        (["-o", "x.gif", "--no-document"], "--no-document is for pictures"),
        (["-o", "x.gif", "--ground", "transparent"], "it can't be transparent"),
        (["-o", "x.gif", "--fps", "60"], "from 1 to 50 frames a second"),
        (["-o", "x.gif", "--seconds", "0"], "from 0.1 to 60 seconds"),
        (["-o", "x.gif", "--size", "9000x100"], "64 to 2560 pixels"),
        (["-o", "x.gif", "--animate", "temperature", "--from", "-1"], "can go from 0"),
        (["-o", "x.gif", "--from", "1"], "--from and --to are for what changes"),
        (["-o", "x.gif", "--panel", "masks"], "can't be seen in the masks panel"),
    ],
)
def test_a_bad_call_is_two(
    call: list[str],
    why: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", "bank-money", *call]) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.glob("x.*"))


def test_a_document_that_can_t_move_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.attn"
    save_file(file, of_words("one"), Look(query=1))
    assert main(["render", str(file), "-o", str(tmp_path / "x.gif"), "--animate", "window"]) == 2
    assert "There is one key only" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "gone" / "x.gif"
    assert main(["render", "bank-money", "-o", str(out), "--animate", "turn", *SMALL]) == 1
    assert "was not written" in capsys.readouterr().err


def test_the_help_names_what_can_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "--help"]) == 0
    said = capsys.readouterr().out
    assert "--animate {steps,temperature,scaling,turn,length,window,keys,rope}" in said.replace("\n", "")


def test_no_display_is_needed(tmp_path: Path, checkout: Path) -> None:
    """As a process of its own, which knows nothing of a screen."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")
    }
    call = [
        sys.executable,
        "-m",
        "attnstudio",
        "render",
        "bank-money",
        "-o",
        "x.gif",
        "--animate",
        "turn",
        *SMALL,
    ]
    environment["PYTHONPATH"] = str(checkout)
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    assert done.returncode == 0
    assert len(frames(tmp_path / "x.gif")) == 5
