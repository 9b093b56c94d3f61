"""What the pipeline says where a step is not done as usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.model import numerals, projecting
from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.printed import worth
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.state.pulling import WeightGrip, may_pull
from attnstudio.state.snapshot import STEPS, Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.content import content
from attnstudio.ui.panels.pipeline.foot import Foot
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.panels.pipeline.words import arithmetic_of, formulas, sentence_of
from attnstudio.ui.theme import theme
from tests.reader import recompute
from tests.samples import bank, tokens, two_meanings

CAUSAL = replace(bank(), mask=Mask("causal"))
LATE = replace(CAUSAL, wrong=Wrong(mask_after_softmax=True))
SKIPS = replace(CAUSAL, wrong=Wrong(skips_softmax=True))
COSINE = replace(bank(), settings=ScoreSettings(cosine=True))
RAISED = replace(bank(), wrong=Wrong(added=(6, 3, 2.0)))


def now_of(document: Document, query: int = 3) -> Snapshot:
    return Store(document, Look(query=query)).now


def told(document: Document, spot: Spot, query: int = 3) -> str:
    now = now_of(document, query)
    made = arithmetic_of(now, content(now), spot)
    return "\n".join((made.title, *made.lines))


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


def test_the_arithmetic_of_a_mask_too_late() -> None:
    text = told(LATE, Spot(4, "normalize"))
    assert "× 0 = 0" in text
    assert "the row sums to 0.845" in text
    total = told(LATE, Spot(SUMS, "normalize"))
    assert "= 0.845" in total
    assert "the hidden words took 0.155 with them" in total
    assert "took" not in told(LATE, Spot(SUMS, "normalize"), query=6)
    assert "took" not in told(CAUSAL, Spot(SUMS, "normalize"))


def test_the_arithmetic_without_a_softmax() -> None:
    assert "itself serves as weight" in told(SKIPS, Spot(2, "normalize"))
    assert "sum to 4.879: there was no softmax" in told(SKIPS, Spot(SUMS, "normalize"))
    assert told(SKIPS, Spot(SUMS, "mix")).count("Component") == 2


def test_the_arithmetic_of_cosines_and_raised_scores() -> None:
    assert "cos θ" in told(COSINE, Spot(2, "match"), query=6)
    assert "+ 2 here" in told(RAISED, Spot(2, "scale"), query=6)
    assert "here" not in told(RAISED, Spot(1, "scale"), query=6)


@pytest.mark.parametrize("place", ["match", "scale", "mask", "normalize", "mix"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("head", [0, 1])
def test_the_arithmetic_of_a_turned_head_leads_to_its_numbers(place: Place, turns: bool, head: int) -> None:
    document = projecting.set_heads(two_meanings(), 2)
    if turns:
        document = replace(document, positions=Positions("rope"))
    now = Store(document, Look(query=6, head=head)).now
    found = content(now)
    made = arithmetic_of(now, found, Spot(2, place))
    assert made.title.endswith(f", head {head + 1}")
    screen = {
        "match": numerals.fixed(found.scores[2]),
        "scale": numerals.fixed(found.scaled[2]),
        "normalize": numerals.fixed(found.weights[2], 3),
        "mix": numerals.fixed(found.weights[2] * found.values[2][1], 3),
    }
    if place in screen:
        result = recompute(line.split("   ", 1)[1].strip() for line in made.lines if "   " in line)[-1]
        unit = worth("0.01") if place in ("match", "scale") else worth("0.001")
        assert abs(worth(result) - worth(screen[place])) <= unit / 2, made
    assert any("turned" in line for line in made.lines) == (turns and place != "mix")


def test_a_long_output_tells_some_of_its_components() -> None:
    row = tuple(float(c) for c in range(10))
    passage = Passage(tokens("a"), heads=(Head((row,), (row,), (row,)),))
    text = told(Document("long", (passage,)), Spot(SUMS, "mix"), query=1)
    assert text.count("Component") == 8
    assert text.endswith("The other 2 components go alike.")


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
