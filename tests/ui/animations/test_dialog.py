"""*Export animation*: from the fields to the file, and what becomes of it when somebody has had enough."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import enumerate as threads

import pytest
import shiboken6
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QStandardItemModel
from pytestqt.qtbot import QtBot

from attnstudio.model.document import Document, Handle
from attnstudio.model.edits import move_vector
from attnstudio.state.moving import FORMATS, Format
from attnstudio.state.recording import Recording
from attnstudio.ui.animations import mp4
from attnstudio.ui.animations.dialog import AnimationDialog, open_dialog
from attnstudio.ui.animations.wanted import DONE, DRAG
from attnstudio.ui.main_window import MainWindow


@pytest.fixture
def recording(window: MainWindow) -> Iterator[Recording]:
    made = Recording(window.store)
    yield made
    made.end()


@pytest.fixture
def opened(
    window: MainWindow, recording: Recording, tmp_path: Path, qtbot: QtBot
) -> Iterator[Callable[..., AnimationDialog]]:
    made: list[AnimationDialog] = []

    def ask(kind: Format) -> Path:
        return tmp_path / f"out.{kind}"

    def open_one(**fields: str) -> AnimationDialog:
        dialog = open_dialog(window.store, recording, ask, window)
        made.append(dialog)
        what = {"what": fields.pop("what")} if "what" in fields else {}  # which changes the seconds
        for name, value in (what | {"panel": "plane", "seconds": "1"} | fields).items():
            choose(dialog, name, value)
        qtbot.waitUntil(lambda: not dialog.save.isEnabled() or dialog.player.is_playing, timeout=10_000)
        qtbot.waitUntil(dialog.save.isEnabled, timeout=10_000)
        return dialog

    yield open_one
    for dialog in made:
        if not is_shut(dialog):
            dialog.done(0)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def is_making(dialog: AnimationDialog) -> bool:
    return dialog.is_making


def is_playing(dialog: AnimationDialog) -> bool:
    return dialog.player.is_playing


def is_shut(dialog: AnimationDialog) -> bool:
    return not shiboken6.isValid(dialog) or not dialog.isVisible()


def choose(dialog: AnimationDialog, name: str, value: str) -> None:
    field = getattr(dialog.fields, name)
    if hasattr(field, "findData"):
        field.setCurrentIndex(field.findData(value))
    else:
        field.setText(value)
        field.textEdited.emit(value)


def drag(window: MainWindow) -> None:
    key = Handle("key", window.store.document.passages[0].key_tokens[2].id)
    window.store.begin("Move key of “money”")
    for step in range(1, 6):
        window.store.preview(partial(moved, key, step))
        QCoreApplication.processEvents()
    window.store.commit()


def moved(key: Handle, step: int, document: Document) -> Document:
    return move_vector(document, key, (step / 10, 0.5))


def test_a_turn_becomes_a_file(
    opened: Callable[..., AnimationDialog], tmp_path: Path, window: MainWindow, qtbot: QtBot
) -> None:
    dialog = opened(what="turn", rate="10")
    dialog.save.click()
    qtbot.waitUntil(lambda: is_shut(dialog), timeout=20_000)
    assert window.store.view.message == f"The animation is in “{tmp_path / 'out.gif'}”."
    with Image.open(tmp_path / "out.gif") as file:
        assert getattr(file, "n_frames", 1) == 10


def test_the_size_is_told_before(opened: Callable[..., AnimationDialog], qtbot: QtBot) -> None:
    dialog = opened(what="turn", rate="10")
    qtbot.waitUntil(lambda: "about" in dialog.outcome.text(), timeout=20_000)
    assert dialog.outcome.text().startswith("10 pictures, 1.0 seconds, about ")
    assert dialog.outcome.text().endswith("kB.")


def test_stop_leaves_no_file_and_the_dialog(
    opened: Callable[..., AnimationDialog], tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = opened(what="turn", seconds="10")
    dialog.save.click()
    assert is_making(dialog)
    qtbot.waitUntil(lambda: dialog.bar.value() > 2, timeout=20_000)
    assert dialog.cancel.text() == "Stop"
    dialog.cancel.click()
    assert not is_making(dialog)
    assert dialog.isVisible()
    assert dialog.save.isEnabled()
    assert dialog.outcome.text() == "Called off: there is no file."
    assert os.listdir(tmp_path) == [".xdg"] or os.listdir(tmp_path) == []


def test_a_window_that_is_closed_meanwhile_ends_cleanly(
    opened: Callable[..., AnimationDialog], tmp_path: Path, window: MainWindow, qtbot: QtBot
) -> None:
    dialog = opened(what="turn", seconds="10")
    dialog.save.click()
    qtbot.waitUntil(lambda: dialog.bar.value() > 2, timeout=20_000)
    window.show()
    window.store.mark_saved()
    window.close()
    assert is_shut(dialog)
    assert not [thread for thread in threads() if thread.name == "animation"]
    assert not (tmp_path / "out.gif").exists()


def test_what_can_t_be_written_is_told(
    opened: Callable[..., AnimationDialog], tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = opened(what="turn", rate="5")
    dialog.make(tmp_path / "gone" / "out.gif")
    qtbot.waitUntil(lambda: not dialog.is_making, timeout=20_000)
    assert "was not written: there is no folder" in dialog.outcome.text()
    assert dialog.save.isEnabled()


def test_the_last_drag_is_what_one_begins_with(
    opened: Callable[..., AnimationDialog], window: MainWindow, recording: Recording
) -> None:
    drag(window)
    dialog = opened()
    assert dialog.fields.what.currentData() == DRAG
    assert dialog.fields.what.currentText() == "The last drag: Move key of “money”"


def test_what_is_done_next_can_be_recorded(
    opened: Callable[..., AnimationDialog], window: MainWindow, recording: Recording
) -> None:
    dialog = opened()
    dialog.record.click()
    assert recording.is_running
    assert is_shut(dialog)
    drag(window)
    again = opened()
    assert recording.whole is not None
    assert again.fields.what.currentData() == DONE


def test_a_field_that_can_t_be_read_says_so(opened: Callable[..., AnimationDialog]) -> None:
    dialog = opened(what="temperature")
    choose(dialog, "seconds", "long")
    assert not dialog.save.isEnabled()
    assert "long" in dialog.outcome.text()
    choose(dialog, "seconds", "100")
    assert dialog.outcome.text() == "An animation can last from 0.1 to 60 seconds."


def test_nothing_plays_where_motion_is_reduced(
    opened: Callable[..., AnimationDialog], window: MainWindow, qtbot: QtBot
) -> None:
    window.store.set_view(reduced_motion=True)
    dialog = opened(what="turn", rate="10")
    assert not is_playing(dialog)
    assert not dialog.player.run.isEnabled()
    assert dialog.player.run.accessibleDescription().startswith("Reduced motion is on")
    dialog.player.slider.setValue(4)  # by hand
    assert dialog.player.place.text() == "5 of 10"


def test_the_preview_plays_and_pauses(opened: Callable[..., AnimationDialog], qtbot: QtBot) -> None:
    dialog = opened(what="turn", rate="10")
    qtbot.waitUntil(lambda: dialog.player.slider.value() > 1, timeout=10_000)
    dialog.player.run.click()
    at = dialog.player.slider.value()
    assert not is_playing(dialog)
    qtbot.wait(150)
    assert dialog.player.slider.value() == at
    assert not dialog.player.picture.image.isNull()


def test_a_rest_that_was_not_asked_for_is_told(
    opened: Callable[..., AnimationDialog], window: MainWindow
) -> None:
    drag(window)
    dialog = opened(what=DRAG)
    assert "seconds with a rest at the end" in dialog.outcome.text()
    choose(dialog, "loop", "back")
    assert "rest" not in dialog.outcome.text()


def test_a_choice_that_is_cut_is_told_whole(opened: Callable[..., AnimationDialog]) -> None:
    dialog = opened(what="rope")
    assert "Positions turn queries and keys (RoPE)" in dialog.fields.what.toolTip()


def test_a_choice_that_is_cut_ends_with_dots(opened: Callable[..., AnimationDialog]) -> None:
    box = opened().fields.kind
    box.setFixedWidth(150)
    text = box.currentText()
    assert box.fontMetrics().horizontalAdvance(text) > box.width()
    shown = box.grab().toImage()
    looks = []
    for end in range(len(text)):
        box.setItemText(box.currentIndex(), text[:end].rstrip() + "…")
        looks.append(box.grab().toImage())
    assert shown in looks


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_at_twice_the_text_no_field_is_cut_at_the_side(
    theme: str, opened: Callable[..., AnimationDialog], window: MainWindow
) -> None:
    window.store.set_view(theme=theme, text_scale=2.0)
    dialog = opened()
    QCoreApplication.processEvents()
    assert dialog.fields.width() >= dialog.fields.minimumSizeHint().width()
    assert dialog.fields.width() <= dialog.area.viewport().width()


def test_without_pyav_mp4_says_why(
    opened: Callable[..., AnimationDialog], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mp4, "find_spec", lambda name: None)
    dialog = opened()
    model = dialog.fields.kind.model()
    assert isinstance(model, QStandardItemModel)
    item = model.item(FORMATS.index("mp4"))
    assert not item.isEnabled()
    assert "pip install" in item.text()


def test_the_command_opens_it(window: MainWindow, qtbot: QtBot) -> None:
    drag(window)
    window.actions_by_id["export-animation"].trigger()
    (dialog,) = window.findChildren(AnimationDialog)
    assert dialog.fields.what.currentData() == DRAG
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
