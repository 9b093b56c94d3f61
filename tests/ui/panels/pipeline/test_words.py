"""What the pipeline says where a step is not done as usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.state.pulling import WeightGrip, may_pull
from attnstudio.state.snapshot import STEPS, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.pipeline.foot import Foot
from attnstudio.ui.panels.pipeline.words import formulas, sentence_of
from attnstudio.ui.theme import theme
from tests.samples import bank

CAUSAL = replace(bank(), mask=Mask("causal"))
LATE = replace(CAUSAL, wrong=Wrong(mask_after_softmax=True))
SKIPS = replace(CAUSAL, wrong=Wrong(skips_softmax=True))
COSINE = replace(bank(), settings=ScoreSettings(cosine=True))
RAISED = replace(bank(), wrong=Wrong(added=(6, 3, 2.0)))


def now_of(document: Document, query: int = 3) -> Snapshot:
    return Store(document, Look(query=query)).now


@pytest.mark.parametrize(
    ("document", "heads"),
    [
        (CAUSAL, ("q · k", "÷ √2", "look?", "softmax", "weight · v")),
        (LATE, ("q · k", "÷ √2", "after →", "softmax, then mask", "weight · v")),
        (replace(LATE, mask=Mask()), ("q · k", "÷ √2", "look?", "softmax", "weight · v")),
        (SKIPS, ("q · k", "÷ √2", "look?", "no softmax", "weight · v")),
        (COSINE, ("cos(q, k)", "÷ √2", "look?", "softmax", "weight · v")),
    ],
)
def test_the_heads_name_what_is_done(document: Document, heads: tuple[str, ...]) -> None:
    now = now_of(document)
    assert tuple(formulas(now, step)[0] for step in STEPS) == heads


def test_sentences_about_the_steps_are_true() -> None:
    assert "comes too late" in sentence_of(now_of(LATE), "mask")
    assert "adds up to less than 1" in sentence_of(now_of(LATE), "normalize")
    assert "hides none from it, so they add up to 1" in sentence_of(now_of(LATE, 6), "normalize")
    assert "The softmax is left out" in sentence_of(now_of(SKIPS), "normalize")
    assert "Only the angle" in sentence_of(now_of(COSINE), "match")
    assert "add up to 1" in sentence_of(now_of(CAUSAL), "normalize")


@pytest.mark.parametrize("document", [LATE, SKIPS, COSINE, RAISED])
def test_weights_are_not_pulled_by_a_formula_that_is_not_there(document: Document) -> None:
    store = Store(document, Look(query=6))
    assert not may_pull(store.now, [True] * 6, 2)
    with pytest.raises(Refused, match="done as usual"):
        WeightGrip(store, 3)


@pytest.fixture
def feet(qapp: QApplication) -> Iterator[list[QWidget]]:
    made: list[QWidget] = []
    yield made
    for widget in made:
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize(
    ("document", "text", "spoken"),
    [
        (LATE, "mask too late", "Not as usual: mask after the softmax"),
        (SKIPS, "no softmax", "Not as usual: no softmax"),
        (COSINE, "cosines", "Not as usual: cosines"),
        (RAISED, "done wrongly", "Not as usual: +2.00 on the score of bank with money"),
    ],
)
def test_the_foot_names_it_and_puts_it_right(
    feet: list[QWidget], document: Document, text: str, spoken: str
) -> None:
    store = Store(document, Look(query=6))
    parent = QWidget()
    feet.append(parent)
    foot = Foot(parent, store, theme("light"))
    foot.show_state(store.now)
    assert (foot.wrong.text(), foot.wrong.accessibleName()) == (text, spoken)
    foot.wrong.click()
    assert store.document.wrong.is_right
    assert not store.document.settings.cosine
    foot.show_state(store.now)
    assert foot.wrong.isHidden()
    store.undo()
    assert store.document == document
