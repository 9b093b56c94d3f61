"""The sentence and the caption of a state, in every case that a learner can come to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits, numerals
from attnstudio.model.document import (
    Document,
    Head,
    Look,
    Matrix,
    Passage,
    fitting,
)
from attnstudio.model.resolve import resolve
from attnstudio.model.seen import Step
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.notes.speech import caption_of, sentence_of
from attnstudio.study import scenes
from tests.samples import bank, crossing, documents, of_words, projected, tokens, two_meanings


def said(document: Document, query: int = 6, head: int = 0) -> str:
    look = fitting(Look(query=query, head=head), document)
    return sentence_of(document, resolve(document), look)


def caption(document: Document, query: int = 6) -> str:
    return caption_of(document, resolve(document), fitting(Look(query=query), document))


def even(*words: str) -> Document:
    """Every word has the same key, so every query shares out evenly; values are far apart."""
    rows: Matrix = ((1.0, 1.0),) * len(words)
    values: Matrix = tuple((float(i), 0.0) for i in range(len(words)))
    return Document("even", (Passage(tokens(*words), heads=(Head(rows, rows, values),)),))


def test_the_bank_looks_at_money() -> None:
    assert said(bank()) == "bank looks most at money, 0.447; output is 0.83 from bank's own value"


@pytest.mark.parametrize(
    ("scene", "sentence"),
    [
        ("worked-example", "query looks only at key, 1.000; output is (2.00, 1.00)"),
        ("softmax-210", "query looks most at two, 0.665; output is (1.00, −0.97)"),
        ("bank-river", "bank looks most at river, 0.489; output is 0.84 from bank's own value"),
        ("long-wrong-key", "query looks most at long wrong, 0.535; output is (0.91, 0.93)"),
    ],
)
def test_each_scene_says_its_point(scene: str, sentence: str) -> None:
    document, look = scenes.load(scene)
    assert sentence_of(document, resolve(document), look) == sentence


def test_a_query_may_look_at_itself() -> None:
    causal = replace(bank(), mask=Mask("causal"))
    assert said(causal, 1) == "I looks only at itself, 1.000; output is I's own value"
    assert said(bank(), 3).startswith("money looks most at itself, 0.600; ")


def test_a_word_that_ends_in_s_has_its_own_value_too() -> None:
    assert said(even("words", "more"), 1).endswith("output is 0.50 from words' own value")


def test_a_repeated_word_is_named_by_its_position() -> None:
    document = of_words("bank", "river", "bank")
    assert said(document, 3).startswith("bank₃ looks ")
    assert "bank₁" in said(edits.paint_cells(document, [(3, 2), (3, 3)], allow=False), 3)


def test_a_query_that_may_look_at_nothing_says_so() -> None:
    cells = [(6, key) for key in range(1, 7)]
    blind = edits.paint_cells(bank(), cells, allow=False)
    assert said(blind) == "bank may look at nothing: its weights and its output are 0"
    assert said(blind, 3).startswith("money looks most at itself")


def test_ties_are_said() -> None:
    assert (
        said(even("a", "b"), 2)
        == "b looks equally at a and itself, 0.500 each; output is 0.50 from b's own value"
    )
    assert said(even("a", "b", "c"), 2).startswith("b looks equally at a, itself and c, 0.333 each; ")
    assert said(even(*"abcdef"), 1).startswith("a looks equally at itself, b and 4 others, 0.167 each; ")


def test_temperature_zero_ties_the_best_alone() -> None:
    document = replace(even("a", "b", "c"), settings=ScoreSettings(temperature=0.0))
    document = edits.paint_cells(document, [(1, 2)], allow=False)
    assert said(document, 1).startswith("a looks equally at itself and c, 0.500 each")


def test_no_words_are_no_riddle() -> None:
    assert said(of_words()) == "there is no word that asks"
    alone = Document("", (Passage(tokens("q"), (), (Head(((1.0, 0.0),), (), ()),)),))
    assert said(alone) == "q has no word to look at: its output is 0"


def test_several_heads_are_told_apart() -> None:
    assert said(projected(), 1, head=1).startswith("in head 2, x looks ")


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("match", "Play has come to match: what bank looks at is not known yet"),
        ("scale", "Play has come to scale: what bank looks at is not known yet"),
        ("mask", "Play has come to mask: what bank looks at is not known yet"),
        ("normalize", "bank looks most at money, 0.447; its output is not known yet"),
        ("mix", "bank looks most at money, 0.447; output is 0.83 from bank's own value"),
        (None, "bank looks most at money, 0.447; output is 0.83 from bank's own value"),
    ],
)
def test_a_sentence_tells_no_more_than_is_known(known: Step | None, told: str) -> None:
    document, look = bank(), Look(query=6)
    assert sentence_of(document, resolve(document), look, known) == told


def test_that_a_row_is_blind_comes_out_with_its_weights() -> None:
    document, look = edits.set_rule(bank(), "strict"), Look(query=1)
    trace = resolve(document)
    assert sentence_of(document, trace, look, "match") == (
        "Play has come to match: what I looks at is not known yet"
    )
    assert sentence_of(document, trace, look, "normalize").startswith("I may look at nothing")


def test_a_long_output_is_told_by_its_length() -> None:
    head = Head(((1.0,),), ((1.0,),), ((3.0, 4.0, 0.0, 0.0, 0.0),))
    document = Document("", (Passage(tokens("q"), tokens("k", first=2), (head,)),))
    assert said(document) == "q looks only at k, 1.000; output has length 5.00"


def test_a_weight_that_rounds_to_one_is_not_the_only_one() -> None:
    head = Head(((3.0, 0.0),), ((3.0, 0.0), (0.0, 0.0)), ((1.0, 0.0), (0.0, 1.0)))
    document = Document("", (Passage(tokens("q"), tokens("k", "l", first=2), (head,)),), ScoreSettings(1.0))
    assert said(document).startswith("q looks most at k, 1.000; ")


@given(documents(), st.data())
def test_whatever_the_state_there_is_a_sentence(document: Document, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(document.passages) - 1))
    look = fitting(Look(query=data.draw(st.integers(0, 120)), passage=index, head=1), document)
    trace = resolve(document, index)
    for text in (sentence_of(document, trace, look), caption_of(document, trace, look)):
        assert text
        assert "undefined" not in text or "undefined" in repr(document)  # as a word
        assert "\n" not in text


# --- what is not as usual


def test_a_mask_that_comes_too_late_is_said_with_what_is_left() -> None:
    """Scores 1, 2, 3 with the last masked after the softmax: what is left sums to 0.335."""
    head = Head(((1.0,),), ((1.0,), (2.0,), (3.0,)), ((1.0,), (10.0,), (100.0,)))
    passage = Passage(tokens("q"), tokens("a", "b", "c", first=2), (head,))
    late = Document(
        "",
        (passage,),
        ScoreSettings(1.0),
        Mask("custom", frozenset({(1, 4)})),
        wrong=Wrong(mask_after_softmax=True),
    )
    assert said(late) == (
        "q looks most at b, 0.245; output is (2.54); weights sum to 0.335: the mask came after the softmax"
    )
    assert said(edits.set_rule(late, "none")).startswith("q looks most at c, 0.665; ")
    assert "sum to" not in said(edits.set_rule(late, "none"))


def test_without_a_softmax_scores_are_taken_for_weights() -> None:
    text = said(replace(bank(), wrong=Wrong(skips_softmax=True)))
    assert text.startswith("bank takes most from money, 2.546; ")  # the digits of a table beside it
    assert text.endswith("; weights sum to 6.491: there was no softmax")


@pytest.mark.parametrize("query", [1, 2, 3, 4, 5, 6])
def test_a_weight_that_no_softmax_made_is_spoken_as_it_is_printed(query: int) -> None:
    document = replace(bank(), wrong=Wrong(skips_softmax=True))
    look = Look(query=query)
    trace = resolve(document)
    spoken = sentence_of(document, trace, look).split(";")[0].rsplit(", ", 1)[1]
    assert spoken in {numerals.weight(weight) for weight in trace.row(query - 1).weights[0].tolist()}


def test_cosines_and_raised_scores_are_said() -> None:
    cosine = replace(bank(), settings=ScoreSettings(cosine=True))
    assert said(cosine).endswith("; scores are cosines, lengths play no part")
    raised = replace(bank(), wrong=Wrong(added=(6, 1, 3.0)))
    assert said(raised).endswith("; +3.00 was added to one score")
    assert "was added" not in said(raised, 3)


def test_heads_that_mix_words_are_said() -> None:
    wrong = replace(projected(), wrong=Wrong(reshapes_heads=True))
    assert said(wrong, 1).endswith("heads were cut by a reshape alone, so they mix words")
    assert "reshape" not in said(replace(two_meanings(), wrong=Wrong(reshapes_heads=True)))


# --- captions


@pytest.mark.parametrize(
    ("document", "part"),
    [
        (bank(), "bank — money · query bank · no mask · scaled by 1/√d_k, d_k = 2 · temperature 1"),
        (crossing(), "crossing · query two · no mask · not scaled, d_k = 2 · temperature 1"),
        (replace(bank(), mask=Mask("causal")), " · causal mask · "),
        (
            replace(bank(), mask=Mask("causal", frozenset({(1, 2), (6, 6)}))),
            " · causal mask, 2 cells changed · ",
        ),
        (replace(bank(), mask=Mask("none", frozenset({(1, 2)}))), " · 1 cell masked · "),
        (replace(bank(), mask=Mask("custom", frozenset({(1, 2), (99, 1)}))), " · 1 cell masked · "),
        (replace(bank(), mask=Mask("custom")), " · no mask · "),
        (replace(bank(), settings=ScoreSettings(0.25, 0.5)), " · scaled by 0.25, d_k = 2 · temperature 0.5"),
        (projected(), " · query y · head 1 of 2 · "),
        (replace(bank(), mask=Mask("strict")), " · causal mask without its diagonal · "),
        (replace(bank(), mask=Mask("window", size=3)), " · sliding window, 3 wide · "),
        (replace(bank(), mask=Mask("causal", padding="left", pads=2)), " · causal, 2 pads on the left · "),
        (replace(bank(), mask=Mask("none", padding="right", pads=1)), " · 1 pad on the right · "),
        (replace(crossing(), mask=Mask("causal", align="start")), " · causal mask, aligned at the start · "),
        (replace(bank(), settings=ScoreSettings(cosine=True)), " · cosines for dot products"),
        (replace(bank(), positions=Positions("rope")), " · positions by RoPE"),
        (replace(two_meanings(), positions=Positions("added")), " · positions added to x"),
        (
            replace(bank(), mask=Mask("causal"), wrong=Wrong(mask_after_softmax=True)),
            " · done wrongly: mask after the softmax",
        ),
        (
            replace(bank(), wrong=Wrong(skips_softmax=True, added=(6, 3, -1.5))),
            " · done wrongly: no softmax, −1.50 on the score of bank with money",
        ),
        (replace(of_words(), title=""), "no mask · scaled by 1/√d_k, d_k = 2 · temperature 1"),
    ],
)
def test_a_caption_carries_what_the_picture_hangs_on(document: Document, part: str) -> None:
    assert part in caption(document)


def test_a_mask_that_hides_nothing_is_not_called_late() -> None:
    assert "wrongly" not in caption(replace(bank(), wrong=Wrong(mask_after_softmax=True)))
