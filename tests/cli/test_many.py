"""Many in one call: what one of them runs into costs the others nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnstudio.cli.many import each
from attnstudio.model.refused import Refused


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Refused("It is refused."), "It is refused."),
        (MemoryError(), "“first” takes more memory than there is."),
        (
            OSError(28, "No space left on device"),
            "“first” could not be made into “one.png”: the disk is full.",
        ),
    ],
)
def test_a_fault_of_one_is_told_and_the_next_is_made(
    fault: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []

    def make(name: str, _path: Path) -> None:
        if name == "first":
            raise fault
        made.append(name)

    assert each([("first", Path("one.png")), ("second", Path("two.png"))], make) == 1
    assert made == ["second"]
    assert capsys.readouterr().err == f"attnstudio: {said}\n"
