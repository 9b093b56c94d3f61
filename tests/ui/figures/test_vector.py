"""SVG files: vectors and letters only, and the same picture in every viewer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Look
from attnstudio.state.formats import Text
from attnstudio.state.snapshot import PANELS_OF, WORKSPACES, Ground
from attnstudio.study.scenes import load
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, render, usual_size
from attnstudio.ui.figures.vector import svg
from tests.samples import of_words
from tests.ui.figures.eyes import LIBRSVG, SHARE, by_librsvg, by_resvg, png_of, share_far_off

SVG = "{http://www.w3.org/2000/svg}"
PANELS = tuple((workspace, panel) for workspace, panels in PANELS_OF.items() for panel in panels)
WHOLE = tuple((workspace, None) for workspace in WORKSPACES)
HOSTILE = ("<b>&amp;", "]]>", "\x00\x0b", "漢字", "مرحبا", "e\u0301", "\ufffe")  # fmt: skip


@pytest.fixture(autouse=True)
def prepared(qapp: QApplication) -> None:
    prepare(qapp)


def asked_for(panel: str | None = None, theme: str = "light", ground: Ground = "theme") -> Asked:
    wide, high = usual_size(Asked(panel))
    return Asked(panel, wide, high, theme=theme, ground=ground, format="svg", carries=False)


def scene(name: str, workspace: str) -> tuple[Document, Look]:
    document, look = load(name)
    return document, replace(look, workspace=workspace)


def looking(document: Document, workspace: str = "vectors") -> Look:
    return Look(query=document.passages[0].query_tokens[0].id, workspace=workspace)


def read(data: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(data)


def tags(data: bytes) -> list[str]:
    return [one.tag.removeprefix(SVG) for one in read(data).iter()]


# --- the picture


@pytest.mark.parametrize(("workspace", "panel"), [*WHOLE, *PANELS])
def test_a_file_holds_vectors_alone_and_looks_as_the_image(workspace: str, panel: str | None) -> None:
    document, look = scene("causal-love", workspace)
    asked = asked_for(panel)
    made = render(document, look, asked)
    assert not {"image", "text", "foreignObject", "style", "script"} & set(tags(made))
    assert share_far_off(by_resvg(made), png_of(document, look, asked)) <= SHARE


@pytest.mark.skipif(LIBRSVG is None, reason="librsvg is not installed: apt-get install librsvg2-bin")
@pytest.mark.parametrize(("workspace", "panel"), [*WHOLE, ("sequence", "flow"), ("sequence", "masks")])
def test_librsvg_sees_the_same(workspace: str, panel: str | None) -> None:
    document, look = scene("causal-love", workspace)
    asked = asked_for(panel)
    made = by_librsvg(render(document, look, asked))
    assert share_far_off(made, png_of(document, look, asked)) <= SHARE


@pytest.mark.parametrize("workspace", WORKSPACES)
@pytest.mark.parametrize(
    ("theme", "ground"),
    [("dark", "theme"), ("print", "theme"), ("high-contrast", "theme"), ("light", "transparent")],
)
def test_in_every_theme_and_without_a_ground(workspace: str, theme: str, ground: Ground) -> None:
    document, look = scene("two-meanings", workspace)
    asked = asked_for(None, theme, ground)
    made = render(document, look, asked)
    assert "image" not in tags(made)
    assert share_far_off(by_resvg(made), png_of(document, look, asked)) <= SHARE


@pytest.mark.parametrize("count", [1, 64])
@pytest.mark.parametrize("workspace", ["vectors", "sequence"])
def test_with_one_word_and_with_as_many_as_there_may_be(workspace: str, count: int) -> None:
    document = of_words(*(f"w{number}" for number in range(count)))
    look, asked = looking(document, workspace), asked_for()
    made = render(document, look, asked)
    assert "image" not in tags(made)
    assert share_far_off(by_resvg(made), png_of(document, look, asked)) <= SHARE


def test_the_measure_notices_a_file_without_its_letters() -> None:
    document, look = scene("bank-river", "sequence")
    asked = asked_for("cell")
    without = re.sub(rb"<use [^>]*>", b"", render(document, look, asked))
    assert share_far_off(by_resvg(without), png_of(document, look, asked)) > SHARE


def test_a_workspace_is_not_large() -> None:
    document, look = scene("bank-river", "vectors")
    assert len(render(document, look, asked_for())) < 400_000


@pytest.mark.parametrize("panel", ["matrix", "flow"])
def test_each_cell_is_a_rectangle(panel: str) -> None:
    words = 12
    document = of_words(*(f"w{number}" for number in range(words)))
    workspace = "vectors" if panel == "matrix" else "sequence"
    made = read(render(document, looking(document, workspace), asked_for(panel)))
    sizes = [(one.get("width"), one.get("height")) for one in made.iter(f"{SVG}rect")]
    alike = max(sizes.count(size) for size in sizes)
    assert alike >= words * words


def test_size_title_and_what_is_read_out() -> None:
    document, look = scene("bank-river", "vectors")
    made = read(render(document, look, replace(asked_for(), width=600.5, height=400)))
    assert (made.get("width"), made.get("height"), made.get("role")) == ("600.5", "400", "img")
    assert made.findtext(f"{SVG}title") == document.title
    assert "bank looks most at river" in (made.findtext(f"{SVG}desc") or "")


def test_a_page_that_is_larger_than_asked_is_drawn_smaller() -> None:
    document, look = scene("bank-river", "vectors")
    asked = replace(asked_for(), width=700.0, height=437.5)
    made = render(document, look, asked)
    box = [float(number) for number in read(made).get("viewBox", "").split()]
    assert box[2] > 700.0
    assert box[2] / box[3] == pytest.approx(1.6, abs=0.001)
    assert share_far_off(by_resvg(made)[:437], png_of(document, look, asked)[:437]) <= 0.03


# --- letters


def texts(data: bytes) -> list[str]:
    return [one.text or "" for one in read(data).iter(f"{SVG}text")]


def test_letters_by_name_can_be_searched_and_each_word_is_there_once() -> None:
    document, look = scene("bank-river", "vectors")
    made = render(document, look, replace(asked_for("plane"), text="names"))
    assert "style" not in tags(made)
    assert texts(made).count("river") == 1
    assert texts(made).count("output") == 1


def test_numbers_are_letters_too() -> None:
    document, look = scene("bank-river", "sequence")
    assert "4.00" in texts(render(document, look, replace(asked_for("flow"), text="names")))


def test_fonts_are_in_the_file_where_asked_for() -> None:
    document, look = scene("bank-river", "vectors")
    made = render(document, look, replace(asked_for("formula"), text="fonts"))
    rules = "".join(one.text or "" for one in read(made).iter(f"{SVG}style"))
    families = set(re.findall('font-family:"([^"]+)"', rules))
    assert families == {"Fira Sans", "IBM Plex Mono"}
    assert "url(data:font/woff;base64," in rules
    assert "image" not in tags(made)
    assert texts(made)
    assert len(made) < 120_000, "a few glyphs, not whole fonts"


def test_letters_that_the_bundled_fonts_lack_are_outlined_in_every_case() -> None:
    document = of_words("漢字", "word")
    made = render(document, looking(document), replace(asked_for("sentence"), text="fonts"))
    assert "word" in texts(made)
    assert "漢字" not in texts(made)


@pytest.mark.parametrize("text", ["paths", "fonts", "names"])
def test_whatever_a_person_typed_the_file_can_be_read(text: Text) -> None:
    document = of_words(*HOSTILE)
    made = render(document, looking(document), replace(asked_for(), text=text))
    page = read(made)  # or it raises
    assert by_resvg(made).shape == (900, 1440, 3)
    assert (page.findtext(f"{SVG}title") or "").startswith("<b>&amp; ]]>")
    if text == "names":
        assert {"<b>&amp;", "]]>", "漢字"} <= set(texts(made))


# --- the same every time


def test_the_same_bytes_whatever_was_drawn_before() -> None:
    document, look = scene("bank-money", "vectors")
    first = render(document, look, asked_for())
    for format_ in ("pdf", "png"):
        render(document, look, replace(asked_for(), format=format_, scale=2.0))
    assert render(document, look, asked_for()) == first


_ONCE_MORE = """
import hashlib, sys
from dataclasses import replace
from PySide6.QtWidgets import QApplication
from attnstudio.study.scenes import load
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, render
prepare(QApplication([]))
document, look = load("bank-money")
for kind, text in (("svg", "paths"), ("svg", "fonts"), ("pdf", "paths")):
    made = render(document, look, Asked(format=kind, text=text))
    print(hashlib.sha256(made).hexdigest())
"""


def test_the_same_bytes_from_run_to_run() -> None:
    def printed(seed: str, zone: str) -> list[str]:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONHASHSEED": seed,
            "SOURCE_DATE_EPOCH": "1700000000",
            "TZ": zone,
        }
        done = subprocess.run(
            [sys.executable, "-c", _ONCE_MORE], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    first = printed("1", "UTC")
    assert len(first) == 3
    assert printed("2", "UTC") == first


# --- clips, order, what is not seen


class Block(QWidget):
    """Paints far more than its own room in one colour."""

    def __init__(self, colour: str, parent: QWidget | None, at: tuple[int, int, int, int]) -> None:
        super().__init__(parent)
        self.colour = QColor(colour)
        self.setGeometry(*at)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRect(-50, -50, 250, 250), self.colour)
        painter.end()


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[QWidget]:
    root = Block("#ffffff", None, (0, 0, 120, 100))
    qtbot.addWidget(root)
    outer = Block("#ff0000", root, (10, 10, 40, 40))
    Block("#0000ff", outer, (20, 20, 40, 40))  # half of it lies outside `outer`
    Block("#00ff00", root, (40, 30, 20, 20))  # above them
    Block("#000000", root, (80, 30, 20, 20)).setVisible(False)
    root.show()
    yield root
    root.close()


EXPECTED = {
    QPoint(5, 5): (255, 255, 255),
    QPoint(15, 15): (255, 0, 0),
    QPoint(35, 48): (0, 0, 255),
    QPoint(55, 55): (255, 255, 255),
    QPoint(45, 35): (0, 255, 0),
    QPoint(90, 40): (255, 255, 255),
}


def test_widgets_are_clipped_by_what_they_are_in_and_lie_in_their_order(page: QWidget) -> None:
    made = by_resvg(svg(page, 120, 100, QColor("white")))
    assert {at: tuple(made[at.y(), at.x()].tolist()) for at in EXPECTED} == EXPECTED


def test_a_ground_that_is_transparent_is_none(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    root.resize(20, 20)
    root.show()
    assert "rect" not in tags(svg(root, 20, 20, QColor(0, 0, 0, 0)))
    assert "rect" in tags(svg(root, 20, 20, QColor("white")))
