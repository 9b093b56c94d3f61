"""The page: real panels, none of them cut, each as far as its step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from attnstudio.notes.steps import told
from attnstudio.state.snapshot import PANELS_OF, STEPS, WORKSPACES, View
from attnstudio.study.scenes import load
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, usual_size
from attnstudio.ui.figures.page import laid_out
from attnstudio.ui.panels.panel import Panel


@pytest.fixture(autouse=True)
def prepared(qapp: QApplication) -> None:
    prepare(qapp)


@pytest.mark.parametrize("workspace", WORKSPACES)
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"width": 1024, "height": 700, "caption": True, "theme": "print"},
        {"width": 300, "height": 200, "caption": True},
        {"width": 1024, "height": 260, "strip": True, "caption": True},
    ],
)
def test_nothing_on_a_page_is_cut(workspace: str, change: dict[str, Any], qapp: QApplication) -> None:
    document, look = load("two-meanings")
    with laid_out(document, replace(look, workspace=workspace), Asked(**change)) as page:
        whole = page.root.rect()
        for child in page.root.findChildren(QLabel):
            at = child.mapTo(page.root, child.rect().bottomRight())
            assert not child.isVisible() or whole.contains(at), child.text()
        for panel in page.root.findChildren(Panel):
            if panel.isVisible():
                least = panel.minimumSizeHint()
                assert panel.width() >= least.width(), panel.objectName()
                assert panel.height() >= least.height(), panel.objectName()
                assert whole.contains(panel.mapTo(page.root, panel.rect().bottomRight()))


@pytest.mark.parametrize(
    ("workspace", "panel", "rows"), [("vectors", "pipeline", 1), ("sequence", "flow", 5)]
)
def test_a_strip_shows_each_step_with_its_sentence(
    workspace: str, panel: str, rows: int, qapp: QApplication
) -> None:
    document, look = load("causal-love")
    look = replace(look, workspace=workspace)
    wide, high = usual_size(Asked(strip=True), workspace)
    with laid_out(document, look, Asked(strip=True, width=wide, height=high)) as page:
        panels = page.root.findChildren(Panel)
        assert [made.objectName() for made in panels] == [panel] * 5
        seen = [(made.store.view.known, made.store.view.hover_step) for made in panels]
        assert seen == [(step, step) for step in STEPS]
        assert len({made.mapTo(page.root, made.rect().topLeft()).y() for made in panels}) == rows
        words = [label.text() for label in page.root.findChildren(QLabel)]
        for place, step in enumerate(STEPS, 1):
            assert f"{place} · {step}" in words
            sentence = told(step, document, page.store.trace, 0).partition(": ")[2]
            assert f"{sentence[0].upper()}{sentence[1:]}." in words


def test_a_page_has_the_asked_panels_in_their_order(qapp: QApplication) -> None:
    document, look = load("bank-money")
    names = ("matrix", "plane", "softmax")
    with laid_out(document, look, Asked(panels=names)) as page:
        assert tuple(made.objectName() for made in page.root.findChildren(Panel)) == names


def test_a_caption_tells_the_query_the_mask_the_scaling_and_d_k(qapp: QApplication) -> None:
    document, look = load("causal-love")
    asked = Asked(panels=("plane", "growth"), caption=True)
    with laid_out(document, look, asked) as page:
        said = page.root.findChildren(QLabel)[-1].text()
    for words in ("query love", "causal mask", "scaled by 1/√d_k, d_k = 2", "draws"):
        assert words in said


def test_nothing_that_is_pointed_at_comes_onto_the_page(qapp: QApplication) -> None:
    document, look = load("bank-money")
    view = View(hover_token=1, hover_step="mask", text_scale=2.0, message="Hello.", painting=True)
    with laid_out(document, look, Asked(), view) as page:
        shown = page.store.view
        assert (shown.hover_token, shown.hover_step, shown.text_scale) == (None, None, 1.0)
        assert (shown.message, shown.painting, shown.is_figure) == ("", False, True)
        visible = [made for made in page.root.findChildren(Panel) if made.isVisible()]
        assert len(visible) == len(PANELS_OF["vectors"])
