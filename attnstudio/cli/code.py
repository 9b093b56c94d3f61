"""`attnstudio code`: a scene or a file as a program, or in another notation, for somebody's notes."""

from __future__ import annotations

from pathlib import Path

from attnstudio.cli import GOOD
from attnstudio.cli.many import each, targets
from attnstudio.cli.sources import HELP, BadCall, Parser, opened
from attnstudio.storage.writing import write


def code(arguments: list[str]) -> int:
    """`attnstudio code SCENE_OR_FILE … --numpy|--torch|… [-o FILE | FOLDER/]`"""
    from attnstudio.notes.formats import NOTATIONS  # a window loads all of this module before it is there

    parser = Parser(
        "attnstudio code",
        description="Write a state as a program that asserts its numbers, or in another notation.",
        epilog="In CSV a word that a spreadsheet would take for a formula stands behind an apostrophe.",
        allow_abbrev=False,
    )
    parser.add_argument("names", nargs="*", metavar="SCENE_OR_FILE", help=HELP)
    which = parser.add_mutually_exclusive_group(required=True)
    for name, notation in NOTATIONS.items():
        which.add_argument(f"--{name}", dest="name", action="store_const", const=name, help=notation.help)
    parser.add_argument("--all-scenes", action="store_true", help="every built-in scene, into a folder")
    where = "a file, or a folder for several; without it, standard output"
    parser.add_argument("-o", "--out", metavar="OUT", help=where)
    asked = parser.parse_args(arguments)
    notation = NOTATIONS[asked.name]

    def text_of(name: str) -> str:
        found, trace = opened(name)
        return notation.write(found.document, trace, found.look)

    if asked.out is None:
        if len(asked.names) != 1 or asked.all_scenes:
            raise BadCall("Name one scene or file, or say after -o in which folder several are to go.")
        print(text_of(asked.names[0]), end="")
        return GOOD
    wanted = targets(asked.names, asked.all_scenes, asked.out, notation.suffix)
    return each(wanted, lambda name, path: write(Path(path), text_of(name).encode("utf-8", "replace")))
