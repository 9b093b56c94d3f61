"""Small pictures of the journal's entries, made beside the window: no key and no scroll waits for them."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QImage, QImageReader, QPixmap

from attnstudio.storage.journal_files import Entry, Stamp

MOST_HELD = 80  # small pictures in memory: some screens full

_MOST_AWAITED = 12  # more than are in sight: the list was scrolled on
_MOST_MEMORY = 256  # MB that one picture may take while it is read
_Key = tuple[str, Stamp, int, int]


class Thumbs(QObject):
    """`of` gives what is there already, and has the rest made; `made` tells the entry's name then."""

    made = Signal(str)
    _read = Signal(object, QImage)

    def __init__(self, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._folder = folder
        self._held: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._awaited: dict[_Key, Future[None]] = {}
        self._gone = Event()
        self._pool: ThreadPoolExecutor | None = None
        self._read.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def of(self, entry: Entry, room: QSize, ratio: float) -> QPixmap | None:
        """The picture within `room` logical pixels of a screen with `ratio` pixels each; None: not yet.

        A picture that can't be read is an empty pixmap.
        """
        key = entry.name, entry.stamp, round(room.width() * ratio), round(room.height() * ratio)
        held = self._held.get(key)
        if held is not None:
            self._held.move_to_end(key)
            held.setDevicePixelRatio(ratio)
        elif key not in self._awaited and not self._gone.is_set():
            if len(self._awaited) >= _MOST_AWAITED:
                self._forget_awaited()
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
            self._awaited[key] = self._pool.submit(self._work, key)
        return held

    def _forget_awaited(self) -> None:
        """Nobody waits any more for what is not begun: the list was scrolled elsewhere."""
        for making in self._awaited.values():
            making.cancel()
        self._awaited.clear()

    def end(self) -> None:
        """Make none from now on, and wait for the one that is being made."""
        self._gone.set()
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def _work(self, key: _Key) -> None:
        if self._gone.is_set():
            return
        image = small(self._folder / key[0], QSize(key[2], key[3]))
        if not self._gone.is_set():
            self._read.emit(key, image)

    def _take(self, key: _Key, image: QImage) -> None:
        self._awaited.pop(key, None)
        self._held[key] = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        while len(self._held) > MOST_HELD:
            self._held.popitem(last=False)
        self.made.emit(key[0])


def small(path: Path, room: QSize) -> QImage:
    """A picture made to fit into `room` pixels; a null image where there is none to be read."""
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    QImageReader.setAllocationLimit(_MOST_MEMORY)
    size = reader.size()
    if not size.isValid() or size.isEmpty():
        return QImage()
    image = reader.read()
    fitted = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    if image.isNull():
        return QImage()
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(fitted, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
