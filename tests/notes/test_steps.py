"""Each step of the formula in one sentence, about the state as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model import edits, projecting
from attnstudio.model.document import Document
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import ScoreSettings, Wrong
from attnstudio.notes.steps import ALL_KNOWN, Step, told
from tests.samples import bank, crossing, two_meanings

CAUSAL = edits.set_rule(bank(), "causal")


def say(step: Step | None, document: Document) -> str:
    return told(step, document, resolve(document), 0)


@pytest.mark.parametrize(
    ("step", "document", "sentence"),
    [
        (None, bank(), ALL_KNOWN),
        (
            "match",
            bank(),
            "match: every query meets every key, and their dot products are the scores, (6 × 6)",
        ),
        (
            "match",
            replace(crossing(), settings=ScoreSettings(cosine=True)),
            "match: every query meets every key, and the cosines of their angles are the scores, (2 × 3)",
        ),
        ("scale", bank(), "scale: every score is divided by √2 ≈ 1.414"),
        ("scale", crossing(), "scale: scaling is off, every score stays as it is"),
        (
            "scale",
            replace(bank(), settings=ScoreSettings(scale=0.5)),
            "scale: every score is multiplied by 0.5",
        ),
        (
            "scale",
            replace(bank(), wrong=Wrong(added=(6, 3, 3.0))),
            "scale: every score is divided by √2 ≈ 1.414; +3 for one of them, on purpose",
        ),
        ("mask", bank(), "mask: there is no mask, every word may look at every word"),
        ("mask", CAUSAL, "mask: 15 of 36 scores become −∞: there the word that asks may not look"),
        (
            "mask",
            edits.flip_cell(bank(), 6, 3),
            "mask: 1 score becomes −∞: there the word that asks may not look",
        ),
        (
            "mask",
            replace(CAUSAL, wrong=Wrong(mask_after_softmax=True)),
            "mask: it waits until after the softmax, which is too late",
        ),
        ("normalize", bank(), "normalize: softmax turns each row of scores into weights that sum to 1"),
        (
            "normalize",
            replace(CAUSAL, wrong=Wrong(mask_after_softmax=True)),
            (
                "normalize: softmax comes first and the mask after it, "
                "so rows that hide words sum to less than 1"
            ),
        ),
        (
            "normalize",
            replace(bank(), wrong=Wrong(skips_softmax=True)),
            "normalize: softmax is left out, the scores themselves serve as weights",
        ),
        (
            "normalize",
            replace(bank(), settings=ScoreSettings(temperature=0.0)),
            "normalize: at temperature 0 the largest score of each row takes all",
        ),
        (
            "normalize",
            edits.set_rule(bank(), "strict"),
            "normalize: softmax turns each row of scores into weights that sum to 1; 1 blind row has none",
        ),
        ("mix", bank(), "mix: each word's output is all the values, each times its weight, added up"),
        (
            "mix",
            projecting.set_heads(two_meanings(), 2),
            (
                "mix: each word's output is all the values, each times its weight, added up; "
                "the outputs of 2 heads stand side by side"
            ),
        ),
    ],
)
def test_sentences(step: Step | None, document: Document, sentence: str) -> None:
    assert say(step, document) == sentence


def test_a_score_that_is_raised_is_told_of_its_own_sentence_alone() -> None:
    document = replace(two_meanings(), wrong=Wrong(added=(16, 15, 2.5)))
    told_of = [told("scale", document, resolve(document, passage), passage) for passage in (0, 1)]
    assert "on purpose" not in told_of[0]
    assert told_of[1].endswith("; +2.5 for one of them, on purpose")
