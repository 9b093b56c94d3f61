"""What was drawn in the d_k laboratory: pure numbers, and how far along they are."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.settings import Sampling


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """To be filled by the laboratory."""

    sampling: Sampling
