"""Which word of a sentence a script means: by its name as the screen shows it, or by its place."""

from __future__ import annotations

import operator

from attnstudio.model.document import Token, names_of
from attnstudio.model.refused import Refused

Word = str | int
"""A word as it is named (“bank”, or “bank₂” where it stands twice), or its place in the sentence from 0."""


def named_token(tokens: tuple[Token, ...], word: Word) -> Token:
    """The token that is meant; capitals count only where they make a difference.

    Raises `Refused`, with the names that there are, where none is meant or more than one.
    """
    if not isinstance(word, str):
        try:
            word = operator.index(word)  # NumPy's numbers too
        except TypeError as error:
            raise Refused(
                "A word is meant by its name or by its place, as “bank” or 2, "
                f"not by something of type {type(word).__name__}."
            ) from error
        if not -len(tokens) <= word < len(tokens):
            raise Refused(f"There is no word {word}: the sentence has {len(tokens)}, counted from 0.")
        return tokens[word]
    named = list(zip(names_of(tokens), tokens, strict=True))
    exactly = [token for name, token in named if name == word]
    alike = exactly or [token for _, token in named if token.text.casefold() == word.casefold()]
    if len(alike) == 1:
        return alike[0]
    if alike:
        names = ", ".join(name for name, token in named if token in alike)
        raise Refused(f"“{word}” stands there {len(alike)} times; say {names}.")
    names = ", ".join(name for name, _ in named)
    raise Refused(f"There is no word “{word}”; there are {names}." if names else "The sentence has no word.")
