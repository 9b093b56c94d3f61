"""Undo and redo over frozen documents: two lists, each step with the name of what was done."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from attnstudio.model.document import Document


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    document: Document  # as it was on the other side of the step
    work: object = None  # to which it belongs


@dataclass(slots=True)
class History:
    """Steps that can be undone, the latest last, and those that can be done again."""

    done: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)
    run: Hashable | None = None  # what a run of key presses is about; the next press of it joins the entry
    work: object = None  # to which the present document belongs: a step between two works leads to the other

    def record(self, name: str, before: Document, after: Document, run: Hashable | None = None) -> None:
        """Remember that `name` led from `before` to `after`. Presses of one run are one step, and none once
        they have led back to where they began."""
        self.undone.clear()
        if run is None or run != self.run or not self.done:
            self.done.append(Entry(name, before, self.work))
        self.run = run
        if self.done[-1].document == after:
            self.run, self.work = None, self.done.pop().work

    def undo(self, present: Document) -> Document:
        entry = self.done.pop()
        self.undone.append(Entry(entry.name, present, self.work))
        self.run, self.work = None, entry.work
        return entry.document

    def redo(self, present: Document) -> Document:
        entry = self.undone.pop()
        self.done.append(Entry(entry.name, present, self.work))
        self.run, self.work = None, entry.work
        return entry.document
