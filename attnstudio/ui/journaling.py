"""The journal's place in the window, and what its commands do. The journal itself is loaded when it is first
wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt

from attnstudio.model.refused import Refused
from attnstudio.ui.actions import show_checked
from attnstudio.ui.theme import Theme, theme_of

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from attnstudio.state.journal import Journal
    from attnstudio.storage.journal_files import Entry
    from attnstudio.storage.journal_words import Words
    from attnstudio.ui.journal.offer import Offer
    from attnstudio.ui.journal.panel import JournalPanel
    from attnstudio.ui.main_window import MainWindow

WIDTH = 300
WORKSPACE_NEEDS = 640  # pixels beside the journal, at 100 % text; with fewer it lies over the workspace
_SCALE = 2.0  # of a kept picture: as fine as the finest screens


def journaling(window: MainWindow) -> dict[str, Callable[[], object]]:
    """Command id → what it does."""
    return {"journal": window.beside.toggle, "journal-add": window.beside.add}


class Beside(QObject):
    """What stands at the right of the workspace, or lies over it in a narrow window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._journal: Journal | None = None
        self.panel: JournalPanel | None = None
        self.offer: Offer | None = None  # of what was kept while the journal was hidden
        self.is_docked = False

    @property
    def is_shown(self) -> bool:
        return self.panel is not None and not self.panel.isHidden()

    @property
    def journal(self) -> Journal:
        """The journal, opened when it is first asked for."""
        if self._journal is None:
            from attnstudio.state.journal import Journal
            from attnstudio.storage.journal_files import forget_removed, journal_folder

            self._journal = Journal(journal_folder())
            forget_removed(self._journal.folder, self._journal.clock())
        return self._journal

    # --- its place ------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Show the journal and give it the keyboard, or hide it."""
        if self.is_shown:
            self.hide()
        else:
            self.show().take_keyboard()

    def show(self) -> JournalPanel:
        panel = self._made()
        if self.offer is not None:
            self.offer.hide()
        panel.look_again()
        panel.show()
        self._settle()
        panel.raise_()
        return panel

    def hide(self) -> None:
        if self.panel is None:
            return
        had_keyboard = self.panel.isAncestorOf(self._window.focusWidget() or self._window)
        self.panel.finish()
        self.panel.hide()
        self._settle()
        if had_keyboard:
            self._window.workspace.take_keyboard()

    def take(self, room: int) -> int:
        """The pixels of a workspace `room` pixels wide that the journal takes for itself."""
        theme = theme_of(self._window.store.view)
        self.is_docked = room >= theme.px(WIDTH + WORKSPACE_NEEDS)
        return theme.px(WIDTH) if self.is_shown and self.is_docked else 0

    def place(self) -> None:
        """Stand below the header at the right; also where that has another height now."""
        window, panel, centre = self._window, self.panel, self._window.centre
        if panel is None:
            return
        width = min(theme_of(window.store.view).px(WIDTH), centre.width())
        window.toast.leave(width if self.is_shown else 0)
        if panel.is_over is self.is_docked:
            panel.is_over = not self.is_docked
            panel.update()
        top = window.top.geometry().bottom() + 1
        panel.setGeometry(centre.width() - width, top, width, centre.height() - top)
        if self.offer is not None:
            self.offer.place()

    def left_over(self) -> QRect:
        """What of the window is not the journal's."""
        whole = self._window.centre.rect()
        if self.panel is not None and self.is_shown:
            whole.setRight(self.panel.x() - 1)
        return whole

    def retheme(self, theme: Theme) -> None:
        if self.panel is not None:
            self.panel.retheme(theme)

    def may_close(self) -> bool:
        """Whether all notes are written, or the person gives up those that can't be."""
        if self.panel is None or self.panel.finish():
            return True
        from PySide6.QtWidgets import QMessageBox

        from attnstudio.ui.plain import ask

        buttons = QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        sentence = f"A note in the journal is not kept. {self._window.store.view.message}"
        return ask(self._window, "Note not kept", sentence, buttons) == QMessageBox.StandardButton.Discard

    def end(self) -> None:
        """The window goes."""
        if self.panel is not None:
            self.panel.end()

    # --- what is done ---------------------------------------------------------------------------------

    def add(self) -> None:
        """Keep what is seen now."""
        from attnstudio.state.journal import words_of
        from attnstudio.ui.figures import Asked, make

        window = self._window
        window.store.commit()
        now = window.store.now

        def keep() -> None:
            asked = Asked(scale=_SCALE, theme=now.view.theme)
            made = make(now.document, now.look, asked, now.view, window.work.extra)
            if made.note:  # it can't carry its document, and so could not be restored
                raise Refused(made.note)
            entry = self._keep(made.data, words_of(now.document, now.trace, now.look), made.image)
            if self.is_shown:  # what was seen wants to be written now
                self._show_entry(entry.name)

        self._try(keep)

    def take_in(self, given: object) -> None:
        """Keep what was dropped: the path of a file, or the bytes of a picture, with a document in it."""
        self._try(lambda: self._take_in(given))

    def restore(self, name: str) -> None:
        """Show the very state that an entry carries: a step that undo takes back, or, where a file is open,
        in its place, if the person lets that go."""
        window = self._window

        def act() -> None:
            opened = self.journal.opened(name)
            if window.work.path is None or window.deeds.may_leave():
                entry = self.journal.entry(name)
                window.work.restore(name if entry is None else entry.words.title, opened)

        window.store.commit()
        self._try(act)

    # --- inside ---------------------------------------------------------------------------------------

    def _made(self) -> JournalPanel:
        if self.panel is None:
            from attnstudio.ui.journal.panel import JournalPanel

            window = self._window
            window.top.installEventFilter(self)
            self.panel = JournalPanel(
                window.store,
                self.journal,
                self.add,
                self.take_in,
                self.restore,
                self._leave,
                window.centre,
            )
        return self.panel

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:  # of what the journal stands below
            self.place()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        window = self._window
        if window.settings.journal != self.is_shown:
            window.settings = replace(window.settings, journal=self.is_shown)
            window.deeds.remember_settings()  # now, for a process may end without closing its window
        show_checked(window.actions_by_id["journal"], self.is_shown)
        window.fit()
        self.place()

    def _leave(self) -> None:
        """Esc: what lies over the workspace goes, what stands beside it gives the keyboard back."""
        focus = self._window.focusWidget()
        on_button = self.panel is not None and focus is self.panel.head.close_button
        if self.is_docked and not on_button:
            self._window.workspace.take_keyboard()
        else:
            self.hide()

    def _keep(self, picture: bytes, words: Words, image: QImage | None) -> Entry:
        entry = self.journal.add(picture, words)
        if self.panel is not None:
            self.panel.show_entries()
            if self.is_shown:
                self.panel.show_entry(entry.name)
                return entry
        if self.offer is None:
            from attnstudio.ui.journal.offer import Offer

            self.offer = Offer(self._window.store, self._window.centre)
        sentence = f"“{words.title}” is in the journal."
        self.offer.tell(sentence, "Show", lambda: self._show_entry(entry.name), image)
        return entry

    def _show_entry(self, name: str) -> None:
        panel = self.panel if self.panel is not None and self.is_shown else self.show()
        card = panel.show_entry(name)
        if card is not None:
            card.note.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_in(self, given: object) -> None:
        from attnstudio.ui.journal.taking_in import kept_picture

        picture, words = kept_picture(given, self._window.store.view)
        self._keep(picture, words, None)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except Refused as refused:
            self._window.store.say(str(refused))
