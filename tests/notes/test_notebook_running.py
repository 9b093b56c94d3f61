"""What a cell prints is in the notebook; where one fails the person sees it, and our own faults show."""

from __future__ import annotations

import pytest

from attnstudio.notes.notebook_cells import Cell
from attnstudio.notes.notebook_running import run


def cells(*sources: str) -> list[Cell]:
    return [Cell(f"cell-{number}", source, "code") for number, source in enumerate(sources, start=1)]


def test_what_does_not_hold_ends_the_outputs() -> None:
    found = run(cells("print(1)", "assert 1 == 2", "print(3)"))
    assert list(found) == ["cell-1"]
    assert found["cell-1"][0]["text"] == "1\n"


def test_a_fault_in_our_own_text_is_not_hidden() -> None:
    with pytest.raises(NameError):
        run(cells("weigths"))
