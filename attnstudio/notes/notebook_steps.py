"""The five steps of one state, a cell each: match, scale, mask, normalize, mix, and the heads joined.

Every step prints its shape, shows its matrix, and is held to the numbers on the screen. What a document does
otherwise (a cosine, a temperature, something wrong on purpose) stands in the step where it happens.
"""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.heads import final
from attnstudio.model.rules import may_look
from attnstudio.notes.code_rounding import doubt_about
from attnstudio.notes.notebook_cells import Cell
from attnstudio.notes.notebook_state import State, added_score, list_of

_DOUBT = (
    "# Numbers of this size are rounded differently by every library: nothing is compared with the screen."
)
_SEEN_ALIKE = 1e-4  # scores that may be further off than this, by rounding alone, are not compared


def step_cells(state: State) -> list[Cell]:
    """Cells that begin with Q, K, V and `may_look`, and end with `weights` and `output`."""
    trace, row, head = state.trace, state.query, state.look.head
    doubt = doubt_about(state.document, state.look.passage, trace, row)
    shown = trace.row(row)
    vague = doubt.alike > _SEEN_ALIKE
    cells: list[Cell] = []

    def step(name: str, title: str, code: list[str], digits: int, doubtful: bool) -> None:
        told, numbers = _STEPS[name], getattr(shown, name)[head].tolist()
        of_row = f"{name}{state.of_head}[row]"
        held = [_DOUBT] if doubtful else _held(name, of_row, numbers, digits)
        picture = _heat(state, name, title, digits)
        cells.append(Cell(f"step-{name}", told))
        shape = f'print("{name}", {name}.shape)'
        cells.append(Cell(f"step-{name}-code", "\n".join([*code, shape, *held, *picture]), "code"))

    step("scores", "scores: QKᵀ", _match(state), 2, vague)
    step("scaled", "scaled", _scale(state), 2, vague)
    step("masked", "masked: −∞ where nobody may look", _mask(state), 2, vague)
    step("weights", "weights", _normalize(state), 3, doubt.weights)
    step("output", "output", ["output = weights @ V"], 2, doubt.output)
    joined = _joined(state, doubt.final)
    return [*cells, *joined]


_STEPS = {
    "scores": (
        "### 1. Match: QKᵀ\n\nEvery query times every key (section 3 of the chapter). A larger score is a "
        "stronger raw match."
    ),
    "scaled": (
        "### 2. Scale\n\nDivided by √d_k, so that scores of many dimensions don't grow with their number "
        "(section 4; Vaswani et al. 2017, section 3.2.1)."
    ),
    "masked": "### 3. Mask\n\n−∞ where a query may not look (section 9): e to the −∞ is exactly 0.",
    "weights": (
        "### 4. Normalize: softmax over the keys\n\nEach row becomes weights that are positive and sum to 1 "
        "(section 5)."
    ),
    "output": (
        "### 5. Mix: weights times V\n\nEach output is the values in proportion to the weights (section 6)."
    ),
}


def _held(name: str, of_row: str, numbers: list[float], digits: int) -> list[str]:
    return [
        f"on_screen = {list_of(numbers, digits)}",
        f'agrees("{name.capitalize()}", {of_row}, on_screen, digits={digits})',
    ]


def _heat(state: State, name: str, title: str, digits: int) -> list[str]:
    if name == "masked" and may_look(state.document.mask, state.passage).all():
        return ['print("Nothing is masked here: these are the scaled scores.")']
    shown = f"{name}{state.of_head}"
    if name != "output":
        return [f'Heat({shown}, names_q, names_k, "{title}", digits={digits})']
    columns = f'[f"component {{i + 1}}" for i in range({state.trace.d_v})]'
    return [f'Heat({shown}, names_q, {columns}, "{title}", digits={digits}, corner="query asks ↓")']


def _match(state: State) -> list[str]:
    if not state.document.settings.cosine:
        return ["scores = Q @ K.swapaxes(-1, -2)"]
    return [
        "def of_length_one(rows):",
        "    rows = rows / np.maximum(np.abs(rows).max(axis=-1, keepdims=True), 1e-300)",
        "    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)",
        "    return rows / np.where(lengths == 0, 1.0, lengths)",
        "",
        "",
        "Q, K = of_length_one(Q), of_length_one(K)  # cosines: directions alone count here",
        "scores = Q @ K.swapaxes(-1, -2)",
    ]


def _scale(state: State) -> list[str]:
    scale, raised = state.document.settings.scale, added_score(state)
    code = [f"scale = {scale!r}  # chosen in the studio, in place of 1/√d_k"]
    if scale is None:
        code = ["d_k = K.shape[-1]", "scale = 1 / math.sqrt(d_k)"]
    code.append("scaled = scores * scale")
    if raised is not None:
        i, j, amount = raised
        code.append(f"scaled[..., {i}, {j}] += {amount!r}  # done wrongly on purpose: one score is raised")
    return code


def _mask(state: State) -> list[str]:
    code = ["masked = np.where(may_look, scaled, -np.inf)"]
    blind = int((~may_look(state.document.mask, state.passage)).all(axis=-1).sum())
    if blind:
        code.append(
            f"assert np.isneginf(masked).all(axis=-1).sum() == {blind * state.heads}  # may look at nothing"
        )
    return code


def _normalize(state: State) -> list[str]:
    settings, wrong = state.document.settings, state.document.wrong
    heat = "" if settings.temperature == 1.0 else f", temperature={settings.temperature!r}"
    code = [f"temperature = {settings.temperature!r}"]
    if wrong.skips_softmax:
        return [*code, "weights = np.where(may_look, scaled, 0.0)  # done wrongly on purpose: no softmax"]
    if wrong.mask_after_softmax:
        late = f"weights = np.where(may_look, softmax(scaled{heat}), 0.0)"
        return [*code, f"{late}  # done wrongly on purpose: the mask comes too late"]
    return [*code, f"weights = softmax(masked{heat})", *_SUMS]


_SUMS = [
    "can_see = may_look.any(axis=-1)",
    "assert np.allclose(weights.sum(axis=-1), np.where(can_see, 1.0, 0.0))",
]


def _joined(state: State, doubtful: bool) -> list[Cell]:
    """The heads side by side, and times W_O where the document has one of that size."""
    projection, trace = state.document.projection, state.trace
    w_o = None if projection is None else projection.w_o
    fits = w_o is not None and len(w_o) == state.heads * trace.d_v
    if state.heads == 1 and not fits:
        return []
    code = ["final = output"]
    if state.heads > 1:
        code = [
            "h, n_q, d_v = output.shape",
            "final = output.transpose(1, 0, 2).reshape(n_q, h * d_v)  # the heads side by side",
        ]
    if fits and w_o is not None:
        lines = [f"    [{', '.join(numerals.plain(x) for x in row)}]," for row in w_o]
        code += ["W_O = np.array([", *lines, "])", "final = final @ W_O"]
    numbers = final(trace, projection)[state.query].tolist()
    held = [_DOUBT] if doubtful else _held("final", "final[row]", numbers, 2)
    told = (
        "### The heads joined\n\nEvery head looks in its own way; their outputs stand side by side, and W_O "
        "mixes them where there is one (Vaswani et al. 2017, section 3.2.2)."
    )
    source = "\n".join([*code, 'print("final", final.shape)', *held])
    return [Cell("step-final", told), Cell("step-final-code", source, "code")]
