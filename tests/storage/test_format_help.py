"""What is told of the file format is true, and says everything."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, get_args

import pytest

from attnstudio.assets import resource
from attnstudio.model import document, seen, settings
from attnstudio.model.document import LARGEST_ID, LONGEST_TEXT, MOST_MADE, MOST_SCORES, Look
from attnstudio.model.numerals import count
from attnstudio.storage.files import from_bytes
from attnstudio.storage.migrations import MIGRATIONS, VERSION
from attnstudio.storage.schema import to_bytes
from attnstudio.storage.strict_json import MOST_NUMBERS, MOST_PARTS
from tests.samples import bank
from tests.storage.pictures import pictures

TEXT = resource("help", "format.md").read_text(encoding="utf-8")
WRITTEN = (
    document.Document,
    document.Passage,
    document.Token,
    document.Head,
    document.Embedding,
    document.Projection,
    document.Chart,
    document.Look,
    settings.ScoreSettings,
    settings.Mask,
    settings.Positions,
    settings.Wrong,
    settings.Sampling,
    settings.Learning,
    settings.Trial,
    seen.Seen,
    seen.Frame,
    seen.Picked,
)
CHOICES = (
    *(settings.Rule, settings.Align, settings.Padding, settings.PositionKind, settings.Pairing),
    *(settings.Distribution, settings.Divisor, settings.Goal),
    *(document.Source, document.Vectors, document.PlaneMode, document.MatrixShows, document.Side),
    *(seen.Step, seen.Node, seen.Compared, seen.MaskPage),
)


def code(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.__name__)
def test_every_member_is_told(kind: type[Any]) -> None:
    for field in dataclasses.fields(kind):
        assert f"`{field.name}`" in TEXT, field.name


def test_every_choice_is_told() -> None:
    for choice in CHOICES:
        for value in get_args(choice):
            assert f"`{value}`" in TEXT, value


def test_limits_are_told_as_they_are() -> None:
    for limit in (MOST_PARTS, MOST_NUMBERS, MOST_SCORES, MOST_MADE, LARGEST_ID):
        assert count(limit) in TEXT
    assert f"up to {LONGEST_TEXT} characters" in TEXT


def test_every_version_is_told() -> None:
    for version, migration in MIGRATIONS.items():
        assert f"| {version + 1} | {migration.title}" in TEXT
    assert f'"version": {VERSION},' in code("json")


def test_the_least_file_opens() -> None:
    opened = from_bytes(code("json").encode(), "the help")
    assert opened.document.title == "one word"
    assert opened.is_document


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_lines_of_python_read_a_picture(kind: str) -> None:
    names: dict[str, Any] = {}
    exec(code("python"), names)
    written = to_bytes(bank(), Look())
    found = names["document_in"](pictures(written)[kind])
    assert from_bytes(written, "x").document.title == found["document"]["title"]
