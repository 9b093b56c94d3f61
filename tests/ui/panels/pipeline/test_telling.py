"""How a number of the pipeline came about, where a step is not done as usual."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model import numerals, projecting
from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.printed import worth
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.state.store import Store
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.content import content
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.panels.pipeline.telling import arithmetic_of
from tests.reader import recompute
from tests.samples import bank, tokens, two_meanings

CAUSAL = replace(bank(), mask=Mask("causal"))
LATE = replace(CAUSAL, wrong=Wrong(mask_after_softmax=True))
SKIPS = replace(CAUSAL, wrong=Wrong(skips_softmax=True))
COSINE = replace(bank(), settings=ScoreSettings(cosine=True))
RAISED = replace(bank(), wrong=Wrong(added=(6, 3, 2.0)))


def told(document: Document, spot: Spot, query: int = 3) -> str:
    now = Store(document, Look(query=query)).now
    made = arithmetic_of(now, content(now), spot)
    return "\n".join((made.title, *made.lines))


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
