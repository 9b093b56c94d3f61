"""A picture as a file, with the document in it that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from attnstudio.model.document import Document, Look
from attnstudio.state.snapshot import View
from attnstudio.storage.schema import Extra
from attnstudio.ui.figures.asked import Asked
from attnstudio.ui.figures.page import laid_out
from attnstudio.ui.figures.raster import painted, png


@dataclass(frozen=True, slots=True)
class Made:
    """A whole file. `note` is a sentence where something is not as it was asked, else empty."""

    data: bytes
    note: str = ""


def render(
    document: Document, look: Look, asked: Asked, view: View | None = None, extra: Extra | None = None
) -> bytes:
    """The whole file. Needs a QApplication; the same call gives the same bytes on every machine.

    `view` lends what is neither undone nor saved, such as the plane's zoom; `extra` are members of the
    document's file that this version does not know. Raises `Refused` where there can be no such picture.
    """
    return make(document, look, asked, view, extra).data


def make(
    document: Document, look: Look, asked: Asked, view: View | None = None, extra: Extra | None = None
) -> Made:
    """The file that `render` gives, with a sentence where it can't carry its document."""
    with laid_out(document, look, asked, view) as page:
        return Made(png(painted(page, asked)))
