"""Lists, possessives, and how a sentence begins."""

from __future__ import annotations

import pytest

from attnstudio.model.wording import capital, listed, quoted, whose


@pytest.mark.parametrize(
    ("names", "most", "told"),
    [
        ("", None, ""),
        ("a", None, "a"),
        ("ab", None, "a and b"),
        ("abcdef", None, "a, b, c, d, e and f"),
        ("abc", 2, "a, b and c"),
        ("abcd", 2, "a, b and 2 more"),
        ("abcdef", 1, "a and 5 more"),
    ],
)
def test_lists(names: str, most: int | None, told: str) -> None:
    assert listed(names, most) == told


def test_the_rest_has_its_own_word() -> None:
    assert listed(quoted("abcd"), 2, "others") == "“a”, “b” and 2 others"


def test_possessives() -> None:
    assert [whose("bank"), whose("as"), whose("bank₂")] == ["bank's", "as'", "bank₂'s"]


@pytest.mark.parametrize(("text", "told"), [("", ""), ("bank asks", "Bank asks"), ("q and K", "Q and K")])
def test_a_sentence_begins_with_a_capital(text: str, told: str) -> None:
    assert capital(text) == told
