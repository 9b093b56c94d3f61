"""How far a command is that takes long: a bar on a terminal, and nothing where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterable

PATIENCE = 1.0  # seconds without a bar: most is done by then


def watch(shares: Iterable[float]) -> None:
    """Go through all steps of a work; each tells the share of it that is done, from 0 to 1."""
    if sys.stderr is None or not sys.stderr.isatty():
        for _ in shares:
            pass
        return
    from tqdm import tqdm  # a call that nobody watches does without

    form = "{percentage:3.0f}%|{bar}| {elapsed} gone, {remaining} to go"
    with tqdm(total=1.0, bar_format=form, delay=PATIENCE, leave=False, file=sys.stderr) as bar:
        for share in shares:
            bar.update(share - bar.n)
