"""Notebooks: valid, whole, the same every time, and right when they are run."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from attnstudio.model.document import Document, Head, Look, Matrix, Passage, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, Positions, ScoreSettings, Wrong
from attnstudio.notes import notebook_running
from attnstudio.notes.notebook import LEVELS, cells_of, experiments_for, notebook_of
from attnstudio.notes.notebook_cells import Cell, section
from attnstudio.notes.notebook_state import State
from attnstudio.storage.files import from_bytes
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, cached, crossing, documents, of_words, projected, tokens, two_meanings

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SCENES = [scene.id for scene in scenes()]
read: Callable[..., Any] = nbformat.reads  # which has no types
EXECUTED = ("worked-example", "two-meanings", "mask-too-late")
"""A kernel takes seconds to start: these differ most, and the code of the others is run without one."""


def picture(document: Document, look: Look) -> bytes:
    return PIXEL


def written(document: Document, look: Look | None = None) -> dict[str, Any]:
    look = look or fitting(Look(), document)
    made: dict[str, Any] = json.loads(notebook_of(document, look, picture))
    return made


def code_of_cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def needs_torch(cell: dict[str, Any]) -> bool:
    return "import torch" in "".join(cell["source"])


def ran_to_the_end(notebook: dict[str, Any]) -> bool:
    """Whether every cell that should have been run was: one that fails has no number."""
    return all(cell["execution_count"] for cell in code_of_cells(notebook) if not needs_torch(cell))


def failure(document: Document, look: Look | None = None) -> str:
    """What goes wrong in the first cell that fails; "" where none does."""
    space: dict[str, Any] = {"__name__": "__main__"}
    with np.printoptions():
        for cell in cells_of(document, look or fitting(Look(), document)):
            if cell.runs and cell.kind != "torch":
                try:
                    notebook_running._outputs(cell, space)
                except Exception as error:
                    return f"{cell.name}: {type(error).__name__}: {error}"
    return ""


# --- the file


@pytest.mark.parametrize("scene", SCENES)
def test_the_notebook_of_a_scene_is_valid_and_ran_to_the_end(scene: str) -> None:
    document, look = load(scene)
    data = notebook_of(document, look, picture)
    notebook = json.loads(data)
    nbformat.validate(notebook)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in ids)
    assert ran_to_the_end(notebook), failure(document, look)
    assert read(data.decode(), as_version=4).cells[0].source.startswith("# ")


def test_the_same_state_gives_the_same_bytes() -> None:
    document, look = load("two-heads")
    assert notebook_of(document, look, picture) == notebook_of(document, look, picture)


def test_the_picture_has_its_text_beside_it_and_outlives_a_run() -> None:
    document, look = load("bank-money")
    cell = next(cell for cell in written(document, look)["cells"] if cell["id"] == "picture")
    assert cell["cell_type"] == "markdown"
    assert base64.b64decode(cell["attachments"]["state.png"]["image/png"]) == PIXEL
    source = "".join(cell["source"])
    assert source.startswith("![bank looks most at money, 0.447; output is 0.83 from bank's own value](")


def test_what_the_d_k_laboratory_shows_is_not_mixed_up_with_the_steps() -> None:
    picture_cell = next(cell for cell in cells_of(*load("why-sqrt-dk")) if cell.name == "picture")
    assert "D_k" not in picture_cell.source
    assert "d_k = 16" not in picture_cell.source
    assert "the d_k laboratory: d_k = 64" in picture_cell.source


def test_a_notebook_opens_in_the_studio_as_the_state_it_was_made_of() -> None:
    document, look = load("reshape-trap")
    opened = from_bytes(notebook_of(document, look, picture), "x.ipynb")
    assert (opened.document, opened.look) == (document, look)
    assert not opened.is_document, "it must never be saved over"


def test_another_notebook_is_refused_in_a_sentence() -> None:
    other = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
    with pytest.raises(Refused, match="the notebook carries no document"):
        from_bytes(other, "other.ipynb")


def test_what_the_picture_is_refused_for_is_passed_on() -> None:
    def none(document: Document, look: Look) -> bytes:
        raise Refused("There is not enough memory.")

    with pytest.raises(Refused, match="memory"):
        notebook_of(bank(), Look(query=6), none)


def test_what_draws_is_folded() -> None:
    cells = [cell for cell in written(bank())["cells"] if cell["cell_type"] == "code"]
    folded = [cell["id"] for cell in cells if cell["metadata"].get("jupyter", {}).get("source_hidden")]
    assert folded == ["tools-2", "tools-3", "tools-4"]


def test_the_first_cell_tells_what_is_inside() -> None:
    text = "".join(written(*load("causal-love"))["cells"][0]["source"])
    assert "first: *The causal mask, and the row that the chapter's table leaves out* and *A row" in text


# --- what it holds


def test_the_numbers_of_the_screen_are_asserted() -> None:
    source = "\n".join("".join(cell["source"]) for cell in code_of_cells(written(bank(), Look(query=6))))
    assert "on_screen = [0.055, 0.269, 0.447, 0.035, 0.033, 0.162]" in source
    assert 'agrees("Weights", weights[row], on_screen, digits=3)' in source


def test_a_number_that_is_not_that_of_the_screen_stops_the_notebook() -> None:
    cells = cells_of(bank(), Look(query=6))
    wrong = [replace(cell, source=cell.source.replace("0.447", "0.449")) for cell in cells]
    outputs = notebook_running.run(wrong)
    assert "step-scaled-code" in outputs
    assert "step-weights-code" not in outputs


def test_the_chapters_batch_has_its_shapes() -> None:
    cell = next(cell for cell in written(bank())["cells"] if cell["id"] == "batch-2")
    printed = "".join(cell["outputs"][0]["text"])
    shapes = "scores  (2, 4, 4)\nweights (2, 4, 4)\nout     (2, 4, 8)\n"
    assert printed == f"{shapes}one row (4,), with the sum 1.000\n"


def test_heatmaps_are_tables_with_rows_that_ask_and_columns_that_offer() -> None:
    notebook = written(crossing(), Look(query=1))
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "step-weights-code")
    shown = "".join(cell["outputs"][-1]["data"]["text/html"])
    assert shown.count('scope="col"') == 3
    assert shown.count('scope="row"') == 2
    assert "query asks ↓ · key offers →" in shown
    assert "0.665" in "".join(cell["outputs"][-1]["data"]["text/plain"])


def test_curves_are_pictures_that_say_what_they_show() -> None:
    outputs = [output for cell in code_of_cells(written(bank())) for output in cell["outputs"]]
    pictures = ["".join(o["data"]["image/svg+xml"]) for o in outputs if "image/svg+xml" in o.get("data", {})]
    assert len(pictures) >= 2
    for picture in pictures:
        assert ElementTree.fromstring(picture).findtext("{http://www.w3.org/2000/svg}title")
    # A full turn ends where it began: what comes between is what is to be seen.
    assert re.search(r"money: [\d.]+ … [\d.]+ \(from [\d.]+ to 0\.\d+ between\)", "".join(pictures))


def test_what_needs_torch_says_nothing_of_this_machine() -> None:
    cells = [cell for cell in code_of_cells(written(bank())) if needs_torch(cell)]
    assert len(cells) == 2
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)


@pytest.mark.parametrize(
    ("scene", "first"),
    [
        ("why-sqrt-dk", "scaling"),
        ("wrong-divisor", "wrong-divisor"),
        ("causal-love", "causal"),
        ("mask-too-late", "mask-too-late"),
        ("order-blind", "order"),
        ("long-wrong-key", "length-and-angle"),
        ("two-meanings", "context"),
        ("reshape-trap", "heads"),
    ],
)
def test_the_experiment_that_fits_the_scene_comes_first(scene: str, first: str) -> None:
    document, look = load(scene)
    assert experiments_for(State(document, look, resolve(document, look.passage)))[0] == first


def test_every_experiment_is_in_some_notebook() -> None:
    from attnstudio.assets import resource

    there = {path.stem for path in resource("notebook", "experiments").iterdir()}
    shown = set()
    for document, look in map(load, SCENES):
        shown |= set(experiments_for(State(document, look, resolve(document, look.passage))))
    assert shown == there


def test_lessons_leave_the_names_of_the_state_alone() -> None:
    """Cells are run again in any order: an experiment must not change what the next one begins with."""
    import ast

    kept = {
        "q",
        "k",
        "v",
        "Q",
        "K",
        "V",
        "row",
        "head",
        "scale",
        "temperature",
        "may_look",
        "names_q",
        "names_k",
    }
    lessons = [section("experiments", name) for name in experiments_for_everything()]
    lessons += [section("challenges", level) for level in LEVELS] + [section("batch"), section("checking")]
    for cell in (cell for lesson in lessons for cell in lesson if cell.kind != "text"):
        for node in ast.parse(cell.source).body:
            names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert not names & kept, cell.name


def experiments_for_everything() -> list[str]:
    from attnstudio.assets import resource

    return sorted(path.stem for path in resource("notebook", "experiments").iterdir())


# --- challenges


@pytest.mark.parametrize("level", LEVELS)
def test_a_solution_is_right_in_the_place_of_its_challenge(level: str) -> None:
    solution = next(cell for cell in section("challenges", level) if cell.kind == "solution")
    cells = [
        replace(cell, source=solution.source) if _is_challenge(cell, level) else cell
        for cell in cells_of(bank(), Look(query=6))
    ]
    assert notebook_running.run(cells).keys() == {c.name for c in cells if c.runs and c.kind != "torch"}


@pytest.mark.parametrize(
    ("level", "before", "after"),
    [
        ("explain", "explanation = ...", "explanation = 'Q K V'"),
        ("calculate", "score_of_the_pair = ...", "score_of_the_pair = 5"),
        ("calculate", "score_with_the_first_key = ...", "score_with_the_first_key = 0.65"),
        ("calculate", "score_of_the_pair = ...", "score_of_the_pair = 'four'"),
        ("calculate", "score_of_the_pair = ...", "score_of_the_pair = [4, 4]"),
        ("predict", "shape_of_scores = ...", "shape_of_scores = (2, 5, 3)"),
        ("predict", "all_keys_doubled = ...", "all_keys_doubled = 'flatter'"),
        ("break", "rows_too_small = ...", "rows_too_small = softmax(break_scores)"),
        ("break", "rows_too_small = ...", "rows_too_small = np.zeros((3, 3))"),
        ("break", "columns_sum_to_one = ...", "columns_sum_to_one = softmax(break_scores)"),
        ("build", "return ...", "return (attention(q, k, v, may_look)[0],)"),
        ("build", "return ...", "return None"),
        ("build", "return ...", "w = softmax(q @ np.swapaxes(k, -1, -2))\n    return w, w @ v"),
        ("investigate", "return ...", "return 1.0"),
    ],
)
def test_a_wrong_answer_stops_its_cell(level: str, before: str, after: str) -> None:
    cells = cells_of(bank(), Look(query=6))
    at = next(i for i, cell in enumerate(cells) if _is_challenge(cell, level))
    assert before in cells[at].source
    cells[at] = replace(cells[at], source=cells[at].source.replace(before, after))
    assert cells[at].name not in notebook_running.run(cells)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("score_of_the_pair = ...", "score_of_the_pair = np.array([[1, 2]]) @ np.array([[2], [1]])"),
        ("scaled_score_of_the_pair = ...", "scaled_score_of_the_pair = 2.83"),
        ("weight_of_the_largest_of_2_1_0 = ...", "weight_of_the_largest_of_2_1_0 = 0.67"),
    ],
)
def test_a_right_answer_is_right_however_it_is_written(before: str, after: str) -> None:
    cells = cells_of(bank(), Look(query=6))
    at = next(i for i, cell in enumerate(cells) if _is_challenge(cell, "calculate"))
    assert before in cells[at].source
    cells[at] = replace(cells[at], source=cells[at].source.replace(before, after, 1))
    assert cells[at].name in notebook_running.run(cells)


def _is_challenge(cell: Cell, level: str) -> bool:
    return cell.kind == "answer" and cell.name.startswith(f"challenges-{level}")


# --- run by others


def as_run(cell: Any) -> list[dict[str, Any]]:
    """Outputs as they would be if a kernel sent all that is printed at once."""
    joined: list[dict[str, Any]] = []
    for output in json.loads(json.dumps(cell.outputs)):
        if joined and output.get("name") == joined[-1].get("name") == "stdout":
            joined[-1]["text"] += output["text"]
        else:
            joined.append(output)
    return joined


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("scene", EXECUTED)
def test_a_kernel_comes_to_the_outputs_in_the_file(scene: str) -> None:
    from nbclient import NotebookClient

    document, look = load(scene)
    before = read(notebook_of(document, look, picture).decode(), as_version=4)
    after = read(notebook_of(document, look, picture).decode(), as_version=4)
    NotebookClient(after, timeout=120, kernel_name="python3").execute()
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.cell_type == "code" and "import torch" not in old.source:
            assert as_run(old) == as_run(new), old.id
            assert old.execution_count == new.execution_count


def test_the_code_of_every_scene_runs_with_numpy_alone(tmp_path: Path) -> None:
    """In one process without attnstudio and IPython, with every warning an error."""
    programs = []
    for document, look in map(load, SCENES):
        cells = [cell.source for cell in cells_of(document, look) if cell.runs]
        programs.append("\n\n".join(cells))
    wall = (
        "import io, json, sys\n"
        "class Wall:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in {'attnstudio', 'IPython', 'PySide6', 'matplotlib'}:\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Wall())\n"
        "for program in json.load(open('programs.json', encoding='utf-8')):\n"
        "    names = {'__name__': '__main__', 'print': lambda *parts, **options: None}\n"
        "    exec(compile(program, 'notebook', 'exec'), names)\n"
    )
    (tmp_path / "programs.json").write_text(json.dumps(programs), encoding="utf-8")
    call = [sys.executable, "-W", "error", "-W", "ignore::ResourceWarning", "-c", wall]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# --- documents of every kind


def long_words() -> Document:
    return of_words(*(f"word{i}" for i in range(64)))


def free(queries: Matrix, keys: Matrix, values: Matrix) -> Document:
    """Words in one head."""
    words = tokens(*"abcdef"[: len(queries)])
    return Document("free", (Passage(words, heads=(Head(queries, keys, values),)),))


def of_fifty() -> Document:
    rng = np.random.default_rng(5)
    matrix = tuple(tuple(row) for row in rng.standard_normal((3, 50)).round(3).tolist())
    return free(matrix, matrix, matrix)


def blind() -> Document:
    return replace(of_words("a", "b", "c"), mask=Mask("strict"))


KINDS = {
    "long": long_words(),
    "fifty": of_fifty(),
    "blind": blind(),
    "projected": projected(),
    "cached": replace(cached(), mask=Mask("causal")),
    "two meanings": two_meanings(),
    "crossing": crossing(),
    "cosine": replace(bank(), settings=ScoreSettings(cosine=True)),
    "hot": replace(bank(), settings=ScoreSettings(scale=-2.0, temperature=3.0)),
    "cold": replace(bank(), settings=ScoreSettings(temperature=0.0)),
    "turned": replace(bank(), positions=Positions("rope")),
    "added": replace(two_meanings(), positions=Positions("added", pairing="half-split")),
    "late": replace(bank(), mask=Mask("causal"), wrong=Wrong(mask_after_softmax=True)),
    "bare": replace(bank(), wrong=Wrong(skips_softmax=True)),
    "raised": replace(bank(), wrong=Wrong(added=(6, 1, 2.5))),
    "one": of_words("alone"),
    "none": Document("none", (Passage((), heads=(Head((), (), ()),)),)),
    "no keys": Document("no keys", (Passage(tokens("a"), (), (Head(((1.0, 2.0),), (), ()),)),)),
    "flat": free(((1.0,), (2.0,)), ((1.0,), (0.0,)), ((3.0,), (1.0,))),
    "large": free(((1e6, 1e6),) * 2, ((1e6, 1.0), (1.0, 1e6)), ((1e6, 0.0),) * 2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_any_kind_of_document_runs_to_the_end(kind: str) -> None:
    assert failure(KINDS[kind]) == ""


@settings(max_examples=12, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(documents())
def test_any_document_runs_to_the_end(document: Document) -> None:
    """A notebook takes too long to make it smaller and smaller: what fails is shown as it was drawn."""
    assert failure(document) == ""


HOSTILE = (
    "<script>alert(1)</script>",
    "![x](http://example.org/x.png)",
    "$\\href{javascript:alert(1)}{x}$",
    "'''\"\"\"\\",
    "`</code>`",
    "</details>",
    "{{evil}}",
    "1.",
    "bank\u202etxt",
    "👩\u200d👩\u200d👧",
    "[[1, 2]]",
    "%%bash",
    "!ls",
    "]](x)",
)


def test_hostile_words_stay_words() -> None:
    document = replace(of_words(*HOSTILE), title="# <b>*t*</b> $x$", remark="<img src=x onerror=alert(1)>")
    notebook = written(document)
    assert ran_to_the_end(notebook), failure(document)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = (
                "".join(cell["source"]).replace("![", "", 1)
                if cell["id"] == "picture"
                else "".join(cell["source"])
            )
            for word in ("<script", "<img", "![x]", "http://", "javascript:", "<b>", "*t*", "$"):
                assert word not in text, cell["id"]
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            shown = "".join(data.get("text/html", "")) + "".join(data.get("image/svg+xml", ""))
            assert "<script" not in shown
            assert "</details>" not in shown


def test_words_are_literals_that_read_back_the_same() -> None:
    cells = cells_of(of_words(*HOSTILE), Look(query=1))
    source = next(cell.source for cell in cells if cell.name == "state-words")
    space: dict[str, Any] = {}
    exec(source, space)
    assert tuple(space["names_q"]) == HOSTILE
