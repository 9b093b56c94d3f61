"""A picture as a file, with the document in it that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.state.seeing import seen_of
from attnstudio.state.snapshot import View
from attnstudio.storage.carrying import ATTACHMENT, carried, require_carriable
from attnstudio.storage.schema import Extra, to_bytes
from attnstudio.ui.figures.asked import DPI, Asked
from attnstudio.ui.figures.page import Page, laid_out
from attnstudio.ui.figures.raster import painted, png
from attnstudio.ui.figures.words import sentence


@dataclass(frozen=True, slots=True)
class Made:
    """A whole file, and its pixels where it has some. `note` is a sentence where it could not be all that was
    asked for, else empty."""

    data: bytes
    note: str = ""
    image: QImage | None = None


def render(
    document: Document, look: Look, asked: Asked, view: View | None = None, extra: Extra | None = None
) -> bytes:
    """The whole file. Needs a QApplication; the same call gives the same bytes on every machine (those of a
    PDF hold the time, unless SOURCE_DATE_EPOCH says one).

    `view` lends what is neither undone nor saved, such as the plane's zoom; `extra` are members of the
    document's file that this version does not know. Raises `Refused` where there can be no such picture.
    """
    return make(document, look, asked, view, extra).data


def make(
    document: Document, look: Look, asked: Asked, view: View | None = None, extra: Extra | None = None
) -> Made:
    """The file that `render` gives, with a sentence where its document is too large to be carried."""
    inside, note = b"", ""
    if asked.carries:
        inside = to_bytes(document, look, extra, None if view is None else seen_of(view))
        try:
            require_carriable(inside)
        except Refused as refused:
            inside, note = b"", str(refused)
    with laid_out(document, look, asked, view) as page:
        if asked.format == "png":
            image = painted(page, asked)
            made = png(image)
            return Made(carried(made, inside) if inside else made, note, image)
        return Made(_vectors(page, asked, inside), note)


def _vectors(page: Page, asked: Asked, inside: bytes) -> bytes:
    """The file of a picture that has no pixels of its own."""
    store = page.store
    paper = asked.scale * DPI / asked.dots  # of a logical pixel, in those of which 96 make an inch
    size = asked.width * paper, asked.height * paper
    ground, grow, title = page.theme.paper, page.grow / paper, store.document.title
    told = sentence(store.now, page.shown, asked.step or store.view.known)
    # Each is loaded when it is first asked for: a window copies pixels, if anything.
    if asked.format == "pdf":
        from attnstudio.ui.figures.pdf import pdf

        attachment = (ATTACHMENT, inside) if inside else None
        is_outlined = asked.letters == "paths"
        return pdf(
            page.root,
            *size,
            ground,
            grow=grow,
            title=title,
            told=told,
            attachment=attachment,
            is_outlined=is_outlined,
        )
    from attnstudio.ui.figures.vector import svg

    made = svg(page.root, *size, ground, grow=grow, title=title, told=told, text=asked.letters)
    return carried(made, inside) if inside else made
