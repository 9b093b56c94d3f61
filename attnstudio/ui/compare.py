"""A beside B: two states that were put aside, or one of them and what is shown, with the difference."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from attnstudio.model.comparison import Comparison, State, compared
from attnstudio.notes.comparing import caption, difference_in_words, rows_of, text_of
from attnstudio.notes.speech import sentence_of
from attnstudio.state.keeping import BOTH, Which, go_to, keep, let_go, state_of
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui import clipboard
from attnstudio.ui.marks import paint_difference
from attnstudio.ui.theme import Theme, theme_of
from attnstudio.ui.widgets import allow, button, label

WIDTH, HEIGHT = 860, 620
_SHARE = Qt.ItemDataRole.UserRole  # how far the bar of a difference reaches, from −1 to 1
_HEADS = ("", "A", "B", "B − A")


class CompareDialog(QDialog):
    """Not modal: while it is open the hand goes on dragging, and what is not kept follows."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Compare A with B")
        self.setObjectName("compare")
        self._store = store
        self._drawn: tuple[State, State] | None = None
        self.sides = {which: Side(store, which) for which in BOTH}
        self.sentence = label("", "strong")
        self.sentence.setWordWrap(True)
        self.table = QTableWidget(0, len(_HEADS))
        self.table.setAccessibleName("Weights and outputs, A and B")
        self.table.setHorizontalHeaderLabels(_HEADS)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.setItemDelegateForColumn(len(_HEADS) - 1, DifferenceBars(store, self.table))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        self.copied = button("Copy as text", "plain", self.copy)
        self._lay_out()
        self._retheme(theme_of(store.view))
        self.resize(theme_of(store.view).px(WIDTH), theme_of(store.view).px(HEIGHT))
        self._show()
        self._end = store.subscribe(self._told)
        self.finished.connect(self._end)
        self.destroyed.connect(self._end)

    def copy(self) -> None:
        """Put the whole comparison on the clipboard."""
        clipboard.put_text(text_of(*self._states()))
        self.copied.setText("Copied")

    # --- inside ---------------------------------------------------------------------------------------

    def _states(self) -> tuple[State, State]:
        return state_of(self._store, "A"), state_of(self._store, "B")

    def _lay_out(self) -> None:
        column = self._column = QVBoxLayout(self)
        both = self._both = QHBoxLayout()
        for side in self.sides.values():
            both.addWidget(side, 1)
        column.addLayout(both)
        column.addWidget(self.sentence)
        column.addWidget(self.table, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.copied)
        foot.addWidget(button("Close", "plain", self.close))
        column.addLayout(foot)

    def _retheme(self, theme: Theme) -> None:
        self._column.setContentsMargins(*(theme.px(14),) * 4)
        self._column.setSpacing(theme.px(10))
        self._both.setSpacing(theme.px(14))
        self.table.setFont(theme.numbers())
        self.table.verticalHeader().setDefaultSectionSize(theme.px(28))
        self.table.horizontalHeader().setFont(theme.text(weight=600))

    def _told(self, old: Snapshot, new: Snapshot) -> None:
        theme = theme_of(new.view)
        is_rethemed = theme is not theme_of(old.view)
        if is_rethemed:
            self._retheme(theme)
        if self.isVisible() and (
            is_rethemed
            or old.trace is not new.trace
            or old.look is not new.look
            or old.document is not new.document
            or old.view.kept is not new.view.kept
        ):
            self._show()

    def _show(self) -> None:
        a, b = self._states()
        found = compared(a, b)
        for which, state in zip(BOTH, (a, b), strict=True):
            self.sides[which].show_state(state, self._store.view.kept[BOTH.index(which)] is not None)
        self.sentence.setText(difference_in_words(a, b, found))
        self.copied.setText("Copy as text")
        self._fill(found)

    def _fill(self, found: Comparison) -> None:
        theme = theme_of(self._store.view)
        rows, shares = rows_of(found), _shares(found)
        self.table.setRowCount(len(rows))
        for i, (row, share) in enumerate(zip(rows, shares, strict=True)):
            for j, text in enumerate(row):
                item = self.table.item(i, j)
                if item is None:
                    item = QTableWidgetItem()
                    self.table.setItem(i, j, item)
                if item.text() != text:
                    item.setText(text)
                item.setTextAlignment(
                    Qt.AlignmentFlag.AlignVCenter
                    | (Qt.AlignmentFlag.AlignRight if j else Qt.AlignmentFlag.AlignLeft)
                )
                if not j:
                    item.setFont(theme.words())
            last = self.table.item(i, len(row) - 1)
            if last is not None:
                last.setData(_SHARE, share)


class Side(QWidget):
    """One of the two: what it is, what its word looks at, and what can be done with it."""

    def __init__(self, store: Store, which: Which) -> None:
        super().__init__()
        self.setAccessibleName(which)
        self.which = which
        self.title = label(which, "strong")
        self.about = label("", "note")
        self.says = label("", "")
        for text in (self.about, self.says):
            text.setWordWrap(True)
        self.keeping = button(f"Keep this as {which}", "link", partial(keep, store, which))
        self.going = button(f"Go to {which}", "link", partial(go_to, store, which))
        self.leaving = button(f"Let go of {which}", "link", partial(let_go, store, which))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.title, 0, 0, 1, 4)
        grid.addWidget(self.about, 1, 0, 1, 4)
        grid.addWidget(self.says, 2, 0, 1, 4)
        grid.setRowStretch(2, 1)
        for place, made in enumerate((self.keeping, self.going, self.leaving)):
            grid.addWidget(made, 3, place)
        grid.setColumnStretch(3, 1)

    def show_state(self, state: State, is_kept: bool) -> None:
        """Tell of `state`; one that is not kept is what the window shows."""
        title = state.document.title or "Untitled"
        self.title.setText(f"{self.which} · {title}" if is_kept else f"{self.which} · what is shown now")
        self.about.setText(caption(state))
        self.says.setText(sentence_of(state.document, state.trace, state.look))
        reason = f"Nothing is kept as {self.which} yet."
        allow(self.going, is_kept, reason, "Show it in the window; undo comes back.")
        allow(self.leaving, is_kept, reason, f"Compare with what is shown instead of {self.which}.")


class DifferenceBars(QStyledItemDelegate):
    """A bar to the left or right of the middle behind the number."""

    def __init__(self, store: Store, parent: QWidget) -> None:
        super().__init__(parent)
        self._store = store

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        share = index.data(_SHARE)
        theme, place = theme_of(self._store.view), QRectF(option.rect)
        if share:
            middle, reach = place.center().x() - place.width() * 0.12, place.width() * 0.34
            room = QRectF(middle - reach, place.top() + 4, 2 * reach, place.height() - 8)
            paint_difference(painter, theme, room, share, is_pale=True)
        super().paint(painter, option, index)


def _shares(found: Comparison) -> list[float]:
    """Each difference as a share of the largest of its kind; 0 where there is none."""
    shares: list[float] = []
    for lines in (found.weights, found.outputs):
        most = max((abs(line.difference or 0.0) for line in lines), default=0.0) or 1.0
        shares += [(line.difference or 0.0) / most for line in lines]
    return shares
