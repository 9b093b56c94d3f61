"""The program in processes beside this one: for pictures, and for a window that goes on by itself.

A Python that only wants a picture must not become a Qt program: Qt ends the process where it finds no
display, and takes the event loop and the platform that other libraries want to choose.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import BinaryIO

import attnstudio
from attnstudio.model.refused import Refused
from attnstudio.storage.files import STANDARD_INPUT
from attnstudio.storage.reading import read

# This very package is what the other process runs, wherever Python found it: looked for last, it hides
# nothing. -P leaves out the folder that one works in, where a file may be named as a module is.
_RUN = "import sys; sys.path.append(sys.argv.pop(1)); from attnstudio.cli import main; "
_COMMAND = f"{_RUN}sys.exit(main())"
_PACKAGE = str(Path(attnstudio.__file__).resolve().parent.parent)
_PATIENCE = 120.0  # seconds for a picture
_AT_ONCE = 2.0  # seconds in which a studio that can't be shown has said so
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)

_windows: list[subprocess.Popen[bytes]] = []  # asked for their end, else they stay as dead processes


def made(command: str, suffix: str, options: list[str], document: bytes) -> bytes:
    """The file that ``attnstudio command`` makes of a document; `Refused` with what it complains of."""
    with TemporaryDirectory(prefix="attnstudio-") as folder:
        out = Path(folder) / f"made{suffix}"
        call = [*_call(), command, STANDARD_INPUT, "-o", str(out), *options]
        try:
            done = subprocess.run(
                call,
                input=document,
                capture_output=True,
                timeout=_PATIENCE,
                check=False,
                creationflags=_NO_CONSOLE,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Refused("The picture could not be made: no other Python process could make it.") from error
        if done.returncode:
            raise Refused(_complaint(done.stderr))
        return read(out)


def start(arguments: list[str], document: bytes) -> None:
    """Open a window on a document and go on; `Refused` where it says at once why it can't be opened."""
    _windows[:] = [window for window in _windows if window.poll() is None]
    with TemporaryFile() as given, TemporaryFile() as said:
        given.write(document)
        given.seek(0)
        window = _started([*_call(), *arguments], given, said)
        try:
            code = window.wait(_AT_ONCE)
        except subprocess.TimeoutExpired:
            _windows.append(window)
            return
        if code:
            said.seek(0)
            raise Refused(_complaint(said.read()))


def _started(call: list[str], given: BinaryIO, said: BinaryIO) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            call,
            stdin=given,
            stdout=subprocess.DEVNULL,
            stderr=said,
            start_new_session=True,  # an interrupt of the notebook is none of the window
            creationflags=_NO_CONSOLE,
        )
    except OSError as error:
        raise Refused("The studio could not be started: no other Python process could be.") from error


def _call() -> list[str]:
    if not sys.executable:
        raise Refused("This Python doesn't know where it lies, so it can't start the studio.")
    return [sys.executable, "-P", "-X", "utf8", "-c", _COMMAND, _PACKAGE]


def _complaint(said: bytes) -> str:
    """The last line, which is the program's own sentence; what Qt has to say stands before it."""
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("attnstudio: ") if lines else "The studio ended without a word."
