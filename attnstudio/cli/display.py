"""Whether a window can be shown: asked before Qt is loaded, which without a display ends the process."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

CURSOR_LIBRARY = "libxcb-cursor.so.0"  # Qt's own libraries lack it, and so do many systems
INSTEAD = "“attnstudio render SCENE_OR_FILE -o picture.png” needs none"

_WITHOUT_DISPLAY = ("offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs", "vkkhrdisplay")
_SECONDS = 2.0  # a display on another machine is waited for no longer
_FIRST_PORT = 6000  # of X11 displays

_Address = str | tuple[str, int]


def trouble(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """Why no window can be shown here, as a sentence with the way out; None if one can."""
    if platform in ("win32", "cygwin", "darwin"):
        return None
    chosen = [part.partition(":")[0] for part in environment.get("QT_QPA_PLATFORM", "").split(";") if part]
    if any(part in _WITHOUT_DISPLAY for part in chosen):
        return None
    if chosen and not any(part.startswith(("xcb", "wayland")) for part in chosen):
        return f"Qt knows no platform “{chosen[0]}”, which QT_QPA_PLATFORM asks for; {INSTEAD}."
    wayland = environment.get("WAYLAND_DISPLAY", "") if not chosen or "wayland" in chosen else ""
    x11 = environment.get("DISPLAY", "") if not chosen or "xcb" in chosen else ""
    if not wayland and not x11:
        return f"There is no display to show a window on; {INSTEAD}."
    if wayland and _answers(_wayland_socket(wayland, environment)):
        return None
    if not any(map(_answers, _x11_addresses(x11))):
        return f"The display {x11 or wayland} does not answer; {INSTEAD}."
    if not _lets_in(x11):
        return f"The display {x11} does not let this program in; {INSTEAD}."
    if not _can_load(CURSOR_LIBRARY):
        return (
            f"Qt needs {CURSOR_LIBRARY} for a window; "
            "on Debian and Ubuntu “sudo apt-get install libxcb-cursor0” brings it."
        )
    return None


def _wayland_socket(display: str, environment: Mapping[str, str]) -> str:
    return str(Path(environment.get("XDG_RUNTIME_DIR", "/"), display))  # an absolute display stays as it is


def _x11_addresses(display: str) -> list[_Address]:
    """Where a display such as ``:0``, ``:0.0`` or ``host:10`` may listen."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal():
        return []
    if host in ("", "unix"):
        path = str(Path("/", "tmp", ".X11-unix", f"X{number}"))
        return [path, f"\0{path}"]  # a file, or on Linux a name without one
    return [(host.strip("[]"), _FIRST_PORT + int(number))]


def _answers(address: _Address) -> bool:
    with suppress(OSError, ValueError, OverflowError):
        if isinstance(address, tuple):
            socket.create_connection(address, _SECONDS).close()
            return True
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(_SECONDS)
            door.connect(address)
            return True
    return False


def _lets_in(display: str) -> bool:
    """Whether an X server that answers also accepts us: it may ask for a key that we don't have. Asked of
    the very library that Qt will use; where that is missing, Qt's own word has to do."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    for ask in (xcb.xcb_connection_has_error, xcb.xcb_disconnect):
        ask.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    is_in = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return is_in


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
