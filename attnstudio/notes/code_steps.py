"""The five steps of the formula as code, one line each where a step is plain."""

from __future__ import annotations

from attnstudio.model import numerals
from attnstudio.model.document import Document, Passage, names_of
from attnstudio.model.masks import offset
from attnstudio.model.resolve import raised_score
from attnstudio.model.rules import may_look
from attnstudio.model.settings import Mask
from attnstudio.model.trace import Trace
from attnstudio.notes.code_dialect import Dialect
from attnstudio.notes.code_lines import harmless, rows

_MOST_FLIPS = 6  # cells that are set one by one; with more of them the mask is written out
_TINY = 1e-140  # the square of a vector's length below this may be rounded to 0
_LARGE = 1e300


def lines(document: Document, passage: Passage, trace: Trace, say: Dialect, alike: float) -> list[str]:
    """scores, scaled, masked, weights (n_q, n_k) and output (n_q, d_v), with several heads (h, …) each.

    `alike` is up to which difference scores count as equal at temperature 0.
    """
    made = [*_match(document, trace, say), *_scale(document, passage, trace, say)]
    hides = document.mask.hides
    if hides:
        made += _may_look(document.mask, passage, say)
    wrong = document.wrong
    if wrong.skips_softmax:
        made.append("# Done wrongly on purpose: there is no softmax, the scores serve as weights.")
        where = f"{say.module}.where(may_look, scaled, 0.0)"
        made.append(f"weights = {where}" if hides else "weights = scaled")
    elif wrong.mask_after_softmax and hides:
        made += _normalize("scaled", "shares", trace, say, alike, is_blind=False)
        made.append("# Done wrongly on purpose: the mask comes after the softmax, so that rows lack a part.")
        made.append(f"weights = {say.module}.where(may_look, shares, 0.0)")
    else:
        if hides:
            made.append(f"masked = {say.module}.where(may_look, scaled, -{say.module}.inf)")
        is_blind = bool(trace.blind.any())
        made += _normalize("masked" if hides else "scaled", "weights", trace, say, alike, is_blind)
    return [*made, "output = weights @ v"]


def has_w_o(document: Document, trace: Trace) -> bool:
    """Whether there is a W_O, and it is of the size of these heads: one that is not plays no part."""
    projection = document.projection
    size = len(trace.output) * trace.d_v
    return projection is not None and projection.w_o is not None and len(projection.w_o) == size


def _match(document: Document, trace: Trace, say: Dialect) -> list[str]:
    turned = ".T" if len(trace.keys) == 1 else ".swapaxes(-1, -2)"
    if not document.settings.cosine:
        return [f"scores = q @ k{turned}"]
    made = ["def unit(rows):  # as long as 1, so that only directions count"]
    both = [part for part in (trace.queries, trace.keys) if part.size]
    longest = [abs(part).max(axis=-1) for part in both]
    if any(((size > 0.0) & (size < _TINY)).any() for size in longest):
        largest = f"abs(rows).{say.largest}({say.over})"
        made.append(f"    rows = rows / {_at_least(largest, say)}  # their squares would be rounded to 0")
    length = f"{say.module}.linalg.norm(rows, {say.over})"
    if any((size == 0.0).any() for size in longest):
        made += [
            f"    length = {length}",
            f"    return rows / {say.module}.where(length == 0.0, 1.0, length)  # a row of zeros stays",
        ]
    else:
        made.append(f"    return rows / {length}")
    return [*made, "", f"scores = unit(q) @ unit(k){turned}  # cosines"]


def _at_least(largest: str, say: Dialect) -> str:
    return f"{say.module}.where({largest} == 0.0, 1.0, {largest})"


def _scale(document: Document, passage: Passage, trace: Trace, say: Dialect) -> list[str]:
    scale = document.settings.scale
    raised = raised_score(document, passage)
    if scale is None:
        line = f"scaled = scores / {trace.d_k} ** 0.5"
    elif scale == 1.0:
        copied = {"np": ".copy()", "torch": ".clone()"}[say.module] if raised is not None else ""
        line = f"scaled = scores{copied}  # not scaled"
    else:
        line = f"scaled = scores * {numerals.plain(scale)}"
    if raised is None:
        return [line]
    i, j, amount = raised
    query, key = names_of(passage.query_tokens)[i], names_of(passage.key_tokens)[j]
    told = harmless(f"on purpose: more for {query} with {key}")
    return [line, f"scaled[..., {i}, {j}] += {numerals.plain(amount)}  # {told}"]


# --- the mask ---------------------------------------------------------------------------------------------


def _may_look(mask: Mask, passage: Passage, say: Dialect) -> list[str]:
    """True where the word that asks may look: by the rule, with the cells that were flipped."""
    allowed = may_look(mask, passage)
    asking = {token.id: i for i, token in enumerate(passage.query_tokens)}
    offering = {token.id: j for j, token in enumerate(passage.key_tokens)}
    flips = sorted((asking[q], offering[k]) for q, k in mask.flipped if q in asking and k in offering)
    if len(flips) > _MOST_FLIPS:
        cells = tuple(tuple(map(float, row)) for row in allowed.tolist())
        written = [line.replace(".0", "") for line in rows(cells, names_of(passage.query_tokens))]
        return [f"may_look = {say.array}([", *written, f"], dtype={say.bool_})"]
    names = names_of(passage.query_tokens), names_of(passage.key_tokens)
    made = _by_rule(mask, len(names[0]), len(names[1]), say)
    for i, j in flips:
        told = harmless(f"{names[0][i]}, {names[1][j]}")
        made.append(f"may_look[{i}, {j}] = {bool(allowed[i, j])}  # {told}")
    return made


def _by_rule(mask: Mask, n_q: int, n_k: int, say: Dialect) -> list[str]:
    first = mask.pads if mask.padding == "left" else 0
    at = offset(n_q, n_k, mask.align)
    if mask.rule == "block":
        rows_, columns = f"{say.module}.arange({n_q})", f"{say.module}.arange({n_k})"
        made = [
            f"block = ({columns}{_plus(-first)}) // {mask.size}",
            f"may_look = (({rows_}{_plus(at - first)}) // {mask.size})[:, None] == block",
        ]
    elif mask.rule == "window":
        before = say.tri(n_q, n_k, at - mask.size)
        made = [f"may_look = {say.tri(n_q, n_k, at)} & ~{before}"]
    elif mask.rule in ("causal", "strict", "prefix"):
        made = [f"may_look = {say.tri(n_q, n_k, at - (mask.rule == 'strict'))}"]
        if mask.rule == "prefix":
            made.append(f"may_look[:, :{mask.size + first}] = True")
    else:
        made = [f"may_look = {say.everything(n_q, n_k)}"]
    if mask.padding != "none" and mask.pads:
        pads = f":{mask.pads}" if mask.padding == "left" else f"-{mask.pads}:"
        made.append(f"may_look[:, {pads}] = False  # padding")
    return made


def _plus(number: int) -> str:
    return "" if not number else f" {'+' if number > 0 else '-'} {abs(number)}"


# --- softmax ----------------------------------------------------------------------------------------------


def _normalize(given: str, made: str, trace: Trace, say: Dialect, alike: float, is_blind: bool) -> list[str]:
    """Softmax over the keys; a blind row, which has none, gets 0 throughout as on screen."""
    if not trace.n_keys:
        return [f"{made} = {given}  # no keys, no weights"]
    if trace.temperature == 0.0:
        return _all_or_nothing(given, made, say, alike, is_blind)
    by = "" if trace.temperature == 1.0 else f" / {numerals.plain(trace.temperature)}"
    if say.module == "torch":
        return _softmax(given, made, trace, by, is_blind)
    peak = f"{given}.max({say.over})"
    lines = []
    if is_blind:
        lines = [
            f"peak = {peak}",
            "peak = np.where(np.isneginf(peak), 0.0, peak)  # a row that may look at nothing has none",
        ]
        peak = "peak"
    inner = f"({given} - {peak}){by}" if by else f"{given} - {peak}"
    if by and _overflows(trace):
        lines.append('with np.errstate(over="ignore"):  # so low a temperature leads beyond all floats')
        lines.append(f"    exps = np.exp({inner})")
    else:
        lines.append(f"exps = np.exp({inner})")
    total = f"exps.sum({say.over})"
    if not is_blind:
        return [*lines, f"{made} = exps / {total}"]
    return [
        *lines,
        f"total = {total}",
        f"{made} = exps / np.where(total == 0.0, 1.0, total)  # and its weights are 0",
    ]


def _softmax(given: str, made: str, trace: Trace, by: str, is_blind: bool) -> list[str]:
    if by and _overflows(trace):  # dividing first would make inf − inf of it
        given = f"({given} - {given}.amax(dim=-1, keepdim=True))"
    call = f"torch.softmax({given}{by}, dim=-1)"
    if not is_blind:
        return [f"{made} = {call}"]
    return ["# torch has nan in a row that may look at nothing.", f"{made} = {call}.nan_to_num(0.0)"]


def _overflows(trace: Trace) -> bool:
    return float(abs(trace.scaled).max(initial=0.0)) / _LARGE > trace.temperature


def _all_or_nothing(given: str, made: str, say: Dialect, alike: float, is_blind: bool) -> list[str]:
    peak = f"{given}.{say.largest}({say.over})"
    lines = [
        "# Temperature 0: the largest score takes all, and equal ones share.",
        f"best = {given} >= {peak} - {numerals.plain(alike)}",
    ]
    total = f"best.sum({say.over})"
    if is_blind:
        lines.append("best &= may_look  # a row that may look at nothing has none")
        total += ".clip(1)"
    return [*lines, f"{made} = best / {total}"]
