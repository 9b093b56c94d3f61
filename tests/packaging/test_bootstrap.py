"""packaging/bootstrap.py on machines that lack something; they are played, and nothing is installed."""

import importlib.util
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "bootstrap.py"
QT = importlib.util.find_spec("PySide6")


def load() -> ModuleType:
    """The script as a module of its own."""
    spec = importlib.util.spec_from_file_location("bootstrap", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Machine:
    """A Linux machine that is played: who asks, what tools and libraries it has, the calls made on it."""

    script: Any
    checkout: Path
    is_root: bool = False
    tools: set[str] = field(default_factory=lambda: {"apt-get"})
    lacks: set[str] = field(default_factory=set)
    fails: set[str] = field(default_factory=set)
    calls: list[list[str]] = field(default_factory=list)

    def main(self, *arguments: str) -> int:
        """Call the bootstrap; `calls` holds what came of this call alone."""
        self.calls.clear()
        code: int = self.script.main(arguments)
        return code

    def call(self, command: list[str], **_: Any) -> int:
        """Note a call; a call of a name in `fails` fails, `venv` and `pip install` leave what they make."""
        self.calls.append([Path(command[0]).name, *command[1:]])
        if self.fails & set(self.calls[-1]):
            return 1
        if "venv" in command:
            self.make("python")
        if "install" in command and "pip" in command:
            self.make(*self.script.SCRIPTS["test" if command[-1].endswith("[test]") else "run"])
        if command[:2] == ["apt-get", "install"]:
            self.lacks.clear()
        return 0

    def run(self, command: list[str], **_: Any) -> "subprocess.CompletedProcess[str]":
        """The same for a call whose words are kept."""
        code = self.call(command)
        return subprocess.CompletedProcess(command, code, "", "E: no network" if code else "")

    def make(self, *names: str) -> None:
        """Put programs into the environment."""
        folder = self.checkout / ".venv" / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / name).touch()

    def did(self) -> list[str]:
        """The calls in short: `venv`, `pip` or the program's name."""
        return [next((word for word in ("venv", "pip") if word in call), call[0]) for call in self.calls]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A Debian with a display, every library, and a fresh checkout; its person is not root."""
    checkout = tmp_path / "a checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").write_text("[project]\n", "utf-8")
    bootstrap = load()
    machine = Machine(bootstrap, checkout)
    monkeypatch.setattr(bootstrap, "ROOT", checkout)
    monkeypatch.setattr(bootstrap, "VENV", checkout / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", checkout / ".venv" / "ready.json")
    monkeypatch.setattr(bootstrap, "is_loadable", lambda name: name not in machine.lacks)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name if name in machine.tools else None)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0 if machine.is_root else 1000)
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap.subprocess, "call", machine.call)
    monkeypatch.setattr(bootstrap.subprocess, "run", machine.run)
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return machine


def test_the_first_call_installs_and_the_second_starts_at_once(machine: Machine) -> None:
    assert machine.main("run", "my file.attn") == 0
    assert machine.did() == ["venv", "pip", "python"]
    assert machine.calls[-1][1:] == ["-P", "-m", "attnstudio", "my file.attn"]
    assert machine.main("run") == 0
    assert machine.did() == ["python"]


def test_every_check_runs_even_after_one_failed(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.fails = {"mypy"}
    assert machine.main("test", "-k", "mask") == 1
    assert machine.did() == ["venv", "pip", "ruff", "mypy", "lint-imports", "pytest"]
    assert machine.calls[-1][-2:] == ["-k", "mask"]
    assert "Failed: types." in capsys.readouterr().err


def test_the_test_tools_are_added_to_an_environment_made_for_running(machine: Machine) -> None:
    machine.main("run")
    assert machine.main("test") == 0
    assert machine.did()[:2] == ["pip", "ruff"]
    machine.main("run")
    assert machine.did() == ["python"]  # what was made for `test` serves `run`


def test_a_new_pyproject_is_installed_into_the_same_environment(machine: Machine) -> None:
    machine.main("run")
    (machine.checkout / "pyproject.toml").write_text("[project]\nname = 'new'\n", "utf-8")
    machine.main("run")
    assert machine.did() == ["pip", "python"]


def test_an_interrupted_installation_is_made_anew(machine: Machine) -> None:
    machine.fails = {"pip"}
    assert machine.main("run") == 1
    machine.fails = set()
    assert machine.main("run") == 0
    assert machine.did() == ["venv", "pip", "python"]
    assert "--clear" in machine.calls[0]


@pytest.mark.parametrize("stamp", ["", "[]", "{", '{"place": "elsewhere"}'])
def test_an_environment_that_is_not_this_ones_is_made_anew(machine: Machine, stamp: str) -> None:
    machine.main("run")
    machine.script.STAMP.write_text(stamp, "utf-8")
    machine.main("run")
    assert machine.did() == ["venv", "pip", "python"]


def test_a_program_that_vanished_is_installed_again(machine: Machine) -> None:
    machine.main("test")
    (machine.checkout / ".venv" / "bin" / "pytest").unlink()
    machine.main("test")
    assert machine.did()[:2] == ["pip", "ruff"]


@pytest.mark.parametrize(
    ("tool", "line"),
    [
        ("apt-get", "sudo apt-get install -y libegl1 libxcb-cursor0"),
        ("dnf", "sudo dnf install libglvnd-egl xcb-util-cursor"),
        ("pacman", "sudo pacman -S libglvnd xcb-util-cursor"),
    ],
)
def test_missing_libraries_are_a_line_to_type(
    machine: Machine, capsys: pytest.CaptureFixture[str], tool: str, line: str
) -> None:
    machine.tools, machine.lacks = {tool}, {"libEGL.so.1", "libxcb-cursor.so.0"}
    assert machine.main("run") == 2
    said = capsys.readouterr().err
    assert line in said.splitlines()[2]
    assert "libEGL.so.1, libxcb-cursor.so.0" in said
    assert machine.did()[-1] == "pip"  # the program was not started


def test_without_a_known_package_manager_the_libraries_are_named(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.tools, machine.lacks = set(), {"libEGL.so.1"}
    assert machine.main("run") == 2
    assert "lacks libraries that Qt needs: libEGL.so.1." in capsys.readouterr().err


def test_root_on_debian_gets_them_installed(machine: Machine) -> None:
    machine.is_root, machine.lacks = True, {"libEGL.so.1", "libGL.so.1"}
    assert machine.main("run") == 0
    assert machine.calls[2:4] == [
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", "libgl1", "libegl1"],
    ]
    assert machine.did()[-1] == "python"


def test_root_hears_why_it_did_not_work(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.is_root, machine.lacks, machine.fails = True, {"libEGL.so.1"}, {"apt-get"}
    assert machine.main("run") == 2
    said = capsys.readouterr().err
    assert "E: no network" in said
    assert "\n    apt-get install -y libegl1" in said


VIEWER = ["apt-get", "install", "-y", "--no-install-recommends", "librsvg2-bin"]


def test_root_on_debian_gets_the_viewer_for_svg_files_with_the_tests(machine: Machine) -> None:
    machine.is_root = True
    assert machine.main("test") == 0
    assert VIEWER in machine.calls
    machine.tools |= {"rsvg-convert"}
    assert machine.main("test") == 0
    assert "apt-get" not in machine.did()


def test_without_the_viewer_the_tests_run_all_the_same(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.main("test") == 0
    assert "apt-get" not in machine.did(), "who is not root is not asked for it"
    machine.is_root, machine.fails = True, {"apt-get"}
    assert machine.main("test") == 0
    assert machine.did()[-1] == "pytest"
    assert "E: no network" in capsys.readouterr().err


def test_tests_need_no_library_of_a_screen(machine: Machine) -> None:
    machine.lacks = {"libxcb-cursor.so.0", "libwayland-cursor.so.0"}
    assert machine.main("test") == 0


@pytest.mark.parametrize(
    ("lacks", "code"), [({"libxcb-cursor.so.0"}, 0), ({"libxcb-cursor.so.0", "libwayland-cursor.so.0"}, 2)]
)
def test_one_complete_side_is_enough_for_a_window(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, lacks: set[str], code: int
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    machine.lacks = lacks
    assert machine.main("run") == code


@pytest.mark.parametrize("is_root", [True, False])
def test_debian_without_the_venv_module(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, is_root: bool
) -> None:
    monkeypatch.setattr(machine.script, "has_ensurepip", lambda: False)
    monkeypatch.setattr(machine.script.sys, "base_prefix", "/usr")
    machine.is_root = is_root
    assert machine.main("run") == (0 if is_root else 2)
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert [call[-1] for call in machine.calls if call[:2] == ["apt-get", "install"]] == [package] * is_root


def test_a_python_of_ones_own_without_ensurepip(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine.script, "has_ensurepip", lambda: False)
    monkeypatch.setattr(machine.script.sys, "base_prefix", "/opt/python")
    assert machine.main("run") == 2
    assert machine.calls == []
    assert "without ensurepip" in capsys.readouterr().err


def test_without_a_display_nothing_is_installed_for_a_window(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY")
    assert machine.main("run") == 2
    assert machine.calls == []
    assert "render bank-money -o picture.png" in capsys.readouterr().err
    assert machine.main("run", "scenes") == 0  # other commands do without one


def test_an_old_python_is_told_so(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine.script, "OLDEST_PYTHON", (99, 1))
    assert machine.main("run") == 2
    assert "needs Python 99.1 or newer; this is 3." in capsys.readouterr().err
    assert machine.calls == []


@pytest.mark.parametrize("arguments", [[], ["ruin"], ["--help"]])
def test_an_unknown_command_gets_the_usage(
    machine: Machine, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert machine.main(*arguments) == 2
    assert "usage: bootstrap.py run" in capsys.readouterr().err
    assert machine.calls == []


def test_a_death_by_signal_is_reported_as_a_shell_does(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.main("run")
    monkeypatch.setattr(machine.script.subprocess, "call", lambda command, **_: -6)
    assert machine.main("run") == 134


def test_on_windows_the_programs_lie_elsewhere(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(machine.script.os, "name", "nt")
        path = machine.script.program("pytest")
    assert path == machine.checkout / ".venv" / "Scripts" / "pytest.exe"


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or QT is None, reason="reads what Qt's own files on Linux ask for"
)
@pytest.mark.parametrize(
    ("tables", "files"),
    [
        ("DRAWING", ["libQt6Core.so.6", "libQt6Gui.so.6", "libQt6Widgets.so.6", "libQt6DBus.so.6"]),
        ("DRAWING", ["libQt6Svg.so.6", "libqoffscreen.so"]),
        ("X11 DRAWING", ["libqxcb.so", "libQt6XcbQpa.so.6"]),
        ("WAYLAND DRAWING", ["libqwayland.so", "libQt6WaylandClient.so.6"]),
    ],
)
def test_the_tables_name_every_library_that_qt_asks_for(tables: str, files: list[str]) -> None:
    """A newer Qt may ask for one more: then the table, and nothing else, needs a line."""
    assert QT is not None
    assert QT.submodule_search_locations
    home = Path(QT.submodule_search_locations[0]) / "Qt"
    own = {path.name for path in (home / "lib").iterdir()}
    c_runtime = re.compile(r"libc\.|libm\.|libgcc_s|libpthread|libdl|librt\.|ld-linux")
    asked = set()
    for name in files:
        found = next(home.glob(f"*/{name}"), None) or next(home.glob(f"plugins/platforms/{name}"))
        names = re.findall(rb"\0(lib[\w.+-]+\.so\.\d+)(?=\0)", found.read_bytes())
        asked |= {name for name in map(bytes.decode, names) if name not in own and not c_runtime.match(name)}
    listed = {library.name for table in tables.split() for library in getattr(load(), table)}
    assert asked <= listed
