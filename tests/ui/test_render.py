"""`attnstudio render`, as a process without a display: exact pixels, the same bytes, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from attnstudio.cli import main
from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.state.formats import FORMATS
from attnstudio.state.snapshot import STEPS
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import save_file
from attnstudio.study.scenes import scenes
from tests.samples import crossing, of_words

Capture = pytest.CaptureFixture[str]


def rendered(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    call = [sys.executable, "-m", "attnstudio", "render", *arguments]
    return subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize(
    ("options", "size", "dpi"),
    [
        (["--size", "900x700"], (900, 700), 96),
        (["--size", "601x401", "--scale", "2", "--panel", "plane"], (1202, 802), 192),
        (["--cm", "16x10", "--panel", "matrix"], (1890, 1181), 300),
        (["--cm", "8.5x5.5", "--dpi", "150", "--panel", "sentence", "--caption"], (502, 325), 150),
        (
            ["--size", "700x500", "--dpi", "72", "--panel", "pipeline", "--ground", "transparent"],
            (700, 500),
            72,
        ),
    ],
)
def test_a_picture_has_the_asked_pixels_and_dpi(
    options: list[str], size: tuple[int, int], dpi: int, checkout: Path, tmp_path: Path
) -> None:
    path = tmp_path / "out.PNG"
    done = rendered(checkout, "bank-money", "-o", str(path), *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert picture.size == size
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.05)
        assert picture.convert("RGB").getcolors(10) is None  # more than ten colours
        if "transparent" in options:
            assert picture.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0)


def test_the_same_call_gives_the_same_bytes(checkout: Path, tmp_path: Path) -> None:
    paths = [tmp_path / "a.png", tmp_path / "b.png"]
    for path in paths:
        assert rendered(checkout, "causal-love", "-o", str(path), "--theme", "dark").returncode == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_document_is_drawn_as_it_was_left(checkout: Path, tmp_path: Path) -> None:
    for name, look in (("one", Look(query=1)), ("two", Look(query=2))):
        save_file(tmp_path / f"{name}.attn", crossing(), look)
        done = rendered(checkout, str(tmp_path / f"{name}.attn"), "-o", str(tmp_path / f"{name}.png"))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "one.png").read_bytes() != (tmp_path / "two.png").read_bytes()


@pytest.mark.parametrize("words", [(), ("<s>", "\u05e9\u05dc\u05d5\u05dd", "👩\u200d👩\u200d👧", "a&b")])
def test_any_words_are_drawn(words: tuple[str, ...], checkout: Path, tmp_path: Path) -> None:
    save_file(tmp_path / "w.attn", of_words(*words), Look())
    done = rendered(checkout, str(tmp_path / "w.attn"), "-o", str(tmp_path / "w.png"))
    assert (done.returncode, done.stderr) == (0, "")


def test_an_impossible_picture_is_a_bad_call(checkout: Path, tmp_path: Path) -> None:
    done = rendered(
        checkout, "bank-money", "-o", str(tmp_path / "x.png"), "--size", "9000x9000", "--scale", "4"
    )
    assert done.returncode == 2
    assert done.stderr.startswith("attnstudio: 36000 × 36000 pixels are too many")
    assert len(done.stderr.splitlines()) == 1
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_not_there_is_a_bad_file(checkout: Path, tmp_path: Path) -> None:
    done = rendered(checkout, "bank-money", "-o", str(tmp_path / "gone" / "x.png"), "--size", "300x300")
    assert done.returncode == 1
    assert done.stderr.endswith(f"was not written: there is no folder “{tmp_path / 'gone'}”.\n")


def test_many_go_into_a_folder_and_one_bad_file_stops_no_other(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.attn").write_text("{")
    save_file(tmp_path / "mine.attn", crossing(), Look())
    names = "bank-money", str(tmp_path / "bad.attn"), str(tmp_path / "mine.attn"), "bank-river"
    out = tmp_path / "new" / "pictures"
    done = rendered(checkout, *names, "-o", str(out), "--format", "svg", "--size", "700x600")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1  # and no bar, for this is no terminal
    assert "bad.attn" in done.stderr
    assert sorted(os.listdir(out)) == ["bank-money.svg", "bank-river.svg", "mine.svg"]


def test_every_scene_is_drawn_in_one_call(checkout: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lesson 1.5"  # its name says no kind of picture: the stroke behind it counts
    done = rendered(checkout, "--all-scenes", "-o", f"{folder}/", "--size", "500x400")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(os.listdir(folder)) == sorted(f"{scene.id}.png" for scene in scenes())


@pytest.mark.parametrize("kind", FORMATS)
def test_the_suffix_says_the_kind_and_the_picture_is_taken_like_a_document(
    kind: str, checkout: Path, tmp_path: Path
) -> None:
    save_file(tmp_path / "d.attn", crossing(), Look(query=2), {"colour": "green"})
    first, second = tmp_path / f"first.{kind}", tmp_path / f"second.{kind}"
    assert rendered(checkout, str(tmp_path / "d.attn"), "-o", str(first)).returncode == 0
    assert rendered(checkout, str(first), "-o", str(second)).returncode == 0
    assert document_in(first.read_bytes()) == document_in(second.read_bytes())
    bare = tmp_path / f"bare.{kind}"
    assert rendered(checkout, str(first), "-o", str(bare), "--no-document").returncode == 0
    with pytest.raises(Refused, match="carries no document"):
        document_in(bare.read_bytes())


def test_a_picture_is_not_drawn_over_what_it_is_drawn_from(checkout: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    assert rendered(checkout, "bank-money", "-o", str(path), "--size", "600x400").returncode == 0
    before = path.read_bytes()
    done = rendered(checkout, str(path), "-o", str(path), "--no-document")
    assert done.returncode == 2
    assert "needs another name" in done.stderr
    assert path.read_bytes() == before


def test_a_strip_goes_into_one_file_or_five(checkout: Path, tmp_path: Path) -> None:
    strip = "causal-love", "--strip", "--workspace", "sequence"
    assert rendered(checkout, *strip, "-o", str(tmp_path / "strip.png")).returncode == 0
    with Image.open(tmp_path / "strip.png") as picture:
        assert picture.height > 1.5 * picture.width  # the flow is wide: its steps stand below each other
    done = rendered(checkout, *strip, "--separate", "-o", str(tmp_path / "s.png"), "--size", "640x480")
    assert (done.returncode, done.stderr) == (0, "")
    five = sorted(tmp_path.glob("s-*.png"))
    assert [path.name for path in five] == [f"s-{n}-{step}.png" for n, step in enumerate(STEPS, 1)]
    for path in five:
        with Image.open(path) as picture:
            assert picture.size == (640, 480)


def test_a_page_of_panels(checkout: Path, tmp_path: Path) -> None:
    call = ["bank-money", "-o", str(tmp_path / "p.png"), "--panels", "plane,matrix", "--cm", "12x7"]
    assert rendered(checkout, *call, "--caption").returncode == 0
    with Image.open(tmp_path / "p.png") as picture:
        assert picture.size == (1417, 827)


@pytest.mark.parametrize(
    "options",
    [
        ["--panels", "plane,nothing"],
        ["--panels", "plane,plane"],
        ["--panels", ","],
        ["--panels", "plane", "--panel", "matrix"],
        ["--panels", "plane", "--strip"],
        ["--strip", "--panel", "matrix"],
        ["--separate"],
        ["--format", "svg"],
        ["--text", "runes"],
        ["--all-scenes"],
    ],
)
def test_what_makes_no_sense_is_a_bad_call(options: list[str], tmp_path: Path, capsys: Capture) -> None:
    assert main(["render", "bank-money", "-o", str(tmp_path / "x.png"), *options]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert os.listdir(tmp_path) in ([], [".xdg"])


@pytest.mark.parametrize("out", ["x", "x.jpg", "x.tar.gz"])
def test_a_name_that_says_no_kind_is_a_bad_call(out: str, tmp_path: Path, capsys: Capture) -> None:
    assert main(["render", "bank-money", "-o", str(tmp_path / out)]) == 2
    assert ".png, .svg" in capsys.readouterr().err
