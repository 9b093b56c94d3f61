"""What numbers are drawn with in the flow: type and digits such that each has room in its cell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtWidgets import QApplication

from attnstudio.model import numerals
from attnstudio.state.snapshot import View
from attnstudio.state.store import Store
from attnstudio.ui.panels.flow.content import flow_of
from attnstudio.ui.panels.flow.ink import ink_of
from attnstudio.ui.theme import theme_of
from tests import samples


@settings(max_examples=60, deadline=None)
@given(arrays(np.float64, (3, 3), elements=st.floats(-2000, 2000)))
def test_the_longest_text_is_what_must_fit(qapp: QApplication, values: np.ndarray) -> None:
    scores = flow_of(Store(samples.two_meanings()).now).stations["scores"]
    sample = ink_of(theme_of(View())).sample(replace(scores, values=values))
    assert sample is not None
    longest = max(len(numerals.fixed(value)) for value in values.flat)
    assert len(numerals.fixed(sample)) >= longest


def test_a_small_number_below_0_is_longer_than_a_large_one_above(qapp: QApplication) -> None:
    scores = flow_of(Store(samples.two_meanings()).now).stations["scores"]
    sample = ink_of(theme_of(View())).sample(replace(scores, values=np.array([[4.0, -0.3]])))
    assert sample is not None
    assert sample < 0.0
