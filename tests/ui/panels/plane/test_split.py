"""The split of a score that pointing at a key shows."""

from PySide6.QtGui import QColor

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.edits import set_rule
from attnstudio.state.store import Store
from attnstudio.ui.panels.plane.split import split_lines
from tests import samples
from tests.ui.panels.bench import BANK, KEY, MONEY, Make


def test_lengths_and_angle_lead_to_the_score() -> None:
    now = Store(samples.bank(), Look(query=BANK)).now
    assert split_lines(now, 2) == (
        "query bank, key money",
        "|q|·|k|·cos θ",
        "= 2.546 × 2.000 × 0.7071 ≈ 3.60",
    )


def test_the_mask_has_the_last_word() -> None:
    now = Store(set_rule(samples.bank(), "causal"), Look(query=MONEY)).now
    assert split_lines(now, 5)[-1] == "masked: −∞ takes its place"
    assert "masked" not in split_lines(now, 0)[-1]


def test_all_dimensions_count() -> None:
    rows = ((1.0, 2.0, 2.0),)
    passage = Passage(samples.tokens("a"), heads=(Head(rows, rows, rows),))
    lines = split_lines(Store(Document("d", (passage,)), Look(query=1)).now, 0)
    assert lines[0] == "query a, key a (all 3 dimensions)"
    assert lines[2] == "= 3.00 × 3.00 × 1.000 = 9.00"


def test_a_zero_vector_has_no_angle() -> None:
    rows = ((0.0, 0.0),)
    passage = Passage(samples.tokens("a"), heads=(Head(rows, rows, rows),))
    lines = split_lines(Store(Document("d", (passage,)), Look(query=1)).now, 0)
    assert lines[1] == "A zero vector has no angle to another: the score is 0."


def test_pointing_at_a_key_draws_its_foot_on_the_query(bench: Make) -> None:
    held = bench()
    foot = held.panel.to_pixels(1, 1).toPoint()  # of “money”, (2, 0), on the line of the query
    held.hover(held.tip(KEY))
    with_foot = held.panel.view.grab().toImage()
    held.store.set_view(hover_token=None)
    held.panel.view.hovered = None
    without = held.panel.view.grab().toImage()
    assert with_foot.pixel(foot) != without.pixel(foot)
    assert QColor(with_foot.pixel(foot)) == held.panel.theme.panel  # inside the ring
