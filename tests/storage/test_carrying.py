"""A document goes into a picture and comes out again, whoever saved the picture meanwhile."""

from __future__ import annotations

import io
import re
import struct
import zlib
from dataclasses import replace
from xml.etree import ElementTree

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import PngImagePlugin

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.storage.carrying import ATTACHMENT, MOST_CARRIED, carried, document_in, is_picture
from attnstudio.storage.files import from_bytes
from attnstudio.storage.schema import to_bytes
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, documents, looks, of_words
from tests.storage.pictures import END, PIXELS, PNG, SVG, chunk, pdf, pictures

GOOD = to_bytes(bank(), Look(query=6))
HOSTILE = (
    "]]>",
    "<![CDATA[",
    "</metadata>",
    "&amp;&lt;",
    "endstream",
    "<!--",
    "IEND",
    "שלום",
    "👩\u200d👩\u200d👧",
    "\\u0000",
    "a\u00a0b",
)
WORDS = to_bytes(replace(of_words(*HOSTILE), title="]]]]>>]]><![CDATA[ & é"), Look())
KINDS = ("png", "svg", "pdf")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("document", [GOOD, WORDS], ids=["usual", "hostile"])
def test_the_very_bytes_come_back(kind: str, document: bytes) -> None:
    assert document_in(pictures(document)[kind]) == document


@pytest.mark.parametrize("scene", [scene.id for scene in scenes()])
def test_every_scene_comes_back_to_the_last_bit(scene: str) -> None:
    document, look = load(scene)
    for picture in pictures(to_bytes(document, look)).values():
        opened = from_bytes(picture, "x")
        assert (opened.document, opened.look, opened.is_document) == (document, look, False)


@given(st.data())
def test_any_document_comes_back(data: st.DataObject) -> None:
    document = data.draw(documents())
    look = data.draw(looks(document))
    for picture in pictures(to_bytes(document, look)).values():
        opened = from_bytes(picture, "x")
        assert (opened.document, opened.look) == (document, look)


def test_the_picture_stays_what_it_was() -> None:
    made = pictures(WORDS)
    with PngImagePlugin.PngImageFile(io.BytesIO(made["png"])) as image:
        image.load()
        assert (image.size, image.text["attnstudio"]) == ((1, 1), WORDS.decode())
    assert made["png"].replace(carried(PNG, WORDS)[33 : -len(PIXELS + END)], b"") == PNG
    root = ElementTree.fromstring(made["svg"])
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "desc", "metadata", "defs", "g"]
    assert root[2].text == WORDS.decode()
    root.remove(root[2])
    assert ElementTree.tostring(root) == ElementTree.tostring(ElementTree.fromstring(SVG))


def test_a_drawing_without_a_title_or_without_anything_takes_it_too() -> None:
    for drawing in (b"<svg><g/></svg>", b"<svg></svg>", b'<s:svg xmlns:s="x"><s:g/></s:svg>'):
        assert document_in(carried(drawing, GOOD)) == GOOD
    for other in (b"<html><svg/></html>", b"<svg>", b"no drawing", b""):
        with pytest.raises(ValueError, match="no SVG picture"):
            carried(other, GOOD)


# --- saved again by other programs


def saved_by_pillow(picture: bytes, how: str) -> bytes:
    with PngImagePlugin.PngImageFile(io.BytesIO(picture)) as image:
        image.load()
        text = str(image.text["attnstudio"])
        kept = PngImagePlugin.PngInfo()
        if how == "iTXt":
            kept.add_itxt("attnstudio", text, "en", "der Stand")
        else:
            kept.add_text("attnstudio", text, zip=how == "zTXt")
        stream = io.BytesIO()
        image.resize((8, 8)).save(stream, "PNG", pnginfo=kept)
        return stream.getvalue()


@pytest.mark.parametrize("how", ["iTXt", "zTXt", "tEXt"])
@pytest.mark.parametrize("title", ["plain", "é of Latin-1", "“quoted” 👩"])
def test_a_png_that_pillow_saved_opens(how: str, title: str) -> None:
    document = to_bytes(replace(of_words("a"), title=title), Look())
    assert document_in(saved_by_pillow(carried(PNG, document), how)) == document


def test_utf_8_in_a_chunk_for_latin_1_is_read_as_what_it_is() -> None:
    place = len(PNG) - len(END)
    assert document_in(PNG[:place] + chunk(b"tEXt", b"attnstudio\0" + WORDS) + END) == WORDS


def test_text_behind_the_pixels_and_other_text_before_them_are_fine() -> None:
    other = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"x" * 10**7))
    place = len(PNG) - len(END)
    later = PNG[:33] + other + PNG[33:place] + chunk(b"iTXt", b"attnstudio\0\0\0\0\0" + GOOD) + END
    assert document_in(later) == GOOD


def test_an_svg_that_was_written_anew_opens() -> None:
    root = ElementTree.fromstring(carried(SVG, WORDS))
    ElementTree.indent(root)
    assert document_in(ElementTree.tostring(root)) == WORDS  # with prefixes, and entities for CDATA
    assert document_in(ElementTree.tostring(root, encoding="utf-16")) == WORDS
    without_id = carried(SVG, GOOD).replace(b' id="attnstudio"', b"")
    assert document_in(without_id) == GOOD
    other_first = without_id.replace(b"<title>", b"<metadata>{about}</metadata><title>")
    assert document_in(other_first) == GOOD
    with_type = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">\n'
    assert document_in(carried(SVG, GOOD).replace(b"<svg", with_type + b"<svg")) == GOOD


def test_a_pdf_that_other_programs_wrote_opens() -> None:
    plain = pdf(GOOD, packed=False)
    assert document_in(plain) == GOOD
    assert document_in(plain.replace(b"/Length 6 0 R", b"/Length 16 0 R")) == GOOD
    assert document_in(plain.replace(b"/Length 6 0 R", b"/Length %d" % len(GOOD))) == GOOD
    reader = pypdf.PdfReader(io.BytesIO(pdf(GOOD)))
    assert reader.attachments[ATTACHMENT] == [GOOD]  # ours is one that they can read
    stream = io.BytesIO()
    pypdf.PdfWriter(clone_from=reader).write(stream)
    assert document_in(stream.getvalue()) == GOOD
    writer = pypdf.PdfWriter()
    writer.add_blank_page(99, 99)
    writer.add_attachment("notes.txt", b"Our notes.")
    writer.add_attachment(ATTACHMENT, WORDS)
    stream = io.BytesIO()
    writer.write(stream)
    assert document_in(stream.getvalue()) == WORDS


# --- too large


@pytest.mark.parametrize("picture", [PNG, SVG])
def test_what_nobody_could_open_is_not_put_in(picture: bytes) -> None:
    with pytest.raises(
        Refused, match=r"^The document is too large for a picture to carry: it takes 1\.00 MB"
    ):
        carried(picture, b" " * (MOST_CARRIED + 1))


def test_the_largest_is_opened_by_us_and_by_pillow() -> None:
    largest = b"x" * MOST_CARRIED
    made = carried(PNG, largest)
    assert document_in(made) == largest
    with PngImagePlugin.PngImageFile(io.BytesIO(made)) as image:
        image.load()
        assert len(image.text["attnstudio"]) == MOST_CARRIED
    assert document_in(carried(SVG, largest)) == largest


LARGE = b'{"format": "attnstudio", "x": "' + b"x" * MOST_CARRIED + b'"}'
BOMB = zlib.compress(b'{"format": "attnstudio", "x": "' + b"x" * 10**8)


def with_text(content: bytes, name: bytes = b"iTXt") -> bytes:
    return PNG[:33] + chunk(name, b"attnstudio\0" + content) + PNG[33:]


TOO_LARGE = {
    "iTXt": with_text(b"\0\0\0\0" + LARGE),
    "packed iTXt": with_text(b"\1\0\0\0" + BOMB),
    "zTXt": with_text(b"\0" + BOMB, b"zTXt"),
    "tEXt": with_text(LARGE, b"tEXt"),
    "svg": SVG.replace(b"<title>", b'<metadata id="attnstudio">' + LARGE + b"</metadata><title>"),
    "svg, two bytes": SVG.replace(
        b"<title>", b'<metadata id="attnstudio">' + "é".encode() * (MOST_CARRIED - 9) + b"</metadata><title>"
    ),
    "pdf": pdf(LARGE),
    "plain pdf": pdf(LARGE, packed=False),
    "pdf bomb": pdf(b"").replace(zlib.compress(b""), BOMB),
}


@pytest.mark.parametrize("kind", TOO_LARGE)
def test_what_is_too_large_is_not_unpacked(kind: str) -> None:
    with pytest.raises(Refused, match=r"^the document in the (picture|PDF) has more than 1 MB\.$"):
        document_in(TOO_LARGE[kind])


# --- nothing inside, damaged, hostile


@pytest.mark.parametrize("picture", [PNG, SVG, pdf(b"some notes")])
def test_a_picture_without_a_document_is_told_so(picture: bytes) -> None:
    assert is_picture(picture)
    sentence = "“a” can't be opened: the picture carries no document; only pictures from Attention Studio do."
    with pytest.raises(Refused) as refused:
        from_bytes(picture, "a")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG"),
        (b"GIF89a\x01\0", "a GIF"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP"),
        (b"BM\x10\0\0\0", "a BMP"),
        (b"II*\0\x08\0\0\0", "a TIFF"),
        (b"\0\0\0\x20ftypisom", "a video"),
    ],
)
def test_a_picture_that_can_carry_nothing_is_named(data: bytes, name: str) -> None:
    assert is_picture(data)
    with pytest.raises(Refused, match=f"^{name} can't carry a document; PNG, SVG and PDF can\\.$"):
        document_in(data)


@pytest.mark.parametrize("data", [b"", b"{", GOOD, b"RIFF1234AVI ", b"\0" * 99, b"%PD", b"\x89PN"])
def test_what_is_no_picture_is_not_taken_for_one(data: bytes) -> None:
    assert not is_picture(data)
    with pytest.raises(Refused):
        document_in(data)


def put(data: bytes, place: int, byte: int) -> bytes:
    return data[:place] + bytes([byte]) + data[place + 1 :]


def deep(depth: int) -> bytes:
    return b"<svg>" + b"<g>" * depth + b"</g>" * depth + b"</svg>"


LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (i, b"&l%d;" % (i - 1) * 10) for i in range(1, 10))
LAUGHS = b'<!DOCTYPE svg [<!ENTITY l0 "ha">' + LAUGHS + b"]><svg><metadata>&l9;</metadata></svg>"
DEFAULTS = b"<!DOCTYPE svg [<!ATTLIST g %s>]><svg>" % b" ".join(b'a%d CDATA "x"' % i for i in range(10_000))
SECRET = b'<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><metadata>&f;</metadata></svg>'
_ours = carried(SVG, GOOD)
DAMAGED = {
    "one bit": (put(carried(PNG, GOOD), 80, 0), "is damaged: its checksum is wrong"),
    "bad zlib": (with_text(b"\1\0\0\0" + b"nothing"), "is damaged: it can't be unpacked"),
    "short zlib": (with_text(b"\1\0\0\0" + zlib.compress(GOOD)[:-9]), "is damaged: its end is missing"),
    "no text": (with_text(b"\0"), "is damaged: its text does not begin"),
    "cut chunk": (carried(PNG, GOOD)[:200], "is damaged: its checksum is wrong"),
    "huge chunk": (PNG[:33] + struct.pack(">I", 2**32 - 1) + b"iTXt" + b"attnstudio\0", "is damaged"),
    "cut pdf": (pdf(GOOD)[:600], "the document in the PDF is damaged: its end is missing"),
    "cut svg": (_ours[:700], "is damaged: it does not end"),
    "svg that ends before": (_ours[:150], "this is not SVG"),
    "laughs": (LAUGHS, "declares entities"),
    "secret": (SECRET, "declares entities"),
    "defaults": (DEFAULTS + b"<g/>" * 10**6 + b"</svg>", "declares entities"),
    "deep": (deep(5_000), "the drawing is nested too deeply"),
    "endless": (b"<svg>" + b"<g>" * 10**7, "the drawing is nested too deeply"),
    "long tag": (b'<svg><g a="' + b"a" * (10 * 2**20) + b'"/>', "a tag in the drawing is too long"),
    "long comment": (b"<!--" + b"a" * (10 * 2**20), "begins with tags, but no drawing does"),
    "many parts": (b"<svg>" + b"<g/>" * 10**6 + b"</svg>", "the drawing has too many parts"),
    "large": (b"<svg>" + b"a" * (40 * 2**20), "the drawing has more than 32 MB"),
    "page": (
        b"<!DOCTYPE html>\n<html><body>bank</body></html>",
        "it is a text with tags, but no SVG picture",
    ),
    "encoding": (b'<?xml version="1.0" encoding="klingon"?><svg/>', "encoding"),
    "codec": (b'<?xml version="1.0" encoding="hex"?><svg/>', "encoding"),
    "locked": (b"%PDF-1.7\n<< /Encrypt 9 0 R >>", "the PDF is locked by a password"),
    "other document": (carried(PNG, b'{"format": "excalidraw"}'), "its format is “excalidraw”"),
    "no json": (carried(PNG, b"bank"), "line 1, column 1: this is not JSON"),
    "nothing": (carried(PNG, b""), "it is empty"),
    "half": (carried(PNG, GOOD[:500]), "this is not JSON"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_what_is_damaged_or_hostile_gets_a_sentence(kind: str) -> None:
    data, sentence = DAMAGED[kind]
    with pytest.raises(Refused, match=re.escape(sentence)) as refused:
        from_bytes(data, "x")
    assert str(refused.value).endswith(".")
    assert len(str(refused.value)) < 300


def test_many_streams_and_many_chunks_are_passed_quickly() -> None:
    """No limit on time here: a walk that is not linear would never end."""
    for data in (
        b"%PDF-1.4\n" + b"9 0 obj<</Filter/FlateDecode>>stream\nx\xda\n" * 300_000,
        b"%PDF-1.4\n" + b">>" * 10**6 + b" " * 10**7,
        b"%PDF-1.4\n<<" + b"/Filter[" * 10**6 + b">>stream\n",
        b"%PDF-1.4\n" + b"/Filter[>>stream\n" * 10**6,
        PNG[:33] + chunk(b"tEXt", b"") * 10**6,
        b"<svg>" + b"<metadata>{</metadata>" * 10**6 + b"</svg>",
        b"<svg>" + b"<metadata>" * 900 + b"<g/>" * 10**6,
    ):
        with pytest.raises(Refused):
            document_in(data)


def test_the_document_is_found_before_the_rest_is_read() -> None:
    assert document_in(_ours[: _ours.index(b"</metadata>") + 20]) == GOOD
    assert document_in(carried(PNG, GOOD)[:-20]) == GOOD


def test_an_attachment_that_was_replaced_counts_no_more() -> None:
    first, second = pdf(GOOD), pdf(WORDS)
    assert document_in(first + second[second.index(b"5 0 obj") :]) == WORDS
