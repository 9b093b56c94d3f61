"""The sentence over what context did, where something is the same, or below 0. Without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.state.snapshot import Compared, View
from attnstudio.state.store import Store
from attnstudio.ui.panels.difference.content import sides_of, table_of
from attnstudio.ui.panels.difference.told import sentence_of
from tests import samples

ASKING = Look(query=6, rows=(6, 16))
Points = tuple[tuple[float, float], ...]


def told(document: Document, compared: Compared, look: Look = ASKING) -> str:
    now = Store(document, look, View(compared=compared)).now
    return sentence_of(now, sides_of(now))


def twins(shift: float = 0.0) -> Document:
    """One sentence twice; in the second all values lie further right by `shift`."""
    first = samples.bank()
    (held,) = first.passages
    (head,) = held.heads
    values = tuple((x + shift, y) for x, y in head.values)
    second = Passage(samples.tokens(*samples.WORDS, first=11), heads=(replace(head, values=values),))
    return replace(first, passages=(held, second))


@pytest.mark.parametrize(
    ("shift", "end"),
    [(0.0, ", to the same place."), (0.001, ", to nearly the same place."), (0.5, "meanings, 0.50 apart.")],
)
def test_two_outputs_in_one_place_are_no_two_meanings(shift: float, end: str) -> None:
    assert told(twins(shift), "summary").endswith(end)


def test_weights_that_do_not_differ_do_not_change_most() -> None:
    assert told(twins(), "words") == "The words that both have get the same weights in both."


def of(query: tuple[float, float], keys: Points) -> Document:
    queries = (query,) * len(keys)
    passage = Passage(samples.tokens("a", "b"), heads=(Head(queries, keys, keys),))
    return Document("", (passage,))


def test_below_zero_it_is_the_short_one_that_wins() -> None:
    short_wins = of((1.0, 0.0), ((-0.5, 0.0), (-1.0, 2.0)))
    assert told(short_wins, "angles", Look(query=1)) == (
        "“a”, which is short, scores most, −0.50; “b” points best, cos θ = −0.45, "
        "but below 0 length lowers a score."
    )
    nothing_wins = of((1.0, 0.0), ((0.0, 0.0), (-1.0, 2.0)))
    assert told(nothing_wins, "angles", Look(query=1)).startswith("“a”, which is short, scores most, 0.00;")
    long_wins = of((1.0, 0.0), ((2.0, 2.0), (1.0, 0.0)))
    assert told(long_wins, "angles", Look(query=1)).startswith("Length beats angle: “a” scores 2.00")


def test_a_difference_is_that_of_the_numbers_beside_it() -> None:
    for step in range(40):
        document = twins(step / 977)
        now = Store(document, ASKING, View(compared="words")).now
        table = table_of(now, sides_of(now))
        for row in table.rows:
            texts = [cell.text.replace("−", "-") for cell in row.cells]
            if len(texts) == 3:
                before, after, change = map(float, texts)
                assert after - before == pytest.approx(change, abs=1e-6)
