"""Whatever is opened, edited, saved and undone in whatever order, no work loses its file, or all copies."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import Document, Handle
from attnstudio.state.recovery import Recovery
from attnstudio.state.store import Store
from attnstudio.state.work import Work
from attnstudio.storage.files import open_file
from attnstudio.storage.recovery_files import folder
from attnstudio.storage.recovery_records import last
from attnstudio.storage.schema import Opened
from attnstudio.study import scenes

SCENES = "bank-money", "bank-river"


@dataclass(eq=False)
class Piece:
    """What is expected of a work."""

    document: Document
    saved: Document
    path: Path | None = None

    @property
    def is_modified(self) -> bool:
        return self.document != self.saved


class Session:
    """A window's work, and beside it in plain lists what it should be."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.recovery = Recovery(print)
        self.store = Store(*scenes.load(SCENES[0]))
        self.work = Work(self.store, self.recovery)
        document = self.store.document
        self.steps: list[tuple[Document, Piece]] = [(document, Piece(document, document))]
        self.at = 0
        self.left: list[Piece] = []
        self.kept = document
        self.count = 0

    @property
    def here(self) -> Piece:
        return self.steps[self.at][1]

    def do(self, name: str) -> None:
        getattr(self, name)()
        self.compare()

    def edit(self) -> None:
        self.count += 1
        point = (self.count / 64, 0.5)
        handle = Handle("query", self.store.look.query)
        self.store.apply("Move", lambda document: edits.move_vector(document, handle, point))
        self._step(self.here)

    def visit_one(self) -> None:
        self._visit(SCENES[0])

    def visit_other(self) -> None:
        self._visit(SCENES[1])

    def _visit(self, scene: str) -> None:
        self.work.visit(scene)
        self._step(Piece(self.store.document, self.store.document))

    def restore(self) -> None:
        opened = Opened(self.kept, scenes.load(SCENES[0])[1])
        had_file = self.work.path is not None
        self.work.restore("seen", opened)
        if had_file:
            self.steps, self.at, self.left = [], -1, []
        self._step(Piece(self.kept, self.kept))

    def keep(self) -> None:
        self.kept = self.store.document

    def go_to_kept(self) -> None:
        self.store.exchange("Go to A", self.kept, self.store.look)
        self._step(self.here)

    def reset(self) -> None:
        self.work.reset()
        self._step(self.here)

    def save(self) -> None:
        self.count += 1
        path = self.here.path or self.home / f"{self.count}.attn"
        self.work.save_as(path)
        self.here.saved, self.here.path = self.store.document, path

    def undo(self) -> None:
        self.store.undo()
        self._go(max(self.at - 1, 0))

    def redo(self) -> None:
        self.store.redo()
        self._go(min(self.at + 1, len(self.steps) - 1))

    def _step(self, piece: Piece) -> None:
        """A new step, unless the document is an equal one: then it is this one, in another work or not."""
        document = self.store.document
        if self.steps:
            self._leave_for(piece)
        if self.steps and self.steps[self.at][0] == document:
            self.steps[self.at] = document, piece
        else:
            self.steps[self.at + 1 :] = [(document, piece)]
            self.at += 1
        piece.document = document

    def _go(self, place: int) -> None:
        document, piece = self.steps[place]
        self._leave_for(piece)
        self.at = place
        piece.document = document

    def _leave_for(self, piece: Piece) -> None:
        here = self.here
        if piece is not here:
            self.left += [here] if here.is_modified else []
            self.left = [other for other in self.left if other is not piece]

    def compare(self) -> None:
        document, piece = self.steps[self.at]
        work = self.work
        assert self.store.document == document
        assert (work.path, work.is_modified) == (piece.path, piece.is_modified)
        assert len(work.left) == len(self.left)
        if piece.path is not None:
            assert open_file(piece.path).document == piece.saved
        expected = [other.document for other in self.left] + [document] * piece.is_modified
        found = [last(path.read_bytes()).document for path in folder().glob("*.recovery")]
        assert sorted(map(repr, found)) == sorted(map(repr, expected))


ACTS = st.sampled_from(
    [
        "edit",
        "visit_one",
        "visit_other",
        "restore",
        "keep",
        "go_to_kept",
        "reset",
        "save",
        "undo",
        "undo",
        "redo",
    ]
)


@given(st.lists(ACTS, max_size=25))
@settings(max_examples=60, deadline=None)
def test_no_work_loses_its_file_or_all_its_copies(acts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as home:
        session = Session(Path(home))
        try:
            for act in acts:
                session.do(act)
        finally:
            session.work.close()
    assert list(folder().glob("*")) == []
