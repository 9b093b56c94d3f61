"""What context did, as tables: two sentences in a few numbers, word by word, and as lengths and angles."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnstudio.model import charts, numerals
from attnstudio.model.comparison import matched
from attnstudio.model.document import Passage, Vector, names_of
from attnstudio.model.meanings import Meaning, Split, apart, cosine, meaning, split, winners
from attnstudio.model.trace import Array
from attnstudio.model.wording import whose
from attnstudio.state.snapshot import Snapshot
from attnstudio.ui.hues import SHOWN, letter

NONE = "–"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Cell:
    """`text` as printed, after `word`, if there is one. `bar` is a part of the room, below 0 to the left."""

    text: str
    word: str = ""
    bar: float | None = None
    is_signed: bool = False  # its bar grows from the middle
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """`name` is what all of it is about; `token` the words for which it stands."""

    name: str
    cells: tuple[Cell, ...]
    tokens: tuple[int, ...] = ()
    is_wide: bool = False  # its first cell stands for all


@dataclass(frozen=True, slots=True)
class Head:
    """Over a column: `passage` is the sentence that it is about."""

    text: str
    passage: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    corner: str
    heads: tuple[Head, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One sentence, and what its asking word comes to."""

    passage: int
    held: Passage
    found: Meaning

    @property
    def asking(self) -> str:
        return names_of(self.held.query_tokens)[self.found.query]

    @property
    def keys(self) -> tuple[str, ...]:
        return names_of(self.held.key_tokens)


def sides_of(now: Snapshot) -> tuple[Side, ...]:
    """The sentences in which a word asks."""
    made = []
    for p in range(min(len(now.document.passages), SHOWN)):
        found = meaning(now.document, now.trace_of(p), p, now.row_of(p), now.head)
        if found is not None:
            made.append(Side(p, now.document.passages[p], found))
    return tuple(made)


def table_of(now: Snapshot, sides: tuple[Side, ...]) -> Table:
    """What the panel shows just now; all numbers hidden while the person is asked what they expect."""
    if now.view.compared == "words":
        return _words(now, sides)
    if now.view.compared == "angles":
        return _angles(now, sides)
    return _summary(now, sides)


# --- in a few numbers -------------------------------------------------------------------------------------


def _summary(now: Snapshot, sides: tuple[Side, ...]) -> Table:
    hides = now.look.predicting

    def row(name: str, cells: list[Cell]) -> Row:
        return Row(name, tuple(_hidden(hides, cell) for cell in cells))

    name = one_name(sides)
    rows = [
        row("strongest other word", [_strongest(side) for side in sides]),
        row(f"{name} looks at itself", [_itself(side) for side in sides]),
        row(f"output from {whose(name)} own value", [_from_own(side) for side in sides]),
        row(_axes(now), [_along(now, side) for side in sides]),
    ]
    if len(sides) == SHOWN:
        first, second = (side.found.output for side in sides)
        between, distance = cosine(first, second), apart(first, second)
        rows.append(Row("cosine A to B", (_hidden(hides, _number(between)),), is_wide=True))
        rows.append(Row("outputs apart", (_hidden(hides, _number(distance)),), is_wide=True))
    return Table("", tuple(_head(side, hides) for side in sides), tuple(rows))


def _head(side: Side, hides: bool) -> Head:
    strongest = -1 if hides else side.found.strongest
    text = letter(side.passage)
    return Head(text if strongest < 0 else f"{text} · {side.keys[strongest]}", side.passage)


def _strongest(side: Side) -> Cell:
    j = side.found.strongest
    return Cell(NONE) if j < 0 else Cell(numerals.weight(float(side.found.weights[j])), side.keys[j])


def _itself(side: Side) -> Cell:
    j = side.found.own_key
    if j < 0:
        return Cell(NONE)
    return Cell(numerals.MASKED if side.found.hidden[j] else numerals.weight(float(side.found.weights[j])))


def _from_own(side: Side) -> Cell:
    return _number(apart(side.found.output, side.found.own))


def _along(now: Snapshot, side: Side) -> Cell:
    across, up = charts.shown(now.document.chart, _vector(side.found.output))
    return Cell(numerals.signed(across - up))


def _axes(now: Snapshot) -> str:
    across, up = _axis_names(now)
    return f"{across} {numerals.MINUS} {up}"


def _axis_names(now: Snapshot) -> tuple[str, str]:
    chart = now.document.chart
    return ((chart.x_name if chart else "") or "x"), ((chart.y_name if chart else "") or "y")


def one_name(sides: tuple[Side, ...]) -> str:
    names = {side.asking for side in sides}
    return names.pop() if len(names) == 1 else "the word"


# --- word by word -----------------------------------------------------------------------------------------


def _words(now: Snapshot, sides: tuple[Side, ...]) -> Table:
    hides = now.look.predicting
    if len(sides) < SHOWN:
        rows = [_word_row(hides, (side, None), (j, None)) for side in sides for j in range(len(side.keys))]
        return Table(
            "weights", tuple(Head(letter(side.passage), side.passage) for side in sides), tuple(rows)
        )
    first, second = sides
    pairs = matched(first.held.key_tokens, second.held.key_tokens)
    rows = [_word_row(hides, (first, second), pair) for pair in pairs]
    heads = (Head("A", first.passage), Head("B", second.passage), Head(f"B {numerals.MINUS} A"))
    return Table("weights", heads, (*rows, *_output_rows(now, first, second, hides)))


def _word_row(hides: bool, sides: tuple[Side, Side | None], pair: tuple[int | None, int | None]) -> Row:
    cells, weights, tokens, name = [], [], [], ""
    for side, j in zip(sides, pair, strict=True):
        if side is None:
            continue
        if j is None:
            cells.append(Cell(NONE))
            continue
        name = name or side.keys[j]
        tokens.append(side.held.key_tokens[j].id)
        weight = float(side.found.weights[j])
        weights.append(weight)
        text = numerals.MASKED if side.found.hidden[j] else numerals.weight(weight)
        cells.append(_hidden(hides, Cell(text, bar=weight)))
    if sides[1] is not None:
        cells.append(_hidden(hides, _change(weights, 1.0, numerals.WEIGHT_DIGITS)))
    return Row(name, tuple(cells), tuple(tokens))


def _change(numbers: list[float], limit: float, digits: int) -> Cell:
    if len(numbers) < SHOWN:
        return Cell(NONE)
    change = numbers[1] - numbers[0]
    bar = min(max(change / limit, -1.0), 1.0) if limit else 0.0
    return Cell(numerals.difference(numbers[0], numbers[1], digits), bar=bar, is_signed=True)


def _output_rows(now: Snapshot, first: Side, second: Side, hides: bool) -> list[Row]:
    """Both outputs along the axes of the plane, and how far apart they are in all their dimensions."""
    points = [charts.shown(now.document.chart, _vector(side.found.output)) for side in (first, second)]
    limit = max(abs(b - a) for a, b in zip(*points, strict=True))
    rows = []
    for axis, name in enumerate(_axis_names(now)):
        numbers = [point[axis] for point in points]
        cells = (
            *(Cell(numerals.fixed(number)) for number in numbers),
            _change(numbers, limit, numerals.DIGITS),
        )
        rows.append(Row(f"output, {name}", tuple(_hidden(hides, cell) for cell in cells)))
    distance = _number(apart(first.found.output, second.found.output))
    rows.append(Row("outputs apart", (_hidden(hides, distance),), is_wide=True))
    return rows


# --- lengths and angles -----------------------------------------------------------------------------------


def angled(now: Snapshot, sides: tuple[Side, ...]) -> Side | None:
    """The sentence whose lengths and angles are told: the one that was chosen last."""
    chosen = [side for side in sides if side.passage == now.look.passage]
    return next(iter((*chosen, *sides)), None)


def _angles(now: Snapshot, sides: tuple[Side, ...]) -> Table:
    heads = (Head("|q|"), Head("|k|"), Head("cos θ"), Head("|q||k|cos θ"))
    side = angled(now, sides)
    if side is None:
        return Table("", heads, ())
    found = split(now.trace_of(side.passage), side.found.query, now.head)
    won = winners(found, side.found.hidden)
    hides = now.look.predicting
    rows = []
    for j, name in enumerate(side.keys):
        best = (won is not None and j == won.by_cosine, won is not None and j == won.by_score)
        cells = (
            Cell(numerals.fixed(found.query)),
            Cell(numerals.fixed(float(found.keys[j]))),
            Cell(cosine_text(found, j), is_strong=best[0]),
            Cell(
                numerals.MASKED if side.found.hidden[j] else numerals.fixed(float(found.scores[j])),
                is_strong=best[1],
            ),
        )
        rows.append(Row(name, tuple(_hidden(hides, cell) for cell in cells), (side.held.key_tokens[j].id,)))
    return Table(f"{letter(side.passage)}: {side.asking} asks", heads, tuple(rows))


def cosine_text(found: Split, j: int) -> str:
    value = float(found.cosines[j])
    return NONE if math.isnan(value) else numerals.fixed(value)


def _number(value: float | None) -> Cell:
    return Cell(NONE if value is None else numerals.fixed(value))


def _hidden(hides: bool, cell: Cell) -> Cell:
    return Cell(UNKNOWN) if hides and cell.text != NONE else cell


def _vector(row: Array) -> Vector:
    made: Vector = tuple(row.tolist())
    return made
