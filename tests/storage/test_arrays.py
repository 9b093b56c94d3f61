"""Plain arrays, made into a document or refused with both shapes."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.attention import attend
from attnstudio.model.document import Document
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask
from attnstudio.storage.arrays import MOST_TOKENS, from_json

PAIR = {"queries": [[1, 0], [0, 1]], "keys": [[2, 0], [1, 1]], "values": [[1], [0]]}
CROSS = {"queries": [[1, 0]], "keys": [[2, 0], [1, 1]], "values": [[1], [0]]}


def document(**members: Any) -> Document:
    return from_json(PAIR | members).document


def names(document: Document) -> tuple[list[str], list[str]]:
    passage = document.passages[0]
    return [t.text for t in passage.query_tokens], [t.text for t in passage.key_tokens]


def test_one_list_of_names_for_as_many_queries_as_keys_is_self_attention() -> None:
    made = document(tokens=["a", "b"])
    assert made.passages[0].is_self_attention
    assert names(made) == (["a", "b"], ["a", "b"])


def test_otherwise_queries_and_keys_have_names_of_their_own() -> None:
    assert names(document()) == (["q1", "q2"], ["k1", "k2"])
    assert names(from_json(CROSS).document) == (["q1"], ["k1", "k2"])
    assert names(from_json(CROSS | {"tokens": ["a", "b"]}).document) == (["q1"], ["a", "b"])
    assert names(document(tokens=["a", "b"], query_tokens=["x", "y"])) == (["x", "y"], ["a", "b"])
    assert names(document(query_tokens=["x", "y"])) == (["x", "y"], ["k1", "k2"])


def test_what_is_left_out_is_as_in_the_formula() -> None:
    made = document()
    assert made.settings.scale is None
    assert made.settings.temperature == 1.0
    assert made.mask == Mask()
    assert (made.title, made.bound) == ("plain arrays", 3.0)


def test_the_settings_are_taken() -> None:
    made = document(scale=1, temperature=0.5, title="mine")
    assert (made.settings.scale, made.settings.temperature, made.title) == (1.0, 0.5, "mine")


def test_true_in_the_mask_means_may_look() -> None:
    """Scores 1, 2, 3 with the last hidden: read the other way round, the output would be 100."""
    made = from_json(
        {"queries": [[1]], "keys": [[1], [2], [3]], "values": [[1], [10], [100]], "scale": 1.0}
        | {"mask": [[True, True, False]]}
    ).document
    trace = resolve(made)
    np.testing.assert_allclose(trace.weights[0, 0], [0.268941, 0.731059, 0.0], atol=1e-6)
    np.testing.assert_allclose(trace.output[0, 0], [7.579527], atol=1e-6)
    assert made.mask.rule == "custom"


def test_a_row_of_false_is_blind_and_not_nan() -> None:
    trace = resolve(document(mask=[[True, True], [False, False]], values=[[10, 0], [0, 20]]))
    assert trace.blind[0].tolist() == [False, True]
    assert trace.weights[0, 1].tolist() == [0, 0]
    assert trace.output[0, 1].tolist() == [0, 0]


def test_a_mask_that_hides_nothing_is_none() -> None:
    assert document(mask=[[True, True], [True, True]]).mask == Mask()


@pytest.mark.parametrize(("far", "bound"), [(2.5, 3.0), (3.0, 3.0), (3.2, 4.0), (-70.1, 71.0)])
def test_the_bound_holds_every_vector(far: float, bound: float) -> None:
    assert document(keys=[[far, 0], [0, 0]]).bound == bound


def test_any_dimension_and_any_heads() -> None:
    heads = np.arange(2 * 3 * 5).reshape(2, 3, 5) / 10
    value = {"queries": heads.tolist(), "keys": heads.tolist(), "values": heads[..., :1].tolist()}
    made = from_json(value).document
    assert len(made.passages[0].heads) == 2
    np.testing.assert_allclose(resolve(made).output, attend(heads, heads, heads[..., :1]).output)


def test_no_tokens_are_legal() -> None:
    made = from_json({"queries": [], "keys": [], "values": [], "tokens": []}).document
    assert names(made) == ([], [])
    assert resolve(from_json(CROSS | {"keys": [], "values": []}).document).output.tolist() == [[[0, 0]]]


def test_what_a_computation_printed_is_read_again() -> None:
    opened = from_json(PAIR | {"weights": [[1, 0]], "scores": None, "blind": "?"})
    assert opened.document == document()
    assert not opened.is_document
    assert opened.notes == ()


def test_a_member_that_nobody_knows_is_mentioned() -> None:
    opened = from_json(PAIR | {"temprature": 0.1})
    assert opened.notes == ("“temprature” is not known and was left out.",)
    assert from_json(PAIR | {"a": 1, "b": 2}).notes == ("“a” and “b” are not known and were left out.",)


def test_many_members_that_nobody_knows_are_one_sentence() -> None:
    opened = from_json(PAIR | {f"layer {number}": [] for number in range(1000)})
    assert opened.notes == ("“layer 0” and 999 other members are not known and were left out.",)


def test_heads_with_more_scores_than_anybody_can_wait_for_are_refused() -> None:
    rows = [[1]] * 1024
    assert document(queries=[rows] * 4, keys=[rows] * 4, values=[rows] * 4).passages[0].heads
    with pytest.raises(
        Refused, match="passage 1: up to here the heads have 5,242,880 scores; 4,194,304 are possible"
    ):
        document(queries=[rows] * 5, keys=[rows] * 5, values=[rows] * 5)


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"values": None}, "values: is missing"),
        ({"keys": 3}, "keys: expected a list, got a whole number"),
        ({"keys": [1, 2]}, "keys[0]: expected a list, got a whole number"),
        ({"keys": [[1, "2"], [0, 0]]}, "keys[0][1]: expected a number, got text"),
        ({"keys": [[1, True], [0, 0]]}, "keys[0][1]: expected a number, got true or false"),
        ({"keys": [[1, None], [0, 0]]}, "keys[0][1]: expected a number, got nothing"),
        ({"keys": [[1, 2], [0]]}, "keys, row 2: has 1 components where 2 are needed"),
        ({"keys": [[], []]}, "keys, row 1: has 0 components where some are needed"),
        ({"keys": [[1, 2, 3], [4, 5, 6]]}, "queries are (2 × 2), keys (2 × 3): the last axis, d_k, must be"),
        ({"keys": [[1, 2]]}, "keys are (1 × 2), values (2 × 1): the number of rows, n_k, must be the same"),
        ({"keys": [[[1, 2], [3, 4]]] * 3}, "queries are (2 × 2), keys (3 × 2 × 2)"),
        ({"values": [[[1], [2]]] * 3}, "keys are (2 × 2), values (3 × 2 × 1): the number of heads must be"),
        ({"queries": [[[1, 0], [0, 1]], [[1, 0]]]}, "queries, head 2: has 1 rows where 2 are needed"),
        ({"queries": [[math.inf, 0], [0, 1]]}, "head 1, queries, row 1: numbers must be finite"),
        (
            {"queries": [[1e200, 0], [0, 1]]},
            "head 1, queries, row 1: numbers must be finite and at most a mil",
        ),
        ({"mask": [[True, True]]}, "mask: must have the shape (2 × 2)"),
        ({"mask": [[True], [True, False]]}, "mask: must have the shape (2 × 2)"),
        ({"mask": [[1, 0], [0, 1]]}, "mask[0][0]: expected true or false, got a whole number"),
        ({"mask": True}, "mask: expected a list or nothing (null), got true or false"),
        ({"scale": "1/2"}, "scale: expected a number or nothing (null), got text"),
        ({"temperature": -1}, "settings.temperature: must not be negative"),
        ({"temperature": None}, "temperature: expected a number, got nothing (null)"),
        ({"tokens": ["a"]}, "tokens: has 1 names where 2 keys are"),
        ({"tokens": ["a", 2]}, "tokens[1]: expected text, got a whole number"),
        ({"tokens": ["a", ""]}, "query token 2: has no text"),
        ({"query_tokens": ["a"]}, "query_tokens: has 1 names where 2 queries are"),
        ({"queries": [[0, 0]] * (MOST_TOKENS + 1)}, "queries: has 1025 rows; 1024 are possible"),
    ],
)
def test_what_does_not_fit_is_named(members: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        from_json(PAIR | members)


NUMBERS = st.one_of(st.floats(), st.integers(), st.booleans(), st.none(), st.text(max_size=3))
NESTED = st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=3), max_leaves=12)


@given(
    st.dictionaries(
        st.sampled_from([*PAIR, "mask", "scale", "temperature", "tokens", "query_tokens"]), NESTED
    )
)
def test_whatever_arrays_hold_they_are_read_or_refused(members: dict[str, Any]) -> None:
    try:
        opened = from_json(PAIR | members)
    except Refused:
        return
    resolve(opened.document)


def test_a_thousand_tokens_of_many_dimensions_are_read() -> None:
    rows = np.random.default_rng(7).normal(size=(MOST_TOKENS, 16)).round(3).tolist()
    value = json.loads(json.dumps({"queries": rows, "keys": rows, "values": rows}))
    assert len(from_json(value).document.passages[0].key_tokens) == MOST_TOKENS
