"""The door for scripts and notebooks: open, move, attend, show. Importing it loads no Qt.

    >>> import attnstudio as at
    >>> doc = at.open("bank-river")
    >>> at.sentence(doc)
    "bank looks most at river, 0.489; output is 0.84 from bank's own value"

A `Doc` is a frozen value: every function that changes something returns another one. What can't be done
raises `Refused`, a ValueError whose text is one sentence. Pictures and windows are made in other processes,
so that no Qt enters yours, and nothing that happens to them can end it.

The mathematics is softmax(QKᵀ/√d_k)·V (Vaswani et al. 2017, section 3.2.1; section 6 of the chapter).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnstudio.model import edits, projecting
from attnstudio.model.document import (
    Document,
    Handle,
    Look,
    Passage,
    Role,
    fitting,
    head_count,
    names_of,
)
from attnstudio.model.naming import Word, named_token
from attnstudio.model.refused import Refused
from attnstudio.model.resolve import resolve
from attnstudio.model.retype import TITLE_LETTERS, retype_sentence
from attnstudio.model.seen import Seen
from attnstudio.model.settings import RULES, Align, Mask, Rule
from attnstudio.model.soundness import check
from attnstudio.model.trace import Trace
from attnstudio.model.wording import listed
from attnstudio.notes.code import code_of
from attnstudio.notes.code_dialect import LIBRARIES
from attnstudio.notes.laboratory import picture_in_words
from attnstudio.notes.speech import sentence_of
from attnstudio.state import given, processes
from attnstudio.state.formats import FORMATS, Format
from attnstudio.state.snapshot import workspace_of
from attnstudio.storage.faults import named
from attnstudio.storage.files import cannot_open, save_file
from attnstudio.storage.schema import Extra, to_bytes
from attnstudio.study import scenes as built_in
from attnstudio.study.opening import open_named
from attnstudio.study.placing import vectors_for
from attnstudio.study.scenes import SceneInfo

__all__ = [
    "Doc",
    "Refused",
    "ask",
    "attend",
    "code",
    "edit",
    "mask",
    "move",
    "new",
    "notebook",
    "open",
    "render",
    "save",
    "scale",
    "scenes",
    "sentence",
    "show",
    "temperature",
]
_SHOWN = (1120, 700)  # pixels of the drawing in a notebook, whose pages are narrower than a screen


@dataclass(frozen=True, slots=True, repr=False)
class Doc:
    """A document and how it is looked at: which word asks, which head and which sentence are shown.

    Two are equal where both are. In Jupyter a Doc shows itself as a drawing of the studio (SVG), with its
    sentence as text where it can't be drawn.
    """

    document: Document
    look: Look
    extra: Extra = field(default_factory=dict, compare=False)
    """Members of a file that this version does not know; they are written back."""
    seen: Seen | None = field(default=None, compare=False)
    """What else a picture showed, such as the frame of the plane, until something is changed."""

    def __repr__(self) -> str:
        passage = self.document.passages[self.look.passage]
        named = zip(passage.query_tokens, names_of(passage.query_tokens), strict=True)
        asks = next((name for token, name in named if token.id == self.look.query), "nobody")
        words = " ".join(token.text for token in passage.key_tokens)
        shown = words if len(words) <= 60 else f"{words[:59].rstrip()}…"
        return f"<Doc “{self.document.title}”: {asks} asks “{shown}”>"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        is_drawn = (
            workspace_of(self.look) == "scaling"
        )  # by chance: the sentence of a query tells nothing of it
        told = picture_in_words(self.document.sampling) if is_drawn else sentence(self)
        data: dict[str, str] = {"text/plain": f"{self!r}\n{told}"}
        try:
            data["image/svg+xml"] = _drawing(self.document, self.look).decode()
        except Refused:  # without Qt there are words
            return data, {}
        return data, {"image/svg+xml": {"alt": told}}


# --- documents


def scenes() -> tuple[SceneInfo, ...]:
    """The built-in scenes, in the order of the chapter: each has an id, a title, a sentence and its section.

    >>> import attnstudio as at
    >>> at.scenes()[0].id
    'central-question'
    """
    return built_in.scenes()


def open(name: str | os.PathLike[str]) -> Doc:
    """Open a scene by its id, or a file: a document (.attn), plain arrays as JSON, or a picture or a notebook
    that carries a document.

    Raises `Refused`, naming the file and what is wrong where, or the scenes where there is none of that id.

    >>> import attnstudio as at
    >>> at.open("worked-example")
    <Doc “Q = [1 2], K = [2 1]”: query asks “key”>
    """
    found = open_named(name if isinstance(name, str) else Path(name))
    for note in found.notes:
        warnings.warn(note, stacklevel=2)
    try:
        check(found.document)
    except Refused as refused:  # more can be computed than is shown
        raise cannot_open(named(name), refused) from refused
    return Doc(found.document, found.look, found.extra, found.seen)


def new(words: str) -> Doc:
    """A document of one sentence. Words of the lexicon lie where their meaning is (money to the right, water
    upwards), others where chance puts them: the same place for the same word, always.

    Raises `Refused` for more words than the studio shows.

    >>> import attnstudio as at
    >>> at.attend(at.new("We sat beside the river bank")).weights.shape
    (1, 6, 6)
    """
    document, look = built_in.starter()
    said = retype_sentence(document, words, vectors_for(document))
    return _shown(edits.set_title(said, words[:TITLE_LETTERS]), look, {})


def save(doc: Doc, path: str | os.PathLike[str]) -> None:
    """Write a document (.attn), whole or not at all. Raises `Refused`; then what lay there is as it was."""
    save_file(Path(path), doc.document, doc.look, doc.extra, doc.seen)


# --- changes


def ask(doc: Doc, word: Word) -> Doc:
    """Let a word ask: its row is the one that pictures, sentences and code show.

    >>> import attnstudio as at
    >>> at.sentence(at.ask(at.open("bank-money"), "money"))
    "money looks most at itself, 0.600; output is 0.52 from money's own value"
    """
    token = named_token(_passage(doc).query_tokens, word)
    return _shown(doc.document, replace(doc.look, query=token.id), doc.extra)


def move(
    doc: Doc,
    word: Word,
    *,
    query: Sequence[float] | None = None,
    key: Sequence[float] | None = None,
    value: Sequence[float] | None = None,
    x: Sequence[float] | None = None,
    head: int | None = None,
) -> Doc:
    """Put vectors of a word elsewhere: query and key (d_k,), value (d_v,); or x (d_model,), from which the
    matrices of a document make the others (section 2 of the chapter).

    `head`, from 0, is the one that is shown unless said otherwise. Raises `Refused` for a word that there is
    not, for a vector of another size, beyond the edge of the plane (`doc.document.bound`), and for one that
    is made from x.

    >>> import attnstudio as at
    >>> doc = at.move(at.open("bank-river"), "bank", query=(2.0, 0.0))
    >>> at.attend(doc).queries[0, 5]
    array([2., 0.])
    """
    document, number = doc.document, doc.look.passage
    shown = doc.look.head if head is None else given.whole(head, "A head")
    heads = head_count(document, number)
    if not 0 <= shown < heads:
        raise Refused(f"There is no head {shown}; they are counted from 0 to {heads - 1}.")
    moved: dict[Role, Sequence[float] | None] = {"query": query, "key": key, "value": value}
    for role, vector in moved.items():
        if vector is not None:
            token = named_token(_passage(doc).tokens_of(role), word)
            handle = Handle(role, token.id, shown)
            document = edits.set_vector(document, handle, given.vector(vector), number)
    if x is not None:
        if _passage(doc).embedding is None:
            raise Refused("The vectors here are free: move query, key or value instead.")
        token = named_token(_passage(doc).query_tokens, word)
        document = projecting.set_whole_x(document, token.id, given.vector(x), number)
    return _shown(document, doc.look, doc.extra)


def mask(
    doc: Doc, may_look: Rule | npt.ArrayLike, *, size: int | None = None, align: Align | None = None
) -> Doc:
    """Choose who may look at whom: a rule, or a boolean array (n_q, n_k), True where the query (row) may look
    at the key (column). Section 9 of the chapter.

    Rules are "none", "causal", "strict" (causal without the diagonal), "window", "prefix", "block" (these
    three count `size` words) and "custom" (as it is, to be painted). `align`, "end" or "start", says which
    ends of queries and keys stand together where their numbers differ. Raises `Refused` for anything else.

    >>> import attnstudio as at
    >>> at.attend(at.mask(at.new("I love learning"), "causal")).weights[0, 0]
    array([1., 0., 0.])
    """
    document = doc.document
    if isinstance(may_look, str):
        if may_look not in RULES:
            raise Refused(f"There is no mask “{may_look}”; there are {', '.join(RULES)}.")
        changed: Mask = edits.set_rule(document, may_look).mask
        changed = replace(
            changed,
            size=changed.size if size is None else given.whole(size, "The size of a mask"),
            align=changed.align if align is None else given.align(align),
        )
        return edit(doc, lambda now: edits.set_mask(now, changed))
    passage = _passage(doc)
    array = given.boolean(may_look, (len(passage.query_tokens), len(passage.key_tokens)))
    for allow in (True, False):
        cells = [
            (passage.query_tokens[i].id, passage.key_tokens[j].id)
            for i, j in np.argwhere(array == allow).tolist()
        ]
        document = edits.paint_cells(edits.set_rule(document, "custom"), cells, allow, doc.look.passage)
    return _shown(document, doc.look, doc.extra)


def scale(doc: Doc, factor: float | None = None) -> Doc:
    """Multiply the scores by `factor`: None is 1/√d_k, as the formula has it, and 1 leaves them as they are
    (section 4 of the chapter). Raises `Refused` for what is no finite number."""
    settings = replace(doc.document.settings, scale=None if factor is None else given.number(factor))
    return edit(doc, lambda document: replace(document, settings=settings))


def temperature(doc: Doc, value: float) -> Doc:
    """Divide the masked scores by `value` before the softmax; at 0 the largest take all. Raises `Refused` for
    a negative number."""
    return edit(doc, lambda document: edits.set_temperature(document, given.number(value)))


def edit(doc: Doc, change: Callable[[Document], Document]) -> Doc:
    """Anything else: `change` gets the frozen document and returns another, as the functions of
    `attnstudio.model.edits` and `attnstudio.model.projecting` do.

    Raises `Refused`, naming the place, where what comes back is no sound document.
    """
    changed = change(doc.document)
    check(changed)
    return _shown(changed, doc.look, doc.extra)


# --- what follows


def attend(doc: Doc) -> Trace:
    """Every number of the sentence that is shown, as read-only arrays with an axis of heads in front: queries
    (h, n_q, d_k), keys (h, n_k, d_k), values (h, n_k, d_v), scores, scaled, masked and weights
    (h, n_q, n_k), output (h, n_q, d_v). A query that may look at nothing has weights and output 0.

    Raises `Refused` where scores overflow.

    >>> import attnstudio as at
    >>> float(at.attend(at.open("worked-example")).scores[0, 0, 0])
    4.0
    """
    return resolve(doc.document, doc.look.passage)


def sentence(doc: Doc) -> str:
    """What the shown word looks at, and what comes of it: the text that stands for a picture of a query."""
    return sentence_of(doc.document, attend(doc), doc.look)


def code(doc: Doc, library: Literal["numpy", "torch"] = "numpy") -> str:
    """A program, in NumPy or PyTorch, that comes to the same numbers and asserts them. Raises `Refused` for
    another library."""
    if library not in LIBRARIES:
        raise Refused(f"There is no code for “{library}”, only for {listed(LIBRARIES)}.")
    return code_of(doc.document, doc.look, library)


def render(
    doc: Doc,
    path: str | os.PathLike[str] | None = None,
    *,
    kind: Format = "svg",
    panel: str | None = None,
    workspace: str | None = None,
    size: tuple[int, int] | None = None,
    theme: str = "light",
    caption: bool = False,
) -> bytes:
    """A picture of the studio in this state, which carries its document, as the bytes of a file; with a
    `path` it is written there, too, and its ending says which kind it is: .png, .svg or .pdf.

    `size` is (width, height) in pixels; `panel` and `workspace` are named as in `attnstudio render --help`.
    It is drawn in another process. Raises `Refused` for what can't be drawn or written.
    """
    if path is not None:
        kind = given.kind_of(Path(path))
    if kind not in FORMATS:
        raise Refused(f"There are pictures of the kinds {listed(FORMATS)}, and none of “{kind}”.")
    options = [] if size is None else ["--size", given.pixels(size)]
    for name, chosen in (("--panel", panel), ("--workspace", workspace), ("--theme", theme)):
        options += [] if chosen is None else [name, chosen]
    options += ["--caption"] if caption else []
    return _made(doc, "render", f".{kind}", options, path)


def notebook(doc: Doc, path: str | os.PathLike[str]) -> None:
    """Write the chapter's laboratory for this state as a Jupyter notebook (.ipynb).

    Raises `Refused` for what can't be drawn or written."""
    _made(doc, "notebook", ".ipynb", [], path)


def show(doc: Doc) -> None:
    """Open the studio with this state, in a process of its own: your program goes on, and so does the studio
    when yours ends. The document is handed over as it is; nothing that is done in the window comes back.

    Raises `Refused` where the studio says at once why it can't be shown, as without a display.
    """
    processes.start(["-"], _file(doc))


# --- inside


def _shown(document: Document, look: Look, extra: Extra) -> Doc:
    return Doc(document, fitting(look, document), extra)


def _file(doc: Doc) -> bytes:
    return to_bytes(doc.document, doc.look, doc.extra, doc.seen)


def _passage(doc: Doc) -> Passage:
    return doc.document.passages[doc.look.passage]


def _made(
    doc: Doc, command: str, suffix: str, options: list[str], path: str | os.PathLike[str] | None
) -> bytes:
    """What a command of the program makes of the document, in another process."""
    from attnstudio.storage.writing import write  # as late as the rest of what only files need

    data = processes.made(command, suffix, options, _file(doc))
    if path is not None:
        write(Path(path), data)
    return data


@lru_cache(maxsize=8)  # Jupyter asks again whenever the same value stands at the end of a cell
def _drawing(document: Document, look: Look) -> bytes:
    return render(Doc(document, look), size=_SHOWN)
