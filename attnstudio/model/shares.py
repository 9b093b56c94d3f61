"""What the weights of one row come to: their sum, what each key passes on, and the output that makes.

The last step of Vaswani et al. (2017), equation 1.
"""

from __future__ import annotations

import math

from attnstudio.model import numerals
from attnstudio.model.attempt import Attempt, most_of
from attnstudio.model.document import names_of
from attnstudio.model.numerals import WEIGHT_DIGITS
from attnstudio.model.origin import Source
from attnstudio.model.printed import Term, added, printed, times

_NOTHING = "no key has a weight, so there is nothing to add: 0"


def tell_sum(attempt: Attempt, source: Source, i: int) -> None:
    """The weights of query `i` added up: 1, less where the mask came too late, anything without a softmax."""
    weights = source.trace.row(i).weights[source.head].tolist()
    taking_part = [j for j, weight in enumerate(weights) if weight]
    if not taking_part:
        attempt.say("Σ", _NOTHING, "normalize")
        return
    shown, rest = most_of(weights, taking_part)
    terms = [printed(weights[j], attempt.digits) for j in shown]
    terms += attempt.rest([weights[j] for j in rest])
    wanted = math.fsum(weights)
    total = attempt.work(
        "Σ", added(terms), wanted, "normalize", on_screen=WEIGHT_DIGITS, digits=WEIGHT_DIGITS
    )
    # That weights sum to 1 is the point: a sum on the edge, such as 1.0005, needs more digits, not one.
    attempt.holds &= total.text == numerals.fixed(wanted, WEIGHT_DIGITS)


def tell_share(attempt: Attempt, source: Source, i: int, j: int) -> None:
    """What key `j` adds to the output of query `i`, component by component."""
    weight = source.trace.row(i).weights[source.head, j].item()
    if not weight:  # its value may be anything
        attempt.say("weight", "0, so nothing is passed on", "mix")
        return
    for number, part in enumerate(source.trace.values[source.head, j].tolist(), start=1):
        attempt.work(
            f"component {number}",
            _share(attempt, weight, part),
            weight * part,
            "mix",
            on_screen=WEIGHT_DIGITS,
            digits=WEIGHT_DIGITS,
        )


def tell_output(attempt: Attempt, source: Source, i: int, column: int) -> None:
    """One component of the output of query `i`: one line a key, weight times value, and their sum."""
    trace, head = source.trace, source.head
    weights = trace.row(i).weights[head].tolist()
    values = trace.values[head, :, column].tolist()
    taking_part = [j for j, weight in enumerate(weights) if weight]
    if not taking_part:
        attempt.say("Σ", _NOTHING, "mix")
        return
    names = names_of(source.held.key_tokens)
    products = [w * v if w else 0.0 for w, v in zip(weights, values, strict=True)]
    shown, rest = most_of(products, taking_part)
    terms = [
        attempt.work(
            names[j],
            _share(attempt, weights[j], values[j]),
            products[j],
            "mix",
            on_screen=WEIGHT_DIGITS,  # as the share stands there by itself
        )
        for j in shown
    ]
    terms += attempt.rest([products[j] for j in rest])
    attempt.work("Σ", added(terms), trace.row(i).output[head, column].item(), "mix")


def _share(attempt: Attempt, weight: float, value: float) -> Term:
    return times(printed(weight, attempt.digits), printed(value, attempt.digits))
