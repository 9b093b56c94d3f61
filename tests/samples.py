"""Small documents that tests share, and strategies that make any document. Without Qt."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from attnstudio.model.document import (
    Chart,
    Document,
    Embedding,
    Head,
    Look,
    Matrix,
    Passage,
    Projection,
    Token,
    Vector,
    Vectors,
    fitting,
)
from attnstudio.model.projecting import make_projected
from attnstudio.model.refused import Refused
from attnstudio.model.settings import (
    ALIGNS,
    DISTRIBUTIONS,
    DIVISORS,
    GOALS,
    LARGEST_D_K,
    MOST_DRAWS,
    MOST_SAMPLED_KEYS,
    PADDINGS,
    PAIRINGS,
    POSITION_KINDS,
    RULES,
    Learning,
    Mask,
    Positions,
    Sampling,
    ScoreSettings,
    Wrong,
)
from attnstudio.model.soundness import check_pairs

WORDS = ("I", "deposited", "money", "at", "the", "bank")
POINTS = ((0.25, 0.1), (1.2, 0.4), (2.0, 0.0), (0.15, -0.15), (-0.15, 0.1), (0.6, 0.6))


def tokens(*words: str, first: int = 1) -> tuple[Token, ...]:
    """One token a word, with ids from `first` on."""
    return tuple(Token(number, word) for number, word in enumerate(words, start=first))


def bank() -> Document:
    """The sentence about money: self-attention, k = v = x, and the query of *bank* its own. Ids 1 … 6."""
    queries = (*POINTS[:-1], (1.8, 1.8))
    passage = Passage(tokens(*WORDS), heads=(Head(queries, POINTS, POINTS),))
    return Document("bank — money", (passage,), chart=Chart(x_name="money", y_name="water"))


def two_meanings() -> Document:
    """Both *bank* sentences made from x, W_Q = 3·1, W_K = W_V = 1. *bank* has the ids 6 and 16."""
    river = ((0.1, 0.2), (0.3, 0.5), (0.1, 1.0), (-0.15, 0.1), (0.0, 2.0), (0.6, 0.6))
    passages = (
        Passage(tokens(*WORDS), embedding=Embedding(POINTS)),
        Passage(tokens("We", "sat", "beside", "the", "river", "bank", first=11), embedding=Embedding(river)),
    )
    unit: Matrix = ((1.0, 0.0), (0.0, 1.0))
    projection = Projection((((3.0, 0.0), (0.0, 3.0)),), (unit,), (unit,))
    chart = Chart(x_name="money", y_name="water")
    return Document("two meanings", passages, chart=chart, projection=projection)


def crossing() -> Document:
    """Two queries (ids 1, 2) and three keys (ids 3 … 5): query 1 scores them 2, 1, 0, unscaled."""
    head = Head(
        queries=((1.0, 0.0), (0.0, 1.0)),
        keys=((2.0, 0.5), (1.0, 1.5), (0.0, 2.0)),
        values=((2.0, -1.0), (-1.0, -2.0), (-1.0, 2.0)),
    )
    passage = Passage(tokens("one", "two"), tokens("a", "b", "c", first=3), (head,))
    return Document("crossing", (passage,), ScoreSettings(scale=1.0))


def cached() -> Document:
    """The last of three words asks all of them, made from x; *learning* has an x that asks and one that
    offers. Ids 1, and 2 … 4."""
    asking, offering = tokens("learning"), tokens("I", "love", "learning", first=2)
    head = Head(((1.0, 1.0),), ((0.0, 1.0), (1.0, 0.5), (0.5, 2.0)), ((0.0, 1.0), (1.0, 0.5), (0.5, 2.0)))
    return make_projected(Document("cached", (Passage(asking, offering, (head,)),)))


def projected() -> Document:
    """Two tokens of three dimensions, two heads of two, and W_O back to three."""
    turn: Matrix = ((1.0, 0.0), (0.0, 1.0), (1.0, -1.0))
    other: Matrix = ((0.5, 0.0), (0.0, 0.5), (0.0, 1.0))
    back: Matrix = tuple((1.0, float(row), -1.0) for row in range(4))
    projection = Projection((turn, other), (other, turn), (turn, turn), back)
    passage = Passage(tokens("x", "y"), embedding=Embedding(((1.0, 2.0, 3.0), (0.0, -1.0, 1.0))))
    return Document("projected", (passage,), projection=projection)


def of_words(*words: str) -> Document:
    """A sentence whose words lie on a spiral, each somewhere else."""
    points: Matrix = tuple((0.1 * (i + 1), (-1.0) ** i * 0.2 * i) for i in range(len(words)))
    return Document(" ".join(words), (Passage(tokens(*words), heads=(Head(points, points, points),)),))


# --- any document
#
# Strategies are made once, where that can be: to make one takes Hypothesis longer than to draw from it.

components = st.floats(-1000.0, 1000.0, allow_subnormal=False)
visible_text = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "M")), min_size=1, max_size=12
).filter(lambda text: bool(text.strip()))
short_text = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")), max_size=20
)

one_or_two, up_to_four, up_to_five = st.integers(1, 2), st.integers(1, 4), st.integers(0, 5)


@cache
def vectors(size: int) -> st.SearchStrategy[Vector]:
    return st.tuples(*[components] * size)


@cache
def matrices(rows: int, size: int) -> st.SearchStrategy[Matrix]:
    return st.tuples(*[vectors(size)] * rows)


@cache
def names(count: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(*[visible_text] * count)


_self_or_cross = st.none() | up_to_five


@st.composite
def passages(draw: st.DrawFn, first: int = 1, size: int | None = None) -> Passage:
    """A passage of free vectors, of one or two heads, with as few as no tokens at all and as many as five."""
    n_q, n_k = draw(up_to_five), draw(_self_or_cross)
    words = draw(names(n_q + (n_k or 0)))
    asking = tokens(*words[:n_q], first=first)
    offering = None if n_k is None else tokens(*words[n_q:], first=first + n_q)
    offered = n_q if n_k is None else n_k
    d_k = size or draw(up_to_four)
    d_v = size or draw(up_to_four)
    heads = [
        Head(draw(matrices(n_q, d_k)), draw(matrices(offered, d_k)), draw(matrices(offered, d_v)))
        for _ in range(draw(one_or_two))
    ]
    return Passage(asking, offering, tuple(heads))


@st.composite
def projections(draw: st.DrawFn, d_model: int, d_k: int, d_v: int) -> Projection:
    """Matrices of one or two heads, with W_O or without."""
    heads = draw(one_or_two)
    q, k, v = (tuple(draw(matrices(d_model, width)) for _ in range(heads)) for width in (d_k, d_k, d_v))
    return Projection(q, k, v, draw(st.none() | matrices(heads * d_v, d_model)))


@st.composite
def made_from_x(draw: st.DrawFn, passage: Passage, d_model: int) -> Passage:
    """The words of `passage`, with an x each instead of free vectors."""
    asking = draw(matrices(len(passage.query_tokens), d_model))
    cross = passage.cross_tokens
    offering = None if cross is None else draw(matrices(len(cross), d_model))
    return replace(passage, heads=(), embedding=Embedding(asking, offering))


_rules = st.builds(
    Mask,
    st.sampled_from(RULES),
    size=up_to_four,
    align=st.sampled_from(ALIGNS),
    padding=st.sampled_from(PADDINGS),
    pads=st.integers(0, 3),
)


@st.composite
def masks(draw: st.DrawFn, ids: list[tuple[int, int]]) -> Mask:
    """Every rule and every padding, with cells flipped out of `ids`."""
    made = draw(_rules)
    flips = draw(st.frozensets(st.sampled_from(ids), max_size=6)) if ids else frozenset()
    return replace(made, flipped=flips)


positions = st.builds(
    Positions,
    st.sampled_from(POSITION_KINDS),
    st.floats(-7.0, 7.0),
    st.floats(1.0, 1e5),
    st.sampled_from(PAIRINGS),
    st.floats(-2.0, 2.0),
)
samplings = st.builds(
    Sampling,
    st.integers(1, LARGEST_D_K),
    st.integers(1, MOST_SAMPLED_KEYS),
    st.integers(1, MOST_DRAWS),
    st.sampled_from(DISTRIBUTIONS),
    st.integers(0, 2**32 - 1),
    st.sampled_from(DIVISORS),
    st.integers(1, 1000),
    st.floats(0.01, 100.0),
)
learnings = st.builds(Learning, st.sampled_from(GOALS), st.floats(0.001, 10.0), st.integers(0, 99))


def wrongs(ids: list[tuple[int, int]]) -> st.SearchStrategy[Wrong]:
    added = st.builds(lambda pair, by: (*pair, by), st.sampled_from(ids), components) if ids else st.none()
    return st.builds(Wrong, st.booleans(), st.booleans(), st.booleans(), st.none() | added)


_scales = st.none() | st.floats(-10.0, 10.0)
_temperatures = st.just(0.0) | st.floats(0.01, 10.0)
_charts = st.none() | st.builds(Chart, x_name=short_text, y_name=short_text)
_bounds = st.floats(0.5, 1000.0)
_scene_ids = st.sampled_from(["", "bank-money"])
_sources: st.SearchStrategy[Vectors] = st.sampled_from(["hand-placed", "word vectors", "file"])


@st.composite
def documents(
    draw: st.DrawFn, size: int | None = None, *, free: bool = False, plain: bool = False
) -> Document:
    """A document that `check` lets pass; `size` fixes the dimensions of all vectors. `free`: none is made
    from x. `plain`: the formula as the chapter has it, without positions, cosines and wrong paths."""
    held = [draw(passages(size=size))]
    if draw(st.booleans()):
        held.append(draw(passages(first=100, size=size)))
    projection = None
    if not free and draw(st.booleans()):
        d_model, d_k, d_v = (size or draw(up_to_four) for _ in range(3))
        projection = draw(projections(d_model, d_k, d_v))
        held = [draw(made_from_x(passage, d_model)) for passage in held]
    ids = [(q.id, k.id) for passage in held for q in passage.query_tokens for k in passage.key_tokens]
    made = Document(
        title=draw(short_text),
        passages=tuple(held),
        settings=ScoreSettings(
            draw(_scales),
            draw(_temperatures),
            not plain and draw(st.booleans()),
        ),
        mask=draw(masks(ids)),
        projection=projection,
        chart=draw(_charts),
        bound=draw(_bounds),
        scene=draw(_scene_ids),
        remark=draw(short_text),
        sampling=draw(samplings),
        learning=draw(learnings),
        vectors=draw(_sources),
        vectors_name=draw(short_text),
    )
    if plain:
        return made
    made = replace(made, wrong=draw(wrongs(ids)))
    placed = replace(made, positions=draw(positions))
    try:
        check_pairs(placed)
    except Refused:  # vectors of an odd size have no pairs to turn
        return made
    return placed


def looks(document: Document) -> st.SearchStrategy[Look]:
    """Looks that fit a document."""
    ids = [token.id for token in document.passages[0].query_tokens]
    made = st.builds(
        Look,
        plane=st.sampled_from(["match", "mix", "both"]),
        matrix=st.sampled_from(["weights", "scores", "mask"]),
        hull=st.booleans(),
    )
    query = st.sampled_from(ids) if ids else st.just(0)
    return st.builds(lambda look, chosen: fitting(replace(look, query=chosen), document), made, query)
