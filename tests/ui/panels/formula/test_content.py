"""What the formula writes and what it says of each step. Without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnstudio.model import edits
from attnstudio.model.document import Document, Look
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.notes.formula import is_masked, pieces
from attnstudio.state.snapshot import STEPS, Step, View
from attnstudio.state.store import Store
from attnstudio.ui.panels.formula.content import NOT_YET, lines, so_far
from tests.samples import bank

BANK = Look(query=6)
CAUSAL = replace(bank(), mask=Mask("causal"))
LATE, SKIPS = Wrong(mask_after_softmax=True), Wrong(skips_softmax=True)


def written(document: Document) -> str:
    return " ".join(piece.plain for piece in pieces(document.settings, is_masked(document), document.wrong))


@pytest.mark.parametrize(
    ("settings", "mask", "formula"),
    [
        (ScoreSettings(), Mask(), "Attention(q, K, V) = softmax ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), "Attention(q, K, V) = softmax ( q Kᵀ / √d_k + M ) V"),
        (ScoreSettings(), Mask("none", frozenset({(1, 2)})), "… / √d_k + M ) V"),
        (ScoreSettings(1.0), Mask(), "… softmax ( q Kᵀ ) V"),
        (ScoreSettings(0.25), Mask(), "… ( q Kᵀ · s ) V"),
        (ScoreSettings(None, 0.5), Mask(), "… ( q Kᵀ / √d_k / τ ) V"),
        (ScoreSettings(None, 0.5), Mask("causal"), "… ( ( q Kᵀ / √d_k + M ) / τ ) V"),
    ],
)
def test_only_what_has_an_effect_is_written(settings: ScoreSettings, mask: Mask, formula: str) -> None:
    document = replace(bank(), settings=settings, mask=mask)
    assert written(document).endswith(formula.removeprefix("… "))


@pytest.mark.parametrize(
    ("settings", "mask", "wrong", "formula"),
    [
        (ScoreSettings(cosine=True), Mask(), Wrong(), "= softmax ( cos(q, K) / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), LATE, "= ( softmax ( q Kᵀ / √d_k ) ⊙ M ) V"),
        (ScoreSettings(), Mask(), LATE, "= softmax ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(1.0, 0.5), Mask("causal"), LATE, "= ( softmax ( q Kᵀ / τ ) ⊙ M ) V"),
        (ScoreSettings(None, 0.5), Mask(), SKIPS, "= ( q Kᵀ / √d_k ) V"),
        (ScoreSettings(), Mask("causal"), SKIPS, "= ( ( q Kᵀ / √d_k ) ⊙ M ) V"),
        (ScoreSettings(None, 0.5), Mask(), Wrong(added=(6, 3, 1.0)), "softmax ( ( q Kᵀ / √d_k + A ) / τ ) V"),
        (ScoreSettings(), Mask("none", padding="left", pads=1), Wrong(), "q Kᵀ / √d_k + M ) V"),
    ],
)
def test_what_is_not_as_usual_is_written(
    settings: ScoreSettings, mask: Mask, wrong: Wrong, formula: str
) -> None:
    document = replace(bank(), settings=settings, mask=mask, wrong=wrong)
    assert written(document).endswith(formula)


def test_a_mask_too_late_has_its_place_and_its_sum() -> None:
    now = Store(replace(CAUSAL, wrong=LATE), Look(query=3)).now
    said = {line.step: line for line in lines(now, 99)}
    assert said["mask"].numbers == ("1", "1", "1", "0", "0", "0")
    assert said["mask"].note == "after the softmax!"
    assert said["normalize"].numbers == ("0.051", "0.194", "0.600", "0.000", "0.000", "0.000")
    assert said["normalize"].note == "sums to 0.845"
    last = Store(replace(CAUSAL, wrong=LATE), Look(query=6)).now
    assert lines(last, 99)[3].note == "sums to 1"


def test_without_a_softmax_nothing_claims_to_sum_to_1() -> None:
    now = Store(replace(bank(), wrong=SKIPS), BANK).now
    said = {line.step: line for line in lines(now, 99)}
    assert said["normalize"].numbers == said["scale"].numbers
    assert said["normalize"].note == "no softmax: sum 6.491"
    assert (
        lines(Store(replace(bank(), settings=ScoreSettings(cosine=True)), BANK).now, 99)[0].note == "cosines"
    )


def test_the_numbers_of_every_step() -> None:
    said = {line.step: line for line in lines(Store(bank(), BANK).now, 99)}
    assert list(said) == list(STEPS)
    assert said["match"].numbers == ("0.630", "2.880", "3.600", "0.000", "−0.090", "2.160")
    assert said["scale"].numbers == ("0.445", "2.036", "2.546", "0.000", "−0.064", "1.527")
    assert said["normalize"].numbers == ("0.055", "0.269", "0.447", "0.035", "0.033", "0.162")
    assert said["mix"].numbers == ("(1.328, 0.208)",)
    assert [line.note for line in said.values()] == [
        "",
        "÷ √2",
        "no mask: nothing is hidden",
        "sums to 1",
        "",
    ]


def test_the_mask_has_numbers_only_where_there_is_one() -> None:
    assert lines(Store(bank(), BANK).now, 99)[2].numbers == ()
    said = {line.step: line.numbers for line in lines(Store(CAUSAL, Look(query=2)).now, 99)}
    assert list(said) == list(STEPS)
    assert said["mask"][2:] == ("−∞",) * 4
    assert said["normalize"][2:] == ("0.000",) * 4
    assert said["scale"][2:] != said["mask"][2:]


def test_a_blind_row_sums_to_nothing() -> None:
    document = edits.paint_cells(bank(), [(6, key) for key in range(1, 7)], allow=False)
    said = {line.step: line for line in lines(Store(document, BANK).now, 99)}
    assert said["normalize"].note == "nothing to look at"
    assert said["normalize"].numbers == ("0.000",) * 6
    assert said["mix"].numbers == ("(0.000, 0.000)",)


@pytest.mark.parametrize(
    ("settings", "step", "note"),
    [
        (ScoreSettings(1.0), "scale", "not scaled"),
        (ScoreSettings(0.25), "scale", "× 0.25"),
        (ScoreSettings(None, 0.5), "normalize", "τ = 0.5, sums to 1"),
        (ScoreSettings(None, 0.0), "normalize", "τ = 0: the best match takes all"),
    ],
)
def test_settings_are_said_beside_their_step(settings: ScoreSettings, step: Step, note: str) -> None:
    document = replace(bank(), settings=settings)
    assert next(line.note for line in lines(Store(document, BANK).now, 99) if line.step == step) == note


@pytest.mark.parametrize("known", STEPS)
def test_steps_to_come_have_no_numbers_yet(known: Step) -> None:
    whole, last = lines(Store(CAUSAL, BANK).now, 6), STEPS.index(known)
    shown = so_far(whole, View(known=known).is_known)
    assert shown[: last + 1] == whole[: last + 1]
    assert [(line.step, line.numbers, line.note) for line in shown[last + 1 :]] == [
        (step, (), NOT_YET) for step in STEPS[last + 1 :]
    ]


def test_where_nobody_plays_all_is_told() -> None:
    whole = lines(Store(CAUSAL, BANK).now, 6)
    assert so_far(whole, View().is_known) == whole
    assert so_far((), View().is_known) == ()
