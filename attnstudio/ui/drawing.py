"""Pictures for the command line: no window, no display."""

from __future__ import annotations

import os
import sys
from functools import cache

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from attnstudio.ui.dress import prepare

_NO_WINDOWS = "This plugin does not support "  # the offscreen platform, of whatever only windows have


@cache
def without_display() -> QApplication:
    """The one QApplication of a process that shows nothing; it lives as long as the process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # Qt would look for a display, and end the process without
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        qInstallMessageHandler(_pass_on)
        application = QApplication(["attnstudio"])
    prepare(application)
    return application


def _pass_on(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if not message.startswith(_NO_WINDOWS):
        print(message, file=sys.stderr)
