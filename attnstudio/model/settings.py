"""How a document's numbers are worked out: scaling, mask, positions, and what is done wrongly on purpose.

Frozen values that stand in a `Document`, and some that only concern one workspace: what the d_k laboratory
samples, what is tried at the limits of numbers, and what *Learn* is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Rule = Literal["none", "causal", "strict", "window", "prefix", "block", "custom"]
RULES: tuple[Rule, ...] = ("none", "causal", "strict", "window", "prefix", "block", "custom")
SIZED_RULES: tuple[Rule, ...] = ("window", "prefix", "block")
Align = Literal["end", "start"]
ALIGNS: tuple[Align, ...] = ("end", "start")
Padding = Literal["none", "left", "right"]
PADDINGS: tuple[Padding, ...] = ("none", "left", "right")
PositionKind = Literal["none", "rope", "added"]
POSITION_KINDS: tuple[PositionKind, ...] = ("none", "rope", "added")
Pairing = Literal["interleaved", "half-split"]
PAIRINGS: tuple[Pairing, ...] = ("interleaved", "half-split")
Distribution = Literal["normal", "uniform", "signs"]
DISTRIBUTIONS: tuple[Distribution, ...] = ("normal", "uniform", "signs")
Divisor = Literal["sqrt d_k", "d_k", "sqrt d_model", "one", "temperature"]
DIVISORS: tuple[Divisor, ...] = ("sqrt d_k", "d_k", "sqrt d_model", "one", "temperature")
Goal = Literal["meanings", "previous", "first", "lean"]
GOALS: tuple[Goal, ...] = ("meanings", "previous", "first", "lean")

LARGEST_D_K = 4096
MOST_SAMPLED_KEYS = 256
MOST_DRAWS = 100_000


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """`scale` multiplies the scores: None means 1/√d_k, 1.0 is "scaling off". Temperature divides them.

    With `cosine` queries and keys count by their direction alone: a score is the cosine of their angle.
    """

    scale: float | None = None
    temperature: float = 1.0
    cosine: bool = False


@dataclass(frozen=True, slots=True)
class Mask:
    """A rule plus flipped cells, keyed by (query token id, key token id), so that a new word follows
    the rule and a painted cell stays with its words.

    `size` is what a window, a prefix or a block counts: keys that a window shows, the asking word's own
    included; words of the prefix that all may look at; words in a block. `align` says at which end queries
    and keys stand together where their numbers differ. The first (`padding` left) or last (right) `pads`
    keys are padding, which nobody may look at, under every rule.
    """

    rule: Rule = "none"
    flipped: frozenset[tuple[int, int]] = frozenset()
    size: int = 2
    align: Align = "end"
    padding: Padding = "none"
    pads: int = 0

    @property
    def hides(self) -> bool:
        """Whether any cell could be masked."""
        return self.rule != "none" or bool(self.flipped) or (self.padding != "none" and self.pads > 0)


@dataclass(frozen=True, slots=True)
class Positions:
    """How the place of a word in its sentence enters: not at all, as a turn of q and k (RoPE, Su et al.
    2021), or as a vector added to x (Vaswani et al. 2017, section 3.5).

    Pair i of d components turns by turn · base^(−2i/d) radians a position; `pairing` says which components
    make a pair. An added vector has (sin, cos) of the same angles, times `size`.
    """

    kind: PositionKind = "none"
    turn: float = 1.0
    base: float = 10_000.0
    pairing: Pairing = "interleaved"
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is done wrongly on purpose, so that one can see what fails."""

    mask_after_softmax: bool = False  # and nothing is renormalised: rows sum to less than 1
    skips_softmax: bool = False  # the masked scores themselves serve as weights
    reshapes_heads: bool = False  # heads are cut by a reshape without the transpose
    added: tuple[int, int, float] | None = None  # query id, key id, what is added to their scaled score

    @property
    def is_right(self) -> bool:
        return self == _RIGHT


_RIGHT = Wrong()


@dataclass(frozen=True, slots=True)
class Sampling:
    """What the d_k laboratory draws: `draws` times one query and `keys` keys of `d_k` components each, of
    mean 0 and variance 1, and by what it divides their scores."""

    d_k: int = 64
    keys: int = 8
    draws: int = 20_000
    distribution: Distribution = "normal"
    seed: int = 0
    divisor: Divisor = "sqrt d_k"
    d_model: int = 512
    temperature: float = 8.0


@dataclass(frozen=True, slots=True)
class Trial:
    """Tried at the limits of numbers: every entry of a query and of two keys, and two scores."""

    query: float = 40.0
    first: float = 40.0
    second: float = 39.0
    d_k: int = 64
    scores: tuple[float, float] = (1000.0, 999.0)


@dataclass(frozen=True, slots=True)
class Learning:
    """What *Learn* works towards, how fast, and from which start (0: from the matrices as they are)."""

    goal: Goal = "meanings"
    rate: float = 0.1
    seed: int = 0
