"""The built-in scenes: the chapter's numbers, to the digits that are printed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from attnstudio.assets import resource
from attnstudio.model.document import Document, Handle, Vector, fitting
from attnstudio.model.edits import farthest, move_vector, set_rule
from attnstudio.model.heads import final
from attnstudio.model.projecting import move_basis, set_preset
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.retype import retype_sentence
from attnstudio.model.sentence import Piece, join
from attnstudio.model.settings import Mask, Positions, Wrong
from attnstudio.model.soundness import check
from attnstudio.model.trace import Array, Row
from attnstudio.storage.schema import to_bytes
from attnstudio.study.lexicon import lexicon
from attnstudio.study.placing import vectors_for
from attnstudio.study.scenes import CHAPTERS, FIRST, SceneInfo, load, scenes, starter
from attnstudio.study.sourcing import use_source

IDS = (
    "central-question",
    "three-vectors",
    "worked-example",
    "long-wrong-key",
    "why-sqrt-dk",
    "wrong-divisor",
    "softmax-210",
    "whole-formula",
    "routing",
    "order-blind",
    "near-words",
    "causal-love",
    "mask-laboratory",
    "cache",
    "mask-too-late",
    "torch-shapes",
    "two-heads",
    "reshape-trap",
    "two-meanings",
    "bank-money",
    "bank-river",
    "real-words",
)
SECTIONS = {  # as the chapter has them, each with the workspaces in which its scenes are shown
    "1. The central question": {"vectors"},
    "2. Queries, keys and values": {"sequence"},
    "3. Compare a query with keys": {"vectors"},
    "4. Why divide by √d_k?": {"scaling"},
    "5. Softmax turns scores into weights": {"vectors"},
    "6. The complete formula": {"sequence"},
    "7. A visual mental model": {"sequence"},
    "8. Self-attention": {"sequence"},
    "9. Causal attention": {"vectors", "sequence"},
    "10. PyTorch": {"sequence"},
    "Think like a scientist": {"vectors", "context"},
}
PRINTED = 5e-4  # half of the last digit of 0.447


def shown_row(document: Document, query: int) -> Row:
    """What follows for the query token at a position, in the one head."""
    row = resolve(document).row(query)
    return Row(row.scores[0], row.scaled[0], row.masked[0], row.weights[0], row.output[0], row.blind)


def vectors(scene: str) -> dict[str, tuple[Vector, Vector, Vector]]:
    """Each word's query, key and value."""
    passage = load(scene)[0].passages[0]
    head = passage.heads[0]
    rows = zip(head.queries, head.keys, head.values, strict=True)
    return {token.text: row for token, row in zip(passage.query_tokens, rows, strict=True)}


def sentence(document: Document) -> str:
    return join(Piece(t.before, t.text, t.after) for t in document.passages[0].query_tokens)


def test_the_scenes_are_these() -> None:
    assert tuple(scene.id for scene in scenes()) == IDS
    assert FIRST in IDS


def test_no_file_lies_there_that_is_no_scene() -> None:
    assert {path.stem for path in resource("scenes").iterdir()} == set(IDS)


def test_every_section_of_the_chapter_has_a_scene_in_its_workspace() -> None:
    assert tuple(SECTIONS) == CHAPTERS
    found: dict[str, set[str]] = {}
    for scene in scenes():
        found.setdefault(scene.chapter, set()).add(load(scene.id)[1].workspace)
    assert found == SECTIONS
    assert list(found) == list(CHAPTERS)


@pytest.mark.parametrize("scene", IDS)
def test_a_scene_has_numbers_for_every_sentence(scene: str) -> None:
    document, look = load(scene)
    assert fitting(look, document) == look
    for passage in range(len(document.passages)):
        trace = resolve(document, passage)
        assert np.isfinite(trace.output).all()
        assert not trace.row(0).blind.any()
        assert final(trace, document.projection).shape[0] == trace.n_queries


@pytest.mark.parametrize("scene", IDS)
def test_no_arrow_of_a_matrix_lies_outside_its_plane(scene: str) -> None:
    """A drag would bring it back with a jump."""
    document, _ = load(scene)
    projection = document.projection
    if projection is not None:
        rows = np.array([*projection.w_q, *projection.w_k, *projection.w_v])
        assert np.abs(rows).max() <= document.bound


@pytest.mark.parametrize("info", scenes(), ids=IDS)
def test_a_scene_is_what_its_entry_says(info: SceneInfo) -> None:
    document, look = load(info.id)
    assert (document.scene, document.title) == (info.id, info.title)
    assert 60 < len(document.remark) < 180
    assert len(info.title) <= 32
    assert info.sentence.endswith((".", "…"))
    assert len(info.sentence) < 90
    assert look.query in {token.id for token in document.passages[0].query_tokens}


@pytest.mark.parametrize("scene", IDS)
def test_a_scene_is_written_as_the_program_writes(scene: str) -> None:
    assert resource("scenes", f"{scene}.json").read_bytes() == to_bytes(*load(scene))


@pytest.mark.parametrize("scene", IDS)
def test_a_scene_fits_its_plane(scene: str) -> None:
    document, _ = load(scene)
    check(document)
    assert farthest(document) <= document.bound == (6.0 if scene == "real-words" else 3.0)


@pytest.mark.parametrize(
    "name", ["bank", "", "../scenes/bank-money", "bank-money.json", "x" * 10**5, "\ud800"]
)
def test_an_unknown_scene_is_refused_with_the_names(name: str) -> None:
    with pytest.raises(Refused, match=r"there are central-question, .*, real-words") as refused:
        load(name)
    assert len(str(refused.value)) < 500
    str(refused.value).encode()


def test_the_worked_example() -> None:
    document, _ = load("worked-example")
    row = shown_row(document, 0)
    assert row.scores.tolist() == [4.0]
    assert row.weights.tolist() == [1.0]
    assert row.output.tolist() == [2.0, 1.0]
    assert not document.passages[0].is_self_attention
    assert "one key, so its weight is 1" in document.remark


def test_softmax_of_two_one_zero() -> None:
    document, _ = load("softmax-210")
    row = shown_row(document, 0)
    assert document.settings.scale == 1.0
    assert row.scores.tolist() == row.scaled.tolist() == [2.0, 1.0, 0.0]
    np.testing.assert_allclose(row.weights, [0.665, 0.245, 0.090], atol=PRINTED)


def of_bank(scene: str, said: str, weights: dict[str, float], output: list[float]) -> None:
    """What is printed of the row of *bank*."""
    document, look = load(scene)
    assert sentence(document) == said
    assert look.query == 6
    row = shown_row(document, 5)
    words = [token.text for token in document.passages[0].query_tokens]
    shown = dict(zip(words, row.weights.tolist(), strict=True))
    for word, weight in weights.items():
        assert shown[word] == pytest.approx(weight, abs=PRINTED)
    np.testing.assert_allclose(row.output, output, atol=PRINTED)


def test_bank_beside_money() -> None:
    weights = {"money": 0.447, "deposited": 0.269, "bank": 0.162}
    of_bank("bank-money", "I deposited money at the bank.", weights, [1.328, 0.208])


def test_bank_beside_the_river() -> None:
    weights = {"river": 0.489, "bank": 0.177, "beside": 0.156}
    of_bank("bank-river", "We sat beside the river bank.", weights, [0.130, 1.300])


def test_words_of_both_sentences_have_the_same_vectors() -> None:
    """So every difference between the two is the context's."""
    money, river = vectors("bank-money"), vectors("bank-river")
    shared = set(money) & set(river)
    assert shared == {"the", "bank"}
    for word in shared:
        assert money[word] == river[word]
    assert load("bank-money")[0].settings == load("bank-river")[0].settings


@pytest.mark.parametrize("scene", ["bank-money", "bank-river"])
def test_the_bank_scenes_are_of_the_lexicon(scene: str) -> None:
    document, _ = load(scene)
    assert document.chart is not None
    assert (document.chart.x_name, document.chart.y_name) == lexicon().axes == ("money", "water")
    for word, (query, key, value) in vectors(scene).items():
        asked, x, source = lexicon().placement(word)
        assert (query, key, value, source) == (asked, x, x, "lexicon")
    assert vectors(scene)["bank"] == ((1.8, 1.8), (0.6, 0.6), (0.6, 0.6))


def test_causal_love_has_a_row_more_than_the_chapters_table() -> None:
    document, look = load("causal-love")
    assert sentence(document) == "I love deep learning"
    assert document.mask == Mask("causal")
    weights = resolve(document).weights[0]
    assert (weights > 0).tolist() == np.tri(4, dtype=bool).tolist()
    assert "three of these four rows" in document.remark
    assert look.query == 2


def test_without_the_mask_love_would_look_at_learning() -> None:
    document, _ = load("causal-love")
    open_row = shown_row(replace(document, mask=Mask()), 1)
    assert open_row.weights.argmax() == 3


def test_a_long_key_aside_outscores_a_short_one_ahead() -> None:
    document, _ = load("long-wrong-key")
    long, short = document.passages[0].heads[0].keys
    assert math.hypot(*long) == pytest.approx(2.0)
    assert math.degrees(math.atan2(long[1], long[0])) == pytest.approx(60.0)
    assert short == (0.8, 0.0)
    row = shown_row(document, 0)
    np.testing.assert_allclose(row.scores, [1.0, 0.8])
    assert row.weights[0] > row.weights[1]


# --- what the remarks of the others claim, number by number


def claims(scene: str, *texts: str) -> Document:
    """The document of a scene whose remark says all of that."""
    document, _ = load(scene)
    for text in texts:
        assert text in document.remark
    return document


def weights(document: Document, passage: int = 0, head: int = 0) -> Array:
    return np.asarray(resolve(document, passage).weights[head])


def test_it_looks_at_the_cat() -> None:
    document = claims("central-question", "“cat” gets 0.53 and “mat” 0.05")
    assert sentence(document) == "The cat left the mat because it slept."
    row = weights(document)[6]
    assert (row[1], row[4]) == (pytest.approx(0.53, abs=5e-3), pytest.approx(0.05, abs=5e-3))
    up = move_vector(document, Handle("query", 7), (0.1, 2.0))
    assert weights(up)[6].argmax() == 4


def test_three_vectors_of_one_x() -> None:
    document = claims("three-vectors", "three times as long", "turns it by 90°", "the weights stay")
    embedding = document.passages[0].embedding
    assert embedding is not None
    x, trace = np.array(embedding.x), resolve(document)
    np.testing.assert_allclose(trace.queries[0], 3 * x)
    np.testing.assert_allclose(trace.keys[0], x)
    np.testing.assert_allclose(trace.values[0], x @ [[0.0, 1.0], [-1.0, 0.0]])
    moved = move_basis(document, "w_v", 0, 0, (2.0, 1.0))
    assert np.array_equal(weights(moved), weights(document))
    assert not np.allclose(resolve(moved).output, trace.output)


@pytest.mark.parametrize(
    ("scene", "divided"),
    [("why-sqrt-dk", {1.0: 0.88, 8.0: 0.36}), ("wrong-divisor", {8.0: 0.36, 22.6: 0.20})],
)
def test_the_mean_largest_weight_of_a_laboratory(scene: str, divided: dict[float, float]) -> None:
    document = claims(scene, *(f"{mean:.2f}" for mean in divided.values()))
    asked = document.sampling
    assert (asked.d_k, asked.keys) == (64, 8)
    assert asked.divisor == ("sqrt d_model" if scene == "wrong-divisor" else "sqrt d_k")
    assert math.sqrt(asked.d_model) == pytest.approx(22.6, abs=0.05)
    rng = np.random.default_rng(3)
    scores = np.einsum("nd,nkd->nk", rng.normal(size=(20_000, 64)), rng.normal(size=(20_000, 8, 64)))
    for divisor, mean in divided.items():
        lead = np.exp(scores / divisor - (scores / divisor).max(axis=1, keepdims=True))
        assert (1 / lead.sum(axis=1)).mean() == pytest.approx(mean, abs=0.01)


def test_the_whole_formula_step_by_step() -> None:
    document = claims("whole-formula", "3.6, scaled 2.55, normalized 0.447", "(1.33, 0.21)")
    row = shown_row(document, 5)
    assert row.scores[2] == pytest.approx(3.6)
    assert row.scaled[2] == pytest.approx(2.55, abs=5e-3)
    assert row.weights[2] == pytest.approx(0.447, abs=PRINTED)
    np.testing.assert_allclose(row.output, [1.33, 0.21], atol=5e-3)
    np.testing.assert_allclose(row.output, shown_row(load("bank-money")[0], 5).output)


def test_each_word_takes_from_the_next_one_round_the_compass() -> None:
    document = claims("routing", "0.98 of its output from the next one")
    assert weights(document).argmax(axis=1).tolist() == [1, 2, 3, 0]
    np.testing.assert_allclose(weights(document).max(axis=1), 0.98, atol=5e-3)
    swapped = set_preset(document, "w_q", 0, "swap")
    assert weights(swapped).argmax(axis=1).tolist() != [1, 2, 3, 0]


def test_the_order_of_the_words_plays_no_part() -> None:
    document = claims("order-blind", "rows change places, and no number changes", "switch positions on")
    assert document.mask == Mask()
    turned = retype_sentence(document, "man bites dog", vectors_for(document))
    np.testing.assert_allclose(resolve(turned).output[0, ::-1], resolve(document).output[0])
    placed, other = (replace(d, positions=Positions("rope")) for d in (document, turned))
    assert not np.allclose(resolve(other).output[0, ::-1], resolve(placed).output[0])


def test_only_the_distance_of_equal_words_counts() -> None:
    document = claims("near-words", "itself 0.28, its neighbours 0.23 and the ends 0.13", "all are 0.20")
    np.testing.assert_allclose(weights(document)[2], [0.13, 0.23, 0.28, 0.23, 0.13], atol=5e-3)
    np.testing.assert_allclose(weights(replace(document, positions=Positions())), 0.2)
    scores = resolve(document).scores[0]
    for distance in range(5):
        np.testing.assert_allclose(np.diag(scores, distance), scores[0, distance])


def test_without_the_diagonal_the_first_word_is_blind() -> None:
    document = claims("mask-laboratory", "the first word may look at nothing")
    assert document.mask == Mask("causal")
    assert document.passages == load("causal-love")[0].passages
    assert resolve(set_rule(document, "strict")).blind[0].tolist() == [True, False, False, False]
    assert load("mask-laboratory")[1].side == "masks"


def test_a_cache_is_asked_at_its_end() -> None:
    document = claims("cache", "see 4 and 5", "see 1 and 2")
    assert not document.passages[0].is_self_attention
    seen = (weights(document) > 0).sum(axis=1).tolist()
    assert seen == [4, 5]
    at_start = replace(document, mask=replace(document.mask, align="start"))
    assert (weights(at_start) > 0).sum(axis=1).tolist() == [1, 2]


def test_a_mask_after_the_softmax_leaks() -> None:
    document = claims("mask-too-late", "0.090 and 0.245 sum to 0.335", "0.269 and 0.731")
    row = shown_row(document, 0)
    assert row.scores.tolist() == [1.0, 2.0, 3.0]
    np.testing.assert_allclose(row.weights, [0.090031, 0.244728, 0.0], atol=1e-6)
    assert row.weights.sum() == pytest.approx(0.334759, abs=1e-6)
    right = replace(document, wrong=Wrong())
    np.testing.assert_allclose(weights(right)[0], [0.268941, 0.731059, 0.0], atol=1e-6)


def test_the_shapes_of_the_chapters_code() -> None:
    document = claims("torch-shapes", "(2, 4, 4)", "√8 = 2.83", "(2, 4, 8)")
    traces = [resolve(document, passage) for passage in range(2)]
    q, k, v = (
        np.stack([getattr(trace, name)[0] for trace in traces]) for name in ("queries", "keys", "values")
    )
    assert q.shape == k.shape == v.shape == (2, 4, 8)
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(8)
    assert scores.shape == (2, 4, 4)
    e = np.exp(scores)
    out = e / e.sum(axis=-1, keepdims=True) @ v
    np.testing.assert_allclose(np.stack([trace.output[0] for trace in traces]), out)


def test_two_heads_look_in_two_ways() -> None:
    document = claims("two-heads", "itself with 0.83 in head 1", "“two” with 0.94")
    assert weights(document, head=0)[0].argmax() == 0
    assert weights(document, head=0)[0, 0] == pytest.approx(0.83, abs=5e-3)
    assert weights(document, head=1)[0].argmax() == 1
    assert weights(document, head=1)[0, 1] == pytest.approx(0.94, abs=5e-3)
    assert document.projection is not None
    assert document.projection.w_o is not None


def test_heads_cut_by_a_reshape_alone_hold_whole_words() -> None:
    trap, right = claims("reshape-trap", "both heads' vectors of “one” and “two”"), load("two-heads")[0]
    assert trap.wrong == Wrong(reshapes_heads=True)
    assert (trap.passages, trap.projection) == (right.passages, right.projection)
    q, cut = resolve(right).queries, resolve(trap).queries
    assert cut.shape == q.shape
    assert cut[0].tolist() == [q[0, 0].tolist(), q[1, 0].tolist(), q[0, 1].tolist(), q[1, 1].tolist()]


def test_one_word_has_two_meanings() -> None:
    document = claims("two-meanings", "one arrow ends at two places")
    look = load("two-meanings")[1]
    assert look.predicting
    assert look.rows == (6, 16)
    assert weights(document, 0)[5, 2] == pytest.approx(0.447, abs=PRINTED)
    assert weights(document, 1)[5, 4] == pytest.approx(0.489, abs=PRINTED)
    for passage, alone in enumerate(("bank-money", "bank-river")):
        np.testing.assert_allclose(weights(document, passage)[5], weights(load(alone)[0])[5])


def test_real_words_are_those_of_the_word_vectors() -> None:
    document = claims("real-words", "0.74 and 0.82, money only 0.09 and river 0.05", "Q = K = V = x")
    hand, _ = load("two-meanings")
    sourced = use_source(hand, "word vectors")
    assert (document.passages, document.chart, document.bound) == (
        sourced.passages,
        sourced.chart,
        sourced.bound,
    )
    assert document.vectors == "word vectors"
    assert document.projection == sourced.projection
    money, river = weights(document, 0)[5], weights(document, 1)[5]
    assert (money[5], money[2]) == (pytest.approx(0.74, abs=5e-3), pytest.approx(0.09, abs=5e-3))
    assert (river[5], river[4]) == (pytest.approx(0.82, abs=5e-3), pytest.approx(0.05, abs=5e-3))
    assert money.argmax() == river.argmax() == 5


def test_a_new_document_has_words_to_type_over() -> None:
    document, look = starter()
    check(document)
    assert 2 <= len(document.passages[0].query_tokens) <= 3
    assert document.scene == ""
    assert look.query in {token.id for token in document.passages[0].query_tokens}
