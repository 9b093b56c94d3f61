"""The plane says only what is true of the vectors before it."""

import numpy as np
import pytest

from attnstudio.model.attention import attend
from attnstudio.model.document import Chart, Passage, PlaneMode, Token
from attnstudio.model.trace import Trace
from attnstudio.notes.spaces import about_blindness, about_dimensions, about_planes

X = [[2.0, 0.0], [0.6, 0.6], [1.2, 0.4], [0.25, 0.1]]
WORDS = tuple(Token(number, text) for number, text in enumerate(("money", "bank", "deposited", "bank")))
SELF = Passage(WORDS)
CROSS = Passage(WORDS[:2], cross_tokens=WORDS)


def trace(queries: object = X, keys: object = X, values: object = X, mask: object = None) -> Trace:
    allowed = None if mask is None else np.array(mask)
    return attend(np.array([queries]), np.array([keys]), np.array([values]), mask=allowed)


def moved(*places: int) -> list[list[float]]:
    return [[9.0, 9.0] if place in places else row for place, row in enumerate(X)]


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (trace(), "one plane because q = k = v = x here"),
        (trace(moved(1)), "one plane because k = v = x here"),
        (trace(moved(0, 1, 2, 3)), "one plane because k = v here"),
        (
            trace(values=moved(0)),
            "two spaces in one drawing: k and v differ for “money”",
        ),
        (
            trace(keys=moved(1, 3)),
            "two spaces in one drawing: k and v differ for “bank₂” and “bank₄”",
        ),
        (
            trace(keys=moved(0, 1, 3)),
            "two spaces in one drawing: k and v differ for “money”, “bank₂” and “bank₄”",
        ),
        (
            trace(keys=moved(0, 1, 2, 3)),
            "two spaces in one drawing: k and v differ for every word",
        ),
        (trace(values=[[1.0]] * 4), "two spaces in one drawing: q and k have 2 dimensions, v has 1"),
    ],
)
def test_both_in_one_plane(numbers: Trace, sentence: str) -> None:
    assert about_planes(SELF, numbers, 0, "both") == sentence


def test_between_two_sentences_there_is_no_common_x() -> None:
    assert about_planes(CROSS, trace(X[:2]), 0, "both") == "one plane because k = v here"


def test_without_keys_nothing_is_claimed() -> None:
    nothing = np.zeros((0, 2))
    assert about_planes(CROSS, trace(X[:2], nothing, nothing), 0, "both") == "no keys and no values yet"


def test_one_space_alone_needs_no_reason() -> None:
    assert "scores" in about_planes(SELF, trace(keys=moved(0)), 0, "match")
    assert "output" in about_planes(SELF, trace(keys=moved(0)), 0, "mix")


EIGHT = np.ones((4, 8))


@pytest.mark.parametrize(
    ("numbers", "mode", "chart", "sentence"),
    [
        (trace(), "both", None, ""),
        (trace(EIGHT, EIGHT, EIGHT), "both", None, "first 2 of 8 dimensions; weights use all 8"),
        (trace(EIGHT, EIGHT, EIGHT), "mix", None, "first 2 of 8 dimensions; the output has all 8"),
        (trace(EIGHT, EIGHT), "mix", None, ""),
        (trace(values=EIGHT), "match", None, ""),
        (trace([[1.0]] * 4, [[1.0]] * 4), "match", None, "one dimension, drawn along the axis"),
        (
            trace(EIGHT, EIGHT),
            "match",
            Chart((1.0,) + (0.0,) * 7, (0.0,) * 7 + (1.0,)),
            "2 directions of 8 dimensions; weights use all 8",
        ),
    ],
)
def test_other_than_two_dimensions(
    numbers: Trace, mode: PlaneMode, chart: Chart | None, sentence: str
) -> None:
    assert about_dimensions(numbers, chart, mode) == sentence


def test_a_blind_query_is_explained() -> None:
    mask = [[True] * 4, [False] * 4, [True] * 4, [False, True, True, True]]
    assert about_blindness(SELF, trace(mask=mask), 0, 1) == "“bank₂” may look at nothing: its output is 0"
    assert about_blindness(SELF, trace(mask=mask), 0, 3) == ""
    assert about_blindness(SELF, trace(), 0, -1) == ""
