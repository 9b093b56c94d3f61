"""The style sheet of buttons, labels, fields and menus, written from a theme."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

from attnstudio.assets import resource
from attnstudio.ui.fonts import MONO, SANS
from attnstudio.ui.theme import BODY, SMALL, Theme


@cache
def sheet(theme: Theme) -> str:
    """``resources/themes/studio.qss`` with the colours and sizes of `theme` filled in."""
    template = Template(resource("themes", "studio.qss").read_text(encoding="utf-8"))
    roles = theme.roles
    colours = {role: value for role in roles.__slots__ if isinstance(value := getattr(roles, role), str)}
    edge_soft = roles.edge if roles.full_outlines else roles.hairline
    return template.substitute(
        colours,
        **{f"p{n}": max(theme.px(n), 1) for n in (2, 3, 4, 6, 8, 10, 12, 24)},
        sans=SANS,
        mono=MONO,
        body=theme.px(BODY),
        small=theme.px(SMALL),
        r3=3,
        r4=4,
        r5=5,
        edge_soft=edge_soft,
        check=_quoted(resource("icons", "check-dark.svg" if roles.is_dark else "check.svg")),
        arrow=_quoted(resource("icons", "down-light.svg" if roles.is_dark else "down.svg")),
    )


def _quoted(path: Path) -> str:
    """A path within double quotes: a program may be installed in any folder, and one sign that the sheet
    misreads costs all of its rules."""
    return path.as_posix().replace("\\", "\\\\").replace('"', '\\"')
