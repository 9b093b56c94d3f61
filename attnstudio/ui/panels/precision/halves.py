"""The two experiments: float16 and scores that are not yet scaled, exp and a softmax that shifts nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnstudio.model import numerals
from attnstudio.model.precision import KINDS, exp_limit, try_with
from attnstudio.model.refused import Refused
from attnstudio.model.settings import Trial
from attnstudio.state.store import Store
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.panels.precision import words
from attnstudio.ui.panels.precision.table import NumberGrid
from attnstudio.ui.panels.precision.words import Row
from attnstudio.ui.theme import Theme, theme_of
from attnstudio.ui.widgets import button, label
from attnstudio.ui.wrapped import Group, Prose, Wrapped

_FIELD = 62


class Experiment(QWidget):
    """A heading, fields, a table, and the sentence that says what it shows."""

    def __init__(self, store: Store, title: str, table: NumberGrid) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.store = store
        self.title = label(title, "strong")
        self.entries = Prose("note")  # in a picture, instead of the fields
        self.table = table
        self.sentence = Prose()
        self.fields = self._make_fields()
        self.controls = Wrapped(self, self._groups(), theme_of(store.view))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.title, self.controls, self.entries, self.table, self.sentence):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.controls.setVisible(not store.view.is_figure)
        self.entries.setVisible(store.view.is_figure)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _make_fields(self) -> dict[str, NumberField]:
        raise NotImplementedError

    def _groups(self) -> tuple[Group, ...]:
        raise NotImplementedError

    def field(self, name: str, act: Callable[[float], object]) -> NumberField:
        return NumberField(self, name, act, self.store.say, write=lambda n: numerals.exact(n, at_most=4))

    def change(self, **entries: object) -> None:
        try:
            self.store.set_view(trial=try_with(self.store.view.trial, **entries))
        except Refused as refused:
            self.store.say(str(refused))

    def show_told(self, entries: str, rows: tuple[Row, ...], sentence: str) -> None:
        self.entries.tell(entries)
        self.table.show_rows(rows)
        self.sentence.tell(sentence)
        self.setAccessibleDescription(sentence)

    def retheme(self, theme: Theme) -> None:
        self.column.setSpacing(theme.px(6))
        self.controls.retheme(theme)
        self.table.retheme(theme)
        for made in self.fields.values():
            made.setFixedWidth(theme.px(_FIELD))
        self.controls.arrange()


class HalfPrecision(Experiment):
    """q·k in float16, before and after the scaling."""

    def __init__(self, store: Store) -> None:
        table = NumberGrid("Scores and weights in float16", words.HALF_HEAD, 3)
        super().__init__(store, "float16 ends at 65,504", table)

    def _make_fields(self) -> dict[str, NumberField]:
        names = {"query": "every entry of q", "first": "every entry of k₁", "second": "every entry of k₂"}
        made = {name: self.field(said, partial(self._set, name)) for name, said in names.items()}
        made["d_k"] = self.field("d_k in float16", partial(self._set, "d_k"))
        return made

    def _groups(self) -> tuple[Group, ...]:
        return (
            Group(label("all entries of q"), self.fields["query"]),
            Group(label("of k₁"), self.fields["first"]),
            Group(label("of k₂"), self.fields["second"]),
            Group(label("d_k"), self.fields["d_k"]),
        )

    def _set(self, name: str, value: float) -> None:
        self.change(**{name: round(value) if name == "d_k" and value == round(value) else value})

    def show_trial(self, trial: Trial) -> None:
        for name, field in self.fields.items():
            field.show_number(getattr(trial, name))
        self.show_told(words.entries_in_words(trial), words.half_rows(trial), words.half_sentence(trial))


class StableSoftmax(Experiment):
    """exp beyond the largest number, and the shift that cures it."""

    def __init__(self, store: Store) -> None:
        table = NumberGrid("Exponentials and weights", words.SOFTMAX_HEAD, 3)
        limits = " or ".join(f"{numerals.fixed(exp_limit(kind))} ({kind})" for kind in KINDS)
        super().__init__(store, f"exp ends at {limits}", table)

    def _make_fields(self) -> dict[str, NumberField]:
        return {
            "first": self.field("first score", partial(self._set, 0)),
            "second": self.field("second score", partial(self._set, 1)),
        }

    def _groups(self) -> tuple[Group, ...]:
        tries = [
            button(
                numerals.sized(score),
                "link",
                partial(self._try, float(score)),
                name=f"Try a score of {numerals.sized(score)}",
            )
            for score in (88, 89, 709, 710, 1000)
        ]
        return (
            Group(label("scores"), self.fields["first"], self.fields["second"]),
            Group(label("try"), *tries),
        )

    def _set(self, index: int, value: float) -> None:
        first, second = self.store.view.trial.scores
        self.change(scores=(value, second) if index == 0 else (first, value))

    def _try(self, score: float) -> None:
        self.change(scores=(score, score - 1.0))

    def show_trial(self, trial: Trial) -> None:
        for name, score in zip(("first", "second"), trial.scores, strict=True):
            self.fields[name].show_number(score)
        told = words.scores_in_words(trial), words.softmax_rows(trial), words.softmax_sentence(trial)
        self.show_told(*told)
