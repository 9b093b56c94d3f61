"""What the matrix says in numbers and words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle, Look, MatrixShows
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.state.snapshot import STEPS, Snapshot, Step, View
from attnstudio.state.store import Store
from attnstudio.ui.panels.matrix.content import (
    Content,
    blind_sentence,
    called,
    content_of,
    empty_sentence,
    limit_of,
    notes_of,
    rule_text,
)
from tests.samples import bank, crossing, of_words
from tests.ui.panels.matrix.hand import masked_bank


def content(document: Document, shows: MatrixShows = "weights") -> Content:
    return content_of(Store(document, Look(matrix=shows)).now)


def test_a_cell_is_named_as_query_and_key() -> None:
    shown = content(bank())
    assert shown.readout(5, 2) == ("query “bank” → key “money”: 0.447", "bank → money: 0.447")
    assert shown.readout(2, 5)[0] == "query “money” → key “bank”: 0.083"


def test_repeated_words_are_told_apart_by_position() -> None:
    shown = content(of_words("the", "bank", "by", "the", "river", "bank"))
    assert shown.values.shape == (6, 6)
    assert shown.row_names == shown.column_names == ("the₁", "bank₂", "by", "the₄", "river", "bank₆")


@pytest.mark.parametrize(
    ("shows", "visible"), [("weights", "1.000"), ("scores", "0.07"), ("mask", "may look")]
)
def test_masked_cells_say_so_whatever_is_shown(shows: MatrixShows, visible: str) -> None:
    shown = content(masked_bank(), shows)
    assert shown.reading(0, 0) == visible
    assert shown.reading(0, 1) == "masked (−∞)"
    assert shown.text(0, 1, 2) == "−∞"


def test_scores_are_raw_dot_products() -> None:
    shown = content(bank(), "scores")
    assert shown.text(5, 2, 2) == "3.60"
    assert shown.text(5, 4, 2) == "−0.09"
    assert shown.text(5, 3, 2) == "0.00"


def test_the_limit_of_scores_is_a_round_number_that_none_exceeds() -> None:
    shown = content(bank(), "scores")
    assert shown.limit == float(shown.values.max()) == 4.0
    assert limit_of(shown.values * 0.0) == 0.01
    for factor in (0.004, 0.37, 1.01, 12.3, 9e9):
        assert 4.0 * factor <= limit_of(shown.values * factor) <= 1.5 * 4.0 * factor


def test_weights_keep_their_limit() -> None:
    for document in (of_words("bank"), of_words("a", "a"), masked_bank()):
        assert content(document).limit == 1.0


def test_the_rule_is_told_with_the_cells_that_differ_from_it() -> None:
    def told(rule: Mask) -> str:
        document = replace(bank(), mask=rule)
        return rule_text(rule, document.passages[0])

    assert told(Mask()) == "none"
    assert told(Mask("none", frozenset({(1, 2)}))) == "none, 1 cell changed"
    assert told(Mask("causal", frozenset({(1, 2), (2, 1), (99, 1)}))) == "causal, 2 cells changed"
    assert told(Mask("custom", frozenset({(1, 2)}))) == "custom"
    assert told(Mask("window", frozenset({(1, 2)}), size=3)) == "sliding window, 3 wide, 1 cell changed"
    assert told(Mask("causal", padding="left", pads=2)) == "causal, 2 pads on the left"


@pytest.mark.parametrize(
    ("blind", "sentence"),
    [
        ((), ""),
        ((1,), "“I” may look at nothing: its weights and its output are 0."),
        ((1, 6), "“I” and “bank” may look at nothing: their weights and outputs are 0."),
        ((1, 3, 6), "“I”, “money” and “bank” may look at nothing: their weights and outputs are 0."),
        ((1, 2, 3, 4), "4 queries (∅) may look at nothing: their weights and outputs are 0."),
    ],
)
def test_blind_rows_are_explained(blind: tuple[int, ...], sentence: str) -> None:
    hidden = frozenset((query, key) for query in blind for key in range(1, 7))
    shown = content(replace(bank(), mask=Mask("custom", hidden)))
    assert blind_sentence(shown) == sentence
    assert [row + 1 for row in shown.blind] == list(blind)
    assert not any(shown.reading(row, 0) != "masked (−∞)" for row in shown.blind)


def test_what_the_cells_cannot_show_is_said_under_them() -> None:
    far = "double-click enlarges"
    few, many = (
        content(bank()),
        content(replace(of_words(*"abcdefghijklmnopqrst"), settings=ScoreSettings(1e-9))),
    )
    assert notes_of(few, True, far) == ()
    assert notes_of(few, False, far) == (far,)
    assert notes_of(few, False, "") == ()
    assert notes_of(many, True, far) == ()
    assert notes_of(many, False, far) == (
        f"all weights are below 0.06; {far}",
        "all weights are below 0.06",
        "all weights below 0.06",
    )
    blind = content(masked_bank((1, 1)))
    assert notes_of(blind, False, far) == (blind_sentence(blind), "“I” may look at nothing")


def test_an_empty_matrix_says_what_is_missing() -> None:
    passage = crossing().passages[0]
    nobody_asks = replace(passage, query_tokens=(), heads=(replace(passage.heads[0], queries=()),))
    no_offer = replace(passage, cross_tokens=(), heads=(replace(passage.heads[0], keys=(), values=()),))
    for passages, start in (
        (of_words().passages, "No words yet."),
        ((nobody_asks,), "There is no query yet"),
        ((no_offer,), "There is no key yet"),
    ):
        shown = content(replace(crossing(), passages=passages))
        assert shown.is_empty
        assert empty_sentence(shown).startswith(start)


def test_what_stays_is_taken_over() -> None:
    store = Store(masked_bank())
    old = store.now
    before = content_of(old)
    store.apply("Move", lambda document: edits.move_vector(document, Handle("query", 6), (0.0, 1.0)))
    after = content_of(store.now, before, old)
    assert after.row_names is before.row_names
    assert after.allowed is before.allowed
    assert (after.values[:5] == before.values[:5]).all()
    assert (after.values[5] != before.values[5]).any()
    old, before = store.now, after
    store.apply("Flip", lambda document: edits.flip_cell(document, 1, 2))
    after = content_of(store.now, before, old)
    assert after.allowed[0, 1]
    assert not before.allowed[0, 1]
    assert after.rule == "causal, 1 cell changed"


# --- Play


def at(known: Step, shows: MatrixShows = "weights") -> Snapshot:
    return Store(masked_bank(), Look(matrix=shows), View(known=known)).now


@pytest.mark.parametrize(
    ("known", "name", "seen", "hidden"),
    [
        ("match", "scores", "2.40", "0.96"),
        ("scale", "scaled scores", "1.70", "0.68"),
        ("mask", "masked scores", "1.70", "−∞"),
        ("normalize", "weights", "0.23", "−∞"),
        ("mix", "weights", "0.23", "−∞"),
    ],
)
@pytest.mark.parametrize("chosen", ["weights", "scores"])
def test_play_shows_what_its_step_made(
    known: Step, name: str, seen: str, hidden: str, chosen: MatrixShows
) -> None:
    now = at(known, chosen)
    shown = content_of(now)
    assert called(now) == name
    assert shown.text(2, 1, 2) == seen
    assert shown.text(1, 5, 2) == hidden
    assert shown.has_masked == (known not in ("match", "scale"))


@pytest.mark.parametrize("wrong", [Wrong(mask_after_softmax=True), Wrong(skips_softmax=True)])
def test_a_mask_that_comes_later_hides_no_score(wrong: Wrong) -> None:
    store = Store(replace(masked_bank(), wrong=wrong), Look(), View(known="mask"))
    assert called(store.now) == "scaled scores"
    assert not content_of(store.now).has_masked
    store.set_view(known="normalize")
    assert content_of(store.now).has_masked


def test_a_mask_that_is_looked_at_is_there_at_every_step() -> None:
    now = at("match", "mask")
    assert called(now) == "mask"
    assert content_of(now).reading(0, 1) == "masked (−∞)"


def test_that_a_row_is_blind_comes_out_with_its_weights() -> None:
    document = edits.set_rule(bank(), "strict")
    found = [content_of(Store(document, Look(), View(known=step)).now).blind for step in STEPS]
    assert found == [(), (), (), (0,), (0,)]


def test_a_content_taken_over_from_another_step_is_that_of_the_step() -> None:
    store = Store(masked_bank())
    before, old = content_of(store.now), store.now
    for step in (*STEPS, None, "mask", "scale", None):
        store.set_view(known=step)
        made, fresh = content_of(store.now, before, old), content_of(store.now)
        assert (made.shows, made.blind, made.limit) == (fresh.shows, fresh.blind, fresh.limit)
        assert np.array_equal(made.values, fresh.values)
        assert np.array_equal(made.allowed, fresh.allowed)
        before, old = made, store.now
