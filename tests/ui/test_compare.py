"""A beside B in a dialog that stays open while one works."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication

from attnstudio.model import edits
from attnstudio.model.document import Handle
from attnstudio.ui.compare import CompareDialog
from attnstudio.ui.main_window import MainWindow


def opened(window: MainWindow) -> CompareDialog:
    window.actions_by_id["compare"].trigger()
    dialog = window.findChild(CompareDialog)
    assert dialog is not None
    return dialog


def closed(dialog: CompareDialog) -> None:
    dialog.close()
    QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)


def cells(dialog: CompareDialog) -> list[tuple[str, ...]]:
    rows = []
    for row in range(dialog.table.rowCount()):
        items = (dialog.table.item(row, column) for column in range(dialog.table.columnCount()))
        rows.append(tuple(item.text() for item in items if item is not None))
    return rows


def test_it_follows_the_hand(window: MainWindow) -> None:
    window.actions_by_id["keep-a"].trigger()
    dialog = opened(window)
    assert ("money", "0.447", "0.447", "0.000") in cells(dialog)
    window.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 6), (0.5, 2.2)))
    assert ("money", "0.447", "0.180", "−0.267") in cells(dialog)
    dialog.sides["B"].keeping.click()
    window.store.undo()
    assert ("money", "0.447", "0.180", "−0.267") in cells(dialog)
    closed(dialog)


def test_there_is_one_of_them(window: MainWindow) -> None:
    dialog = opened(window)
    assert opened(window) is dialog
    closed(dialog)


def test_what_is_not_kept_can_not_be_gone_to_and_says_why(window: MainWindow) -> None:
    dialog = opened(window)
    side = dialog.sides["A"]
    assert not side.going.isEnabled()
    assert side.going.accessibleDescription() == "Nothing is kept as A yet."
    side.keeping.click()
    assert side.going.isEnabled()
    window.store.apply("Move", lambda d: edits.move_vector(d, Handle("query", 6), (0.5, 2.2)))
    side.going.click()
    assert window.store.undo_name == "Go to A"
    closed(dialog)


def test_it_is_copied_as_text(window: MainWindow) -> None:
    dialog = opened(window)
    dialog.copied.click()
    assert QApplication.clipboard().text().startswith("A: bank — money")
    closed(dialog)


def test_it_grows_with_the_text_while_it_is_open(window: MainWindow) -> None:
    dialog = opened(window)
    item = dialog.table.item(0, 0)
    assert item is not None
    before = dialog.table.font().pixelSize(), item.font().pixelSize(), dialog.table.rowHeight(0)
    window.store.set_view(text_scale=2.0)
    after = dialog.table.font().pixelSize(), item.font().pixelSize(), dialog.table.rowHeight(0)
    assert after == tuple(2 * size for size in before)
    window.store.set_view(text_scale=1.0, theme="dark")
    assert dialog.table.font().pixelSize() == before[0]
    closed(dialog)


def test_words_are_plain_text(window: MainWindow) -> None:
    window.store.apply("Title", lambda d: edits.set_title(d, "<b>x</b>"))
    window.actions_by_id["keep-a"].trigger()
    dialog = opened(window)
    assert dialog.sides["A"].title.text() == "A · <b>x</b>"
    assert dialog.sides["A"].title.textFormat() == Qt.TextFormat.PlainText
    closed(dialog)
