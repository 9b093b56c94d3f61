"""A folder of files that is there whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named, why
from attnstudio.storage.writing import NotWritten, write


def write_folder(target: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Make the folder `target` with files named by paths within it, asked for one after the other.

    Raises `Refused` with one sentence, also where something of that name is there already, and where one of
    the files can't be had; then nothing was made, and what was there is as it was.
    """
    if os.path.lexists(target):
        raise Refused(f"“{named(target)}” is there already; choose another name.")
    draft = target.parent / f".{os.urandom(8).hex()}.tmp"
    try:
        os.mkdir(draft)
        for name, data in files:
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, data)
        os.rename(draft, target)
    except NotWritten as fault:  # it names the draft, which nobody knows
        raise _not_written(target, fault.reason) from fault
    except Refused:  # what a file's own sentence is
        raise
    except FileNotFoundError as error:
        raise _not_written(target, f"there is no folder “{named(target.parent)}”") from error
    except PermissionError as error:
        raise _not_written(target, f"you may not write in “{named(target.parent)}”") from error
    except OSError as error:
        raise _not_written(target, why(error)) from error
    except ValueError as error:
        raise _not_written(target, "no folder can have such a name") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)  # gone already where all went well


def _not_written(target: Path, reason: str) -> Refused:
    return Refused(f"“{named(target)}” was not written: {reason}.")
