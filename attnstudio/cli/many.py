"""Many scenes and files in one call: where each result goes, and what becomes of the call if one fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from attnstudio.cli import BAD_CALL, BAD_FILE, GOOD
from attnstudio.cli.sources import BadCall, complain, spoken
from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named, why
from attnstudio.storage.files import STANDARD_INPUT
from attnstudio.study.scenes import is_scene, scenes

Target = tuple[str, Path]
"""A scene or file, by the name it was called with, and the file to write."""


def targets(names: Sequence[str], every_scene: bool, out: str, suffix: str) -> list[Target]:
    """What is to be written: one file, or one for each name in the folder `out`, which is made if needed.

    Raises `BadCall` where there is nothing to do, where several should go into one file, and where two would
    have the same name; `Refused` for a folder that can't be made.
    """
    wanted = [*([scene.id for scene in scenes()] if every_scene else []), *names]
    if not wanted:
        raise BadCall("Name a scene or a file, or say --all-scenes.")
    is_folder = out.endswith((os.sep, "/")) or os.path.isdir(out) or _must_be_folder(wanted, out)
    if not is_folder:
        if len(wanted) > 1:
            raise BadCall(f"Several results need a folder: end the name after -o with “{os.sep}”.")
        if not out.lower().endswith(suffix):
            raise BadCall(f"The name after -o must end in {suffix}, or be a folder.")
        return [(wanted[0], Path(out))]
    found = [(name, Path(out) / f"{_stem(name)}{suffix}") for name in dict.fromkeys(wanted)]
    taken: dict[Path, str] = {}
    for name, path in found:
        if path in taken:
            both = f"“{spoken(taken[path])}” and “{spoken(name)}”"
            raise BadCall(f"{both} would both be written to “{named(path)}”; ask for one after the other.")
        taken[path] = name
    _make_folder(Path(out))
    return found


def each(wanted: Sequence[Target], make: Callable[[str, Path], None]) -> int:
    """Make one after the other. What fails is told in a sentence, and the others are still made.

    Nothing is written over what it is made from: that may hold more, as somebody's notes in a notebook.
    Returns the exit code: that of the worst.
    """
    codes = {GOOD}
    for name, path in _with_progress(wanted):
        try:
            require_another(name, path)
            make(name, path)
        except BadCall as bad:
            _complain(str(bad))
            codes.add(BAD_CALL)
        except Refused as refused:
            _complain(str(refused))
            codes.add(BAD_FILE)
        except MemoryError:
            _complain(f"“{spoken(name)}” takes more memory than there is.")
            codes.add(BAD_FILE)
        except OSError as error:  # of this one alone: the next may be well
            _complain(f"“{spoken(name)}” could not be made into “{named(path)}”: {why(error)}.")
            codes.add(BAD_FILE)
    return max(codes)


def require_another(name: str, target: Path) -> None:
    """Raise `BadCall` where what is made of `name` would replace it."""
    with suppress(OSError, ValueError):
        if not is_scene(name) and target.samefile(name):
            raise BadCall(f"“{spoken(name)}” is what is read: what is made of it needs another name.")


def _must_be_folder(wanted: Sequence[str], out: str) -> bool:
    return len(wanted) > 1 and not Path(out).suffix


def _with_progress(wanted: Sequence[Target]) -> Iterable[Target]:
    if len(wanted) < 2 or sys.stderr is None or not sys.stderr.isatty():
        return wanted
    from tqdm import tqdm  # a call that makes one thing, or that nobody watches, does without

    return tqdm(wanted, unit="", leave=False, file=sys.stderr)


def _complain(sentence: str) -> None:
    """Where a bar stands on the terminal, it is drawn anew below the sentence."""
    progress = sys.modules.get("tqdm")
    if progress is None:
        complain(sentence)
        return
    with progress.tqdm.external_write_mode(file=sys.stderr):
        complain(sentence)


def _stem(name: str) -> str:
    return "standard-input" if name == STANDARD_INPUT else Path(name).stem or "untitled"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = why(error) if isinstance(error, OSError) else "no folder can have such a name"
        raise Refused(f"The folder “{named(folder)}” can't be made: {reason}.") from error
