"""The journal beside the workspace: what is in it, a search, and what can be done with each entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QFileSystemWatcher, QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from attnstudio.model.refused import Refused
from attnstudio.state.journal import Journal
from attnstudio.state.store import Store
from attnstudio.storage.faults import named
from attnstudio.ui.accessible import announce
from attnstudio.ui.dropping import DropFrame
from attnstudio.ui.journal import carriage
from attnstudio.ui.journal.card import Card
from attnstudio.ui.journal.cards import Cards
from attnstudio.ui.journal.exporting import export_html, export_markdown
from attnstudio.ui.journal.head import Head
from attnstudio.ui.journal.offer import Offer
from attnstudio.ui.journal.thumbs import Thumbs
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.theme import BODY, Theme, theme_of
from attnstudio.ui.widgets import button

MOST_TOLD = 3  # of the files that are left out
_SETTLED = 250  # milliseconds after which what happens in the folder is looked at

_EMPTY = (
    "Nothing is kept yet.\n\nCtrl+Shift+J, or Add, keeps what you see now: its picture, its very state, and "
    "a note in your words. A click on a picture brings the state back.\n\nA picture that carries a document "
    "can be dropped here, too."
)
_NONE_FOUND = "No title and no note has “{}” in it."


class JournalPanel(QWidget):
    """`add` keeps what is seen, `take` a dropped file or the bytes of a picture, `restore` shows an entry,
    `leave` hides the journal or gives the keyboard back. The window dresses it."""

    def __init__(
        self,
        store: Store,
        journal: Journal,
        add: Callable[[], object],
        take: Callable[[object], object],
        restore: Callable[[str], object],
        leave: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("journal")
        self.setAccessibleName("Journal")
        self.setAcceptDrops(True)
        self.store, self.journal = store, journal
        self._take, self._restore, self._leave = take, restore, leave
        self.is_over = False  # it lies over the workspace, instead of beside it
        self.thumbs = Thumbs(journal.folder, self)
        menu = (
            ("Export journal as a Markdown folder…", partial(self._export, markdown=True)),
            ("Export journal as one HTML page…", partial(self._export, markdown=False)),
            ("Bring back what was deleted last", self.bring_back),
            ("Show the journal's folder", self._show_folder),
        )
        self.head = Head(add, leave, menu, 2, self)
        self.search = QLineEdit(self)
        self.search.setAccessibleName("Search titles and notes")
        self.search.setPlaceholderText("Search titles and notes")
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)  # a file that is dropped here is the journal's
        self.search.textChanged.connect(self.show_entries)
        self.faults = button("", "link", lambda: store.say(" ".join(journal.faults[:MOST_TOLD])))
        self.faults.setParent(self)
        self.empty = _plain_label(self, "note")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.cards = Cards(store, self.thumbs, journal.clock, self.write, self)
        self.offer = Offer(store, self)
        self.drop_frame = DropFrame(store, self)
        self._lay_out()
        self._connect()
        self.retheme(theme_of(store.view))
        self.show_entries()

    # --- what is shown ------------------------------------------------------------------------------

    def show_entries(self) -> None:
        """List what the search finds, or say why there is nothing."""
        journal, search = self.journal, self.search.text()
        found = journal.found(search, self._in_use())
        count = len(journal.entries)
        self.head.show_count(len(found), count)
        self.empty.setText(_EMPTY if not count else _NONE_FOUND.format(search.strip()))
        self.empty.setVisible(not found)
        self.cards.setVisible(bool(found))
        self.search.setVisible(count > 1 or bool(search))
        left_out = len(journal.faults)
        self.faults.setText(
            "1 file is left out: why?" if left_out == 1 else f"{left_out} files are left out: why?"
        )
        self.faults.setAccessibleName(self.faults.text())
        self.faults.setToolTip(plain_tip("\n".join(journal.faults[:20])))
        self.faults.setVisible(bool(journal.faults))
        self.cards.show_entries(found)

    def show_entry(self, name: str) -> Card | None:
        """Bring an entry into sight, which may have come this moment."""
        if self.journal.entry(name) not in self.cards.entries:
            self.search.clear()
            self.show_entries()
        self._watch()
        return self.cards.card(name)

    def look_again(self) -> None:
        """Show what another window, or somebody in the folder, changed."""
        self._watch()
        if self.journal.look_again():
            self.show_entries()

    def take_keyboard(self) -> None:
        """Give the keyboard to the first picture in sight, or to the way to the first."""
        cards = [card for card in self.cards.cards if card.geometry().top() >= 0]
        (cards[0].thumb if cards else self.head.add_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> bool:
        """Have all notes written; True if they are."""
        return self.cards.write_all()

    def end(self) -> None:
        """The window goes."""
        self.thumbs.end()

    def retheme(self, theme: Theme) -> None:
        self._column.setContentsMargins(theme.px(10) + 1, theme.px(8), 0, 0)
        self._column.setSpacing(theme.px(6))
        self._under.setContentsMargins(0, 0, theme.px(10), 0)
        self._under.setSpacing(theme.px(6))
        self.head.retheme(theme)
        self.empty.setFont(theme.words(BODY))
        self.cards.retheme(theme)
        self.offer.place()
        self.update()

    # --- what is done -------------------------------------------------------------------------------

    def do(self, name: str, what: str) -> None:
        """Do what a card asks."""
        entry = self.journal.entry(name)
        if what in ("before", "after", "first", "last"):
            self._go(name, what)
        elif entry is None or what == "restore":
            self._restore(name)
        else:
            acts = {"copy": self._copy, "remove": self._remove, "up": self._move, "down": self._move}
            self.attempt(lambda: acts[what](name, what))

    def bring_back(self) -> None:
        """Take the last deletion back."""
        if not self.journal.removed:
            self.store.say("Nothing was deleted in the journal since the window was opened.")
            return

        def act() -> None:
            name = self.journal.bring_back()
            self.offer.hide()
            self.show_entries()
            card = None if name is None else self.show_entry(name)
            if card is not None:
                card.thumb.setFocus(Qt.FocusReason.OtherFocusReason)
                announce(self, "It is back.")

        self.attempt(act)

    def write(self, card: Card) -> bool:
        """Write the note of a card to its file. False where that can't be done, and it is still unwritten."""
        note = card.note.toPlainText()

        def act() -> None:
            said = self.journal.set_note(card.entry.name, note)
            if said:
                self.store.say(said)
            card.note.known = note
            self.show_entries()  # what another window wrote may be in it, or the picture may be gone

        return self.attempt(act)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; the sentence is shown then."""
        try:
            act()
        except Refused as refused:
            self.store.say(str(refused))
            return False
        return True

    # --- inside -------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._under = QVBoxLayout()
        for widget in (self.search, self.faults, self.empty):
            self._under.addWidget(widget)
        self._column.addWidget(self.head)
        self._column.addLayout(self._under)
        self._column.addWidget(self.cards, 1)
        self._column.addStretch(0)
        for before, after in pairwise((*self.head.stops(), self.search, self.faults)):
            QWidget.setTabOrder(before, after)
        self.cards.start_after(self.faults)

    def _connect(self) -> None:
        self.cards.asked.connect(self.do)
        self.cards.dragged.connect(self._drag_out)
        self.cards.written.connect(self._written)
        self.cards.refused.connect(self.store.say)
        self._folder = QFileSystemWatcher(self)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED)
        self._settled.timeout.connect(self.look_again)
        self._folder.directoryChanged.connect(lambda _path: self._settled.start())
        self._watch()

    def _watch(self) -> None:
        folder = self.journal.folder
        if not self._folder.directories() and folder.is_dir():
            self._folder.addPath(str(folder))

    def _in_use(self) -> str:
        """The name of the entry that has the keyboard: it stays while its note is typed, come what may."""
        focus = QApplication.focusWidget()
        inside = (card.entry.name for card in self.cards.cards if focus and card.isAncestorOf(focus))
        return next(inside, "")

    def _go(self, name: str, where: str) -> None:
        names = [entry.name for entry in self.cards.entries]
        here = names.index(name) if name in names else 0
        to = {"before": here - 1, "after": here + 1, "first": 0, "last": len(names) - 1}.get(where, here)
        card = self.cards.card(names[min(max(to, 0), len(names) - 1)])
        if card is not None:
            card.thumb.setFocus(Qt.FocusReason.OtherFocusReason)

    def _copy(self, name: str, _what: str) -> None:
        carriage.to_clipboard(self.journal.picture(name))
        self.store.say("The picture is on the clipboard; paste it before you close the studio.")

    def _remove(self, name: str, _what: str) -> None:
        names = [entry.name for entry in self.cards.entries]
        index = names.index(name)
        card = self.cards.card(name)
        if card is not None and card.is_unwritten and not self.write(card):
            return  # it would come back without its note
        title = self.cards.entries[index].words.title
        self.journal.remove(name)
        self.show_entries()
        rest = self.cards.entries
        if rest:
            self._go(rest[min(index, len(rest) - 1)].name, "here")
        else:
            self.head.add_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.offer.tell(f"“{title}” is deleted.", "Undo", self.bring_back)

    def _move(self, name: str, what: str) -> None:
        """Past the neighbour that is seen, whatever the search leaves out between them."""
        names = [entry.name for entry in self.cards.entries]
        index = names.index(name)
        to = index - 1 if what == "up" else index + 1
        if not 0 <= to < len(names):
            return
        everyone = [entry.name for entry in self.journal.entries if entry.name != name]
        place = everyone.index(names[to]) + (0 if what == "up" else 1)
        self._move_before(name, everyone[place] if place < len(everyone) else None)
        announce(self, f"Entry {to + 1} of {len(names)}.")

    def _move_before(self, name: str, before: str | None) -> None:
        self.cards.write_all()
        self.journal.move(name, before)
        self.show_entries()
        self.cards.card(name)

    def _written(self, name: str) -> None:
        card = next((card for card in self.cards.cards if card.entry.name == name), None)
        if card is not None and card.is_unwritten:
            self.write(card)

    def _export(self, *, markdown: bool) -> None:
        def act() -> None:
            export = export_markdown if markdown else export_html
            said = export(self, self.journal, self.cards.entries)
            if said:
                self.store.say(said)

        if self.finish():
            self.attempt(act)

    def _show_folder(self) -> None:
        folder = self.journal.folder
        if not folder.is_dir() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.store.say(f"The journal is kept in “{named(folder)}”.")

    def _drag_out(self, name: str) -> None:
        card = self.cards.card(name)
        if card is not None:
            carriage.drag_out(card.thumb, self.journal.folder / name, card.thumb.picture())

    def _own(self, data: QMimeData) -> str | None:
        """The name of the entry of this journal that is held over it, if it is one."""
        name = carriage.dropped_entry(data)
        return None if name is None or self.journal.entry(name) is None else name

    # --- events -------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if carriage.is_welcome(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if self._own(event.mimeData()) is None:  # which would only be moved
                self.drop_frame.tell("Drop to add to the journal")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_frame.hide()
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        data = event.mimeData()
        own = self._own(data)
        if own is not None:
            point = self.cards.viewport().mapFrom(self, event.position().toPoint())
            before = self.cards.place_at(point)
            if before != own:
                self.attempt(lambda: self._move_before(own, before))
            return
        for path in carriage.dropped_files(data):
            self._take(path)
        picture = carriage.dropped_picture(data)
        if picture is not None and not data.hasUrls():
            self._take(picture)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Undo)
            and self.journal.removed
        ):
            event.accept()  # else it would be the workspace's
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo) and self.journal.removed:
            self.bring_back()
        elif event.key() == Qt.Key.Key_Escape and self.search.hasFocus() and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.offer.place()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self.store.view)
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.paper)
        painter.fillRect(0, 0, 1, self.height(), theme.edge if self.is_over else theme.hairline)
        painter.end()


def _plain_label(parent: QWidget, kind: str) -> QLabel:
    made = QLabel("", parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setProperty("kind", kind)
    return made
