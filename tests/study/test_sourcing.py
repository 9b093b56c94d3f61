"""Another source for the vectors, and what real vectors show: attention in 50 dimensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from attnstudio.model import charts
from attnstudio.model.document import Document, Embedding
from attnstudio.model.edits import farthest
from attnstudio.model.projecting import make_free, move_x, set_heads, set_preset
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Positions, Wrong
from attnstudio.model.soundness import check
from attnstudio.state.store import Store
from attnstudio.storage.schema import from_json, to_bytes
from attnstudio.storage.strict_json import parse
from attnstudio.study import own_vectors
from attnstudio.study.lexicon import placement
from attnstudio.study.own_vectors import open_own
from attnstudio.study.placing import missing_words
from attnstudio.study.sourcing import chart_for, draw_through, drawn_by, use_source
from attnstudio.study.word_vectors import vocabulary
from tests.samples import bank, crossing, of_words, projected, two_meanings

UNIT50 = np.eye(50)


@pytest.fixture(autouse=True)
def nothing_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_vectors, "_opened", {})


def mine(folder: Path, text: str) -> str:
    (folder / "mine.csv").write_text(text, encoding="utf-8")
    return open_own(folder / "mine.csv")


def weights_of_bank(document: Document, passage: int) -> dict[str, float]:
    tokens = document.passages[passage].query_tokens
    row = [token.text for token in tokens].index("bank")
    weights = resolve(document, passage).weights[0, row].tolist()
    return dict(zip((token.text for token in tokens), weights, strict=True))


def x_of(document: Document, passage: int, row: int) -> tuple[float, ...]:
    embedding = document.passages[passage].embedding
    assert embedding is not None
    return embedding.x[row]


# --- real words


def test_real_vectors_make_bank_look_mostly_at_itself() -> None:
    """With Q = K = V = x hardly any score beats that of a word with itself: W_Q and W_K must be learned."""
    document = use_source(two_meanings(), "word vectors")
    for passage, least in ((0, 0.74), (1, 0.82)):
        weights = weights_of_bank(document, passage)
        assert max(weights, key=weights.__getitem__) == "bank"
        assert weights["bank"] > least
    assert weights_of_bank(document, 0)["money"] == pytest.approx(0.091, abs=5e-4)
    assert weights_of_bank(document, 1)["river"] == pytest.approx(0.050, abs=5e-4)


@pytest.mark.parametrize("made", [bank, two_meanings, crossing, projected])
def test_everything_is_made_of_x_in_fifty_dimensions(made: Callable[[], Document]) -> None:
    before = made()
    document = use_source(before, "word vectors")
    check(document)
    assert document.projection is not None
    assert np.array_equal(document.projection.w_q, [UNIT50])
    assert document.projection.w_o is None
    assert document.settings.scale is None
    for passage, old in zip(document.passages, before.passages, strict=True):
        assert passage.heads == ()
        assert isinstance(passage.embedding, Embedding)
        assert {len(x) for x in passage.embedding.x} == {50}
        assert (passage.embedding.x_keys is None) == old.is_self_attention
        assert [t.id for t in passage.key_tokens] == [t.id for t in old.key_tokens]
    assert (document.vectors, document.vectors_name) == ("word vectors", "")
    assert (document.scene, document.remark) == ("", "")


def test_weights_come_from_all_dimensions_and_the_chart_only_draws() -> None:
    document = use_source(two_meanings(), "word vectors")
    trace = resolve(document)
    x = np.array([x_of(document, 0, row) for row in range(6)])
    assert np.allclose(trace.scores[0], x @ x.T)
    flat = charts.shown_rows(document.chart, x)
    assert not np.allclose(trace.scores[0], flat @ flat.T, atol=1.0)
    other = draw_through(document, "components")
    assert other.chart != document.chart
    assert np.array_equal(resolve(other).weights, trace.weights)


def test_a_drag_changes_what_the_chart_shows_and_the_weights_follow() -> None:
    document = use_source(two_meanings(), "word vectors")
    before = np.array(x_of(document, 0, 2))
    moved = move_x(document, 3, (0.5, 4.0))
    after = np.array(x_of(moved, 0, 2))
    assert charts.shown(document.chart, tuple(after.tolist())) == pytest.approx((0.5, 4.0))
    assert document.chart is not None
    axes = np.array([document.chart.x_axis, document.chart.y_axis])
    hidden = np.eye(50) - axes.T @ axes
    assert np.allclose(hidden @ after, hidden @ before, atol=1e-6)
    assert weights_of_bank(moved, 0)["money"] != pytest.approx(weights_of_bank(document, 0)["money"])


def test_the_plane_has_room_for_every_real_word() -> None:
    for drawn in ("axes", "components", "plain"):
        document = use_source(two_meanings(), "word vectors", drawn)
        assert drawn_by(document) == drawn
        points = charts.shown_rows(document.chart, vocabulary().vectors)
        assert np.abs(points).max() <= document.bound


def test_words_that_are_not_in_it_are_known() -> None:
    document = use_source(of_words("the", "zorkmid", "Bank", "frotz", "zorkmid"), "word vectors")
    assert missing_words(document) == ("zorkmid", "frotz")
    assert x_of(document, 0, 1) == x_of(document, 0, 4)
    assert farthest(document) <= document.bound


# --- back and forth


def test_hand_placed_words_are_the_lexicons_again() -> None:
    document = use_source(use_source(two_meanings(), "word vectors"), "hand-placed")
    for passage in document.passages:
        assert passage.embedding is not None
        words = [token.text for token in passage.query_tokens]
        assert list(passage.embedding.x) == [placement(word)[1] for word in words]
    assert (document.chart, document.bound) == (two_meanings().chart, 3.0)
    assert document.vectors == "hand-placed"


def test_a_source_that_is_there_already_changes_nothing() -> None:
    document = use_source(two_meanings(), "word vectors")
    assert use_source(document, "word vectors") is document
    assert draw_through(document, "axes") is document


def test_words_are_put_back_and_matrices_stay() -> None:
    document = use_source(two_meanings(), "word vectors")
    turned = set_preset(set_heads(document, 2), "w_k", 0, "swap")
    back = use_source(move_x(turned, 3, (0.5, 4.0)), "word vectors")
    assert back.passages == document.passages
    assert back.projection == turned.projection


def test_one_step_is_undone_as_one() -> None:
    store = Store(bank())
    assert store.apply("Vectors: real words", lambda document: use_source(document, "word vectors"))
    assert store.trace.d_k == 50
    store.undo()
    assert store.document == bank()


def test_free_vectors_and_wrong_ways_give_way() -> None:
    wrong = replace(projected(), wrong=Wrong(reshapes_heads=True))
    assert use_source(wrong, "word vectors").wrong == Wrong()
    free = make_free(use_source(two_meanings(), "word vectors"))
    assert use_source(free, "word vectors").passages == use_source(two_meanings(), "word vectors").passages


def test_it_is_saved_and_opened_again() -> None:
    document = use_source(two_meanings(), "word vectors")
    opened = from_json(parse(to_bytes(document, Store(document).look)))
    assert opened.document == document


# --- a file of one's own


def test_two_numbers_are_drawn_as_they_are_with_the_files_names(tmp_path: Path) -> None:
    name = mine(tmp_path, "word,warm,wet\nmoney,0.02,0.01\nriver,0.005,0.032\nbank,0.01,0.01\n")
    document = use_source(two_meanings(), "file", "components", name)
    check(document)
    assert document.chart is not None
    assert (document.chart.x_name, document.chart.y_name) == ("warm", "wet")
    assert (document.vectors, document.vectors_name) == ("file", "mine.csv")
    assert x_of(document, 0, 2) == (0.02, 0.01)
    assert document.bound == pytest.approx(0.036)
    assert missing_words(document) == ("I", "deposited", "at", "the", "We", "sat", "beside")


@pytest.mark.parametrize("size", [1, 2, 3, 8, 50])
def test_a_file_of_any_size(tmp_path: Path, size: int) -> None:
    rng = np.random.default_rng(size)
    words = ("bank", "money", "river", "the")
    lines = (f"{word},{','.join(map(str, rng.normal(size=size).round(3)))}" for word in words)
    name = mine(tmp_path, "\n".join(lines))
    document = use_source(two_meanings(), "file", "components", name)
    check(document)
    assert resolve(document).d_k == size
    assert farthest(document) <= document.bound
    plain = draw_through(document, "plain")
    check(plain)
    assert drawn_by(plain) == "plain"
    assert farthest(plain) <= plain.bound
    assert to_bytes(plain, Store(plain).look)


def test_positions_need_pairs(tmp_path: Path) -> None:
    name = mine(tmp_path, "bank,1,2,3\n")
    turning = replace(two_meanings(), positions=Positions("rope"))
    with pytest.raises(Refused, match="3 is an odd number"):
        use_source(turning, "file", "components", name)


def test_a_file_that_was_not_read_is_refused() -> None:
    with pytest.raises(Refused, match=r"“gone\.csv” was not read"):
        use_source(bank(), "file", "components", "gone.csv")


def test_a_document_is_drawn_by_its_own_words_where_the_file_is_gone(tmp_path: Path) -> None:
    name = mine(tmp_path, "bank,1,2,3\nmoney,0,4,0\nriver,1,0,-5\n")
    document = use_source(two_meanings(), "file", "plain", name)
    own_vectors._opened.clear()
    redrawn = draw_through(document, "components")
    check(redrawn)
    assert farthest(redrawn) <= redrawn.bound
    with pytest.raises(Refused, match="money and water"):
        chart_for(document, "axes")


def test_free_vectors_of_different_sizes_can_be_drawn() -> None:
    three = make_free(projected())
    mixed = replace(three, passages=(*three.passages, *of_words("a").passages), chart=None)
    mixed = replace(mixed, passages=(mixed.passages[0], replace(bank().passages[0])))
    chart = chart_for(mixed, "components")
    assert chart is not None
