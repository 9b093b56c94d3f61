"""The command line: `attnstudio [FILE]` and its commands."""

import os
import sys
from collections.abc import Sequence

from attnstudio import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0, 1 for a bad file, 2 for a bad call.

    `argv` is what follows the program's name; None takes the process's own.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments == ["--version"]:  # answered before anything is imported: 15 ms instead of 200
        print(f"attnstudio {__version__}")
        return 0
    # numpy would start a pool of BLAS threads, which costs time and memory and gains nothing at these sizes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    print("usage: attnstudio --version", file=sys.stderr)
    return 2
