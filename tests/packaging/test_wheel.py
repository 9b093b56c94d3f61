"""The wheel that `pip install .` makes: whole, and able to find its own files far from the checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    checkout = Path(__file__).resolve().parents[2]
    call = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(call, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_resources_and_modules_are_all_there_and_nothing_else(wheel: Path, checkout: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not {".dist-info/", ".data/"} & set(outer(name))}
    package = {path for path in (checkout / "attnstudio").rglob("*") if path.is_file()}
    resources = {path for path in (checkout / "resources").rglob("*") if path.is_file()}
    wanted = {path.relative_to(checkout).as_posix() for path in package if "__pycache__" not in path.parts}
    wanted |= {f"attnstudio/_{path.relative_to(checkout).as_posix()}" for path in resources}
    assert held == wanted


def outer(name: str) -> list[str]:
    """The ending of the outermost folder, as pip tells its parts of a wheel by it."""
    folder = name.split("/")[0]
    return [f"{folder[folder.rfind('.') :]}/"] if "-" in folder else []


def test_menu_entry_icon_and_manual_page_go_where_a_desktop_looks(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        shared = {name.split(".data/data/")[1] for name in archive.namelist() if ".data/data/" in name}
    assert shared == {
        "share/applications/attnstudio.desktop",
        "share/icons/hicolor/scalable/apps/attnstudio.svg",
        "share/man/man1/attnstudio.1",
    }


def test_an_installed_copy_finds_its_resources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    script = "from attnstudio import assets; print(assets.resource())"  # run there, `-c` imports from there
    call = [sys.executable, "-c", script]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == tmp_path / "attnstudio" / "_resources"


def test_both_programs_are_installed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
        points = archive.read(name).decode()
    assert "[console_scripts]\nattnstudio = attnstudio.cli:main" in points
    assert "[gui_scripts]\nattnstudio-studio = attnstudio.cli:main_gui" in points
