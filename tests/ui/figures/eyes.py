"""Files of vectors, seen with other eyes than Qt's, and how far they are from the image of the same page."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from attnstudio.model.document import Document, Look
from attnstudio.ui.figures import Asked, render

_pdfium: Any = import_module("pypdfium2")  # it has no types

Pixels = NDArray[np.int16]

FAR = 64  # of 255, in any channel
SHARE = 0.015  # of the pixels may be that far off
LIBRSVG = shutil.which("rsvg-convert")
_POINTS = 72 / 96  # to a pixel


def seen(data: bytes) -> Pixels:
    """The pixels of a PNG file over a middle grey, so that what is transparent counts too."""
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    under = Image.new("RGBA", image.size, (128, 128, 128, 255))
    return np.asarray(Image.alpha_composite(under, image).convert("RGB"), dtype=np.int16)


def by_resvg(svg: bytes) -> Pixels:
    return seen(bytes(resvg_py.svg_to_bytes(svg_string=svg.decode())))


def by_librsvg(svg: bytes) -> Pixels:
    assert LIBRSVG is not None
    done = subprocess.run([LIBRSVG], input=svg, stdout=subprocess.PIPE, check=True)
    return seen(done.stdout)


def by_pdfium(pdf: bytes) -> Pixels:
    with _pdfium.PdfDocument(pdf) as document:
        page = document[0]
        size = (
            round(page.get_width() / _POINTS),
            round(page.get_height() / _POINTS),
        )  # it may add an empty row
        image = page.render(scale=1 / _POINTS, fill_color=(0, 0, 0, 0)).to_pil().crop((0, 0, *size))
    kept = io.BytesIO()
    image.save(kept, "png")
    return seen(kept.getvalue())


def png_of(document: Document, look: Look, asked: Asked) -> Pixels:
    return seen(render(document, look, replace(asked, format="png", carries=False)))


def share_far_off(a: Pixels, b: Pixels) -> float:
    assert a.shape == b.shape
    return float((np.abs(a - b).max(axis=-1) > FAR).mean())
