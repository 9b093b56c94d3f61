"""A journal as pages for others: a Markdown file beside its pictures, or one HTML file that holds them.

Whatever a person wrote is escaped. The HTML page runs no script and loads nothing, and its own policy
forbids both; it can be read without colours, without pictures and without Attention Studio.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from attnstudio.notes.dates import date_in_words, moment_of
from attnstudio.notes.shown import Shown
from attnstudio.storage.journal_words import Words, size_of

PICTURES = "pictures"
"""The folder of the pictures, beside the Markdown file."""
PAGE = "journal.md"

_RE_OPENS = "Each picture carries its document: open it in Attention Studio, and its very state is back."
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5f6878; --line: #e4e5e0; --paper: #f7f7f4;
  --card: #fff; --accent: #b4235a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --soft: #a7aeba; --line: #343941;
  --paper: #15171b; --card: #1d2025; --accent: #ff7dae; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.55 "Fira Sans", "Segoe UI", system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
header p, time, figcaption { color: var(--soft); font-size: .92rem; }
nav { margin: 1.5rem 0 0; }
nav ol { margin: .25rem 0 0; padding-left: 1.6rem; }
nav time { margin-left: .4rem; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--accent);
  outline-offset: 2px; }
article { margin: 2rem 0 0; padding: 1.25rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; overflow-wrap: anywhere; }
figure { margin: .9rem 0; }
img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .3rem; }
figcaption { margin-top: .45rem; }
.note { max-width: 42rem; margin: .7rem 0; }
details { margin-top: .9rem; }
summary { cursor: pointer; color: var(--soft); }
.row { overflow-x: auto; }
table { border-collapse: collapse; margin-top: .6rem; font-size: .9rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); text-align: right;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child { text-align: left; }
pre { overflow-x: auto; font: .85rem/1.5 "IBM Plex Mono", ui-monospace, Consolas, monospace; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --card: #fff; --accent: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  article { padding: 0; border: 0; break-inside: avoid; }
  h2 { break-after: avoid; }
  img { max-height: 18cm; }
  pre { white-space: pre-wrap; font-size: 7.5pt; }
  details:not([open]) { display: none; }
}
"""

_MARKED = re.compile(r"([\\`*_\[\]~|$])")  # signs that mark something up wherever they stand in a line
_LEADING = re.compile(r"^(\s*)(?:([-+#=:])|(\d+)([.)]))")  # and those that do it at its beginning


@dataclass(frozen=True, slots=True)
class Leaf:
    """One entry as it is printed. `name` is its picture's file, which Markdown needs nothing else of; `table`
    all its numbers as text in columns,
    `row` the numbers of the query that the picture shows."""

    name: str
    words: Words
    picture: bytes
    table: str
    row: Shown | None = None


def html_page(leaves: Sequence[Leaf]) -> str:
    """The whole journal as one file of HTML, the pictures with their documents inside."""
    policy = (
        "default-src 'none'; img-src data:; "
        f"style-src 'sha256-{b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return "".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="referrer" content="no-referrer">\n',
            f"<title>Journal – Attention Studio</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n",
            f"<header>\n<h1>Journal</h1>\n<p>{escape(_summary(leaves))}</p>\n{_contents(leaves)}</header>\n",
            "<main>\n",
            *(_article(number, leaf) for number, leaf in enumerate(leaves, start=1)),
            "</main>\n</body>\n</html>\n",
        )
    )


def markdown_page(leaves: Sequence[Leaf]) -> str:
    """The journal as Markdown; the picture of each leaf lies in the folder `PICTURES` beside it."""
    parts = ["# Journal\n", f"{_escaped(_summary(leaves))}\n"]
    for leaf in leaves:
        words = leaf.words
        parts.append(f"## {_escaped(_one_line(words.title))}\n")
        if date := _date(words):
            parts.append(f"*{date}*\n")
        place = f"{PICTURES}/{quote(leaf.name)}"
        parts.append(f"![{_escaped(_one_line(words.said or words.title))}]({place})\n")
        if words.caption:
            parts.append(f"{_escaped(_one_line(words.caption))}\n")
        parts += [f"{_escaped_lines(paragraph)}\n" for paragraph in _paragraphs(words.note)]
        if leaf.table:
            fence = _fence(leaf.table)
            table = f"{fence}text\n{leaf.table.strip(chr(10))}\n{fence}"
            parts.append(f"<details>\n<summary>Numbers</summary>\n\n{table}\n\n</details>\n")
    return "\n".join(parts)


# --- inside -------------------------------------------------------------------------------------------


def _article(number: int, leaf: Leaf) -> str:
    words = leaf.words
    wide, high = size_of(leaf.picture)
    source = f"data:image/png;base64,{b64encode(leaf.picture).decode()}"
    alt = escape(_one_line(words.said or words.title))
    notes = "".join(
        f'<p class="note" dir="auto">{escape(paragraph).replace(chr(10), "<br>")}</p>\n'
        for paragraph in _paragraphs(words.note)
    )
    table = f'<pre tabindex="0">{escape(leaf.table)}</pre>'
    numbers = f"<details>\n<summary>Numbers</summary>\n{_row(leaf.row)}{table}\n</details>\n"
    return (
        f'<article id="entry-{number}" aria-labelledby="title-{number}">\n'
        f'<h2 id="title-{number}" dir="auto">{escape(_one_line(words.title))}</h2>\n{_time(words)}'
        f'<figure>\n<img src="{source}" alt="{alt}" width="{wide}" height="{high}">\n'
        f'<figcaption dir="auto">{escape(_one_line(words.caption))}</figcaption>\n</figure>\n'
        f"{notes}{numbers if leaf.table else ''}</article>\n"
    )


def _row(shown: Shown | None) -> str:
    """The query's numbers as a table that a screen reader can walk."""
    if shown is None or not shown.rows:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in shown.head)
    lines = []
    for key, *cells in shown.rows:
        numbers = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row"><bdi>{escape(key)}</bdi></th>{numbers}</tr>\n')
    caption = f"<caption>{escape(shown.sentence)}</caption>"
    body = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{''.join(lines)}</tbody>"
    return f'<div class="row"><table>\n{caption}\n{body}\n</table></div>\n'


def _contents(leaves: Sequence[Leaf]) -> str:
    if len(leaves) < 2:
        return ""
    lines = "".join(
        f'<li><a href="#entry-{number}" dir="auto">{escape(_one_line(leaf.words.title))}</a>'
        f"{_time(leaf.words).strip()}</li>\n"
        for number, leaf in enumerate(leaves, start=1)
    )
    return f'<nav aria-label="Entries">\n<ol>\n{lines}</ol>\n</nav>\n'


def _summary(leaves: Sequence[Leaf]) -> str:
    if not leaves:
        return "Nothing was kept yet."
    count = "One picture" if len(leaves) == 1 else f"{len(leaves)} pictures"
    return f"{count} with notes. {_RE_OPENS}"


def _time(words: Words) -> str:
    date = _date(words)
    return f'<time datetime="{escape(words.made)}">{date}</time>\n' if date else ""


def _date(words: Words) -> str:
    moment = moment_of(words.made)
    return "" if moment is None else date_in_words(moment)


def _paragraphs(note: str) -> Iterable[str]:
    """What stands between empty lines."""
    return (part.strip("\n") for part in re.split(r"\n[ \t]*\n", note) if part.strip())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _escaped_lines(paragraph: str) -> str:
    """Several lines that stay lines: a backslash at the end breaks them (CommonMark, section 6.7)."""
    return "\\\n".join(_escaped(line.strip()) for line in paragraph.split("\n"))


def _escaped(line: str) -> str:
    """A line of plain text such that Markdown shows it as it stands.

    Signs of HTML become entities, which every reader of Markdown knows; not all take a backslash there.
    """
    marked = _MARKED.sub(r"\\\1", escape(line, quote=False))
    return _LEADING.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", marked)


def _fence(text: str) -> str:
    """More backticks than stand together anywhere in `text`."""
    return "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
