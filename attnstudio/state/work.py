"""The file behind the Store: what is open, whether it is saved, and where one goes back to.

Whatever can't be opened or saved raises `Refused` with one sentence and leaves the present work as it is.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from attnstudio.model.document import Document, Look, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.model.sentence import clean
from attnstudio.model.soundness import check
from attnstudio.state.recovery import Recovery
from attnstudio.state.seeing import seen_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.storage import settings
from attnstudio.storage.faults import named
from attnstudio.storage.files import STANDARD_INPUT, cannot_open, open_file, save_file
from attnstudio.storage.recovery_records import About, Found, Kept, Stamp
from attnstudio.storage.schema import Extra, Opened
from attnstudio.study import scenes
from attnstudio.study.opening import means_scene, open_named


@dataclass(frozen=True, slots=True)
class _Start:
    """The work as it was opened or saved last; `stamp` tells whether its file is still the same."""

    document: Document
    look: Look
    extra: Extra = field(default_factory=dict)
    path: Path | None = None
    stamp: Stamp | None = None
    seen: Seen | None = None


@dataclass(slots=True, eq=False)
class _Piece:
    """A piece of work: as it was when a step of the history led from it to another, or is now.

    The history knows to which piece each of its documents belongs, see `History.work`.
    """

    start: _Start
    document: Document
    saved: Document | None  # what of it is on the disk

    @property
    def title(self) -> str:
        return _title(self.start, self.document)

    @property
    def is_modified(self) -> bool:
        return self.document != self.saved


class ChangedByOthers(Refused):
    """Another program wrote to the open file; to replace it is the person's decision."""


class Work:
    def __init__(self, store: Store, recovery: Recovery | None = None) -> None:
        self._store = store
        self._recovery = recovery
        if store.keep is not None:
            raise RuntimeError("this store has its work already")
        self._here = _Piece(_Start(store.document, store.look), store.document, store.saved)
        self._left: list[_Piece] = []  # not saved, and not here
        self._kept_last: tuple[object, ...] = ()
        store.history.work = self._here
        store.keep = self._keep
        self._recent: tuple[str, ...] | None = None

    @property
    def _start(self) -> _Start:
        return self._here.start

    @property
    def path(self) -> Path | None:
        """The file that `save` writes; None for a scene, a new document, or plain arrays."""
        return self._start.path

    @property
    def title(self) -> str:
        """The name of the file, else of the document."""
        return _title(self._start, self._store.document)

    @property
    def extra(self) -> Extra:
        """Members of the open file that this version does not know: they go along wherever the work goes."""
        return self._start.extra

    @property
    def is_modified(self) -> bool:
        """Is there something that `save` would keep?"""
        return self._store.is_modified

    @property
    def recent(self) -> tuple[Path, ...]:
        """The documents used last, the latest first."""
        if self._recent is None:
            self._recent = settings.load().recent
        return tuple(Path(name) for name in self._recent)

    def open(self, name: str | Path) -> None:
        """Open a scene by its id, or a file; what is open now is left, saved or not."""
        path = _file_of(name)
        stamp = _stamp(path)  # before it is read: a change in between is found when it is saved
        opened = open_named(name)
        try:
            check(opened.document)  # more words than a window shows can be computed, not opened
        except Refused as refused:
            raise cannot_open(named(name), refused) from refused
        self._open(opened, path if opened.is_document else None, stamp)
        if path is not None:
            self._remember(path)
        if opened.notes:
            self._store.say(" ".join(opened.notes))

    def visit(self, scene_id: str) -> None:
        """Show a scene in place of another, as a step that can be undone: nothing is lost by looking."""
        self._exchange(f"Open scene “{scene_id}”", Opened(*scenes.load(scene_id)))

    def restore(self, name: str, opened: Opened) -> None:
        """Show again what a picture of the journal carries: a step that can be undone, where no file is open.

        `name` is the entry's, for the history. What has more words than a window shows is refused.
        """
        try:
            check(opened.document)
        except Refused as refused:
            raise cannot_open(name, refused) from refused
        if self.path is None:
            self._exchange(f"Restore “{name}”", opened)
        else:
            self._open(opened)

    def new(self) -> None:
        """Begin with a few words that want to be typed over. Work without a file comes back by undo."""
        starter = Opened(*scenes.starter())
        if self.path is None:
            self._exchange("New", starter)
        else:
            self._open(starter)

    def save(self, *, force: bool = False) -> None:
        """Write to the open file. Refused where another program changed it meanwhile, unless forced."""
        path = self._start.path
        if path is None:
            raise Refused("This work has no file yet; save it under a name.")
        if not force and self._is_changed_by_others(path):
            raise ChangedByOthers(
                f"“{named(path.name)}” was changed by another program since it was opened; "
                "what you have here is not saved yet."
            )
        self._write(path)

    def save_as(self, path: Path) -> None:
        """Write to another file, which is the open one from then on."""
        self._write(path.absolute())

    def reset(self) -> None:
        """Back to what was opened or saved last: document, look and view, as at a fresh start."""
        start = self._start
        self._store.exchange("Reset", start.document, start.look, start.seen)

    # --- what a crash must not take ---------------------------------------------------------------------

    @property
    def is_kept(self) -> bool:
        """Whether the next start would find the work as it is now, whatever happens to this process."""
        return self._recovery is not None and self._recovery.is_kept

    @property
    def left(self) -> tuple[str, ...]:
        """The names of works that were left for others, have no file and are not saved: only undo or redo,
        or the next start, can bring them back."""
        return tuple(piece.title for piece in self._left)

    def recover(self, found: Found) -> None:
        """Show the work that a crash left behind, in a step that can be undone; its file is its file again.

        Refused where it has more words than a window shows. It counts as modified where it is not what the
        file, or the scene, holds.
        """
        check(found.document)
        start, saved = _recovered(found)
        opened = Opened(found.document, found.look, seen=found.seen)
        self._exchange("Restore unsaved work", opened, _Piece(start, found.document, saved))

    def prepare(self) -> None:
        """Be ready to keep the first change quickly."""
        if self._recovery is not None:
            self._recovery.prepare()

    def keep_left(self) -> None:
        """Leave the works of `left` to be offered by the next start."""
        self._left.clear()
        if self._recovery is not None:
            self._recovery.leave_aside()

    def discard_left(self) -> None:
        """The person wants none of the works of `left` back, once the history is gone too."""
        self._left.clear()
        if self._recovery is not None:
            self._recovery.discard_aside()

    def close(self) -> None:
        """The window closes: whatever is not saved by now is not wanted back."""
        if self._recovery is not None:
            self._recovery.close(is_over=True)

    def _keep(self, now: Snapshot) -> None:
        """Have a committed state kept; what the store calls before anybody else hears of it."""
        piece = self._store.history.work
        if isinstance(piece, _Piece) and piece is not self._here:
            self._cross(piece)
        self._here.document = now.document
        step = self._store.undo_name  # known a moment after its document
        last = (now.document, now.look, self._store.saved, self._start, step)
        if self._recovery is None or (
            self._kept_last and all(a is b for a, b in zip(last, self._kept_last, strict=True))
        ):
            return
        self._kept_last = last
        if not self._store.is_modified:
            self._recovery.forget()
            return
        start = self._start
        about = About.of(start.path, start.stamp, start.extra)
        told = clean(step or "")  # it may name a file, and so be no text
        self._recovery.keep(Kept(now.document, now.look, seen_of(now.view), about, told))

    def _cross(self, piece: _Piece) -> None:
        """A step of the history led to another piece: what is its file, is the open one."""
        left, self._here = self._here, piece
        left.saved, self._store.saved = self._store.saved, piece.saved
        if left.is_modified:
            self._left.append(left)
            if self._recovery is not None:
                self._recovery.set_aside(left)
        if piece in self._left:
            self._left.remove(piece)
            if self._recovery is not None:
                self._recovery.take_up(piece)

    # --- inside ---------------------------------------------------------------------------------------

    def _open(self, opened: Opened, path: Path | None = None, stamp: Stamp | None = None) -> None:
        """Begin anew with what was opened: there is no way back to what was there."""
        self._store.open(opened.document, opened.look, opened.seen, _piece(opened, path, stamp))
        self.discard_left()

    def _exchange(self, name: str, opened: Opened, piece: _Piece | None = None) -> None:
        """Show another piece of work in a step of the history; without a `piece`, as it is opened first."""
        piece = piece or _piece(opened)
        self._store.exchange(name, opened.document, opened.look, opened.seen, piece)

    def _write(self, path: Path) -> None:
        self._store.commit()
        document, look, extra = self._store.document, self._store.look, self._start.extra
        seen = seen_of(self._store.view)
        save_file(path, document, look, extra, seen)
        self._here.start = _Start(document, look, extra, path, _stamp(path), seen)
        self._remember(path)
        self._store.mark_saved()

    def _is_changed_by_others(self, path: Path) -> bool:
        stamp = _stamp(path)
        if stamp in (None, self._start.stamp):
            return False  # nothing lies there, or what we know
        try:
            found = open_file(path)
        except Refused:
            return True
        start = self._start
        return (found.document, found.look, found.extra, found.seen) != (
            start.document,
            start.look,
            start.extra,
            start.seen,
        )

    def _remember(self, path: Path) -> None:
        with suppress(Refused):  # work goes on where settings can't be written
            self._recent = settings.remember(path)


def _piece(opened: Opened, path: Path | None = None, stamp: Stamp | None = None) -> _Piece:
    """What was opened, as it is at first."""
    document = opened.document
    look = fitting(opened.look, document)
    return _Piece(_Start(document, look, opened.extra, path, stamp, opened.seen), document, document)


def _title(start: _Start, document: Document) -> str:
    return named(start.path.stem) if start.path is not None else document.title or "Untitled"


def _recovered(found: Found) -> tuple[_Start, Document | None]:
    """Where recovered work goes back to, and what of it is on the disk: its file if that is still the same,
    or the scene as which it began."""
    path, about = found.path, found.about
    if path is not None:
        with suppress(Refused):
            if _stamp(path) == about.stamp and about.stamp is not None:
                opened = open_file(path)
                start = _Start(opened.document, opened.look, opened.extra, path, about.stamp, opened.seen)
                return start, opened.document
    elif scenes.is_scene(found.document.scene):
        document, look = scenes.load(found.document.scene)
        return _Start(document, look, about.extra), document
    return _Start(found.document, found.look, about.extra, path, about.stamp, found.seen), None


def _file_of(name: str | Path) -> Path | None:
    """The file that `name` means, if it means one."""
    return None if name == STANDARD_INPUT or means_scene(name) else Path(name).absolute()


def _stamp(path: Path | None) -> Stamp | None:
    """What the system knows of a file and changes with it; None where there is none."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
