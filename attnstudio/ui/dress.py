"""The application dressed: style, fonts, speech. The same for windows and for pictures without one."""

from __future__ import annotations

from functools import cache

from PySide6.QtWidgets import QApplication

from attnstudio import __version__
from attnstudio.ui import accessible, fonts


@cache
def prepare(application: QApplication) -> None:
    """Dress the application, once: style, fonts, speech."""
    application.setApplicationName("Attention Studio")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("attnstudio")
    application.setStyle("Fusion")
    fonts.register_fonts()
    accessible.install()
