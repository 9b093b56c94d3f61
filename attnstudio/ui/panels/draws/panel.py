"""What is drawn, and by what its scores are divided."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.model.settings import Sampling
from attnstudio.notes.laboratory import settings_in_words
from attnstudio.state.snapshot import Snapshot
from attnstudio.state.store import Store
from attnstudio.ui.laboratory import shown, waiting
from attnstudio.ui.panels.draws.controls import DrawControls
from attnstudio.ui.panels.draws.progress import Progress
from attnstudio.ui.panels.panel import Panel
from attnstudio.ui.theme import BODY
from attnstudio.ui.widgets import OneLine
from attnstudio.ui.wrapped import Prose

HELP = (
    "Queries and keys of chance. Set how many components they have, how many keys there are, how often they "
    "are drawn, and by what their scores are divided."
)


class DrawsPanel(Panel):
    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(store, "draws", "Draws", parent)
        self.setAccessibleDescription(HELP)
        self.about = OneLine("note")
        self.header.takeAt(1)
        self.header.insertWidget(1, self.about, 1)
        self.progress = Progress(store, self.theme)
        self.add_control(self.progress)
        self.controls = DrawControls(self, store, self.theme)
        self.settings = Prose()  # in a picture, instead of the controls
        self.column.addWidget(self.controls)
        self.column.addWidget(self.settings)
        self.controls.setVisible(not store.view.is_figure)
        self.settings.setVisible(store.view.is_figure)
        if store.view.is_figure:
            self.column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setFocusProxy(self.controls.slider)
        self.settle()

    def refresh(self, old: Snapshot | None, new: Snapshot) -> None:
        sampling = new.document.sampling
        is_other = old is None or old.document.sampling is not sampling
        if is_other:
            self.controls.show_sampling(sampling)
            self.about.set_whole(about(sampling))
        if (
            is_other
            or (old is not None and old.view.sampled is not new.view.sampled)
            or (old is not None and old.view.undrawn is not new.view.undrawn)
        ):
            sampled = shown(new)
            self.progress.show_samples(sampling, sampled, waiting(new))
            if new.view.is_figure and sampled is not None:
                self.settings.tell(settings_in_words(sampled.sampling))

    def retheme(self) -> None:
        self.controls.retheme(self.theme)
        self.progress.retheme(self.theme)
        self.settings.setFont(self.theme.text(BODY))

    def take_keyboard(self) -> None:
        self.controls.slider.setFocus(Qt.FocusReason.ShortcutFocusReason)


def about(sampling: Sampling) -> str:
    """What one draw is, in words."""
    keys = "one key" if sampling.keys == 1 else f"{sampling.keys} keys"
    components = "1 component" if sampling.d_k == 1 else f"{sampling.d_k} components"
    each = "each component of mean 0 and variance 1"
    return f"A draw is one query and {keys} of {components}, all of them chance, {each}."
