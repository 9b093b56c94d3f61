"""How vectors of many dimensions come onto the plane: two axes with a meaning, or principal components.

Attention goes on working in all dimensions; a chart only says which two directions are drawn. Every chart
here leaves out the direction that all words share, so that the words lie about the origin.
"""

from __future__ import annotations

import math

import numpy as np

from attnstudio.model import charts
from attnstudio.model.document import SMALLEST_BOUND, Chart
from attnstudio.storage.vector_files import Rows, Vocabulary
from attnstudio.study.word_vectors import MONEY, WATER

COMPONENTS = ("component 1", "component 2")
"""What the plane writes on the axes of principal components."""

_DIGITS = 8  # of an axis: far within what a chart may be off, and the same on every machine
_BEYOND = 1.1  # how much farther the edge lies than the word that lies farthest


def money_and_water(vocabulary: Vocabulary) -> Chart:
    """The two perpendicular unit vectors nearest to the mean vectors of `MONEY` and of `WATER`.

    From both means the direction is taken off that all words of the vocabulary share. Then, with m and w of
    length 1, s = m + w and t = m − w are perpendicular, and the axes are s ± t, each made length 1.
    """
    common = _common(vocabulary.vectors)
    m, w = (_unit(_without(vocabulary.rows_of(words).mean(axis=0), common)) for words in (MONEY, WATER))
    s, t = _unit(m + w), _unit(m - w)
    return _chart(_unit(s + t), _unit(s - t), "money", "water")


def components_of_both(vocabulary: Vocabulary) -> Chart:
    """The principal components of the words of money and of water alone: two sentences would be ruled by
    the words that are in every sentence. Money lies to the right."""
    chart = components(vocabulary.rows_of(MONEY + WATER), vocabulary.vectors)
    right = charts.shown_rows(chart, vocabulary.rows_of(MONEY)).mean(axis=0)[0]
    if right >= 0.0:
        return chart
    turned = tuple(0.0 - component for component in chart.x_axis)
    return Chart(turned, chart.y_axis, chart.x_name, chart.y_name)


def components(rows: Rows, all_rows: Rows | None = None) -> Chart:
    """The two directions along which `rows` (n, d), d ≥ 2, differ most, perpendicular to what is common to
    `all_rows`. In each, the largest component is positive."""
    common = _common(rows if all_rows is None else all_rows)
    if rows.shape[1] == 2:
        common = np.zeros(2)  # else only one direction would be left
    left = _without(rows - rows.mean(axis=0) if len(rows) else rows, common)
    spread = left.T @ left - _far_below(left) * np.outer(common, common)  # the common direction comes last
    _, directions = np.linalg.eigh(spread)
    first, second = (_facing(directions[:, -1 - which]) for which in range(2))
    return _chart(first, second, *COMPONENTS)


def plain(vocabulary_axes: tuple[str, ...] = ()) -> Chart:
    """The first two components as they are, named as the file that they came from names them."""
    x_name, y_name = (*vocabulary_axes, "", "")[:2]
    return Chart(x_name=x_name, y_name=y_name)


def bound_for(chart: Chart | None, *rows: Rows) -> float:
    """An edge of the plane with all `rows` (n, d) inside it, and room for the names of the axes beyond."""
    points = (np.abs(charts.shown_rows(chart, part)) for part in rows if part.size)
    return edge(_BEYOND * max((float(part.max()) for part in points), default=0.0) or 1.0)


def edge(farthest: float) -> float:
    """The next whole number from `farthest` on; where that is below 1, its next number of two digits."""
    if farthest <= SMALLEST_BOUND:
        return SMALLEST_BOUND
    if farthest >= 1.0:
        return float(math.ceil(farthest))
    step = 10.0 ** (math.floor(math.log10(farthest)) - 1)
    return round(math.ceil(farthest / step) * step, 12)


def _common(rows: Rows) -> Rows:
    """The direction of the mean, which all words share; zeros where there is none."""
    return _unit(rows.mean(axis=0)) if len(rows) else np.zeros(rows.shape[1])


def _far_below(rows: Rows) -> float:
    return 1.0 + 2.0 * float((rows * rows).sum())


def _without(rows: Rows, direction: Rows) -> Rows:
    return np.asarray(rows - (rows @ direction)[..., None] * direction)


def _unit(row: Rows) -> Rows:
    length = float(np.linalg.norm(row))
    return row / length if length > 0.0 else row


def _facing(direction: Rows) -> Rows:
    largest = int(np.abs(direction).round(_DIGITS).argmax())
    return direction if direction[largest] > 0.0 else -direction


def _chart(x_axis: Rows, y_axis: Rows, x_name: str, y_name: str) -> Chart:
    x, y = (tuple((axis.round(_DIGITS) + 0.0).tolist()) for axis in (x_axis, y_axis))
    return Chart(x, y, x_name, y_name)
