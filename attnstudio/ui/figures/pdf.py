"""A page that is laid out as a PDF file: vectors, letters with their fonts, the document beside them."""

from __future__ import annotations

import hashlib
import os
import re
import time
from uuid import UUID
from xml.sax.saxutils import escape

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QRectF, QSizeF, QUuid
from PySide6.QtGui import QColor, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QWidget

from attnstudio.ui.figures.gathering import gathered
from attnstudio.ui.figures.player import Player
from attnstudio.ui.figures.tidy import readable

_POINTS = 0.75  # to a pixel: 72 to an inch, not 96
_BOX = re.compile(rb"/(Media|Trim)Box \[0 0 \d+\.\d+ (\d+)\.\d+\]")
_DATED = "SOURCE_DATE_EPOCH"
_PRODUCT = "Attention Studio"
_DATE = re.compile(rb"\((D:\d{14}(?:Z|[-+]\d\d'\d\d'))\)")

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{told}</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def pdf(
    root: QWidget,
    wide: float,
    high: float,
    ground: QColor,
    *,
    grow: float = 1.0,
    title: str = "",
    told: str = "",
    attachment: tuple[str, bytes] | None = None,
    is_outlined: bool = False,
) -> bytes:
    """The page `root` as a PDF file of `wide` × `high` pixels, 96 to an inch, and of one page that size.

    `root` is shown and laid out, `grow` times as large as the file. `title` and `told` are what is read out
    in place of the picture; `attachment` is a name and what goes with the picture under it. Letters can be
    selected and have their fonts in the file, unless they are to be outlined. The bytes are the same from run
    to run where SOURCE_DATE_EPOCH says which time it is.
    """
    is_dated = _DATED in os.environ
    if is_dated:  # or the fonts would stand in the file in another order each time
        QHashSeed.setDeterministicGlobalSeed()
    try:
        return _dated(_written(root, (wide, high), ground, grow, (title, told), attachment, is_outlined))
    finally:
        if is_dated:
            QHashSeed.resetRandomGlobalSeed()


def _written(
    root: QWidget,
    size: tuple[float, float],
    ground: QColor,
    grow: float,
    words: tuple[str, str],
    attachment: tuple[str, bytes] | None,
    is_outlined: bool,
) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(1200)  # lengths are written as whole numbers of these dots
    paper = QSizeF(size[0] * _POINTS, size[1] * _POINTS)
    writer.setPageSize(QPageSize(paper, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    title, told = (readable(said) for said in words)
    writer.setTitle(title)
    writer.setCreator(_PRODUCT)
    writer.setDocumentId(_id_of(title, told, f"{size} {grow}", attachment))
    about = _XMP.format(title=escape(title), told=escape(told))
    writer.setDocumentXmpMetadata(QByteArray(about.encode()))
    if attachment is not None:
        name, carried = attachment
        writer.addFileAttachment(name, QByteArray(carried), "application/json")
    painter = QPainter(writer)
    try:
        painter.scale(writer.logicalDpiX() / 96 / grow, writer.logicalDpiY() / 96 / grow)
        if ground.alpha():
            painter.fillRect(QRectF(0.0, 0.0, size[0] * grow, size[1] * grow), ground)
        shared, drawn = gathered(root, "paths" if is_outlined else "names")  # Qt brings the fonts in
        Player(painter, shared).play(drawn)
    finally:
        painter.end()
    return _cut(bytes(data.data()), paper)


def _cut(file: bytes, paper: QSizeF) -> bytes:
    """The file with a page of exactly this size: Qt makes whole points of points, and writes zeros behind.
    What it draws hangs from the top of its page."""

    def box(found: re.Match[bytes]) -> bytes:
        top = int(found[2])
        sides = f"[0 {top - paper.height():.4f} {paper.width():.4f} {top}]"
        return f"/{found[1].decode()}Box {sides}".encode().ljust(len(found[0]))

    return _BOX.sub(box, file)


def _id_of(title: str, told: str, size: str, attachment: tuple[str, bytes] | None) -> QUuid:
    """Every file has to have a name of its own, and the same file the same one."""
    said = "\0".join((title, told, size)).encode("utf-8", "replace") + (attachment[1] if attachment else b"")
    return QUuid(f"{{{UUID(hashlib.sha256(said).hexdigest()[:32])}}}")


def _dated(file: bytes) -> bytes:
    """The file as of the time that SOURCE_DATE_EPOCH says, where it says one.

    Every change leaves a file as long as it is: it ends with a table of where its parts begin.
    """
    try:
        said = time.strftime("(D:%Y%m%d%H%M%SZ)", time.gmtime(int(os.environ[_DATED])))
    except (KeyError, ValueError, OverflowError, OSError):
        return file
    return _DATE.sub(lambda found: said.encode().ljust(len(found[0])), file)
