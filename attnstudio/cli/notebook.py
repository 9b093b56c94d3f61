"""`attnstudio notebook`: scenes and files as Jupyter notebooks, without a display."""

from __future__ import annotations

from pathlib import Path

from attnstudio.cli.many import each, targets
from attnstudio.cli.sources import HELP, Parser, check_fits_window, opened
from attnstudio.storage.writing import write


def notebook(arguments: list[str]) -> int:
    """`attnstudio notebook SCENE_OR_FILE … -o X.ipynb | FOLDER/`"""
    parser = Parser(
        "attnstudio notebook",
        description="Write the chapter's laboratory for a scene or a document.",
        allow_abbrev=False,
    )
    parser.add_argument("names", nargs="*", metavar="SCENE_OR_FILE", help=HELP)
    parser.add_argument("--all-scenes", action="store_true", help="one notebook for every built-in scene")
    where = "X.ipynb, or a folder, which gets a notebook for each name"
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help=where)
    asked = parser.parse_args(arguments)
    wanted = targets(asked.names, asked.all_scenes, asked.out, ".ipynb")

    def make(name: str, path: Path) -> None:
        found, _ = opened(name)
        check_fits_window(found, name)
        # Qt is loaded for the first that can be opened, and for no call without one.
        from attnstudio.notes.notebook import notebook_of
        from attnstudio.ui.drawing import without_display
        from attnstudio.ui.notebooks import picture_of

        without_display()
        write(path, notebook_of(found.document, found.look, picture_of))

    return each(wanted, make)
