"""The present state as a short program in NumPy or PyTorch that works out, and asserts, what is on screen.

Only the lines that a state needs are written, in the order of the formula and with the field's names: q, k,
v, scores, scaled, masked, weights, output (Vaswani et al. 2017, equation 1). What goes in stands there in
full, as lists of floats; what comes out is asserted with the digits of the screen, to half of the last one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.document import Document, Look, Passage, Token, index_of, names_of
from attnstudio.model.heads import final
from attnstudio.model.resolve import resolve
from attnstudio.model.trace import Array, Trace
from attnstudio.notes import code_inputs, code_steps
from attnstudio.notes.code_dialect import DIALECTS, Dialect, Library
from attnstudio.notes.code_lines import WIDTH, comment, wrapped
from attnstudio.notes.code_rounding import Doubt, doubt_about
from attnstudio.notes.code_steps import has_w_o
from attnstudio.notes.speech import caption_of

__all__ = ["Library", "code_of"]

_HAIR = 1.002  # of half a last digit: a number may lie on the very edge, and be a rounding beyond it
_DOUBTFUL = "Numbers are so large here that rounding alone decides: not asserted are the "


def code_of(document: Document, look: Look, library: Library = "numpy", trace: Trace | None = None) -> str:
    """A program for the passage that `look` shows, which runs with the library alone.

    It raises AssertionError where it comes to other numbers than the screen shows: the weights (n_k,) and
    the output (d_v,) of the shown query, for several heads of each, and the final row (d_model,) where heads
    are joined or there is a W_O. `trace` saves the work of resolving the document where it is at hand.
    """
    trace = resolve(document, look.passage) if trace is None else trace
    say, passage = DIALECTS[library], document.passages[look.passage]
    i = index_of(passage.query_tokens, look.query) if passage.query_tokens else -1
    doubt = doubt_about(document, look.passage, trace, i) if i >= 0 else None
    lines = [*say.opening, "", *_heading(document, trace, look, passage), ""]
    lines += code_inputs.lines(document, passage, trace, say)
    lines += ["", *code_steps.lines(document, passage, trace, say, 0.0 if doubt is None else doubt.alike)]
    if is_joined(document, trace):
        lines += ["", *_final(document, trace, passage)]
    if doubt is not None:
        told = names_of(passage.query_tokens)[i]
        lines += ["", *_assertions(document, trace, i, told, doubt, say)]
    return "\n".join(lines) + "\n"


def is_joined(document: Document, trace: Trace) -> bool:
    """Whether what leaves the attention is something else than the output of its one head."""
    return len(trace.weights) > 1 or has_w_o(document, trace)


def _heading(document: Document, trace: Trace, look: Look, passage: Passage) -> list[str]:
    lines = comment(caption_of(document, trace, look))
    if not passage.is_self_attention:
        lines += comment(f"tokens that ask: {_words(passage.query_tokens)}")
        return lines + comment(f"tokens that offer: {_words(passage.key_tokens)}")
    return lines + comment(f"tokens: {_words(passage.query_tokens)}")


def _words(tokens: tuple[Token, ...]) -> str:
    return ", ".join(names_of(tokens)) or "none"


def _final(document: Document, trace: Trace, passage: Passage) -> list[str]:
    heads = len(trace.output)
    line = "output"
    if heads > 1:
        line = f"output.swapaxes(0, 1).reshape({len(passage.query_tokens)}, {heads * trace.d_v})"
    if not has_w_o(document, trace):
        return [f"final = {line}  # the heads side by side"]
    if heads == 1:
        return ["final = output @ w_o"]
    return [f"joined = {line}  # the heads side by side", "final = joined @ w_o"]


# --- what is asserted -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """Numbers as the screen prints them: what they are called in the program, and their decimals."""

    name: str
    at: str
    numbers: Array  # (n,) or (h, n)
    digits: int
    is_doubtful: bool


def _assertions(document: Document, trace: Trace, i: int, asks: str, doubt: Doubt, say: Dialect) -> list[str]:
    row, at = trace.row(i), f"[{i}]" if len(trace.weights) == 1 else f"[:, {i}]"
    shown = [
        _Shown("weights", at, _squeezed(row.weights), numerals.WEIGHT_DIGITS, doubt.weights),
        _Shown("output", at, _squeezed(row.output), numerals.DIGITS, doubt.output),
    ]
    if is_joined(document, trace):
        numbers = final(trace, document.projection)[i]
        shown.append(_Shown("final", f"[{i}]", numbers, numerals.DIGITS, doubt.final))
    shown = [one for one in shown if one.numbers.size]
    lines = comment(f"The numbers on screen, of {asks}, to half of their last digit.")
    for one in shown:
        if not one.is_doubtful:
            lines += _assertion(one, say)
    doubtful = [one.name for one in shown if one.is_doubtful]
    return lines + (comment(_DOUBTFUL + ", ".join(doubtful) + ".") if doubtful else [])


def _squeezed(of_heads: Array) -> Array:
    return of_heads[0] if len(of_heads) == 1 else of_heads


def _assertion(shown: _Shown, say: Dialect) -> list[str]:
    """One assert; from a million on, where the screen turns to powers of ten, half of their last digit."""
    half = f"{0.5 * 10.0**-shown.digits * _HAIR:.{shown.digits + 3}f}"
    share = half if any("e" in numerals.fixed(x) for x in shown.numbers.ravel().tolist()) else "0"
    call = f"assert {say.module}.allclose({shown.name}{shown.at}, "
    ends = f"rtol={share}, atol={half})"
    open_, close = ("torch.tensor(", ")") if say.module == "torch" else ("", "")
    each = shown.numbers.tolist()
    if shown.numbers.ndim == 1:
        numbers = [_printed(x, shown.digits) for x in each]
        inner, lines = ", ".join(numbers), wrapped(numbers, 1)
    else:
        nested = [[_printed(x, shown.digits) for x in row] for row in each]
        inner = ", ".join(f"[{', '.join(row)}]" for row in nested)
        lines = [line for row in nested for line in _nested(row)]
    whole = f"{call}{open_}[{inner}]{close}, {ends}"
    if len(whole) <= WIDTH:
        return [whole]
    return [f"{call}{open_}[", *lines, f"]{close}, {ends}"]


def _nested(numbers: Sequence[str]) -> list[str]:
    whole = f"    [{', '.join(numbers)}],"
    return [whole] if len(whole) <= WIDTH else ["    [", *wrapped(numbers, 2), "    ],"]


def _printed(value: float, digits: int) -> str:
    """A number as the screen has it, in Python's signs."""
    text = numerals.fixed(value, digits).replace(numerals.MINUS, "-")
    return text if math.isfinite(value) else numerals.plain(value)
