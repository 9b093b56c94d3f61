"""A picture from the studio, dropped on its window or opened, brings back the very state that it shows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog

from attnstudio.model.document import Document, Look
from attnstudio.model.projecting import make_projected, set_heads
from attnstudio.model.seen import Frame, Picked
from attnstudio.state.seeing import seen_of
from attnstudio.state.snapshot import WORKSPACES
from attnstudio.storage.files import open_file
from attnstudio.study.scenes import load
from attnstudio.study.sourcing import use_source
from attnstudio.ui.figures import Asked, render
from attnstudio.ui.figures.asked import Format
from attnstudio.ui.main_window import MainWindow
from tests.samples import bank, crossing, of_words, projected, two_meanings

FORMATS: tuple[Format, ...] = ("png", "svg", "pdf")
HOSTILE = ("]]>", "<!--", "</metadata>", "&lt;", "endstream", "שלום", "👩\u200d👩\u200d👧", "a\u00a0b", "<s>")
DOCUMENTS = {
    "free": bank(),
    "two passages": two_meanings(),
    "cross": crossing(),
    "two heads": projected(),
    "four heads": set_heads(make_projected(bank()), 4),
    "50 dimensions": use_source(bank(), "word vectors"),
    "hostile": replace(of_words(*HOSTILE), title="]]]]>><![CDATA[ é ­"),
    "no words": of_words(),
}


def drop(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    over = QDragEnterEvent(QPoint(10, 10), copy, data, left, none)
    QApplication.sendEvent(window, over)
    assert over.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(10, 10), copy, data, left, none))
    QApplication.processEvents()


def picture(document: Document, look: Look, kind: Format, window: MainWindow | None = None) -> bytes:
    view = None if window is None else window.store.view
    return render(document, look, Asked("sentence", 300, 120, format=kind), view, {"author": "Ada"})


@pytest.mark.parametrize("workspace", WORKSPACES)
@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_seen_in_every_workspace_comes_back(
    window: MainWindow, tmp_path: Path, kind: Format, workspace: str
) -> None:
    store = window.store
    document, _ = load("two-meanings")
    store.open(document, Look(workspace=workspace, passage=1, plane="mix", hull=True))
    store.set_view(frame=Frame((0.25, 0.5), 1.5), picked=Picked("weights", 1, 0), sums=True, compared="words")
    if workspace == "sequence":
        store.set_view(known="mask")
    look, seen = store.look, seen_of(store.view)
    path = tmp_path / "from a mail.dat"
    path.write_bytes(picture(document, look, kind, window))
    store.mark_saved()
    window.work.open("bank-money")
    drop(window, path)
    assert (store.document, store.look, seen_of(store.view)) == (document, look, seen)
    assert window.work.path is None
    assert not window.work.is_modified
    assert window.work.title == document.title
    assert window.work.recent[0] == path


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_kind_of_document_comes_back_to_the_last_bit(
    qapp: QApplication, tmp_path: Path, name: str
) -> None:
    document = DOCUMENTS[name]
    for kind in FORMATS:
        path = tmp_path / f"a.{kind}"
        path.write_bytes(picture(document, Look(), kind))
        opened = open_file(path)
        assert repr(opened.document) == repr(document)
        assert opened.extra == {"author": "Ada"}
        assert not opened.is_document


def test_a_picture_is_never_saved_over(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.png"
    made = picture(bank(), Look(query=6), "png")
    path.write_bytes(made)
    window.deeds.open_path(str(path))
    asked: list[str] = []

    def ask(*arguments: str) -> tuple[str, str]:
        asked.append(arguments[1])
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    window.actions_by_id["save"].trigger()
    assert asked == ["Save as"]
    assert path.read_bytes() == made


def test_open_offers_pictures(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(picture(crossing(), Look(), "pdf"))
    offered: list[str] = []

    def ask(*arguments: str) -> tuple[str, str]:
        offered.append(arguments[3])
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    window.actions_by_id["open"].trigger()
    assert all(f"*.{suffix}" in offered[0] for suffix in ("attn", "png", "svg", "pdf"))
    assert window.store.document == crossing()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xd8\xff\xe0 a photo", "a JPEG can't carry a document; PNG, SVG and PDF can."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "the picture carries no document"),
    ],
)
def test_a_picture_that_carries_nothing_leaves_the_work(
    window: MainWindow, tmp_path: Path, data: bytes, sentence: str
) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    before = window.store.document
    drop(window, path)
    assert window.store.document is before
    assert sentence in window.toast.text()
