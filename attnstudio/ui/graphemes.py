"""Letters as a reader counts them, and whether any font here can draw them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTextBoundaryFinder
from PySide6.QtGui import QGlyphRun, QTextLayout


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Where each grapheme cluster of `text` lies, as (start, end) in UTF-16 units, as Qt counts."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    start = 0
    while (end := finder.toNextBoundary()) > start:
        yield start, end
        start = end


def without_font(layout: QTextLayout) -> tuple[str, ...]:
    """The letters of a laid-out text for which no font has a picture, each once, in their order."""
    if all(map(_has_pictures, layout.glyphRuns())):
        return ()
    units = layout.text().encode("utf-16-le", "surrogatepass")
    found: dict[str, None] = {}
    for start, end in clusters(layout.text()):
        if not all(map(_has_pictures, layout.glyphRuns(start, end - start))):
            found[units[2 * start : 2 * end].decode("utf-16-le", "replace")] = None
    return tuple(found)


def _has_pictures(run: QGlyphRun) -> bool:
    # Glyph 0 is what a font draws for what it lacks; boxes for a script without any font have no size. The
    # font of a run is never asked for its name: of such boxes, Qt crashes on the question.
    return 0 not in run.glyphIndexes() and run.rawFont().pixelSize() > 0
