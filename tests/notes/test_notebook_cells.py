"""Cells of a notebook: a person's words stay words in Markdown, and stay readable in its source."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.notes.notebook import cells_of
from attnstudio.notes.notebook_cells import plainly
from attnstudio.study.scenes import load, scenes

NO_SYNTAX = (
    "0.447 is most, of 1.0 in all.",
    "Which words should bank look at?",
    "scaled by 1/√d_k, d_k = 2 · temperature 1.",
    "Choose the rule none: love would look most at learning (a word yet to come)!",
    "a < b > c & d; x + y - 1 = 2, e.g. so",
    "its weight is <0.001",
    "“I”, 'you' - and the rest",
    "C# and 100%, torch.randn(2, 4)",
)
SYNTAX = {
    "# x": "&#35; x",
    "C #": "C &#35;",  # else the heading ends before it
    "- x": "&#45; x",
    "+ x": "&#43; x",
    "> x": "&#62; x",
    "1. one": "1&#46; one",
    "12) one": "12&#41; one",
    "a\n===": "a\n&#61;==",
    "a\r---": "a\r&#45;--",
    "a\n  - b": "a\n  &#45; b",
    "*a*": "&#42;a&#42;",
    "_a_": "&#95;a&#95;",
    "a __b": "a &#95;&#95;b",
    "~~x~~": "&#126;&#126;x&#126;&#126;",
    "`x`": "&#96;x&#96;",
    "a | b": "a &#124; b",
    "[x](y)": "&#91;x&#93;(y)",
    "![x](y)": "!&#91;x&#93;(y)",
    "<b>": "&#60;b>",
    "</details>": "&#60;/details>",
    "<!-- x": "&#60;!-- x",
    "&lt;": "&#38;lt;",
    "&#35;": "&#38;#35;",
    "www.example.org": "www&#46;example&#46;org",
    "http://x": "http&#58;//x",
    "javascript:alert(1)": "javascript&#58;alert(1)",
    "a@b": "a&#64;b",
    ":smile:": "&#58;smile:",
    "{{evil}}": "&#123;&#123;evil&#125;&#125;",
    "$x$": "<code>&#36;x&#36;</code>",
    "\\(x\\)": "<code>&#92;(x&#92;)</code>",
}


@pytest.mark.parametrize("text", NO_SYNTAX)
def test_what_is_no_syntax_stays_readable(text: str) -> None:
    assert plainly(text) == text


@pytest.mark.parametrize("text", SYNTAX)
def test_what_would_be_syntax_becomes_a_number(text: str) -> None:
    assert plainly(text) == SYNTAX[text]


@given(st.text())
def test_it_reads_the_same(text: str) -> None:
    made = plainly(text)
    assert unescape(re.sub(r"\A<code>|</code>\Z", "", made)) == unescape(re.sub("&", "&amp;", text))
    assert not re.search(r"[\\\\`*\[\]$~|{}@]", made)
    assert not re.search(r"<(?!/?code>)[A-Za-z/!?]", made)


def test_of_the_scenes_words_just_brackets_become_numbers() -> None:
    for scene in scenes():
        title, picture = cells_of(*load(scene.id))[:2]
        assert set(re.findall(r"&#\d+;", title.source + picture.source)) <= {"&#91;", "&#93;"}, scene.id
