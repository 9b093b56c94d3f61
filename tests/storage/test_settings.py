"""A person's choices: read for what is good in them, written whole."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from attnstudio.model.refused import Refused
from attnstudio.storage import settings
from attnstudio.storage.settings import (
    MOST_RECENT,
    Settings,
    load,
    load_told,
    remember,
    replaced,
    save,
    settings_file,
)

CHOSEN = Settings("dark", 1.5, (10, -20, 1200, 800))


def written(value: Any) -> None:
    """A settings file with this content."""
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(json.dumps(value), "utf-8")


def test_at_first_everything_is_as_it_comes() -> None:
    assert load() == Settings(theme="system", text_scale=1.0, geometry=None, recent=())
    assert not settings_file().exists()


def test_the_file_is_the_tests_own(tmp_path: Path) -> None:
    assert settings_file().is_relative_to(tmp_path)


def test_what_was_chosen_is_there_again() -> None:
    save(CHOSEN)
    assert load() == CHOSEN
    assert json.loads(settings_file().read_text("utf-8"))["theme"] == "dark"


def test_less_motion_is_remembered() -> None:
    save(replace(CHOSEN, reduced_motion=True))
    assert load().reduced_motion is True


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("theme", "neon"),
        ("theme", 3),
        ("theme", "../light"),
        ("text_scale", "large"),
        ("text_scale", True),
        ("text_scale", None),
        ("geometry", "10,10,5,5"),
        ("geometry", [0, 0, 100]),
        ("geometry", [0, 0, 100.5, 100]),
        ("geometry", [0, 0, 100, True]),
        ("geometry", [0, 0, 0, 100]),
        ("geometry", [0, 0, 10**9, 100]),
        ("geometry", [-(10**4000), 0, 100, 100]),
        ("reduced_motion", 1),
        ("reduced_motion", "yes"),
        ("recent", "notes.attn"),
        ("recent", {"a": 1}),
    ],
)
def test_one_damaged_choice_costs_no_other(member: str, value: Any) -> None:
    save(CHOSEN)
    written(
        {"theme": "dark", "text_scale": 1.5, "geometry": [10, -20, 1200, 800], "recent": []} | {member: value}
    )
    assert load() == replace(CHOSEN, **{member: getattr(Settings(), member)})


@pytest.mark.parametrize(("value", "scale"), [(0, 1.0), (2, 2.0), (9.5, 2.5), (10**400, 2.5), (-3, 1.0)])
def test_a_text_scale_stays_within_what_the_window_can_do(value: float, scale: float) -> None:
    written({"text_scale": value})
    assert load().text_scale == scale


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{", b"[]", b"null", b"[" * 10**5, b'{"theme": NaN}'])
def test_a_damaged_file_is_none(content: bytes) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(content)
    assert load() == Settings()
    assert load_told()[1]
    save(CHOSEN)
    assert load_told() == (CHOSEN, "")
    aside = settings_file().with_name("settings.damaged.json")
    assert aside.read_bytes() == content  # a hand may mend it


def test_settings_that_are_replaced_are_told() -> None:
    written([])
    fault = load_told()[1]
    assert replaced(fault) == (
        "Your settings can't be read and are as at first: it holds no settings. "
        f"The old file is kept as “{settings_file().with_name('settings.damaged.json')}”."
    )
    assert not settings_file().exists()
    assert load_told() == (Settings(), "")


def test_no_settings_yet_are_no_fault() -> None:
    assert load_told() == (Settings(), "")
    save(CHOSEN)
    assert [path.name for path in settings_file().parent.iterdir()] == ["settings.json"]


def test_a_folder_in_the_files_place_is_none() -> None:
    settings_file().mkdir(parents=True)
    assert load() == Settings()
    with pytest.raises(Refused, match="it is a folder"):
        save(CHOSEN)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(settings, "settings_file", lambda: tmp_path / "file" / "attnstudio" / "settings.json")
    assert load() == Settings()
    with pytest.raises(Refused, match="settings can't be kept in"):
        save(CHOSEN)


def test_what_a_newer_version_keeps_there_stays() -> None:
    written({"theme": "dark", "voice": "slow"})
    save(CHOSEN)
    assert json.loads(settings_file().read_text("utf-8"))["voice"] == "slow"


def test_documents_used_last_come_first(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.attn" for number in range(MOST_RECENT + 3)]
    for path in paths:
        remember(path)
    assert load().recent == tuple(str(path) for path in reversed(paths[3:]))
    assert remember(paths[5])[:2] == (str(paths[5]), str(paths[-1]))
    assert len(load().recent) == MOST_RECENT


def test_a_relative_path_is_remembered_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert remember(Path("x.attn")) == (str(tmp_path / "x.attn"),)


def test_a_second_windows_documents_are_not_forgotten(tmp_path: Path) -> None:
    """A window writes its settings when it closes, long after it has read them."""
    mine = load()
    remember(tmp_path / "theirs.attn")
    save(replace(mine, theme="light"))
    assert load() == Settings(theme="light", recent=(str(tmp_path / "theirs.attn"),))


def test_a_path_of_no_text_is_not_remembered(tmp_path: Path) -> None:
    save(CHOSEN)
    assert remember(tmp_path / "a\udcff.attn") == ()
    assert load() == CHOSEN


def test_recent_documents_are_texts_each_once() -> None:
    written({"recent": ["/a", 3, "/b", "/a", "", "/c\0", None]})
    assert load().recent == ("/a", "/b")


FLOATS = st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.none() | st.booleans() | st.integers() | st.text() | FLOATS
ANY = PLAIN | st.lists(PLAIN | st.lists(PLAIN, max_size=4), max_size=4)


@examples(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(["theme", "text_scale", "geometry", "recent", "x"]), ANY))
def test_whatever_stands_there_settings_come_of_it(members: dict[str, Any]) -> None:
    written(members)
    loaded = load()
    assert 1.0 <= loaded.text_scale <= 2.5
    save(loaded)
    assert load() == loaded
