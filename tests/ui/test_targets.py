"""Where a file goes: names that every system takes, and the suffix of what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from attnstudio.ui import targets
from attnstudio.ui.main_window import MainWindow
from attnstudio.ui.targets import ask_target


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("bank", "bank.png"),
        ('a/b\\c:"d"?', "a-b-c--d--.png"),
        ("é" * 300, "é" * 80 + ".png"),
        ("😀" * 80, "😀" * 40 + ".png"),  # 325 bytes would be more than disks take
        ("a\nb", "a-b.png"),
        ("the end.", "the end.png"),
        ("", "untitled.png"),
    ],
)
def test_a_proposed_name_can_be_written_anywhere(
    name: str, file: str, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []

    def answer(_parent: object, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        started.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    assert ask_target(window, "Save", name, "", ".png") is None
    assert [Path(start).name for start in started] == [file]


@pytest.mark.parametrize(
    ("typed", "is_fixed", "file"),
    [
        ("x", False, "x.png"),
        ("x.PNG", True, "x.PNG"),
        ("x.v2", False, "x.v2"),
        ("x.v2", True, "x.v2.png"),
        ("x.pdf", True, "x.pdf.png"),
    ],
)
def test_the_suffix(
    typed: str,
    is_fixed: bool,
    file: str,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / typed), ""))
    assert ask_target(window, "Save", "x", "PNG (*.png)", ".png", is_fixed=is_fixed) == tmp_path / file


@pytest.mark.parametrize("answer", [True, False])
def test_a_name_that_got_its_suffix_here_is_asked_about(
    answer: bool, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.png").touch()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "x"), ""))
    monkeypatch.setattr(targets, "may_replace", lambda *_: answer)
    found = ask_target(window, "Save", "x", "PNG (*.png)", ".png")
    assert found == (tmp_path / "x.png" if answer else None)


def test_no_name_is_no_target(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert ask_target(window, "Save", "x", "PNG (*.png)", ".png") is None
