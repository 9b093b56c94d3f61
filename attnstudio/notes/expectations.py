"""What a person expected a word to look at, against what it does look at, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Set

from attnstudio.model import numerals
from attnstudio.model.document import Passage, names_of
from attnstudio.model.meanings import Meaning
from attnstudio.model.wording import listed

_RANKS = ("most of all", "the second most", "the third most")
_ALIKE = 1e-9  # weights closer than this are the same but for rounding
_NAMED = 3  # marked words that are told one by one


def question(name: str) -> str:
    """What is asked before the weights are shown."""
    return f"Mark the words that {name} should look at: click them, or press Space."


def first_say(names: Iterable[str]) -> str:
    """What stands where the answer would be told, of the words that ask, one for each sentence."""
    asking = list(dict.fromkeys(names))
    return f"First say in the sentences what {listed(asking, _NAMED)} should look at, then press Now show."


def verdict(passage: Passage, found: Meaning, marked: Set[int]) -> str:
    """E.g. “You marked money; bank gives it 0.447, most of all. deposited gets 0.269 unmarked.”

    "" where nothing is marked in this passage.
    """
    keys = passage.key_tokens
    chosen = [j for j, token in enumerate(keys) if token.id in marked]
    if not chosen:
        return ""
    asking = names_of(passage.query_tokens)[found.query]
    names = list(names_of(keys))
    if found.own_key >= 0:
        names[found.own_key] = f"{asking} itself"
    told = listed([names[j] for j in chosen], _NAMED)
    if found.is_blind:
        return f"You marked {told}; {asking} may look at nothing."
    return f"You marked {told}; {_given(asking, found, chosen)}{_unmarked(names, found, chosen)}"


def _given(asking: str, found: Meaning, chosen: list[int]) -> str:
    weights = found.weights.tolist()
    if len(chosen) > _NAMED + 1:
        return f"{asking} gives them {numerals.weight(sum(weights[j] for j in chosen))} together."
    shares = listed([numerals.weight(weights[j]) for j in chosen])
    if len(chosen) == 1:
        return f"{asking} gives it {shares}, {_place(found, chosen[0])}."
    least = min(weights[j] for j in chosen)
    are_first = sum(weight >= least - _ALIKE for weight in weights) == len(chosen)
    return f"{asking} gives them {shares}{', most of all' if are_first else ''}."


def _place(found: Meaning, j: int) -> str:
    """Where a weight stands among those of the words that may be seen."""
    seen = [weight for weight, hidden in zip(found.weights.tolist(), found.hidden, strict=True) if not hidden]
    weight = float(found.weights[j])
    rank = sum(other > weight + _ALIKE for other in seen)
    alike = sum(abs(other - weight) <= _ALIKE for other in seen)
    if alike == len(seen) > 1:
        return "as much as every other"
    place = _RANKS[rank] if rank < len(_RANKS) else f"number {rank + 1} of {len(found.weights)}"
    return f"{place}, as much as {_others(alike - 1)}" if alike > 1 else place


def _others(count: int) -> str:
    return "one other" if count == 1 else f"{count} others"


def _unmarked(names: list[str], found: Meaning, chosen: list[int]) -> str:
    """The word that was forgotten: the heaviest without a mark, if it has more than an equal share."""
    rest = [j for j in range(len(names)) if j not in chosen]
    if not rest:
        return ""
    heaviest = max(rest, key=lambda j: float(found.weights[j]))
    weight = float(found.weights[heaviest])
    if weight * len(names) <= 1.0:
        return ""
    return f" {names[heaviest]} gets {numerals.weight(weight)} unmarked."
