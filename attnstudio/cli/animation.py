"""`attnstudio render … -o OUT.gif`, `.webp` or `.mp4`: an animation, without a display."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio.cli.many import each, targets
from attnstudio.cli.sources import BadCall, check_fits_window, complain, opened
from attnstudio.model.refused import Refused
from attnstudio.model.sweeps import SWEEPS
from attnstudio.state.moving import FORMATS, LOOPS, Format
from attnstudio.state.snapshot import workspace_of

if TYPE_CHECKING:
    from attnstudio.ui.animations.making import Progress
    from attnstudio.ui.animations.wanted import Wanted

_PATIENCE = 0.2  # seconds to wait for the encoder before the bar moves again
_ONLY_PICTURES = {
    "strip": "--strip",
    "separate": "--separate",
    "cm": "--cm",
    "dpi": "--dpi",
    "caption": "--caption",
    "text": "--text",
    "no_document": "--no-document",
}


def add_options(parser: ArgumentParser) -> None:
    """What can be said of an animation, for the parser of `attnstudio render`."""
    options = parser.add_argument_group(
        "animations", "An OUT that ends in .gif, .webp or .mp4 is an animation. It carries no document."
    )
    options.add_argument(
        "--animate",
        choices=("steps", *SWEEPS),
        help="the five steps of the formula, which is usual; or what changes from one picture to the next",
    )
    options.add_argument("--from", dest="first", type=float, metavar="X", help="where the change begins")
    options.add_argument("--to", dest="last", type=float, metavar="Y", help="where it ends")
    options.add_argument("--seconds", type=float, metavar="N", help="how long it takes, up to 60")
    options.add_argument("--fps", type=float, metavar="N", help="pictures a second, 1 to 50; 20 is usual")
    options.add_argument("--loop", choices=LOOPS, help="GIF and WebP begin anew unless told otherwise")
    options.add_argument("--no-words", action="store_true", help="leave out the sentence below")


def is_meant(call: Namespace) -> bool:
    """Whether the call asks for an animation; `BadCall` where it asks for half of one."""
    is_moving = _kind_of(call) is not None
    said = [call.animate, call.first, call.last, call.seconds, call.fps, call.loop]
    if not is_moving and (call.no_words or any(one is not None for one in said)):
        raise BadCall(
            "The name of an animation, after -o, must end in .gif, .webp or .mp4, or --format name it."
        )
    return is_moving


def render(call: Namespace) -> int:
    """Make the animation, or one of each input."""
    kind = _kind_of(call)
    assert kind is not None, "not an animation"
    for name, option in _ONLY_PICTURES.items():
        if getattr(call, name):
            raise BadCall(f"{option} is for pictures, not for animations.")
    if call.animate in (None, "steps") and (call.first is not None or call.last is not None):
        raise BadCall("--from and --to are for what changes, and the five steps don't: name it by --animate.")
    if call.ground == "transparent":
        raise BadCall("An animation stands on the theme's ground or on white: it can't be transparent.")
    wanted = targets(call.names, call.all_scenes, call.out, f".{kind}")
    return each(wanted, lambda name, path: _animate(name, path, call, kind))


def _kind_of(call: Namespace) -> Format | None:
    """The kind of animation that is asked for by name, or by the end of the file's; None for a picture."""
    if call.format is not None:
        return next((kind for kind in FORMATS if kind == call.format), None)
    return next((kind for kind in FORMATS if call.out.lower().endswith(f".{kind}")), None)


def _animate(name: str, target: Path, call: Namespace, kind: Format) -> None:
    found, _ = opened(name)
    check_fits_window(found, name)

    from attnstudio.ui import drawing
    from attnstudio.ui.animations import mp4
    from attnstudio.ui.animations.making import made
    from attnstudio.ui.animations.stage import Stage
    from attnstudio.ui.animations.wanted import stills_of

    drawing.without_display()
    look = replace(found.look, predicting=False)  # nobody is there to predict anything
    look = replace(look, workspace=call.workspace or workspace_of(look))
    try:
        wanted = _wanted(call, kind)
        stills = stills_of(wanted, found.document, look)
        stage = Stage(stills, wanted.asked, caption=wanted.caption)
    except Refused as refused:  # the file is good, so it is the animation that can't be had
        raise BadCall(str(refused)) from refused
    if kind == "mp4" and (remark := mp4.remark()):
        complain(remark)
    with closing(stage):
        stage.prepare_at_once()
        with closing(made(stage, wanted, target, _PATIENCE)) as steps:  # interrupted, it leaves no file
            _watch(steps, len(stills))


def _wanted(call: Namespace, kind: Format) -> Wanted:
    from attnstudio.ui.animations.wanted import (
        FPS,
        STEP_SECONDS,
        STEPS,
        SWEEP_SECONDS,
        WORKSPACE_SIZE,
        Wanted,
    )
    from attnstudio.ui.figures import Asked, usual_size

    what = call.animate or STEPS
    asked = Asked(
        panel=call.panel,
        panels=call.panels or (),
        scale=call.scale or 1.0,
        theme=call.theme,
        ground=call.ground,
    )
    asked.check()  # there must be such panels before they have a size
    is_whole = call.panel is None and not call.panels
    width, height = call.size or (WORKSPACE_SIZE if is_whole else usual_size(asked))
    usual = STEP_SECONDS if what == STEPS else SWEEP_SECONDS
    return Wanted(
        replace(asked, width=width, height=height),
        what,
        usual if call.seconds is None else call.seconds,
        FPS if call.fps is None else call.fps,
        call.loop or "endless",
        kind,
        not call.no_words,
        ends=(call.first, call.last),
    )


def _watch(steps: Iterator[Progress], total: int) -> None:
    """Go through all steps, with a bar on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        for _ in steps:
            pass
        return
    from tqdm import tqdm  # a call that nobody watches does without

    with tqdm(total=total, unit="picture", leave=False, file=sys.stderr) as bar:
        for progress in steps:
            bar.update(progress.done - bar.n)
