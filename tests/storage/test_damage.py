"""Thousands of damaged documents and pictures: opened whole or refused, soon, and in little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.storage.damage import ALLOWED, damaged
from tests.storage.test_carrying import DAMAGED, TOO_LARGE
from tests.storage.test_files import HOSTILE

resource = pytest.importorskip("resource")  # Windows has no limits of this kind

COUNT = 5_000
LONGEST = 5.0  # seconds of the processor; here it is a fiftieth of that
HARD_LIMIT = 3 * 2**30  # bytes of addresses: a fault ends the process, and not the machine

OPEN_ALL = """
import json, resource, sys, time
from attnstudio.model.refused import Refused
from attnstudio.storage.files import open_file

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

start, slowest, opened = peak(), (0.0, ""), []
for path in sys.argv[1:]:
    began = time.process_time()
    try:
        open_file(path)
        opened.append(path)
    except Refused:
        pass
    slowest = max(slowest, (time.process_time() - began, path))
print(json.dumps({"opened": opened, "grown": peak() - start, "slowest": slowest}))
"""


def ran(checkout: Path, *arguments: str) -> dict[str, Any]:
    """What a process says in the end that may not take more than so much memory."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (HARD_LIMIT, HARD_LIMIT))

    environment = os.environ | {"PYTHONPATH": str(checkout), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_nothing_that_is_damaged_is_more_than_refused(checkout: Path) -> None:
    seed = "1"
    told = ran(checkout, "-m", "tests.storage.damage", seed, str(COUNT))
    assert told["faults"] == []
    assert COUNT / 50 < told["good"] < COUNT / 2  # else the damage is too great, or none
    assert told["pictures"] > COUNT / 3
    assert told["grown"] < ALLOWED
    assert told["slowest"] < LONGEST


def test_the_same_damage_comes_of_the_same_seed() -> None:
    assert list(damaged(7, 50)) == list(damaged(7, 50)) != list(damaged(8, 50))


def test_hostile_files_and_pictures_are_refused_soon_and_cheaply(checkout: Path, tmp_path: Path) -> None:
    paths = [Path("/dev/zero"), Path("/dev/null"), tmp_path / "folder", tmp_path / "pipe"]
    paths[2].mkdir()
    os.mkfifo(paths[3])
    pictures = {kind: data for kind, (data, _) in DAMAGED.items()}
    for number, data in enumerate([*HOSTILE.values(), *pictures.values(), *TOO_LARGE.values()]):
        paths.append(tmp_path / str(number))
        paths[-1].write_bytes(data)
    told = ran(checkout, "-c", OPEN_ALL, *map(str, paths))
    assert told["opened"] == []
    assert told["grown"] < ALLOWED
    assert told["slowest"][0] < LONGEST, told["slowest"]
