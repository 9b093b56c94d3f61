"""Programs run one after the other in a process of their own, each with names of its own."""

from __future__ import annotations

import json
import subprocess
import sys

_LOOP = """
import json, sys, warnings
warnings.simplefilter("error")
for line in sys.stdin:
    names = {"__name__": "__main__"}
    try:
        exec(compile(json.loads(line), "program", "exec"), names)
        fault = ""
    except BaseException as error:
        fault = f"{type(error).__name__}: {error}"
    print(json.dumps(fault), flush=True)
"""


class Programs:
    """To start a process, and numpy in it, takes longer than to run a hundred short programs."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-c", _LOOP]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def run(self, program: str) -> str:
        """What a program dies of, as “AssertionError: …”; "" where it comes to its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(program) + "\n")
        self._process.stdin.flush()
        fault: str = json.loads(self._process.stdout.readline())
        return fault

    def end(self) -> None:
        self._process.communicate()
