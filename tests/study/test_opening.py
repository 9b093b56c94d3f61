"""A name is a scene, or a file, or nothing: then the sentence says which was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.storage.schema import to_bytes
from attnstudio.study.opening import means_scene, open_named
from attnstudio.study.scenes import load
from tests.samples import crossing


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_scene_by_its_id() -> None:
    opened = open_named("bank-river")
    assert (opened.document, opened.look) == load("bank-river")
    assert not opened.is_document


def test_a_file_by_its_path(here: Path) -> None:
    (here / "mine").write_bytes(to_bytes(crossing(), Look(query=1)))
    for name in ("mine", here / "mine", str(here / "mine")):
        assert open_named(name).document == crossing()


def test_a_scene_goes_before_a_file_of_its_name(here: Path) -> None:
    (here / "bank-money").write_bytes(to_bytes(crossing(), Look(query=1)))
    assert open_named("bank-money").document == load("bank-money")[0]
    assert open_named("./bank-money").document == crossing()
    assert open_named(Path("bank-money")).document == crossing()


@pytest.mark.parametrize(
    ("name", "is_scene"),
    [
        ("bank", True),
        ("bank.attn", False),
        ("./bank", False),
        ("-", False),
        ("", False),
        ("a\0b", True),
        (Path("bank-money"), False),
    ],
)
def test_what_is_meant_shows_in_the_sentence(name: str | Path, is_scene: bool) -> None:
    assert means_scene(name) is is_scene
    if name not in ("-", Path("bank-money")):
        with pytest.raises(Refused, match="There is no scene" if is_scene else "can't be opened"):
            open_named(name)


def test_a_broken_link_is_a_file(here: Path) -> None:
    (here / "link").symlink_to("gone")
    with pytest.raises(Refused, match="“link” can't be opened: there is no such file"):
        open_named("link")
