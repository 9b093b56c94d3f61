"""What stands at the stations of the flow: the numbers of the trace, in their true shapes and order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from attnstudio.model.attention import normalize
from attnstudio.model.document import Document
from attnstudio.model.edits import set_cosine, set_positions, set_rule, set_scaling, set_wrong
from attnstudio.model.projecting import make_free, make_projected, set_heads, set_preset
from attnstudio.model.settings import Positions
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow.content import Flow, flow_of
from tests import samples

CHAIN = ["x", "q", "k", "v", "scores", "scaled", "masked", "weights", "output"]


def flow(document: Document) -> tuple[Flow, Store]:
    store = Store(document)
    return flow_of(store.now), store


def late(document: Document) -> Document:
    document = set_rule(document, "causal")
    return set_wrong(document, replace(document.wrong, mask_after_softmax=True))


def test_every_station_shows_the_matrix_of_its_step() -> None:
    shown, store = flow(set_rule(samples.two_meanings(), "causal"))
    assert list(shown.stations) == CHAIN
    trace = store.trace
    for node, matrix in {
        "x": np.array(samples.POINTS),
        "q": trace.queries[0],
        "k": trace.keys[0],
        "v": trace.values[0],
        "scores": trace.scores[0],
        "scaled": trace.scaled[0],
        "weights": trace.weights[0],
        "output": trace.output[0],
    }.items():
        station = next(one for one in shown.stations.values() if one.id == node)
        assert np.array_equal(station.values, matrix), node
    masked = shown.stations["masked"]
    assert masked.hidden is not None
    assert masked.hidden.tolist() == np.triu(np.ones((6, 6), bool), 1).tolist()
    assert masked.text(0, 1) == "−∞"
    assert shown.stations["weights"].text(0, 1) == "0"


def test_shapes_are_the_true_ones() -> None:
    shown, _ = flow(samples.two_meanings())
    shapes = {station.id: station.shape for station in shown.stations.values()}
    assert shapes["x"] == "(6 × 2)"
    assert shapes["weights"] == "(6 × 6)"
    shown, _ = flow(make_projected(samples.crossing()))
    shapes = {station.id: station.shape for station in shown.stations.values()}
    assert shapes["x"] == "(2 × 2), (3 × 2)"
    assert shapes["q"] == "(2 × 2)"
    assert shapes["v"] == "(3 × 2)"
    assert shapes["masked"] == "(2 × 3)"


def test_x_has_the_rows_of_the_queries_first_and_then_those_of_the_keys() -> None:
    x = flow(make_projected(samples.crossing()))[0].stations["x"]
    assert x.rows.names == ("one", "two", "a", "b", "c")
    assert x.rows.only_asks == 2
    assert x.values[2].tolist() == [2.0, 0.5]


def test_a_word_that_asks_and_offers_is_told_apart() -> None:
    x = flow(samples.cached())[0].stations["x"]
    named = [x.cell_name(row, 0) for row in range(4)]
    assert named[0] == "“learning”, which asks, component 1"
    assert named[1] == "“I”, component 1"
    assert named[3] == "“learning”, which offers, component 1"


def test_free_vectors_are_inputs_without_x() -> None:
    shown, _ = flow(make_free(samples.two_meanings()))
    assert list(shown.stations) == CHAIN[1:]
    assert {station.id for station in shown.stations.values() if station.is_input} == {"q", "k", "v"}
    assert shown.is_free


def test_turned_vectors_are_results_even_when_free() -> None:
    document = set_positions(make_free(samples.two_meanings()), Positions("rope"))
    shown, _ = flow(document)
    assert {station.id for station in shown.stations.values() if station.is_input} == {"v"}
    assert shown.stations["q"].name == "Q turned"


def test_several_heads_go_on_to_the_final_output() -> None:
    shown, store = flow(set_heads(samples.two_meanings(), 2))
    assert list(shown.stations) == [*CHAIN, "w_o", "final"]
    assert shown.stations["w_o"].shape == "(4 × 2)"
    both = np.concatenate([store.trace.output[0], store.trace.output[1]], axis=1)
    w_o = shown.stations["w_o"].values
    assert np.allclose(shown.stations["final"].values, both @ w_o)
    assert "(6 × 2 × 2), then turned to (2 × 6 × 2)" in shown.sentence


def test_the_trap_tells_what_is_wrong_with_its_shapes() -> None:
    document = set_heads(samples.two_meanings(), 2)
    document = set_wrong(document, replace(document.wrong, reshapes_heads=True))
    assert "(6 × 4) is reshaped to (2 × 6 × 2) at once" in flow(document)[0].warning


def test_a_mask_that_comes_too_late_changes_places_with_the_softmax() -> None:
    shown, store = flow(late(samples.two_meanings()))
    order = [*CHAIN[:6], "spread", "weights", "output"]
    assert list(shown.stations) == order
    spread, weights = shown.stations["spread"], shown.stations["weights"]
    assert np.allclose(spread.values, normalize(store.trace.scaled[0]))
    assert spread.sums() == pytest.approx([1.0] * 6)
    assert (spread.step, weights.step) == ("normalize", "mask")
    assert (spread.order, weights.order) == (3, 3)  # Play comes to the softmax, and shows what came of it
    assert weights.sums()[0] < 0.2
    assert weights.is_wrong
    assert spread.picks == "weights"  # whose arithmetic tells both


def test_a_mask_that_hides_nothing_can_not_come_too_late() -> None:
    open_to_all = set_rule(late(samples.two_meanings()), "none")
    assert flow(open_to_all)[0].warning == ""
    assert "rows that hide a word no longer sum to 1" in flow(late(samples.two_meanings()))[0].warning


def test_without_a_softmax_the_weights_are_scores_in_their_colours() -> None:
    document = samples.two_meanings()
    shown, _ = flow(set_wrong(document, replace(document.wrong, skips_softmax=True)))
    weights = shown.stations["weights"]
    assert weights.name == "no softmax"
    assert not weights.is_weights
    assert np.array_equal(weights.values, shown.stations["scaled"].values)


def test_scaling_is_named_as_it_is() -> None:
    assert flow(samples.two_meanings())[0].stations["scaled"].name == "÷ √2"
    assert flow(set_scaling(samples.two_meanings(), False))[0].stations["scaled"].name == "not scaled"
    third = replace(samples.two_meanings(), settings=replace(samples.two_meanings().settings, scale=0.25))
    assert flow(third)[0].stations["scaled"].name == "× 0.25"
    assert flow(set_cosine(samples.two_meanings(), True))[0].stations["scores"].name == "cos(Q, K)"


def test_what_is_shown_lies_within_the_limits_of_colour() -> None:
    shown, _ = flow(samples.two_meanings())
    vectors, scores = shown.limits
    for station in shown.stations.values():
        if not station.is_weights:
            assert station.limit in (vectors, scores)
            assert np.abs(station.values).max() <= station.limit


def test_limits_do_not_shrink_under_a_moving_hand() -> None:
    store = Store(samples.two_meanings())
    first = flow_of(store.now)
    store.apply("Zero", lambda document: set_preset(document, "w_q", 0, "zero"))
    assert flow_of(store.now, first, holds=True).limits == first.limits
    assert flow_of(store.now, first).limits[0] < first.limits[0]


@pytest.mark.parametrize("make", [samples.bank, samples.projected, samples.crossing])
def test_row_sums_are_told(make: Callable[[], Document]) -> None:
    weights = flow(make())[0].stations["weights"]
    assert weights.note == "rows sum to 1"
    assert weights.sums() == pytest.approx([1.0] * len(weights.values))


def test_blind_rows_are_counted() -> None:
    assert flow(set_rule(samples.bank(), "strict"))[0].stations["weights"].note == "1 row blind"


def test_names_are_made_once_for_the_same_words() -> None:
    store = Store(samples.two_meanings())
    first = flow_of(store.now)
    store.apply("Swap", lambda document: set_preset(document, "w_k", 0, "swap"))
    assert flow_of(store.now, first).stations["scores"].rows is first.stations["scores"].rows


def test_added_scores_are_marked() -> None:
    document = samples.two_meanings()
    shown, _ = flow(set_wrong(document, replace(document.wrong, added=(1, 2, 3.0))))
    assert shown.stations["scaled"].note == "+3.00 at one"
    assert shown.stations["scaled"].is_wrong


def test_a_score_of_another_sentence_is_not_marked() -> None:
    document = samples.two_meanings()
    shown, _ = flow(set_wrong(document, replace(document.wrong, added=(16, 15, 3.0))))
    assert (shown.stations["scaled"].is_wrong, shown.warning) == (False, "")
