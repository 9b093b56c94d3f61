"""What is half made, so that nothing of it outlives a process that ends at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_paths: set[Path] = set()


@contextmanager
def half_made(path: Path) -> Iterator[None]:
    """As long as this lasts, the file or folder `path` is worth nothing."""
    _paths.add(path)
    try:
        yield
    finally:
        _paths.discard(path)


def drop_half_made() -> None:
    """Delete it all. Never raises."""
    import shutil  # brings every way to pack a file along, and is hardly ever needed

    for path in tuple(_paths):
        with suppress(OSError):
            path.unlink()
        shutil.rmtree(path, ignore_errors=True)
