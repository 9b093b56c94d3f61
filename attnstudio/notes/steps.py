"""The steps of the formula, each told in one sentence about the state as it is."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from attnstudio.model import numerals
from attnstudio.model.document import Document
from attnstudio.model.printed import sign_of
from attnstudio.model.resolve import raised_score
from attnstudio.model.rules import may_look
from attnstudio.model.trace import Trace

Step = Literal["match", "scale", "mask", "normalize", "mix"]

ALL_KNOWN = "Every step is known. Play shows them one after the other: match, scale, mask, normalize, mix."


def told(step: Step | None, document: Document, trace: Trace, passage: int) -> str:
    """What happens in a step, e.g. “scale: every score is divided by √2 ≈ 1.414”."""
    if step is None:
        return ALL_KNOWN
    does = {"match": _match, "scale": _scale, "mask": _mask, "normalize": _normalize, "mix": _mix}[step]
    return f"{step}: {does(document, trace, passage)}"


def _match(document: Document, trace: Trace, passage: int) -> str:
    size = numerals.shape(trace.n_queries, trace.n_keys)
    if document.settings.cosine:
        return f"every query meets every key, and the cosines of their angles are the scores, {size}"
    return f"every query meets every key, and their dot products are the scores, {size}"


def _scale(document: Document, trace: Trace, passage: int) -> str:
    scale, root = document.settings.scale, math.sqrt(trace.d_k)
    if scale is None:
        told = numerals.exact(root, 0, 3)
        said = f"every score is divided by √{trace.d_k} {sign_of(root, told)} {told}"
    elif scale == 1.0:
        said = "scaling is off, every score stays as it is"
    else:
        said = f"every score is multiplied by {numerals.exact(scale, 0, 3)}"
    raised = raised_score(document, document.passages[passage])
    return (
        said if raised is None else f"{said}; {numerals.exact_signed(raised[2])} for one of them, on purpose"
    )


def _mask(document: Document, trace: Trace, passage: int) -> str:
    allowed = may_look(document.mask, document.passages[passage])
    hidden = int(np.count_nonzero(~allowed))
    if not hidden:
        return "there is no mask, every word may look at every word"
    if document.wrong.mask_after_softmax and not document.wrong.skips_softmax:
        return "it waits until after the softmax, which is too late"
    scores = "1 score becomes" if hidden == 1 else f"{hidden} of {allowed.size} scores become"
    return f"{scores} −∞: there the word that asks may not look"


def _normalize(document: Document, trace: Trace, passage: int) -> str:
    if document.wrong.skips_softmax:
        return "softmax is left out, the scores themselves serve as weights"
    if document.wrong.mask_after_softmax and not may_look(document.mask, document.passages[passage]).all():
        return "softmax comes first and the mask after it, so rows that hide words sum to less than 1"
    temperature = document.settings.temperature
    if temperature == 0.0:
        said = "at temperature 0 the largest score of each row takes all"
    elif temperature == 1.0:
        said = "softmax turns each row of scores into weights that sum to 1"
    else:
        by = numerals.exact(temperature, 0, 3)
        said = f"divided by the temperature {by}, softmax turns each row into weights that sum to 1"
    blind = int(np.count_nonzero(trace.blind[0]))
    if not blind:
        return said
    return f"{said}; {blind} blind {'row has' if blind == 1 else 'rows have'} none"


def _mix(document: Document, trace: Trace, passage: int) -> str:
    heads = len(trace.weights)
    said = "each word's output is all the values, each times its weight, added up"
    return said if heads == 1 else f"{said}; the outputs of {heads} heads stand side by side"
