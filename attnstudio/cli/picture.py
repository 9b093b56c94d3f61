"""`attnstudio render`: scenes and files as pictures, without a display."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio.cli import animation
from attnstudio.cli.many import each, require_another, targets
from attnstudio.cli.picture_call import kind_of, parsed
from attnstudio.cli.sources import BadCall, check_fits_window, complain, opened, spoken
from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.state.formats import Format
from attnstudio.state.seeing import with_seen
from attnstudio.state.snapshot import WORKSPACES, View, workspace_of
from attnstudio.storage.writing import write

if TYPE_CHECKING:
    from attnstudio.storage.schema import Opened
    from attnstudio.ui.figures import Asked

PRINT_DPI = 300.0


def render(arguments: list[str]) -> int:
    """`attnstudio render SCENE_OR_FILE… -o OUT …`"""
    call = parsed(arguments)
    if animation.is_meant(call):
        return animation.render(call)
    kind = kind_of(call)
    _check(call, kind)
    wanted = targets(call.names, call.all_scenes, call.out, f".{kind}")
    return each(wanted, lambda name, path: _draw(name, path, call, kind))


def _draw(name: str, target: Path, call: Namespace, kind: Format) -> None:
    """One input, in one file or, where the steps are separate, in five. Raises `Refused` for a bad file."""
    found, _ = opened(name)
    check_fits_window(found, name)

    from attnstudio.ui import drawing, figures

    drawing.without_display()
    look = _look(found, call)
    view = None if found.seen is None else with_seen(View(), found.seen)
    asked = _asked(call, kind, workspace_of(look))
    wanted = figures.one_by_one(asked) if call.separate else (asked,)
    for one in wanted:
        for read in call.names if call.separate else (name,):  # a number may make it another input's name
            require_another(read, figures.file_of(target, one))
    for one in wanted:
        made = figures.make(found.document, look, one, view, found.extra)
        if made.note:
            complain(f"{spoken(name)}: {made.note}")
        write(figures.file_of(target, one), made.data)


def _look(found: Opened, call: Namespace) -> Look:
    look = replace(found.look, predicting=False)  # nobody is there to predict anything
    return replace(look, workspace=call.workspace or workspace_of(look))


def _asked(call: Namespace, kind: Format, workspace: str) -> Asked:
    from attnstudio.ui import figures

    asked = figures.Asked(
        panel=call.panel,
        panels=call.panels or (),
        strip=call.strip,
        scale=call.scale or 1.0,
        theme=call.theme,
        ground=call.ground,
        caption=call.caption,
        dpi=call.dpi,
        format=kind,
        carries=not call.no_document,
        text=call.text,
    )
    asked.check()  # there must be such panels before they have a size
    if call.cm is not None:
        dpi = call.dpi or PRINT_DPI
        width, height, scale = figures.on_paper(call.cm[0], call.cm[1], dpi, call.scale)
        return replace(asked, width=width, height=height, scale=scale, dpi=dpi)
    shown = figures.one_by_one(asked)[0] if call.separate else asked
    width, height = call.size or figures.usual_size(shown, workspace)
    return replace(asked, width=width, height=height)


def _check(call: Namespace, kind: Format) -> None:
    """What can't be drawn of one input can be drawn of none: the call is bad, not the files."""
    try:
        _asked(call, kind, call.workspace or WORKSPACES[0]).check()
    except Refused as refused:
        raise BadCall(str(refused)) from refused
