"""Files of a person's own, by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnstudio.model.refused import Refused
from attnstudio.study import own_vectors
from attnstudio.study.own_vectors import known, open_own


@pytest.fixture(autouse=True)
def nothing_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_vectors, "_opened", {})


def test_a_file_is_known_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("a,1,2\n")
    assert known("mine.csv") is None
    assert open_own(tmp_path / "mine.csv") == "mine.csv"
    found = known("mine.csv")
    assert found is not None
    assert found.vector_of("a") == (1.0, 2.0)


def test_what_is_read_again_takes_its_place_and_what_is_wrong_does_not(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    for text in ("a,1\n", "a,2\n"):
        path.write_text(text)
        open_own(path)
    path.write_text("a,b\nc,d\n")
    with pytest.raises(Refused, match=r"mine\.csv"):
        open_own(path)
    found = known("mine.csv")
    assert found is not None
    assert found.vector_of("a") == (2.0,)


def test_only_the_latest_few_are_kept(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.csv").write_text("a,1\n")
        open_own(tmp_path / f"{number}.csv")
    assert [known(f"{number}.csv") is not None for number in range(6)] == [
        False,
        False,
        True,
        True,
        True,
        True,
    ]
