"""What the weights of a row come to: every printed equation is worked out again, and ends on screen."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from attnstudio.model import numerals
from attnstudio.model.attempt import Line
from attnstudio.model.derivation import derivation, share, sum_of_weights
from attnstudio.model.document import Document, Head, Look, Passage
from attnstudio.model.edits import set_rule
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from tests.reader import is_on_screen, recompute
from tests.samples import bank, of_words, tokens

LOOK = Look(query=1)
component = st.one_of(st.integers(-3000, 3000).map(lambda n: n / 1000), st.floats(-3, 3))


def of_keys(scores: list[float], values: list[tuple[float, ...]], wrong: Wrong | None = None) -> Document:
    """One query that scores these, and what each key passes on."""
    keys = tuple((score,) for score in scores)
    offers = tokens(*(f"w{j}" for j in range(len(scores))), first=2)
    passage = Passage(tokens("q"), offers, (Head(((1.0,),), keys, tuple(values)),))
    return Document("keys", (passage,), settings=ScoreSettings(scale=1.0), wrong=wrong or Wrong())


def sum_of(document: Document, row: int = 0) -> tuple[Line, ...]:
    return sum_of_weights(document, resolve(document), LOOK, row).lines


def share_of(document: Document, row: int, column: int) -> tuple[Line, ...]:
    return share(document, resolve(document), LOOK, row, column).lines


@given(st.lists(component, min_size=2, max_size=9))
@example([-0.335, -0.493, 1.302, 1.0904565122030014, 0.75, -1.0, -1.610078937568384])
def test_a_row_sums_to_one_as_printed(scores: list[float]) -> None:
    (line,) = sum_of(of_keys(scores, [(0.0,)] * len(scores)))
    assert recompute([line.text]) == ["1.000"]


def test_weights_that_are_scores_sum_to_anything() -> None:
    wrong = Wrong(skips_softmax=True)
    (line,) = sum_of(of_keys([0.5, -0.25, 0.0], [(0.0,)] * 3, wrong))
    assert line.text == "0.500 − 0.250 = 0.250"


def test_a_mask_too_late_leaves_less_than_one() -> None:
    mask = Mask(flipped=frozenset({(1, 4)}))
    late = replace(of_keys([1.0, 2.0, 3.0], [(0.0,)] * 3, Wrong(mask_after_softmax=True)), mask=mask)
    assert sum_of(late)[0].text == "0.090 + 0.245 = 0.335"


def test_a_blind_row_has_nothing_to_add() -> None:
    strict = set_rule(bank(), "strict")
    assert sum_of(strict)[0].text == "no key has a weight, so there is nothing to add: 0"
    assert share_of(strict, 0, 0)[0].text == "0, so nothing is passed on"


def test_a_long_row_tells_its_largest_weights() -> None:
    (line,) = sum_of(of_words(*(f"w{i}" for i in range(64))), 20)
    assert "58 smaller terms, together" in line.text
    assert recompute([line.text]) == ["1.000"]


@given(st.lists(st.tuples(component, component), min_size=1, max_size=5), st.floats(-4, 4))
def test_a_share(values: list[tuple[float, float]], score: float) -> None:
    scores = [score, *(0.0,) * (len(values) - 1)]
    document = of_keys(scores, [tuple(value) for value in values])
    weight = math.exp(score) / (math.exp(score) + len(values) - 1)
    lines = share_of(document, 0, 0)
    assert [line.label for line in lines] == ["component 1", "component 2"]
    for result, part in zip(recompute(line.text for line in lines), values[0], strict=True):
        assert is_on_screen(result, numerals.fixed(weight * part, 3))


def test_digits_grow_only_where_they_must() -> None:
    # 0.269 × 1.20 would be 0.323, but the screen says 0.322.
    document = of_keys([0.0, math.log(0.73144 / 0.26856)], [(1.2, 0.4), (0.0, 0.0)])
    assert [line.text for line in share_of(document, 0, 0)] == [
        "0.2686 × 1.2000 ≈ 0.322",
        "0.2686 × 0.4000 ≈ 0.107",
    ]


def test_an_output_adds_up_the_shares_that_stand_on_screen() -> None:
    document = of_keys([0.0, math.log(0.73144 / 0.26856)], [(1.2,), (0.0,)])
    told = derivation(document, resolve(document), LOOK, "output", 0, 0)
    assert told.lines[0].text == "0.2686 × 1.2000 ≈ 0.3223"  # and not 0.323, where the screen says 0.322
