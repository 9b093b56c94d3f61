"""How a cell came about: every printed equation is worked out again, and ends at the number on screen."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnstudio.model import numerals, projecting
from attnstudio.model.attempt import Line
from attnstudio.model.derivation import Derivation, Node, by_angle, derivation
from attnstudio.model.document import Document, Embedding, Head, Look, Passage, Projection, fitting
from attnstudio.model.edits import set_rule
from attnstudio.model.heads import final
from attnstudio.model.printed import worth
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from tests.reader import chains, is_on_screen, recompute
from tests.samples import bank, crossing, of_words, tokens, two_meanings

BANK, MONEY, THE = 5, 2, 4


def derive(document: Document, node: Node, row: int, column: int, head: int = 0) -> Derivation:
    look = fitting(Look(query=6, head=head), document)
    return derivation(document, resolve(document), look, node, row, column)


def equations(lines: tuple[Line, ...]) -> Iterator[str]:
    """The lines that are worked out, without those in words."""
    for line in lines:
        if re.search(r" [=≈] ", line.text) and "∞" not in line.text:
            yield line.text


def by_label(told: Derivation) -> dict[str, str]:
    return {line.label: line.text for line in told.lines}


def test_a_weight_from_the_dot_product_to_the_share() -> None:
    told = derive(bank(), "weights", BANK, MONEY)
    assert told.title == "Weight: bank asks, money offers"
    assert [(line.label, line.text) for line in told.lines] == [
        ("q · k", "1.800 × 2.000 + 1.800 × 0.000 = 3.600"),
        ("÷ √2", "3.600 ÷ √2 ≈ 2.546"),
        ("mask", "may look"),
        ("− max", "2.546 − 2.546 = 0.000"),
        ("exp", "exp(0.000) = 1.000"),
        ("Σ", "0.122 + 0.601 + 1.000 + 0.078 + 0.074 + 0.361 = 2.236"),
        ("÷ Σ", "1.000 ÷ 2.236 ≈ 0.447"),
    ]
    assert [line.is_result for line in told.lines] == [False] * 6 + [True]
    assert [line.stage for line in told.lines] == ["match", "scale", "mask", *["normalize"] * 4]


def test_the_mask_says_why() -> None:
    causal = set_rule(bank(), "causal")
    assert by_label(derive(causal, "masked", BANK, MONEY))["mask"] == "may look (6 ≥ 3)"
    hidden = derive(causal, "weights", MONEY, THE)
    assert by_label(hidden)["mask"] == "may not look (3 < 5): −0.212 becomes −∞"
    assert hidden.lines[-1].text == "exp(−∞) = 0, so the weight is 0"
    painted = replace(causal, mask=replace(causal.mask, flipped=frozenset({(3, 5)})))
    assert by_label(derive(painted, "masked", MONEY, THE))["mask"] == ("may look, though the rule forbids it")
    padded = replace(bank(), mask=Mask(padding="right", pads=2))
    assert by_label(derive(padded, "masked", 0, BANK))["mask"].startswith("may not look, it is padding: ")


def test_a_blind_row_has_nothing_to_share_out() -> None:
    strict = set_rule(bank(), "strict")
    told = derive(strict, "weights", 0, 0)
    assert told.lines[-1].text == "every key is masked: there is nothing to share out, so the weight is 0"
    assert derive(strict, "output", 0, 0).lines[-1].text.endswith("nothing to add: 0")


def test_a_mask_after_softmax_leaks_as_in_the_known_case() -> None:
    # Scores 1, 2, 3 and the last key masked too late: 0.090, 0.245, 0, which sum to 0.335.
    head = Head(((1.0,),), ((1.0,), (2.0,), (3.0,)), ((1.0,),) * 3)
    passage = Passage(tokens("q"), tokens("a", "b", "c", first=2), (head,))
    mask = Mask(flipped=frozenset({(1, 4)}))
    document = Document("late", (passage,), mask=mask, wrong=Wrong(mask_after_softmax=True))
    assert derive(document, "weights", 0, 1).lines[-1].text == "may look: 0.245 stays"
    leak = derive(document, "weights", 0, 2).lines[-1]
    assert leak.text == "0.665 × 0 = 0"
    assert leak.remark == "too late: nobody else gets it, and the row sums to 0.335"


def test_wrong_paths_and_settings_are_told() -> None:
    skipped = replace(bank(), wrong=Wrong(skips_softmax=True))
    assert derive(skipped, "weights", BANK, MONEY).lines[-1].text == "left out: 2.546 itself serves as weight"
    hidden = derive(
        replace(set_rule(bank(), "causal"), wrong=Wrong(skips_softmax=True)), "weights", MONEY, BANK
    )
    assert hidden.lines[-1].text == "left out: −∞ counts as a weight of 0"
    raised = derive(replace(bank(), wrong=Wrong(added=(6, 3, 3.0))), "weights", BANK, MONEY)
    assert by_label(raised)["+ 3 here"] == "2.546 + 3 = 5.546"
    cosine = derive(replace(bank(), settings=ScoreSettings(cosine=True)), "scores", BANK, MONEY)
    assert cosine.lines[-1].text == "3.600 ÷ (2.546 × 2.000) ≈ 0.707"
    warm = derive(replace(bank(), settings=ScoreSettings(temperature=0.5)), "weights", BANK, 1)
    assert by_label(warm)["÷ 0.5"] == "−0.510 ÷ 0.5 = −1.020"
    raw = derive(replace(bank(), settings=ScoreSettings(scale=1.0)), "scaled", BANK, MONEY)
    assert raw.lines[-1].text == "off: 3.600 stays"
    zero = derive(replace(bank(), settings=ScoreSettings(temperature=0.0)), "weights", BANK, MONEY)
    assert zero.lines[-1].text == "this is the largest score, and takes all: 1"


def test_a_key_is_a_product_turned_by_its_position() -> None:
    told = derive(replace(two_meanings(), positions=Positions("rope")), "k", BANK, 1)
    assert told.title == "Key of bank, component 2"
    assert [(line.label, line.text) for line in told.lines] == [
        ("k₁", "0.600 × 1.000 + 0.600 × 0.000 = 0.600"),
        ("k₂", "0.600 × 0.000 + 0.600 × 1.000 = 0.600"),
        ("turn", "5 × 1 = 5.00000"),
        ("cos", "cos(5.00000) ≈ 0.284"),
        ("sin", "sin(5.00000) ≈ −0.959"),
        ("k₂, turned", "0.600 × (−0.959) + 0.600 × 0.284 = −0.405"),
    ]


@pytest.mark.parametrize("pairing", ["interleaved", "half-split"])
def test_a_turn_of_four_components(pairing: str) -> None:
    row = (1.0, 2.0, 3.0, 4.0)  # at position 1
    passage = Passage(tokens("a", "b"), heads=(Head((row, row), (row, row), (row, row)),))
    positions = Positions("rope", pairing="interleaved" if pairing == "interleaved" else "half-split")
    document = Document("four", (passage,), positions=positions)
    right = {
        "interleaved": ("−1.143", "1.922", "2.960", "4.030"),
        "half-split": ("−1.984", "1.960", "2.462", "4.020"),
    }
    for column, result in enumerate(right[pairing]):
        told = derive(document, "q", 1, column).lines[-1].text
        assert abs(worth(re.split(" [=≈] ", told)[-1]) - worth(result)) <= worth("0.001")


def test_a_value_is_not_turned_and_positions_can_be_added() -> None:
    rope = derive(replace(two_meanings(), positions=Positions("rope")), "v", BANK, 0)
    assert [line.label for line in rope.lines] == ["x · W_V"]
    moved = derive(replace(two_meanings(), positions=Positions("added")), "q", BANK, 1)
    assert by_label(moved)["x₁ + position"] == "0.600 − 0.959 = −0.359"


def test_heads_meet_in_w_o_and_a_reshape_takes_from_other_words() -> None:
    two = projecting.set_heads(two_meanings(), 2)
    told = derive(two, "final", BANK, 0)
    assert told.title == "What leaves for bank, component 1"
    assert [line.label for line in told.lines] == ["head 1", "head 2", "concat · W_O"]
    trap = derive(replace(two, wrong=Wrong(reshapes_heads=True)), "q", THE, 0, head=1)
    assert trap.title == "Query of the, component 1, head 2"
    assert trap.lines[0].text == "without the transpose this is bank's column 1 of 4"
    alone = derive(two_meanings(), "final", BANK, 1)
    assert alone.lines[0].text == "the output of head 1, component 2: there is no W_O"


def test_inputs_say_that_they_are_inputs() -> None:
    assert derive(two_meanings(), "x", 0, 0).lines[0].text == "0.25, an input: drag it or type it"
    assert derive(two_meanings(), "w_k", 1, 0).title == "W_K, row 2, column 1"
    assert derive(bank(), "q", BANK, 0).lines[0].text == "1.800, an input: drag it or type it"
    assert derive(crossing(), "scores", 1, 2).title == "Score: two asks, c offers"


def test_long_sums_tell_their_largest_terms() -> None:
    line = derive(of_words(*(f"w{i}" for i in range(64))), "weights", 20, 62).lines[-2]
    assert line.label == "Σ"
    assert "58 smaller terms, together" in line.text
    rng = np.random.default_rng(1)
    rows = tuple(tuple(row) for row in rng.normal(size=(2, 50)).tolist())
    long = Document("long", (Passage(tokens("a", "b"), heads=(Head(rows, rows[::-1], rows),)),))
    told = derive(long, "weights", 0, 1)
    assert "… 44 smaller terms, together" in told.lines[0].text
    recompute(equations(told.lines))


component = st.one_of(st.integers(-3000, 3000).map(lambda n: n / 1000), st.floats(-3, 3))


@st.composite
def any_document(draw: st.DrawFn) -> Document:
    """One passage, projected by one or two heads or free, with everything that can be set."""
    n, d = draw(st.integers(1, 10)), draw(st.sampled_from([2, 4]))

    def matrix(rows: int, columns: int) -> tuple[tuple[float, ...], ...]:
        return draw(st.tuples(*[st.tuples(*[component] * columns)] * rows))

    words = tokens(*(f"w{i}" for i in range(n)))
    heads = draw(st.integers(1, 2))
    if draw(st.booleans()):
        passage = Passage(words, heads=tuple(Head(*(matrix(n, d) for _ in range(3))) for _ in range(heads)))
        projection = None
    else:
        passage = Passage(words, embedding=Embedding(matrix(n, d)))
        w_q, w_k, w_v = (tuple(matrix(d, d) for _ in range(heads)) for _ in range(3))
        projection = Projection(w_q, w_k, w_v, matrix(heads * d, d) if draw(st.booleans()) else None)
    kinds = ["none", "rope"] if projection is None else ["none", "rope", "added"]
    raised = (draw(st.integers(1, n)), draw(st.integers(1, n)), 3.0)
    return Document(
        "any",
        (passage,),
        settings=ScoreSettings(
            draw(st.sampled_from([None, 1.0, 0.3])),
            draw(st.sampled_from([1.0, 0.5, 0.0])),
            draw(st.booleans()),
        ),
        mask=Mask(draw(st.sampled_from(["none", "causal", "strict"]))),
        projection=projection,
        positions=Positions(draw(st.sampled_from(kinds)), turn=draw(st.sampled_from([1.0, 0.7]))),
        wrong=Wrong(
            draw(st.booleans()),
            draw(st.booleans()),
            heads > 1 and projection is not None and draw(st.booleans()),
            draw(st.sampled_from([None, raised])),
        ),
    )


@settings(max_examples=60, deadline=None)
@given(any_document(), st.data())
def test_every_equation_holds_as_printed(document: Document, data: st.DataObject) -> None:
    trace = resolve(document)
    head = data.draw(st.integers(0, len(trace.weights) - 1))
    arrays = {
        "q": trace.queries[head],
        "k": trace.keys[head],
        "v": trace.values[head],
        "scores": trace.scores[head],
        "scaled": trace.scaled[head],
        "masked": trace.masked[head],
        "weights": trace.weights[head],
        "output": trace.output[head],
        "final": final(trace, document.projection),
    }
    for node in get_args(Node):
        if node not in arrays:
            continue
        row = data.draw(st.integers(0, arrays[node].shape[0] - 1))
        column = data.draw(st.integers(0, arrays[node].shape[1] - 1))
        told = derive(document, node, row, column, head)
        results = recompute(equations(told.lines))
        screen = numerals.fixed(arrays[node][row, column].item(), 3 if node == "weights" else 2)
        if list(equations(told.lines[-1:])) and " × 0 = 0" not in told.lines[-1].text:
            result = results[-1]
            # More digits than on screen may stand here; they round to what is there.
            unit = worth("0.001") if node == "weights" else worth("0.01")
            near = abs(worth(result) - worth(screen)) <= unit / 2
            assert near or is_on_screen(result, screen), (node, told)


large = st.floats(-1e6, 1e6)
vectors = st.lists(st.tuples(component, component), min_size=1, max_size=6)


def one_pair(query: tuple[float, ...], key: tuple[float, ...], setting: ScoreSettings) -> Document:
    return Document(
        "pair", (Passage(tokens("a"), heads=(Head((query,), (key,), (key,)),)),), settings=setting
    )


def of_scores(scores: list[float], temperature: float = 1.0) -> Document:
    """One query whose masked scores are these; what is −∞ is hidden from it."""
    keys = tuple((0.0 if math.isinf(score) else score,) for score in scores)
    offers = tokens(*(f"w{j}" for j in range(len(scores))), first=2)
    hidden = frozenset((1, offers[j].id) for j, score in enumerate(scores) if math.isinf(score))
    return Document(
        "scores",
        (Passage(tokens("q"), offers, (Head(((1.0,),), keys, keys),)),),
        settings=ScoreSettings(1.0, temperature),
        mask=Mask(flipped=hidden),
    )


@given(vectors)
@example([(1.8, 2.0), (1.8, 0.0)])
@example([(1.8, 0.15), (1.8, -0.15)])  # upright: the cosine is the float's own noise
@example([(1.5, 3.0), (-0.5, -1.0)])
def test_a_score_by_its_angle(pairs: list[tuple[float, float]]) -> None:
    query, key = zip(*pairs, strict=True)
    line = by_angle(query, key)
    if not any(query) or not any(key):
        assert line.text == "A zero vector has no angle to another: the score is 0."
        return
    (result,) = recompute([line.text])
    assert is_on_screen(result, numerals.fixed(math.fsum(q * k for q, k in pairs)))


@given(st.lists(st.tuples(large, large), min_size=1, max_size=4))
@example([(1e6, 1e6), (1e6, -1e6), (0.01, 1.0)])
def test_a_score_of_large_vectors_can_be_checked(pairs: list[tuple[float, float]]) -> None:
    query, key = zip(*pairs, strict=True)
    lines = derive(one_pair(query, key, ScoreSettings()), "scores", 0, 0).lines
    for _, signs in chains(equations(lines)):
        assert signs  # it is told; where floats cancel, the last digits may be the float's own
    exact = math.fsum(q * k for q, k in pairs)
    if abs(exact) > max(abs(q * k) for q, k in pairs) / 1000:
        recompute(equations(lines))


@pytest.mark.parametrize("d_k", [1, 2, 3, 16, 64, 80])
@pytest.mark.parametrize("scale", [None, 0.125, 2.0])
@given(component)
def test_a_scaled_score(scale: float | None, d_k: int, score: float) -> None:
    query = (score, *(0.0,) * (d_k - 1))
    lines = derive(one_pair(query, (1.0,) * d_k, ScoreSettings(scale)), "scaled", 0, 0).lines
    right = numerals.fixed(score / math.sqrt(d_k) if scale is None else score * scale)
    assert abs(worth(recompute(equations(lines))[-1]) - worth(right)) <= worth("0.005")


def softmax(values: list[float], temperature: float) -> list[float]:
    top = max(values)
    powers = [math.exp((value - top) / temperature) for value in values]
    return [power / math.fsum(powers) for power in powers]


one_score = st.one_of(component, st.floats(-20, 20), st.just(-math.inf))
temperatures = st.one_of(st.just(1.0), st.sampled_from([0.5, 0.25, 2.0, 0.1, 10.0]), st.floats(0.05, 10))


@settings(deadline=None)
@given(st.lists(one_score, min_size=1, max_size=9), temperatures, st.data())
@example([2.0, 1.0, 0.0], 1.0, None)
@example([1e12, 1e12 - 1], 1.0, None)
@example([0.0, -1000.0], 1.0, None)
def test_a_weight(masked: list[float], temperature: float, data: st.DataObject | None) -> None:
    visible = [j for j, value in enumerate(masked) if value > -math.inf]
    if not visible:
        return
    expected = softmax(masked, temperature)
    for j in visible if data is None else [data.draw(st.sampled_from(visible))]:
        result = recompute(equations(derive(of_scores(masked, temperature), "weights", 0, j).lines))[-1]
        screen = numerals.weight(expected[j])
        if screen.startswith("<"):
            assert worth(result) < worth("0.0006")
        else:
            assert is_on_screen(result, screen)


def test_a_small_weight_shows_more_than_zero() -> None:
    told = derive(of_scores([0.0, -12.0]), "weights", 0, 1)
    assert told.lines[-1].text.endswith("≈ 0.0000061")


def test_temperature_zero_shares_among_the_largest() -> None:
    tie = of_scores([2.0, 1.0, 2.0], 0.0)
    assert derive(tie, "weights", 0, 0).lines[-1].text == "1 ÷ 2 = 0.500"
    assert derive(tie, "weights", 0, 1).lines[-1].text.endswith("0 is left here")


def test_a_tiny_temperature_is_printed_as_it_is() -> None:
    told = derive(of_scores([0.0, -1e-12], 1e-12), "weights", 0, 1)
    assert by_label(told)["÷ 1e−12"].startswith("−0.000000000001 ÷ 1e−12 = −1.000")
    assert is_on_screen(recompute(equations(told.lines))[-1], "0.269")


def test_a_tie_between_two_roundings_is_told_with_one_digit_more() -> None:
    told = derive(one_pair((1.07,), (2.55,), ScoreSettings()), "scores", 0, 0)
    assert told.lines[0].text == "1.070 × 2.550 = 2.7285"
