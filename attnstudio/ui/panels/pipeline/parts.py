"""The pipeline as a screen reader knows it: weights are sliders, the mask's cells buttons, numbers cells."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint

from attnstudio.model import numerals
from attnstudio.state.pulling import STEP, may_pull
from attnstudio.ui.accessible import Part
from attnstudio.ui.panels.pipeline.columns import Place
from attnstudio.ui.panels.pipeline.grid import SUMS, Spot
from attnstudio.ui.panels.pipeline.hand import PipelineGrid

_OPENS = "Press to hear how it came about."
_HELP: dict[Place, str] = {
    "name": "Press to select this word's key in the plane.",
    "match": f"The dot product of the query and this key. {_OPENS}",
    "scale": f"The score after scaling. {_OPENS}",
    "mask": "Press to mask this key for the query, or to let it be seen again.",
    "normalize": "The share of attention, from 0 to 1. Changing it finds the nearest query that gives it.",
    "mix": f"What this word passes on to the output: weight times value. {_OPENS}",
}
_NAMES: dict[Place, str] = {
    "name": "key",
    "match": "match",
    "scale": "scaled score",
    "mask": "mask",
    "normalize": "weight",
    "mix": "contribution",
}


def parts_of(rows: PipelineGrid, offset: QPoint) -> Iterator[Part]:
    """Row by row, from left to right; `offset` is where the rows stand in the panel."""
    content = rows.content
    for j in range(rows.count):
        yield _part(rows, offset, Spot(j, "name"), rows.labels.names[j])
        yield _part(rows, offset, Spot(j, "match"), numerals.fixed(content.scores[j]))
        yield _part(rows, offset, Spot(j, "scale"), numerals.fixed(content.scaled[j]))
        masked = f"masked, {numerals.fixed(-float('inf'))}"
        yield _part(rows, offset, Spot(j, "mask"), "may look" if content.may_look[j] else masked)
        yield _weight(rows, offset, j)
        yield _part(rows, offset, Spot(j, "mix"), content.mix_text(j))
    if rows.count:
        yield _part(
            rows, offset, Spot(SUMS, "normalize"), numerals.fixed(content.total, numerals.WEIGHT_DIGITS)
        )
        yield _part(rows, offset, Spot(SUMS, "mix"), content.output_text)


def _part(rows: PipelineGrid, offset: QPoint, spot: Spot, value: str) -> Part:
    is_sum = spot.j == SUMS
    if is_sum:
        name = "sum of the weights" if spot.place == "normalize" else "output"
    else:
        name = f"{_NAMES[spot.place]} of {rows.labels.names[spot.j]}"
    blind = f"{rows.remarks[0]} " if rows.remarks else ""
    return Part(
        key=("sum" if is_sum else rows.labels.ids[spot.j], spot.place),
        role="button" if spot.place in ("name", "mask") else "cell",
        name=name,
        value=value,
        help=f"{blind}{_OPENS}" if is_sum else _HELP[spot.place],
        rect=rows.rect_of(spot).translated(offset),
        press=lambda: rows.press(spot),
        is_focused=rows.hasFocus() and rows.at == spot,
    )


def _weight(rows: PipelineGrid, offset: QPoint, j: int) -> Part:
    spot = Spot(j, "normalize")
    key = rows.labels.ids[j]
    can = may_pull(rows.store.now, rows.content.may_look, j)
    return Part(
        key=(key, "normalize"),
        role="slider",
        name=f"weight of {rows.labels.names[j]}",
        value=numerals.weight(rows.content.weights[j]),
        help=_HELP["normalize"],
        rect=rows.rect_of(spot).translated(offset),
        number=rows.content.weights[j],
        least=0.0,
        most=1.0,
        step=STEP,
        set_number=(lambda weight: rows.put_weight(key, weight)) if can else None,
        press=lambda: rows.press(spot),
        is_focused=rows.hasFocus() and rows.at == spot,
    )
