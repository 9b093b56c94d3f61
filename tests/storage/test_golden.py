"""A file of every version of the format, each written by a program of its time: they open for good.

These files are never written anew. What they hold is written out here, number for number.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attnstudio.model.document import Chart, Document, Embedding, Head, Look, Passage, Projection, Token
from attnstudio.model.seen import Frame, Picked, Seen
from attnstudio.model.settings import Learning, Mask, Positions, Sampling, ScoreSettings, Trial, Wrong
from attnstudio.storage.files import open_file
from attnstudio.storage.migrations import MIGRATIONS, VERSION
from attnstudio.storage.schema import to_bytes

GOLDEN = Path(__file__).parent / "golden"
THIRD = 1 / 3
FREE = Passage(
    (
        Token(1, "The", "“", ""),
        Token(4, "שלום", "", ",", "lexicon"),
        Token(3, "👩\u200d👩\u200d👧", "", "!”", "chance"),
    ),
    heads=(
        Head(
            ((0.1, 0.2), (THIRD, -0.0), (5e-324, 1e6)),
            ((1.0, -1.0), (2.5, 1e-17), (0.30000000000000004, 0.0)),
            ((1.0,), (-2.0,), (THIRD,)),
        ),
        Head(
            ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0)),
            ((0.1, 0.1), (0.7, 0.7), (-0.1, 0.9)),
            ((0.0,), (4.0,), (2.0,)),
        ),
    ),
)
MADE = Passage(
    (Token(11, "bank"), Token(12, "bank", source="word vectors")),
    (Token(21, "a"), Token(22, "b"), Token(23, "]]>")),
    embedding=Embedding(
        ((0.5, -0.5, 0.25), (1.0, 2.0, 3.0)), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.1, 1.0))
    ),
)
W = ((0.1, 0.2), (0.3, 0.4), (0.5, 0.6))
PROJECTION = Projection(
    (W, ((1.0, 0.0), (0.0, 1.0), (THIRD, 0.0))),
    (W, W),
    (((1.0,), (2.0,), (3.0,)), ((0.0,), (0.5,), (-1.0,))),
    ((1.0, 0.0, 0.0), (0.0, 1.0, -0.25)),
)
OF_1 = Document(
    "Golden — of version 1",
    (FREE, MADE),
    ScoreSettings(0.5, 0.75),
    Mask("causal", frozenset({(1, 4), (12, 21)})),
    PROJECTION,
    Chart((0.6, 0.8), (-0.8, 0.6), "money", "water"),
    4.5,
    "bank-money",
    "One sentence about it.",
)
OF_2 = replace(
    OF_1,
    title="Golden — of version 2",
    passages=(FREE, replace(MADE, query_tokens=(Token(11, "bank"), Token(12, "bank", source="file")))),
    settings=ScoreSettings(None, 0.75, cosine=True),
    mask=Mask("window", frozenset({(1, 4), (12, 21)}), 3, "start", "left", 1),
    positions=Positions("rope", 0.5, 100.0, "half-split", 2.0),
    wrong=Wrong(True, True, True, (4, 3, -0.25)),
    sampling=Sampling(128, 16, 500, "signs", 7, "temperature", 256, 2.5),
    learning=Learning("lean", 0.05, 3),
    vectors="file",
    vectors_name="my vectors.csv",
)
LOOK_1 = Look(12, 1, 1, "vectors", "mix", "scores", True)
LOOK_2 = Look(12, 1, 1, "sequence", "mix", "scores", True, (3, 12), "masks", frozenset({22, 23}), True)
SEEN_2 = Seen(
    Frame((0.5, -0.25), 1.5),
    "mask",
    Picked("weights", 1, 2),
    True,
    "angles",
    "late",
    trial=Trial(12.0, 8.0, 7.5, 16, (3.0, THIRD)),
)
EXTRA = {
    "made_by": {"program": "another", "steps": [1, 2.5, None]},
    "document": {"author": "Ada", "passages": {"index 0": {"query_tokens": {"id 4": {"lemma": "peace"}}}}},
    "look": {"zoom": 2},
}
HELD: dict[int, tuple[Document, Look, Seen | None]] = {1: (OF_1, LOOK_1, None), 2: (OF_2, LOOK_2, SEEN_2)}


def test_there_is_a_file_for_every_version() -> None:
    assert sorted(HELD) == [*MIGRATIONS, VERSION]
    assert sorted(path.name for path in GOLDEN.iterdir()) == [f"version-{number}.attn" for number in HELD]


@pytest.mark.parametrize("version", HELD)
def test_it_opens_as_what_it_was(version: int) -> None:
    opened = open_file(GOLDEN / f"version-{version}.attn")
    document, look, seen = HELD[version]
    if version == 1:  # it had one row for all passages
        look = replace(look, rows=(3, 12))
    assert opened.document == document
    assert repr(opened.document) == repr(document)  # −0.0 is −0.0
    assert (opened.look, opened.seen, opened.extra) == (look, seen, EXTRA)


def test_what_a_file_held_is_held_by_the_one_that_is_saved() -> None:
    for version in HELD:
        path = GOLDEN / f"version-{version}.attn"
        opened = open_file(path)
        written = json.loads(to_bytes(opened.document, opened.look, opened.extra, opened.seen))
        assert written["version"] == VERSION
        assert_held(json.loads(path.read_bytes()) | {"version": VERSION}, written)


def assert_held(part: Any, whole: Any) -> None:
    """Everything in `part` is in `whole`, which may have more members."""
    if isinstance(part, dict):
        for name, inner in part.items():
            assert_held(inner, whole[name])
    elif isinstance(part, list) and part and isinstance(part[0], dict):
        for inner, other in zip(part, whole, strict=True):
            assert_held(inner, other)
    else:
        assert part == whole
