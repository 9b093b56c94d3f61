"""How NumPy and PyTorch say the same things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Library = Literal["numpy", "torch"]
LIBRARIES: tuple[Library, ...] = ("numpy", "torch")
LIBRARY_NAMES: dict[Library, str] = {"numpy": "NumPy", "torch": "PyTorch"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """The words of one library, where the two differ."""

    module: str
    opening: tuple[str, ...]  # what a program begins with; no word of a person's may stand before it
    array: str
    join: str  # arrays behind one another
    axis: str
    over: str  # as arguments: along the last axis, which stays with length 1
    largest: str  # the method
    bool_: str

    def tri(self, n_q: int, n_k: int, k: int) -> str:
        """True on the diagonal that `k` moves to the right, and left of it."""
        if self.module == "torch":
            return f"torch.ones({n_q}, {n_k}, dtype=torch.bool).tril({k or ''})"
        columns = f", {n_k}" if n_q != n_k or k else ""
        return f"np.tri({n_q}{columns}{f', {k}' if k else ''}, dtype=bool)"

    def everything(self, n_q: int, n_k: int) -> str:
        return f"{self.module}.ones(({n_q}, {n_k}), dtype={self.bool_})"

    def zeros(self, shape: Sequence[int]) -> str:
        return f"{self.module}.zeros({tuple(shape)})"


NUMPY = Dialect(
    module="np",
    opening=("import numpy as np",),
    array="np.array",
    join="np.concatenate",
    axis="axis",
    over="axis=-1, keepdims=True",
    largest="max",
    bool_="bool",
)
TORCH = Dialect(
    module="torch",
    opening=(
        "import torch",
        "",
        "torch.set_default_dtype(torch.float64)  # as many digits as the studio",
    ),
    array="torch.tensor",
    join="torch.cat",
    axis="dim",
    over="dim=-1, keepdim=True",
    largest="amax",
    bool_="torch.bool",
)
DIALECTS: dict[Library, Dialect] = {"numpy": NUMPY, "torch": TORCH}
