"""What a call of `attnstudio render` asks for: which picture, of what, and where the files go."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from attnstudio.cli import animation
from attnstudio.cli.sources import HELP, BadCall, Parser
from attnstudio.model import numerals
from attnstudio.state import moving
from attnstudio.state.formats import FORMATS, TEXTS, Format
from attnstudio.state.palette import THEMES
from attnstudio.state.snapshot import GROUNDS, PANELS, WORKSPACES

SCALES = (1.0, 4.0)
EPILOG = """\
The suffix after -o says what kind of picture it is: .png, .svg or .pdf. Of several inputs, or with a / at its
end, OUT is a folder, made where there is none; --format says the kind there. A picture carries its document:
open it in the studio, or give it to any command, and the very state is back.
"""


def parsed(arguments: list[str]) -> Namespace:
    """The call; `BadCall` with a sentence where it makes no sense."""
    asked = _parser().parse_args(arguments)
    if asked.panels == ():
        raise BadCall("--panels names no panel.")
    if asked.separate and not asked.strip:
        raise BadCall("--separate is for the pictures of a --strip.")
    if asked.strip and asked.panels:
        raise BadCall("A page of several --panels is no --strip: ask for one of them.")
    return asked


def kind_of(asked: Namespace) -> Format:
    """The kind of the pictures: as asked for, else as the name after -o says, else PNG."""
    if asked.format is not None:
        return FORMATS[FORMATS.index(asked.format)]
    for kind in FORMATS:
        if asked.out.lower().endswith(f".{kind}"):
            return kind
    out = Path(asked.out)
    is_folder = asked.out.endswith(("/", os.sep)) or out.is_dir()
    if out.suffix and not is_folder:
        kinds = "pictures .png, .svg and .pdf, and animations .gif, .webp and .mp4"
        raise BadCall(f"There are {kinds}: “{asked.out}” names another kind.")
    if len(asked.names) == 1 and not is_folder:
        raise BadCall("The name after -o must end in .png, .svg or .pdf, or in / for a folder.")
    return FORMATS[0]


def _parser() -> Parser:
    parser = Parser(
        "attnstudio render", description="Draw pictures that re-open.", epilog=EPILOG, allow_abbrev=False
    )
    parser.add_argument("names", nargs="*", metavar="SCENE_OR_FILE", help=HELP)
    parser.add_argument(
        "-o",
        "--out",
        required=True,
        metavar="OUT",
        help="a .png, .svg or .pdf, a .gif, .webp or .mp4, or a folder",
    )
    kind = "the kind of picture or animation, where OUT doesn't say it"
    parser.add_argument("--all-scenes", action="store_true", help="draw every built-in scene")
    parser.add_argument("--format", choices=(*FORMATS, *moving.FORMATS), help=kind)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--panel", choices=PANELS, help="one panel instead of the whole workspace")
    what.add_argument("--panels", type=_panels, metavar="A,B,C", help="a page of several panels")
    what.add_argument("--workspace", choices=WORKSPACES, help="instead of the one that the document names")
    parser.add_argument(
        "--strip", action="store_true", help="the five steps of the formula, one after another"
    )
    parser.add_argument("--separate", action="store_true", help="each step of the strip in a file of its own")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--size", type=_pair_of(int), metavar="WxH", help="in pixels, before --scale")
    size.add_argument("--cm", type=_pair_of(float), metavar="WxH", help="in centimetres, at --dpi")
    parser.add_argument(
        "--scale", type=_number(*SCALES), metavar="S", help="pixels for each of the size's, 1 to 4"
    )
    parser.add_argument(
        "--dpi", type=_number(1.0, 10_000.0), metavar="N", help="pixels an inch; with --cm 300 unless given"
    )
    parser.add_argument("--theme", choices=THEMES, default="light")
    ground = "what the panels stand on; on white, dark themes give way to light"
    parser.add_argument("--ground", choices=GROUNDS, default="theme", help=ground)
    letters = (
        "letters as outlines (usual in SVG, alike everywhere), as text with its fonts (usual in PDF), or as "
        "text that only names them (SVG alone)"
    )
    parser.add_argument("--text", choices=TEXTS, help=letters)
    parser.add_argument(
        "--caption", action="store_true", help="name scene, query, mask, scaling and d_k below"
    )
    parser.add_argument("--no-document", action="store_true", help="leave the document out of the picture")
    animation.add_options(parser)
    return parser


def _panels(text: str) -> tuple[str, ...]:
    """Reads names such as “plane,matrix”."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _pair_of(number: Callable[[str], float]) -> Callable[[str], tuple[float, float]]:
    """Reads a size such as “1600x1000”."""

    def pair(text: str) -> tuple[float, float]:
        width, _, height = text.lower().replace("×", "x").partition("x")
        made = number(width), number(height)
        if not all(0 < side < 1e5 for side in made):
            raise ValueError(text)
        return made

    pair.__name__ = "size"  # argparse: “invalid size value: '0x0'”
    return pair


def _number(least: float, most: float) -> Callable[[str], float]:
    """Reads a number between two others."""

    def number(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    number.__name__ = f"number from {numerals.sized(least)} to {numerals.sized(most)}"
    return number
