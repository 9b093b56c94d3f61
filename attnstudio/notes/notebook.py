"""A Jupyter notebook of one state: the chapter's laboratory for what is seen in the studio.

It needs NumPy and nothing else, and is whole: the picture, the vectors, every step held to the numbers on
the screen, experiments, the chapter's batch, challenges with their checks, and the solutions, folded. Printed
numbers and drawings are in the file. `metadata.attnstudio` is the document, so that the notebook opens in the
studio; the picture carries it, too.
"""

from __future__ import annotations

import json
import textwrap
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from attnstudio.assets import resource
from attnstudio.model.document import Document, Look
from attnstudio.model.resolve import resolve, vectors_of
from attnstudio.model.wording import capital
from attnstudio.notes.code import code_of
from attnstudio.notes.laboratory import picture_in_words
from attnstudio.notes.notebook_cells import Cell, folded, plainly, section
from attnstudio.notes.notebook_running import Output, run
from attnstudio.notes.notebook_state import State, other_cells, state_cells
from attnstudio.notes.notebook_steps import step_cells
from attnstudio.notes.speech import caption_of, sentence_of
from attnstudio.storage.schema import to_bytes

Render = Callable[[Document, Look], bytes]
"""Draws a state: the bytes of a PNG file. It is handed in, for nothing here knows Qt."""

SUFFIX = ".ipynb"
LEVELS = ("explain", "calculate", "predict", "break", "build", "investigate")
"""The chapter's six ways to work it, from explaining to research."""

_PICTURE = "state.png"
_FOLDED = {"jupyter": {"source_hidden": True}}
"""What draws is no lesson: Jupyter shows three dots, and the code when they are clicked."""


def notebook_of(document: Document, look: Look, render: Render, file: bytes | None = None) -> bytes:
    """The bytes of an .ipynb file, format 4.5; the same for the same state and picture.

    `file` is the document's own, where there is more in it than document and look. Raises `Refused` where
    `render` does, or where the document could not be saved.
    """
    cells = cells_of(document, look)
    inside = json.loads(file or to_bytes(document, look))
    return _written(cells, run(cells), {_PICTURE: render(document, look)}, inside)


def cells_of(document: Document, look: Look) -> list[Cell]:
    """All cells in their order, each with a name of its own."""
    state = State(document, look, resolve(document, look.passage))
    experiments = [cell for name in experiments_for(state) for cell in section("experiments", name)]
    trials = [cell for level in LEVELS for cell in section("challenges", level)]
    cells = [_title(state), _picture(state), *section("tools"), *section("mechanism")]
    if state.is_empty:
        cells += section("stand-in")
    else:
        cells += [*state_cells(state), *step_cells(state), _shown(state)]
        if _has_other(state):
            cells += other_cells(state)
    cells += [*_HEADING, *experiments, *section("batch"), *section("checking"), *trials]
    cells += [*_in_one_piece(state), *_solutions(cells)]
    return [cell for cell in cells if cell.kind != "solution"]


def experiments_for(state: State) -> tuple[str, ...]:
    """The names of the experiments: those that this state is about come first."""
    listed = _listed()
    document, first = state.document, list(listed["first"].get(state.document.scene, ()))
    if document.mask.hides:
        first += ["mask-too-late"] if document.wrong.mask_after_softmax else ["causal"]
    if state.trace.blind.any():
        first.append("blind-row")
    if document.wrong.skips_softmax:
        first.append("no-softmax")
    if document.settings.temperature != 1.0:
        first.append("temperature")
    if document.positions.kind != "none":
        first.append("positions")
    if state.heads > 1:
        first.append("heads")
    if _has_other(state):
        first.append("context")
    if _is_plainly_projected(state):
        first.append("projections")
    possible = {*listed["order"], *(["context"] if _has_other(state) else [])}
    possible |= {"projections"} if _is_plainly_projected(state) else set()
    return tuple(dict.fromkeys(name for name in (*first, *listed["order"]) if name in possible))


@cache
def _listed() -> dict[str, Any]:
    listed: dict[str, Any] = json.loads(resource("notebook", "experiments.json").read_text(encoding="utf-8"))
    return listed


def _has_other(state: State) -> bool:
    """Whether another sentence stands beside this one that has words, and keys of the same size."""
    passages = state.document.passages
    if len(passages) == 1 or state.is_empty:
        return False
    number = (state.look.passage + 1) % len(passages)
    other, queries = passages[number], vectors_of(state.document, number)[0]
    fits = queries.shape[-1] == state.trace.d_k and len(queries) == state.heads
    return bool(other.query_tokens and other.key_tokens) and fits


def _is_plainly_projected(state: State) -> bool:
    """Whether queries and keys are X·W_Q and X·W_K, and nothing comes between."""
    document = state.document
    plain = document.positions.kind != "rope" and not document.settings.cosine
    made = state.passage.embedding is not None and not document.wrong.reshapes_heads
    return plain and made and not state.is_empty


_HEADING = (
    Cell(
        "experiments",
        "## Experiments\n\nOne thing is changed at a time. Say what you expect before you run a cell; then "
        "change a number in it and run it again. Those that fit what the studio shows come first.",
    ),
)


_ABOUT = (
    "*Attention: what should I look at?* The chapter's laboratory, for a state of Attention Studio: what the "
    "picture shows, worked out step by step, then changed, broken and built again. It needs NumPy alone. Run "
    "the cells from top to bottom."
)


def _inside_it(state: State) -> str:
    first = " and ".join(_heading(name) for name in experiments_for(state)[:2])
    parts = (
        [] if state.is_empty else ["**The five steps** of this state, each held to the numbers on the screen"]
    )
    parts += [
        f"**Experiments** that change one thing each; first: {first}",
        "**The chapter's batch**, (2, 4, 8) → (2, 4, 4) → (2, 4, 8), in NumPy and in PyTorch",
        "**Challenges** on six levels: explain, calculate, predict, break, build, investigate",
        "**The program in one piece**, and the **solutions**, folded",
    ]
    return "\n".join(f"{number}. {part}" for number, part in enumerate(parts, start=1))


def _heading(experiment: str) -> str:
    """What stands over an experiment, in quotes."""
    return f"*{section('experiments', experiment)[0].source.splitlines()[0].removeprefix('### ')}*"


_BESIDE_IT = (
    "The picture tells of vectors drawn by chance; the five steps below are of the document's own vectors, "
    "which stand in the studio's other workspaces."
)
_NO_TORCH = 'print("PyTorch is not installed here. Everything else runs without it.")'


def _title(state: State) -> Cell:
    document = state.document
    told = [
        f"# {plainly(document.title or 'Untitled')}",
        _ABOUT,
    ]
    if document.remark:
        told.append(plainly(document.remark))
    told.append(_inside_it(state))
    told.append("To go on in the studio with just this state, open this notebook there, or its picture.")
    return Cell("title", "\n\n".join(told))


def _picture(state: State) -> Cell:
    """The picture as an attachment of a Markdown cell: there it has its text beside it, and running all
    cells, which throws every output away, leaves it."""
    document, look, trace = state.document, state.look, state.trace
    told, rest = sentence_of(document, trace, look), f"{caption_of(document, trace, look)}."
    if look.workspace == "scaling":
        told, rest = picture_in_words(document.sampling), _BESIDE_IT
    caption = plainly(f"{capital(told)}. {rest}")
    return Cell(
        "picture",
        f"![{plainly(told).removeprefix('<code>').removesuffix('</code>')}](attachment:{_PICTURE})\n\n{caption}",
    )


def _shown(state: State) -> Cell:
    """What the experiments work on: the shown head."""
    source = f"q, k, v = Q{state.of_head}, K{state.of_head}, V{state.of_head}"
    return Cell(
        "shown",
        f'{source}  # what the experiments begin with\nprint("q", q.shape, " k", k.shape, " v", v.shape)',
        "code",
    )


def _in_one_piece(state: State) -> list[Cell]:
    """The programs of the formula panel. Each is run in a function, so that its names are its own."""
    numpy, torch = (code_of(state.document, state.look, library) for library in ("numpy", "torch"))
    guarded = f"try:\n    import torch\nexcept ImportError:\n    {_NO_TORCH}\nelse:\n    with_torch()"
    return [
        Cell(
            "piece",
            "## In one piece\n\nThe program that the studio's formula panel shows for this state, from its "
            "numbers to an assertion of what is on the screen: in NumPy, then in PyTorch.",
        ),
        Cell("piece-numpy", f"def with_numpy():\n{_inside(numpy)}\n\n\nwith_numpy()", "code"),
        Cell("piece-torch", f"def with_torch():\n{_inside(torch)}\n\n\n{guarded}", "torch"),
    ]


def _inside(code: str) -> str:
    return textwrap.indent(code.strip("\n"), "    ")


def _solutions(cells: Sequence[Cell]) -> list[Cell]:
    """Each solution takes the place of its challenge's cell."""
    found = [cell for cell in cells if cell.kind == "solution"]
    told = "## Solutions\n\nYours may be another and as good: the checks above decide."
    shown = [Cell(f"{cell.name}-folded", folded(_level(cell), cell.source)) for cell in found]
    return [Cell("solutions", told), *shown]


def _level(cell: Cell) -> str:
    level = cell.name.split("-")[1]
    return f"Level {LEVELS.index(level) + 1}: {level} it"


def _written(
    cells: Sequence[Cell], outputs: dict[str, list[Output]], pictures: dict[str, bytes], inside: Any
) -> bytes:
    # Loaded when a notebook is made: its schema takes longer to load than a window takes to open.
    import nbformat

    written, count = [], 0
    for cell in cells:
        count += cell.runs  # as a kernel counts, which runs those cells too that were left out here
        written.append(_code(cell, outputs.get(cell.name), count) if cell.runs else _text(cell, pictures))
    metadata = {
        "attnstudio": inside,
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    notebook = {"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    nbformat.validate(notebook)  # what Jupyter, GitHub and others would refuse is never written
    return f"{json.dumps(notebook, ensure_ascii=False, indent=1, allow_nan=False)}\n".encode()


def _text(cell: Cell, pictures: dict[str, bytes]) -> dict[str, Any]:
    text = {"cell_type": "markdown", "id": cell.name, "metadata": {}, "source": _lines(cell.source)}
    if cell.name != "picture":
        return text
    return text | {
        "attachments": {name: {"image/png": b64encode(data).decode()} for name, data in pictures.items()}
    }


def _code(cell: Cell, found: list[Output] | None, count: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "cell_type": "code",
        "id": cell.name,
        "metadata": _FOLDED if cell.name.startswith("tools-") else {},
        "source": _lines(cell.source),
    }
    if found is None:  # it was not run
        return made | {"execution_count": None, "outputs": []}
    shown = []
    for output in found:
        if output["output_type"] == "stream":
            shown.append(output | {"text": _lines(output["text"])})
        else:
            data = {kind: _lines(text) for kind, text in output["data"].items()}
            shown.append(output | {"data": data, "execution_count": count})
    return made | {"execution_count": count, "outputs": shown}


def _lines(text: str) -> list[str]:
    """As notebooks keep text, so that their differences can be read line by line."""
    return text.splitlines(keepends=True)
