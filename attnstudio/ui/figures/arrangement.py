"""Where panels stand on a page, and how large a picture is for whoever asks for no size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attnstudio.state.snapshot import PANELS_OF, STEPS
from attnstudio.ui.figures.asked import WORKSPACE_SIZE, Asked

SIZES = {
    "sentence": (900, 150),
    "plane": (640, 640),
    "pipeline": (820, 520),
    "matrix": (560, 520),
    "formula": (860, 240),
    "flow": (1340, 500),
    "play": (900, 80),
    "cell": (560, 240),
    "holds": (600, 260),
    "masks": (900, 520),
    "positions": (700, 420),
    "sentences": (1180, 260),
    "meanings": (660, 560),
    "difference": (500, 300),
    "learn": (500, 320),
    "draws": (900, 160),
    "growth": (1000, 560),
    "softmax": (700, 320),
    "precision": (700, 320),
}
"""Logical pixels in which a panel is seen well, alone."""
STEP_SIZES = {"pipeline": (460, 380), "plane": (420, 420), "formula": (480, 220), "flow": (1340, 440)}
"""The same of a panel that stands in a strip."""
LABEL = 74  # above each picture of a strip: a title and its sentence, in three lines where it is long
MARGIN, GAP = 12, 10
WIDE = 2.2  # so many times as wide as high, a panel has a row of its own

Rows = tuple[tuple[str, ...], ...]
Size = tuple[float, float]


def step_panel(asked: Asked, workspace: str) -> str:
    """The panel in which the steps are shown, unless one is asked for."""
    return asked.panel or ("flow" if workspace == "sequence" else "pipeline")


def panels_of(asked: Asked, workspace: str) -> tuple[str, ...]:
    """The names of the panels in a picture."""
    if asked.strip or asked.step is not None:
        return (step_panel(asked, workspace),)
    if asked.panel is not None:
        return (asked.panel,)
    return asked.panels or PANELS_OF[workspace]


def step_size(panel: str) -> tuple[int, int]:
    return STEP_SIZES.get(panel, SIZES[panel])


def usual_size(asked: Asked, workspace: str = "vectors") -> tuple[int, int]:
    """Width and height in logical pixels of such a picture for whoever asks for none."""
    if asked.strip or asked.step is not None:
        wide, high = step_size(step_panel(asked, workspace))
        count = len(STEPS) if asked.strip else 1
        # Wide ones stand one below the other, as in a column of text; beside each other cells lose numbers.
        columns, rows = (1, count) if wide > WIDE * high else (count, 1)
        return _in_columns(columns, (wide, high + LABEL), rows)
    if asked.panels:
        natural = _natural(_paired(asked.panels))
        return round(natural[0]), round(natural[1])
    return WORKSPACE_SIZE if asked.panel is None else SIZES[asked.panel]


def rows_of(panels: Sequence[str], size: Size) -> Rows:
    """The rows of a composed page, in one column or two: whichever fills `size` better."""
    single: Rows = tuple((name,) for name in panels)
    return max((_paired(panels), single), key=lambda rows: _share(_natural(rows), size))


def columns_of(count: int, each: Size, size: Size) -> int:
    """Into how many columns so many pictures go, each of one size, so that they fill `size` best."""
    return max(range(count, 0, -1), key=lambda n: _share(_in_columns(n, each, -(-count // n)), size))


def _paired(panels: Sequence[str]) -> Rows:
    """Two neighbours to a row, where neither is wide."""
    rows: list[tuple[str, ...]] = []
    for name in panels:
        if rows and len(rows[-1]) == 1 and not _is_wide(rows[-1][0]) and not _is_wide(name):
            rows[-1] = (rows[-1][0], name)
        else:
            rows.append((name,))
    return tuple(rows)


def _is_wide(panel: str) -> bool:
    wide, high = SIZES[panel]
    return wide > WIDE * high


def _natural(rows: Rows) -> Size:
    widths = (sum(SIZES[name][0] for name in row) + GAP * (len(row) - 1) for row in rows)
    heights = (max(SIZES[name][1] for name in row) for row in rows)
    *_, high = accumulate(heights, lambda above, height: above + GAP + height)
    return max(widths) + 2.0 * MARGIN, high + 2.0 * MARGIN


def _in_columns(columns: int, each: Size, rows: int) -> tuple[int, int]:
    wide, high = each
    return (
        round(columns * wide + GAP * (columns - 1) + 2 * MARGIN),
        round(rows * high + GAP * (rows - 1) + 2 * MARGIN),
    )


def _share(natural: Size, size: Size) -> float:
    """How large things of a natural size come out within another."""
    return min(size[0] / natural[0], size[1] / natural[1])
