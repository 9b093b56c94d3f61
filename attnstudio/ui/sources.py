"""Where the words get their vectors: named on screen, and chosen from a menu."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QMenu, QWidget

from attnstudio.model.document import Document, Passage, Vectors
from attnstudio.model.edits import Edit
from attnstudio.model.refused import Refused
from attnstudio.model.wording import listed, quoted
from attnstudio.state.framing import fitted
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.study.own_vectors import open_own
from attnstudio.study.placing import missing_words, size_of, vocabulary_of
from attnstudio.study.sourcing import Drawn, draw_through, drawn_by, use_source
from attnstudio.ui.plain import plain_tip
from attnstudio.ui.widgets import button, label

FILTER = "Word vectors (*.csv *.tsv *.npz *.txt);;All files (*)"
_LONGEST = 24  # letters of a file's name on the button; the tip has all of it
_NAMES: dict[Vectors, str] = {"hand-placed": "hand-placed", "word vectors": "real words", "file": "your file"}


class SourceMenu(QWidget):
    """A link that names the source and opens the menu, and beside it how many words are not in it."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sources")
        self.setAccessibleName("Source of the vectors")
        self._store = store
        self.missing = label("", "warning")
        self.link = button("", "link", self.open)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.missing)
        row.addWidget(self.link)
        self._end = store.subscribe(self._told)
        self.destroyed.connect(self._end)
        self._show(store.document)

    def open(self) -> None:
        """Open the menu under the link."""
        # Not as the button's own menu, which would run an event loop inside the click.
        self.menu.popup(self.link.mapToGlobal(QPoint(0, self.link.height())))

    def choose_file(self) -> None:
        """Ask for a file, and take the vectors from it."""
        path, _ = QFileDialog.getOpenFileName(self, "Your own vectors", "", FILTER)
        if path:
            self.use_file(Path(path))

    def use_file(self, path: Path) -> None:
        """Take the vectors from a file; what is wrong with it is said, and nothing changes."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            name = open_own(path)
        except Refused as refused:
            self._store.say(str(refused))
            return
        finally:
            QApplication.restoreOverrideCursor()
        self.use("file", "components", name)

    def use(self, source: Vectors, drawn: Drawn, name: str = "") -> None:
        """Take the vectors from another source, or put the words back to where it has them."""
        title = f"Vectors from “{name}”" if name else f"Vectors: {_NAMES[source]}"
        done = self._apply(title, lambda document: use_source(document, source, drawn, name))
        missing = missing_words(self._store.document)
        if done and missing:
            self._store.say(f"{_lacking(missing)}: placed by chance. Drag {_it(missing)} to where you want.")

    def draw(self, drawn: Drawn) -> None:
        """Another chart for the same vectors."""
        self._apply("Draw the vectors through another chart", lambda d: draw_through(d, drawn))

    # --- inside -----------------------------------------------------------------------------------------

    def _apply(self, name: str, edit: Edit) -> bool:
        try:
            done = self._store.apply(name, edit)
        except Refused as refused:
            self._store.say(str(refused))
            return False
        if done:
            now = self._store.now
            self._store.set_view(frame=fitted(now.document, now.trace, now.look))
        return done

    def _fill(self) -> None:
        self.menu.clear()
        document = self._store.document
        sources = QActionGroup(self.menu)
        self._add(
            sources,
            "hand-placed, by money and water",
            "Two numbers a word: how much money, how much water.",
            document.vectors == "hand-placed" and size_of(document) == 2,
            partial(self.use, "hand-placed", "axes"),
        )
        self._add_real(sources, "axes", "drawn by money and water")
        self._add_real(sources, "components", "drawn by components")
        if document.vectors == "file":
            self._add_file(sources, document)
        other = self.menu.addAction("your own file…")
        other.setToolTip("CSV, TSV or .npz: a line for each word, with its numbers.")
        other.triggered.connect(lambda _checked=False: self.choose_file())
        if document.vectors != "word vectors" and size_of(document) > 2:
            self._add_charts(document)

    def _add_real(self, group: QActionGroup, drawn: Drawn, through: str) -> None:
        document = self._store.document
        is_there = document.vectors == "word vectors"
        is_chosen = is_there and drawn_by(document) == drawn
        tip = "50 numbers a word, learned from what people wrote (GloVe). Weights come from all of them."
        act = partial(self.use, "word vectors", drawn)
        if is_there and not is_chosen:
            act = partial(self.draw, drawn)  # what was dragged stays where it is
        self._add(group, f"real word vectors, {through}", tip, is_chosen, act)

    def _add_file(self, group: QActionGroup, document: Document) -> None:
        name = document.vectors_name
        tip = "Put the words back to where the file has them."
        if vocabulary_of(document) is None:
            tip = "The file was not read since the studio was started: choose it again for new words."
        action = self._add(
            group, f"“{_short(name)}”", tip, True, partial(self.use, "file", "components", name)
        )
        action.setEnabled(vocabulary_of(document) is not None)

    def _add_charts(self, document: Document) -> None:
        self.menu.addSeparator()
        charts = QActionGroup(self.menu)
        for drawn, text, tip in _CHARTS:
            is_chosen = drawn_by(document) == drawn
            self._add(charts, text, tip, is_chosen, partial(self.draw, drawn))

    def _add(self, group: QActionGroup, text: str, tip: str, is_chosen: bool, act: partial[None]) -> QAction:
        action = QAction(text.replace("&", "&&"), group)
        action.setCheckable(True)
        action.setChecked(is_chosen)
        action.setToolTip(plain_tip(tip))
        action.triggered.connect(lambda _checked=False: act())
        self.menu.addAction(action)
        return action

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        before, after = old.document, new.document
        if before is after:
            return
        if (
            (before.vectors, before.vectors_name) != (after.vectors, after.vectors_name)
            or len(before.passages) != len(after.passages)
            or any(map(_differ_in_words, before.passages, after.passages))
        ):
            self._show(after)

    def _show(self, document: Document) -> None:
        whole = document.vectors_name or _NAMES[document.vectors]
        self.link.setText(f"vectors: {_short(whole)} ▾".replace("&", "&&"))
        self.link.setAccessibleName(f"Vectors: {whole}")
        self.link.setToolTip(plain_tip(f"Vectors: {whole}. Choose where the words get them."))
        missing = missing_words(document)
        said = _lacking(missing) if missing else ""
        count = f"{len(missing)} word{'' if len(missing) == 1 else 's'} by chance"
        self.missing.setText(count if missing else "")
        self.missing.setToolTip(plain_tip(said))
        self.missing.setAccessibleName(said)
        self.missing.setVisible(bool(missing))


_CHARTS: tuple[tuple[Drawn, str, str], ...] = (
    ("components", "drawn by components", "The two directions in which these words differ most."),
    ("plain", "drawn by the first two numbers", "The other numbers count for the weights all the same."),
)


def _differ_in_words(one: Passage, other: Passage) -> bool:
    return one.query_tokens is not other.query_tokens or one.cross_tokens is not other.cross_tokens


def _lacking(missing: tuple[str, ...]) -> str:
    return f"{listed(quoted(missing), 3)} {'is' if len(missing) == 1 else 'are'} not in the source"


def _it(missing: tuple[str, ...]) -> str:
    return "it" if len(missing) == 1 else "them"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
