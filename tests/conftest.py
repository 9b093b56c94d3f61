"""What every test shares. Nothing here, and nothing outside tests/ui, imports Qt."""

import os
from pathlib import Path

# As the program itself does, and before numpy is imported: two cores are shared by two workers.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: examples have no time limit. A failure prints how to repeat it.
settings.register_profile("attnstudio", deadline=None, print_blob=True)
settings.load_profile("attnstudio")


@pytest.fixture
def checkout() -> Path:
    """The folder that holds pyproject.toml."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, recent files, caches and pictures of a test stay with it, not with the person who runs it."""
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / ".xdg" / kind.lower()))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / ".xdg" / "pictures"))
