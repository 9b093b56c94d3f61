"""Pictures: exact sizes, the same bytes twice, honest refusals."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.model.refused import Refused
from attnstudio.state.formats import FORMATS, Format
from attnstudio.state.snapshot import PANELS, Ground, Step, View
from attnstudio.state.store import Store
from attnstudio.storage.carrying import document_in
from attnstudio.storage.files import from_bytes
from attnstudio.storage.schema import to_bytes
from attnstudio.study.scenes import load
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, make, on_paper, render, usual_size


@pytest.fixture(autouse=True)
def prepared(qapp: QApplication) -> None:
    prepare(qapp)


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("panel", [None, *PANELS])
@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
def test_a_picture_has_exactly_the_asked_pixels(panel: str | None, scale: float, qtbot: QtBot) -> None:
    document, look = load("bank-money")
    wide, high = usual_size(Asked(panel))
    picture = opened(render(document, look, Asked(panel, wide, high, scale)))
    assert picture.size == (round(wide * scale), round(high * scale))


@pytest.mark.parametrize("size", [(333, 201), (801, 640), (100, 80)])
def test_odd_and_small_sizes_come_out_exact(size: tuple[int, int], qtbot: QtBot) -> None:
    document, look = load("bank-money")
    picture = opened(render(document, look, Asked("plane", *size)))
    assert picture.size == size


def test_the_same_call_gives_the_same_bytes(qtbot: QtBot) -> None:
    document, look = load("bank-river")
    assert render(document, look, Asked(scale=2.0)) == render(document, look, Asked(scale=2.0))


@pytest.mark.parametrize("dpi", [96.0, 150.0, 300.0, 600.0])
def test_the_dpi_is_in_the_file(dpi: float, qtbot: QtBot) -> None:
    document, look = load("bank-money")
    picture = opened(render(document, look, Asked("matrix", 400, 400, dpi=dpi)))
    assert picture.info["dpi"][0] == pytest.approx(dpi, abs=0.02)


@pytest.mark.parametrize(
    ("ground", "corner"),
    [("theme", (247, 247, 244, 255)), ("white", (255, 255, 255, 255)), ("transparent", (0, 0, 0, 0))],
)
def test_the_ground_is_the_asked_one(ground: Ground, corner: tuple[int, ...], qtbot: QtBot) -> None:
    document, look = load("bank-money")
    picture = opened(render(document, look, Asked(ground=ground))).convert("RGBA")
    assert picture.getpixel((2, 2)) == corner


@pytest.mark.parametrize("panel", PANELS)
def test_a_transparent_picture_has_no_filled_surface(panel: str, qtbot: QtBot) -> None:
    document, look = load("bank-money")
    wide, high = usual_size(Asked(panel))
    picture = opened(render(document, look, Asked(panel, wide, high, ground="transparent")))
    alpha = picture.convert("RGBA").getchannel("A")
    clear = alpha.histogram()[0] / (wide * high)
    assert clear > 0.3


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0, 4.0])
@pytest.mark.parametrize(
    "asked",
    [
        Asked(strip=True, width=1501, height=333, caption=True),
        Asked(panels=("plane", "pipeline", "formula"), width=903, height=701, caption=True),
        Asked(step="normalize", width=401, height=407),
    ],
)
def test_strips_and_pages_have_exactly_the_asked_pixels(asked: Asked, scale: float, qtbot: QtBot) -> None:
    document, look = load("bank-money")
    picture = opened(render(document, look, replace(asked, scale=scale, carries=False)))
    assert picture.size == (round(asked.width * scale), round(asked.height * scale))
    edge = picture.convert("RGB").crop((0, picture.height - 1, picture.width, picture.height))
    assert edge.getcolors() == [(picture.width, (247, 247, 244))]  # paper up to the last row


@pytest.mark.parametrize("kind", FORMATS)
def test_a_picture_carries_its_document(kind: Format, qtbot: QtBot) -> None:
    document, look = load("causal-love")
    data = render(document, look, Asked(format=kind), extra={"colour": "green"})
    assert document_in(data) == to_bytes(document, look, {"colour": "green"})


@pytest.mark.parametrize("kind", FORMATS)
def test_what_was_seen_goes_along(kind: Format, qtbot: QtBot) -> None:
    document, look = load("causal-love")
    view = replace(Store(document, look).view, known="mask")
    found = from_bytes(render(document, look, Asked("flow", format=kind), view), "x")
    assert (found.document, found.look, found.is_document) == (document, look, False)
    assert found.seen is not None
    assert (found.seen.known, found.seen.frame) == ("mask", view.frame)


@pytest.mark.parametrize(
    ("step", "said"),
    [("match", b"Play has come to match"), ("normalize", b"output is not known yet"), (None, b"own value")],
)
def test_what_is_said_of_a_picture_goes_as_far_as_its_step(
    step: Step | None, said: bytes, qtbot: QtBot
) -> None:
    asked = Asked("formula", 480, 220, format="svg", carries=False)
    assert said in render(*load("bank-money"), replace(asked, step=step))
    assert said in render(*load("bank-money"), asked, View(known=step))


@pytest.mark.parametrize("kind", FORMATS)
def test_the_document_can_be_left_out(kind: Format, qtbot: QtBot) -> None:
    data = render(*load("causal-love"), Asked(format=kind, carries=False))
    with pytest.raises(Refused, match="carries no document"):
        document_in(data)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_document_too_large_to_be_carried_is_told_and_the_picture_made(kind: Format, qtbot: QtBot) -> None:
    document, look = load("bank-money")
    made = make(document, look, Asked(format=kind), extra={"attic": ["x" * 1000] * 1200})
    assert made.note.startswith("The document is too large")
    assert made.note.endswith(".")
    with pytest.raises(Refused, match="carries no document"):
        document_in(made.data)


def test_carrying_changes_no_pixel(qtbot: QtBot) -> None:
    document, look = load("bank-money")
    bare = opened(render(document, look, Asked(carries=False)))
    assert bare.tobytes() == opened(render(document, look, Asked())).tobytes()


def test_vectors_are_as_large_on_paper_as_pixels_are(qtbot: QtBot) -> None:
    document, look = load("bank-money")
    wide, high, scale = on_paper(16, 10, 300)
    asked = Asked("plane", wide, high, scale, dpi=300, format="svg")
    root = ElementTree.fromstring(render(document, look, asked))
    assert float(root.attrib["width"]) == pytest.approx(16 / 2.54 * 96, abs=0.01)
    assert float(root.attrib["height"]) == pytest.approx(10 / 2.54 * 96, abs=0.01)
    page = pypdf.PdfReader(io.BytesIO(render(document, look, replace(asked, format="pdf")))).pages[0]
    assert float(page.mediabox.width) == pytest.approx(16 / 2.54 * 72, abs=1.0)


def test_no_monitor_changes_a_picture(tmp_path: Path, checkout: Path) -> None:
    call = [sys.executable, "-m", "attnstudio", "render", "bank-money", "-o"]
    for factor in ("1", "1.25", "2"):
        subprocess.run(
            [*call, str(tmp_path / f"{factor}.png")],
            cwd=checkout,
            env=os.environ | {"QT_SCALE_FACTOR": factor},
            check=True,
        )
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


def test_a_dark_theme_on_white_ground_is_readable(qtbot: QtBot) -> None:
    document, look = load("bank-money")
    white = opened(render(document, look, Asked("formula", theme="dark", ground="white")))
    light = opened(render(document, look, Asked("formula", theme="light", ground="white")))
    assert white.tobytes() == light.tobytes()


def test_a_caption_adds_words_below(qtbot: QtBot) -> None:
    document, look = load("bank-money")
    plain = opened(render(document, look, Asked("plane", 600, 600))).convert("RGB")
    told = opened(render(document, look, Asked("plane", 600, 600, caption=True))).convert("RGB")
    strip = (20, 575, 580, 595)
    assert len(told.crop(strip).getcolors(9_999) or ()) > len(plain.crop(strip).getcolors(9_999) or ())


def test_the_other_scenes_give_other_pictures(qtbot: QtBot) -> None:
    pictures = {
        render(*load(scene), Asked(carries=False)) for scene in ("bank-money", "bank-river", "causal-love")
    }
    assert len(pictures) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"width": 0.0},
        {"width": float("nan")},
        {"width": 20_000.0},
        {"width": 16_000.0, "height": 16_000.0},
        {"scale": -1.0},
        {"panel": "nothing"},
        {"theme": "pink"},
        {"dpi": 0.0},
        {"format": "gif"},
        {"panels": ("plane", "nothing")},
        {"panels": ("plane", "plane")},
        {"panels": ("plane",), "strip": True},
        {"panels": ("plane",), "panel": "matrix"},
        {"panel": "matrix", "strip": True},
        {"step": "think"},
        {"text": "fonts"},
        {"format": "pdf", "text": "names"},
    ],
)
def test_an_impossible_picture_is_refused_with_a_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        Asked(**change).check()


@pytest.mark.parametrize(
    ("asked", "begin"),
    [
        (Asked(format="svg"), "the d_k laboratory: d_k = 64 · 8 keys"),
        (Asked(format="svg", panel="growth"), "the d_k laboratory: d_k = 64 · 8 keys"),
        (Asked(format="svg", panel="matrix"), "query looks most at k5, 0.233"),
    ],
)
def test_the_text_of_a_picture_tells_of_what_is_in_it(asked: Asked, begin: str) -> None:
    root = ElementTree.fromstring(render(*load("why-sqrt-dk"), asked))
    told = root.find("{http://www.w3.org/2000/svg}desc")
    assert told is not None
    assert (told.text or "").startswith(begin)
