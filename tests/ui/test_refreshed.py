"""A panel that lived through any changes shows what one made this moment shows: nothing stale stays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.model import caching, edits, projecting
from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.edits import Edit
from attnstudio.model.refused import Refused
from attnstudio.model.retype import retype_sentence
from attnstudio.model.sampling import sample
from attnstudio.model.settings import PADDINGS, POSITION_KINDS, RULES, Mask, Sampling, Wrong
from attnstudio.model.shuffling import shuffle
from attnstudio.state import learner, playing
from attnstudio.state.snapshot import COMPARED, PANELS_OF, STEPS, WORKSPACES, Node, Picked
from attnstudio.state.store import Store
from attnstudio.study.placing import vectors_for
from attnstudio.ui.basis.view import BasisView
from attnstudio.ui.figures.arrangement import SIZES
from attnstudio.ui.fonts import register_fonts
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import theme_of
from attnstudio.ui.workspaces.kinds import make_panel
from tests import samples

SEED, CHANGES = 1, 60
BETWEEN = 10
"""As many changes lie between two looks at all panels: each of them refreshes, one after the other."""
REMEMBERING = ("plane", "meanings", "sentences")
"""Their pictures depend on what went before: a hint goes once a word was dragged, and rows hold still."""
TEXTS = (
    "the bank",
    "I deposited money at the bank",
    "bank bank",
    "",
    "We sat",
    "the old bank of the river now",
)
NODES: tuple[Node, ...] = ("x", "w_q", "q", "k", "v", "scores", "masked", "weights", "output", "w_o", "final")
SAMPLINGS = (
    Sampling(draws=40),
    Sampling(draws=40, keys=32, d_k=16, divisor="d_k"),
    Sampling(draws=40, keys=2, d_k=4, divisor="temperature"),
)
SAMPLED = tuple(sample(sampling) for sampling in SAMPLINGS)


class Person:
    """Does something at random, from a seed, and remembers what."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.dice = random.Random(seed)
        self.done: list[str] = []
        self._deeds: tuple[Callable[[], object], ...] = (
            *(self.edit,) * 5,
            *(self.look,) * 3,
            *(self.view,) * 3,
            self.drag,
            self.go_back,
            self.play,
            self.learn,
            self.draw,
        )

    def act(self) -> None:
        deed = self.dice.choice(self._deeds)
        with suppress(Refused, ValueError):  # what can't be done, and a word that is not there
            self.done.append(f"{deed.__name__}: {deed()}")

    # --- the document -------------------------------------------------------------------------------

    def edit(self) -> str:
        name, edit = self._edit()
        self.store.apply(name, edit)
        return name

    def _edit(self) -> tuple[str, Edit]:
        dice, passage = self.dice, self.store.look.passage
        held = self.store.now.passage
        query = self._one([token.id for token in held.query_tokens])
        key = self._one([token.id for token in held.key_tokens])
        text, rule, heads = dice.choice(TEXTS), dice.choice(RULES), dice.randint(1, 3)
        mask = Mask(rule, size=dice.randint(1, 3), padding=dice.choice(PADDINGS), pads=dice.randint(0, 2))
        late, skips, cut = (dice.random() < 0.4 for _ in range(3))
        wrong = Wrong(late, skips, cut, dice.choice([None, (query, key, dice.choice([2.5, -1.0]))]))
        point = dice.uniform(-2, 2), dice.uniform(-2, 2)
        kind, asked = dice.choice(POSITION_KINDS), dice.randint(1, 3)
        handle = Handle(dice.choice(["query", "key", "value"]), dice.choice([query, key]))
        vectors = vectors_for(self.store.document)
        found: list[tuple[str, Edit]] = [
            ("shuffle", lambda d: shuffle(d, passage)),
            ("make free", projecting.make_free),
            ("make projected", projecting.make_projected),
            (f"{heads} heads", lambda d: projecting.set_heads(d, heads)),
            (f"retype “{text}”", lambda d: retype_sentence(d, text, vectors, passage=passage)),
            (f"rule {rule}", lambda d: edits.set_rule(d, rule)),
            (f"{mask}", lambda d: edits.set_mask(d, mask)),
            ("flip", lambda d: edits.flip_cell(d, query, key)),
            (f"{wrong}", lambda d: edits.set_wrong(d, wrong)),
            ("cosine", lambda d: edits.set_cosine(d, not d.settings.cosine)),
            ("scaling", lambda d: edits.set_scaling(d, d.settings.scale is not None)),
            ("temperature", lambda d: edits.set_temperature(d, dice.choice([0.0, 0.5, 1.0]))),
            (f"positions {kind}", lambda d: edits.set_positions(d, replace(d.positions, kind=kind))),
            (f"{asked} ask", lambda d: caching.ask_last(d, asked, passage)),
            (f"move {handle}", lambda d: edits.move_vector(d, handle, point, passage)),
            (f"move x of {key}", lambda d: projecting.move_x(d, key, point, passage)),
            ("move an arrow", lambda d: projecting.move_basis(d, "w_k", 0, 1, point)),
            ("title", lambda d: edits.set_title(d, text)),
        ]
        return dice.choice(found)

    def drag(self) -> str:
        """A gesture of two frames, that is kept or not."""
        name, edit = self._edit()
        self.store.begin(name)
        try:
            self.store.preview(edit)
            self.store.preview(self._edit()[1])
        finally:
            is_kept = self.dice.random() < 0.5
            self.store.commit() if is_kept else self.store.cancel()
            title = f"{len(self.done)}"  # what holds still in a gesture settles with the next edit
            self.store.apply("Title", lambda document: edits.set_title(document, title))
        return f"{name}, {'kept' if is_kept else 'cancelled'}"

    def go_back(self) -> str:
        is_back = self.dice.random() < 0.6
        self.store.undo() if is_back else self.store.redo()
        return "undo" if is_back else "redo"

    def learn(self) -> str:
        learner.one_step(self.store)
        return "one step"

    def draw(self) -> str:
        """Other draws, as the laboratory would bring them."""
        drawn = self.dice.choice(SAMPLED)
        self.store.apply("Draw", lambda document: edits.set_sampling(document, drawn.sampling))
        self.store.set_view(sampled=drawn)
        return f"{drawn.sampling}"

    # --- what is looked at --------------------------------------------------------------------------

    def look(self) -> str:
        dice, now = self.dice, self.store.now
        queries = [token.id for token in now.passage.query_tokens]
        keys = [token.id for held in now.document.passages for token in held.key_tokens]
        change: dict[str, Any] = dice.choice(
            [
                {"passage": dice.randrange(len(now.document.passages))},
                {"query": self._one(queries)},
                {"head": dice.randrange(len(now.trace.weights))},
                {"matrix": dice.choice(["weights", "scores", "mask"])},
                {"plane": dice.choice(["match", "mix", "both"])},
                {"hull": dice.random() < 0.5},
                {"predicting": dice.random() < 0.5},
                {"marked": frozenset({self._one(keys)})},
            ]
        )
        self.store.set_look(**change)
        return f"{change}"

    def view(self) -> str:
        dice, now = self.dice, self.store.now
        tokens = [token.id for token in (*now.passage.query_tokens, *now.passage.key_tokens)]
        picked = Picked(dice.choice(NODES), 0, 0)
        if now.trace.n_queries and now.trace.n_keys:
            cell = dice.randrange(now.trace.n_queries), dice.randrange(now.trace.n_keys)
            picked = Picked(dice.choice(["scores", "weights"]), *cell)
        change: dict[str, Any] = dice.choice(
            [
                {"picked": picked},
                {"picked": None},
                {"hover_token": dice.choice([None, self._one(tokens)]), "hover_step": None},
                {"hover_step": dice.choice([None, *STEPS]), "hover_token": None},
                {"sums": dice.random() < 0.5},
                {"compared": dice.choice(COMPARED)},
                {"theme": dice.choice(["light", "dark"])},
                {"reduced_motion": dice.random() < 0.5},
                {"painting": dice.random() < 0.5},
            ]
        )
        self.store.set_view(**change)
        return f"{change}"

    def play(self) -> str:
        step = self.dice.choice([playing.forward, playing.back, playing.show_all])
        step(self.store)
        return step.__name__

    def _one(self, ids: list[int]) -> int:
        return self.dice.choice(ids) if ids else -1


class Panels(QWidget):
    """All panels of a workspace in one window, each in its own place."""

    def __init__(self, store: Store, names: tuple[str, ...]) -> None:
        super().__init__()
        self.store = store
        self.setStyleSheet(sheet(theme_of(store.view)))
        self.living = {name: self.made(name) for name in names}
        self.resize(1400, 700)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show()

    def made(self, name: str) -> Panel:
        panel = make_panel(name, self.store, self)
        panel.resize(*SIZES[name])
        if isinstance(panel, PlanePanel):
            _ = panel.view  # else the plane itself comes after the first paint
        panel.show()
        return panel

    def differing(self) -> Iterator[tuple[str, Any, Any]]:
        """The panels that show something else than a new one would, with what they and it say."""
        self.setStyleSheet(sheet(theme_of(self.store.view)))
        self.setFocus()  # a ring of the keyboard in none of them
        rest(self)
        for name, panel in self.living.items():
            fresh = self.made(name)
            rest(fresh)
            spoken = said(panel), said(fresh)
            if spoken[0] != spoken[1] or (name not in REMEMBERING and picture(panel) != picture(fresh)):
                yield name, *spoken
            fresh.hide()
            fresh.deleteLater()
            QCoreApplication.sendPostedEvents(fresh, QEvent.Type.DeferredDelete.value)


def rest(widget: QWidget) -> None:
    """What a panel puts off until the hand rests is done now."""
    QApplication.processEvents()
    for timer in widget.findChildren(QTimer):
        if timer.isSingleShot() and timer.isActive():
            timer.stop()
            timer.timeout.emit()
    QApplication.processEvents()


def said(panel: Panel) -> list[tuple[object, ...]]:
    return [(part.key, part.role, part.name, part.value, part.help, part.number) for part in panel.parts()]


def picture(panel: Panel) -> QImage:
    """Without the small planes of matrices, which hold still as long as their arrows are in sight."""
    image = panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    painter = QPainter(image)
    for plane in panel.findChildren(BasisView):
        if plane.isVisibleTo(panel):
            painter.fillRect(QRect(plane.mapTo(panel, QPoint(0, 0)), plane.size()), Qt.GlobalColor.gray)
    painter.end()
    return image


def start(workspace: str) -> Store:
    document: Document = replace(samples.two_meanings(), sampling=SAMPLINGS[0])
    store = Store(document, Look(query=6, workspace=workspace))
    store.set_view(sampled=SAMPLED[0])
    return store


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_a_panel_that_lived_on_shows_what_a_new_one_shows(qtbot: QtBot, workspace: str) -> None:
    register_fonts()
    store = start(workspace)
    person = Person(store, SEED)
    panels = Panels(store, PANELS_OF[workspace])
    qtbot.addWidget(panels)
    for number in range(1, CHANGES + 1):
        person.act()
        if number % BETWEEN == 0:
            for name, living, fresh in panels.differing():
                told = "\n".join(person.done[-BETWEEN:])
                assert living == fresh, f"{name} is stale after\n{told}"
                pytest.fail(f"the picture of {name} is stale after\n{told}")
