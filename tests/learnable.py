"""Documents from which matrices can be learned: any small one, and the two sentences from each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from attnstudio.model.document import Document, Embedding, Look, Matrix, Passage, Projection, fitting
from attnstudio.model.goals import Wanted, wanted
from attnstudio.model.settings import (
    ALIGNS,
    GOALS,
    PADDINGS,
    PAIRINGS,
    POSITION_KINDS,
    RULES,
    Goal,
    Learning,
    Mask,
    PositionKind,
    Positions,
    ScoreSettings,
)
from attnstudio.study.sourcing import use_source
from tests.samples import tokens, two_meanings

BANK = Look(query=6)
WORDS = ("money", "river", "bank", "the", "at")
SOURCES = ("sample", "hand-placed", "word vectors")

numbers = st.floats(-1.5, 1.5, allow_subnormal=False).map(lambda x: round(x, 3))


def document_of(source: str) -> Document:
    """Both *bank* sentences: as the tests have them, or as a source of vectors makes them."""
    if source == "hand-placed":
        return use_source(two_meanings(), "hand-placed")
    if source == "word vectors":
        return use_source(two_meanings(), "word vectors")
    return two_meanings()


def asked(document: Document, goal: Goal, seed: int = 0, rate: float = 0.1) -> tuple[Document, Wanted]:
    """`document` with a goal, and the goal made definite for the word *bank*."""
    document = replace(document, learning=Learning(goal, rate, seed))
    return document, wanted(document, fitting(BANK, document))


def matrices(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    return st.tuples(*[st.tuples(*[numbers] * columns)] * rows)


@st.composite
def learnable(
    draw: st.DrawFn,
    goals: Sequence[Goal] = GOALS,
    kinds: Sequence[PositionKind] = POSITION_KINDS,
) -> tuple[Document, Look]:
    """A projected document of one or two passages, and what is looked at; every setting plays a part, and
    nothing is in the way of its goal."""
    goal, kind = draw(st.sampled_from(goals)), draw(st.sampled_from(kinds))
    is_paired = kind == "added" or goal in ("previous", "first")
    d_model = draw(st.sampled_from((2, 4) if is_paired else (1, 2, 3)))
    d_k = draw(st.sampled_from((2, 4) if kind == "rope" else (1, 2, 3)))
    d_v, heads = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    passages = []
    for number in range(draw(st.integers(1, 2))):
        words = [*draw(st.lists(st.sampled_from(WORDS), max_size=4)), ("money", "river")[number]]
        made = tokens(*words, first=1 + 10 * number)
        passages.append(Passage(made, embedding=Embedding(draw(matrices(len(words), d_model)))))
    w_q, w_k, w_v = (tuple(draw(matrices(d_model, size)) for _ in range(heads)) for size in (d_k, d_k, d_v))
    projection = Projection(w_q, w_k, w_v, draw(st.none() | matrices(heads * d_v, d_model)))
    document = Document(
        "any",
        tuple(passages),
        ScoreSettings(draw(st.none() | st.floats(0.1, 2.0)), draw(st.floats(0.3, 3.0))),
        draw(masks()),
        projection,
        positions=Positions(kind, draw(st.floats(0.2, 2.0)), 100.0, draw(st.sampled_from(PAIRINGS)), 1.5),
        learning=Learning(goal),
    )
    query = draw(st.integers(1, len(passages[0].query_tokens)))
    look = fitting(Look(query=query, head=draw(st.integers(0, heads - 1))), document)
    if wanted(document, look).obstacle:
        document = replace(document, mask=Mask())
    return document, look


def masks() -> st.SearchStrategy[Mask]:
    return st.builds(
        Mask,
        st.sampled_from(RULES),
        size=st.integers(1, 3),
        align=st.sampled_from(ALIGNS),
        padding=st.sampled_from(PADDINGS),
        pads=st.integers(0, 1),
    )
