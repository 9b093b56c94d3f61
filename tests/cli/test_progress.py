"""A bar for whoever watches a terminal, and not a byte for anybody else."""

from __future__ import annotations

from io import StringIO

import pytest

from attnstudio.cli import commands, progress
from attnstudio.cli.progress import watch


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    shares = iter([0.25, 0.5, 1.0])
    watch(shares)
    assert next(shares, None) is None  # all is done
    assert "%|" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")  # and it is wiped away


def test_what_is_short_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    watch(iter([0.5, 1.0]))
    assert terminal.getvalue() == ""


def test_nobody_else_sees_anything(capsys: pytest.CaptureFixture[str]) -> None:
    watch(iter([0.5, 1.0]))
    assert capsys.readouterr() == ("", "")


def test_the_laboratory_is_watched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    assert commands.run(["compute", "bank-money", "--workspace", "scaling"]) == 0
    assert "%|" in terminal.getvalue()
    assert "d_k = " in capsys.readouterr().out
