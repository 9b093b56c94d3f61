"""Colour ramps for heat cells: one hue for weights, two for signed values, lightness falling evenly.

Mixed in Oklab (Björn Ottosson, 2020), so that equal steps of a number are equal steps to the eye.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from attnstudio.state.palette import palette

STEPS = 256
_Rgb = NDArray[np.float64]

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


@cache
def weight_ramp(theme: str) -> tuple[str, ...]:
    """256 colours for 0 … 1."""
    roles = palette(theme)
    return _mixed(roles.weight_low, roles.weight_high, STEPS)


@cache
def ramp(low: str, high: str) -> tuple[str, ...]:
    """256 colours from one to another, for 0 … 1."""
    return _mixed(low, high, STEPS)


@cache
def signed_ramp(theme: str) -> tuple[str, ...]:
    """256 colours for −limit … +limit, with the colour of zero in the middle."""
    roles = palette(theme)
    half = STEPS // 2
    below = _mixed(roles.signed_zero, roles.signed_low, half)[::-1]
    return below + _mixed(roles.signed_zero, roles.signed_high, half)


def weight_step(value: float) -> int:
    """Index into `weight_ramp`."""
    return min(max(round(value * (STEPS - 1)), 0), STEPS - 1)


def _mixed(first: str, last: str, count: int) -> tuple[str, ...]:
    share = np.linspace(0.0, 1.0, count)[:, None]
    lab = (1 - share) * _to_lab(first) + share * _to_lab(last)
    lms = (lab @ np.linalg.inv(_TO_LAB).T) ** 3
    linear = np.clip(lms @ np.linalg.inv(_TO_LMS).T, 0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return tuple("#" + "".join(f"{round(c * 255):02X}" for c in row) for row in encoded)


def _to_lab(colour: str) -> _Rgb:
    encoded = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    lab: _Rgb = _TO_LAB @ np.cbrt(_TO_LMS @ linear)
    return lab
