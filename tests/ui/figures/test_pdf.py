"""PDF files: one page of exactly the asked size, letters that can be selected, the document beside them."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import numpy as np
import pypdf
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.state.snapshot import WORKSPACES, Ground
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import render
from attnstudio.ui.figures.pdf import pdf
from attnstudio.ui.theme import theme as theme_named
from tests.samples import of_words
from tests.ui.figures.eyes import SHARE, by_pdfium, png_of, share_far_off
from tests.ui.figures.test_vector import HOSTILE, Block, asked_for, looking, scene

DATE = re.compile(rb"D:\d{14}")


@pytest.fixture(autouse=True)
def prepared(qapp: QApplication) -> None:
    prepare(qapp)


def words_in(data: bytes) -> str:
    """What can be selected, with one blank between words."""
    return " ".join(opened(data).pages[0].extract_text().split())


def opened(data: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(data), strict=True)


@pytest.fixture
def root(qtbot: QtBot) -> QWidget:
    made = Block("#336699", None, (0, 0, 160, 100))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("workspace", WORKSPACES)
@pytest.mark.parametrize(
    ("theme", "ground"), [("light", "theme"), ("dark", "theme"), ("light", "transparent")]
)
def test_it_looks_as_the_image(workspace: str, theme: str, ground: Ground) -> None:
    document, look = scene("causal-love", workspace)
    asked = asked_for(None, theme, ground)
    made = render(document, look, replace(asked, format="pdf"))
    assert not opened(made).pages[0].images
    assert share_far_off(by_pdfium(made), png_of(document, look, asked)) <= SHARE


def test_letters_and_numbers_can_be_selected_and_each_is_there_once() -> None:
    document, look = scene("bank-river", "vectors")
    said = words_in(render(document, look, replace(asked_for("plane"), format="pdf")))
    assert said.count("river") == 1
    assert said.count("output") == 1
    document, look = scene("bank-river", "sequence")
    said = words_in(render(document, look, replace(asked_for("flow"), format="pdf")))
    assert "4.00" in said
    assert "beside" in said


def test_letters_may_be_outlines(qtbot: QtBot) -> None:
    label = QLabel("nothing to select")
    label.setFont(theme_named("light").text(24))
    qtbot.addWidget(label)
    label.show()
    size = label.width(), label.height()
    letters, outlines = (
        pdf(label, *size, QColor("white"), is_outlined=outlined) for outlined in (False, True)
    )
    assert "nothing to select" in words_in(letters)
    assert not words_in(outlines)
    a, b = by_pdfium(outlines), by_pdfium(letters)
    assert share_far_off(a, b) < 0.5 * share_far_off(np.full_like(b, 255), b)


def test_the_choice_of_outlines_reaches_the_file() -> None:
    document, look = scene("bank-river", "vectors")
    asked = replace(asked_for("plane"), format="pdf")
    assert "river" in words_in(render(document, look, replace(asked, text="fonts")))
    assert not words_in(render(document, look, replace(asked, text="paths")))


@pytest.mark.parametrize(("wide", "high"), [(160.0, 100.0), (16 / 2.54 * 96, 10 / 2.54 * 96)])
def test_the_page_is_as_large_as_the_picture(root: QWidget, wide: float, high: float) -> None:
    made = opened(pdf(root, wide, high, QColor("white"), grow=160 / wide))
    box = made.pages[0].mediabox
    assert len(made.pages) == 1
    edge = by_pdfium(pdf(root, wide, high, QColor("white"), grow=160 / wide))[[0, -1]][:, [0, -1]]
    assert (edge == (0x33, 0x66, 0x99)).all(), "and is filled to its corners"
    assert (float(box.width), float(box.height)) == pytest.approx((wide * 0.75, high * 0.75), abs=0.01)


def test_title_and_attachment(root: QWidget) -> None:
    carried = bytes(range(256)) * 5
    made = opened(
        pdf(
            root,
            160,
            100,
            QColor("white"),
            title="Ü <x>",
            told="a & b",
            attachment=("document.attn", carried),
        )
    )
    assert made.metadata is not None
    assert made.metadata.title == "Ü <x>"
    assert made.attachments["document.attn"] == [carried]
    assert made.xmp_metadata is not None
    assert made.xmp_metadata.dc_description == {"x-default": "a & b"}
    assert not opened(pdf(root, 160, 100, QColor("white"))).attachments


def test_the_time_is_that_of_source_date_epoch(root: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, second = (pdf(root, 160, 100, QColor("white")) for _ in range(2))
    assert first == second
    assert set(DATE.findall(first)) == {b"D:20231114221320"}
    assert pdf(root, 160, 100, QColor("red")) != first


@pytest.mark.parametrize("epoch", ["", "soon", "99999999999999999999"])
def test_a_time_that_is_none_is_not_used(root: QWidget, epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert opened(pdf(root, 160, 100, QColor("white"))).pages


def test_two_files_have_two_names(root: QWidget) -> None:
    def name(title: str) -> str:
        return str(opened(pdf(root, 160, 100, QColor("white"), title=title)).trailer["/ID"])

    assert name("a") != name("b")
    assert name("a") == name("a")


def test_whatever_a_person_typed_the_file_can_be_read() -> None:
    document = of_words(*HOSTILE)
    made = render(document, looking(document), replace(asked_for("sentence"), format="pdf"))
    assert "]]>" in words_in(made)


def test_nothing_is_drawn_outside_a_widget(qtbot: QtBot) -> None:
    page = Block("#ffffff", None, (0, 0, 120, 100))
    qtbot.addWidget(page)
    outer = Block("#ff0000", page, (10, 10, 40, 40))
    Block("#0000ff", outer, (20, 20, 40, 40))
    page.show()
    made = by_pdfium(pdf(page, 120, 100, QColor("white")))
    found = [tuple(made[y, x].tolist()) for x, y in ((5, 5), (15, 15), (40, 40), (55, 55))]
    assert found == [(255, 255, 255), (255, 0, 0), (0, 0, 255), (255, 255, 255)]
