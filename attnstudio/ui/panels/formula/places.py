"""Where the formula, its lines of numbers and the sentence lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF, QSizeF

from attnstudio.notes.formula import Piece
from attnstudio.state.snapshot import Step
from attnstudio.ui import typeset
from attnstudio.ui.panels.formula.content import FEWEST, StepNumbers
from attnstudio.ui.theme import SMALL, Theme, width_of

EM = 19.0  # pixels of the formula's type, at 100 % text
BAND = 29  # height of the formula's line
PITCH, MOST_PITCH = 15, 19  # of the lines of numbers
LINES = 6  # five steps, and the sentence
LABEL, MOST_LABEL = 72, 82  # width of the steps' names
GAP = 2  # letters between two numbers
_ASIDE = 6  # letters for the brackets, for "…", and before what is said beside the numbers
_NOTE = 162  # pixels of the longest that is said beside the numbers


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of the formula: the left end of its baseline, and what it covers."""

    piece: Piece
    x: float
    rect: QRectF


@dataclass(frozen=True, slots=True)
class Frame:
    """All places, for one size and one set of lines."""

    size: QSizeF
    em: float
    baseline: float  # of the formula
    formula: tuple[Placed, ...]
    rows: tuple[tuple[Step, QRectF], ...]
    letter: float  # width of a digit
    left: float  # of the numbers, after the bracket
    column: int  # letters
    count: int  # numbers that have room
    total: int
    sentence: QRectF

    @property
    def is_whole(self) -> bool:
        return self.count == self.total

    def step_at(self, x: float, y: float) -> Step | None:
        for placed in self.formula:
            if placed.rect.contains(x, y):
                return placed.piece.step
        return next((step for step, rect in self.rows if rect.contains(x, y)), None)

    def key_at(self, x: float, y: float) -> int | None:
        """The column of the number at a place."""
        on_numbers = any(step != "mix" and rect.contains(x, y) for step, rect in self.rows)
        index = int((x - self.left - GAP / 2 * self.letter) // (self.column * self.letter))
        return index if on_numbers and 0 <= index < self.count else None

    def column_rect(self, key: int) -> QRectF:
        """The numbers of one key, through all steps that have one for each key."""
        width = self.column * self.letter
        top = self.rows[0][1].top()
        bottom = max(rect.bottom() for step, rect in self.rows if step != "mix")
        return QRectF(self.left + GAP / 2 * self.letter + key * width, top, width, bottom - top)

    @property
    def beside(self) -> float:
        """Where it is said what the numbers of a line are."""
        letters = self.column * self.count + (3 if self.is_whole else 5)
        return self.left + letters * self.letter


def least_size(theme: Theme) -> QSizeF:
    """Room for all lines, each with a step's name, a number and what is said beside it."""
    letter = width_of(theme.numbers(SMALL), "0")
    width = theme.px(LABEL + _NOTE) + letter * (FEWEST + GAP + _ASIDE)
    return QSizeF(width, theme.px(BAND) + LINES * theme.px(PITCH))


def most_numbers(theme: Theme, width: float) -> int:
    """No more numbers than this have room in a line."""
    return max(int(width / (width_of(theme.numbers(SMALL), "0") * (FEWEST + GAP))), 1)


def frame(
    theme: Theme,
    size: QSizeF,
    formula: tuple[Piece, ...],
    lines: tuple[StepNumbers, ...],
    total: int,
) -> Frame:
    """Put everything in its place; `total` numbers would be in a line if there were room."""
    letter = width_of(theme.numbers(SMALL), "0")
    column = max((len(n) for line in lines for n in line.numbers if line.step != "mix"), default=0)
    column = max(column, FEWEST) + GAP
    beside = max((width_of(theme.text(SMALL), line.note) for line in lines if line.numbers), default=0.0)
    spare = size.width() - least_size(theme).width()
    label = theme.px(LABEL) + max(min(spare, theme.px(MOST_LABEL - LABEL)), 0.0)
    room = (size.width() - label - beside) / letter - _ASIDE
    count = min(total, max(int(room // column), 1))
    em, placed = _formula(theme, size.width(), formula)
    rows, sentence = _rows(theme, size, lines)
    return Frame(
        size=size,
        em=em,
        baseline=_baseline(theme),
        formula=placed,
        rows=rows,
        letter=letter,
        left=label + letter,
        column=column,
        count=count,
        total=total,
        sentence=sentence,
    )


def _baseline(theme: Theme) -> float:
    return float(theme.px(BAND * 0.62))


@lru_cache(8)  # it changes with the window, not with the numbers
def _formula(theme: Theme, width: float, formula: tuple[Piece, ...]) -> tuple[float, tuple[Placed, ...]]:
    widths = [typeset.outlines(piece.latex).width for piece in formula]
    whole = sum(widths) + sum(piece.gap for piece in formula) + 0.3
    em = min(float(theme.px(EM)), max(width, 1.0) / whole)
    placed: list[Placed] = []
    x = 0.15 * em
    for piece, wide in zip(formula, widths, strict=True):
        start = x
        x += piece.gap * em
        rect = QRectF(start, 0.0, x - start + wide * em, float(theme.px(BAND - 3)))
        placed.append(Placed(piece, x, rect))
        x += wide * em
    return em, tuple(placed)


def _rows(
    theme: Theme, size: QSizeF, lines: tuple[StepNumbers, ...]
) -> tuple[tuple[tuple[Step, QRectF], ...], QRectF]:
    """The lines, and what is left under them for the sentence."""
    top, width = float(theme.px(BAND)), size.width()
    pitch = min((size.height() - top) / (len(lines) + 1), float(theme.px(MOST_PITCH)))
    pitch = max(pitch, float(theme.px(PITCH)))
    rows = tuple((line.step, QRectF(0, top + i * pitch, width, pitch)) for i, line in enumerate(lines))
    top += len(lines) * pitch
    return rows, QRectF(0, top, width, max(size.height() - top, pitch))
