"""Parts of sentences that everybody needs: lists and possessives."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], most: int | None = None, rest: str = "more") -> str:
    """“a”, “a and b”, “a, b and c”; beyond `most` names the first of them: “a, b and 3 more”.

    A single name that is over is told, for it takes no more room than that there is one more.
    """
    told = list(names)
    if most is not None and len(told) > most + 1:
        told = [*told[:most], f"{len(told) - most} {rest}"]
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else "".join(told)


def quoted(names: Sequence[str]) -> list[str]:
    return [f"“{name}”" for name in names]


def whose(name: str) -> str:
    """The possessive: bank's, as'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def capital(text: str) -> str:
    """`text` as a sentence begins: only its first letter differs."""
    return text[:1].upper() + text[1:]
