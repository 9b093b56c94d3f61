"""The last words of a sentence asking alone, against all its words: as when a model writes on from a cache.

Keys and values of the earlier words are at hand; only the queries of the newest ones are new. Under a mask
that is aligned at the end every row keeps its numbers, which is why a cache changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from attnstudio.model.document import Document, Embedding, Head, Passage, Token
from attnstudio.model.edits import with_passage
from attnstudio.model.refused import Refused
from attnstudio.model.retype import fresh_ids
from attnstudio.model.settings import Mask, Wrong

_Renamed = dict[int, int]  # id of a query token before → after


def is_cached(passage: Passage) -> bool:
    """Whether the words that ask are the last ones of those that are looked at, but not the same tokens.

    Made from x, they are that only as long as each has the x of its word.
    """
    asking = [token.text for token in passage.query_tokens]
    if passage.is_self_attention or not asking:
        return False
    if asking != [token.text for token in passage.key_tokens[-len(asking) :]]:
        return False
    made = passage.embedding
    return made is None or made.x_keys is None or made.x == made.x_keys[-len(asking) :]


def ask_last(document: Document, count: int, passage: int = 0) -> Document:
    """Let only the last `count` words of a sentence ask; all of them are looked at.

    The queries become tokens of their own, with ids of their own; what was painted in their rows goes with
    them, and the mask is aligned at the end, so that no number of their rows changes. With as many words as
    there are, queries and keys are the same tokens again (see `ask_all`).
    """
    held = document.passages[passage]
    if not held.is_self_attention and not is_cached(held):
        raise Refused("Here queries and keys come from two sentences: there is no cache to ask.")
    n = len(held.key_tokens)
    if not 1 <= count <= n:
        raise Refused(f"Of {n} words 1 to {n} can ask, not {count}.")
    if count == len(held.query_tokens):
        return document
    document = ask_all(document, passage)
    if count == n:
        return document
    held = document.passages[passage]
    tokens = held.key_tokens
    asking = tuple(
        replace(token, id=fresh) for token, fresh in zip(tokens[-count:], fresh_ids(document), strict=False)
    )
    heads = tuple(replace(head, queries=head.queries[-count:]) for head in held.heads)
    embedding = None
    if held.embedding is not None:
        embedding = Embedding(held.embedding.x[-count:], held.embedding.x)
    renamed = {old.id: new.id for old, new in zip(tokens[-count:], asking, strict=True)}
    gone = {token.id for token in tokens[:-count]}
    changed = with_passage(document, passage, Passage(asking, tokens, heads, embedding))
    mask = _renamed_mask(document.mask, renamed, gone)
    return replace(
        changed, mask=replace(mask, align="end"), wrong=_renamed_wrong(document.wrong, renamed, gone)
    )


def ask_all(document: Document, passage: int = 0) -> Document:
    """Let all words ask again. A free vector of a query that was put away is gone: that word asks with its
    key from then on, as words do where nobody placed their query apart."""
    held = document.passages[passage]
    if not is_cached(held):
        return document
    tokens, count = held.key_tokens, len(held.query_tokens)
    heads = tuple(
        Head((*head.keys[: len(tokens) - count], *head.queries), head.keys, head.values)
        for head in held.heads
    )
    embedding = None
    if held.embedding is not None:
        assert held.embedding.x_keys is not None  # soundness.check saw to it
        embedding = Embedding(held.embedding.x_keys)
    renamed = {old.id: new.id for old, new in zip(held.query_tokens, tokens[-count:], strict=True)}
    changed = with_passage(document, passage, Passage(tokens, None, heads, embedding))
    return replace(
        changed,
        mask=_renamed_mask(document.mask, renamed, set()),
        wrong=_renamed_wrong(document.wrong, renamed, set()),
    )


def twin(old: Passage, new: Passage, token: int) -> int:
    """The id in `new` of the query that `token` was in `old`: that of the same word, counted from the end,
    or of the last one that asks where it asks no longer."""
    back = next((len(old.query_tokens) - i for i, held in enumerate(old.query_tokens) if held.id == token), 1)
    tokens: tuple[Token, ...] = new.query_tokens
    return tokens[-back].id if back <= len(tokens) else tokens[-1].id


def _renamed_mask(mask: Mask, renamed: _Renamed, gone: set[int]) -> Mask:
    if not mask.flipped:
        return mask
    flipped = frozenset((renamed.get(q, q), k) for q, k in mask.flipped if q not in gone)
    return replace(mask, flipped=flipped)


def _renamed_wrong(wrong: Wrong, renamed: _Renamed, gone: set[int]) -> Wrong:
    if wrong.added is None:
        return wrong
    query, key, amount = wrong.added
    if query in gone:
        return replace(wrong, added=None)
    return replace(wrong, added=(renamed.get(query, query), key, amount))
