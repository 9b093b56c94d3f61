"""What nobody caught: written to the log, and told in one calm sentence with a way to save. Work goes on.

An exception in a slot or a paint event does not end a Qt program, and nobody would hear of it. One that comes
again within seconds, as in every repaint, is only counted.
"""

from __future__ import annotations

import faulthandler
import sys
import threading
import time
import traceback
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, Slot, qInstallMessageHandler

from attnstudio import __version__
from attnstudio.storage import logs

if TYPE_CHECKING:
    from attnstudio.ui.main_window import MainWindow

QUIET = 10.0
"""Seconds for which the same fault is counted and not told again."""
_MOST_KINDS = 200  # of faults that are told apart
_KEY = "fault"
_SENTENCE = "Something went wrong in the studio. Your work is as it was; save it to be safe."
_WORTH_KEEPING = {QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}


class Unhandled(QObject):
    """The hooks of a running program; between `install` and `uninstall` all faults come here."""

    happened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._window: MainWindow | None = None
        self._times: dict[str, tuple[float, int]] = {}  # told last, and how often since
        self._lock = threading.RLock()  # one fault after the other, from whatever thread
        self._is_noting = False
        self._crash_log: BinaryIO | None = None
        self.happened.connect(self._show, Qt.ConnectionType.QueuedConnection)  # never within a paint event

    def install(self) -> None:
        sys.excepthook = self._raised
        threading.excepthook = self._raised_in_thread
        sys.unraisablehook = self._unraisable
        qInstallMessageHandler(self._message)

    def uninstall(self) -> None:
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        qInstallMessageHandler(None)
        if self._crash_log is not None:
            faulthandler.disable()
            self._crash_log.close()
            self._crash_log = None

    def watch(self, window: MainWindow) -> None:
        """Tell of faults in this window from now on."""
        self._window = window
        window.destroyed.connect(self._forget_window)

    def watch_crashes(self) -> None:
        """Have what ends the process at once, as a fault in C code does, leave its traceback too."""
        with suppress(OSError):
            path = logs.folder() / "crash.log"
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_long = path.exists() and path.stat().st_size > logs.MOST_BYTES
            self._crash_log = path.open("wb" if is_long else "ab")
            faulthandler.enable(self._crash_log)

    # --- the hooks ------------------------------------------------------------------------------------

    def _raised(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):  # Ctrl-C, or somebody's wish to end
            sys.__excepthook__(kind, error, trace)
            return
        self._note(kind, error, trace)

    def _raised_in_thread(self, what: threading.ExceptHookArgs) -> None:
        if issubclass(what.exc_type, Exception) and what.exc_value is not None:
            self._note(what.exc_type, what.exc_value, what.exc_traceback)

    def _unraisable(self, what: sys.UnraisableHookArgs) -> None:
        if what.exc_value is not None:
            self._note(what.exc_type, what.exc_value, what.exc_traceback)

    def _message(self, kind: QtMsgType, context: QMessageLogContext, text: str | None) -> None:
        """What Qt says goes to the terminal as ever; what is worth it also to the log, without a notice."""
        with suppress(OSError, ValueError):
            if sys.stderr is not None:
                print(text, file=sys.stderr)
        if kind in _WORTH_KEEPING:
            with self._lock:
                self._log(f"Qt: {text}", f"{kind.name}: {text}\n")

    # --- inside ---------------------------------------------------------------------------------------

    def _note(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        with self._lock:
            if self._is_noting:
                return  # a fault of this thread while it notes one
            self._is_noting = True
            try:
                self._note_alone(kind, error, trace)
            finally:
                self._is_noting = False

    def _note_alone(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        try:
            frames = traceback.extract_tb(trace)[-1:]
            key = f"{kind.__name__} {frames[0].filename}:{frames[0].lineno}" if frames else kind.__name__
            if self._log(key, "".join(traceback.format_exception(kind, error, trace)), to_terminal=True):
                self.happened.emit()
        except Exception:  # nothing can be done any more but to say both
            sys.__excepthook__(kind, error, trace)
            traceback.print_exc()

    def _log(self, key: str, text: str, *, to_terminal: bool = False) -> bool:
        """Write down a fault, unless it was only just; whether it was."""
        now = time.monotonic()
        told, count = self._times.get(key, (-QUIET, 0))
        if now - told < QUIET:
            self._times[key] = told, count + 1
            return False
        if len(self._times) >= _MOST_KINDS:
            self._times.clear()
        self._times[key] = now, 0
        again = f" (and {count} times more before)" if count else ""
        head = f"--- {datetime.now():%Y-%m-%d %H:%M:%S}, Attention Studio {__version__}{again}\n"
        with suppress(OSError):
            logs.append(head + text)
        if to_terminal and sys.stderr is not None:
            with suppress(OSError, ValueError):
                sys.stderr.write(text)
        return True

    @Slot()
    def _forget_window(self) -> None:
        self._window = None

    @Slot()
    def _show(self) -> None:
        from attnstudio.ui.notices import Choice

        window = self._window
        if window is None or any(notice.key == _KEY for notice in window.notices.waiting):
            return

        def go_on() -> None:
            window.workspace.take_keyboard()

        window.notices.ask(
            _KEY,
            _SENTENCE,
            (
                Choice("Save a copy…", lambda: _save_copy(window)),
                Choice("Show the log", lambda: _show_log(window)),
                Choice("Go on", go_on),
            ),
            is_urgent=True,
        )


def _save_copy(window: MainWindow) -> bool:
    from attnstudio.state.seeing import seen_of
    from attnstudio.ui.recovering import save_copy

    store, work = window.store, window.work
    return save_copy(window, work.title, store.document, store.look, work.extra, seen_of(store.view))


def _show_log(window: MainWindow) -> bool:
    from attnstudio.ui.log_dialog import LogDialog

    dialog = LogDialog(logs.log_file(), window)
    dialog.exec()
    dialog.deleteLater()
    return False
