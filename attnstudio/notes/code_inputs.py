"""What goes into attention, as code: typed vectors, or x and its matrices; then positions."""

from __future__ import annotations

from collections.abc import Sequence

from attnstudio.model import numerals
from attnstudio.model.document import ROLES, Document, Matrix, Passage, Projection, names_of
from attnstudio.model.heads import mixes_words
from attnstudio.model.positions import places
from attnstudio.model.trace import Array, Trace
from attnstudio.notes.code_dialect import Dialect
from attnstudio.notes.code_lines import rows
from attnstudio.notes.code_steps import has_w_o


def lines(document: Document, passage: Passage, trace: Trace, say: Dialect) -> list[str]:
    """q, k and v: (n, d) each, and with several heads (h, n, d)."""
    is_made = passage.embedding is not None and document.projection is not None
    made = _made_from_x(document, passage, say) if is_made else _typed(passage, trace, say)
    if has_w_o(document, trace):
        assert document.projection is not None
        made += _array("w_o", document.projection.w_o or (), (), say)
    if mixes_words(document, passage):
        made += [
            "# Done wrongly on purpose: the heads are cut by a reshape alone, so that they mix words.",
            "q, k, v = (part.swapaxes(0, 1).reshape(part.shape) for part in (q, k, v))",
        ]
    if document.positions.kind == "rope":
        made += _turned(document, passage, trace, say)
    return made


def _typed(passage: Passage, trace: Trace, say: Dialect) -> list[str]:
    made: list[str] = []
    names = names_of(passage.query_tokens), names_of(passage.key_tokens), names_of(passage.key_tokens)
    parts = [
        (name, tuple(head.of(role) for head in passage.heads), told)
        for name, role, told in zip("qkv", ROLES, names, strict=True)
    ]
    sizes = dict(zip("qkv", (trace.queries, trace.keys, trace.values), strict=True))
    written: dict[str, tuple[Matrix, ...]] = {}
    for name, heads, told in parts:
        alike = next((other for other, same in written.items() if same == heads and told), None)
        if alike is not None:
            made.append(f"{name} = {alike}")
        elif not told:
            made.append(f"{name} = {say.zeros(_shape(sizes[name]))}")
        else:
            made += _heads(name, heads, told, say)
        written[name] = heads
    return made


def _made_from_x(document: Document, passage: Passage, say: Dialect) -> list[str]:
    embedding, projection = passage.embedding, document.projection
    assert embedding is not None
    assert projection is not None
    made = _rows_of_x("x", embedding.x, names_of(passage.query_tokens), projection, say)
    offering = "x"
    if embedding.x_keys is not None:
        offering = "x_keys"
        made += _rows_of_x(offering, embedding.x_keys, names_of(passage.key_tokens), projection, say)
    if document.positions.kind == "added":
        made += _added(document, passage, say)
    for name in ("w_q", "w_k", "w_v"):
        made += _heads(name, getattr(projection, name), (), say)
    return [*made, "q = x @ w_q", f"k = {offering} @ w_k", f"v = {offering} @ w_v"]


def _rows_of_x(name: str, x: Matrix, names: Sequence[str], projection: Projection, say: Dialect) -> list[str]:
    return _array(name, x, names, say) if x else [f"{name} = {say.zeros((0, len(projection.w_q[0])))}"]


def _heads(name: str, heads: tuple[Matrix, ...], names: Sequence[str], say: Dialect) -> list[str]:
    if len(heads) == 1:
        return _array(name, heads[0], names, say)
    made = [f"{name} = {say.array}(["]
    for number, head in enumerate(heads, start=1):
        made += [f"    [  # head {number}", *rows(head, names, 2), "    ],"]
    return [*made, "])"]


def _array(name: str, matrix: Matrix, names: Sequence[str], say: Dialect) -> list[str]:
    factor = matrix[0][0] if matrix else 0.0
    size = len(matrix)
    if not names and len(matrix[0]) == size > 1 and matrix == _unit(size, factor):
        by = "" if factor == 1.0 else f"{numerals.plain(factor)} * "
        return [f"{name} = {by}{say.module}.eye({size})"]
    return [f"{name} = {say.array}([", *rows(matrix, names), "])"]


def _unit(size: int, factor: float) -> Matrix:
    return tuple(tuple(factor if i == j else 0.0 for j in range(size)) for i in range(size))


def _shape(array: Array) -> tuple[int, ...]:
    return array.shape[1:] if len(array) == 1 else array.shape


# --- positions --------------------------------------------------------------------------------------------


def _turned(document: Document, passage: Passage, trace: Trace, say: Dialect) -> list[str]:
    """RoPE (Su et al. 2021): each pair of components of q and k turned by its angle."""
    m, positions, d = say.module, document.positions, trace.d_k
    asking, offering = places(passage, document.mask)
    if positions.pairing == "interleaved":
        cut = "first, second = rows[..., 0::2], rows[..., 1::2]"
    else:
        cut = f"first, second = rows[..., :{d // 2}], rows[..., {d // 2}:]"
    return [
        "",
        "def turned(rows, places):  # each pair of components by its angle: RoPE",
        f"    angles = {_angles(document, d, say)}",
        f"    cos, sin = {m}.cos(angles), {m}.sin(angles)",
        f"    {cut}",
        "    made = (first * cos - second * sin, first * sin + second * cos)",
        f"    return {_paired(document, 'made', say)}{_back(document, 'rows.shape')}",
        "",
        f"q = turned(q, {_places(asking, say)})",
        f"k = turned(k, {_places(offering, say)})",
    ]


def _added(document: Document, passage: Passage, say: Dialect) -> list[str]:
    """Vectors of positions (Vaswani et al. 2017, section 3.5), added to x."""
    m, positions = say.module, document.positions
    assert document.projection is not None
    d = len(document.projection.w_q[0])
    asking, offering = places(passage, document.mask)
    by = "" if positions.size == 1.0 else f"{numerals.plain(positions.size)} * "
    made = [
        "",
        "def of_places(places):  # a vector for each position",
        f"    angles = {_angles(document, d, say)}",
        f"    made = ({m}.sin(angles), {m}.cos(angles))",
        f"    return {by}{_paired(document, 'made', say)}{_back(document, f'len(places), {d}')}",
        "",
        f"x = x + of_places({_places(asking, say)})",
    ]
    if not passage.is_self_attention:
        made.append(f"x_keys = x_keys + of_places({_places(offering, say)})")
    return made


def _angles(document: Document, d: int, say: Dialect) -> str:
    turn, base = numerals.plain(document.positions.turn), numerals.plain(document.positions.base)
    by = "" if document.positions.turn == 1.0 else f"{turn} * "
    return f"places[:, None] * ({by}{base} ** (-2 * {say.module}.arange({d // 2}) / {d}))"


def _paired(document: Document, parts: str, say: Dialect) -> str:
    if document.positions.pairing == "interleaved":
        return f"{say.module}.stack({parts}, {say.axis}=-1)"
    return f"{say.join}({parts}, {say.axis}=-1)"


def _back(document: Document, shape: str) -> str:
    return f".reshape({shape})" if document.positions.pairing == "interleaved" else ""


def _places(at: Array, say: Dialect) -> str:
    """Positions counted from 0: a range where they are one."""
    counted = [int(place) for place in at.tolist()]
    first = counted[0] if counted else 0
    if counted == list(range(first, first + len(counted))):
        return f"{say.module}.arange({f'{first}, ' if first else ''}{first + len(counted)})"
    return f"{say.array}({counted})"
