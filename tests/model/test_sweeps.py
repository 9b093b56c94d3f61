"""The ways that a document can go: where they begin and end, and what stays."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.document import Document, Handle, Look
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.rules import may_look
from attnstudio.model.soundness import check
from attnstudio.model.sweeps import (
    MOST_STEPS,
    SWEEPS,
    Sweep,
    SweepName,
    documents,
    sweeps_of,
    swept,
    told,
    values,
)
from tests.samples import bank, crossing, of_words, projected, two_meanings

LOOK = Look(query=6)
SAMPLES = {"bank": bank, "two meanings": two_meanings, "crossing": crossing, "projected": projected}


def sweep_of(name: SweepName, document: Document, look: Look = LOOK, handle: Handle | None = None) -> Sweep:
    return next(one for one in sweeps_of(document, look, handle) if one.name == name)


def test_the_sweeps_come_in_their_order() -> None:
    assert tuple(one.name for one in sweeps_of(bank(), LOOK)) == SWEEPS


def test_the_temperature_rises_by_equal_ratios() -> None:
    made = list(documents(bank(), LOOK, sweep_of("temperature", bank()), 5))
    assert [value for value, _ in made] == pytest.approx([0.1, 10**-0.5, 1.0, 10**0.5, 10.0])
    assert [document.settings.temperature for _, document in made] == [value for value, _ in made]


def test_scores_are_divided_up_to_the_root_of_d_k() -> None:
    made = [document for _, document in documents(bank(), LOOK, sweep_of("scaling", bank()), 3)]
    assert made[0].settings.scale == 1.0
    assert made[-1].settings.scale is None  # exactly what “divide by √d_k” means
    assert made[1].settings.scale == pytest.approx(2**-0.25)


def test_a_query_turns_once_around_and_keeps_its_length() -> None:
    document = bank()
    made = list(documents(document, LOOK, sweep_of("turn", document), 8))
    assert made[0][1] is document
    assert [value for value, _ in made] == [45.0 * step for step in range(8)]
    tips = [one.passages[0].heads[0].queries[5] for _, one in made]
    assert [math.hypot(*tip) for tip in tips] == pytest.approx([math.hypot(1.8, 1.8)] * 8)
    assert tips[2] == pytest.approx((-1.8, 1.8))  # counter-clockwise


def test_a_part_of_a_turn_has_both_its_ends() -> None:
    assert values(sweep_of("turn", bank()), 0.0, 90.0, 3) == (0.0, 45.0, 90.0)


def test_a_chosen_arrow_turns() -> None:
    document, handle = bank(), Handle("value", 2)
    sweep = sweep_of("turn", document, handle=handle)
    assert sweep.text == "the value of “deposited” turns once around"
    turned = swept(document, LOOK, sweep, 180.0, handle)
    assert turned.passages[0].heads[0].values[1] == pytest.approx((-1.2, -0.4))
    assert turned.passages[0].heads[0].keys == document.passages[0].heads[0].keys


def test_what_is_made_from_x_turns_its_x() -> None:
    document = two_meanings()
    sweep = sweep_of("turn", document)
    assert sweep.text == "the x of “bank” turns once around"
    turned = swept(document, LOOK, sweep, 90.0)
    embedding = turned.passages[0].embedding
    assert embedding is not None
    assert embedding.x[5] == pytest.approx((-0.6, 0.6))


def test_an_arrow_grows_from_nothing_within_the_plane() -> None:
    document = bank()
    sweep = sweep_of("length", document)
    made = [one for _, one in documents(document, LOOK, sweep, 5)]
    assert made[0].passages[0].heads[0].queries[5] == (0.0, 0.0)
    assert max(made[-1].passages[0].heads[0].queries[5]) == pytest.approx(3.0)  # the bound, before twice
    assert swept(document, LOOK, sweep, 1.0) is document


def test_a_window_grows_by_whole_keys() -> None:
    document = bank()
    made = list(documents(document, LOOK, sweep_of("window", document), 11))
    assert {value for value, _ in made} == {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}
    seen = [may_look(one.mask, one.passages[0])[5].sum() for _, one in made]
    assert seen == [value for value, _ in made]  # the last word sees as many as the window is wide


def test_keys_appear_one_after_the_other() -> None:
    document = bank()
    made = list(documents(document, LOOK, sweep_of("keys", document), 6))
    assert [int(may_look(one.mask, one.passages[0])[0].sum()) for _, one in made] == [1, 2, 3, 4, 5, 6]
    assert resolve(made[-1][1]).weights.tolist() == resolve(document).weights.tolist()


def test_positions_turn_from_none_at_all() -> None:
    document = bank()
    made = [one for _, one in documents(document, LOOK, sweep_of("rope", document), 3)]
    assert [one.positions.turn for one in made] == [0.0, 0.5, 1.0]
    assert resolve(made[0]).scores == pytest.approx(resolve(document).scores)


@pytest.mark.parametrize(
    ("document", "name", "why"),
    [
        (of_words(), "temperature", "There are no words: type a sentence first."),
        (of_words("one"), "window", "There is one key only: nothing can be hidden."),
        (of_words("one"), "turn", ""),
    ],
)
def test_a_sweep_that_is_not_possible_says_why(document: Document, name: SweepName, why: str) -> None:
    assert sweep_of(name, document, Look(query=1)).why_not == why


def test_an_arrow_without_a_direction_can_t_turn() -> None:
    document = bank()
    still = swept(document, LOOK, sweep_of("length", document), 0.0)
    assert sweep_of("turn", still).why_not == "The query of “bank” is zero: it has no direction."
    with pytest.raises(Refused, match="it has no direction"):
        swept(still, LOOK, sweep_of("turn", still), 10.0)


def test_an_odd_number_of_components_has_no_positions() -> None:
    head = replace(bank().passages[0].heads[0], queries=((1.0,),) * 6, keys=((1.0,),) * 6)
    document = replace(bank(), passages=(replace(bank().passages[0], heads=(head,)),))
    assert "odd number" in sweep_of("rope", document).why_not
    assert (
        sweep_of("scaling", document).why_not == "With d_k = 1 the scores are divided by 1: nothing changes."
    )


def test_values_outside_of_the_range_are_refused() -> None:
    sweep = sweep_of("temperature", bank())
    with pytest.raises(Refused, match=r"The temperature can go from 0 to 1,000,000\."):
        swept(bank(), LOOK, sweep, -0.5)
    with pytest.raises(Refused, match="from 2 to 1,000 steps"):
        list(documents(bank(), LOOK, sweep, MOST_STEPS + 1))
    with pytest.raises(Refused, match="finite"):
        values(sweep, math.nan, 1.0, 3)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("temperature", 0.316, "temperature 0.32"),
        ("scaling", 2**0.5, "scores divided by 1.41"),
        ("turn", 45.0, "the query of “bank” turned by 45°"),
        ("length", 0.5, "the query of “bank”, 0.50 times its length"),
        ("window", 1.0, "a window of 1 key"),
        ("keys", 3.0, "3 keys"),
        ("rope", 0.25, "positions turn by 0.25 radians each"),
    ],
)
def test_where_a_sweep_has_come_to_is_told(name: SweepName, value: float, said: str) -> None:
    assert told(sweep_of(name, bank()), value) == said


@given(st.sampled_from(SWEEPS), st.sampled_from(sorted(SAMPLES)), st.integers(2, 40))
def test_every_step_is_a_sound_document(name: SweepName, sample: str, count: int) -> None:
    document = SAMPLES[sample]()
    look = replace(LOOK, query=document.passages[0].query_tokens[-1].id)
    sweep = sweep_of(name, document, look)
    if sweep.why_not:
        return
    made = list(documents(document, look, sweep, count))
    assert len(made) == count
    assert made[0][0] == sweep.first
    for value, one in made:
        assert sweep.least <= value <= sweep.most
        check(one)
        assert one.passages[0].query_tokens == document.passages[0].query_tokens
        assert one.title == document.title


@given(
    st.sampled_from(SWEEPS),
    st.floats(-1e3, 1e3, allow_nan=False),
    st.floats(-1e3, 1e3, allow_nan=False),
    st.integers(2, 60),
)
def test_values_go_one_way_from_end_to_end(name: SweepName, first: float, last: float, count: int) -> None:
    made = values(sweep_of(name, bank()), first, last, count)
    assert len(made) == count
    assert made[0] == first
    lowest, highest = min(first, last), max(first, last)
    assert all(lowest - 0.5 <= value <= highest + 0.5 for value in made)
    rising = sorted(made) if first <= last else sorted(made, reverse=True)
    assert list(made[1:-1]) == rising[1:-1] or name == "window" or name == "keys"
