"""Work that a crash left behind is offered again, and nothing of it is thrown away unasked."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.model.sentence import clean
from attnstudio.state.store import Store
from attnstudio.storage.faults import named
from attnstudio.storage.files import SUFFIX, save_file
from attnstudio.storage.recovery_files import Orphan, folder, search
from attnstudio.storage.recovery_records import Found
from attnstudio.storage.schema import Extra
from attnstudio.ui.notices import Choice
from attnstudio.ui.plain import ask
from attnstudio.ui.targets import ask_target

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow

FILTER = "Attention Studio documents (*.attn)"
_WORDS = 9  # of the sentence, by which work is recognised
_LONGEST_STEP = 80  # letters of it that are shown
_Button = QMessageBox.StandardButton


class Teller(QObject):
    """Brings a sentence of the recovery file's thread to the person, when the store is at rest."""

    told = Signal(str)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self.told.connect(self._say, Qt.ConnectionType.QueuedConnection)

    @Slot(str)
    def _say(self, sentence: str) -> None:
        self._store.say(sentence)


def offer(window: MainWindow) -> None:
    """Show a notice for each work that was left behind, the latest first."""
    found = search(folder())
    for number, orphan in enumerate(found.orphans):
        window.notices.ask(
            str(orphan.path),
            sentence_of(orphan.found, datetime.now()),
            (
                Choice("Restore", partial(_restore, window, orphan)),
                Choice("Save a copy…", partial(_copy, window, orphan.found)),
                Choice("Discard", partial(_discard, window, orphan)),
            ),
            unanswered=orphan.leave,
            has_primary=number == 0,
        )
    if found.sentences:
        window.store.say(" ".join(found.sentences))


def sentence_of(found: Found, now: datetime) -> str:
    """What work it is: “Work from today 14:02 was not saved: “bank” (I deposited money …), last: Move query.”

    Of two crashes with the same work only the last step may tell which is wanted.
    """
    words = [token.text for passage in found.document.passages for token in passage.key_tokens]
    shown = " ".join(words[:_WORDS]) + (" …" if len(words) > _WORDS else "")
    told = f" ({shown})" if shown else ""
    last = f", last: {clean(found.step[:_LONGEST_STEP])}" if found.step else ""
    return f"Work from {_when(found.moment, now)} was not saved: “{title_of(found)}”{told}{last}."


def title_of(found: Found) -> str:
    path = found.path
    return named(path.stem) if path is not None else found.document.title or "Untitled"


def save_copy(
    window: MainWindow, title: str, document: Document, look: Look, extra: Extra, seen: Seen | None
) -> bool:
    """Ask for a file and write a copy to it; the open file stays as it is. True when it is on the disk."""
    target = ask_target(window, "Save a copy", title, FILTER, SUFFIX)
    if target is None:
        return False
    try:
        save_file(target, document, look, extra, seen)
    except Refused as refused:
        window.store.say(str(refused))
        return False
    window.store.say(f"The copy is in “{named(target)}”.")
    return True


def _when(moment: float, now: datetime) -> str:
    try:
        then = datetime.fromtimestamp(moment)
    except (OSError, OverflowError, ValueError):
        return "some time ago"
    for day, name in ((now, "today"), (now - timedelta(days=1), "yesterday")):
        if then.date() == day.date():
            return f"{name} {then:%H:%M}"
    return f"{then:%Y-%m-%d %H:%M}"


def _restore(window: MainWindow, orphan: Orphan) -> bool:
    if window.work.path is not None and not window.deeds.may_leave():
        return False
    try:
        window.work.recover(orphan.found)
    except Refused as refused:
        window.store.say(str(refused))
        return False
    if window.work.is_kept or not window.work.is_modified:  # as its file or scene is: nothing was lost
        orphan.remove()
    else:
        orphan.leave()  # where nothing can be written, what there is must stay
    window.workspace.take_keyboard()
    return True


def _copy(window: MainWindow, found: Found) -> bool:
    save_copy(window, title_of(found), found.document, found.look, found.about.extra, found.seen)
    return False  # it can still be restored


def _discard(window: MainWindow, orphan: Orphan) -> bool:
    sentence = f"Discard the unsaved work “{title_of(orphan.found)}”? It can't be had back."
    if ask(window, "Discard unsaved work", sentence, _Button.Discard | _Button.Cancel) != _Button.Discard:
        return False
    orphan.remove()
    return True
