"""What each command does. The table of commands names it; here it happens.

What a command alone needs, a dialog above all, is loaded when it is first given, and not at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from attnstudio.model import edits
from attnstudio.model.refused import Refused
from attnstudio.model.settings import RULES, Rule
from attnstudio.state.palette import THEME_CHOICES
from attnstudio.state.store import Store
from attnstudio.state.work import ChangedByOthers
from attnstudio.storage import settings as settings_file
from attnstudio.storage.files import SUFFIX
from attnstudio.ui.about import about
from attnstudio.ui.animating import animating
from attnstudio.ui.copying import copying
from attnstudio.ui.exporting import exporting
from attnstudio.ui.journaling import journaling
from attnstudio.ui.notebooks import notebooks
from attnstudio.ui.notices import Choice
from attnstudio.ui.panels.plane.panel import PlanePanel
from attnstudio.ui.plain import ask, tell
from attnstudio.ui.targets import ask_target, folder_of
from attnstudio.ui.theme import theme_of
from attnstudio.ui.ways import ways

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow

FILTER = "Attention Studio documents (*.attn)"
OPEN_FILTER = "Documents, pictures, notebooks (*.attn *.png *.svg *.pdf *.ipynb *.json);;All files (*)"
TEXT_SCALES = (1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
_Button = QMessageBox.StandardButton


@runtime_checkable
class Sentences(Protocol):
    """A panel in which a sentence can be typed anew."""

    def edit(self) -> None: ...


class Deeds:
    def __init__(self, window: MainWindow) -> None:
        self._window = window

    @property
    def _store(self) -> Store:
        return self._window.store

    def table(self) -> dict[str, Callable[[], object]]:
        """Command id → what it does."""
        window = self._window
        deeds: dict[str, Callable[[], object]] = {
            "new": self.new,
            "open": self.open,
            "recent": lambda: None,
            "save": self.save,
            "save-as": self.save_as,
            "reset": window.work.reset,
            "quit": window.close,
            "undo": self._store.undo,
            "redo": self._store.redo,
            "sentence": self.edit_sentence,
            "previous-query": lambda: self.step_query(-1),
            "next-query": lambda: self.step_query(1),
            "scaling": self.toggle_scaling,
            "fit": lambda: self._with_plane(PlanePanel.fit),
            "whole": lambda: self._with_plane(PlanePanel.show_whole),
            "zoom-in": lambda: self._with_plane(PlanePanel.zoom_in),
            "zoom-out": lambda: self._with_plane(PlanePanel.zoom_out),
            "hull": lambda: self._store.set_look(hull=not self._store.look.hull),
            "numbers": self.show_numbers,
            "text-larger": lambda: self.step_text(1),
            "text-smaller": lambda: self.step_text(-1),
            "theme": self.toggle_theme,
            "reduced-motion": self.toggle_motion,
            "next-panel": lambda: self.step_panel(1),
            "previous-panel": lambda: self.step_panel(-1),
            "menu": self.open_menu,
            "rail": window.toggle_rail,
            "keys": self.show_keys,
            "palette": self.find_command,
            "about": lambda: tell(window, "About Attention Studio", about()),
        }
        for rule in RULES:
            deeds[f"mask-{rule}"] = partial(self.set_rule, rule)
        for name in THEME_CHOICES:
            deeds[f"theme-{name}"] = partial(self.set_theme, name)
        return (
            deeds
            | ways(window)
            | exporting(window)
            | copying(window)
            | animating(window)
            | notebooks(window)
            | journaling(window)
        )

    # --- documents --------------------------------------------------------------------------------

    def new(self) -> None:
        if self._window.work.path is None or self.may_leave():
            self._window.work.new()

    def open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self._window, "Open", str(folder_of(self._window)), OPEN_FILTER)
        if path:
            self.open_path(path)

    def open_path(self, path: str) -> None:
        if self.may_leave():
            self._try(lambda: self._window.work.open(path))
            self.fill_recent()

    def open_scene(self, scene: str) -> None:
        """Open a scene. Where no file is open, undo brings back what it replaces: there is nothing to ask."""
        work = self._window.work
        if work.path is None:
            self._try(lambda: work.visit(scene))
        elif self.may_leave():
            self._try(lambda: work.open(scene))

    def save(self) -> bool:
        """Write to the open file, or ask for one. True when the work is on disk."""
        work = self._window.work
        if work.path is None:
            return self.save_as()
        try:
            return self._save(work.save)
        except ChangedByOthers as changed:
            self._ask_to_replace(changed)
            return False

    def save_as(self) -> bool:
        work = self._window.work
        target = ask_target(self._window, "Save as", work.title, FILTER, SUFFIX)
        return target is not None and self._save(lambda: work.save_as(target))

    def may_leave(self) -> bool:
        """Whether the present work may be replaced: it is saved, or the person says so."""
        self._store.commit()
        work = self._window.work
        if work.is_modified:
            answer = ask(
                self._window,
                "Unsaved work",
                f"“{work.title}” has changes that are not saved.",
                _Button.Save | _Button.Discard | _Button.Cancel,
            )
            if answer == _Button.Cancel or (answer == _Button.Save and not self.save()):
                return False
        return not work.left or self._may_forget(work.left)

    def _may_forget(self, titles: tuple[str, ...]) -> bool:
        """Whether works that only undo could bring back may go: kept for the next start, or not."""
        names = [f"“{title}”" for title in dict.fromkeys(titles)]
        have, them = ("has", "it") if len(names) == 1 else ("have", "them")
        answer = ask(
            self._window,
            "Unsaved work",
            f"{' and '.join(names)}, which you left for something else, {have} changes that are not saved. "
            f"Keep {them}, and the studio offers {them} under its header when it starts the next time.",
            _Button.Save | _Button.Discard | _Button.Cancel,
            save="Keep for the next start",
        )
        if answer == _Button.Save:
            self._window.work.keep_left()
        elif answer == _Button.Discard:
            self._window.work.discard_left()
        return answer != _Button.Cancel

    def _ask_to_replace(self, changed: ChangedByOthers) -> None:
        work = self._window.work
        self._window.notices.ask(
            "changed by others",
            str(changed),
            (
                Choice("Save under another name…", self.save_as),
                Choice("Replace it", lambda: self._save(lambda: work.save(force=True))),
                Choice("Not now", lambda: None),
            ),
            is_urgent=True,
        )

    def fill_recent(self) -> None:
        """Put the documents used last into their submenu."""
        action = self._window.actions_by_id["recent"]
        menu = action.menu()
        if not isinstance(menu, QMenu):
            menu = QMenu(self._window)
            action.setMenu(menu)
        menu.clear()
        paths = self._window.work.recent
        for path in paths:
            entry = menu.addAction(str(path).replace("&", "&&"))
            entry.triggered.connect(lambda _checked=False, path=path: self.open_path(str(path)))
        action.setEnabled(bool(paths))

    # --- what is looked at --------------------------------------------------------------------------

    def edit_sentence(self) -> None:
        """Open the field of the sentence that stands in the workspace, or say where there is one."""
        for panel in self._window.panels.values():
            if isinstance(panel, Sentences):
                panel.edit()
                return
        self._store.say("This workspace has no sentence to edit: go to Vectors, Sequence or Context.")

    def _with_plane(self, act: Callable[[PlanePanel], object]) -> None:
        plane = self._window.panels.get("plane")
        if isinstance(plane, PlanePanel):
            act(plane)
        else:
            self._store.say("The plane that can be zoomed stands in the Vectors workspace.")

    def step_query(self, step: int) -> None:
        now = self._store.now
        tokens = now.passage.query_tokens
        if tokens:
            index = min(max(now.query_index + step, 0), len(tokens) - 1)
            self._store.set_look(query=tokens[index].id)

    def step_panel(self, step: int) -> None:
        """Take the keyboard from one panel to the next, round and round."""
        panels = list(self._window.panels.values())
        focus = self._window.focusWidget()
        here = next((i for i, panel in enumerate(panels) if focus and panel.isAncestorOf(focus)), -1)
        target = panels[(here + step) % len(panels)] if here >= 0 or step > 0 else panels[-1]
        target.take_keyboard()

    def open_menu(self) -> None:
        self._window.header.menu_button.showMenu()

    def toggle_scaling(self) -> None:
        on = self._store.document.settings.scale is not None
        name = "Divide by √d_k" if on else "Don't divide by √d_k"
        self._store.apply(name, lambda document: edits.set_scaling(document, on))

    def set_rule(self, rule: Rule) -> None:
        self._store.apply(f"Mask: {rule}", lambda document: edits.set_rule(document, rule))
        self._window.show_ticks()

    def show_numbers(self) -> None:
        from attnstudio.ui.panels.numbers.dialog import NumbersDialog

        dialog = NumbersDialog(self._store, self._window)
        dialog.addActions([self._window.actions_by_id[name] for name in ("undo", "redo")])
        dialog.exec()
        dialog.deleteLater()

    def step_text(self, step: int) -> None:
        now = self._store.view.text_scale
        nearest = min(range(len(TEXT_SCALES)), key=lambda i: abs(TEXT_SCALES[i] - now))
        scale = TEXT_SCALES[min(max(nearest + step, 0), len(TEXT_SCALES) - 1)]
        self._window.settings = replace(self._window.settings, text_scale=scale)
        self._store.set_view(text_scale=scale)
        if scale == now:
            self._store.say(f"The text is at {round(scale * 100)} % already.")
        else:
            self.remember_settings()

    def toggle_theme(self) -> None:
        self.set_theme("light" if theme_of(self._store.view).is_dark else "dark")

    def set_theme(self, name: str) -> None:
        self._window.set_theme(name)
        self.remember_settings()

    def toggle_motion(self) -> None:
        """Let things move by themselves, or not: no system that Qt knows of is asked for it."""
        reduced = not self._store.view.reduced_motion
        self._window.settings = replace(self._window.settings, reduced_motion=reduced)
        self._store.set_view(reduced_motion=reduced)
        self._window.show_ticks()
        self.remember_settings()

    def show_keys(self) -> None:
        from attnstudio.ui.finder import KeysSheet

        window = self._window
        dialog = KeysSheet(window.actions_by_id, theme_of(self._store.view), window)
        dialog.exec()
        dialog.deleteLater()

    def find_command(self) -> None:
        from attnstudio.ui.finder import CommandFinder

        window = self._window
        dialog = CommandFinder(window.actions_by_id, theme_of(self._store.view), window)
        dialog.exec()
        chosen = dialog.chosen
        dialog.deleteLater()
        if chosen is not None:
            chosen.trigger()

    def remember_settings(self) -> None:
        """Keep the person's choices; a settings folder that can't be written is no reason to stop."""
        try:
            settings_file.save(self._window.settings)
        except Refused as refused:
            self._store.say(str(refused))

    # --- inside ---------------------------------------------------------------------------------------

    def _save(self, act: Callable[[], object]) -> bool:
        done = self._try(act)
        if done:
            self.fill_recent()
        return done

    def _try(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; the sentence is shown and the work stays as it was."""
        try:
            act()
        except ChangedByOthers:
            raise  # to be asked about
        except Refused as refused:
            self._store.say(str(refused))
            return False
        return True
