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
    # Widgets that a style sheet dresses take from here what it can't say: letters as on every other monitor.
    application.setFont(fonts.font(fonts.SANS, 13, merging=True))
    accessible.install()
