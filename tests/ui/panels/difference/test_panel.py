"""What context did, in tables and sentences: the numbers, and a table that can be walked through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.settings import Mask, ScoreSettings
from attnstudio.state.snapshot import Compared, View
from attnstudio.ui.panels.difference.panel import DifferencePanel
from tests import samples
from tests.ui.panels.framed import NONE, Framed, settle

BANK, MONEY, RIVER, BANK_B = 6, 3, 15, 16
ASKING = Look(query=BANK)
SUMMARY, WORDS, ANGLES = View(), View(compared="words"), View(compared="angles")


class Told(Framed[DifferencePanel]):
    def rows(self) -> dict[str, list[str]]:
        """What stands in the table, by the names of its rows."""
        table = self.panel.table.numbers.table
        return {row.name: [f"{cell.word} {cell.text}".strip() for cell in row.cells] for row in table.rows}

    def heads(self) -> list[str]:
        return [head.text for head in self.panel.table.numbers.table.heads]

    @property
    def sentence(self) -> str:
        return self.panel.note.text()


Make = Callable[..., Told]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made(
        document: Document | None = None,
        look: Look = ASKING,
        view: View = SUMMARY,
        size: tuple[int, int] = (500, 300),
    ) -> Told:
        return Told(qtbot, DifferencePanel, document or samples.two_meanings(), look, view, size)

    return made


# --- the numbers ------------------------------------------------------------------------------------------


def test_two_meanings_in_a_few_numbers(make: Make) -> None:
    told = make()
    assert told.heads() == ["A · money", "B · river"]
    assert told.rows() == {
        "strongest other word": ["money 0.447", "river 0.480"],
        "bank looks at itself": ["0.162", "0.173"],
        "output from bank's own value": ["0.83", "0.82"],
        "money − water": ["+1.12", "−1.13"],
        "cosine A to B": ["0.27"],
        "outputs apart": ["1.59"],
    }
    assert told.sentence == "Context moves “bank” by 0.83 in A and 0.82 in B, to two meanings, 1.59 apart."


def test_word_by_word(make: Make) -> None:
    told = make(view=WORDS)
    rows = told.rows()
    assert told.heads() == ["A", "B", "B − A"]
    assert rows["money"] == ["0.447", "–", "–"]
    assert rows["river"] == ["–", "0.480", "–"]
    assert rows["the"] == ["0.033", "0.035", "+0.002"]
    assert rows["bank"] == ["0.162", "0.173", "+0.011"]
    assert rows["output, money"] == ["1.33", "0.15", "−1.18"]
    assert rows["output, water"] == ["0.21", "1.28", "+1.07"]
    assert rows["outputs apart"] == ["1.59"]
    assert told.sentence == "Of the words that both have, the weight of “bank” changes most: +0.011."


def test_bars_are_true_to_their_numbers(make: Make) -> None:
    table = make(view=WORDS).panel.table.numbers.table
    rows = {row.name: row for row in table.rows}
    money = rows["money"].cells[0].bar
    assert money == pytest.approx(0.447, abs=1e-3)
    across, up = rows["output, money"].cells[2].bar, rows["output, water"].cells[2].bar
    assert across == -1.0
    assert up == pytest.approx(1.0745 / 1.1775, abs=1e-2)


def test_lengths_and_angles(make: Make) -> None:
    told = make(samples.bank(), view=ANGLES)
    assert told.heads() == ["|q|", "|k|", "cos θ", "|q||k|cos θ"]
    assert told.panel.table.corner.whole == "A: bank asks"
    assert told.rows()["money"] == ["2.55", "2.00", "0.71", "3.60"]
    assert told.rows()["bank"] == ["2.55", "0.85", "1.00", "2.16"]
    assert told.sentence == (
        "Length beats angle: “money” scores 3.60 by its length 2.00; “bank” points best, cos θ = 1.00."
    )
    strong = {row.name: [cell.is_strong for cell in row.cells] for row in told.panel.table.numbers.table.rows}
    assert strong["money"] == [False, False, False, True]
    assert strong["bank"] == [False, False, True, False]


def test_the_sentence_chosen_last_is_told_by_length_and_angle(make: Make) -> None:
    told = make(view=ANGLES)
    told.store.set_look(passage=1, query=BANK_B)
    assert told.panel.table.corner.whole == "B: bank asks"
    assert "river" in told.rows()


def test_with_cosine_the_short_right_word_wins(make: Make) -> None:
    told = make(samples.bank(), view=ANGLES)
    told.panel.cosine.click()
    assert told.store.document.settings.cosine
    assert told.store.undo_name == "Compare directions alone"
    assert told.sentence == "By direction alone “bank” wins; by length “money” would."
    weights = told.store.trace.weights[0, 5]
    assert weights.argmax() == 5
    told.store.undo()
    settle()
    assert not told.panel.cosine.isChecked()
    assert told.sentence.startswith("Length beats angle")


def test_where_the_best_word_is_the_longest_too(make: Make) -> None:
    points = ((2.0, 0.0), (0.0, 1.0))
    queries = ((1.0, 0.0), (0.0, 1.0))
    passage = Passage(samples.tokens("a", "b"), heads=(Head(queries, points, points),))
    told = make(Document("plain", (passage,)), Look(query=1), ANGLES)
    assert told.sentence == "“a” has the largest score, and no key points better."


# --- what can't be told -----------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [SUMMARY, WORDS, ANGLES])
def test_nothing_is_given_away_before_it_is_marked(make: Make, view: View) -> None:
    told = make(look=replace(ASKING, predicting=True), view=view)
    cells = {cell for cells in told.rows().values() for cell in cells}
    assert cells <= {"?", "–"}
    assert not set("".join(told.heads())) & set("0123456789")
    assert told.sentence == "First say in the sentences what bank should look at, then press Now show."
    bars = [cell.bar for row in told.panel.table.numbers.table.rows for cell in row.cells]
    assert set(bars) == {None}


@pytest.mark.parametrize("compared", ["summary", "words", "angles"])
def test_one_sentence(make: Make, compared: Compared) -> None:
    told = make(samples.bank(), view=View(compared=compared))
    assert len(told.rows()) >= 4
    assert "cosine A to B" not in told.rows()
    assert told.sentence


@pytest.mark.parametrize("compared", ["summary", "words", "angles"])
def test_words_that_only_ask(make: Make, compared: Compared) -> None:
    told = make(samples.crossing(), Look(query=1), View(compared=compared))
    if compared == "summary":
        assert told.rows()["one looks at itself"] == ["–"]
        assert told.rows()["output from one's own value"] == ["–"]
    assert told.sentence


def test_no_words(make: Make) -> None:
    empty = Document("empty", (Passage((), heads=(Head((), (), ()),)),))
    for view in (SUMMARY, WORDS, ANGLES):
        told = make(empty, Look(), view)
        assert told.sentence == "No word asks here."
        told.panel.grab()


def test_a_blind_word(make: Make) -> None:
    document = replace(samples.two_meanings(), mask=Mask("strict"))
    told = make(document, Look(query=1, rows=(1, 11)))
    assert told.rows()["strongest other word"] == ["–", "–"]
    assert told.rows()["the word looks at itself"] == ["−∞", "−∞"]
    assert told.rows()["cosine A to B"] == ["–"]
    told.store.set_view(compared="angles")
    assert told.sentence == "“I” meets no key at an angle here."


def test_two_words_ask(make: Make) -> None:
    told = make(look=Look(query=MONEY, rows=(MONEY, RIVER)))
    assert "the word looks at itself" in told.rows()
    assert told.sentence.startswith("Context moves the word by ")


def test_many_dimensions_are_compared_in_all_of_them(make: Make) -> None:
    told = make(samples.projected(), Look(query=1))
    assert told.rows()["x − y"][0][0] in "+−"


def test_repeated_words_have_rows_of_their_own(make: Make) -> None:
    told = make(samples.of_words("the", "cat", "the"), Look(query=2), WORDS)
    assert list(told.rows()) == ["the₁", "cat", "the₃"]


# --- the table --------------------------------------------------------------------------------------------


def test_tabs_change_what_is_told(make: Make) -> None:
    told = make()
    told.panel.tabs.button_of("angles").click()
    assert told.store.view.compared == "angles"
    assert told.heads()[0] == "|q|"


def test_numbers_follow_in_the_same_frame(make: Make) -> None:
    told = make()
    before = told.rows()
    told.store.begin("louder")
    told.store.preview(lambda document: replace(document, settings=ScoreSettings(temperature=0.5)))
    assert told.rows() != before
    told.store.cancel()
    assert told.rows() == before


def test_a_screen_reader_finds_a_table(make: Make) -> None:
    told = make()
    table = QAccessible.queryAccessibleInterface(told.panel.table)
    assert table.role() == QAccessible.Role.Table
    texts = [table.child(number).text(QAccessible.Text.Name) for number in range(table.childCount())]
    assert "strongest other word" in texts
    assert "A · money" in texts
    assert "money 0.447" in texts


def test_the_keyboard_walks_through_it(make: Make) -> None:
    told = make()
    table = told.panel.table
    table.setFocus()
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, 0)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    told.panel.grab()


def test_pointing_at_a_row_marks_its_word(make: Make) -> None:
    told = make(view=WORDS)
    table = told.panel.table
    row = list(told.rows()).index("money")
    at = QPointF(60.0, table.rowViewportPosition(row) + 5.0)
    told.mouse(table.viewport(), QEvent.Type.MouseMove, at, NONE, NONE)
    assert told.store.view.hover_token == MONEY
    assert table.is_pointed(table.numbers.table.rows[row])


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("compared", ["summary", "words", "angles"])
def test_columns_have_room_for_their_numbers(make: Make, compared: Compared, scale: float) -> None:
    told = make(view=View(compared=compared, text_scale=scale), size=(10, 10))
    table = told.panel.table
    count = len(told.heads())
    wide = sum(table.columnWidth(column) for column in range(count)) + table.verticalHeader().width()
    assert wide <= table.width()
    assert told.panel.height() >= told.panel.minimumSizeHint().height()
    assert not told.panel.grab().isNull()


def test_a_figure_shows_all_rows(make: Make) -> None:
    told = make(view=View(compared="words", is_figure=True), size=(500, 10))
    table = told.panel.table
    last = table.numbers.rowCount() - 1
    assert table.rowViewportPosition(last) + table.rowHeight(last) <= table.viewport().height()
    assert not told.panel.cosine.isVisible()
