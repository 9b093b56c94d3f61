"""How vectors of any dimension are drawn on a plane, and how a drag on the plane changes them."""

from __future__ import annotations

import numpy as np

from attnstudio.model.document import Chart, Vector
from attnstudio.model.geometry import Vec2
from attnstudio.model.trace import Array


def shown(chart: Chart | None, vector: Vector) -> Vec2:
    """The point of the plane at which `vector` is drawn. Without a chart: its first two components."""
    if chart is None or (len(vector) == 2 and _is_plain(chart)):
        return (vector[0], vector[1]) if len(vector) > 1 else (vector[0], 0.0)
    return _dot(chart.x_axis, vector), _dot(chart.y_axis, vector)


def shown_rows(chart: Chart | None, rows: Array) -> Array:
    """The same for many vectors at once: (…, n, d) → (…, n, 2)."""
    size = rows.shape[-1]
    if chart is None or (size == 2 and _is_plain(chart)):
        if size >= 2:
            return rows[..., :2]
        return np.concatenate([rows, np.zeros((*rows.shape[:-1], 2 - size))], axis=-1)
    return rows @ np.array([chart.x_axis, chart.y_axis]).T


def moved(chart: Chart | None, vector: Vector, point: Vec2) -> Vector:
    """`vector`, changed just so that it is drawn at `point`; what the chart does not show stays."""
    if len(vector) == 2 and (chart is None or _is_plain(chart)):
        return point
    if chart is None:
        return (*point, *vector[2:])
    now = shown(chart, vector)
    right, up = point[0] - now[0], point[1] - now[1]
    return tuple(
        component + right * x + up * y
        for component, x, y in zip(vector, chart.x_axis, chart.y_axis, strict=True)
    )


def _is_plain(chart: Chart) -> bool:
    return chart.x_axis == (1.0, 0.0) and chart.y_axis == (0.0, 1.0)


def _dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
