"""What a command works on: a scene, a file, standard input."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.soundness import check
from attnstudio.model.trace import Trace
from attnstudio.storage.faults import named
from attnstudio.storage.files import STANDARD_INPUT, cannot_open
from attnstudio.storage.schema import Opened
from attnstudio.study.opening import means_scene, open_named
from attnstudio.study.scenes import is_scene, load

HELP = "id of a scene, a document (.attn), a picture or notebook that carries one, arrays as JSON; - is stdin"


class BadCall(Exception):
    """The call asks for something that there is not; one sentence says what."""


class Parser(ArgumentParser):
    """Says in one sentence what is wrong with a call, and where to read on."""

    def error(self, message: str) -> NoReturn:
        raise BadCall(f"{message}; “{self.prog} --help” says more.")


def opened(name: str, *, is_file: bool = False) -> tuple[Opened, Trace]:
    """What `name` means, with its numbers; with `is_file` it means a file unless it is a scene's id.

    Raises `BadCall` for an unknown scene and `Refused` for a bad file.
    """
    if is_file and name not in ("", STANDARD_INPUT) and not is_scene(name):
        found = open_named(Path(name))
    else:
        check_name(name)
        found = open_named(name)
    for note in found.notes:
        complain(f"{spoken(name)}: {note}")
    try:
        return found, resolve(found.document, found.look.passage)
    except Refused as refused:
        raise cannot_open(spoken(name), refused) from refused


def check_name(name: str) -> None:
    """Raise `BadCall` where `name` can only be the id of a scene, and there is none of that id."""
    if not name:
        raise BadCall("The name of the scene or file is empty.")
    if means_scene(name) and not is_scene(name):
        try:
            load(name)
        except Refused as refused:
            raise BadCall(str(refused)) from refused


def check_fits_window(found: Opened, name: str) -> None:
    """Raise `Refused` where there are more words than are drawn: more of them can be computed."""
    try:
        check(found.document)
    except Refused as refused:
        raise cannot_open(spoken(name), refused) from refused


def spoken(name: str) -> str:
    """`name` as a sentence says it."""
    return "standard input" if name == STANDARD_INPUT else named(name)


def complain(sentence: str) -> None:
    if sys.stderr is not None:  # as it is where it was closed; print would take standard output instead
        with suppress(OSError):  # the exit code still tells
            print(f"attnstudio: {sentence}", file=sys.stderr)
