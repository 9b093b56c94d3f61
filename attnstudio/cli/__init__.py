"""The command line: `attnstudio [FILE]` and its commands.

What is asked for goes to standard output, all else to standard error. Qt is loaded by `render` and by the
window alone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import FrameType
from typing import NoReturn, TextIO

from attnstudio import __version__

GOOD, BAD_FILE, BAD_CALL, INTERRUPTED = 0, 1, 2, 130


def main_gui() -> int:
    """The same as `main`, started from a desktop, where nobody reads a terminal."""
    return main(from_desktop=True)


def main(argv: Sequence[str] | None = None, *, from_desktop: bool = False) -> int:
    """Run one command and return the exit code: 0, 1 for a bad file, 2 for a bad call.

    `argv` is what follows the program's name; None takes the process's own.
    """
    try:
        return _answer(sys.argv[1:] if argv is None else list(argv), from_desktop)
    finally:
        if not _can_flush(sys.stderr):
            _give_up(sys.stderr)


def _answer(arguments: list[str], from_desktop: bool) -> int:
    try:
        code = _run(arguments, from_desktop)
        if sys.stdout is not None:  # a window that was started without a terminal has none
            sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough, as `head` does
        _give_up(sys.stdout)
        return GOOD
    except OSError as error:
        from attnstudio.cli.sources import complain
        from attnstudio.storage.faults import why

        if error.errno is None:  # not the system's word but ours: this copy of the program lacks a file
            complain(str(error))
            return BAD_FILE
        # Every file of the person's has its own sentence, so that this is standard output.
        _give_up(sys.stdout)
        complain(f"Standard output can't be written: {why(error)}.")
        return BAD_FILE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: list[str], from_desktop: bool) -> int:
    if arguments == ["--version"]:  # answered before anything is imported: 15 ms instead of 200
        print(f"attnstudio {__version__}")
        return GOOD
    # numpy would start a pool of BLAS threads, which costs time and memory and gains nothing at these sizes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _speak_utf8()
    from attnstudio.cli.commands import run

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # whoever started us wants it otherwise
        return run(arguments, from_desktop=from_desktop)
    signal.signal(signal.SIGINT, _end_at_once)
    try:
        return run(arguments, from_desktop=from_desktop)
    finally:
        signal.signal(signal.SIGINT, before)


def _end_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """What Ctrl-C does: an exception in the midst of what Qt calls may be lost there, or end in a crash."""
    from attnstudio.storage.half_made import drop_half_made

    drop_half_made()
    os._exit(INTERRUPTED)


def _can_flush(stream: TextIO | None) -> bool:
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        return False
    return True


def _give_up(stream: TextIO) -> None:
    """What could not be written waits in a buffer: Python would try once more at the end, and then give an
    exit code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _speak_utf8() -> None:
    """Words may be of any script, and tables hold − and √, whatever the system's own encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
