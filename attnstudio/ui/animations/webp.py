"""WebP: every colour exactly as it is; for web pages and most notes."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from attnstudio.model.refused import Refused
from attnstudio.ui.animations.reel import Pixels, Reel

if TYPE_CHECKING:
    from PIL import Image

LARGEST_SIDE = 16_383
_EFFORT = 2  # of 6: more takes several times as long and saves a few percent
_HARD = 60  # of 100, likewise
_NEVER = 1_000_000  # pictures until one is whole again, which only a viewer that leaps about could use


def encode(reel: Reel, pictures: Iterator[Pixels]) -> bytes:
    """The whole file, lossless."""
    from PIL import features  # an animation is made seldom, and Pillow takes long to load

    if not features.check("webp"):
        raise Refused("This copy of Pillow can't write WebP; GIF needs nothing else.")
    file = BytesIO()
    _strip(reel, pictures).save(
        file,
        "WEBP",
        save_all=True,
        lossless=True,
        quality=_HARD,
        method=_EFFORT,
        kmin=_NEVER - 1,
        kmax=_NEVER,
        loop=0 if reel.is_endless else 1,
        duration=[10 * hundredths for hundredths in reel.hundredths],
    )
    return file.getvalue()


def _strip(reel: Reel, pictures: Iterator[Pixels]) -> Image.Image:
    """Pictures that come one by one, as the many of one file: of separate ones Pillow would hold a list."""
    from PIL import Image

    class Strip(Image.Image):
        def __init__(self) -> None:
            super().__init__()
            self._at = -1
            self.n_frames = len(reel.hundredths)
            self.seek(0)

        def seek(self, frame: int) -> None:
            while self._at < frame:
                image = Image.fromarray(next(pictures))
                self.im, self._mode, self._size = image.im, image.mode, image.size
                self._at += 1

        def tell(self) -> int:
            return self._at

    return Strip()
