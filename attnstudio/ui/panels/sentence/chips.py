"""Where the words of a sentence lie: chips in lines, with their punctuation outside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from attnstudio.model.document import Passage, Token, names_of
from attnstudio.ui.graphemes import without_font
from attnstudio.ui.theme import SMALL, Theme, metrics, width_of

WORD = 15  # type of a word
NUMBER = 11  # type of the weight under it
LONGEST = 220  # pixels of a word at 100 % text; longer ones are cut, and told whole in their tip
ARCS, MOST_ARCS, LEAST_ARCS = 40, 80, 20  # height of the room for arcs: usual, most, in several lines


@dataclass(slots=True)
class Chip:
    """One word: what is written on it, and where it lies. `key` is its column, −1 if it offers nothing."""

    token: Token
    name: str
    colour: int  # position in its sentence, which gives its colour
    query: int  # its row, −1 if it does not ask
    key: int
    word: QTextLayout
    width: float  # of the word
    height: float
    is_cut: bool
    missing: tuple[str, ...]  # letters that no font here has
    before: str
    after: str
    before_width: float
    after_width: float
    line: int = 0
    rect: QRectF = field(default_factory=QRectF)


@dataclass(frozen=True, slots=True)
class Group:
    """The words of one sentence, with the word that says what they do where there are two sentences."""

    label: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Chips in their places. `foot` is the room under a chip for its number, 0 where there is none."""

    lines: int
    height: float
    arcs: float  # room for arcs above the first line
    gap: float  # room between two lines
    foot: float
    chips: tuple[Chip, ...]
    labels: tuple[tuple[str, QRectF], ...]


class Measures:
    """The lengths of one theme. Without `dots` no word has the mark of its token, without `feet` there is
    no number under it, and with `bars` its weight is drawn there, too."""

    def __init__(self, theme: Theme, *, dots: bool = True, feet: bool = True, bars: bool = False) -> None:
        self.word_font = theme.words(WORD)
        self.number_font = theme.numbers(NUMBER)
        self.label_font = theme.text(SMALL)
        self.chip = float(theme.px(31))
        self.pad = float(theme.px(11))
        self.dot = float(theme.px(10)) if dots else 0.0
        self.dot_gap = float(theme.px(7)) if dots else 0.0
        self.gap = float(theme.px(10))
        self.between = float(theme.px(22))  # two lines
        self.bar = float(theme.px(4)) if bars and feet else 0.0
        self.drop = float(theme.px(7 if bars else 4))  # from a chip to its number; a ring may be around it
        self.number = theme.px(16) + self.drop - 2.0 if feet else 0.0
        self.foot = self.number + (self.bar and self.bar + theme.px(2))
        self.margin = float(theme.px(5))  # room for a ring around a chip at the edge
        self.least = width_of(self.number_font, "<0.001") + 4
        self.longest = float(theme.px(LONGEST))
        self.mark_longest = float(theme.px(60))
        self.arcs, self.most_arcs = float(theme.px(ARCS)), float(theme.px(MOST_ARCS))
        self.least_arcs = float(theme.px(LEAST_ARCS))

    @property
    def pitch(self) -> float:
        """From one line of several to the next."""
        return self.chip + self.foot + self.between

    def height_of(self, lines: int) -> int:
        """How high that many lines are, at least."""
        if lines <= 1:
            return round(self.arcs + self.chip + self.foot + self.margin)
        return round(
            self.least_arcs + lines * (self.chip + self.foot) + (lines - 1) * self.between + self.margin
        )


def groups(passage: Passage, measures: Measures) -> tuple[Group, ...]:
    """The chips of a passage: one group, or where queries and keys come from two sentences, two."""
    if passage.is_self_attention:
        return (Group("", _chips(passage.query_tokens, True, True, measures)),)
    return (
        Group("asks", _chips(passage.query_tokens, True, False, measures)),
        Group("offers", _chips(passage.key_tokens, False, True, measures)),
    )


def line_of(sentences: Sequence[Group], measures: Measures) -> float:
    """How wide all chips are in one line."""
    items = [item.width for group in sentences for item in _items(group, measures)]
    return sum(items) + max(len(items) - 1, 0) * measures.gap + 2 * measures.margin


def lay_out(
    sentences: Sequence[Group], width: float, height: float, measures: Measures, with_arcs: bool = True
) -> Layout:
    """Put the chips into lines of `width` pixels; `height` is what is to be seen without scrolling."""
    m = measures
    lines = _lines(sentences, width - 2 * m.margin, m)
    count = len(lines)
    arcs, between, foot = (m.least_arcs, m.between, m.foot) if with_arcs else (m.margin, m.margin, m.foot)
    if count <= 1 and with_arcs:
        arcs = min(max(height - m.chip - m.foot - m.margin, m.arcs / 2), m.most_arcs)
    if not with_arcs and count <= 1 and arcs + m.chip + m.foot > height:
        foot = 0.0
    content = arcs + count * (m.chip + foot) + max(count - 1, 0) * between + m.margin
    top = max((height - content) / 2, 0.0) + arcs
    labels = []
    for number, line in enumerate(lines):
        used = sum(item.width for item in line) + (len(line) - 1) * m.gap
        x = m.margin + (max((width - 2 * m.margin - used) / 2, 0.0) if count == 1 else 0.0)
        y = top + number * (m.chip + foot + between)
        for item in line:
            if item.label:
                label_width = width_of(m.label_font, item.label)
                labels.append((item.label, QRectF(x, y, label_width, m.chip)))
            chip = item.chip
            if chip is not None:
                left = x + item.label_room + chip.before_width
                chip.line = number
                # On whole pixels, where its kept picture lies too.
                chip.rect = QRectF(round(left), round(y), _chip_width(chip, m), m.chip)
            x += item.width + m.gap
    chips = tuple(chip for group in sentences for chip in group.chips)
    return Layout(count, max(content, 0.0), arcs, between, foot, chips, tuple(labels))


@dataclass(frozen=True, slots=True)
class _Item:
    """What stays together in a line: a chip with its punctuation, and a label before the first."""

    width: float
    label: str
    label_room: float
    chip: Chip | None


def _lines(sentences: Sequence[Group], width: float, measures: Measures) -> list[list[_Item]]:
    lines: list[list[_Item]] = []
    used = 0.0
    for group in sentences:
        items = _items(group, measures)
        whole = sum(item.width + measures.gap for item in items)
        for first, item in enumerate(items):
            # A sentence that does not fit into what is left of a line begins one of its own.
            needed = whole if first == 0 and lines else item.width
            if not lines or used + needed > width:
                lines.append([])
                used = 0.0
            lines[-1].append(item)
            used += item.width + measures.gap
    return lines


def _items(group: Group, measures: Measures) -> list[_Item]:
    room = width_of(measures.label_font, group.label) + measures.gap if group.label else 0.0
    if not group.chips:
        return [_Item(room, group.label, room, None)] if group.label else []
    items = []
    for number, chip in enumerate(group.chips):
        width = chip.before_width + _chip_width(chip, measures) + chip.after_width
        if number == 0:
            items.append(_Item(room + width, group.label, room, chip))
        else:
            items.append(_Item(width, "", 0.0, chip))
    return items


def _chip_width(chip: Chip, measures: Measures) -> float:
    return float(
        math.ceil(max(chip.width + measures.dot + measures.dot_gap + 2 * measures.pad, measures.least))
    )


def _chips(tokens: tuple[Token, ...], asks: bool, offers: bool, measures: Measures) -> tuple[Chip, ...]:
    return tuple(
        _chip(token, name, index, asks, offers, measures)
        for index, (token, name) in enumerate(zip(tokens, names_of(tokens), strict=True))
    )


def _chip(token: Token, name: str, index: int, asks: bool, offers: bool, measures: Measures) -> Chip:
    font = measures.word_font
    shown = _elided(font, token.text, measures.longest)
    whole = _laid_out(font, token.text)
    word = whole if shown == token.text else _laid_out(font, shown)
    line = word.lineAt(0)
    before = _elided(font, token.before, measures.mark_longest)
    after = _elided(font, token.after, measures.mark_longest)
    return Chip(
        token=token,
        name=name,
        colour=index,
        query=index if asks else -1,
        key=index if offers else -1,
        word=word,
        width=line.naturalTextWidth(),
        height=line.height(),
        is_cut=shown != token.text,
        missing=without_font(whole),
        before=before,
        after=after,
        before_width=width_of(font, before) + 3 if before else 0.0,
        after_width=width_of(font, after) + 3 if after else 0.0,
    )


def _laid_out(font: QFont, text: str) -> QTextLayout:
    """One line whose direction follows its letters."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(line.naturalTextWidth())
    layout.endLayout()
    return layout


def _elided(font: QFont, text: str, width: float) -> str:
    return metrics(font.key(), font).elidedText(text, Qt.TextElideMode.ElideRight, width)
