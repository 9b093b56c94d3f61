"""The file behind the Store: what is open, whether it is saved, and where one goes back to.

Whatever can't be opened or saved raises `Refused` with one sentence and leaves the present work as it is.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.model.soundness import check
from attnstudio.state.seeing import seen_of
from attnstudio.state.store import Store
from attnstudio.storage import settings
from attnstudio.storage.faults import named
from attnstudio.storage.files import STANDARD_INPUT, cannot_open, open_file, save_file
from attnstudio.storage.schema import Extra, Opened
from attnstudio.study import scenes
from attnstudio.study.opening import means_scene, open_named

_Stamp = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Start:
    """The work as it was opened or saved last; `stamp` tells whether its file is still the same."""

    document: Document
    look: Look
    extra: Extra = field(default_factory=dict)
    path: Path | None = None
    stamp: _Stamp | None = None
    seen: Seen | None = None


class Work:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._start = _Start(store.document, store.look)
        self._recent: tuple[str, ...] | None = None

    @property
    def path(self) -> Path | None:
        """The file that `save` writes; None for a scene, a new document, or plain arrays."""
        return self._start.path

    @property
    def title(self) -> str:
        """The name of the file, else of the document."""
        path = self._start.path
        return named(path.stem) if path is not None else self._store.document.title or "Untitled"

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
        self._store.open(opened.document, opened.look, opened.seen)
        kept = path if opened.is_document else None
        self._start = _Start(opened.document, self._store.look, opened.extra, kept, stamp, opened.seen)
        self._store.mark_saved()  # tells again: a view that shows the title was told before it was known
        if path is not None:
            self._remember(path)
        if opened.notes:
            self._store.say(" ".join(opened.notes))

    def visit(self, scene_id: str) -> None:
        """Show a scene in place of another, as a step that can be undone: nothing is lost by looking."""
        self._exchange(f"Open scene “{scene_id}”", *scenes.load(scene_id))

    def restore(self, name: str, opened: Opened) -> None:
        """Show again what a picture of the journal carries: a step that can be undone, where no file is open.

        `name` is the entry's, for the history. What has more words than a window shows is refused.
        """
        try:
            check(opened.document)
        except Refused as refused:
            raise cannot_open(name, refused) from refused
        if self.path is None:
            self._store.exchange(f"Restore “{name}”", opened.document, opened.look, opened.seen)
        else:
            self._store.open(opened.document, opened.look, opened.seen)
        self._start = _Start(opened.document, self._store.look, opened.extra, seen=opened.seen)
        self._store.mark_saved()

    def new(self) -> None:
        """Begin with a few words that want to be typed over. Work without a file comes back by undo."""
        if self.path is None:
            self._exchange("New", *scenes.starter())
            return
        document, look = scenes.starter()
        self._store.open(document, look)
        self._start = _Start(document, self._store.look)
        self._store.mark_saved()

    def save(self, *, force: bool = False) -> None:
        """Write to the open file. Refused where another program changed it meanwhile, unless forced."""
        path = self._start.path
        if path is None:
            raise Refused("This work has no file yet; save it under a name.")
        if not force and self._is_changed_by_others(path):
            raise Refused(
                f"“{named(path.name)}” was changed by another program; "
                "save under another name, or under this one to replace it."
            )
        self._write(path)

    def save_as(self, path: Path) -> None:
        """Write to another file, which is the open one from then on."""
        self._write(path.absolute())

    def reset(self) -> None:
        """Back to what was opened or saved last: document, look and view, as at a fresh start."""
        start, scene = self._start, self._store.document.scene
        if start.path is None and scene != start.document.scene and scenes.is_scene(scene):
            # An undo led back into a scene that was left: that one is begun again.
            self._store.exchange("Reset", *scenes.load(scene))
            return
        self._store.exchange("Reset", start.document, start.look, start.seen)

    # --- inside ---------------------------------------------------------------------------------------

    def _exchange(self, name: str, document: Document, look: Look) -> None:
        self._store.exchange(name, document, look)
        self._start = _Start(document, self._store.look)
        self._store.mark_saved()

    def _write(self, path: Path) -> None:
        self._store.commit()
        document, look, extra = self._store.document, self._store.look, self._start.extra
        seen = seen_of(self._store.view)
        save_file(path, document, look, extra, seen)
        self._start = _Start(document, look, extra, path, _stamp(path), seen)
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


def _file_of(name: str | Path) -> Path | None:
    """The file that `name` means, if it means one."""
    return None if name == STANDARD_INPUT or means_scene(name) else Path(name).absolute()


def _stamp(path: Path | None) -> _Stamp | None:
    """What the system knows of a file and changes with it; None where there is none."""
    if path is None:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
