"""What the plane shows and says: modes, names, notes, and what it tells a screen reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.document import (
    Document,
    Handle,
    Head,
    Look,
    Passage,
    Token,
)
from attnstudio.model.edits import set_rule
from attnstudio.model.retype import retype_sentence
from attnstudio.state.framing import whole
from attnstudio.state.pulling import WeightGrip
from attnstudio.state.snapshot import STEPS, Ground, View
from attnstudio.study.lexicon import placement
from attnstudio.ui.panels.plane.names import BY_CHANCE, DRAG_ME
from tests import samples
from tests.ui.panels.bench import (
    BANK,
    KEY,
    MONEY,
    QUERY,
    Make,
    shifted,
)

# --- pointing -----------------------------------------------------------------------------------------------


def test_pointing_at_a_tip_marks_its_token_everywhere(bench: Make) -> None:
    held = bench()
    marked: list[int | None] = []
    held.store.subscribe(lambda old, new: marked.append(new.view.hover_token))
    held.hover(held.tip(KEY))
    assert held.panel.viewport().cursor().shape() == Qt.CursorShape.OpenHandCursor
    held.hover(shifted(held.tip(KEY), 2, 2))
    held.hover(held.panel.to_pixels(-2, -2))
    held.hover(held.tip(KEY))
    QApplication.sendEvent(held.panel.viewport(), QEvent(QEvent.Type.Leave))
    assert marked == [MONEY, None, MONEY, None]


def test_what_is_pointed_at_is_what_a_press_takes(bench: Make) -> None:
    held = bench(view=View(frame=whole(3.0)))
    held.store.set_view(selected=Handle("key", 1))
    near = held.tip(Handle("key", 4))  # some pixels from the selected tip, which wins
    held.hover(near)
    assert held.store.view.hover_token == 1
    held.press(near)
    assert held.store.view.selected == Handle("key", 1)
    held.release(near)
    assert held.store.view.selected == Handle("key", 4)


# --- what is drawn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("match", (True, True, False, False)), ("mix", (False, False, True, True)), ("both", (True,) * 4)],
)
def test_each_mode_shows_its_own(bench: Make, mode: str, shown: tuple[bool, ...]) -> None:
    held = bench()
    held.panel.mode.button_of(mode).click()
    assert held.store.look.plane == mode
    picture = held.panel.view.picture()
    assert tuple(map(bool, (picture.query, picture.keys, picture.values, picture.output))) == shown
    assert held.panel.controls.hull.isEnabled() == (mode != "match")


def test_the_note_says_why_one_plane_serves_as_long_as_it_does(bench: Make) -> None:
    held = bench()
    assert held.panel.note.text() == "one plane because k = v = x here"
    held.drag(held.tip(KEY), held.panel.to_pixels(2, 1))
    assert "k and v differ for “money”" in held.panel.note.text()
    held.panel.mode.button_of("match").click()
    assert "differ" not in held.panel.note.text()


def test_the_readout_follows_the_selected_tip(bench: Make) -> None:
    held = bench()
    assert held.panel.readout.text() == "q of bank (1.80, 1.80)"
    held.drag(held.tip(KEY), held.panel.to_pixels(2, -1))
    assert held.panel.readout.text() == "k of money (2.00, −1.00)"


def test_where_key_and_value_coincide_there_is_one_name(bench: Make) -> None:
    held = bench()
    assert set(held.names()) == {"query", "output", "I", "deposited", "money", "at", "the", "bank"}
    held.drag(held.tip(KEY), held.panel.to_pixels(2, -1))
    assert {"money k", "money v"} <= set(held.names())


def test_repeated_words_in_one_place_share_a_name(bench: Make) -> None:
    rows = ((1.0, 1.0),) * 3
    document = Document("the", (Passage(samples.tokens("the", "the", "a"), heads=(Head(rows, rows, rows),)),))
    assert "the₁ and 2 more" in bench(document, Look(query=1)).names()


def test_a_masked_key_is_told_by_its_name_too(bench: Make) -> None:
    held = bench(set_rule(samples.bank(), "causal"), Look(query=MONEY))
    names = held.names()
    assert "bank −∞" in names
    assert "money" in names


def test_a_long_sentence_names_the_heaviest_and_what_is_pointed_at(bench: Make) -> None:
    words = [f"w{number}" for number in range(64)]
    held = bench(samples.of_words(*words), Look(query=64))
    names = set(held.names())
    assert "w63" in names  # the heaviest: it lies furthest along the query
    assert "w5" not in names
    assert len(names) <= 12
    held.store.set_view(hover_token=6)
    assert "w5" in held.names()


def test_the_cue_leaves_after_the_first_drag(bench: Make) -> None:
    held = bench()
    assert held.names()["query"] == DRAG_ME
    held.click(held.tip(QUERY))
    assert held.names()["query"] == DRAG_ME
    held.drag(held.tip(QUERY), held.panel.to_pixels(1, 1))
    assert held.names()["query"] == ""


def test_the_cue_and_the_hint_leave_for_good(bench: Make) -> None:
    held = bench()
    assert held.panel.controls.hint.text().startswith("drag a tip")
    held.drag(held.tip(KEY), held.panel.to_pixels(1, 1))
    assert held.panel.controls.hint.text() == ""
    held.store.open(samples.bank(), Look(query=BANK))
    assert held.names()["query"] == ""
    assert held.panel.controls.hint.text() == ""


def test_a_pull_at_a_weight_counts_as_a_drag(bench: Make) -> None:
    held = bench()
    grip = WeightGrip(held.store, MONEY)
    held.store.set_view(hover_token=MONEY)
    assert held.names()["query"] == DRAG_ME
    grip.pull(0.6)
    grip.release()
    assert held.names()["query"] == ""


def test_a_word_that_is_typed_is_no_drag(bench: Make) -> None:
    held = bench()
    held.store.begin("Type")
    held.store.preview(lambda document: retype_sentence(document, "the bank", placement))
    held.store.commit()
    assert held.names()["query"] == DRAG_ME


def test_words_placed_by_chance_say_so_until_they_are_dragged(bench: Make) -> None:
    bank = samples.bank()
    passage = bank.passages[0]
    tokens = tuple(
        replace(token, source="chance") if token.id == 4 else token for token in passage.query_tokens
    )
    held = bench(replace(bank, passages=(replace(passage, query_tokens=tokens),)))
    assert held.names()["at"] == BY_CHANCE
    handle = Handle("key", 4)
    held.store.set_view(selected=handle)
    held.drag(held.tip(handle), held.panel.to_pixels(-1, -1))
    assert set(held.names().values()) == {""}


def test_a_blind_query_is_explained(bench: Make) -> None:
    document = samples.bank()
    held = bench(document)
    everything = frozenset((BANK, token.id) for token in document.passages[0].key_tokens)
    held.store.apply("Mask all", lambda d: replace(d, mask=replace(d.mask, flipped=everything)))
    assert "“bank” may look at nothing: its output is 0" in held.panel.note.text()


@pytest.mark.parametrize(
    ("query", "d_k", "d_v", "note"),
    [
        ((1.0,), 1, 1, "one dimension"),
        ((1.0, 2.0, 3.0), 3, 3, "first 2 of 3 dimensions"),
        ((1.0, 0.5), 2, 4, "two spaces"),
    ],
)
def test_other_dimensions_are_drawn_dragged_and_explained(
    bench: Make, query: tuple[float, ...], d_k: int, d_v: int, note: str
) -> None:
    key, value = (0.5,) * d_k, (0.25,) * d_v
    head = Head((query,), (key,), (value,))
    held = bench(Document("d", (Passage((Token(1, "w"),), heads=(head,)),)), Look(query=1))
    assert note in held.panel.note.text()
    handle = Handle("query", 1)
    held.drag(held.tip(handle), held.panel.to_pixels(-1.5, 0.75))
    moved = held.store.document.passages[0].heads[0].queries[0]
    assert len(moved) == d_k
    assert moved[2:] == query[2:]
    assert moved[0] == pytest.approx(-1.5, abs=1e-3)


@pytest.mark.parametrize("keys", [0, 2])
def test_a_plane_without_queries_is_never_blank(bench: Make, keys: int) -> None:
    rows = ((1.0, 0.5), (0.5, 1.0))[:keys]
    passage = Passage((), samples.tokens("a", "b")[:keys], (Head((), rows, rows),))
    held = bench(Document("nobody asks", (passage,)), Look())
    ground, _ = held.panel.view.surroundings()
    assert ground.sentence.startswith("No word asks" if keys else "There are no words")
    held.key(Qt.Key.Key_Right)
    held.key(Qt.Key.Key_Tab)
    held.hover(held.panel.to_pixels(1, 0.5))
    held.click(held.panel.to_pixels(0, 0))


def test_queries_without_keys(bench: Make) -> None:
    passage = Passage(samples.tokens("a"), (), (Head(((1.0, 0.5),), (), ()),))
    held = bench(Document("nothing offered", (passage,)), Look(query=1))
    assert "may look at nothing" in held.panel.note.text()
    assert set(held.names()) == {"query", "output"}


def test_a_figure_has_no_controls_and_no_cues(bench: Make) -> None:
    held = bench(view=View(is_figure=True))
    panel = held.panel
    assert all(widget.isHidden() for widget in (panel.mode, *panel.controls.buttons()))
    assert panel.controls.hint.text() == ""
    assert not panel.note.isHidden()
    assert held.names()["query"] == ""


@pytest.mark.parametrize(("ground", "alpha"), [("transparent", 0), ("white", 255), ("theme", 255)])
def test_a_figure_stands_on_the_ground_that_was_asked_for(bench: Make, ground: Ground, alpha: int) -> None:
    held = bench(view=View(theme="dark", is_figure=True, ground=ground, frame=whole(3.0)))
    image = QImage(held.panel.size() * 2, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(2.0)
    image.fill(held.panel.theme.paper)
    held.panel.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    at = held.panel.viewport().mapTo(held.panel, held.panel.to_pixels(-1.5, -1.4).toPoint())
    colour = image.pixelColor(at * 2)
    assert colour.alpha() == alpha
    assert ground != "white" or colour == QColor("white")
    axis = held.panel.viewport().mapTo(held.panel, held.panel.to_pixels(-1.5, 0).toPoint())
    assert any(image.pixelColor(axis * 2 + QPoint(0, dy)) != colour for dy in range(-3, 4))


def test_a_figure_counts_the_names_that_found_no_room(bench: Make) -> None:
    words = [f"a rather long word, number {number}" for number in range(64)]
    held = bench(samples.of_words(*words), Look(query=1), View(is_figure=True), size=(400, 460))
    crowded = held.panel.view.grab().toImage()
    corner = crowded.copy(0, crowded.height() - 18, 120, 18)
    blank = crowded.copy(crowded.width() - 120, crowded.height() - 18, 120, 18)
    assert corner != blank


def test_the_ground_is_painted_once_for_many_frames(bench: Make) -> None:
    held = bench()
    held.press(held.tip(QUERY))
    held.move(held.panel.to_pixels(1, 1))
    held.panel.viewport().repaint()
    kept = held.panel.view.ground_key
    for step in range(5):
        held.move(held.panel.to_pixels(1 + step / 10, -1))
        held.panel.viewport().repaint()
    assert held.panel.view.ground_key is kept
    held.release(held.panel.to_pixels(1, -1))


def test_themes_and_text_sizes_are_taken_up_at_once(bench: Make) -> None:
    held = bench()
    light = held.panel.view.grab().toImage()
    held.store.set_view(theme="dark")
    dark = held.panel.view.grab().toImage()
    assert dark != light
    held.store.set_view(theme="light")
    assert held.panel.view.grab().toImage() == light
    small = held.panel.minimumSizeHint()
    held.store.set_view(text_scale=2.0)
    large = held.panel.minimumSizeHint()
    assert large.width() > small.width()
    assert large.height() > small.height()


# --- snap and hull ------------------------------------------------------------------------------------------


def test_the_snap_menu(bench: Make) -> None:
    held = bench()
    held.panel.controls.snap.click()  # comes back at once
    assert QApplication.activePopupWidget() is held.panel.controls.snap_menu
    held.panel.controls.snap_menu.close()
    actions = {action.text(): action for action in held.panel.controls.snap_menu.actions()}
    assert list(actions) == ["off", "near", "grid", "polar"]
    actions["polar"].trigger()
    assert held.store.view.snap == "polar"
    assert held.panel.controls.snap.text() == "snap: polar"
    assert [name for name, action in actions.items() if action.isChecked()] == ["polar"]


def test_the_hull_can_be_shown(bench: Make) -> None:
    held = bench()
    held.panel.controls.hull.click()
    assert held.store.look.hull
    held.panel.viewport().repaint()
    held.store.set_look(hull=False)
    assert not held.panel.controls.hull.isChecked()


# --- for a screen reader ------------------------------------------------------------------------------------


def test_every_tip_is_two_sliders_with_names_of_their_own(bench: Make) -> None:
    held = bench()
    parts = {part.name: part for part in held.panel.parts()}
    assert len(parts) == len(held.panel.parts()) == 2 * 13 + 1
    x = parts["query of bank, x"]
    assert (x.role, x.value, x.number, x.least, x.most, x.is_focused) == ("slider", "1.80", 1.8, -3, 3, True)
    assert x.rect.width() >= 22
    assert held.panel.rect().contains(x.rect)
    assert x.set_number is not None
    x.set_number(-0.5)
    assert held.at(QUERY) == (-0.5, 1.8)
    assert parts["output"].value == "(1.33, 0.21)"


def test_projected_tips_are_spoken_but_not_moved(bench: Make) -> None:
    held = bench(samples.projected(), Look(query=1))
    assert all(part.set_number is None for part in held.panel.parts())
    assert {part.name for part in held.panel.parts()} >= {"query of x", "key of y", "output"}


# --- Play


def test_the_plane_follows_play(bench: Make) -> None:
    held = bench(set_rule(samples.bank(), "strict"), Look(query=1, hull=True))
    for step in STEPS:
        held.store.set_view(known=step)
        assert ("its output is 0" in held.panel.note.text()) == (step == "mix")
        assert ("output" in [part.name for part in held.panel.parts()]) == (step == "mix")


def test_a_hidden_value_weighs_nothing_only_once_weights_are_known(bench: Make) -> None:
    head = Head(*(((1.0, 0.0), (0.0, 1.0)), ((1.0, 1.0), (2.0, 1.0)), ((-1.0, 1.0), (-1.0, -1.0))))
    document = set_rule(Document("", (Passage(samples.tokens("a", "b"), heads=(head,)),)), "causal")
    held = bench(document, Look(query=1))
    said = {}
    for step in STEPS:
        held.store.set_view(known=step)
        held.panel.grab()
        said[step] = held.panel.view.stage.standing_names()
    assert said["scale"] == {"a k", "a v", "b k", "b v"}
    assert said["mask"] == {"a k", "a v", "b k −∞", "b v"}
    assert said["mix"] == {"a k", "a v", "b k −∞", "b v 0"}
