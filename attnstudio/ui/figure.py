"""Pictures: the real panels, laid out at a fixed size and theme, painted into an image.

Nothing of the screen plays a part, neither its scale nor its colours: the same call gives the same bytes
on every machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QEventLoop, QIODevice, QPoint, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.notes.laboratory import settings_in_words
from attnstudio.notes.speech import caption_of
from attnstudio.state.palette import THEMES, palette
from attnstudio.state.snapshot import PANELS, PANELS_OF, Ground, View, workspace_of
from attnstudio.state.store import Store
from attnstudio.ui import laboratory
from attnstudio.ui.sheet import sheet
from attnstudio.ui.theme import SMALL, theme_of
from attnstudio.ui.workspaces.kinds import make_panel, make_workspace

SIZES = {
    "sentence": (900, 150),
    "plane": (640, 640),
    "pipeline": (820, 520),
    "matrix": (560, 520),
    "formula": (860, 240),
    "flow": (1180, 460),
    "play": (900, 80),
    "cell": (560, 240),
    "holds": (600, 260),
    "masks": (900, 520),
    "positions": (700, 420),
    "sentences": (1180, 260),
    "meanings": (660, 560),
    "difference": (500, 300),
    "learn": (500, 320),
    "draws": (900, 160),
    "growth": (1000, 560),
    "softmax": (700, 320),
    "precision": (700, 320),
}
WORKSPACE_SIZE = (1440, 900)
LARGEST_SIDE = 16_384  # pixels; beyond it viewers give up before the disk does
LARGEST_AREA = 64_000_000
DPI = 96.0  # at which type has its usual size
CENTIMETRES = 2.54  # in an inch


@dataclass(frozen=True, slots=True)
class Asked:
    """The picture that somebody asked for.

    `panel` is a name out of `PANELS`, or None for the whole workspace. `width` × `height` are in logical
    pixels, `scale` makes each of them that many pixels wide: 1600 × 1000 at 2 gives 3200 × 2000. `dpi` is
    written into the file; None means 96 for each step of scale, so that type comes out in its usual size.
    """

    panel: str | None = None
    width: float = WORKSPACE_SIZE[0]
    height: float = WORKSPACE_SIZE[1]
    scale: float = 1.0
    theme: str = "light"
    ground: Ground = "theme"
    caption: bool = False
    dpi: float | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        return max(round(self.width * self.scale), 1), max(round(self.height * self.scale), 1)

    def check(self) -> None:
        """Raise `Refused` with a sentence where no such picture can be made."""
        if self.panel is not None and self.panel not in PANELS:
            raise Refused(f"There is no panel “{self.panel}”; there are {', '.join(PANELS)}.")
        if self.theme not in THEMES:
            raise Refused(f"There is no theme “{self.theme}”; there are {', '.join(THEMES)}.")
        if not all(math.isfinite(n) and n > 0 for n in (self.width, self.height, self.scale)):
            raise Refused("A picture's width, height and scale must be numbers above 0.")
        wide, high = self.pixels
        if max(wide, high) > LARGEST_SIDE or wide * high > LARGEST_AREA:
            raise Refused(
                f"{wide} × {high} pixels are too many: a side may have {LARGEST_SIDE} at most, "
                f"the picture {LARGEST_AREA // 1_000_000} million."
            )
        if self.dpi is not None and not 1.0 <= self.dpi <= 10_000.0:
            raise Refused("The dpi must be between 1 and 10,000.")


def on_paper(wide: float, high: float, dpi: float, scale: float | None = None) -> tuple[float, float, float]:
    """Logical width, height and the scale of a picture of so many centimetres.

    16 cm at 300 dpi are exactly 1890 pixels, whatever the scale. Unless one is asked for, it is such that
    type has its usual size on paper, as far as the scales 1 … 4 reach.
    """
    scale = scale or min(max(dpi / DPI, 1.0), 4.0)
    pixels = round(wide / CENTIMETRES * dpi), round(high / CENTIMETRES * dpi)
    return pixels[0] / scale, pixels[1] / scale, scale


def usual_size(panel: str | None) -> tuple[int, int]:
    """Width and height in logical pixels for whoever asks for none."""
    return WORKSPACE_SIZE if panel is None else SIZES[panel]


def render(
    document: Document,
    look: Look,
    *,
    panel: str | None = None,
    workspace: str = "vectors",
    width: float = WORKSPACE_SIZE[0],
    height: float = WORKSPACE_SIZE[1],
    scale: float = 1.0,
    theme: str = "light",
    ground: Ground = "theme",
    caption: bool = False,
    dpi: float | None = None,
) -> bytes:
    """A picture as the bytes of a PNG file. Needs a QApplication; see `Asked` for the arguments."""
    asked = Asked(panel, width, height, scale, theme, ground, caption, dpi)
    return png(paint(document, replace(look, workspace=workspace), asked))


def paint(document: Document, look: Look, asked: Asked, view: View | None = None) -> QImage:
    """Paint the picture. `view` lends the plane's zoom and the like where a window is open."""
    asked.check()
    # Dark ink-on-dark roles can't be read on white paper.
    name = "light" if asked.ground == "white" and palette(asked.theme).is_dark else asked.theme
    drawn = replace(
        view or View(),
        theme=name,
        text_scale=1.0,
        ground=asked.ground,
        is_figure=True,
        hover_token=None,
        hover_step=None,
        painting=False,
        message="",
    )
    store = Store(document, look, drawn)
    root = _page(store, asked)
    try:
        return _painted(root, asked, store)
    finally:
        root.close()
        root.deleteLater()
        QApplication.sendPostedEvents(root, QEvent.Type.DeferredDelete.value)


def png(image: QImage) -> bytes:
    """The bytes of a PNG file, its dpi in it."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise Refused("The picture could not be made: there is not enough memory for it.")
    buffer.close()
    return bytes(data.data())


def _page(store: Store, asked: Asked) -> QWidget:
    root = QWidget()
    root.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    look = theme_of(store.view)
    root.setPalette(look.qt_palette())
    root.setStyleSheet(sheet(look))
    column = QVBoxLayout(root)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    if asked.panel is None:
        column.addWidget(make_workspace(workspace_of(store.look), store, root), 1)
    else:
        column.addWidget(make_panel(asked.panel, store, root), 1)
    if asked.caption:
        text = QLabel(_caption(store, asked), root)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setFont(look.words(SMALL))
        text.setContentsMargins(look.px(16), look.px(8), look.px(16), look.px(10))
        column.addWidget(text)
    return root


def _caption(store: Store, asked: Asked) -> str:
    shown = PANELS_OF[workspace_of(store.look)] if asked.panel is None else (asked.panel,)
    if shown == ("precision",):
        from attnstudio.ui.panels.precision.words import in_words  # its numbers are in the view

        return in_words(store.view.trial)
    if set(shown) <= set(PANELS_OF["scaling"]):
        sampled = laboratory.shown(store.now)
        return settings_in_words(store.document.sampling if sampled is None else sampled.sampling)
    return caption_of(store.document, store.trace, store.look)


def _painted(root: QWidget, asked: Asked, store: Store) -> QImage:
    root.ensurePolished()
    # Asked smaller than its text allows, the page is laid out as large as it needs and drawn smaller.
    needed = root.minimumSizeHint()
    grow = max(1.0, needed.width() / asked.width, needed.height() / asked.height)
    root.resize(math.ceil(asked.width * grow - 1e-6), math.ceil(asked.height * grow - 1e-6))
    root.show()
    for _ in range(3):  # a layout settles only after its events
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    wide, high = asked.pixels
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    if image.isNull():
        raise Refused(f"There is not enough memory for {wide} × {high} pixels.")
    image.setDevicePixelRatio(asked.scale / grow)
    image.fill(theme_of(store.view).paper)
    painter = QPainter(image)
    try:
        flags = QWidget.RenderFlag.DrawChildren
        root.render(painter, QPoint(), QRegion(), flags)
    finally:
        painter.end()
    dots = round((asked.dpi or DPI * asked.scale) / 0.0254)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image
