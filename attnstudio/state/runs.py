"""A run of *Learn*: its steps so far, as one frozen value that views compare by identity."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.document import Document


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """`documents` holds the document at the start and after every step; `step` is the one that is shown."""

    documents: tuple[Document, ...]
    losses: tuple[float, ...]
    step: int
    is_running: bool = False
    remark: str = ""  # why it stopped, or can't get there
