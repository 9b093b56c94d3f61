"""A picture that carries its document: put into one, and found in whatever lies there.

A PNG has it in a text chunk, an SVG in its metadata, a PDF as an attachment; how each is read stands in a
file of its own beside this one. All of them are read without a pixel being decoded, and nothing is unpacked
beyond `MOST_CARRIED`.
"""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.refused import Refused
from attnstudio.storage.png import SIGNATURE

ATTACHMENT = "document.attn"
"""The name of the attachment of a PDF."""
MOST_CARRIED = 2**20
"""Bytes. Pillow does not open a PNG whose text is larger; what nobody can open must not be made."""

_MARKUP = (b"<", b"\xef\xbb\xbf<", b"\xff\xfe<", b"\xfe\xff\x00<")
_CANT = (
    (b"\xff\xd8\xff", "a JPEG"),
    (b"GIF8", "a GIF"),
    (b"RIFF", "a WebP"),
    (b"BM", "a BMP"),
    (b"II*\x00", "a TIFF"),
    (b"MM\x00*", "a TIFF"),
    (b"\x00\x00\x00", "a video"),
)
_HEAD = 32  # bytes that tell what a file is


def carried(picture: bytes, document: bytes) -> bytes:
    """`picture`, a PNG or an SVG in UTF-8, with the bytes of a document inside; it shows what it showed.

    Raises `Refused` for a document that is too large, and ValueError for another picture.
    """
    require_carriable(document)
    if picture.startswith(SIGNATURE):
        from attnstudio.storage import carrying_png

        return carrying_png.carried(picture, document)
    from attnstudio.storage import carrying_svg

    return carrying_svg.carried(picture, document)


def require_carriable(document: bytes) -> None:
    """Raise `Refused`, with one sentence, where a document is too large for any picture."""
    if len(document) > MOST_CARRIED:
        raise Refused(
            f"The document is too large for a picture to carry: it takes "
            f"{numerals.fixed(len(document) / MOST_CARRIED)} MB, and a picture carries at most 1 MB. "
            "The picture can be made without it."
        )


def is_picture(data: bytes) -> bool:
    """Is this a picture, whatever it was named? Told by its first bytes; no document begins with them."""
    head = data[:_HEAD].lstrip()
    return head.startswith((SIGNATURE, b"%PDF-", *_MARKUP)) or _name_of_mute(data) is not None


def document_in(data: bytes) -> bytes:
    """The bytes of the document that a picture carries.

    Raises `Refused`, with a clause, where there is none, or one that is damaged or too large.
    """
    if (name := _name_of_mute(data)) is not None:
        raise Refused(f"{name} can't carry a document; PNG, SVG and PDF can.")
    head = data[:_HEAD].lstrip()
    if head.startswith(SIGNATURE):
        from attnstudio.storage import carrying_png

        found = carrying_png.document_in(data, MOST_CARRIED)
    elif head.startswith(b"%PDF-"):
        from attnstudio.storage import carrying_pdf

        found = carrying_pdf.document_in(data, MOST_CARRIED)
    elif head.startswith(_MARKUP):
        from attnstudio.storage import carrying_svg

        found = carrying_svg.document_in(data, MOST_CARRIED)
    else:
        raise Refused("it is no picture.")
    if found is None:
        raise Refused("the picture carries no document; only pictures from Attention Studio do.")
    return found


def _name_of_mute(data: bytes) -> str | None:
    """What to call a picture of a kind that can't carry anything; None for all else."""
    for begin, name in _CANT:
        if data.startswith(begin):
            if name == "a WebP" and data[8:12] != b"WEBP":
                continue
            if name == "a video" and data[4:8] != b"ftyp":
                continue
            return name
    return None
