"""How one cell of the flow from X to the output came about, step by step, down to the inputs.

The steps are those of Vaswani et al. (2017), equation 1, as the document has them: with cosines, a raised
score, a mask that comes too late, or no softmax. Equations hold as printed (`attnstudio.model.printed`); long
sums tell their largest terms and what the others make together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from attnstudio.model import numerals
from attnstudio.model.attempt import Attempt, Line, Stage, most_of, product_sum, worked_out
from attnstudio.model.document import Document, Look, Vector, names_of
from attnstudio.model.heads import final
from attnstudio.model.masks import offset
from attnstudio.model.numerals import DIGITS, MASKED, MINUS, WEIGHT_DIGITS
from attnstudio.model.origin import Source, tell_vector
from attnstudio.model.printed import (
    Term,
    added,
    by_root,
    digits_of,
    exp,
    faithful,
    less,
    over,
    printed,
    times,
)
from attnstudio.model.rules import by_rule
from attnstudio.model.shares import tell_output, tell_share, tell_sum
from attnstudio.model.trace import Row, Trace

Node = Literal[
    "x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "scaled", "masked", "weights", "output", "w_o", "final"
]

_INPUT = "an input: drag it or type it"
_MATRICES = {"w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "w_o": "W_O"}
_VECTORS = {"q": "Query", "k": "Key", "v": "Value"}
_PAIRS = {"scores": "Score", "scaled": "Scaled score", "masked": "Masked score", "weights": "Weight"}
_STAGES: tuple[Stage, ...] = ("match", "scale", "mask", "normalize")


@dataclass(frozen=True, slots=True)
class Derivation:
    title: str
    lines: tuple[Line, ...]


def derivation(document: Document, trace: Trace, look: Look, node: Node, row: int, column: int) -> Derivation:
    """The arithmetic of a cell of the passage and the head that `look` shows; IndexError for no such cell."""
    source = Source(document, trace, look)
    asking, offering = (names_of(tokens) for tokens in (source.held.query_tokens, source.held.key_tokens))
    of_head = _of_head(trace, look)
    component = f", component {column + 1}"
    lines: tuple[Line, ...]
    if node == "x":
        title, lines = f"x of {source.word_of_x(row)}{component}", (_input("x", source, node, row, column),)
    elif node in _MATRICES:
        title = f"{_MATRICES[node]}, row {row + 1}, column {column + 1}{'' if node == 'w_o' else of_head}"
        lines = (_input(_MATRICES[node], source, node, row, column),)
    elif node in _VECTORS:
        role: Literal["query", "key", "value"] = "query" if node == "q" else "key" if node == "k" else "value"
        name = (asking if node == "q" else offering)[row]
        title = f"{_VECTORS[node]} of {name}{component}{of_head}"
        lines = worked_out(lambda attempt: tell_vector(attempt, source, role, row, column))
    elif node in _PAIRS:
        title = f"{_PAIRS[node]}: {asking[row]} asks, {offering[column]} offers{of_head}"
        last = list(_PAIRS).index(node)
        pair = Pair(source, trace.row(row), row, column)
        lines = worked_out(lambda attempt: _tell_pair(attempt, pair, last))
    elif node == "output":
        title = f"Output of {asking[row]}{component}{of_head}"
        lines = worked_out(lambda attempt: tell_output(attempt, source, row, column))
    else:
        title = f"What leaves for {asking[row]}{component}"
        lines = worked_out(lambda attempt: _tell_final(attempt, source, row, column))
    return Derivation(title, lines)


def share(document: Document, trace: Trace, look: Look, row: int, column: int) -> Derivation:
    """What the key in a column passes on to the query in a row: its weight times each part of its value."""
    source = Source(document, trace, look)
    asks, offers = names_of(source.held.query_tokens)[row], names_of(source.held.key_tokens)[column]
    return Derivation(
        f"Share: {asks} asks, {offers} passes on{_of_head(trace, look)}",
        worked_out(lambda attempt: tell_share(attempt, source, row, column)),
    )


def sum_of_weights(document: Document, trace: Trace, look: Look, row: int) -> Derivation:
    """The weights of a row added up."""
    source = Source(document, trace, look)
    return Derivation(
        f"Weights of {names_of(source.held.query_tokens)[row]}, added up{_of_head(trace, look)}",
        worked_out(lambda attempt: tell_sum(attempt, source, row)),
    )


def by_angle(query: Sequence[float], key: Sequence[float]) -> Line:
    """The dot product of two vectors (d_k,) once more, as two lengths and the cosine of their angle."""
    long_q, long_k = math.hypot(*query), math.hypot(*key)
    if long_q == 0.0 or long_k == 0.0:
        return Line("", "A zero vector has no angle to another: the score is 0.", "match", is_result=True)
    pairs = list(zip(query, key, strict=True))
    cosine = min(max(math.fsum(q / long_q * (k / long_k) for q, k in pairs), -1.0), 1.0)

    def tell(attempt: Attempt) -> None:
        lengths = times(printed(long_q, attempt.digits), printed(long_k, attempt.digits))
        product = times(lengths, printed(cosine, attempt.digits + 1))
        attempt.work("|q|·|k|·cos θ", product, math.fsum(q * k for q, k in pairs), "match", digits=DIGITS)

    return worked_out(tell, DIGITS)[0]


def _of_head(trace: Trace, look: Look) -> str:
    return f", head {look.head + 1}" if len(trace.weights) > 1 else ""


def _input(label: str, source: Source, node: Node, row: int, column: int) -> Line:
    """A number of X or of a matrix: nothing made it, so it is told as it is."""
    embedding, projection = source.held.embedding, source.document.projection
    rows: Sequence[Vector] = ()
    if node == "x" and embedding is not None:
        rows = (*embedding.x, *(embedding.x_keys or ()))
    elif node == "w_o" and projection is not None:
        rows = projection.w_o or ()
    elif projection is not None:
        matrices = {"w_q": projection.w_q, "w_k": projection.w_k, "w_v": projection.w_v}
        rows = matrices[node][source.head]
    return Line(label, f"{numerals.exact(rows[row][column])}, {_INPUT}")


@dataclass(frozen=True, slots=True)
class Pair:
    """Query `i` and key `j` of the head that is shown."""

    source: Source
    row: Row
    i: int
    j: int

    @property
    def document(self) -> Document:
        return self.source.document

    def of_row(self, name: str) -> list[float]:
        values: list[float] = getattr(self.row, name)[self.source.head].tolist()
        return values

    @property
    def may_look(self) -> bool:
        return bool(self.source.trace.may_look(self.source.head)[self.i, self.j])


def _tell_pair(attempt: Attempt, pair: Pair, last: int) -> None:
    """From the match as far as the step `last`, of match, scale, mask and normalize."""
    number = _match(attempt, pair)
    if last >= 1:
        number = _scale(attempt, pair, number)
    is_late = pair.document.wrong.mask_after_softmax and not pair.document.wrong.skips_softmax
    if last >= 2:
        if is_late:
            attempt.say("mask", "waits until after the softmax, which is too late", "mask")
        else:
            _mask(attempt, pair, number)
    if last >= 3:
        _normalize(attempt, pair, number, is_late)


def _match(attempt: Attempt, pair: Pair) -> Term:
    trace, head = pair.source.trace, pair.source.head
    query, key = trace.queries[head, pair.i].tolist(), trace.keys[head, pair.j].tolist()
    wanted = pair.of_row("scores")[pair.j]
    products = list(zip(query, key, strict=True))
    dot = math.fsum(q * k for q, k in products)
    score = attempt.work("q · k", product_sum(products, attempt.digits), dot, "match")
    if not pair.document.settings.cosine:
        return score
    if not any(query) or not any(key):
        attempt.say("cos θ", "a zero vector has no angle: 0", "match")
        return printed(0.0, attempt.digits)
    lengths = [
        attempt.work(label, _length(vector, attempt.digits), math.hypot(*vector), "match")
        for label, vector in (("|q|", query), ("|k|", key))
    ]
    both = times(*lengths)
    if not both.worth:  # more digits may help; vectors shorter than any digit have a direction all the same
        attempt.holds = False
        attempt.say(
            "cos θ", f"{numerals.fixed(wanted, WEIGHT_DIGITS)}, of vectors too short to print", "match"
        )
        return printed(wanted, attempt.digits)
    cosine = over(score, Term(f"({both.text})", both.worth))
    return attempt.work("cos θ", cosine, wanted, "match")


def _length(vector: list[float], digits: int) -> Term:
    squares = product_sum([(part, part) for part in vector], digits)
    return Term(f"√({squares.text})", squares.worth.sqrt())


def _scale(attempt: Attempt, pair: Pair, score: Term) -> Term:
    scale, d_k = pair.document.settings.scale, pair.source.trace.d_k
    usual = pair.of_row("scores")[pair.j] * pair.source.trace.scale
    if scale == 1.0:
        attempt.say(f"÷ √{d_k}", f"off: {score.text} stays", "scale")
        number = score
    elif scale is None:
        number = attempt.work(f"÷ √{d_k}", by_root(score, d_k), usual, "scale")
    else:
        factor = faithful(scale)
        number = attempt.work(f"× {factor.text}", times(score, factor), usual, "scale")
    raised = pair.document.wrong.added
    if raised is None or raised[:2] != pair.source.ids(pair.i, pair.j):
        return number
    more = faithful(raised[2])
    wanted = pair.of_row("scaled")[pair.j]
    label = more.text if more.text.startswith(MINUS) else f"+ {more.text}"
    return attempt.work(f"{label} here", added([number, more]), wanted, "scale")


def _mask(attempt: Attempt, pair: Pair, number: Term) -> None:
    why = _why(pair)
    if pair.may_look:
        attempt.say("mask", f"may look{why}", "mask")
    else:
        attempt.say("mask", f"may not look{why}: {number.text} becomes {MASKED}", "mask")


def _why(pair: Pair) -> str:
    """Why the query may look, or not: by position, by padding, or because somebody said so."""
    held, mask = pair.source.held, pair.document.mask
    n_q, n_k = len(held.query_tokens), len(held.key_tokens)
    if mask.padding != "none" and mask.pads:
        is_pad = pair.j < mask.pads if mask.padding == "left" else pair.j >= n_k - mask.pads
        if is_pad and not pair.may_look:
            return ", it is padding"
    if pair.source.ids(pair.i, pair.j) in mask.flipped and mask.rule != "custom":
        rule = by_rule(mask, n_q, n_k)[pair.i, pair.j]
        return f", though the rule {'allows' if rule else 'forbids'} it"
    if mask.rule not in ("causal", "strict"):
        return ""
    query, key = pair.i + offset(n_q, n_k, mask.align) + 1, pair.j + 1
    signs = ("≥", "<") if mask.rule == "causal" else (">", "≤")
    return f" ({numerals.fixed(query, 0)} {signs[0] if pair.may_look else signs[1]} {key})"


def _normalize(attempt: Attempt, pair: Pair, number: Term, is_late: bool) -> None:
    wrong, temperature = pair.document.wrong, pair.document.settings.temperature
    row = pair.of_row("scaled" if is_late else "masked")
    visible = [j for j, value in enumerate(row) if value > -math.inf]
    if pair.j not in visible and visible and wrong.skips_softmax:
        attempt.say("softmax", f"left out: {MASKED} counts as a weight of 0", "normalize")
        return
    if pair.j not in visible:
        why = f"exp({MASKED}) = 0" if visible else "every key is masked: there is nothing to share out"
        attempt.say("weight", f"{why}, so the weight is 0", "normalize")
        return
    if wrong.skips_softmax:
        attempt.say("softmax", f"left out: {number.text} itself serves as weight", "normalize")
        return
    if temperature == 0.0:
        share = _winner(attempt, row, pair.j)
    else:
        share = _softmax(attempt, pair, row, number, temperature)
    if not is_late:
        return
    if pair.may_look:
        attempt.say("mask", f"may look{_why(pair)}: {share.text} stays", "normalize")
        return
    attempt.say("mask", f"{share.text} × 0 = 0", "normalize")
    total = numerals.fixed(math.fsum(pair.of_row("weights")), WEIGHT_DIGITS)
    attempt.remark(f"too late: nobody else gets it, and the row sums to {total}")


def _softmax(attempt: Attempt, pair: Pair, row: list[float], number: Term, temperature: float) -> Term:
    top, j = max(range(len(row)), key=row.__getitem__), pair.j
    largest = number if row[top] == row[j] else printed(row[top], attempt.digits)
    names = names_of(pair.source.held.key_tokens)
    lowered = attempt.work("− max", less(number, largest), row[j] - row[top], "normalize")
    attempt.holds &= lowered.worth <= 0
    if top != j:
        attempt.remark(f"{names[top]} has the largest")
    if temperature != 1.0:
        by = faithful(temperature)
        lowered = attempt.work(
            f"÷ {by.text}", over(lowered, by), (row[j] - row[top]) / temperature, "normalize"
        )
    powers = [math.exp((value - row[top]) / temperature) for value in row]
    own = attempt.work("exp", exp(lowered), powers[j], "normalize")
    shown, rest = most_of(powers, [k for k, value in enumerate(row) if value > -math.inf], always=j)
    terms = [own if k == j else printed(powers[k], attempt.digits) for k in shown]
    terms += attempt.rest([powers[k] for k in rest])
    total = attempt.work("Σ", added(terms), math.fsum(powers), "normalize")
    wanted = powers[j] / math.fsum(powers)
    enough = digits_of(wanted)
    return attempt.work("÷ Σ", over(own, total), wanted, "normalize", on_screen=enough, digits=enough)


def _winner(attempt: Attempt, row: list[float], j: int) -> Term:
    """Temperature 0, the limit: the largest scores share everything."""
    top = max(row)
    winners = row.count(top)
    if row[j] < top:
        attempt.say("τ = 0", "the largest score takes all: 0 is left here", "normalize")
        return printed(0.0, 0)
    if winners == 1:
        attempt.say("τ = 0", "this is the largest score, and takes all: 1", "normalize")
        return printed(1.0, 0)
    attempt.say("τ = 0", f"{winners} scores are equally large and share it", "normalize")
    share = over(printed(1.0, 0), printed(winners, 0))
    return attempt.work("weight", share, 1 / winners, "normalize", on_screen=WEIGHT_DIGITS)


def _tell_final(attempt: Attempt, source: Source, i: int, column: int) -> None:
    """The heads' outputs side by side, times a column of W_O."""
    trace, projection = source.trace, source.document.projection
    wide = trace.row(i).output.reshape(-1).tolist()
    wanted = final(trace, projection)[i, column].item()
    if projection is None or projection.w_o is None or len(projection.w_o) != len(wide):
        head, part = divmod(column, trace.d_v)
        attempt.say("concat", f"the output of head {head + 1}, component {part + 1}: there is no W_O", "mix")
        attempt.say("", numerals.fixed(wanted), "mix")
        return
    size = trace.d_v
    for head in range(len(wide) // size):
        shown = wide[head * size : (head + 1) * size]
        if size <= 4:
            attempt.say(f"head {head + 1}", numerals.vector(shown, attempt.digits), "mix")
    pairs = list(zip(wide, [line[column] for line in projection.w_o], strict=True))
    attempt.work("concat · W_O", product_sum(pairs, attempt.digits), wanted, "mix")
