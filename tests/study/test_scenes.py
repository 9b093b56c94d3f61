"""The built-in scenes: the chapter's numbers, to the digits that are printed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from attnstudio.assets import resource
from attnstudio.model.document import Document, Vector
from attnstudio.model.edits import farthest
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.sentence import Piece, join
from attnstudio.model.settings import Mask
from attnstudio.model.soundness import check
from attnstudio.model.trace import Row
from attnstudio.storage.schema import to_bytes
from attnstudio.study.lexicon import lexicon
from attnstudio.study.scenes import FIRST, SceneInfo, load, scenes, starter

IDS = ("worked-example", "softmax-210", "bank-money", "bank-river", "causal-love", "long-wrong-key")
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


@pytest.mark.parametrize("info", scenes(), ids=IDS)
def test_a_scene_is_what_its_entry_says(info: SceneInfo) -> None:
    document, look = load(info.id)
    assert (document.scene, document.title) == (info.id, info.title)
    assert document.remark
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
    assert farthest(document) <= document.bound == 3.0


@pytest.mark.parametrize(
    "name", ["bank", "", "../scenes/bank-money", "bank-money.json", "x" * 10**5, "\ud800"]
)
def test_an_unknown_scene_is_refused_with_the_names(name: str) -> None:
    with pytest.raises(Refused, match=r"there are worked-example, .*, long-wrong-key") as refused:
        load(name)
    assert len(str(refused.value)) < 300
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


def test_bank_beside_money() -> None:
    document, look = load("bank-money")
    assert sentence(document) == "I deposited money at the bank."
    assert look.query == 6
    row = shown_row(document, 5)
    words = [token.text for token in document.passages[0].query_tokens]
    weights = dict(zip(words, row.weights.tolist(), strict=True))
    for word, weight in {"money": 0.447, "deposited": 0.269, "bank": 0.162}.items():
        assert weights[word] == pytest.approx(weight, abs=PRINTED)
    np.testing.assert_allclose(row.output, [1.328, 0.208], atol=PRINTED)


def test_bank_beside_the_river() -> None:
    document, look = load("bank-river")
    assert sentence(document) == "We sat beside the river bank."
    assert look.query == 6
    row = shown_row(document, 5)
    words = [token.text for token in document.passages[0].query_tokens]
    weights = dict(zip(words, row.weights.tolist(), strict=True))
    for word, weight in {"river": 0.489, "bank": 0.177, "beside": 0.156}.items():
        assert weights[word] == pytest.approx(weight, abs=PRINTED)
    np.testing.assert_allclose(row.output, [0.130, 1.300], atol=PRINTED)


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


def test_a_new_document_has_words_to_type_over() -> None:
    document, look = starter()
    check(document)
    assert 2 <= len(document.passages[0].query_tokens) <= 3
    assert document.scene == ""
    assert look.query in {token.id for token in document.passages[0].query_tokens}
