"""The programs of a state: they run by themselves, they are right, and they notice what is wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnstudio.model.document import Document, Head, Look, Passage, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.notes.code import code_of
from attnstudio.notes.code_dialect import Library
from attnstudio.study.scenes import load, scenes
from tests.notes.programs import Programs
from tests.random_edits import edit_at_random
from tests.samples import bank, cached, crossing, documents, projected, tokens, two_meanings

SCENES = [scene.id for scene in scenes()]
HAS_TORCH = find_spec("torch") is not None
LIBRARIES: tuple[Library, ...] = ("numpy", "torch") if HAS_TORCH else ("numpy",)
SAMPLES = (bank, cached, crossing, projected, two_meanings)


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    made = Programs()
    yield made
    made.end()


@pytest.fixture(params=["numpy", "torch"])
def library(request: pytest.FixtureRequest) -> Library:
    if request.param == "torch":
        pytest.importorskip("torch")
    name: Library = request.param
    return name


def assert_runs(programs: Programs, document: Document, look: Look, library: Library) -> str:
    look = fitting(look, document)
    try:
        resolve(document, look.passage)
    except Refused:
        return ""  # numbers that no screen shows either
    made = code_of(document, look, library)
    assert programs.run(made) == "", made
    return made


# --- every state


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene(scene: str, library: Library, programs: Programs) -> None:
    document, look = load(scene)
    for passage in range(len(document.passages)):
        shown = fitting(replace(look, passage=passage), document)
        made = assert_runs(programs, document, shown, library)
        assert "allclose(weights" in made
        assert "allclose(output" in made


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_document(programs: Programs, data: st.DataObject) -> None:
    document = data.draw(documents())
    look = Look(
        query=data.draw(st.integers(1, 6)),
        passage=data.draw(st.integers(0, 1)),
        head=data.draw(st.integers(0, 1)),
    )
    assert_runs(programs, document, look, data.draw(st.sampled_from(LIBRARIES)))


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.sampled_from(SCENES), st.sampled_from(LIBRARIES))
def test_edits_at_random(programs: Programs, seed: int, scene: str, library: Library) -> None:
    dice, (document, look) = Random(seed), load(scene)
    for _ in range(8):
        try:
            document = edit_at_random(dice, look.passage)(document)
        except Refused:
            continue
        look = fitting(look, document)
    assert_runs(programs, document, look, library)


def passage_of(n_q: int, n_k: int | None, size: int = 2) -> Passage:
    """Free vectors of one head, with as many tokens as asked for."""
    words = tokens(*(f"w{i}" for i in range(n_q + (n_k or 0))))
    offered = n_q if n_k is None else n_k
    asking, offering = (
        tuple(tuple(i - 0.1 * j for j in range(size)) for i in range(n)) for n in (n_q, offered)
    )
    head = Head(asking, offering, offering)
    return Passage(words[:n_q], None if n_k is None else words[n_q:], (head,))


EDGES = {
    "no word": Document("", (passage_of(0, None),)),
    "nobody asks": Document("", (passage_of(0, 2),)),
    "nothing to look at": Document("", (passage_of(2, 0),)),
    "nothing to look at, cold": Document("", (passage_of(2, 0),), ScoreSettings(temperature=0.0)),
    "one word": Document("", (passage_of(1, None),)),
    "64 words of 50": Document("", (passage_of(64, None, 50),), mask=Mask("causal")),
    "blind": replace(bank(), mask=Mask("strict")),
    "blind and cold": replace(bank(), mask=Mask("strict"), settings=ScoreSettings(temperature=0.0)),
    "painted": replace(bank(), mask=Mask("custom", frozenset((i, j) for i in (1, 6) for j in (1, 2, 3, 6)))),
    "cold": replace(bank(), settings=ScoreSettings(temperature=0.0)),
    "hardly warm": replace(bank(), settings=ScoreSettings(temperature=1e-320)),
    "cosines": replace(two_meanings(), settings=ScoreSettings(cosine=True)),
    "half-split": replace(projected(), positions=Positions("rope", pairing="half-split")),
    "added to x": replace(
        two_meanings(), positions=Positions("added", size=0.5), mask=Mask(padding="left", pads=2)
    ),
    "a cache with positions": replace(cached(), positions=Positions("rope")),
    "no softmax": replace(bank(), wrong=Wrong(skips_softmax=True), mask=Mask("causal")),
    "raised": replace(bank(), wrong=Wrong(added=(6, 1, 5.0)), settings=ScoreSettings(scale=1.0)),
}


@pytest.mark.parametrize("document", EDGES.values(), ids=EDGES)
def test_states_at_the_edge(document: Document, library: Library, programs: Programs) -> None:
    asked = document.passages[0].query_tokens
    assert_runs(programs, document, Look(query=asked[-1].id if asked else 0), library)


def test_it_says_what_the_screen_says() -> None:
    made = code_of(bank(), Look(query=6))
    weights = "    0.055, 0.269, 0.447, 0.035, 0.033, 0.162,\n"
    assert f"assert np.allclose(weights[5], [\n{weights}], rtol=0, atol=0.000501)" in made
    assert "assert np.allclose(output[5], [1.33, 0.21], rtol=0, atol=0.00501)" in made
    assert "# bank — money · query bank · no mask" in made
    assert "# tokens: I, deposited, money, at, the, bank" in made


def test_only_what_a_state_needs_is_written() -> None:
    plain = code_of(crossing(), Look(query=1))
    for word in ("may_look", "masked", "final", "w_q", "unit", "turned", "peak"):
        assert word not in plain
    assert len(plain.splitlines()) < 32


def test_lines_have_room_on_a_page() -> None:
    for scene in SCENES:
        made = code_of(*load(scene))
        assert max(len(line) for line in made.splitlines()) <= 120, scene


# --- a program that notices


def changed(program: str, pattern: str, by: str) -> str:
    made, count = re.subn(pattern, by, program, count=1)
    assert count == 1
    return made


@pytest.mark.parametrize(
    ("pattern", "by"),
    [
        (r"\[1\.8, 1\.8\]", "[1.9, 1.8]"),  # the query
        (r"(?s)(k = \w+\.\w+.*?)\[2\.0, 0\.0\]", r"\1[2.0, 0.1]"),  # a key
        (r"0\.447", "0.448"),  # a weight, by one in its last digit
        (r"\[1\.33, 0\.21\]", "[1.33, 0.22]"),
        (r"/ 2 \*\* 0\.5", "/ 2"),
        (r"output = weights @ v", "output = weights @ (v + 0.02)"),
    ],
)
def test_a_wrong_number_is_noticed(pattern: str, by: str, library: Library, programs: Programs) -> None:
    made = code_of(bank(), Look(query=6), library)
    assert programs.run(changed(made, pattern, by)).startswith("AssertionError")


def test_the_final_row_is_asserted(library: Library, programs: Programs) -> None:
    made = code_of(projected(), Look(query=1), library)
    assert programs.run(made) == ""
    assert programs.run(made.replace("[1.0, 0.0, -1.0]", "[1.0, 0.5, -1.0]", 1)).startswith("AssertionError")


def test_where_rounding_decides_nothing_is_asserted() -> None:
    head = Head(((1e6, 1e6),), ((1e6, 1.0), (1e6, 1.0 + 1e-9)), ((0.0, 1.0), (1.0, 0.0)))
    document = Document("", (Passage(tokens("a"), tokens("b", "c", first=2), (head,)),))
    made = code_of(document, Look(query=1))
    assert "allclose(weights" not in made
    assert (
        "# Numbers are so large here that rounding alone decides: not asserted are the weights,\n# output."
        in made
    )


# --- words

HOSTILE = (
    "import os; os._exit(3)",
    "'''",
    '"""',
    "\\",
    "#",
    "a\nraise SystemExit(3)",
    "a\rraise SystemExit(3)",
    "a\u2028raise SystemExit(3)",
    "a\x0craise SystemExit(3)",
    "a\x00b",
    "\u202eraise SystemExit(3)",
    "\ud800",
    "coding: utf-7 +AAo-raise SystemExit(3)",
    "coding=rot13",
    "{0}%s",
    "שלום",
    "👩\u200d👩\u200d👧",
)


@pytest.mark.parametrize("word", HOSTILE)
def test_no_word_becomes_code(word: str, library: Library, programs: Programs, tmp_path: Path) -> None:
    crossed = crossing().passages[0]
    asking = (replace(crossed.query_tokens[0], text=word), crossed.query_tokens[1])
    assert crossed.cross_tokens is not None
    offering = (replace(crossed.cross_tokens[0], text=word), *crossed.cross_tokens[1:])
    passage = replace(crossed, query_tokens=asking, cross_tokens=offering)
    flips = Mask("custom", frozenset({(1, 3)}))
    document = replace(
        crossing(), title=word, passages=(passage,), mask=flips, wrong=Wrong(added=(1, 3, 0.5))
    )
    made = code_of(document, Look(query=1), library)
    assert programs.run(made) == ""
    usual = code_of(replace(document, title="t", passages=crossing().passages), Look(query=1), library)
    assert without_comments(made) == without_comments(usual)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200e\u200f]", made)
    file = tmp_path / "state.py"
    file.write_bytes(made.encode())  # a first line such as “coding: utf-7” would turn it into another program
    if library == "numpy":
        done = subprocess.run([sys.executable, "-I", str(file)], capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def without_comments(program: str) -> list[str]:
    return [line for line in (line.split("#")[0].rstrip() for line in program.split("\n")) if line]


def test_numbers_are_pythons_own() -> None:
    for scene in SCENES:
        made = code_of(*load(scene))
        assert "float64(" not in made
        assert "array(" not in made.replace("np.array(", "")
        assert not re.search(r"\.\.\.[^,]", made.replace("[..., ", ""))
        assert "−" not in "\n".join(without_comments(made))
