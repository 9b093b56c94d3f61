"""The mask laboratory on the screen: pages, hands, keys, speech, and what is undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import caching, edits, masks
from attnstudio.model.conventions import CONVENTIONS
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.mask_reading import taken_as
from attnstudio.model.mask_text import read
from attnstudio.model.masks import Allowed
from attnstudio.model.rules import may_look
from attnstudio.model.settings import RULES, Mask, ScoreSettings
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui import figure
from attnstudio.ui.panels.masks.conventions import ConventionsPage, code_of
from attnstudio.ui.panels.masks.panel import MasksPanel
from attnstudio.ui.panels.masks.paste import PastePage
from attnstudio.ui.panels.masks.pitfalls import BlindPage, LatePage
from attnstudio.ui.panels.masks.rules import RulesPage
from attnstudio.ui.panels.matrix.enlarged import Enlarged
from attnstudio.ui.panels.matrix.panel import MatrixPanel
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import theme
from tests.samples import bank, crossing, of_words, projected, two_meanings

PAGES = ("rules", "conventions", "paste", "blind", "late")
LEFT, NONE, PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
CAUSAL = replace(bank(), mask=Mask("causal"))


class Hand:
    def __init__(self, document: Document, query: int, view: View, size: tuple[int, int]) -> None:
        self.store = Store(document, Look(query=query), view)
        look = theme(view.theme, view.text_scale)
        self.root = QWidget()
        self.root.setStyleSheet(sheet(look))
        column = QVBoxLayout(self.root)
        self.panel = MasksPanel(self.store, self.root)
        column.addWidget(self.panel)
        self.root.resize(*size)
        self.root.show()
        QApplication.processEvents()

    def turn_to(self, name: str) -> None:
        self.panel.tabs.button_of(name).click()
        QApplication.processEvents()

    @property
    def rules(self) -> RulesPage:
        page = self.panel.pages["rules"]
        assert isinstance(page, RulesPage)
        return page

    @property
    def conventions(self) -> ConventionsPage:
        self.turn_to("conventions")
        page = self.panel.page
        assert isinstance(page, ConventionsPage)
        return page

    @property
    def paste(self) -> PastePage:
        self.turn_to("paste")
        page = self.panel.page
        assert isinstance(page, PastePage)
        return page

    @property
    def blind(self) -> BlindPage:
        self.turn_to("blind")
        page = self.panel.page
        assert isinstance(page, BlindPage)
        return page

    @property
    def late(self) -> LatePage:
        self.turn_to("late")
        page = self.panel.page
        assert isinstance(page, LatePage)
        return page

    @property
    def mask(self) -> Mask:
        return self.store.document.mask

    @property
    def allowed(self) -> Allowed:
        return may_look(self.mask, self.store.now.passage)

    def mouse(self, kind: QEvent.Type, row: int, column: int, button: Qt.MouseButton) -> None:
        grid = self.rules.grid
        assert grid.cells is not None
        at = grid.cells.cell(row, column).center()
        held = NONE if kind == QEvent.Type.MouseButtonRelease else LEFT
        event = QMouseEvent(kind, at, QPointF(grid.mapToGlobal(at)), button, held, PLAIN)
        QApplication.sendEvent(grid, event)

    def stroke(self, *cells: tuple[int, int]) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, *cells[0], LEFT)
        for cell in cells[1:]:
            self.mouse(QEvent.Type.MouseMove, *cell, NONE)
        self.mouse(QEvent.Type.MouseButtonRelease, *cells[-1], LEFT)


@pytest.fixture
def hands(qapp: QApplication) -> Iterator[list[Hand]]:
    made: list[Hand] = []
    yield made
    for hand in made:
        hand.root.close()
        hand.root.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def open_(
    hands: list[Hand],
    document: Document = CAUSAL,
    query: int = 6,
    scale: float = 1.0,
    size: tuple[int, int] = (580, 350),
    name: str = "light",
) -> Hand:
    hand = Hand(document, query, View(theme=name, text_scale=scale), size)
    hands.append(hand)
    return hand


# --- rules


def test_every_rule_can_be_chosen_and_taken_back(hands: list[Hand]) -> None:
    hand = open_(hands, bank())
    for rule in RULES[1:]:
        hand.rules.rule.activated.emit(RULES.index(rule))
        assert hand.mask.rule == rule
        assert hand.rules.rule.currentIndex() == RULES.index(rule)
        hand.store.undo()
        assert hand.mask.rule == "none"
        assert hand.rules.rule.currentIndex() == 0


def test_a_window_grows_by_its_buttons_and_says_how_it_counts(hands: list[Hand]) -> None:
    hand = open_(hands, replace(bank(), mask=Mask("window", size=2)))
    hand.rules.size_of.more.click()
    hand.rules.size_of.more.click()
    assert hand.mask.size == 4
    assert hand.allowed.sum(axis=1).tolist() == [1, 2, 3, 4, 4, 4]
    assert hand.rules.said.text.text().startswith("4 wide: itself and the 3 before it. Libraries")
    hand.store.undo()
    assert hand.mask.size == 2  # a run of presses is one step
    hand.rules.size_of.less.click()
    assert hand.mask.size == 1
    assert not hand.rules.size_of.less.isEnabled()
    assert "1 is the least" in hand.rules.size_of.less.accessibleDescription()


def test_a_size_is_typed(hands: list[Hand]) -> None:
    hand = open_(hands, replace(bank(), mask=Mask("block", size=2)))
    field = hand.rules.size_of.field
    for text, size in (("3", 3), ("2.5", 3), ("99", 3), ("no", 3), ("5", 5)):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert hand.mask.size == size, text
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert hand.mask.size == 4
    QTest.keyClicks(field, "77")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "a whole number from 1 to 6 is needed" in hand.store.view.message


def test_a_size_is_offered_only_where_a_rule_has_one(hands: list[Hand]) -> None:
    hand = open_(hands)
    assert not hand.rules.size_of.isVisible()
    hand.rules.rule.activated.emit(RULES.index("prefix"))
    assert hand.rules.size_of.isVisible()
    assert hand.rules.size_word.text() == "first words"


def test_padding_goes_with_any_rule(hands: list[Hand]) -> None:
    hand = open_(hands)
    assert not hand.rules.pads.more.isEnabled()
    hand.rules.padding.button_of("left").click()
    assert hand.mask == Mask("causal", padding="left", pads=1)
    hand.rules.pads.more.click()
    assert hand.mask.pads == 2
    assert "“I” and “deposited” may look at nothing." in hand.rules.said.text.text()
    hand.rules.padding.button_of("none").click()
    assert hand.mask == Mask("causal")


def test_the_last_words_ask_as_a_cache_would(hands: list[Hand]) -> None:
    hand = open_(hands)
    before = hand.store.trace.weights[0, 4:].copy()
    for _ in range(4):
        hand.rules.asking.less.click()
    assert [token.text for token in hand.store.now.passage.query_tokens] == ["the", "bank"]
    np.testing.assert_allclose(hand.store.trace.weights[0], before)
    query = hand.store.now.query_token
    assert query is not None
    assert query.text == "bank"
    hand.rules.align.button_of("start").click()
    assert hand.allowed.sum(axis=1).tolist() == [1, 2]
    assert "is_causal=True" in hand.rules.said.text.text()
    hand.store.undo()
    hand.store.undo()
    assert hand.store.document == CAUSAL
    assert not hand.rules.align.button_of("start").isEnabled()


def test_fewer_and_fewer_words_ask_in_one_step_whoever_is_shown(hands: list[Hand]) -> None:
    hand = open_(hands, query=5)
    for _ in range(3):
        hand.rules.asking.less.click()
    query = hand.store.now.query_token
    assert query is not None
    assert query.text == "the"
    hand.store.undo()
    assert hand.store.document == CAUSAL
    assert not hand.store.history.done


def test_two_sentences_have_no_cache_and_say_so(hands: list[Hand]) -> None:
    hand = open_(hands, crossing(), 1)
    assert not hand.rules.asking.less.isEnabled()
    assert "two sentences" in hand.rules.asking.less.accessibleDescription()
    assert hand.rules.align.button_of("start").isEnabled()


def test_cells_are_painted_by_strokes_and_by_keys(hands: list[Hand]) -> None:
    hand = open_(hands)
    hand.stroke((0, 3), (0, 5))
    assert hand.allowed[0].tolist() == [True, False, False, True, True, True]
    assert hand.store.undo_name == "Unmask cells"
    assert hand.rules.clear.text() == "3 cells painted over the rule: clear"
    hand.store.undo()
    grid = hand.rules.grid
    grid.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Space):
        QApplication.sendEvent(grid, QKeyEvent(QEvent.Type.KeyPress, key, PLAIN))
    assert not hand.allowed[0, 0]
    hand.rules.clear.click()
    assert hand.mask == Mask("causal")


def test_the_grid_shows_the_mask_whatever_the_matrix_shows(hands: list[Hand]) -> None:
    hand = open_(hands)
    assert hand.store.look.matrix == "weights"
    assert hand.rules.grid.content.shows == "mask"
    assert hand.rules.grid.is_for_painting
    part = next(p for p in hand.panel.parts() if p.name == "query “I”, key “money”")
    assert part.value == "masked (−∞)"
    assert part.press is not None
    part.press()
    assert hand.allowed[0, 2]


def shown_in(panel: MatrixPanel) -> str:
    return panel.surface.content.shows


def test_the_large_mask_leaves_the_matrix_elsewhere_as_it_was(hands: list[Hand]) -> None:
    hand = open_(hands)
    hand.rules.grid.enlarge()
    large = hand.rules.grid.findChild(Enlarged)
    assert isinstance(large, Enlarged)
    panel = large.panel
    assert isinstance(panel, MatrixPanel)
    assert hand.store.look.matrix == "weights"
    assert (shown_in(panel), panel.surface.is_for_painting) == ("mask", True)
    panel.shows.button_of("scores").click()
    assert (shown_in(panel), panel.surface.is_for_painting) == ("scores", False)
    assert hand.store.look.matrix == "weights"
    hand.store.set_look(matrix="mask")
    assert shown_in(panel) == "scores"
    panel.shows.button_of("mask").click()
    hand.store.apply("Rule", lambda document: edits.set_rule(document, "strict"))
    assert not panel.surface.content.allowed[0, 0]
    large.close()


def test_the_strict_rule_says_why_its_first_row_is_blind(hands: list[Hand]) -> None:
    hand = open_(hands, replace(bank(), mask=Mask("strict")))
    text = hand.rules.said.text.text()
    assert "Before the first word there is nothing: its row is blind" in text
    assert text.endswith("“I” may look at nothing.")


def test_a_drag_of_a_vector_touches_no_rule(hands: list[Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = open_(hands)
    shown: list[object] = []
    monkeypatch.setattr(hand.rules.grid, "show_state", lambda *now: shown.append(now))
    hand.store.begin("Move")
    for x in (0.1, 0.2, 0.3):
        hand.store.preview(partial(edits.move_vector, handle=Handle("query", 6), point=(x, 1.0)))
    hand.store.commit()
    assert not shown


# --- conventions


def test_each_convention_has_its_code_to_be_copied(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.conventions
    for convention in CONVENTIONS:
        QTest.mouseClick(page.cards[convention], LEFT)
        assert page.chosen == convention
        page.copy_link.click()
        text = QGuiApplication.clipboard().text()
        assert np.array_equal(taken_as(read(text, {}), convention), hand.allowed), convention
        assert page.copy_link.text() == "Copied"
    assert page.cards["look"].call.whole == "torch.tril(torch.ones(6, 6, dtype=torch.bool))"


def test_code_follows_the_mask(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.conventions
    page.copy()
    hand.store.apply("Block", lambda document: edits.set_rule(document, "block"))
    assert page.cards["look"].call.whole == "no single call makes it"
    assert page.code.toPlainText().startswith("# no single call makes it\n\n# written out:")
    assert page.copy_link.text() == "Copy"
    hand.store.apply("Window", lambda document: edits.set_rule(document, "window"))
    assert "# a band, by two of them:\nmask = torch.ones(6, 6, dtype=torch.bool).tril().triu(-1)" in (
        page.code.toPlainText()
    )


def test_multiplying_shows_its_leak_in_the_numbers_of_the_row(hands: list[Hand]) -> None:
    hand = open_(hands, query=3)
    page = hand.conventions
    page.choose("multiplied")
    assert page.cards["multiplied"].who.whole == "wrong: it leaks"
    before = page.used.whole
    assert "for “money” the hidden words get 0." in before
    hand.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 3), (0.0, 0.0)))
    assert "get 0.500 of the weight" in page.used.whole
    hand.store.set_look(query=6)
    assert "nothing leaks here" in page.used.whole


def test_cards_are_chosen_by_key_and_by_name(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.conventions
    QTest.keyClick(page.cards["block"], Qt.Key.Key_Space)
    assert [card.is_chosen for card in page.cards.values()] == [False, True, False, False]
    part = next(p for p in hand.panel.parts() if p.key == "additive")
    assert part.name == "added: 0 or −∞, either of them"
    assert part.value == 'torch.triu(torch.full((6, 6), float("-inf")), diagonal=1)'
    assert part.press is not None
    part.press()
    assert [card.is_chosen for card in page.cards.values()] == [False, False, True, False]


def test_no_words_have_no_code() -> None:
    assert code_of(masks.everything(0, 0), "look") == "# There are no words yet, and so no mask."


# --- paste


def test_a_pasted_mask_is_used_in_one_step(hands: list[Hand]) -> None:
    hand = open_(hands, bank())
    page = hand.paste
    assert not page.use.isEnabled()
    page.text.setPlainText("torch.triu(torch.ones(n, n), diagonal=1).bool()")
    assert "It blinds row 6" in page.said.text.text()
    page.choices.button_of("block").click()
    assert "This is the causal mask." in page.said.text.text()
    assert np.array_equal(page.preview.allowed, masks.causal(6))
    page.use.click()
    assert np.array_equal(hand.allowed, masks.causal(6))
    assert hand.mask.rule == "custom"
    assert hand.store.undo_name == "Use the pasted mask"
    hand.store.undo()
    assert hand.store.document == bank()


def test_what_can_not_be_read_leaves_everything_as_it_is(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.paste
    page.text.setPlainText("os.remove('x')")
    assert page.said.text.text().startswith("Column 1: nothing is known of “os”")
    assert not page.use.isEnabled()
    assert "the sentences say why" in page.use.accessibleDescription()
    assert page.preview.allowed.size == 0
    page.apply()
    assert hand.store.document is CAUSAL
    assert hand.panel.parts()[0].value == page.said.text.text().replace("\n", " ")


def test_pasted_text_follows_the_sentence(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.paste
    page.text.setPlainText("torch.ones(6, 6).bool()")
    assert page.use.isEnabled()
    hand.store.apply("Cache", lambda document: caching.ask_last(document, 2))
    assert not page.use.isEnabled()
    assert "must be 2 × 6" in page.said.text.text()
    page.text.setPlainText("torch.ones(L, S).bool()")
    assert page.use.isEnabled()


# --- what goes wrong


def test_a_row_is_blinded_and_libraries_differ(hands: list[Hand]) -> None:
    hand = open_(hands)
    page = hand.blind
    titles = [line.title for line in page.table.lines]
    assert titles == ["zeros", "NaN", "shared out", "unmasked"]
    assert page.said.text.text().startswith("“bank” may look at something now.")
    page.make.click()
    assert hand.store.now.trace.blind[0, 5]
    assert hand.store.undo_name == "Blind the row of “bank”"
    assert page.said.text.text().startswith("“bank” may look at nothing now.")
    assert not page.make.isEnabled()
    part = hand.panel.parts()[1]
    assert (part.name, part.value) == ("NaN", "NaN, NaN, NaN, NaN, NaN, NaN; Σ = NaN")


def test_the_mask_comes_too_late_and_back(hands: list[Hand]) -> None:
    hand = open_(hands, query=3)
    page = hand.late
    page.switch.click()
    assert hand.store.document.wrong.mask_after_softmax
    total = hand.store.trace.weights[0, 2].sum()
    assert page.table.lines[1].total == f"Σ = {total:.3f}"
    assert total < 0.9
    hand.store.undo()
    assert not page.switch.isChecked()


def test_numbers_follow_the_row_and_the_hand(hands: list[Hand]) -> None:
    hand = open_(hands, query=3)
    page = hand.late
    before = page.table.lines
    hand.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 3), (1.0, 1.0)))
    assert page.table.lines != before
    hand.store.set_look(query=6)
    assert page.table.lines[1].note == "Nothing is hidden in this row, so nothing is lost."


# --- all of it


def test_a_page_that_is_not_shown_costs_nothing(hands: list[Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = open_(hands)
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
def test_every_page_draws_every_document(hands: list[Hand], name: str) -> None:
    hand = open_(hands, DOCUMENTS[name], 1)
    for page in PAGES:
        hand.turn_to(page)
        assert not hand.root.grab().isNull()
        names = [part.name for part in hand.panel.parts()]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize(("scale", "widest"), [(1.0, 560), (2.0, 960), (2.5, 980)])
def test_large_letters_need_no_scrolling_sideways(hands: list[Hand], scale: float, widest: int) -> None:
    hand = open_(hands, scale=scale)
    for page in PAGES:
        hand.turn_to(page)
    hand.root.resize(widest, 700)
    QApplication.processEvents()
    assert hand.panel.minimumSizeHint().width() <= widest
    for text in hand.panel.findChildren(QLabel):
        if text.isVisible() and not text.wordWrap():
            assert text.width() >= min(text.sizeHint().width(), 20)


@pytest.mark.parametrize("name", ["six", "many", "none", "cross"])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_picture_shows_the_mask_and_its_conventions(qtbot: QtBot, name: str, look: str) -> None:
    size = figure.usual_size("masks")
    picture = figure.render(
        DOCUMENTS[name], Look(query=1), panel="masks", width=size[0], height=size[1], theme=look
    )
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 4000


def test_arrow_keys_turn_the_pages(hands: list[Hand]) -> None:
    hand = open_(hands)
    hand.root.activateWindow()
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


def test_tab_goes_through_a_page_from_left_to_right(hands: list[Hand]) -> None:
    hand = open_(hands, replace(bank(), mask=Mask("window", padding="left", pads=1)))
    hand.root.activateWindow()
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


def test_another_theme_is_taken(hands: list[Hand]) -> None:
    hand = open_(hands)
    for page in PAGES:
        hand.turn_to(page)
        hand.store.set_view(theme="dark", text_scale=1.5)
        assert not hand.root.grab().isNull()
        hand.store.set_view(theme="light", text_scale=1.0)


def test_everything_has_a_name(hands: list[Hand]) -> None:
    hand = open_(hands)
    for page in PAGES:
        hand.turn_to(page)
        for child in hand.panel.page.findChildren(QWidget):
            if child.isVisible() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                assert child.accessibleName(), (page, child)
