"""Markdown, HTML, CSV and JSON of a state: they say what the screen says, and words stay words."""

from __future__ import annotations

import csv as reader
import io
import json
import math
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from attnstudio.model import numerals
from attnstudio.model.document import Document, Head, Look, Passage, fitting, names_of
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask
from attnstudio.notes.formats import NOTATIONS
from attnstudio.notes.markdown import escaped, markdown
from attnstudio.notes.shown import shown
from attnstudio.notes.spreadsheet import word
from attnstudio.notes.tables import members_of
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, crossing, of_words, projected

HOSTILE = (
    *(
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\uff1d1",
        'a"b',
        "a,b",
        "a;b",
        "a|b",
        "<script>",
        "a&b",
        "*b*",
        "[x](y)",
    ),
    *("a\tb", "`c`", "www.example.org", "https://example.org", "a\u2028b", "\u202eabc", "\\", "~s~", "$x$"),
)
NOBODY = Document("empty", (Passage((), heads=(Head((), (), ()),)),))


def written(name: str, document: Document, look: Look) -> str:
    look = fitting(look, document)
    return NOTATIONS[name].write(document, resolve(document, look.passage), look)


@pytest.mark.parametrize("name", NOTATIONS)
@pytest.mark.parametrize("scene", [scene.id for scene in scenes()])
def test_every_scene_in_every_notation(name: str, scene: str) -> None:
    made = written(name, *load(scene))
    assert made.endswith("\n")
    for wrong in ("nan", "−0.00,", "-0.00,", "float64(", "undefined"):
        assert wrong not in made


@pytest.mark.parametrize("name", NOTATIONS)
def test_where_no_word_asks(name: str) -> None:
    assert written(name, NOBODY, Look())


# --- Markdown


def test_a_table_in_markdown() -> None:
    made = written("markdown", crossing(), Look(query=1)).split("\n\n")
    assert made[0] == "One looks most at a, 0.665; output is (1.00, -0.97).".replace("-", "−")
    assert made[1].startswith("*crossing · query one · no mask")
    assert made[2].splitlines()[:3] == [
        "| key | score | scaled | masked | weight | weight · value |",
        "| :-- | --: | --: | --: | --: | --: |",
        "| a | 2.00 | 2.00 | 2.00 | 0.665 | (1.330, −0.665) |",
    ]


def test_the_picture_comes_first_with_the_sentence_as_its_alt_text() -> None:
    document, look = crossing(), Look(query=1)
    made = markdown(document, resolve(document), look, "file:///a%20b.png")
    sentence = shown(document, resolve(document), look).sentence
    assert made.splitlines()[0] == f"![{escaped(sentence)}](file:///a%20b.png)"


def test_no_word_is_taken_for_markdown() -> None:
    made = written("markdown", of_words(*HOSTILE), Look(query=2))
    table = [line for line in made.splitlines() if line.startswith("|")]
    assert len(table) == len(HOSTILE) + 3
    for line in table:
        assert line.replace("\\|", "").count("|") == 7
    assert "<script" not in made
    assert "https://" not in made
    assert "www." not in made
    assert "\\*b\\*" in made


# --- HTML


class Table(HTMLParser):
    """The cells of a table, row by row; any other element than those of a table is a fault."""

    KNOWN = frozenset({"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "bdi"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.open: list[str] = []
        self.caption = ""
        self.scopes: list[str | None] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.KNOWN, tag
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag == "th":
            self.scopes.append(dict(attrs).get("scope"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "caption" in self.open:
            self.caption += data
        elif {"th", "td"} & set(self.open):
            self.rows[-1][-1] += data


@pytest.mark.parametrize("document", [crossing(), bank(), projected(), of_words(*HOSTILE)])
def test_an_html_table_says_what_the_state_says(document: Document) -> None:
    look = fitting(Look(query=2), document)
    told = shown(document, resolve(document), look)
    table = Table(written("html", document, look))
    assert table.rows == [list(told.head), *map(list, told.rows)]
    assert table.caption == f"{told.caption}. {told.sentence}"
    assert table.scopes == ["col"] * len(told.head) + ["row"] * len(told.rows)
    assert not table.open


# --- CSV


def cells(document: Document, look: Look) -> list[list[str]]:
    made = written("csv", document, look)
    assert made.count("\r\n") == made.count("\n")
    return list(reader.reader(io.StringIO(made, newline=""), strict=True))


def test_the_numbers_of_the_screen_as_csv() -> None:
    assert cells(crossing(), Look(query=1))[:3] == [
        ["query", "key", "score", "scaled", "masked", "weight", "weight · value 1", "weight · value 2"],
        ["one", "a", "2.00", "2.00", "2.00", "0.665", "1.330", "-0.665"],
        ["one", "b", "1.00", "1.00", "1.00", "0.245", "-0.245", "-0.489"],
    ]


def test_every_query_of_every_head_is_there() -> None:
    read = cells(projected(), Look(query=1))
    assert read[0][:3] == ["head", "query", "key"]
    assert [row[:3] for row in read[1:4]] == [["1", "x", "x"], ["1", "x", "y"], ["1", "x", "Σ"]]
    assert len(read) == 1 + 2 * 2 * 3
    assert len({len(row) for row in read}) == 1


def test_no_cell_is_a_formula() -> None:
    document = replace(of_words(*HOSTILE), mask=Mask("causal"))
    for row in cells(document, Look(query=1))[1:]:
        for cell in row:
            if cell.startswith(("=", "+", "-", "@")):
                assert math.isfinite(float(cell)), cell
            assert not cell.startswith(("\uff1d", "\t", "\r"))
    assert cells(document, Look(query=1))[1][0] == "'=1+1"
    assert cells(document, Look(query=1))[2][4] == numerals.MASKED  # −∞ with a real minus sign


def test_words_come_back_as_they_were() -> None:
    document = of_words('a"b', "a,b", "naïve", "bank", "bank")
    names = names_of(document.passages[0].query_tokens)
    assert [row[1] for row in cells(document, Look(query=1))[1:6]] == list(names)
    assert word("plain") == "plain"
    assert word("-1") == "'-1"


# --- JSON


def test_json_is_every_number_in_full() -> None:
    document, look = load("two-heads")
    trace = resolve(document)
    assert json.loads(written("json", document, look)) == json.loads(
        json.dumps(dict(members_of(document, trace, look)), allow_nan=False)
    )


def test_the_alt_text_of_a_picture_of_the_laboratory_tells_what_was_drawn() -> None:
    document, look = load("why-sqrt-dk")
    told = markdown(document, resolve(document), look, "state.png")
    assert told.startswith("![the d\\_k laboratory: d\\_k = 64")
    assert "](state.png)\n\nQuery looks most at k5, 0.233" in told
