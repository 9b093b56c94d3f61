"""What the cells of a notebook print and show, worked out while the notebook is made.

The cells are run here, in this process, in a namespace of their own. They are our own text with numbers and
string literals put in, never a learner's code; a kernel takes seconds to start, may not be installed, and
a frozen program has no Python to start one with. A test holds what comes out here to what a real kernel
gives. Cells that need PyTorch are left out: whether it is installed must not change the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from io import StringIO
from types import CodeType
from typing import Any

import numpy as np

from attnstudio.notes.notebook_cells import Cell

Output = dict[str, Any]


def run(cells: Iterable[Cell]) -> dict[str, list[Output]]:
    """The outputs, in nbformat's own form, of the cells that were run, by their names.

    A cell whose assertion does not hold, and all after it, have none: in Jupyter the person sees what fails.
    Anything else that goes wrong is a fault of ours, and is not hidden.
    """
    space: dict[str, Any] = {"__name__": "__main__"}
    found: dict[str, list[Output]] = {}
    # Printing is set up in the first cell, for the whole process: here only until the end of the run.
    with np.printoptions(), suppress(AssertionError):
        for cell in cells:
            if cell.runs and cell.kind != "torch":
                found[cell.name] = _outputs(cell, space)
    return found


def _outputs(cell: Cell, space: dict[str, Any]) -> list[Output]:
    printed = StringIO()
    space["print"] = partial(print, file=printed)  # ours alone: the program's own output stays where it is
    body, last = _parted(cell)
    exec(body, space)
    shown = None if last is None else eval(last, space)
    outputs: list[Output] = []
    if text := printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if shown is not None:
        outputs.append({"output_type": "execute_result", "data": _data(shown), "metadata": {}})
    return outputs


def _parted(cell: Cell) -> tuple[CodeType, CodeType | None]:
    """The statements, and the expression at the end whose value Jupyter would show."""
    tree, name = ast.parse(cell.source), f"<{cell.name}>"
    if not tree.body or not isinstance(end := tree.body[-1], ast.Expr):
        return compile(tree, name, "exec", dont_inherit=True), None
    tree.body.pop()
    return (
        compile(tree, name, "exec", dont_inherit=True),
        compile(ast.Expression(end.value), name, "eval", dont_inherit=True),
    )


def _data(shown: Any) -> dict[str, str]:
    data = {"text/plain": repr(shown)}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if hasattr(shown, method):
            data[kind] = getattr(shown, method)()
    return data
