"""Small arrows from words and outputs: which way the loss of *Learn* falls, while a run is shown."""

from __future__ import annotations

import math

from PySide6.QtGui import QPainter, QPen

from attnstudio.model import downhill
from attnstudio.model.geometry import Vec2
from attnstudio.state.gestures import Lens
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.panels.meanings.content import Content
from attnstudio.ui.planes.ink import draw_arrow
from attnstudio.ui.theme import Theme

_LONGEST, _SHORTEST = 26.0, 6.0  # pixels: the longest has a fixed length, far shorter ones are left out


def pulls_of(now: Snapshot, content: Content) -> list[tuple[Vec2, Vec2]]:
    """Where an arrow starts, and minus the gradient there, both in model units."""
    run = now.view.run
    if run is None or not run.is_current or now.look.predicting:
        return []
    if run.wished.is_lean:
        outputs = downhill.of_outputs(now.document, run.wished, run.value)
        return [(way.end, outputs[way.passage]) for way in content.ways if way.end and way.passage in outputs]
    by_word = downhill.of_words(now.document, run.wished, run.value)
    made = []
    for word in content.words:
        found = [by_word[seen.token] for seen in word.seen if seen.token in by_word]
        made.append((word.at, (math.fsum(x for x, _ in found), math.fsum(y for _, y in found))))
    return made


def about_pulls(now: Snapshot) -> str:
    """What the arrows say."""
    run = now.view.run
    is_hidden = run is None or not run.is_current or now.look.predicting
    return "" if is_hidden else "short arrows: where the loss falls"


def draw_pulls(painter: QPainter, theme: Theme, pulls: list[tuple[Vec2, Vec2]], lens: Lens) -> None:
    """The longest has a fixed length: it is the proportions that tell."""
    longest = max((math.hypot(*pull) for _, pull in pulls), default=0.0)
    if longest == 0.0 or not math.isfinite(longest):
        return
    pen = QPen(theme.accent, 1.6 * theme.stroke)
    for at, (right, up) in pulls:
        size = _LONGEST * theme.stroke / longest
        if math.hypot(right, up) * size >= _SHORTEST:
            x, y = lens.to_pixels(at)
            draw_arrow(painter, pen, (x, y), (x + right * size, y - up * size))
