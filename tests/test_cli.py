"""The command line, called as a person or a script calls it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnstudio import __version__
from attnstudio.cli import main
from attnstudio.model.attention import attend
from attnstudio.model.document import Look
from attnstudio.model.settings import Mask, Sampling
from attnstudio.notes.tables import MOST_CELLS
from attnstudio.storage.files import save_file
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, of_words, projected

PAIR = {"queries": [[1, 0], [0, 1]], "keys": [[2, 0], [1, 1]], "values": [[1], [0]], "tokens": ["a", "b"]}
OF_VECTORS = [scene.id for scene in scenes() if load(scene.id)[1].workspace != "scaling"]


def process(*arguments: str, checkout: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """`python -m attnstudio …` as a process of its own."""
    call = [sys.executable, "-m", "attnstudio", *arguments]
    return subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=False, **options)


def computed(name: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `compute --json` prints."""
    assert main(["compute", name, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    members: dict[str, Any] = json.loads(printed.out)
    return members


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "né.attn"
    save_file(path, bank(), Look(query=6))
    return path


# --- which command, and what without one


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"attnstudio {__version__}\n"


@pytest.mark.parametrize("command", [[], ["scenes"], ["compute"], ["render"], ["check"]])
def test_help_is_for_each_command(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: attnstudio {' '.join(command)}".strip())


@pytest.mark.parametrize(
    "call",
    [
        ["--frobnicate"],
        ["bank-money", "bank-river"],
        ["scenes", "all"],
        ["compute"],
        ["compute", "bank-money", "--jsn"],
        ["compute", "bank-money", "--js"],
        ["check"],
        ["render", "bank-money"],
        ["render", "bank-money", "-o", "x.jpg"],
        ["render", "bank-money", "-o", "x.png", "--panel", "chart"],
        ["render", "bank-money", "-o", "x.png", "--panel", "plane", "--workspace", "vectors"],
        ["render", "bank-money", "-o", "x.png", "--size", "big"],
        ["render", "bank-money", "-o", "x.png", "--size", "0x100"],
        ["render", "bank-money", "-o", "x.png", "--size", "100.5x100"],
        ["render", "bank-money", "-o", "x.png", "--size", "100"],
        ["render", "bank-money", "-o", "x.png", "--size", "100x100", "--cm", "1x1"],
        ["render", "bank-money", "-o", "x.png", "--cm", "nanx10"],
        ["render", "bank-money", "-o", "x.png", "--scale", "5"],
        ["render", "bank-money", "-o", "x.png", "--scale", "nan"],
        ["render", "bank-money", "-o", "x.png", "--dpi", "0"],
        ["render", "bank-money", "-o", "x.png", "--theme", "neon"],
        ["render", "bank-money", "-o", "x.png", "--ground", "green"],
        ["compute", "no-such-scene"],
        ["render", "no-such-scene", "-o", "x.png"],
        ["no-such-scene"],
        [""],
        ["compute", ""],
        ["check", ""],
    ],
)
def test_a_bad_call_is_two(
    call: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(call) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert printed.err.strip()
    assert os.listdir(tmp_path) == []


def test_an_unknown_scene_is_answered_with_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compute", "bank"])
    said = capsys.readouterr().err
    assert said.startswith("attnstudio: There is no scene “bank”; there are central-question, ")
    assert len(said.splitlines()) == 1


# --- scenes


def test_scenes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [scene.id for scene in scenes()]
    assert next(line for line in lines if "bank-money" in line).endswith("bank looks at money.")


# --- compute


def test_compute_prints_all_that_goes_in_and_comes_out(capsys: pytest.CaptureFixture[str]) -> None:
    members = computed("bank-money", capsys)
    assert members["tokens"] == ["I", "deposited", "money", "at", "the", "bank"]
    assert "query_tokens" not in members
    shapes = {name: np.shape(members[name]) for name in members if isinstance(members[name], list)}
    assert shapes == {
        "tokens": (6,),
        "queries": (6, 2),
        "keys": (6, 2),
        "values": (6, 2),
        "mask": (6, 6),
        "scores": (6, 6),
        "scaled": (6, 6),
        "masked": (6, 6),
        "weights": (6, 6),
        "output": (6, 2),
        "blind": (6,),
    }
    trace = attend(members["queries"], members["keys"], members["values"])
    for name in ("scores", "scaled", "masked", "weights", "output"):
        assert members[name] == getattr(trace, name).tolist()
    assert members["mask"] == [[True] * 6] * 6
    assert members["blind"] == [False] * 6
    np.testing.assert_allclose(members["weights"][5][2], 0.447, atol=5e-4)


def test_masked_scores_are_null(capsys: pytest.CaptureFixture[str]) -> None:
    members = computed("causal-love", capsys)
    assert [[cell is None for cell in row] for row in members["masked"]] == (~np.tri(4, dtype=bool)).tolist()
    assert members["mask"] == np.tri(4, dtype=bool).tolist()
    assert all(cell is not None for row in members["scaled"] for cell in row)


def test_queries_of_their_own_have_names_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    members = computed("worked-example", capsys)
    assert (members["query_tokens"], members["tokens"]) == (["query"], ["key"])
    assert (members["scores"], members["weights"], members["output"]) == ([[4.0]], [[1.0]], [[2.0, 1.0]])


@pytest.mark.parametrize("scene", OF_VECTORS)
def test_what_compute_prints_it_reads_again(
    scene: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    members = computed(scene, capsys)
    (tmp_path / "again.json").write_text(json.dumps(members))
    assert main(["compute", str(tmp_path / "again.json"), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    # Plain arrays know no wrong ways on purpose: what follows from those is another's.
    made = {"masked", "weights", "output", "blind", "final"} if "wrong" in members else {"final"}
    for name in again.keys() - made:
        assert again[name] == members[name]
    assert {"queries", "keys", "values", "mask", "scores", "scaled"} <= again.keys()


def test_several_heads_keep_their_axis(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save_file(tmp_path / "heads.attn", projected(), Look())
    members = computed(str(tmp_path / "heads.attn"), capsys)
    assert np.shape(members["weights"]) == (2, 2, 2)
    assert np.shape(members["mask"]) == (2, 2)
    assert main(["compute", str(tmp_path / "heads.attn")]) == 0
    assert "\nhead 2 of 2\n" in capsys.readouterr().out


def test_plain_arrays_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays = {"queries": [[1]], "keys": [[1], [2], [3]], "values": [[1], [10], [100]], "scale": 1}
    arrays |= {"mask": [[True, True, False]]}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(arrays).encode())))
    members = computed("-", capsys)
    np.testing.assert_allclose(members["weights"], [[0.268941, 0.731059, 0.0]], atol=1e-6)
    np.testing.assert_allclose(members["output"], [[7.579527]], atol=1e-6)
    assert members["masked"] == [[1.0, 2.0, None]]


def test_a_blind_row_is_flagged(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "blind.json").write_text(json.dumps(PAIR | {"mask": [[True, True], [False, False]]}))
    members = computed(str(tmp_path / "blind.json"), capsys)
    assert members["blind"] == [False, True]
    assert members["weights"][1] == [0.0, 0.0]
    assert members["masked"][1] == [None, None]
    assert main(["compute", str(tmp_path / "blind.json")]) == 0
    assert "b may look at nothing: its weights and its output are 0" in capsys.readouterr().out


def test_a_misspelt_member_is_mentioned(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps(PAIR | {"temprature": 0}))
    assert main(["compute", str(tmp_path / "x.json"), "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["temperature"] == 1.0
    assert printed.err.endswith("x.json: “temprature” is not known and was left out.\n")


def test_the_table_is_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compute", "bank-money"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("bank — money\nno mask · scaled by 1/√d_k, d_k = 2 · temperature 1\n\nword ")
    last = said.split("\n\n")[-1].splitlines()
    assert last[0] == "bank looks most at money, 0.447; output is 0.83 from bank's own value"
    assert last[4] == "money       3.60    2.55    2.55   0.447   (0.894, 0.000)"
    assert len({len(line) for line in last[1:]}) == 1


def test_a_table_beyond_eyes_is_left_to_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [[1.0, 0.0]] * 65
    assert len(rows) ** 2 > MOST_CELLS
    (tmp_path / "many.json").write_text(json.dumps({"queries": rows, "keys": rows, "values": rows}))
    assert main(["compute", str(tmp_path / "many.json")]) == 0
    assert "4,225 weights are too many for a table; --json prints every number." in capsys.readouterr().out
    assert np.shape(computed(str(tmp_path / "many.json"), capsys)["weights"]) == (65, 65)


def test_words_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps(PAIR | {"tokens": ["a\x1b[2J", "b\x9b2J"]}))
    assert main(["compute", str(tmp_path / "x.json")]) == 0
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\x9b" not in printed


# --- check


def test_good_files_are_good(file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps(PAIR))
    assert main(["check", str(file), str(tmp_path / "x.json"), "bank-river"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.splitlines() == [
        f"{file}: good, queries × keys (6 × 6), d_k = 2, d_v = 2",
        f"{tmp_path / 'x.json'}: good, queries × keys (2 × 2), d_k = 2, d_v = 1",
        "bank-river: good, queries × keys (6 × 6), d_k = 2, d_v = 2",
    ]


def test_one_bad_file_is_one_and_the_others_are_checked(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.attn").write_bytes(b"{")
    assert main(["check", str(tmp_path / "bad.attn"), str(tmp_path), "missing", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{file}: good")
    assert [line.partition(" can't be opened: ")[2] for line in printed.err.splitlines()] == [
        "line 1, column 2: this is not JSON (expecting property name enclosed in double quotes).",
        "it is a folder.",
        "there is no such file.",
    ]


@pytest.mark.parametrize("command", [["compute"], ["check"], ["render", "-o", "x.png"]])
@pytest.mark.parametrize("content", [b"", b'{"format": "attnstudio", "version": 99}', b"[" * 10**5, b"\xff"])
def test_a_bad_file_is_one(
    command: list[str],
    content: bytes,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.attn").write_bytes(content)
    assert main([command[0], "bad.attn", *command[1:]]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("attnstudio: “bad.attn” can't be opened: ")
    assert len(printed.err.splitlines()) == 1
    assert os.listdir(tmp_path) == ["bad.attn"]


def test_more_words_than_are_drawn_are_refused_before_qt_is_loaded(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = [[1.0, 0.0]] * 65
    (tmp_path / "many.json").write_text(json.dumps({"queries": rows, "keys": rows, "values": rows}))
    assert main(["render", str(tmp_path / "many.json"), "-o", str(tmp_path / "x.png")]) == 1
    assert "has 65 query tokens; 64 are possible" in capsys.readouterr().err


# --- as a process


@pytest.mark.parametrize(
    "call", [["scenes"], ["compute", "bank-money"], ["compute", "-", "--json"], ["check", "bank-money"]]
)
def test_qt_is_not_loaded(call: list[str], checkout: Path) -> None:
    script = (
        "import sys; from attnstudio.cli import main; code = main(sys.argv[1:]); "
        "print(code, *sorted({'PySide6', 'shiboken6', 'pyqtgraph'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *call],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=True,
        input=json.dumps(PAIR),
    )
    assert done.stderr == "0\n"
    assert done.stdout


def test_the_same_call_prints_the_same_twice(checkout: Path) -> None:
    calls = [process("compute", "bank-river", "--json", checkout=checkout).stdout for _ in range(2)]
    assert calls[0] == calls[1] != ""


def test_a_reader_that_has_enough_is_no_failure(checkout: Path) -> None:
    call = f'"{sys.executable}" -m attnstudio compute bank-money; echo "code $?" >&2'
    done = subprocess.run(
        ["bash", "-c", f"({call}) | true"], cwd=checkout, capture_output=True, text=True, check=True
    )
    assert done.stderr == "code 0\n"


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever it was where the tests were started
from attnstudio.storage import writing
from attnstudio.cli import main
from attnstudio.ui.panels.panel import Panel
def interrupted(*_): os.kill(os.getpid(), signal.SIGINT)
if sys.argv[1] == "paint":
    Panel.paintEvent = interrupted
else:
    writing.os.fsync = interrupted
sys.exit(main(["render", "bank-money", "bank-river", "-o", sys.argv[2]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to one process there")
@pytest.mark.parametrize("where", ["paint", "write"])
def test_an_interrupted_call_leaves_nothing_half_made(where: str, checkout: Path, tmp_path: Path) -> None:
    call = [sys.executable, "-c", INTERRUPTED, where, f"{tmp_path}/"]
    done = subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "call", [["--version"], ["scenes"], ["compute", "bank-money"], ["check", "bank-money"]]
)
def test_output_that_cannot_be_written_is_one_sentence(call: list[str], checkout: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "attnstudio", *call],
            cwd=checkout,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "attnstudio: Standard output can't be written: the disk is full.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("is_buffered", [True, False])
@pytest.mark.parametrize(
    ("call", "code"), [(["compute", "no-such-scene"], 2), (["compute"], 2), (["check", "no-such.attn"], 1)]
)
def test_a_complaint_that_cannot_be_written_leaves_the_exit_code(
    call: list[str], code: int, is_buffered: bool, checkout: Path
) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    environment |= {} if is_buffered else {"PYTHONUNBUFFERED": "1"}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "attnstudio", *call],
            cwd=checkout,
            stderr=full,
            env=environment,
            check=False,
        )
    assert done.returncode == code


def test_a_closed_standard_error_is_no_failure_and_says_nothing_elsewhere(checkout: Path) -> None:
    call = f'"{sys.executable}" -m attnstudio compute no-such-scene 2>&-; echo "code $?"'
    done = subprocess.run(["bash", "-c", call], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout == "code 2\n"


def test_an_encoding_that_lacks_the_letters_is_no_failure(checkout: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = process("compute", "bank-money", checkout=checkout, env=environment, encoding="utf-8")
    assert done.returncode == 0
    assert "√d_k" in done.stdout


def test_without_a_display_there_is_one_sentence_with_the_way_out(checkout: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = process(checkout=checkout, env=environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "attnstudio: There is no display to show a window on; "
        "“attnstudio render SCENE_OR_FILE -o picture.png” needs none.\n"
    )


def test_a_display_that_does_not_answer_is_noticed_too(checkout: Path) -> None:
    hidden = ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = process(checkout=checkout, env=environment | {"DISPLAY": ":54321"})
    assert done.returncode == 2
    assert done.stderr.startswith("attnstudio: The display :54321 does not answer; ")


def test_masks_of_a_document_are_computed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = of_words("a", "b")
    save_file(tmp_path / "m.attn", document, Look())
    plain = computed(str(tmp_path / "m.attn"), capsys)
    masked = Mask("none", frozenset({(1, 2)}))
    save_file(tmp_path / "m.attn", type(document)(document.title, document.passages, mask=masked), Look())
    assert computed(str(tmp_path / "m.attn"), capsys)["mask"] == [[True, False], [True, True]]
    assert plain["mask"] == [[True, True], [True, True]]


# --- the d_k laboratory


@pytest.fixture
def laboratory(tmp_path: Path) -> str:
    """A document that is looked at in the Scaling workspace, with few draws."""
    path = tmp_path / "scaling.attn"
    document = replace(bank(), sampling=Sampling(d_k=16, draws=50, divisor="d_k"))
    save_file(path, document, Look(query=6, workspace="scaling"))
    return str(path)


def test_compute_prints_the_laboratory_of_a_document_that_shows_it(
    laboratory: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compute", laboratory]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.startswith("d_k = 16 · 8 keys · 50 draws · components normal, mean 0, variance 1 · ")
    assert "At d_k = 16 the raw scores spread ±" in printed.out
    assert "÷ d_k" in printed.out


def test_compute_prints_what_another_workspace_shows_where_it_is_asked_for(
    laboratory: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compute", laboratory, "--workspace", "vectors"]) == 0
    assert "bank looks most at" in capsys.readouterr().out
    assert main(["compute", laboratory, "--workspace", "scaling", "--json"]) == 0
    members = json.loads(capsys.readouterr().out)
    assert members["sampling"]["d_k"] == 16
    assert len(members["curve"]) == 24
    assert members["point"]["other"]["largest"] < members["point"]["scaled"]["largest"]


def test_compute_knows_no_workspace_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compute", "bank-money", "--workspace", "kitchen"]) == 2
    assert capsys.readouterr().out == ""


def test_the_laboratory_is_rendered_with_finished_draws(laboratory: str, tmp_path: Path) -> None:
    out = tmp_path / "scaling.png"
    assert main(["render", laboratory, "-o", str(out), "--caption"]) == 0
    first = out.read_bytes()
    assert first.startswith(b"\x89PNG")
    assert main(["render", laboratory, "-o", str(out), "--caption", "--workspace", "scaling"]) == 0
    assert out.read_bytes() == first
