"""What a picture of an animation costs: a page that is moved against one that is laid out for each.

python tests/benchmarks/animation.py

One page goes from state to state (`ui/animations/stage.py`); the other way makes panels anew for every frame.
The measure: at most half of it. Beside it, how long each file takes to encode, in paints of one picture.
"""

from __future__ import annotations

import os
import statistics
import sys
from contextlib import closing
from time import perf_counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when the QApplication is made

from attnstudio.state.moving import FORMATS
from attnstudio.study.scenes import load
from attnstudio.ui import drawing
from attnstudio.ui.animations.making import encoder_for
from attnstudio.ui.animations.reel import Pixels, Reel
from attnstudio.ui.animations.stage import Stage, pixels_of
from attnstudio.ui.animations.stills import Stills
from attnstudio.ui.animations.wanted import Wanted, stills_of
from attnstudio.ui.figures import Asked, paint

MOST_RATIO = 1 / 2
PANELS = (None, "plane", "pipeline")
SIZES = {None: (960, 640), "plane": (480, 480), "pipeline": (640, 420)}


def anew(stills: Stills, asked: Asked) -> float:
    """Median seconds of a picture whose panels are made for it."""
    times = []
    for still in stills[::4]:
        began = perf_counter()
        paint(still.document, still.look, asked)
        times.append(perf_counter() - began)
    return statistics.median(times)


def moved(stills: Stills, asked: Asked) -> tuple[float, list[Pixels]]:
    """Seconds of a picture, all preparations shared out among them, and the pictures."""
    with closing(Stage(stills, asked, caption=False)) as stage:  # the first one loads modules
        stage.paint(0)
    began = perf_counter()
    with closing(Stage(stills, asked, caption=False)) as stage:
        stage.prepare_at_once()
        shots = [stage.paint(index) for index in range(len(stills))]
    each = (perf_counter() - began) / len(stills)
    return each, [pixels_of(one) for one in shots]


def main() -> int:
    drawing.without_display()
    document, look = load("bank-money")
    worst = 0.0
    for panel in PANELS:
        asked = Asked(panel, *SIZES[panel])
        stills = stills_of(Wanted(asked, "turn", seconds=2.0), document, look)
        paint(document, look, asked)
        each, shots = moved(stills, asked)
        ratio = each / anew(stills, asked)
        worst = max(worst, ratio)
        print(f"{panel or 'workspace':10} {1000 * each:6.1f} ms a picture, {ratio:.2f} of a page for each")
        reel = Reel(*asked.pixels, tuple(still.hundredths for still in stills))
        for kind in FORMATS:
            began = perf_counter()
            size = len(encoder_for(kind, shots[::6])(reel, iter(shots)))
            encoding = (perf_counter() - began) / len(shots)
            print(f"           {kind:4} {encoding / each:4.1f} paints a picture, {size / 1000:5.0f} kB")
    print(f"worst ratio {worst:.2f}, at most {MOST_RATIO:.2f}")
    return 0 if worst <= MOST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
