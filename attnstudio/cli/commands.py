"""The commands, and which exit code comes of what."""

from __future__ import annotations

from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable

from attnstudio import __version__
from attnstudio.cli import BAD_CALL, BAD_FILE, GOOD
from attnstudio.cli.code import code
from attnstudio.cli.notebook import notebook
from attnstudio.cli.picture import render
from attnstudio.cli.sources import HELP, BadCall, Parser, check_name, complain, opened, spoken
from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Sampling
from attnstudio.notes.tables import aligned, members_of, table_of
from attnstudio.state.snapshot import WORKSPACES, workspace_of
from attnstudio.storage.strict_json import in_pieces, layout
from attnstudio.study.scenes import scenes

COMMANDS_HELP = """commands:
  scenes                             the built-in scenes
  compute SCENE_OR_FILE [--json]     every number, from the scores to the output; with
                                     --workspace scaling those of the d_k laboratory
  render SCENE_OR_FILE ... -o OUT    pictures, without a display: OUT is a .png, .svg or .pdf,
                                     an animation (.gif, .webp, .mp4), or a folder
  notebook SCENE_OR_FILE ... -o OUT  Jupyter notebooks: the chapter's laboratory for each
  code SCENE_OR_FILE ... --numpy     a program that asserts these numbers; or --torch, --latex,
                                     --markdown, --csv, --json, --html
  check FILE ...                     whether files can be opened, and what is wrong where

exit codes: 0, 1 where a file is bad, 2 where the call is
"""


def run(arguments: list[str], *, from_desktop: bool = False) -> int:
    """Run the command that `arguments` begin with, else open the window."""
    commands: dict[str, Callable[[list[str]], int]] = {
        "scenes": list_scenes,
        "compute": compute,
        "render": render,
        "notebook": notebook,
        "code": code,
        "check": check,
    }
    name = arguments[0] if arguments else ""
    try:
        if name in commands:
            return commands[name](arguments[1:])
        return open_studio(arguments, from_desktop=from_desktop)
    except BadCall as bad:
        complain(str(bad))
        return BAD_CALL
    except Refused as refused:
        complain(str(refused))
        return BAD_FILE
    except SystemExit as end:  # argparse has said what is wrong, or printed its help
        return end.code if isinstance(end.code, int) else BAD_CALL


def open_studio(arguments: list[str], *, from_desktop: bool = False) -> int:
    """`attnstudio [SCENE_OR_FILE]`"""
    parser = Parser(
        "attnstudio",
        description="Open the studio.",
        epilog=COMMANDS_HELP,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="SCENE_OR_FILE", help=HELP)
    parser.add_argument("--version", action="version", version=f"attnstudio {__version__}")
    name = parser.parse_args(arguments).name
    if name is not None:
        check_name(name)

    from attnstudio.cli.display import trouble

    if why := trouble():
        raise BadCall(why)

    from attnstudio.ui.application import run

    return run(name, from_desktop=from_desktop)


def list_scenes(arguments: list[str]) -> int:
    """`attnstudio scenes`"""
    _parser("scenes", "List the built-in scenes.").parse_args(arguments)
    print(aligned([(scene.id, scene.sentence) for scene in scenes()], left=2), end="")
    return GOOD


def compute(arguments: list[str]) -> int:
    """`attnstudio compute SCENE_OR_FILE [--workspace W] [--json]`"""
    parser = _parser("compute", "Print every number, from the scores to the output.")
    parser.add_argument("name", metavar="SCENE_OR_FILE", help=HELP)
    parser.add_argument("--json", action="store_true", help="for programs: one JSON object, full precision")
    whose = (
        "whose numbers, else those of the document's own; scaling prints what vectors drawn by chance give"
    )
    parser.add_argument("--workspace", choices=WORKSPACES, help=whose)
    asked = parser.parse_args(arguments)
    found, trace = opened(asked.name)
    if (asked.workspace or workspace_of(found.look)) == "scaling":
        _compute_laboratory(found.document.sampling, as_json=asked.json)
    elif asked.json:
        for piece in in_pieces(members_of(found.document, trace, found.look)):
            print(piece, end="")
        print()
    else:
        print(table_of(found.document, trace, found.look), end="")
    return GOOD


def _compute_laboratory(sampling: Sampling, *, as_json: bool) -> None:
    from attnstudio.cli.progress import watch  # a window loads all of this module before it is there
    from attnstudio.model.sampling import Sampler
    from attnstudio.notes.laboratory import laboratory_members, laboratory_table

    sampler = Sampler(sampling)
    watch(sampler.steps())  # minutes, for the most and longest vectors
    sampled = sampler.sampled()
    if as_json:
        print(layout(laboratory_members(sampled)))
    else:
        print(laboratory_table(sampled), end="")


def check(arguments: list[str]) -> int:
    """`attnstudio check FILE…`"""
    parser = _parser("check", "Say of each file whether it can be opened, and what is wrong where.")
    parser.add_argument("names", nargs="+", metavar="FILE", help=HELP)
    code = GOOD
    for name in parser.parse_args(arguments).names:
        try:
            _, trace = opened(name, is_file=True)
        except Refused as refused:
            complain(str(refused))
            code = BAD_FILE
        else:
            size = numerals.shape(trace.n_queries, trace.n_keys)
            print(f"{spoken(name)}: good, queries × keys {size}, d_k = {trace.d_k}, d_v = {trace.d_v}")
    return code


def _parser(command: str, description: str) -> Parser:
    return Parser(f"attnstudio {command}", description=description, allow_abbrev=False)
