"""What the panel shows, as values made from a Snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from attnstudio.model import edits, numerals, projecting
from attnstudio.model.document import Document, Look
from attnstudio.model.edits import Edit
from attnstudio.model.goals import REACHED, Lack, Wanted, aim_name, letter, wanted
from attnstudio.model.learning import Problem, Value, problem_of
from attnstudio.model.separable import quick_verdict
from attnstudio.model.settings import Goal, Wrong
from attnstudio.model.starting import with_output_matrix
from attnstudio.state.runs import Run
from attnstudio.state.snapshot import Snapshot

GOAL_NAMES: Mapping[Goal, str] = MappingProxyType(
    {
        "meanings": "meanings",
        "previous": "previous word",
        "first": "first of the same word",
        "lean": "leaning outputs",
    }
)
GOAL_HELP: Mapping[Goal, str] = MappingProxyType(
    {
        "meanings": "The word looks at money here, at river there, or at what you marked.",
        "previous": "Each word looks at the one before it. Switches positions on.",
        "first": "Each word looks at the first place where the same word stands. Switches positions on.",
        "lean": "The output leans to money here, to water there. A goal for weights gives W_V no gradient: "
        "this one learns W_V and W_O.",
    }
)


UNKNOWN = "?"
HIDDEN = "hidden until you press Now show"


@dataclass(frozen=True, slots=True)
class Cure:
    """What a button offers where something is in the way."""

    text: str
    name: str
    edit: Edit


CURES: Mapping[Lack, Cure] = MappingProxyType(
    {
        "free": Cure("make it from x", "Make the vectors from X", projecting.make_projected),
        "cosine": Cure(
            "compare by dot products",
            "Compare by dot products",
            lambda document: edits.set_cosine(document, False),
        ),
        "temperature": Cure(
            "set temperature 1", "Set temperature", lambda document: edits.set_temperature(document, 1.0)
        ),
        "wrong": Cure(
            "do it rightly", "Do every step rightly", lambda document: edits.set_wrong(document, Wrong())
        ),
    }
)


@dataclass(frozen=True, slots=True)
class AimShown:
    """One aim and what has come of it: a weight, or the share of a lean."""

    name: str
    share: float
    is_hidden: bool = False  # while the person is asked what they expect

    @property
    def is_reached(self) -> bool:
        return self.share >= REACHED and not self.is_hidden

    @property
    def text(self) -> str:
        return UNKNOWN if self.is_hidden else numerals.weight(self.share)


class Watch:
    """The goal and where it stands, kept from one moment to the next for as long as it is the same."""

    def __init__(self) -> None:
        self.wished = Wanted("meanings")
        self.value: Value | None = None
        self._problem: Problem | None = None
        self._of: tuple[object, ...] = ()
        self._asked: tuple[Document, Look] | None = None

    def follow(self, now: Snapshot) -> None:
        """Take over what is shown: of a run its own numbers, else those of the present matrices."""
        run, document = now.view.run, now.document
        if run is not None and run.is_current and self._is_asked_by(run, now):
            self.wished, self.value = run.wished, run.value
            return
        self._asked = None
        self.wished = wanted(document, now.look)
        self.value = None
        if self.wished.obstacle:
            return
        document = with_output_matrix(document) if self.wished.is_lean else document
        problem = self._problem_for(document)
        self.value = problem.at(problem.pair_of(document))

    def _is_asked_by(self, run: Run, now: Snapshot) -> bool:
        """Whether the goal is still that of the run; looked at anew only when the look has changed."""
        if self._asked is not None and self._asked[1] is now.look:
            return True
        if wanted(now.document, now.look) != run.wished:
            return False
        self._asked = now.document, now.look
        return True

    def _problem_for(self, document: Document) -> Problem:
        """The same while nothing but the learned matrices changed."""
        of = (
            self.wished,
            document.passages,
            document.mask,
            document.positions,
            document.settings,
            document.chart,
            document.projection if self.wished.is_lean else None,
        )
        if self._problem is None or not all(a is b or a == b for a, b in zip(of, self._of, strict=True)):
            self._problem, self._of = problem_of(document, self.wished), of
        return self._problem


def aims_shown(document: Document, watch: Watch, hides: bool = False) -> tuple[AimShown, ...]:
    """The aims with their weights just now; `hides`: the person is to predict them first."""
    if watch.value is None:
        return ()
    shares = watch.value.shares.tolist()
    return tuple(
        AimShown(aim_name(document, aim), 0.0 if hides else share, hides)
        for aim, share in zip(watch.wished.aims, shares, strict=True)
    )


def spoken_names(document: Document, watch: Watch) -> tuple[str, ...]:
    """The names of the aims, each unique: with its sentence where there are several."""
    several = len(document.passages) > 1
    return tuple(
        aim_name(document, aim) + (f" in {letter(aim.passage)}" if several else "")
        for aim in watch.wished.aims
    )


def step_text(run: Run | None) -> str:
    return "no step yet" if run is None else f"step {numerals.count(run.step)} of {numerals.count(run.last)}"


def reason_of(document: Document, wished: Wanted) -> str:
    """What the verdict has to say about a goal, where it is known quickly; else nothing."""
    if wished.obstacle or (wished.goal in ("previous", "first") and document.positions.kind == "none"):
        return ""
    document = with_output_matrix(document) if wished.is_lean else document
    return quick_verdict(document, wished).reason
