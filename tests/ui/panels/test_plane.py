"""What the plane shows and says: places, modes, names, notes, zoom, and what it tells a screen reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QRegion, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.document import Document, Handle, Head, Look, Passage, Token
from attnstudio.model.edits import set_rule
from attnstudio.state.snapshot import Ground, View
from attnstudio.ui.panels.plane import ZOOMS
from attnstudio.ui.panels.plane_names import BY_CHANCE, DRAG_ME
from tests import samples
from tests.ui.panels.bench import (
    BANK,
    KEY,
    MONEY,
    NONE,
    QUERY,
    Make,
    shifted,
    with_query,
)

# --- where things are ---------------------------------------------------------------------------------------


def test_pixels_and_model_points_are_each_others_inverse(bench: Make) -> None:
    held = bench()
    panel = held.panel
    there = panel.to_pixels(1.25, -2.5)
    assert panel.to_model(there) == pytest.approx((1.25, -2.5))
    middle = panel.to_pixels(0, 0)
    assert middle.x() == pytest.approx(panel.viewport().width() / 2, abs=1)
    assert middle.y() == pytest.approx(panel.viewport().height() / 2, abs=1)


def test_the_whole_bound_is_in_sight_and_the_aspect_is_locked(bench: Make) -> None:
    for size in ((520, 560), (900, 400), (360, 700)):
        held = bench(size=size)
        panel = held.panel
        left, right = panel.to_pixels(-3, 3), panel.to_pixels(3, -3)
        assert panel.viewport().rect().contains(left.toPoint())
        assert panel.viewport().rect().contains(right.toPoint())
        assert right.x() - left.x() == pytest.approx(right.y() - left.y())


def test_the_view_box_agrees_with_the_lens(bench: Make) -> None:
    held = bench(view=View(zoom=2.0))
    box = held.panel.view.view_box
    held.window.resize(700, 480)
    QApplication.processEvents()
    assert box.mapViewToScene(QPointF(1.5, -0.5)) == held.panel.to_pixels(1.5, -0.5)


def test_resizing_moves_no_vector(bench: Make) -> None:
    held = bench()
    before = held.store.document
    held.window.resize(900, 420)
    QApplication.processEvents()
    assert held.store.document is before


# --- zoom and scale -----------------------------------------------------------------------------------------


def test_wheel_and_right_drag_change_nothing(bench: Make) -> None:
    held = bench()
    before = held.panel.view.lens, held.store.now
    at = held.panel.to_pixels(1, -1)
    port = held.panel.viewport()
    wheel = QWheelEvent(
        at,
        QPointF(port.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, wheel)
    right = Qt.MouseButton.RightButton
    held.mouse(QEvent.Type.MouseButtonPress, at, held=right, button=right)
    held.mouse(QEvent.Type.MouseMove, shifted(at, 80, 60), held=right, button=Qt.MouseButton.NoButton)
    held.right(shifted(at, 80, 60), left_is_held=False)
    assert (held.panel.view.lens, held.store.now) == before
    assert QApplication.activePopupWidget() is None


def test_zoom_by_keys_and_buttons(bench: Make) -> None:
    held = bench()
    unit = held.panel.view.lens.unit
    for zoom in ZOOMS[1:]:
        held.key(Qt.Key.Key_Plus)
        assert held.store.view.zoom == zoom
        assert held.panel.view.lens.unit == pytest.approx(unit * zoom)
    assert not held.panel.larger.isEnabled()
    assert "largest" in held.panel.larger.toolTip()
    held.panel.smaller.click()
    assert held.store.view.zoom == ZOOMS[-2]
    held.key(Qt.Key.Key_Minus)
    held.key(Qt.Key.Key_0)
    assert held.store.view.zoom == 1.0
    assert not held.panel.whole.isEnabled()
    held.panel.zoom_in()
    held.panel.fit()
    assert held.store.view.zoom == 1.0


def test_tips_out_of_sight_are_counted(bench: Make) -> None:
    held = bench(view=View(zoom=3.0))
    note = held.panel.note
    assert note.text().startswith("4 tips lie out of sight: press fit")
    held.panel.fit()
    assert "out of sight" not in note.text()


def test_a_zoomed_drag_may_leave_the_view_but_not_the_bound(bench: Make) -> None:
    held = bench(with_query((0.5, 0.5)), view=View(zoom=4.0))
    start = held.tip(QUERY)
    held.drag(start, shifted(start, 3000, 0))
    assert held.at(QUERY)[0] == 3.0


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
    held = bench()
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
    assert held.panel.hull.isEnabled() == (mode != "match")


def test_the_note_says_why_one_plane_serves_as_long_as_it_does(bench: Make) -> None:
    held = bench()
    assert held.panel.note.text() == "one plane because k = v = x here"
    held.drag(held.tip(KEY), held.panel.to_pixels(2, 1))
    assert "k and v differ for “money”" in held.panel.note.text()
    held.panel.mode.button_of("match").click()
    assert "differ" not in held.panel.note.text()


def test_the_readout_follows_the_selected_tip(bench: Make) -> None:
    held = bench()
    assert held.panel.readout.text() == "q (1.80, 1.80)"
    held.drag(held.tip(KEY), held.panel.to_pixels(2, -1))
    assert held.panel.readout.text() == "k (2.00, −1.00)"


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
    assert all(w.isHidden() for w in (panel.mode, panel.snap, panel.hull, panel.smaller, panel.larger))
    assert not panel.note.isHidden()
    assert held.names()["query"] == ""


@pytest.mark.parametrize(("ground", "alpha"), [("transparent", 0), ("white", 255), ("theme", 255)])
def test_a_figure_stands_on_the_ground_that_was_asked_for(bench: Make, ground: Ground, alpha: int) -> None:
    held = bench(view=View(theme="dark", is_figure=True, ground=ground))
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
    held.panel.snap.click()  # comes back at once
    assert QApplication.activePopupWidget() is held.panel.snap_menu
    held.panel.snap_menu.close()
    actions = {action.text(): action for action in held.panel.snap_menu.actions()}
    assert list(actions) == ["off", "near", "grid", "polar"]
    actions["polar"].trigger()
    assert held.store.view.snap == "polar"
    assert held.panel.snap.text() == "snap: polar"
    assert [name for name, action in actions.items() if action.isChecked()] == ["polar"]


def test_the_hull_can_be_shown(bench: Make) -> None:
    held = bench()
    held.panel.hull.click()
    assert held.store.look.hull
    held.panel.viewport().repaint()
    held.store.set_look(hull=False)
    assert not held.panel.hull.isChecked()


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
