"""What the two experiments show, in sentences: overflow is told from rounding. Without a window."""

from __future__ import annotations

import pytest

from attnstudio.model.settings import Trial
from attnstudio.ui.panels.precision.words import half_sentence, scores_in_words


@pytest.mark.parametrize(
    ("trial", "end"),
    [
        (Trial(d_k=64, query=40.0, first=40.0, second=39.0), "With q divided by √64 first, it fits."),
        (
            Trial(d_k=64, query=60.0, first=60.0, second=59.99),  # 28,800 fits, but next to it comes 28,784
            "With q divided by √64 first, it fits, but is rounded so much that the weights are others.",
        ),
        (
            Trial(d_k=64, query=1000.0, first=1000.0, second=999.0),
            "Even with q divided by √64 first it does not fit.",
        ),
    ],
)
def test_what_dividing_first_is_good_for(trial: Trial, end: str) -> None:
    assert half_sentence(trial).endswith(end)


def test_a_large_score_keeps_its_decimals() -> None:
    assert scores_in_words(Trial(scores=(1000.5, -2000.25))) == "scores 1,000.5 and −2,000.25"
