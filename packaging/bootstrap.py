"""Open the studio, or run every check, from a checkout. Standard library only, on any system.

    python3 packaging/bootstrap.py run [ARGUMENT …]     arguments go to attnstudio
    python3 packaging/bootstrap.py test [ARGUMENT …]    arguments go to pytest

Both make `.venv` in the checkout and install the project in it; the next call finds it ready and starts at
once.
Exit codes: the program's or the checks' own, 1 if the installation failed, 2 if the machine lacks something.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "attnstudio-ready.json"  # written last: an interrupted installation leaves none

CHECKS = (
    ("style", ("ruff", "check", ".")),
    ("types", ("mypy",)),
    ("imports", ("lint-imports", "--no-logo")),
    ("tests", ("pytest", "-n", "2")),  # last: its closing line is what one looks for
)
SCRIPTS = {"run": ("attnstudio",), "test": ("attnstudio", *(command[0] for _, command in CHECKS))}


class Stop(Exception):
    """Ends the bootstrap with one message for the person who called it, and an exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


class Library(NamedTuple):
    """A shared library that Qt's wheels expect of a Linux system, and the package that holds it."""

    name: str
    apt: str
    dnf: str
    pacman: str


# What Qt needs for any picture, even without a display.
DRAWING = (
    Library("libstdc++.so.6", "libstdc++6", "libstdc++", "gcc-libs"),
    Library("libz.so.1", "zlib1g", "zlib", "zlib"),
    Library("libzstd.so.1", "libzstd1", "libzstd", "zstd"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libgthread-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig"),
    Library("libfreetype.so.6", "libfreetype6", "freetype", "freetype2"),
    Library("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd"),
    Library("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd"),
    Library("libX11.so.6", "libx11-6", "libX11", "libx11"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon"),
)
# What a window needs besides, on an X server …
X11 = (
    Library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    Library("libxcb.so.1", "libxcb1", "libxcb", "libxcb"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb"),
    Library("libxcb-render.so.0", "libxcb-render0", "libxcb", "libxcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb"),
    Library("libxcb-shm.so.0", "libxcb-shm0", "libxcb", "libxcb"),
    Library("libxcb-sync.so.1", "libxcb-sync1", "libxcb", "libxcb"),
    Library("libxcb-util.so.1", "libxcb-util1", "xcb-util", "xcb-util"),
    Library("libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb"),
)
# … or on a Wayland compositor.
WAYLAND = (
    Library("libwayland-client.so.0", "libwayland-client0", "libwayland-client", "wayland"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor", "wayland"),
)
INSTALLERS = {"apt": "apt-get install -y", "dnf": "dnf install", "pacman": "pacman -S"}


def is_loadable(name: str) -> bool:
    """Whether the system's loader finds a shared library and all that it needs in turn."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def missing_libraries(command: str, environment: Mapping[str, str]) -> list[Library]:
    """The libraries without which Qt would abort.

    A window needs those of the X server or of the compositor; one complete side is enough.
    """
    if not sys.platform.startswith("linux"):
        return []  # elsewhere the wheels bring all they need
    missing = [library for library in DRAWING if not is_loadable(library.name)]
    if command == "test" or "QT_QPA_PLATFORM" in environment:
        return missing
    sides = [X11] * ("DISPLAY" in environment) + [WAYLAND] * ("WAYLAND_DISPLAY" in environment)
    gaps = [[library for library in side if not is_loadable(library.name)] for side in sides]
    return missing + (gaps[0] if gaps and all(gaps) else [])


def install_packages(what: str, packages: Mapping[str, Sequence[str]]) -> None:
    """Install system packages, given by package manager, or say what to type.

    Only root on Debian and its kin is served: there, nothing is asked and nothing else is touched.
    """
    manager = next((name for name in packages if shutil.which(INSTALLERS[name].split()[0])), None)
    if manager is None:
        raise Stop(f"This system lacks {what}. Install it with the system's package manager, then try again.")
    names = list(dict.fromkeys(packages[manager]))
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    line = " ".join(([] if is_root else ["sudo"]) + [INSTALLERS[manager], *names])
    if manager != "apt" or not is_root:
        raise Stop(f"This system lacks {what}. Type\n\n    {line}\n\nand try again.")
    print(f"Installing {', '.join(names)} …", flush=True)
    silent = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for call in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *names]):
        done = subprocess.run(
            call, check=False, env=silent, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            said = f"{done.stdout}{done.stderr}".strip()
            raise Stop(f"{said}\n\n`{' '.join(call)}` failed, as said above. By hand it is\n\n    {line}")


def provide_libraries(command: str, environment: Mapping[str, str]) -> None:
    """See to it that Qt can start: it would otherwise abort the process where Python cannot catch it."""
    missing = missing_libraries(command, environment)
    if not missing:
        return
    what = "libraries that Qt needs: " + ", ".join(library.name for library in missing)
    packages = {name: [getattr(library, name) for library in missing] for name in INSTALLERS}
    install_packages(what, packages)
    still = missing_libraries(command, environment)
    if still:
        raise Stop("Qt still cannot load " + ", ".join(library.name for library in still) + ".")


def offer_viewer() -> None:
    """Where nothing has to be asked, add the viewer of librsvg, in whose eyes some tests see SVG files. They
    are left out without it, so a failure is told and no more."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if shutil.which("rsvg-convert") or not is_root or not shutil.which("apt-get"):
        return
    try:
        install_packages("the viewer of librsvg", {"apt": ["librsvg2-bin"]})
    except Stop as stop:
        print(stop, file=sys.stderr)


def has_ensurepip() -> bool:
    """Whether the venv module is whole: Debian and its kin split this half of it from Python."""
    return importlib.util.find_spec("ensurepip") is not None


def provide_venv() -> None:
    """See to it that Python can make an environment with pip in it."""
    if has_ensurepip():
        return
    if Path(sys.base_prefix) != Path("/usr"):
        raise Stop(f"{sys.executable} was built without ensurepip and cannot make environments; use another.")
    install_packages("Python's venv module", {"apt": ["python{}.{}-venv".format(*sys.version_info)]})


def program(name: str) -> Path:
    """A program of the environment, such as `python` or `pytest`."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


def wanted_stamp(command: str) -> dict[str, str]:
    """What an environment is made for: a moved checkout, another Python, another pyproject.toml change it."""
    recipe = (ROOT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes()
    return {
        "place": f"{ROOT} {sys.base_prefix} {sys.version}",
        "recipe": hashlib.sha256(recipe).hexdigest(),
        "command": command,
    }


def found_stamp() -> dict[str, str]:
    """The stamp of the environment that is there; empty where there is none, or a half-made one."""
    try:
        stamp = json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_ready(command: str) -> bool:
    """Whether the environment serves a command. What was made for `test` serves `run` as well."""
    serving = [wanted_stamp(maker) for maker in SCRIPTS if set(SCRIPTS[command]) <= set(SCRIPTS[maker])]
    return found_stamp() in serving and all(program(name).exists() for name in SCRIPTS[command])


def prepare(command: str) -> None:
    """Make the environment and install the project in it, as far as that is not done yet."""
    if is_ready(command):
        return
    stamp = wanted_stamp(command)
    is_reusable = found_stamp().get("place") == stamp["place"] and program("python").exists()
    STAMP.unlink(missing_ok=True)
    if not is_reusable:
        provide_venv()
        print(f"Making an environment in {VENV} …", flush=True)
        if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]):
            raise Stop(f"Python could not make an environment in {VENV}; its own words are above.", 1)
    print("Installing the studio and what it needs; this once takes a minute or two …", flush=True)
    project = ".[test]" if command == "test" else "."
    pip = [str(program("python")), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    if subprocess.call([*pip, "install", "-qq", "--editable", project], cwd=ROOT):
        raise Stop("pip could not install the studio; its own words are above.", 1)
    STAMP.write_text(json.dumps(stamp), "utf-8")


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a window can be opened. Only Linux has desktops that may be absent."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not sys.platform.startswith("linux") or any(environment.get(name) for name in names)


WITHOUT_QT = ("scenes", "compute", "check", "--version", "--help", "-h")
"""What the program does without drawing: a machine that can't draw can do it."""


def run(arguments: Sequence[str]) -> int:
    """Start the program, in the folder from which this was called: its arguments may be files there."""
    if not arguments and not has_display(os.environ):
        raise Stop(
            "There is no display to open a window on. A picture can be had without one:\n\n"
            "    python3 packaging/bootstrap.py run render bank-money -o picture.png"
        )
    prepare("run")
    if not arguments or arguments[0] not in WITHOUT_QT:
        provide_libraries("run", os.environ)
    # -P: a file in that folder must not stand in for a module of the same name. UTF-8: the note that leads
    # Python to this checkout is written so, and on some systems would be read otherwise.
    environment = {**os.environ, "PYTHONUTF8": "1"}
    return subprocess.call([str(program("python")), "-P", "-m", "attnstudio", *arguments], env=environment)


def test(arguments: Sequence[str]) -> int:
    """Run every check, also after one has failed, so that one call shows all there is to do."""
    prepare("test")
    provide_libraries("test", os.environ)
    offer_viewer()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    failed = []
    for name, (tool, *options) in CHECKS:
        call = [tool, *options, *(arguments if name == "tests" else ())]
        print(f"\n== {name}: {' '.join(call)}", flush=True)
        if subprocess.call([str(program(tool)), *call[1:]], cwd=ROOT, env=environment):
            failed.append(name)
    if failed:
        print(f"\nFailed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


def main(arguments: Sequence[str]) -> int:
    """Carry out one command; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks a letter is no reason to stop
            stream.reconfigure(errors="replace")
    try:
        if sys.version_info < OLDEST_PYTHON:
            need, have = (".".join(map(str, version[:2])) for version in (OLDEST_PYTHON, sys.version_info))
            raise Stop(f"Attention Studio needs Python {need} or newer; this is {have}, {sys.executable}.")
        command = {"run": run, "test": test}.get(arguments[0] if arguments else "")
        if command is None:
            raise Stop("usage: bootstrap.py run [ARGUMENT …]\n       bootstrap.py test [ARGUMENT …]")
        code = command(arguments[1:])
    except Stop as stop:
        print(stop, file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        return 130
    return code if code >= 0 else 128 - code  # ended by a signal: as a shell reports it


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
