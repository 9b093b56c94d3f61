"""Whether there is a display, asked without Qt."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from attnstudio.cli import display
from attnstudio.cli.display import trouble

NOBODY = ":54321"


@pytest.fixture
def wayland(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A Wayland display that answers."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        yield {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-0"}


def test_no_display_is_said_with_the_way_out() -> None:
    assert trouble({}, "linux") == (
        "There is no display to show a window on; "
        "“attnstudio render SCENE_OR_FILE -o picture.png” needs none."
    )


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_always_have_one(platform: str) -> None:
    assert trouble({}, platform) is None


@pytest.mark.parametrize("chosen", ["offscreen", "minimal", "vnc:size=800x600", "xcb;offscreen"])
def test_some_platforms_of_qt_need_none(chosen: str) -> None:
    assert trouble({"QT_QPA_PLATFORM": chosen}, "linux") is None


def test_a_platform_that_qt_does_not_know_is_named() -> None:
    said = trouble({"QT_QPA_PLATFORM": "bogus", "DISPLAY": NOBODY}, "linux")
    assert said is not None
    assert said.startswith("Qt knows no platform “bogus”")


@pytest.mark.parametrize(
    "address", [NOBODY, "unix:54321.0", "localhost:4321", "nonsense", ":x", ":0x1", ":99999999"]
)
def test_a_display_that_does_not_answer_is_named(address: str) -> None:
    said = trouble({"DISPLAY": address}, "linux")
    assert said is not None
    assert said.startswith(f"The display {address} does not answer; ")


def test_a_wayland_display_that_answers_is_enough(wayland: dict[str, str]) -> None:
    assert trouble(wayland | {"DISPLAY": NOBODY}, "linux") is None
    assert trouble(wayland | {"XDG_RUNTIME_DIR": "/nowhere"}, "linux") is not None


def test_the_platform_that_was_chosen_is_asked(wayland: dict[str, str]) -> None:
    assert trouble(wayland | {"QT_QPA_PLATFORM": "wayland"}, "linux") is None
    assert trouble(wayland | {"QT_QPA_PLATFORM": "xcb"}, "linux") is not None
    assert trouble({"DISPLAY": NOBODY, "QT_QPA_PLATFORM": "xcb"}, "linux") is not None


def test_an_x_display_on_another_machine_is_reached_by_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(display, "_FIRST_PORT", server.getsockname()[1] - 10)
        monkeypatch.setattr(display, "_lets_in", lambda _: True)
        monkeypatch.setattr(display, "_can_load", lambda _: True)
        assert trouble({"DISPLAY": "127.0.0.1:10.0"}, "linux") is None
        monkeypatch.setattr(display, "_can_load", lambda _: False)
        said = trouble({"DISPLAY": "127.0.0.1:10.0"}, "linux")
    assert said is not None
    assert "sudo apt-get install libxcb-cursor0" in said


def test_a_library_is_there_or_not() -> None:
    assert not display._can_load("libthat-is-nowhere.so.0")


def test_asking_loads_no_qt(checkout: Path) -> None:
    script = (
        "import sys; from attnstudio.cli.display import trouble; trouble(); "
        "assert not {'PySide6', 'pyqtgraph'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=checkout, check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="a socket without a file is a thing of Linux")
def test_a_display_that_refuses_us_is_said_so() -> None:
    """An X server that wants a key: it answers the greeting with "failed" and a reason."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X54322")
        server.listen()
        refusing = threading.Thread(target=refuse, args=(server,), daemon=True)
        refusing.start()
        said = trouble({"DISPLAY": ":54322"}, "linux")
    assert said is not None
    assert said.startswith("The display :54322 does not let this program in; ")


def refuse(server: socket.socket) -> None:
    with suppress(OSError):
        while True:
            caller, _ = server.accept()
            with caller:
                if caller.recv(64):  # the first knock only asks whether anybody is there
                    caller.sendall(b"\x00\x02\x0b\x00\x00\x00\x01\x00No.\n")
