"""Which class draws the panel, and which lays out the workspace, of a name.

Each is imported when the first of it is made: what is not looked at costs nothing at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from attnstudio.state.store import Store
from attnstudio.ui.panels.panel import Panel

if TYPE_CHECKING:
    from attnstudio.ui.workspaces.workspace import Workspace

Kind = Callable[[Store, QWidget | None], Panel]


def make_panel(name: str, store: Store, parent: QWidget | None = None) -> Panel:
    """The panel of a name out of `PANELS`."""
    return _panel_class(name)(store, parent)


def make_workspace(name: str, store: Store, parent: QWidget | None = None) -> Workspace:
    """The workspace of a name out of `WORKSPACES`."""
    if name == "sequence":
        from attnstudio.ui.workspaces.sequence import SequenceWorkspace

        return SequenceWorkspace(store, parent)
    if name == "context":
        from attnstudio.ui.workspaces.context import ContextWorkspace

        return ContextWorkspace(store, parent)
    if name == "scaling":
        from attnstudio.ui.workspaces.scaling import ScalingWorkspace

        return ScalingWorkspace(store, parent)
    from attnstudio.ui.workspaces.vectors import VectorsWorkspace

    return VectorsWorkspace(store, parent)


def _panel_class(name: str) -> Kind:
    """Its constructor."""
    return _LOADERS[name]()


def _sentence() -> Kind:
    from attnstudio.ui.panels.sentence.panel import SentencePanel

    return SentencePanel


def _plane() -> Kind:
    from attnstudio.ui.panels.plane.panel import PlanePanel

    return PlanePanel


def _pipeline() -> Kind:
    from attnstudio.ui.panels.pipeline.panel import PipelinePanel

    return PipelinePanel


def _matrix() -> Kind:
    from attnstudio.ui.panels.matrix.panel import MatrixPanel

    return MatrixPanel


def _formula() -> Kind:
    from attnstudio.ui.panels.formula.panel import FormulaPanel

    return FormulaPanel


def _flow() -> Kind:
    from attnstudio.ui.panels.flow.panel import FlowPanel

    return FlowPanel


def _play() -> Kind:
    from attnstudio.ui.panels.play.panel import PlayPanel

    return PlayPanel


def _cell() -> Kind:
    from attnstudio.ui.panels.cell.panel import CellPanel

    return CellPanel


def _holds() -> Kind:
    from attnstudio.ui.panels.holds.panel import HoldsPanel

    return HoldsPanel


def _masks() -> Kind:
    from attnstudio.ui.panels.masks.panel import MasksPanel

    return MasksPanel


def _positions() -> Kind:
    from attnstudio.ui.panels.positions.panel import PositionsPanel

    return PositionsPanel


def _sentences() -> Kind:
    from attnstudio.ui.panels.sentences.panel import SentencesPanel

    return SentencesPanel


def _meanings() -> Kind:
    from attnstudio.ui.panels.meanings.panel import MeaningsPanel

    return MeaningsPanel


def _difference() -> Kind:
    from attnstudio.ui.panels.difference.panel import DifferencePanel

    return DifferencePanel


def _learn() -> Kind:
    from attnstudio.ui.panels.learn.panel import LearnPanel

    return LearnPanel


def _draws() -> Kind:
    from attnstudio.ui.panels.draws.panel import DrawsPanel

    return DrawsPanel


def _growth() -> Kind:
    from attnstudio.ui.panels.growth.panel import GrowthPanel

    return GrowthPanel


def _softmax() -> Kind:
    from attnstudio.ui.panels.softmax.panel import SoftmaxPanel

    return SoftmaxPanel


def _precision() -> Kind:
    from attnstudio.ui.panels.precision.panel import PrecisionPanel

    return PrecisionPanel


_LOADERS: dict[str, Callable[[], Kind]] = {
    "sentence": _sentence,
    "plane": _plane,
    "pipeline": _pipeline,
    "matrix": _matrix,
    "formula": _formula,
    "flow": _flow,
    "play": _play,
    "cell": _cell,
    "holds": _holds,
    "masks": _masks,
    "positions": _positions,
    "sentences": _sentences,
    "meanings": _meanings,
    "difference": _difference,
    "learn": _learn,
    "draws": _draws,
    "growth": _growth,
    "softmax": _softmax,
    "precision": _precision,
}
