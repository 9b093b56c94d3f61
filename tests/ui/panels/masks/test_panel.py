"""The mask laboratory as a whole: its pages, with every document, by key, in every size."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import caching, edits
from attnstudio.model.document import Look
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.state.store import Store
from attnstudio.ui import figures
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from tests.samples import bank, crossing, of_words, projected, two_meanings
from tests.ui.panels.masks.bench import CAUSAL, open_

PAGES = ("rules", "conventions", "paste", "blind", "late")


def test_a_page_that_is_not_shown_costs_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = open_(qtbot)
    page = hand.late
    hand.turn_to("rules")
    monkeypatch.setattr(page, "refresh", lambda *_: pytest.fail("drawn while hidden"))
    hand.store.apply("Causal", lambda document: edits.set_rule(document, "none"))
    assert set(hand.panel.pages) == {"rules", "late"}


MANY = replace(of_words(*[f"word{i}" for i in range(64)]), mask=Mask("window", size=9))
DOCUMENTS = {
    "none": of_words(),
    "one": of_words("bank"),
    "six": CAUSAL,
    "many": MANY,
    "cross": replace(crossing(), mask=Mask("causal")),
    "cached": caching.ask_last(CAUSAL, 2),
    "heads": replace(projected(), mask=Mask("strict")),
    "two": two_meanings(),
    "cold": replace(CAUSAL, settings=ScoreSettings(temperature=0.0)),
    "cosine": replace(CAUSAL, settings=ScoreSettings(cosine=True)),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_page_draws_every_document(qtbot: QtBot, name: str) -> None:
    hand = open_(qtbot, DOCUMENTS[name], 1)
    for page in PAGES:
        hand.turn_to(page)
        assert not hand.window.grab().isNull()
        names = [part.name for part in hand.panel.parts()]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("scale", "widest"), [(1.0, 560), (2.0, 960), (2.5, 980)])
def test_large_letters_need_no_scrolling_sideways(qtbot: QtBot, scale: float, widest: int) -> None:
    hand = open_(qtbot, scale=scale)
    for page in PAGES:
        hand.turn_to(page)
    hand.window.resize(widest, 700)
    QApplication.processEvents()
    assert hand.panel.minimumSizeHint().width() <= widest
    for text in hand.panel.findChildren(QLabel):
        if text.isVisible() and not text.wordWrap():
            assert text.width() >= text.sizeHint().width(), text.text()


@pytest.mark.parametrize("name", ["six", "many", "none", "cross"])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_picture_shows_the_mask_and_its_conventions(qtbot: QtBot, name: str, look: str) -> None:
    wide, high = figures.usual_size(figures.Asked("masks"))
    picture = figures.render(
        DOCUMENTS[name], Look(query=1), figures.Asked("masks", wide, high, theme=look, carries=False)
    )
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 4000


def test_arrow_keys_turn_the_pages(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    hand.window.activateWindow()
    hand.panel.tabs.button_of("rules").setFocus()
    for page in PAGES[1:]:
        at = QApplication.focusWidget()
        assert at is not None
        QTest.keyClick(at, Qt.Key.Key_Right)
        assert hand.panel.page is hand.panel.pages[page]
    at = QApplication.focusWidget()
    assert at is not None
    QTest.keyClick(at, Qt.Key.Key_Left)
    assert hand.panel.page is hand.panel.pages["blind"]


def test_tab_goes_through_a_page_from_left_to_right(qtbot: QtBot) -> None:
    hand = open_(qtbot, replace(bank(), mask=Mask("window", padding="left", pads=1)))
    hand.window.activateWindow()
    hand.rules.grid.setFocus(Qt.FocusReason.TabFocusReason)
    visited = []
    for _ in range(12):
        at = QApplication.focusWidget()
        assert at is not None
        visited.append(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
    rules = hand.rules
    in_order = [rules.grid, rules.rule, rules.size_of.field, rules.pads.field, rules.asking.field]
    places = [visited.index(widget) for widget in in_order]
    assert places == sorted(places)
    page = hand.paste
    page.text.setFocus()
    page.text.setPlainText("torch.ones(n, n).bool()")
    for expected in (page.choices.button_of("look"), page.use):
        at = QApplication.focusWidget()
        assert at is not None
        QTest.keyClick(at, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected


def test_the_matrix_leads_to_the_laboratory(qtbot: QtBot) -> None:
    panel = MatrixPanel(Store(bank()))
    qtbot.addWidget(panel)
    panel.rules.laboratory.trigger()
    assert (panel.store.look.workspace, panel.store.look.side) == ("sequence", "masks")


def test_another_theme_is_taken(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    for page in PAGES:
        hand.turn_to(page)
        hand.store.set_view(theme="dark", text_scale=1.5)
        assert not hand.window.grab().isNull()
        hand.store.set_view(theme="light", text_scale=1.0)


def test_everything_has_a_name(qtbot: QtBot) -> None:
    hand = open_(qtbot)
    for page in PAGES:
        hand.turn_to(page)
        for child in hand.panel.page.findChildren(QWidget):
            if child.isVisible() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                assert child.accessibleName(), (page, child)
