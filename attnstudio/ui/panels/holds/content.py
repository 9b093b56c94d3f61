"""What must hold, as it stands, and what each button would do."""

from __future__ import annotations

from attnstudio.model.breaking import Way, ways
from attnstudio.model.invariants import IDS, SENTENCES, Finding, Id, finding, has_heads, shown
from attnstudio.state.snapshot import STEPS, Snapshot, Step

NEEDS: dict[Id, Step] = {
    "rows": "normalize",
    "shift": "normalize",
    "hull": "mix",
    "future": "mask",
    "order": "mix",
    "heads": "match",
}
"""The step that must be known before anything can be said."""

_SCORES = ("scores", "scaled", "masked", "weights")


def findings(now: Snapshot) -> tuple[Finding, ...]:
    """One for each that can be said here, in their order."""
    at = shown(now.document, now.trace, now.look)
    return tuple(
        finding(asked, at) if _is_known(now, asked) else _unknown(now, asked) for asked in listed(now)
    )


def listed(now: Snapshot) -> tuple[Id, ...]:
    """Heads are spoken of only where there are several that were cut out of one matrix."""
    return IDS if has_heads(now.document, now.look.passage) else tuple(one for one in IDS if one != "heads")


def state_of(one: Finding) -> str:
    """What its mark says, in words."""
    return {True: "holds", False: "broken", None: "does not apply"}[one.holds]


def ways_of(now: Snapshot, asked: Id) -> tuple[Way, ...]:
    """What the buttons of one of them do, as things stand."""
    picked = now.view.picked
    cell = None if picked is None or picked.node not in _SCORES else (picked.row, picked.column)
    return ways(asked, shown(now.document, now.trace, now.look), cell)


def _is_known(now: Snapshot, asked: Id) -> bool:
    return now.view.is_known[STEPS.index(NEEDS[asked])]


def _unknown(now: Snapshot, asked: Id) -> Finding:
    return Finding(asked, SENTENCES[asked], None, f"not known yet: Play has come to {now.view.known}")
