"""`attnstudio render`: a scene or a file as a PNG picture, without a display."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from attnstudio.cli import GOOD
from attnstudio.cli.sources import HELP, BadCall, Parser, check_fits_window, opened
from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.state.palette import THEMES
from attnstudio.state.snapshot import GROUNDS, PANELS, WORKSPACES, workspace_of
from attnstudio.storage.writing import write

SCALES = (1.0, 4.0)
PRINT_DPI = 300.0


def render(arguments: list[str]) -> int:
    """`attnstudio render SCENE_OR_FILE -o OUT.png …`"""
    asked = _parser().parse_args(arguments)
    if not asked.out.lower().endswith(".png"):
        raise BadCall("A picture is a PNG file: the name after -o must end in .png.")
    found, _ = opened(asked.name)
    check_fits_window(found, asked.name)

    from attnstudio.ui import drawing, figures

    scale, dpi = asked.scale or SCALES[0], asked.dpi
    width, height = asked.size or figures.usual_size(figures.Asked(asked.panel))
    if asked.cm is not None:
        dpi = asked.dpi or PRINT_DPI
        width, height, scale = figures.on_paper(asked.cm[0], asked.cm[1], dpi, asked.scale)
    drawing.without_display()
    try:
        look = replace(found.look, predicting=False)  # nobody is there to predict anything
        picture = figures.render(
            found.document,
            replace(look, workspace=asked.workspace or workspace_of(look)),
            figures.Asked(
                panel=asked.panel,
                width=width,
                height=height,
                scale=scale,
                theme=asked.theme,
                ground=asked.ground,
                caption=asked.caption,
                dpi=dpi,
            ),
        )
    except Refused as refused:  # the file is good, so it is the picture that can't be had
        raise BadCall(str(refused)) from refused
    write(Path(asked.out), picture)
    return GOOD


def _parser() -> Parser:
    parser = Parser("attnstudio render", description="Draw a picture.", allow_abbrev=False)
    parser.add_argument("name", metavar="SCENE_OR_FILE", help=HELP)
    parser.add_argument("-o", "--out", required=True, metavar="OUT.png", help="where the picture goes")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--panel", choices=PANELS, help="one panel instead of the whole workspace")
    what.add_argument("--workspace", choices=WORKSPACES, help="all panels of one; this is usual")
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
    parser.add_argument("--caption", action="store_true", help="name scene, query, mask and scaling below")
    return parser


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
