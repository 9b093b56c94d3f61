"""Records: what changed is written, what was written comes back, what is damaged is not believed."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.document import Document, Embedding, Handle, Look, fitting
from attnstudio.model.refused import Refused
from attnstudio.model.seen import Seen
from attnstudio.storage.recovery_records import About, Kept, Newer, change, last, whole
from attnstudio.storage.schema import cleaned
from tests.samples import bank, crossing, documents, looks, projected

NOWHERE = About()


def kept(document: Document, look: Look | None = None, about: About = NOWHERE) -> Kept:
    return Kept(document, fitting(look or Look(), document), Seen(), about)


def moved(document: Document, x: float) -> Document:
    return edits.move_vector(document, Handle("query", 6), (x, 0.5))


def line(value: object) -> bytes:
    text = json.dumps(value).encode()
    return b"%d %08x %s\n" % (len(text), crc32(text), text)


@given(st.data())
def test_any_work_comes_back_to_the_last_bit(data: st.DataObject) -> None:
    first, second = (cleaned(data.draw(documents())) for _ in range(2))
    look = data.draw(looks(second))
    about = About("/somewhere/é.attn", (1, 2, 3, 4), {"author": "Ada"})
    before, after = kept(first), kept(second, look, about)
    for records in (whole(after, 2.0), whole(before, 1.0) + change(before, after, 2.0)):
        found = last(records)
        assert (found.document, found.look, found.about) == (after.document, after.look, about)
        assert (found.seen, found.moment, found.is_damaged) == (Seen(), 2.0, False)


def test_only_what_changed_is_written() -> None:
    before = kept(bank())
    after = kept(moved(before.document, 0.25))
    text = change(before, after, 1.0).split(b" ", 2)[2]
    assert json.loads(text)["set"] == [
        [["document", "passages", 0, "heads", 0, "queries", 5], [0.25, 0.5]],
    ]


def test_a_row_among_large_matrices_is_a_short_record() -> None:
    size = 512
    document = projected()
    x = tuple((0.5,) * size for _ in range(2))
    passage = replace(document.passages[0], embedding=Embedding(x))
    projection = document.projection
    assert projection is not None
    large = tuple((0.1,) * size for _ in range(size))
    document = replace(
        document, passages=(passage,), projection=replace(projection, w_q=(large, large), w_k=(large, large))
    )
    other = replace(passage, embedding=Embedding(((0.25,) * size, x[1])))
    record = change(kept(document), kept(replace(document, passages=(other,))), 1.0)
    assert len(record) < 10 * size


def test_the_same_is_no_record() -> None:
    before = kept(bank())
    assert change(before, replace(before), 1.0) == b""
    assert change(before, kept(bank()), 1.0) == b""  # equal, though nothing is the very same


def test_a_write_that_was_cut_short_leaves_the_record_before_it() -> None:
    before, after = kept(bank()), kept(moved(bank(), 0.25))
    records, torn = whole(before, 1.0), change(before, after, 2.0)
    for length in range(len(torn)):
        found = last(records + torn[:length])
        assert (found.document, found.moment, found.is_damaged) == (bank(), 1.0, False)
    assert last(records + torn).document == after.document


def test_what_comes_after_damage_is_not_believed() -> None:
    states = [kept(bank())] + [kept(moved(bank(), x)) for x in (0.25, 0.5, 0.75)]
    records = [whole(states[0], 0.0)]
    records += [change(a, b, 1.0) for a, b in pairwise(states)]
    records[2] = records[2].replace(b"0.5", b"0.6")
    found = last(b"".join(records))
    assert (found.document, found.is_damaged) == (states[1].document, True)


@pytest.mark.parametrize(
    "place",
    [
        ["document", "colour"],
        ["document", "passages", 7],
        ["document", "passages", "heads"],
        ["document", 0],
        ["document", "title", "x"],
        [],
    ],
)
def test_a_change_of_what_is_not_there_is_damage(place: list[str | int]) -> None:
    found = last(
        whole(kept(bank()), 1.0) + line({"time": 2.0, "set": [[["look", "hull"], True], [place, 1]]})
    )
    assert (found.document, found.look.hull, found.is_damaged) == (bank(), False, True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100,
        b"{}",
        line([]),
        line({}),
        line({"recovery": 1}),
        line({"recovery": True, "format": 1, "time": 0, "whole": {}}),
        line({"recovery": 1, "format": 1, "time": 0, "whole": {"document": 1, "look": {}, "about": {}}}),
        whole(kept(bank()), 1.0)[:-1],
        b"999999999999 00000000 {}\n",
    ],
)
def test_what_holds_no_work_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        last(data)


@pytest.mark.parametrize("name", [b"recovery", b"format"])
def test_a_newer_file_is_told_from_a_damaged_one(name: bytes) -> None:
    text = re.sub(b'"%s":\\d+' % name, b'"%s":99' % name, whole(kept(bank()), 1.0).split(b" ", 2)[2], count=1)
    with pytest.raises(Newer):
        last(b"%d %08x %s" % (len(text) - 1, crc32(text[:-1]), text))


@given(st.data())
def test_no_damage_raises_anything_but_refusals(data: st.DataObject) -> None:
    before, after = kept(bank()), kept(crossing())
    records = bytearray(whole(before, 1.0) + change(before, after, 2.0))
    for _ in range(data.draw(st.integers(1, 3))):
        records[data.draw(st.integers(0, len(records) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = last(bytes(records))
    except Refused:
        return
    assert found.document in (before.document, after.document)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_a_change_of_any_shape_is_damage_or_a_work(value: object) -> None:
    for record in (
        value,
        {"time": value, "set": []},
        {"time": 0, "set": value},
        {"set": [[["look"], value]]},
    ):
        with suppress(Refused):
            last(whole(kept(bank()), 1.0) + line(record))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text there")
@pytest.mark.parametrize("name", [b"caf\xe9.attn", b"100%25 \xe2\x82\xac.attn", b"a b?#\n.attn"])
def test_a_file_name_need_not_be_text(name: bytes) -> None:
    path = Path("/somewhere", os.fsdecode(name))
    found = last(whole(kept(bank(), about=About.of(path, None, {})), 1.0))
    assert found.path == path


@pytest.mark.parametrize("position", [1, 2, 5, 9])
def test_before_a_state_that_cannot_be_shown_the_last_one_counts(position: int) -> None:
    states = [kept(moved(bank(), float(x))) for x in range(10)]
    states[position] = kept(replace(states[position].document, title="x" * 3000))
    states[position + 1 :] = [
        kept(replace(state.document, title="y" * 3000)) for state in states[position + 1 :]
    ]
    records = whole(states[0], 0.0)
    records += b"".join(change(a, b, 1.0) for a, b in pairwise(states))
    found = last(records)
    assert (found.document, found.is_damaged) == (states[position - 1].document, True)


def test_the_last_step_is_named() -> None:
    before, after = (
        replace(kept(bank()), step="Set mask"),
        replace(kept(moved(bank(), 0.25)), step="Move query"),
    )
    assert last(whole(before, 1.0)).step == "Set mask"
    assert last(whole(before, 1.0) + change(before, after, 2.0)).step == "Move query"
    record = whole(before, 1.0).split(b" ", 2)[2]
    for put, told in ((b',"step":3', ""), (b"", "")):  # damaged, or of a version that did not write it
        changed = record.replace(b',"step":"Set mask"', put).rstrip(b"\n")
        assert last(b"%d %08x %s\n" % (len(changed), crc32(changed), changed)).step == told
