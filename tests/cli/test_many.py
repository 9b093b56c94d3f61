"""Many in one call: what one of them runs into costs the others nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnstudio.cli import main
from attnstudio.cli.many import each
from attnstudio.model.refused import Refused
from tests.kept import picture_of
from tests.samples import bank, crossing


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


def test_no_step_is_written_over_another_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "X-1-match.png"
    other.write_bytes(picture_of(bank()))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "X.png").write_bytes(picture_of(crossing()))
    call = ["render", str(tmp_path / "in" / "X.png"), str(other), "--panel", "formula", "--size", "300x200"]
    assert main([*call, "--strip", "--separate", "-o", f"{tmp_path}/"]) == 2
    assert other.read_bytes() == picture_of(bank())
    assert "X-1-match.png” is what is read" in capsys.readouterr().err
