"""Signs below and above the line take less room than letters, and plain text says them all the same."""

from PySide6.QtWidgets import QApplication

from attnstudio.ui import fonts
from attnstudio.ui.subscript import name_width, plain_name
from attnstudio.ui.theme import theme, width_of


def test_a_sign_beside_the_line_is_smaller(qapp: QApplication) -> None:
    fonts.register_fonts()
    font = theme("light").text(13, 600)
    assert name_width("output", font) == width_of(font, "output")
    assert width_of(font, "W") < name_width("W_Q", font) < width_of(font, "WQ")
    assert width_of(font, "QK") < name_width("QK^T", font) < width_of(font, "QKT")
    assert name_width("√d_k x", font) > name_width("√d_k", font)


def test_plain_names() -> None:
    assert plain_name("QK^T") == "QKᵀ"
    assert plain_name("W_O") == "W_O"
