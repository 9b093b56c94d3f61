"""What must hold: right where it holds, broken where it is broken, with the right numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from attnstudio.model import projecting
from attnstudio.model.attention import normalize
from attnstudio.model.breaking import RIGHT, Way, ways
from attnstudio.model.caching import ask_last
from attnstudio.model.document import (
    Document,
    Embedding,
    Head,
    Look,
    Passage,
    Projection,
    Token,
    fitting,
)
from attnstudio.model.edits import flip_cell, set_rule
from attnstudio.model.invariants import IDS, Finding, Id, Shown, finding, shown
from attnstudio.model.ordering import noticed
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from tests.samples import bank, crossing, documents, of_words, tokens, two_meanings


def looked(document: Document, query: int = 6, head: int = 0) -> Shown:
    look = fitting(Look(query=query, head=head), document)
    return shown(document, resolve(document), look)


def find(asked: Id, document: Document, query: int = 6, head: int = 0) -> Finding:
    return finding(asked, looked(document, query, head))


def way(asked: Id, document: Document, number: int = 0) -> Way:
    return ways(asked, looked(document))[number]


RIGHTLY = Wrong()


def scores_1_2_3(wrong: Wrong = RIGHTLY) -> Document:
    """One query whose scores are 1, 2, 3; it may not look at the last key."""
    head = Head(((1.0,),), ((1.0,), (2.0,), (3.0,)), ((1.0,), (10.0,), (100.0,)))
    passage = Passage(tokens("bank"), tokens("a", "b", "c", first=2), (head,))
    return Document("1 2 3", (passage,), mask=Mask(flipped=frozenset({(1, 4)})), wrong=wrong)


def test_all_hold_in_the_sentence_about_money() -> None:
    found = {asked: find(asked, bank()) for asked in IDS}
    assert {asked: one.holds for asked, one in found.items()} == {
        "rows": True,
        "shift": True,
        "hull": True,
        "future": None,
        "order": True,
        "heads": None,
    }
    assert found["rows"].value == "sum of bank's row 1.000"
    assert found["shift"].value == "largest change of bank's weights 0.000"
    assert found["hull"].value == "bank's output lies 0.00 outside"
    assert (found["future"].sentence, found["future"].value) == (
        "every word sees later words",
        "15 of 15 later cells open",
    )
    assert found["order"].value == "after a shuffle the rows differ by 0.000"


def test_a_mask_after_softmax_leaves_a_row_short() -> None:
    found = find("rows", scores_1_2_3(Wrong(mask_after_softmax=True)))
    assert found.holds is False
    assert found.value == "sum of bank's row 0.335"  # 0.090031 + 0.244728 = 0.334759
    assert find("rows", scores_1_2_3()).holds is True
    skipped = find("rows", scores_1_2_3(Wrong(skips_softmax=True)))
    assert (skipped.holds, skipped.value) == (False, "sum of bank's row 3.000")


def test_the_shown_row_is_told_and_else_the_worst() -> None:
    late = replace(set_rule(bank(), "causal"), wrong=Wrong(mask_after_softmax=True))
    money = looked(late, query=3).trace.weights[0, 2].sum()
    assert find("rows", late, query=3).value == f"sum of money's row {money:.3f}"
    assert find("rows", late, query=6).value.startswith("sum of I's row 0.")  # bank sees all: its sum is 1


def test_blind_rows_sum_to_nothing_and_are_told() -> None:
    strict = set_rule(bank(), "strict")
    assert find("rows", strict).holds is True
    assert find("rows", strict).value == "sum of bank's row 1.000; 1 blind row sums to 0"
    assert find("rows", strict).sentence == "each row that sees something sums to 1"
    # I may look at nothing: a row that sees something is told instead
    assert find("rows", strict, query=1).value == "sum of deposited's row 1.000; 1 blind row sums to 0"
    assert find("rows", bank()).sentence == "each row of weights sums to 1"
    nobody = set_rule(of_words("alone"), "strict")
    assert find("rows", nobody, query=1).holds is None
    assert find("shift", strict, query=1).holds is None
    assert find("hull", strict, query=1).value.startswith("I may look at nothing")


def test_three_more_for_one_score_alone_changes_weights() -> None:
    raised = replace(bank(), wrong=Wrong(added=(6, 3, 3.0)))
    row = resolve(bank()).row(5).masked[0]
    lifted = row.copy()
    lifted[2] += 3.0
    change = np.abs(normalize(lifted) - normalize(row)).max()
    found = find("shift", raised, query=1)  # told of the row that it concerns, whichever is shown
    assert found.holds is False
    assert found.value == f"bank's weights change by up to {change:.3f}: 3 more for money alone"
    half = find("shift", replace(bank(), wrong=Wrong(added=(6, 3, 2.5))))
    assert half.value.endswith(": 2.5 more for money alone")
    lowered = find("shift", replace(bank(), wrong=Wrong(added=(6, 3, -0.5))))
    assert lowered.value.endswith(": 0.5 less for money alone")
    gone = replace(bank(), wrong=Wrong(added=(6, 99, 3.0)))  # of a word that is no longer there
    assert find("shift", gone).holds is True
    skipped = find("shift", replace(bank(), wrong=Wrong(skips_softmax=True)))
    assert (skipped.holds, skipped.value[-5:]) == (False, "3.000")


def test_what_rounding_alone_does_is_no_change() -> None:
    # At temperature 0 the last key wins by 1e-190, which is lost as soon as 3 is added.
    head = Head(((1.0,), (1.0,)), ((0.0,), (1e-190,)), ((1.0,), (2.0,)))
    passage = Passage(tokens("a", "b"), heads=(head,))
    document = Document("tie", (passage,), ScoreSettings(temperature=0.0))
    assert find("shift", document).holds is True
    assert find("shift", document).value.endswith("0.000")
    assert find("shift", replace(document, wrong=Wrong(added=(1, 1, 3.0)))).holds is False


def test_without_softmax_the_output_leaves_the_hull() -> None:
    found = find("hull", replace(bank(), wrong=Wrong(skips_softmax=True)))
    assert found.holds is False
    distance = float(found.value.removeprefix("bank's output lies ").removesuffix(" outside"))
    output = resolve(replace(bank(), wrong=Wrong(skips_softmax=True))).output[0, 5]
    corner = min(np.hypot(*(output - point)) for point in resolve(bank()).values[0])
    assert 0.0 < distance <= corner + 0.005  # to an edge it may be nearer than to a corner


@pytest.mark.parametrize(
    ("values", "output", "distance"),
    [
        (((0.0, 0.0), (2.0, 0.0), (0.0, 2.0)), (0.5, 0.5), "0.00"),
        (((0.0, 0.0), (2.0, 0.0), (0.0, 2.0)), (2.0, 2.0), "1.41"),  # from the slanted edge
        (((0.0, 0.0), (2.0, 0.0)), (1.0, 1.0), "1.00"),  # a hull that is a line
        (((1.0, 1.0), (1.0, 1.0)), (4.0, 5.0), "5.00"),  # and one that is a point
    ],
)
def test_how_far_outside_is_measured_rightly(
    values: tuple[tuple[float, float], ...], output: tuple[float, float], distance: str
) -> None:
    # Without softmax the scores are the weights: query 1 and keys that give the asked output.
    weights = np.linalg.lstsq(np.array(values).T, np.array(output), rcond=None)[0]
    keys = tuple((float(weight),) for weight in weights)
    passage = Passage(
        tokens("bank"),
        tokens(*(f"v{k}" for k in range(len(values))), first=2),
        (Head(((1.0,),), keys, values),),
    )
    scale = ScoreSettings(scale=1.0)
    document = Document("hull", (passage,), scale, wrong=Wrong(skips_softmax=True))
    place = resolve(document).output[0, 0]
    if not np.allclose(place, output):  # no weights reach it: the farthest that they reach
        return
    assert find("hull", document).value == f"bank's output lies {distance} outside"


def test_in_other_dimensions_the_weights_tell() -> None:
    found = find("hull", scores_1_2_3())
    assert found.holds is True
    assert found.value == "least weight 0.000, sum 1.000: told by the weights, values have 1 component"
    skipped = find("hull", scores_1_2_3(Wrong(skips_softmax=True)))  # 1 · 1 + 2 · 10 is between 1 and 100
    assert (skipped.holds, skipped.value) == (True, "bank's output lies 0.00 outside")


@pytest.mark.parametrize(
    ("values", "holds", "value"),
    [
        (((-1.0, 0.0, 1.0), (2.0, 0.0, -1.0), (-1.0, 0.0, 0.5)), True, "bank's output lies 0.00 outside"),
        (((1.0, 0.0, 1.0), (1.0, 1.0, 1.0), (1.0, 0.5, 1.0)), False, "bank's output lies 0.94 outside"),
    ],
)
def test_rows_that_are_short_may_stay_inside_all_the_same(
    values: tuple[tuple[float, float, float], ...], holds: bool, value: str
) -> None:
    # The weights of a late mask sum to 0.335; 0 lies between the values of the first case, and so does that.
    document = scores_1_2_3(Wrong(mask_after_softmax=True))
    (held,) = document.passages
    (head,) = held.heads
    document = replace(document, passages=(replace(held, heads=(replace(head, values=values),)),))
    found = find("hull", document)
    assert (found.holds, found.value) == (holds, value)


def test_what_lies_a_little_outside_is_not_told_as_nothing() -> None:
    nearly = ((1.0, 0.0, 0.003), (1.0, 1.0, 0.003), (1.0, 0.5, 0.003))
    document = scores_1_2_3(Wrong(mask_after_softmax=True))
    (held,) = document.passages
    flat = tuple((x - 1.0, y - 0.2, z) for x, y, z in nearly)
    document = replace(document, passages=(replace(held, heads=(replace(held.heads[0], values=flat),)),))
    found = find("hull", document)
    assert (found.holds, found.value) == (False, "bank's output lies less than 0.01 outside")


def test_the_future_is_masked_or_seen() -> None:
    causal = set_rule(bank(), "causal")
    assert (find("future", causal).holds, find("future", causal).value) == (True, "0 of 15 later cells open")
    peeks = find("future", flip_cell(causal, 2, 5))
    assert (peeks.holds, peeks.value) == (False, "1 of 15 later cells open: deposited sees the")
    blocks = find("future", set_rule(bank(), "block"))
    assert (blocks.holds, blocks.sentence) == (None, "some words see later words")
    assert find("future", crossing()).holds is None
    assert find("future", of_words("alone")).value == "there is no later word"


def test_a_mask_and_positions_see_order() -> None:
    causal = find("order", set_rule(bank(), "causal"))
    assert (causal.holds, causal.sentence) == (None, "the mask sees order")
    turned = find("order", replace(bank(), positions=Positions("rope")))
    assert (turned.holds, turned.sentence) == (None, "positions see order")
    both = replace(set_rule(two_meanings(), "causal"), positions=Positions("added"))
    assert find("order", both).sentence == "the mask and positions see order"
    assert find("order", of_words("alone")).holds is None
    assert find("order", replace(bank(), positions=Positions("rope", 1e-5))).value == (
        "after a shuffle the rows differ by <0.001"
    )
    faint = find("order", replace(bank(), positions=Positions("rope", 1e-5)))
    assert (faint.holds, faint.sentence) == (None, "positions see order")
    painted = flip_cell(bank(), 6, 3)  # it follows its words
    assert find("order", painted).holds is True


@pytest.mark.parametrize("ids", [(1, 2, 3, 4), (1, 2, 4, 3), (2, 1, 3, 4), (7, 3, 9, 1), (5, 6, 8, 7)])
def test_blocks_see_order_whatever_the_shuffle_happens_to_do(ids: tuple[int, ...]) -> None:
    words = tuple(Token(number, word) for number, word in zip(ids, "abcd", strict=True))
    points = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.5), (0.3, 0.7))
    document = Document(
        "", (Passage(words, heads=(Head(points, points, points),)),), mask=Mask("block", size=2)
    )
    found = find("order", document)
    assert (found.holds, found.sentence) == (None, "the mask sees order")


def test_a_mask_that_treats_all_words_alike_sees_no_order() -> None:
    assert find("order", replace(bank(), mask=Mask("block", size=1))).holds is True
    assert find("order", replace(bank(), mask=Mask("block", size=6))).holds is True


def test_words_that_ask_a_cache_have_a_future() -> None:
    cached = ask_last(set_rule(bank(), "causal"), 3)
    assert (find("future", cached).holds, find("future", cached).value) == (True, "0 of 3 later cells open")
    open_ = find("future", set_rule(cached, "none"))
    assert open_.sentence == "every word sees later words"
    begun = set_rule(replace(cached, mask=replace(cached.mask, align="start")), "none")
    assert find("future", begun).value == "3 of 3 later cells open"
    (masks_it,) = ways("future", looked(set_rule(cached, "none")))
    assert find("future", masks_it.edit(set_rule(cached, "none"))).holds is True


def test_heads_are_cut_rightly_or_by_a_reshape() -> None:
    two = projecting.set_heads(two_meanings(), 2)
    assert find("heads", two).holds is True
    cut = find("heads", replace(two, wrong=Wrong(reshapes_heads=True)), head=1)
    assert (cut.holds, cut.value) == (False, "head 2 has all 4 columns of at … bank alone")


@pytest.mark.parametrize("asked", IDS)
def test_without_words_nothing_is_claimed(asked: Id) -> None:
    empty = Document("empty", (Passage((), heads=(Head((), (), ()),)),))
    assert find(asked, empty).holds is None
    assert ways(asked, looked(empty)) == ()


# --- breaking -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("rows", "break it: mask after softmax"),
        ("shift", "break it: add 3 to one cell"),
        ("hull", "break it: skip softmax"),
        ("future", "break it: unmask one cell"),
        ("heads", "break it: reshape, no transpose"),
    ],
)
def test_a_button_breaks_it_and_the_same_puts_it_right(asked: Id, text: str) -> None:
    whole = set_rule(projecting.set_heads(two_meanings(), 2), "causal")
    assert find(asked, whole).holds is True
    breaks = way(asked, whole)
    assert breaks.text == text
    broken = breaks.edit(whole)
    assert find(asked, broken).holds is False
    right = way(asked, broken)
    assert right.text == RIGHT
    assert right.edit(broken) == whole


def test_masking_too_late_needs_a_mask_and_brings_one() -> None:
    broken = way("rows", bank()).edit(bank())
    assert (broken.mask.rule, broken.wrong.mask_after_softmax) == ("causal", True)
    assert find("rows", broken).holds is False
    assert ways("rows", looked(of_words("alone"))) == ()


def test_three_are_added_to_the_picked_cell_or_the_strongest() -> None:
    assert way("shift", bank()).edit(bank()).wrong.added == (6, 3, 3.0)
    (gone,) = ways("shift", looked(bank()), (6, 6))  # there are six words
    assert gone.edit(bank()).wrong.added == (6, 3, 3.0)
    (picked,) = ways("shift", looked(bank()), (0, 1))
    assert picked.edit(bank()).wrong.added == (1, 2, 3.0)
    causal = set_rule(bank(), "causal")
    (hidden,) = ways("shift", looked(causal, query=2), (0, 1))  # masked: nothing would come of it
    assert hidden.edit(causal).wrong.added == (2, 2, 3.0)


def test_the_future_can_be_masked_where_it_is_seen() -> None:
    assert way("future", bank()).edit(bank()).mask.rule == "causal"
    assert ways("future", looked(crossing())) == ()
    causal = set_rule(bank(), "causal")
    (last,) = ways("future", looked(causal))  # bank has nothing after it: another row is opened
    assert find("future", last.edit(causal)).value == "1 of 15 later cells open: I sees deposited"
    (shown_row,) = ways("future", looked(causal, query=3))
    assert find("future", shown_row.edit(causal)).value == "1 of 15 later cells open: money sees at"


def test_order_offers_a_shuffle_and_what_makes_it_unseen() -> None:
    told = replace(set_rule(bank(), "causal"), positions=Positions("rope"))
    shuffle, unmask, still = ways("order", looked(told))
    assert [one.text for one in (shuffle, unmask, still)] == [
        "shuffle the words",
        "take the mask off",
        "switch positions off",
    ]
    assert find("order", still.edit(unmask.edit(told))).holds is True
    assert shuffle.edit(told).passages[0].query_tokens != told.passages[0].query_tokens


# --- any document -------------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(documents())
def test_of_any_document_the_right_path_breaks_nothing(document: Document) -> None:
    at = looked(replace(document, wrong=RIGHTLY))
    for asked in ("rows", "shift", "hull"):
        assert finding(asked, at).holds is not False
    is_unordered = not document.mask.hides and document.positions.kind == "none"
    if is_unordered and document.settings.temperature and at.trace.n_queries and at.trace.n_keys:
        change = noticed(at.document, at.trace, at.passage).change
        assert change < 1e-3  # at temperature 0 rounding may win a tie


def test_added_positions_move_the_queries() -> None:
    unit = ((1.0, 0.0), (0.0, 1.0))
    x = ((1.0, 0.0), (0.0, 1.0))
    document = Document(
        "x",
        (Passage(tokens("a", "b"), embedding=Embedding(x)),),
        projection=Projection((unit,), (unit,), (unit,)),
    )
    assert find("order", document).holds is True
    assert find("order", replace(document, positions=Positions("added"))).holds is None
