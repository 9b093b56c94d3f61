"""What a document may hold of the mask, positions, wrong paths and the two laboratories."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest

from attnstudio.model.document import (
    LONGEST_TEXT,
    MOST_MADE,
    MOST_SCORES,
    Document,
    Embedding,
    Head,
    Matrix,
    Passage,
    Projection,
)
from attnstudio.model.refused import Refused
from attnstudio.model.settings import (
    LARGEST_D_K,
    MOST_DRAWS,
    MOST_SAMPLED_KEYS,
    Learning,
    Mask,
    Positions,
    Sampling,
    Wrong,
)
from attnstudio.model.soundness import LARGEST_SEED, MOST_SIDE, check
from tests.samples import WORDS, bank, crossing, of_words, projected, tokens, two_meanings

NAN = math.nan


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        (Mask("window", size=0), "mask.size: must be a whole number from 1"),
        (Mask("block", size=MOST_SIDE + 1), "mask.size"),
        (Mask(padding="left", pads=-1), "mask.pads: must be a whole number from 0"),
        (Positions("rope", turn=NAN), "positions.turn: numbers must be finite"),
        (Positions("rope", turn=1e7), "positions.turn: numbers must be finite and at most a million"),
        (Positions("rope", base=0.0), "positions.base: must be at least 1"),
        (Positions("rope", base=math.inf), "positions.base: numbers"),
        (Positions(size=-1e7), "positions.size: numbers"),
        (Wrong(added=(1, 2, NAN)), "wrong.added: numbers"),
        (Wrong(added=(1, 2, 1e7)), "wrong.added: numbers"),
        (Sampling(d_k=0), "sampling.d_k: must be a whole number from 1 to 4096"),
        (Sampling(d_k=LARGEST_D_K + 1), "sampling.d_k"),
        (Sampling(keys=0), "sampling.keys"),
        (Sampling(keys=MOST_SAMPLED_KEYS + 1), "sampling.keys"),
        (Sampling(draws=0), "sampling.draws"),
        (Sampling(draws=MOST_DRAWS + 1), "sampling.draws"),
        (Sampling(seed=-1), "sampling.seed"),
        (Sampling(seed=LARGEST_SEED + 1), "sampling.seed"),
        (Sampling(d_model=0), "sampling.d_model"),
        (Sampling(temperature=0.0), "sampling.temperature: must be more than 0"),
        (Sampling(temperature=-1.0), "sampling.temperature: must be more than 0"),
        (Learning(rate=0.0), "learning.rate: must be more than 0"),
        (Learning(rate=NAN), "learning.rate: numbers"),
        (Learning(seed=-1), "learning.seed"),
    ],
)
def test_a_number_that_is_none_is_named(
    part: Mask | Positions | Wrong | Sampling | Learning, sentence: str
) -> None:
    document = bank()
    if isinstance(part, Mask):
        document = replace(document, mask=part)
    elif isinstance(part, Positions):
        document = replace(document, positions=part)
    elif isinstance(part, Wrong):
        document = replace(document, wrong=part)
    elif isinstance(part, Sampling):
        document = replace(document, sampling=part)
    else:
        document = replace(document, learning=part)
    with pytest.raises(Refused, match=re.escape(sentence)):
        check(document)


@pytest.mark.parametrize(
    "document",
    [
        replace(bank(), mask=Mask("window", size=MOST_SIDE, padding="right", pads=MOST_SIDE)),
        replace(bank(), positions=Positions("rope", -1e6, 1e6, "half-split", -1e6)),
        replace(bank(), sampling=Sampling(LARGEST_D_K, MOST_SAMPLED_KEYS, MOST_DRAWS, seed=LARGEST_SEED)),
        replace(bank(), sampling=Sampling(1, 1, 1, d_model=1, temperature=1e-6)),
        replace(bank(), wrong=Wrong(True, True, True, (6, 99, -1e6))),
        replace(of_words(), positions=Positions("rope")),
        replace(two_meanings(), positions=Positions("added")),
        replace(crossing(), positions=Positions("rope", pairing="half-split")),
    ],
)
def test_the_ends_of_what_is_possible_pass(document: Document) -> None:
    check(document)


def wide(size: int, first: int = 50) -> Passage:
    row = (1.0,) * size
    return Passage(tokens("x", first=first), heads=(Head((row,), (row,), ((2.0,),)),))


@pytest.mark.parametrize(
    ("document", "odd"),
    [
        (Document("", (wide(3),), positions=Positions("rope")), 3),
        (replace(bank(), passages=(*bank().passages, wide(5)), positions=Positions("rope")), 5),
        (replace(projected(), positions=Positions("added")), 3),
    ],
)
def test_positions_need_pairs_in_every_passage(document: Document, odd: int) -> None:
    with pytest.raises(Refused, match=f"Positions turn pairs .* {odd} is an odd number"):
        check(document)
    check(replace(document, positions=Positions()))


def test_x_of_three_can_be_turned_where_its_queries_have_two() -> None:
    check(replace(projected(), positions=Positions("rope")))


def test_the_name_of_a_file_of_vectors_has_a_limit() -> None:
    with pytest.raises(Refused, match="vectors_name: has 501 characters"):
        check(replace(bank(), vectors_name="x" * (LONGEST_TEXT + 1)))


def test_the_x_of_the_keys_is_counted_too() -> None:
    passage = crossing().passages[0]
    embedding = Embedding(((1.0, 0.0),) * 2, ((1.0, 0.0),) * 2)
    document = Document(
        "", (replace(passage, heads=(), embedding=embedding),), projection=two_meanings().projection
    )
    with pytest.raises(Refused, match="x_keys: has 2 rows where 3 are needed"):
        check(document)


def test_a_small_file_can_not_ask_for_matrices_without_end() -> None:
    """In every sentence as many scores as one may have: two of them are too many."""
    head = bank().passages[0].heads[0]
    heads = (head,) * (MOST_SCORES // 36)
    one = replace(bank().passages[0], heads=heads)
    check(replace(bank(), passages=(one,)))
    two = replace(one, query_tokens=tokens(*WORDS, first=11))
    with pytest.raises(
        Refused, match=r"^passage 2: up to here the heads have 8,388,576 scores; 4,194,304 are"
    ):
        check(replace(bank(), passages=(one, two)))


def test_a_flat_matrix_can_not_make_vectors_without_end() -> None:
    """Of one number and a matrix of one row come vectors of any length, for every word."""
    words = tokens(*(f"w{n}" for n in range(64)))
    row: Matrix = ((0.5,) * (MOST_MADE // (3 * 64)),)
    passage = Passage(words, embedding=Embedding(((1.0,),) * 64))
    check(Document("x", (passage,), projection=Projection((row,), (row,), (row,))))
    longer: Matrix = ((0.5,) * (MOST_MADE // (3 * 64) + 1),)
    with pytest.raises(
        Refused, match=r"^passage 1: up to here the matrices make 4,194,432 components; 4,194,"
    ):
        check(Document("x", (passage,), projection=Projection((longer,), (longer,), (longer,))))
