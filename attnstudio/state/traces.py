"""The traces of all passages of one document, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable

from attnstudio.model.document import Document
from attnstudio.model.resolve import is_same, resolve, resolve_after
from attnstudio.model.trace import Trace


class Traces:
    """What nobody looks at costs nothing; what was worked out before and has not changed is taken over."""

    def __init__(self, document: Document, made: Callable[[Trace], Trace] = lambda trace: trace) -> None:
        self.document = document
        self._made = made  # told of every trace that is worked out
        self._known: dict[int, Trace] = {}

    def of(self, passage: int) -> Trace:
        if passage not in self._known:
            self._known[passage] = self._made(resolve(self.document, passage))
        return self._known[passage]

    def after(self, document: Document, shown: int) -> Traces:
        """The traces of another document. That of the passage `shown` is worked out at once, by what moved;
        of the others those are kept in which nothing changed."""
        following = Traces(document, self._made)
        for passage, trace in self._known.items():
            if passage >= len(document.passages):
                continue
            if passage == shown:
                following._known[passage] = self._made(resolve_after(self.document, trace, document, passage))
            elif is_same(self.document, document, passage):
                following._known[passage] = trace
        return following
