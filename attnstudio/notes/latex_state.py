r"""A state in LaTeX for amsmath alone: the formula, the matrices, every step of the shown row, and a table.

No column of a `bmatrix` beyond the tenth is possible without a setting of its own, and no page holds 64 rows:
what is larger is cut by \cdots and \vdots, and the table has all keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look, Passage, index_of
from attnstudio.model.trace import Row, Trace
from attnstudio.notes.code_lines import comment
from attnstudio.notes.formula import Piece, pieces
from attnstudio.notes.latex import escaped, formula, of_text
from attnstudio.notes.shown import Shown, shown

_T = TypeVar("_T")
_MOST = 10  # rows or columns: as many as amsmath lets a bmatrix have
_MOST_BETWEEN = 6  # columns of a matrix that stands in the middle of a formula
_LAST = 2  # of a long row, those after the dots
_LATIN = "\u024f"  # the last letter that pdflatex knows by itself, by and large
_FOREIGN = "Some words need LuaLaTeX or XeLaTeX, and a font that has their letters."
_POSITIONS = {"none": "", "rope": "turned by their positions", "added": "with positions added to $x$"}


def latex(document: Document, trace: Trace, look: Look) -> str:
    """The passage, head and query that `look` shows; only the formula where no word asks."""
    made, passage = shown(document, trace, look), document.passages[look.passage]
    lines = [*comment(f"{made.caption}. {made.sentence}", "%"), *_foreign(passage)]
    if not made.rows:
        return "\n".join([*lines, *_display(_whole_formula(document))]) + "\n"
    i = index_of(passage.query_tokens, look.query)
    lines += _display(_with_numbers(document, trace, trace.row(i), look.head))
    lines += _display(_inputs(document, passage, look)) if passage.embedding is not None else []
    lines += _display(_vectors(document, trace, i, look.head))
    lines += _display(_steps(document, trace.row(i), look.head))
    return "\n".join([*lines, *_table(made)]) + "\n"


def _foreign(passage: Passage) -> list[str]:
    words = (token.text for token in (*passage.query_tokens, *passage.key_tokens))
    return comment(_FOREIGN, "%") if any(letter > _LATIN for word in words for letter in word) else []


def _display(rows: Sequence[str]) -> list[str]:
    if len(rows) == 1:
        return ["\\[", rows[0], "\\]"]
    inner = [f"{row} \\\\" for row in rows[:-1]]
    return ["\\[", "\\begin{aligned}", *inner, rows[-1], "\\end{aligned}", "\\]"]


def _whole_formula(document: Document) -> list[str]:
    return [" ".join(piece.latex for piece in _pieces(document))]


def _with_numbers(document: Document, trace: Trace, row: Row, head: int) -> list[str]:
    """The formula, then the same with the scores in it, with the weights, and what comes of it."""
    scale, temperature = document.settings.scale, document.settings.temperature
    scores = _bmatrix([_cells(row.scores[head].tolist())], _MOST_BETWEEN)
    numbers = {
        "q Kᵀ": scores,
        "cos(q, K)": scores,
        "/ √d_k": rf"/\,\sqrt{{{trace.d_k}}}",
        "· s": rf"\cdot ({number(numerals.exact(1.0 if scale is None else scale))})",
        "/ τ": rf"/\,{number(numerals.exact(temperature))}",
    }
    left, _, *right = _pieces(document)
    return [
        f"{left.latex} &= {' '.join(piece.latex for piece in right)}",
        f"&= {' '.join(numbers.get(piece.plain, piece.latex) for piece in right)}",
        f"&= {_bmatrix([_weights(row, head)], _MOST_BETWEEN)} V",
        f"&= {_bmatrix([_cells(row.output[head].tolist())])}",
    ]


def _pieces(document: Document) -> tuple[Piece, ...]:
    return pieces(document.settings, document.mask.hides, document.wrong)


def _weights(row: Row, head: int) -> list[str]:
    return [number(numerals.weight(x)) for x in row.weights[head].tolist()]


def _inputs(document: Document, passage: Passage, look: Look) -> list[str]:
    """X and the matrices of the shown head, from which queries, keys and values are made."""
    assert passage.embedding is not None
    assert document.projection is not None
    projection, offering = document.projection, passage.embedding.x_keys
    made = [("X", passage.embedding.x)]
    if offering is not None:
        made.append(("X_{K}", offering))
    made += [
        (f"W_{{{name[-1].upper()}}}", getattr(projection, name)[look.head]) for name in ("w_q", "w_k", "w_v")
    ]
    if projection.w_o is not None:
        made.append(("W_{O}", projection.w_o))
    return [f"{name} &= {_matrix(rows)}" for name, rows in made]


def _vectors(document: Document, trace: Trace, i: int, head: int) -> list[str]:
    told = _POSITIONS[document.positions.kind]
    beside = rf" \quad \text{{({told})}}" if told else ""
    q, k, v = trace.queries[head, i : i + 1], trace.keys[head], trace.values[head]
    return [
        f"q &= {_matrix(q.tolist())}{beside}",
        f"K &= {_matrix(k.tolist())}",
        f"V &= {_matrix(v.tolist())}",
    ]


def _steps(document: Document, row: Row, head: int) -> list[str]:
    wrong, made = document.wrong, []
    named = [("scores", row.scores), ("scaled", row.scaled)]
    if document.mask.hides and not (wrong.mask_after_softmax or wrong.skips_softmax):
        named.append(("masked", row.masked))
    made = [(name, _cells(numbers[head].tolist())) for name, numbers in named]
    made += [("weights", _weights(row, head)), ("output", _cells(row.output[head].tolist()))]
    return [rf"\text{{{name}}} &= {_bmatrix([cells])}" for name, cells in made]


# --- matrices ---------------------------------------------------------------------------------------------


def number(text: str) -> str:
    r"""A printed number in mathematics: ``−∞``, ``<0.001`` and ``1.25e6`` as well."""
    return formula(text)


def _cells(numbers: Sequence[float]) -> list[str]:
    return [number(numerals.fixed(x)) for x in numbers]


def _matrix(rows: Sequence[Sequence[float]]) -> str:
    return _bmatrix([_cells(row) for row in rows])


def _bmatrix(rows: Sequence[Sequence[str]], columns: int = _MOST) -> str:
    shown_rows = [_cut(row, r"\cdots", columns) for row in rows]
    dots = [r"\vdots"] * len(shown_rows[0])
    inner = r" \\ ".join(" & ".join(row) for row in _cut(shown_rows, dots, _MOST))
    return rf"\begin{{bmatrix}} {inner} \end{{bmatrix}}"


def _cut(parts: Sequence[_T], dots: _T, most: int) -> list[_T]:
    """The parts, or where they are too many, the first and the last of them."""
    if len(parts) <= most:
        return list(parts)
    return [*parts[: most - _LAST - 1], dots, *parts[-_LAST:]]


# --- the table --------------------------------------------------------------------------------------------


def _table(made: Shown) -> list[str]:
    head = " & ".join(name.replace("·", r"$\cdot$") for name in made.head)
    *keys, sums = [_numbers(cells) for cells in made.rows]
    names = [f"${of_text(cells[0])}$" for cells in made.rows]
    return [
        "\\begin{tabular}{l" + "r" * (len(made.head) - 1) + "}",
        "\\hline",
        f"{head} \\\\",
        "\\hline",
        *(f"{name} & {key} \\\\" for name, key in zip(names, keys, strict=False)),
        "\\hline",
        f"$\\Sigma$ & {sums} \\\\",
        "\\hline",
        "\\end{tabular}",
    ]


def _numbers(cells: tuple[str, ...]) -> str:
    return " & ".join(f"${_vector(text)}$" if text else "" for text in cells[1:])


def _vector(text: str) -> str:
    """``(1.33, 0.21)`` or a number; of a long vector it is said in words how much more there is."""
    if not text.startswith("("):
        return number(text)
    inside = text[1:-1].split(", ")
    parts = [rf"\dots \text{{{escaped(part[1:])}}}" if part[:1] == "…" else number(part) for part in inside]
    return f"({', '.join(parts)})"
