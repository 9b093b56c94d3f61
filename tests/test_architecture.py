"""The house's rules that neither ruff nor import-linter can hold."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from attnstudio import __version__

CHECKOUT = Path(__file__).resolve().parent.parent
FILE_LINES = 400
FUNCTION_LINES = 60  # about fifty, and room for a docstring

# What the mathematics must not reach for: files, the clock, chance without a seed, other processes.
OUTSIDE_THE_MATHEMATICS = {
    "asyncio",
    "datetime",
    "glob",
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "uuid",
    "open",
    "input",
    "print",
}

# Places of one machine: somebody's home or work folder, a temporary folder, a package registry.
ONE_MACHINE = re.compile(
    r"(?<![\w.])/(?:work|home|root|Users|tmp)/|[A-Z]:\\Users|\.\./shared\b|(?:pypi|pythonhosted)\.org\b"
)

# Each module is imported as if it were the first of its room, so that none leans on what another imported
# before. Within the process each is compiled once: the rest of the time is Python's.
IMPORT_EACH = """
import importlib, sys
from importlib.machinery import SourceFileLoader
compiled, get_code = {}, SourceFileLoader.get_code
def kept(loader, name):
    if name not in compiled:
        compiled[name] = get_code(loader, name)
    return compiled[name]
SourceFileLoader.get_code = kept
room, *names = sys.argv[1:]
for name in names:
    for loaded in [loaded for loaded in sys.modules if loaded == room or loaded.startswith(room + ".")]:
        del sys.modules[loaded]
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f"{name}: {error}")
"""
WITHOUT_QT = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"}:
            raise ImportError(f"{name} is imported below ui")
sys.meta_path.insert(0, Wall())
"""
# A widget, pixmap or font made before there is a QApplication aborts the process.
NOTHING_MADE = """
from PySide6.QtCore import QCoreApplication
if QCoreApplication.instance():
    print("an application was made")
"""


@cache
def tracked() -> tuple[Path, ...]:
    """The files that belong to the project: what git tracks, or all that an unpacked archive holds."""
    call = ["git", "ls-files", "-z"]
    listing = subprocess.run(call, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if listing.returncode == 0 and listing.stdout:
        files = (CHECKOUT / name for name in listing.stdout.split("\0") if name)
    else:
        files = (path for path in CHECKOUT.rglob("*") if ".venv" not in path.parts)
    return tuple(path for path in files if path.is_file() and "__pycache__" not in path.parts)


def python_files(*folders: str) -> list[Path]:
    """The Python files in some folders of the checkout."""
    homes = [CHECKOUT / folder for folder in folders]
    return [path for path in tracked() if path.suffix == ".py" and any(map(path.is_relative_to, homes))]


def named(path: Path) -> str:
    """A file as one would name it in the checkout."""
    return path.relative_to(CHECKOUT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere in it, by their full names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules() -> list[str]:
    """The modules of the package, by their full names."""
    names = [named(path).removesuffix(".py").removesuffix("/__init__") for path in python_files("attnstudio")]
    return [name.replace("/", ".") for name in names]


def said_by(script: str, *arguments: str) -> str:
    """What a script prints in a fresh process, its errors included."""
    call = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(call, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr + (f"exit code {done.returncode}" if done.returncode else "")


def test_whatever_is_below_ui_is_imported_without_qt() -> None:
    below = [name for name in modules() if not name.startswith("attnstudio.ui")]
    assert {"attnstudio.model", "attnstudio.cli"} <= set(below)
    assert said_by(WITHOUT_QT + IMPORT_EACH, "attnstudio", *below) == ""


@pytest.mark.skipif(find_spec("PySide6") is None, reason="looks at the window, and PySide6 is not installed")
def test_importing_the_window_makes_nothing() -> None:
    window = [name for name in modules() if name.startswith("attnstudio.ui")]
    assert said_by(IMPORT_EACH + NOTHING_MADE, "attnstudio.ui", *window) == ""


def test_the_version_is_told_before_anything_is_imported() -> None:
    script = (
        "import sys; from attnstudio.cli import main; code = main(['--version']); "
        "print(code, *sorted({'numpy', 'argparse', 'msgspec', 'PySide6', 'pyqtgraph'} & set(sys.modules)))"
    )
    assert said_by(script) == f"attnstudio {__version__}\n0\n"


def test_a_file_is_one_idea() -> None:
    files = python_files("attnstudio", "packaging")
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > FILE_LINES} == {}


def test_a_function_is_read_in_one_sitting() -> None:
    long = {}
    for path in python_files("attnstudio", "packaging", "tests"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES:
                    long[f"{named(path)}:{node.lineno} {node.name}"] = length
    assert long == {}


def test_no_check_is_switched_off_in_passing() -> None:
    switch = re.compile(r"#\s*(?:type:\s*ignore|noqa|mypy:|ruff:|pragma:)", re.IGNORECASE)
    found = [
        f"{named(path)}:{number}"
        for path in python_files("attnstudio", "packaging", "tests")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if switch.search(line)
    ]
    assert found == []


def test_the_mathematics_touches_no_file_clock_or_chance() -> None:
    reached = {}
    for path in python_files("attnstudio/model"):
        modules = {name.partition(".")[0] for name in imports(path)}
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        words = {node.id for node in nodes if isinstance(node, ast.Name)}
        reached[named(path)] = (modules | words) & OUTSIDE_THE_MATHEMATICS
    assert {name: words for name, words in reached.items() if words} == {}


def test_tests_outside_ui_do_without_the_window() -> None:
    outside = [path for path in python_files("tests") if not {"ui", "benchmarks"} & set(path.parts)]
    asking = {named(path) for path in outside for name in imports(path) if name.startswith("attnstudio.ui")}
    assert asking == set()


def test_folders_of_tests_mirror_the_package() -> None:
    rooms = {path.parent.relative_to(CHECKOUT / "attnstudio") for path in python_files("attnstudio")}
    folders = {path.parent.relative_to(CHECKOUT / "tests") for path in python_files("tests")}
    assert folders <= rooms | {Path("packaging"), Path("benchmarks")}


def test_nothing_points_at_one_machine() -> None:
    found = []
    for path in tracked():
        try:
            lines = path.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture or an archive
        found += [f"{named(path)}:{n}" for n, line in enumerate(lines, start=1) if ONE_MACHINE.search(line)]
    assert found == []


@pytest.mark.parametrize("folder", ["work", "home", "root", "tmp", "Users"])
def test_a_place_of_one_machine_is_recognised(folder: str) -> None:
    assert ONE_MACHINE.search(f"see /{folder}/ada/notes")
    assert not ONE_MACHINE.search(f"see docs/{folder}/ada and https://example.org/{folder}/ada")


def test_links_in_the_documents_stay_in_the_checkout() -> None:
    broken = []
    for path in (path for path in tracked() if path.suffix == ".md"):
        for target in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", path.read_text("utf-8")):
            end = (path.parent / target).resolve()
            if not (end.is_relative_to(CHECKOUT) and end.exists()):
                broken.append(f"{named(path)}: {target}")
    assert broken == []
