"""Pictures: real panels, laid out at a fixed size and theme, painted into PNG, SVG or PDF."""

from attnstudio.ui.figures.arrangement import usual_size
from attnstudio.ui.figures.asked import Asked, file_of, on_paper, one_by_one
from attnstudio.ui.figures.raster import paint, png
from attnstudio.ui.figures.render import Made, make, render

__all__ = [
    "Asked",
    "Made",
    "file_of",
    "make",
    "on_paper",
    "one_by_one",
    "paint",
    "png",
    "render",
    "usual_size",
]
