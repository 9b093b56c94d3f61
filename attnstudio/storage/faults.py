"""What the system says when a file can't be read or written, in words for a person."""

from __future__ import annotations

import errno
import os

from attnstudio.model.sentence import clean

_REASONS = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "you have no permission for it",
    errno.EPERM: "you have no permission for it",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EFBIG: "there is no room for it",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.ETXTBSY: "another program holds it",
    errno.EBUSY: "another program holds it",
    errno.EIO: "the disk fails",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}
if hasattr(errno, "EDQUOT"):  # Windows has no quota of its own number
    _REASONS[errno.EDQUOT] = "your share of the disk is used up"


def why(error: OSError) -> str:
    """The reason as a clause, e.g. “the disk is full”."""
    if error.errno in _REASONS:
        return _REASONS[error.errno]
    return (error.strerror or type(error).__name__).lower()


def named(path: str | os.PathLike[str]) -> str:
    """A path as it is shown: bytes that are no text, and control characters, become U+FFFD."""
    return clean(os.fspath(path))
