"""Where the program's own files lie: scenes, words, icons, help.

Two places are possible, and the package itself tells which: beside the package in a checkout (`resources/`),
inside it once it was built (`attnstudio/_resources/`, in a wheel and in a frozen bundle alike).
"""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def _root(package: Path) -> Path:
    built = package / "_resources"
    return built if built.is_dir() else package.parent / "resources"


def resource(*parts: str) -> Path:
    """The file or folder `resources/part/part…`.

    Raises FileNotFoundError, with the whole path, where this copy of the program lacks it.
    """
    path = _root(_PACKAGE).joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"This copy of Attention Studio lacks a file of its own: {path}")
    return path
