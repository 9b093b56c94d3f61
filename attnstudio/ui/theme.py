"""What a panel paints with: a palette as Qt colours, and fonts in the asked size."""

from __future__ import annotations

from dataclasses import fields
from functools import cache, cached_property

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette

from attnstudio.state.palette import Palette, outline, palette, readable_on
from attnstudio.state.snapshot import Ground, View
from attnstudio.ui import fonts, ramps

BODY = 13
SMALL = 12
TITLE = 14


class Theme:
    """One theme at one text size. Made once and shared: compare by identity."""

    def __init__(self, name: str, text_scale: float, ground: Ground) -> None:
        roles: Palette = palette(name)
        self.name = name
        self.is_dark = roles.is_dark
        self.roles = roles
        self.scale = text_scale * roles.text  # of type, and of the rooms that type needs
        self.stroke = roles.stroke * max(1.0, text_scale**0.5)
        for role in fields(roles):
            value = getattr(roles, role.name)
            if isinstance(value, str) and value.startswith("#"):
                setattr(self, role.name, QColor(value))
        self.wash = QColor(self.accent)  # lies over a picture: what is pointed at shows through
        self.wash.setAlphaF(0.09)
        if ground != "theme":
            self.paper = self.panel = QColor("#FFFFFF" if ground == "white" else "#00000000")
        self.tokens = tuple(QColor(c) for c in roles.tokens)
        self.token_outlines = tuple(QColor(outline(c, roles.panel)) for c in roles.tokens)
        self.weights = tuple(QColor(c) for c in ramps.weight_ramp(name))
        self.on_weights = tuple(QColor(readable_on(c, roles.ink)) for c in ramps.weight_ramp(name))

    paper: QColor
    panel: QColor
    raised: QColor
    hairline: QColor
    edge: QColor
    track: QColor
    ink: QColor
    secondary: QColor
    accent: QColor
    accent_wash: QColor
    on_accent: QColor
    primary: QColor
    on_primary: QColor
    good: QColor
    good_wash: QColor
    warning: QColor
    focus: QColor
    hatch: QColor
    grid: QColor
    axis: QColor

    @cached_property
    def signed(self) -> tuple[QColor, ...]:
        return tuple(QColor(c) for c in ramps.signed_ramp(self.name))

    @cached_property
    def on_signed(self) -> tuple[QColor, ...]:
        return tuple(QColor(readable_on(c, self.roles.ink)) for c in ramps.signed_ramp(self.name))

    def px(self, size: float) -> int:
        """A length that grows with the text: paddings, row heights, marks."""
        return round(size * self.scale)

    def text(self, size: int = BODY, weight: int = 400) -> QFont:
        return fonts.font(fonts.SANS, self.px(size), weight)

    def words(self, size: int = BODY, weight: int = 400) -> QFont:
        """For a person's own words: other scripts may be lent by other fonts."""
        return fonts.font(fonts.SANS, self.px(size), weight, merging=True)

    def numbers(self, size: int = SMALL, weight: int = 400) -> QFont:
        return fonts.font(fonts.MONO, self.px(size), weight)

    def token(self, index: int) -> QColor:
        """The colour that marks the token at a position, the same in every panel."""
        return self.tokens[index % len(self.tokens)]

    def token_outline(self, index: int) -> QColor:
        return self.token_outlines[index % len(self.token_outlines)]

    def is_second_mark(self, index: int) -> bool:
        """Whether a colour comes back for the second time or later: such tokens carry a second mark."""
        return index >= len(self.tokens)

    def qt_palette(self) -> QPalette:
        """Every role set: what is left out would follow the system's scheme."""
        made = QPalette()
        role = QPalette.ColorRole
        plan = {
            role.Window: self.paper,
            role.WindowText: self.ink,
            role.Base: self.raised,
            role.AlternateBase: self.panel,
            role.Text: self.ink,
            role.Button: self.raised,
            role.ButtonText: self.ink,
            role.BrightText: self.on_accent,
            role.Highlight: self.accent,
            role.HighlightedText: self.on_accent,
            role.ToolTipBase: self.raised,
            role.ToolTipText: self.ink,
            role.PlaceholderText: self.secondary,
            role.Link: self.accent,
            role.LinkVisited: self.accent,
            role.Light: self.raised,
            role.Midlight: self.track,
            role.Mid: self.hairline,
            role.Dark: self.edge,
            role.Shadow: self.edge,
            role.Accent: self.accent,
        }
        for which, colour in plan.items():
            made.setColor(which, colour)
        for which in (role.WindowText, role.Text, role.ButtonText):
            made.setColor(QPalette.ColorGroup.Disabled, which, self.secondary)
        return made


@cache
def theme(name: str, text_scale: float = 1.0, ground: Ground = "theme") -> Theme:
    return Theme(name, text_scale, ground)


def theme_of(view: View) -> Theme:
    return theme(view.theme, view.text_scale, view.ground)


def theme_meant(name: str) -> str:
    """The name of a theme; "system" means light or dark, as the system has it just now."""
    if name != "system":
        return name
    return "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


@cache
def metrics(key: str, font: QFont) -> QFontMetricsF:
    return QFontMetricsF(font)


def width_of(font: QFont, text: str) -> float:
    """Advance width of `text` in pixels."""
    return metrics(font.key(), font).horizontalAdvance(text)
