"""Pictures on their way into the journal and out of it: clipboard, drag and drop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QImage, QPixmap
from PySide6.QtWidgets import QWidget

from attnstudio.storage.journal_words import without_words
from attnstudio.ui import clipboard

PNG = "image/png"
ENTRY = "application/x-attnstudio-entry"
"""The name of an entry of this journal: dropped here again, it is moved, not kept twice."""


def to_clipboard(picture: bytes) -> None:
    """The picture as pixels and as the bytes of its file, with its document and without the note."""
    data = QMimeData()
    plain = without_words(picture)
    data.setData(PNG, QByteArray(plain))
    data.setImageData(QImage.fromData(plain))
    clipboard.put(data)


def drag_out(source: QWidget, path: Path, picture: QPixmap | None) -> None:
    """Drag the file of an entry out of the window. It is copied wherever it is dropped, never moved."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    data.setData(ENTRY, QByteArray(path.name.encode()))
    drag = QDrag(source)
    drag.setMimeData(data)
    if picture is not None and not picture.isNull():
        drag.setPixmap(picture)
        drag.setHotSpot(QPoint(12, 12))
    drag.exec(Qt.DropAction.CopyAction)


def dropped_files(data: QMimeData) -> tuple[Path, ...]:
    """The files in what is dragged over the journal."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


def dropped_picture(data: QMimeData) -> bytes | None:
    """The bytes of a picture that comes without a file, as from a browser."""
    return bytes(data.data(PNG).data()) if data.hasFormat(PNG) else None


def dropped_entry(data: QMimeData) -> str | None:
    """The name of the entry of this journal that is dragged, if it is one."""
    return bytes(data.data(ENTRY).data()).decode("utf-8", "replace") if data.hasFormat(ENTRY) else None


def is_welcome(data: QMimeData) -> bool:
    return bool(dropped_files(data)) or data.hasFormat(PNG) or data.hasFormat(ENTRY)
