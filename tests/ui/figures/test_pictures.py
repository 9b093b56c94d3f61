"""A few pictures, held against references by absolute difference. A missing reference fails.

After a change that is meant, look at the new pictures and keep them:
``python tests/ui/figures/test_pictures.py`` writes them anew into ``tests/ui/figures/pictures``.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from PySide6.QtWidgets import QApplication

from attnstudio.study.scenes import load
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked, render, usual_size

FOLDER = Path(__file__).parent / "pictures"
CASES = (
    ("bank-money", "sentence", "light"),
    ("bank-money", "plane", "light"),
    ("bank-river", "pipeline", "light"),
    ("causal-love", "matrix", "dark"),
    ("causal-love", "formula", "light"),
    ("bank-money", None, "light"),
    ("causal-love", None, "dark"),
    ("bank-river", None, "print"),
)
FAR = 48  # of 255, in any channel: antialiasing of another Qt stays below
SHARE = 0.002  # of the pixels may be that far off


def name_of(scene: str, panel: str | None, theme: str) -> str:
    return f"{scene}-{panel or 'vectors'}-{theme}.png"


def drawn(scene: str, panel: str | None, theme: str) -> bytes:
    document, look = load(scene)
    wide, high = usual_size(Asked(panel))
    asked = Asked(panel, wide, high, theme=theme, caption=panel is None, carries=False)
    return render(document, look, asked)


def pixels(data: bytes) -> NDArray[np.int16]:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.int16)


def share_far_off(a: NDArray[np.int16], b: NDArray[np.int16]) -> float:
    return float((np.abs(a - b).max(axis=-1) > FAR).mean())


@pytest.mark.parametrize(("scene", "panel", "theme"), CASES)
def test_a_picture_looks_as_it_did(scene: str, panel: str | None, theme: str, qapp: QApplication) -> None:
    prepare(qapp)
    reference = FOLDER / name_of(scene, panel, theme)
    assert reference.exists(), f"no reference {reference.name}: look at the picture and write it"
    now, before = pixels(drawn(scene, panel, theme)), pixels(reference.read_bytes())
    assert now.shape == before.shape
    assert share_far_off(now, before) <= SHARE


@pytest.mark.parametrize("sign", [-1, 1])
def test_both_a_darker_and_a_lighter_picture_are_noticed(sign: int, qapp: QApplication) -> None:
    before = np.full((50, 50, 3), 128, dtype=np.int16)
    now = before.copy()
    now[:2, :10] += sign * 60
    assert share_far_off(now, before) > SHARE


def write() -> None:
    prepare(QApplication(sys.argv))
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        (FOLDER / name_of(*case)).write_bytes(drawn(*case))


if __name__ == "__main__":
    write()
