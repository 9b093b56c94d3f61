"""What stands below a picture: all that must be known to understand it, or to make the same again."""

from __future__ import annotations

from collections.abc import Collection

from attnstudio.notes.laboratory import picture_in_words, settings_in_words
from attnstudio.notes.speech import caption_of, sentence_of
from attnstudio.state.snapshot import PANELS_OF, Snapshot, Step
from attnstudio.ui import laboratory


def sentence(now: Snapshot, shown: Collection[str], known: Step | None) -> str:
    """What stands for a picture of some panels, for whoever can't see it: what the query that asks looks at,
    as far as a step; where only the laboratory is shown, which knows no query, what was drawn."""
    if not set(shown) <= set(PANELS_OF["scaling"]):
        return sentence_of(now.document, now.trace, now.look, known)
    if tuple(shown) == ("precision",):
        return caption(now, shown)
    sampled = laboratory.shown(now)
    return picture_in_words(now.document.sampling if sampled is None else sampled.sampling)


def caption(now: Snapshot, shown: Collection[str]) -> str:
    """The caption of a picture of some panels: scene, query, mask, scaling, d_k; of the laboratory what was
    drawn, and of numbers at their limits what was tried."""
    told = []
    if not set(shown) <= set(PANELS_OF["scaling"]):
        told.append(caption_of(now.document, now.trace, now.look))
    if set(shown) & (set(PANELS_OF["scaling"]) - {"precision"}):
        sampled = laboratory.shown(now)
        told.append(settings_in_words(now.document.sampling if sampled is None else sampled.sampling))
    if tuple(shown) == ("precision",):
        from attnstudio.ui.panels.precision.words import in_words  # its numbers are in the view

        told.append(in_words(now.view.trial))
    return "\n".join(told)
