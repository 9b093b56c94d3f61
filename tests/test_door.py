"""The door, used as a script and a notebook use it. Pictures come from another process, so no Qt is here."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import FrozenInstanceError
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import numpy as np
import pytest

import attnstudio as at
from attnstudio import door
from attnstudio.model import edits
from attnstudio.state import processes
from attnstudio.storage.files import open_file
from attnstudio.study.scenes import load
from tests.samples import two_meanings

if TYPE_CHECKING:
    from collections.abc import Callable

    from attnstudio.model.settings import Align, Rule
    from attnstudio.state.formats import Format

draws = pytest.mark.skipif(find_spec("PySide6") is None, reason="draws, and PySide6 is not installed")


def said_by(script: str, folder: Path) -> str:
    call = [sys.executable, "-c", script]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


# --- the names


def test_importing_the_package_loads_nothing(checkout: Path) -> None:
    script = (
        "import sys; before = set(sys.modules); import attnstudio; "
        "print(sorted(name for name in set(sys.modules) - before))"
    )
    assert said_by(script, checkout) == "['attnstudio']\n"


def test_using_the_door_loads_no_qt(checkout: Path) -> None:
    script = (
        "import sys, attnstudio as at; doc = at.move(at.open('bank-river'), 'bank', query=(1, 2)); "
        "at.attend(doc), at.sentence(doc), at.code(doc), at.new('a b'), at.mask(doc, 'causal'); "
        "print(sorted({'PySide6', 'pyqtgraph', 'shiboken6', 'attnstudio.ui'} & set(sys.modules)))"
    )
    assert said_by(script, checkout) == "[]\n"


def test_every_name_is_there_and_is_listed() -> None:
    assert at.__all__ == door.__all__
    assert set(dir(at)) == {*at.__all__, "__doc__", "__version__"}
    assert all(getattr(at, name) is getattr(door, name) for name in at.__all__)
    with pytest.raises(AttributeError, match="no attribute 'close'"):
        at.__getattr__("close")


def test_every_function_says_what_it_does() -> None:
    assert all((getattr(door, name).__doc__ or "").strip() for name in door.__all__)


def test_the_examples_in_the_door_are_true() -> None:
    found = doctest.testmod(door)
    assert found.attempted > 10
    assert found.failed == 0


# --- documents


def test_a_scene_is_opened_by_its_id_and_a_file_by_its_path(tmp_path: Path) -> None:
    doc = at.open("bank-money")
    assert (doc.document, doc.look) == load("bank-money")
    at.save(doc, tmp_path / "mine.attn")
    assert at.open(tmp_path / "mine.attn") == doc
    assert at.open(str(tmp_path / "mine.attn")) == doc


def test_what_the_version_does_not_know_is_written_back(tmp_path: Path) -> None:
    at.save(at.open("bank-money"), tmp_path / "a.attn")
    members = json.loads((tmp_path / "a.attn").read_text("utf-8"))
    (tmp_path / "a.attn").write_text(json.dumps(members | {"later": 7}), "utf-8")
    doc = at.move(at.open(tmp_path / "a.attn"), "bank", query=(1, 1))
    at.save(doc, tmp_path / "b.attn")
    assert json.loads((tmp_path / "b.attn").read_text("utf-8"))["later"] == 7


def test_what_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(at.Refused, match="There is no scene “bank”; there are central-question"):
        at.open("bank")
    with pytest.raises(at.Refused, match=r"missing\.attn"):
        at.open(tmp_path / "missing.attn")
    assert issubclass(at.Refused, ValueError)
    many = {name: [[1.0, 2.0]] * 80 for name in ("queries", "keys", "values")}
    (tmp_path / "many.json").write_text(json.dumps(many))
    with pytest.raises(at.Refused, match=r"many\.json” can't be opened: "):
        at.open(tmp_path / "many.json")


def test_a_new_document_has_the_words_that_were_said() -> None:
    doc = at.new("We sat beside the river bank")
    assert [token.text for token in doc.document.passages[0].query_tokens][-1] == "bank"
    assert repr(doc) == "<Doc “We sat beside the river bank”: bank asks “We sat beside the river bank”>"
    with pytest.raises(at.Refused, match="words"):
        at.new("word " * 100)


def test_a_doc_is_a_frozen_value() -> None:
    doc = at.open("bank-money")
    assert doc == at.open("bank-money")
    assert doc != at.ask(doc, "money")
    assert len({doc, at.open("bank-money")}) == 1
    name = "look"
    with pytest.raises(FrozenInstanceError):
        setattr(doc, name, None)
    assert len(repr(at.new("a word " * 25))) < 250


# --- changes


def test_a_moved_query_is_where_it_was_put() -> None:
    before = at.open("bank-river")
    after = at.move(before, "bank", query=(1, 2))
    assert at.attend(after).queries[0, 5].tolist() == [1.0, 2.0]
    assert before == at.open("bank-river"), "what was given stays as it was"


def test_all_three_vectors_move_at_once() -> None:
    trace = at.attend(at.move(at.open("bank-money"), "money", query=(1, 0), key=(0, 1), value=(-1, 0.5)))
    assert trace.queries[0, 2].tolist() == [1.0, 0.0]
    assert trace.keys[0, 2].tolist() == [0.0, 1.0]
    assert trace.values[0, 2].tolist() == [-1.0, 0.5]


def test_x_moves_in_a_document_that_makes_its_vectors_of_it() -> None:
    doc = at.move(at.open("whole-formula"), "bank", x=(1, 0))
    assert at.attend(doc).keys[0, 5].tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("scene", "word", "vectors", "sentence"),
    [
        ("bank-money", "bank", {"query": (1, 2, 3)}, "This query has 2 components, not 3."),
        ("bank-money", "bank", {"query": (99, 0)}, "The plane ends at ±3: this would lie outside."),
        ("bank-money", "bank", {"key": (float("nan"), 0)}, "Numbers must be finite and at most a million."),
        ("bank-money", "bank", {"key": "ab"}, "A vector is a row of numbers, such as (1, 2)."),
        ("bank-money", "bank", {"key": "12"}, "A vector is a row of numbers, such as (1, 2)."),
        ("bank-money", "bank", {"key": {1, 2}}, "A vector is a row of numbers, such as (1, 2)."),
        ("bank-money", "bank", {"key": (10**400, 1)}, "A vector is a row of numbers, such as (1, 2)."),
        ("bank-money", "bank", {"key": (1, 2), "head": 0.0}, "A head is a whole number, not “0.0”."),
        ("bank-money", "bank", {"x": (1, 2)}, "The vectors here are free: move query, key or value instead."),
        ("whole-formula", "bank", {"query": (1, 2)}, "made from x by a projection"),
        ("whole-formula", "bank", {"x": (1,)}, "An x here has 2 components, not 1."),
        ("bank-money", "gold", {"key": (1, 2)}, "There is no word “gold”; there are I, deposited, money"),
        ("bank-money", 6, {"key": (1, 2)}, "There is no word 6: the sentence has 6, counted from 0."),
        (
            "bank-money",
            "bank",
            {"key": (1, 2), "head": 1},
            "There is no head 1; they are counted from 0 to 0.",
        ),
    ],
)
def test_what_cant_be_moved_is_refused(
    scene: str, word: str, vectors: dict[str, object], sentence: str
) -> None:
    doc, move = at.open(scene), cast("Callable[..., object]", at.move)
    with pytest.raises(at.Refused) as refused:
        move(doc, word, **vectors)
    assert sentence in str(refused.value)


def test_a_rule_and_an_array_mask_alike() -> None:
    doc = at.new("I love deep learning")
    rule = at.attend(at.mask(doc, "causal"))
    array = at.attend(at.mask(doc, np.tri(4, dtype=bool)))
    assert np.array_equal(rule.weights, array.weights)
    assert np.array_equal(at.attend(at.mask(at.mask(doc, "causal"), "none")).weights, at.attend(doc).weights)
    window = at.attend(at.mask(doc, "window", size=1))
    assert np.array_equal(window.weights[0], np.eye(4))


def test_a_mask_that_is_none_is_refused() -> None:
    doc, diagonal = at.new("I love deep learning"), cast("Rule", "diagonal")
    with pytest.raises(at.Refused, match="There is no mask “diagonal”; there are none, causal"):
        at.mask(doc, diagonal)
    with pytest.raises(at.Refused, match=r"a boolean array of shape \(4, 4\), not float64 of \(3, 4\)"):
        at.mask(doc, np.ones((3, 4)))
    with pytest.raises(at.Refused, match="rows are all of one length"):
        at.mask(doc, [[True], [True, False]])
    with pytest.raises(at.Refused, match=r"mask\.size"):
        at.mask(doc, "window", size=0)
    with pytest.raises(at.Refused, match="size of a mask is a whole number, not “'two'”"):
        at.mask(doc, "window", size=cast("int", "two"))
    # Of a square mask it makes no difference, and of a file it would be the end.
    with pytest.raises(at.Refused, match='aligned at "end" or "start", not “\'left\'”'):
        at.mask(doc, "causal", align=cast("Align", "left"))


def test_scale_and_temperature() -> None:
    doc = at.open("bank-money")
    assert at.attend(at.scale(doc, 1)).scale == 1.0
    assert at.scale(at.scale(doc, 0.25)) == doc
    assert at.attend(at.temperature(doc, 0)).weights[0, 5].tolist() == [0, 0, 1, 0, 0, 0]
    with pytest.raises(at.Refused, match="scale"):
        at.scale(doc, float("nan"))
    with pytest.raises(at.Refused, match="temperature can't be negative"):
        at.temperature(doc, -1)
    for change in (at.scale, at.temperature):
        with pytest.raises(at.Refused, match="“'warm'” is no number"):
            change(doc, cast("float", "warm"))
        with pytest.raises(at.Refused) as refused:
            change(doc, cast("float", np.eye(20)))
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 80


def test_any_edit_may_be_made_if_what_comes_of_it_is_sound() -> None:
    doc = at.open("bank-money")
    wider = at.edit(doc, lambda document: edits.set_bound(document, 100.0))
    assert at.attend(at.move(wider, "bank", query=(99, 0))).queries[0, 5].tolist() == [99.0, 0.0]
    with pytest.raises(at.Refused, match="passages"):
        at.edit(doc, lambda document: type(document)("nothing", ()))


def test_another_word_asks() -> None:
    assert at.sentence(at.ask(at.open("bank-money"), "Money")).startswith("money looks most at itself")
    assert at.ask(at.open("bank-money"), 2) == at.ask(at.open("bank-money"), "money")


def test_code_is_that_of_the_formula_panel() -> None:
    program = at.code(at.open("bank-money"))
    exec(program, {})
    assert "import torch" in at.code(at.open("bank-money"), "torch")
    with pytest.raises(at.Refused, match="no code for “jax”, only for numpy and torch"):
        at.code(at.open("bank-money"), cast('Literal["numpy"]', "jax"))


# --- pictures, notebooks, windows


@draws
def test_a_picture_carries_the_state(tmp_path: Path) -> None:
    doc = at.move(at.open("bank-river"), "bank", query=(1, 2))
    made = at.render(doc, tmp_path / "x.png", size=(900, 600))
    assert (tmp_path / "x.png").read_bytes() == made
    assert at.open(tmp_path / "x.png") == doc


@draws
def test_jupyter_shows_a_drawing_with_its_text() -> None:
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    doc = at.open("worked-example")
    data, metadata = formatter.format(doc)
    assert data["image/svg+xml"].lstrip().startswith("<")
    assert "<svg" in data["image/svg+xml"]
    assert at.sentence(doc) in data["text/plain"]
    assert metadata["image/svg+xml"] == {"alt": at.sentence(doc)}


def test_without_a_drawing_there_are_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_COMMAND", "import sys; sys.exit('No module named PySide6')")
    doc = at.move(at.open("bank-money"), "bank", query=(0.5, 0.25))  # which was not drawn before
    data, metadata = doc._repr_mimebundle_()
    assert data == {"text/plain": f"{doc!r}\n{at.sentence(doc)}"}
    assert metadata == {}


def test_what_cant_be_drawn_is_refused(tmp_path: Path) -> None:
    doc = at.open("bank-money")
    with pytest.raises(at.Refused, match=r"must end in \.png, \.svg or \.pdf"):
        at.render(doc, tmp_path / "x.gif")
    with pytest.raises(at.Refused, match="invalid choice: 'kitchen'"):
        at.render(doc, workspace="kitchen")
    with pytest.raises(at.Refused, match=r"its width and its height in pixels"):
        at.render(doc, size=cast("tuple[int, int]", (10,)))
    with pytest.raises(at.Refused, match=r"its width and its height in pixels"):
        at.render(doc, size=cast("tuple[int, int]", ("a", 2)))
    with pytest.raises(at.Refused, match=r"kinds png, svg and pdf, and none of “gif”"):
        at.render(doc, kind=cast("Format", "gif"))
    assert os.listdir(tmp_path) == []


@draws
def test_the_laboratory_is_written(tmp_path: Path) -> None:
    doc = at.open("worked-example")
    at.notebook(doc, tmp_path / "lab.ipynb")
    assert at.open(tmp_path / "lab.ipynb") == doc


def test_the_studio_is_started_with_the_document_and_the_door_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = str(tmp_path / "got")
    script = f"import sys, time; open({got!r}, 'wb').write(sys.stdin.buffer.read()); time.sleep(5)"
    monkeypatch.setattr(processes, "_COMMAND", script)
    monkeypatch.setattr(processes, "_AT_ONCE", 0.01)
    doc = at.open(save(tmp_path))
    at.show(doc)
    window = processes._windows[-1]
    try:
        assert window.poll() is None, "it goes on"
        until = time.monotonic() + 30
        while not (tmp_path / "got").exists() or not (tmp_path / "got").read_bytes().endswith(b"}\n"):
            assert time.monotonic() < until
            time.sleep(0.02)
        assert open_file(tmp_path / "got").document == doc.document
    finally:
        window.kill()
        window.wait()


def save(folder: Path) -> Path:
    """A document that is larger than a pipe holds: handing it over must not wait for the window."""
    from attnstudio.model.document import Look
    from attnstudio.storage.files import save_file

    save_file(folder / "m.attn", two_meanings(), Look(query=6), {"later": ["x" * 1000] * 200})
    return folder / "m.attn"


def test_a_studio_that_cant_be_shown_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(processes, "_AT_ONCE", 60.0)
    if sys.platform != "linux":
        pytest.skip("other systems have a display")
    with pytest.raises(at.Refused, match="There is no display to show a window on"):
        at.show(at.open("bank-money"))


def test_a_python_that_knows_no_program_of_its_own_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(at.Refused, match="doesn't know where it lies"):
        at.show(at.open("bank-money"))


# --- the help


def test_the_help_names_the_whole_door(checkout: Path) -> None:
    told = (checkout / "resources" / "help" / "door.md").read_text("utf-8")
    named = set(re.findall(r"\bat\.(\w+)", told))
    assert named == set(at.__all__) - {"Doc"}
    assert set(re.findall(r"\bat\.(\w+)", (checkout / "README.md").read_text("utf-8"))) <= named


def test_the_program_in_the_help_runs(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = (checkout / "resources" / "help" / "door.md").read_text("utf-8")
    program = re.findall(r"```python\n(.*?)```", told, re.DOTALL)[0]
    shown: list[at.Doc] = []
    monkeypatch.setattr(at, "show", shown.append)
    exec(program, {})
    assert at.attend(shown[0]).queries[0, 5].tolist() == [1.0, 2.0]
