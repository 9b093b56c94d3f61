"""The journal's pages: what a person wrote stands there as text, and nothing else can come in with it."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.notes.journal_page import Leaf, html_page, markdown_page
from attnstudio.notes.shown import Shown
from attnstudio.storage.journal_words import Words, cleaned
from tests.kept import picture_of
from tests.samples import bank

PICTURE = picture_of(bank())
HOSTILE = (
    "<script>alert(1)</script>",
    "](javascript:alert(1))",
    "![x](http://evil.example/x.png)",
    '" onload="alert(1)',
    "--></style><script>",
    "</textarea></pre></details><img src=x onerror=alert(1)>",
    "&lt;script&gt; &amp; &#60;",
    "# heading\n- list\n1. one\n> quote\n```\ncode\n---\n===\n| a | b |",
    "שלום עולם \u202e reversed",
    "\ud800 \udc00 \0 \ufffe",
    "*a* _b_ `c` ~~d~~ $e$ \\f",
)
VOID = {"meta", "img", "br"}
MAY_STAND = {
    *("html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "p", "nav", "ol", "li", "a"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "bdi", "div"),
    *("time", "main", "article", "figure", "img", "figcaption", "br", "details", "summary", "pre"),
}


class Page(HTMLParser):
    """The elements of a page, which must all be closed, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in MAY_STAND
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]


def leaf(note: str = "", title: str = "bank — money", said: str = "bank looks at money") -> Leaf:
    words = cleaned(Words(title, said, "query bank · no mask", note, "2026-11-30T14:05:00+01:00"))
    return Leaf("0001-x.png", words, PICTURE, "key  weight\nbank  0.447\n")


def test_the_page_is_read_by_everybody() -> None:
    page = Page(html_page([leaf("First.\n\nSecond,\nin two lines."), leaf()]))
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("h1")) == 1
    assert len(page.all("h2")) == 2
    for number, image in enumerate(page.all("img"), start=1):
        assert image["alt"] == "bank looks at money"
        assert (image["width"], image["height"]) == ("2", "1")
        assert page.all("article")[number - 1]["aria-labelledby"] == f"title-{number}"
    assert [link["href"] for link in page.all("a")] == ["#entry-1", "#entry-2"]
    assert "30 November 2026, 14:05" in page.text
    assert "0.447" in page.text
    assert len([p for p in page.all("p") if p.get("class") == "note"]) == 2


def test_the_page_may_load_and_run_nothing() -> None:
    text = html_page([leaf(note) for note in HOSTILE])
    page = Page(text)
    policy = next(m["content"] for m in page.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; img-src data:; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert "http" not in style[1]
    assert "url(" not in style[1]
    for _, attributes in page.elements:
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            if name in ("src", "href"):
                assert value.startswith(("data:image/png;base64,", "#entry-"))


@pytest.mark.parametrize("note", HOSTILE)
def test_hostile_notes_are_text(note: str) -> None:
    page = Page(html_page([leaf(note, title=note, said=note)]))
    words = cleaned(Words(note=note, said=note, title=note))
    for line in words.note.split("\n"):
        assert line.strip() in page.text
    assert page.all("img")[0]["alt"] == " ".join(words.said.split())


@given(note=st.text(max_size=80), title=st.text(max_size=40))
def test_no_note_changes_what_the_page_is_made_of(note: str, title: str) -> None:
    plain = Page(html_page([leaf("x"), leaf()]))
    page = Page(html_page([leaf(note, title=title), leaf()]))
    assert {name for name, _ in page.elements} <= {name for name, _ in plain.elements} | {"br"}
    html_page([leaf(note)]).encode()  # no half of a pair is left


def test_the_query_s_numbers_are_a_table_with_heads() -> None:
    row = Shown("caption", "It looks <there>.", ("key", "score"), (("</td>", "1.0"), ("שלום", "2.0")))
    page = Page(html_page([replace(leaf(), row=row)]))
    assert [head["scope"] for head in page.all("th")] == ["col", "col", "row", "row"]
    assert len(page.all("td")) == 2
    assert "It looks <there>." in page.text


def test_an_empty_journal_is_a_page() -> None:
    assert "Nothing was kept yet" in Page(html_page([])).text
    assert "Nothing was kept yet" in markdown_page([])


def test_markdown_has_all_that_the_page_has() -> None:
    page = markdown_page([leaf("First.\n\nSecond,\nin two lines.")])
    assert "## bank — money\n" in page
    assert "*30 November 2026, 14:05*" in page
    assert "![bank looks at money](pictures/0001-x.png)" in page
    assert "query bank · no mask" in page
    assert "First.\n\nSecond,\\\nin two lines." in page
    assert "<details>\n<summary>Numbers</summary>\n\n```text\nkey  weight" in page


@pytest.mark.parametrize("note", HOSTILE)
def test_markdown_shows_hostile_notes_as_text(note: str) -> None:
    page = markdown_page([leaf(note, title=note, said=note)])
    outside = re.sub(r"```text.*?```", "", page, flags=re.DOTALL)
    assert set(re.findall(r"<[^>]*>", outside)) == {"<details>", "</details>", "<summary>", "</summary>"}
    assert re.findall(r"(?<!\\)\]\(([^)]*)\)", outside) == ["pictures/0001-x.png"]
    for line in outside.split("\n"):
        if not line.startswith(("# Journal", "## ", "![", "*30", "<")):
            assert not re.match(r"\s*([#>*=+|-]|\d+[.)]|```)", line), line


def test_numbers_with_backticks_stay_inside() -> None:
    words = leaf().words
    page = markdown_page([Leaf("x.png", words, PICTURE, "a ```` b")])
    assert "`````text\na ```` b\n`````\n" in page


def test_names_of_files_are_quoted() -> None:
    page = markdown_page([Leaf("0001-שלום (x).png", leaf().words, PICTURE, "")])
    assert "(pictures/0001-%D7%A9%D7%9C%D7%95%D7%9D%20%28x%29.png)" in page
    assert "<details>" not in page
