"""`attnstudio render`, as a process without a display: exact pixels, the same bytes, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from attnstudio.model.document import Look
from attnstudio.storage.files import save_file
from tests.samples import crossing, of_words


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
