"""Where resources/ lies, in the places that `attnstudio.assets` knows."""

from pathlib import Path

import pytest

from attnstudio import assets


def test_a_checkout_reads_its_own_folder(checkout: Path) -> None:
    assert assets.resource() == checkout / "resources"


@pytest.mark.parametrize("place", ["resources", "attnstudio/_resources"])
def test_the_package_tells_where(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / place / "scenes"
    folder.mkdir(parents=True)
    (folder / "bank.json").touch()
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "attnstudio")
    assert assets.resource("scenes", "bank.json") == folder / "bank.json"


def test_what_is_inside_the_package_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """site-packages may hold a `resources` of somebody else beside the package."""
    (tmp_path / "resources").mkdir()
    (tmp_path / "attnstudio" / "_resources").mkdir(parents=True)
    monkeypatch.setattr(assets, "_PACKAGE", tmp_path / "attnstudio")
    assert assets.resource() == tmp_path / "attnstudio" / "_resources"


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no-such-scene\.json"):
        assets.resource("scenes", "no-such-scene.json")
