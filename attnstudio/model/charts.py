"""How vectors of any dimension are drawn on a plane, and how a drag on the plane changes them."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Chart, Vector
from attnstudio.model.geometry import Vec2
from attnstudio.model.trace import Array


def shown(chart: Chart | None, vector: Vector) -> Vec2:
    """The point of the plane at which `vector` is drawn. Without a chart of its size: its first two
    components, or the one it has along the first axis."""
    if chart is None or not _turns(chart, len(vector)):
        return (vector[0], vector[1]) if len(vector) > 1 else (vector[0], 0.0)
    return _dot(chart.x_axis, vector), _dot(chart.y_axis, vector)


def shown_rows(chart: Chart | None, rows: Array) -> Array:
    """The same for many vectors at once: (…, n, d) → (…, n, 2)."""
    size = rows.shape[-1]
    if chart is None or not _turns(chart, size):
        if size >= 2:
            return rows[..., :2]
        return np.concatenate([rows, np.zeros((*rows.shape[:-1], 2 - size))], axis=-1)
    points: Array = rows @ np.array([chart.x_axis, chart.y_axis]).T
    return points


def moved(chart: Chart | None, vector: Vector, point: Vec2) -> Vector:
    """`vector`, changed just so that it is drawn at `point`; what the chart does not show stays."""
    if chart is None or not _turns(chart, len(vector)):
        return (*point[: len(vector)], *vector[2:])
    now = shown(chart, vector)
    right, up = point[0] - now[0], point[1] - now[1]
    return tuple(
        component + right * x + up * y
        for component, x, y in zip(vector, chart.x_axis, chart.y_axis, strict=True)
    )


def _turns(chart: Chart, size: int) -> bool:
    """Whether `chart` says more of vectors of this size than "the first two components". Queries and
    values may differ in size, and a chart fits only one of them."""
    plain = chart.x_axis == (1.0, 0.0) and chart.y_axis == (0.0, 1.0)
    return len(chart.x_axis) == size and not plain


def _dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
