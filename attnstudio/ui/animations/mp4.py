"""MP4 (H.264): the smallest where much moves; for slides, films and chats. It plays once.

PyAV brings FFmpeg, and is loaded when the first film is asked for.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio.model.refused import Refused
from attnstudio.storage.faults import why
from attnstudio.storage.half_made import half_made
from attnstudio.ui.animations.reel import Pixels, Reel

if TYPE_CHECKING:
    from av import VideoStream
    from av.container import OutputContainer

MISSING = "MP4 needs PyAV, which is not installed: pip install attnstudio[video] brings it."
NO_CODEC = "This copy of PyAV can write neither H.264 nor MPEG-4, so that no MP4 can be made."
OLD_CODEC = "This copy of PyAV has no H.264: the MP4 is MPEG-4, which some browsers don't play."
_CODECS = ("libx264", "libopenh264", "mpeg4")
_BT709 = 1  # the colours of HD film, as all four tags number them
_NARROW = 1  # 16 … 235, which is what players expect
_SETTINGS = {
    "libx264": {"crf": "16", "preset": "fast", "tune": "animation", "g": "600"},
    "libopenh264": {"rc_mode": "quality"},
    "mpeg4": {"qmin": "2", "qmax": "5"},
}


def why_not() -> str:
    """A sentence where no MP4 can be made here, else empty."""
    if find_spec("av") is None:
        return MISSING
    return "" if codec() else NO_CODEC


def remark() -> str:
    """A sentence where an MP4 can be made, but not the best; else empty."""
    return OLD_CODEC if codec() == "mpeg4" else ""


@cache
def codec() -> str:
    """The best encoder that this copy of FFmpeg has; empty where there is none."""
    from av.codec import codecs_available

    return next((name for name in _CODECS if name in codecs_available), "")


def encode(reel: Reel, pictures: Iterator[Pixels]) -> bytes:
    """The whole file. What it shows first stands at its front, so that it plays before it is loaded."""
    if reason := why_not():
        raise Refused(reason)
    # FFmpeg comes back to the front of the file for that, which it can do in a real file alone.
    try:
        with tempfile.TemporaryDirectory(prefix="attnstudio-") as folder, half_made(Path(folder)):
            path = Path(folder) / "film.mp4"
            _write(path, reel, pictures)
            return path.read_bytes()
    except OSError as error:
        raise Refused(f"The film could not be made: {why(error)}.") from error


def _write(path: Path, reel: Reel, pictures: Iterator[Pixels]) -> None:
    import av

    with av.open(os.fspath(path), "w", format="mp4", options={"movflags": "+faststart"}) as file:
        stream = _stream(file, reel)
        number = shown = 0
        for picture, hundredths in zip(pictures, reel.hundredths, strict=True):
            frame = av.VideoFrame.from_ndarray(_even(picture), format="rgb24")
            frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
            shown += hundredths
            while number * 100 < shown * reel.fps - 1e-6:
                frame.pts = number
                file.mux(stream.encode(frame))
                number += 1
        file.mux(stream.encode(None))


def _stream(file: OutputContainer, reel: Reel) -> VideoStream:
    from av import VideoStream

    name = codec()
    stream = file.add_stream(name, rate=Fraction(reel.fps).limit_denominator(1000), options=_SETTINGS[name])
    assert isinstance(stream, VideoStream)
    stream.width, stream.height = even(reel.width), even(reel.height)
    stream.pix_fmt = "yuv420p"
    context = stream.codec_context
    context.color_primaries = context.color_trc = context.colorspace = _BT709
    context.color_range = _NARROW
    return stream


def even(side: int) -> int:
    """The next even number of pixels: colours are kept for 2 × 2 of them."""
    return side + side % 2


def _even(picture: Pixels) -> Pixels:
    """The picture with its last row and column repeated where it is odd."""
    import numpy as np

    high, wide = picture.shape[:2]
    if high % 2 or wide % 2:
        picture = np.pad(picture, ((0, high % 2), (0, wide % 2), (0, 0)), mode="edge")
    return np.ascontiguousarray(picture)
