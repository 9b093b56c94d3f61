"""The plane on which one word goes two ways: what stands there, in sight, in speech and in pictures."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import Qt

from attnstudio.model.document import Document, Embedding, Head, Look, Passage
from attnstudio.model.settings import Mask, Wrong
from attnstudio.state import learner
from attnstudio.state.snapshot import View
from tests import samples
from tests.learnable import asked
from tests.ui.panels.framed import settle
from tests.ui.panels.meanings.bench import ASKING, BANK, MONEY, RIVER, THE, Make, real

# --- what stands there ------------------------------------------------------------------------------------


def test_the_word_starts_once_and_ends_twice(make: Make) -> None:
    plane = make()
    first, second = plane.content.ways
    assert first.start == second.start == (0.6, 0.6)
    assert first.end == pytest.approx((1.328, 0.208), abs=1e-3)
    assert second.end is not None
    assert second.end[1] > 1.0
    assert [word.name for word in plane.content.words if word.asks] == ["bank"]


def test_a_word_of_both_sentences_stands_once(make: Make) -> None:
    the = make().word(THE)
    assert [seen.passage for seen in the.seen] == [0, 1]
    assert the.token == THE


def test_the_same_word_in_two_places_stands_twice(make: Make) -> None:
    document = samples.two_meanings()
    second = document.passages[1]
    assert second.embedding is not None
    moved = replace(second, embedding=Embedding((*second.embedding.x[:5], (-1.0, 1.0))))
    plane = make(replace(document, passages=(document.passages[0], moved)))
    assert [way.start for way in plane.content.ways] == [(0.6, 0.6), (-1.0, 1.0)]
    plane.panel.grab()


def test_free_words_stand_at_their_values(make: Make) -> None:
    plane = make(samples.bank())
    assert plane.word(MONEY).at == (2.0, 0.0)
    assert plane.content.ways[0].start == (0.6, 0.6)
    assert "one sentence" in plane.panel.note.whole


def test_many_dimensions_stand_where_the_chart_draws_them(make: Make) -> None:
    document = real(50)
    plane = make(document, Look(query=BANK))
    x = document.passages[0].embedding
    assert x is not None
    assert plane.word(1).at == pytest.approx((x.x[0][3], 0.5**0.5 * (x.x[0][5] + x.x[0][7])))
    assert "two of 50 dimensions" in plane.panel.note.whole


def test_only_what_is_drawn_counts_as_dimensions(make: Make) -> None:
    document = samples.two_meanings()
    wide = ((1.0, 0.0, 0.5, 0.0, 1.0), (0.0, 1.0, 0.5, 1.0, 0.0))
    projection = document.projection
    assert projection is not None
    plane = make(replace(document, projection=replace(projection, w_q=(wide,), w_k=(wide,))))
    assert plane.store.trace.d_k == 5
    assert "dimensions" not in plane.panel.note.whole  # x and the output have two


def test_the_short_arrows_are_told(make: Make) -> None:
    plane = make(asked(samples.two_meanings(), "meanings")[0])
    assert "where the loss falls" not in plane.panel.note.whole
    learner.one_step(plane.store)
    settle()
    assert "short arrows: where the loss falls" in plane.panel.note.whole


def test_parts_laid_end_to_end_reach_the_end(make: Make) -> None:
    plane = make()
    assert plane.content.ways[0].parts == ()
    plane.panel.sums.click()
    assert plane.store.view.sums
    for way in plane.content.ways:
        assert len(way.parts) == 6
        assert way.parts[-1] == pytest.approx(way.end)
    plane.panel.grab()


def test_the_ends_are_hidden_while_it_is_asked_what_is_expected(make: Make) -> None:
    plane = make(look=replace(ASKING, predicting=True))
    assert [way.end for way in plane.content.ways] == [None, None]
    assert all(seen.weight is None for word in plane.content.words for seen in word.seen)
    assert (
        plane.panel.note.whole == "First say in the sentences what bank should look at, then press Now show."
    )
    assert not any("weight" in part.value for part in plane.panel.parts())


def test_two_different_words_are_said_so(make: Make) -> None:
    plane = make(look=Look(query=MONEY, rows=(MONEY, RIVER)))
    assert plane.panel.note.whole == "two different words ask"


def test_a_blind_word_ends_at_the_origin(make: Make) -> None:
    plane = make(replace(samples.two_meanings(), mask=Mask("strict")), Look(query=1, rows=(1, 11)))
    assert plane.content.ways[0].end == (0.0, 0.0)
    assert "may look at nothing" in plane.panel.note.whole


def test_a_masked_word_is_no_disc_of_weight_nought(make: Make) -> None:
    plane = make(replace(samples.two_meanings(), mask=Mask("causal")), Look(query=MONEY, rows=(MONEY, RIVER)))
    assert plane.word(4).seen[0].is_masked
    assert not plane.word(2).seen[0].is_masked
    plane.panel.grab()


def test_words_that_only_ask(make: Make) -> None:
    plane = make(samples.crossing(), Look(query=1))
    assert not plane.content.ways[0].is_alone
    assert {word.name for word in plane.content.words} == {"a", "b", "c"}
    plane.panel.grab()


@pytest.mark.parametrize(
    ("document", "look"),
    [
        (samples.projected(), Look(query=1, head=1)),
        (real(50, 12), Look(query=12)),
        (real(3, 64), Look(query=64)),
        (samples.of_words("a"), Look(query=1)),
        (Document("empty", (Passage((), heads=(Head((), (), ()),)),)), Look()),
    ],
)
@pytest.mark.parametrize("is_figure", [False, True])
def test_any_document_can_be_drawn(make: Make, document: Document, look: Look, is_figure: bool) -> None:
    plane = make(document, look, View(is_figure=is_figure, sums=True))
    assert not plane.panel.grab().isNull()


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_names_never_lie_on_one_another(make: Make, scale: float) -> None:
    for document, look in ((samples.two_meanings(), ASKING), (real(50, 12), Look(query=12))):
        plane = make(document, look, View(text_scale=scale))
        plane.panel.view.repaint()
        boxes = plane.panel.view.names_drawn()
        assert len(boxes) > 3
        for (one, a), (other, b) in combinations(boxes.items(), 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)


def test_a_way_that_leads_far_out_of_sight_costs_no_more(make: Make) -> None:
    document = samples.two_meanings()
    assert document.projection is not None
    far = replace(document.projection, w_v=(((1e6, 0.0), (0.0, -1e6)),))
    plane = make(replace(document, projection=far), view=View(sums=True))
    plane.panel.view.repaint()
    assert "2 out of sight: press fit" in plane.panel.note.whole


def test_a_picture_asks_for_no_button(make: Make) -> None:
    document = samples.two_meanings()
    assert document.projection is not None
    far = replace(document.projection, w_v=(((1e6, 0.0), (0.0, -1e6)),))
    plane = make(replace(document, projection=far), view=View(sums=True, is_figure=True))
    assert "2 out of sight" in plane.panel.note.whole
    assert "press" not in plane.panel.note.whole
    assert "bank in A" not in plane.panel.view.names_drawn()
    assert "bank, alone" in plane.panel.view.names_drawn()


def test_weights_of_any_size_have_discs_that_fit(make: Make) -> None:
    document = samples.two_meanings()
    assert document.projection is not None
    loud = replace(document.projection, w_q=(((1e6, 0.0), (0.0, 1e6)),))
    document = replace(document, projection=loud, wrong=Wrong(skips_softmax=True))
    plane = make(document)
    assert max(seen.weight or 0.0 for word in plane.content.words for seen in word.seen) > 1e5
    assert not plane.panel.grab().isNull()


# --- what is in sight -------------------------------------------------------------------------------------


def test_a_word_moved_out_of_sight_is_brought_back(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.drag(plane.at(0.15, -0.15), plane.at(-2.9, -2.9))
    assert plane.panel.view.frame.half > frame.half
    assert plane.panel.view.is_in_sight(plane.panel.view.lens.to_pixels((-2.9, -2.9)))


def test_zoom_and_fit(make: Make) -> None:
    plane = make()
    frame = plane.panel.view.frame
    plane.type(Qt.Key.Key_Plus)
    plane.type(Qt.Key.Key_Plus)
    assert plane.panel.view.frame.half < frame.half
    assert "out of sight" in plane.panel.note.whole
    plane.type(Qt.Key.Key_0)
    assert plane.panel.view.frame == frame
    assert "out of sight" not in plane.panel.note.whole
    plane.panel.smaller.click()
    assert plane.panel.view.frame.half > frame.half
    plane.panel.fitting.click()
    assert plane.panel.view.frame == frame


def test_another_document_is_framed_anew(make: Make) -> None:
    plane = make()
    before = plane.panel.view.frame
    plane.store.open(real(50), Look(query=BANK))
    settle()
    assert plane.panel.view.frame != before


# --- speech and pictures ----------------------------------------------------------------------------------


def test_parts_are_sliders_with_names_of_their_own(make: Make) -> None:
    plane = make()
    parts = plane.panel.parts()
    names = [part.name for part in parts]
    assert len(set(names)) == len(names)
    assert names[:2] == ["x of “bank”, in both sentences, x", "x of “bank”, in both sentences, y"]
    end = next(part for part in parts if part.name == "bank in A")
    assert (end.role, end.value) == ("graphic", "(1.33, 0.21)")
    move = next(part for part in parts if part.name == "x of “money”, y").set_number
    assert move is not None
    move(0.5)
    assert plane.place(MONEY) == (2.0, 0.5)


def test_names_are_unique_where_a_word_stands_in_two_places(make: Make) -> None:
    plane = make(samples.of_words("the", "cat", "the"), Look(query=1))
    names = [part.name for part in plane.panel.parts()]
    assert len(set(names)) == len(names)
    document = samples.two_meanings()
    second = document.passages[1]
    assert second.embedding is not None
    moved = replace(second, embedding=Embedding((*second.embedding.x[:5], (-1.0, 1.0))))
    apart = make(replace(document, passages=(document.passages[0], moved)))
    names = [part.name for part in apart.panel.parts()]
    assert len(set(names)) == len(names)


def test_a_figure_has_no_marks_and_no_controls(make: Make) -> None:
    plane = make(view=View(is_figure=True))
    assert not plane.panel.sums.isVisible()
    assert not plane.panel.sources.isVisible()
    before = plane.panel.grab().toImage()
    plane.store.set_view(hover_token=MONEY)
    settle()
    assert plane.panel.grab().toImage() == before
