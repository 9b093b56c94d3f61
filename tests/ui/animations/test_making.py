"""The file, step by step: what is in it, how well its size was foretold, and what is left of half of one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from threading import enumerate as threads

import numpy as np
import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from attnstudio.model.document import Look
from attnstudio.model.refused import Refused
from attnstudio.state.moving import FORMATS, Format
from attnstudio.ui.animations import gif
from attnstudio.ui.animations.making import estimated, made
from attnstudio.ui.animations.reel import Pixels
from attnstudio.ui.animations.stage import Stage, pixels_of
from attnstudio.ui.animations.wanted import Wanted, stills_of
from attnstudio.ui.animations.worker import Encoding
from attnstudio.ui.dress import prepare
from attnstudio.ui.figures import Asked
from tests.samples import bank

TURN = Wanted(Asked("plane", 300, 300), "turn", seconds=1.5, fps=10.0)


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    prepare(qapp)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    assert not [thread for thread in threads() if thread.name == "animation"]


def staged(wanted: Wanted = TURN) -> Stage:
    stage = Stage(stills_of(wanted, bank(), Look(query=6)), wanted.asked, caption=wanted.caption)
    stage.prepare_at_once()
    return stage


def make(wanted: Wanted, target: Path) -> None:
    with closing(staged(wanted)) as stage:
        for _ in made(stage, wanted, target, patience=0.2):
            pass


@pytest.mark.parametrize("kind", FORMATS)
def test_progress_ends_where_all_pictures_are_in_the_file(kind: Format, tmp_path: Path) -> None:
    target = tmp_path / f"turn.{kind}"
    wanted = replace(TURN, format=kind)
    with closing(staged(wanted)) as stage:
        told = list(made(stage, wanted, target, patience=0.2))
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert {one.total for one in told} == {15}
    assert told[-1].done == 15
    assert target.stat().st_size > 1000


def test_a_gif_shows_what_was_painted(tmp_path: Path) -> None:
    target = tmp_path / "turn.gif"
    make(TURN, target)
    with closing(staged()) as stage, Image.open(target) as file:
        assert getattr(file, "n_frames", 1) == 15
        for index in (0, 7, 14):
            file.seek(index)
            seen = np.asarray(file.convert("RGB")).astype(int)
            off = np.abs(seen - pixels_of(stage.paint(index))).max(axis=-1)
            assert (off > 16).mean() < 0.005
            assert (off == 0).mean() > 0.9


def test_the_same_call_gives_the_same_bytes(tmp_path: Path) -> None:
    for kind in ("gif", "webp"):
        wanted = replace(TURN, format=FORMATS[FORMATS.index(kind)])
        for name in ("one", "other"):
            make(wanted, tmp_path / f"{name}.{kind}")
        assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"other.{kind}").read_bytes()


def test_there_and_back_is_as_long_as_both(tmp_path: Path) -> None:
    target = tmp_path / "window.gif"
    make(replace(TURN, what="window", loop="back"), target)
    with Image.open(target) as file:
        assert getattr(file, "n_frames", 1) == 10


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_left_half_made_leaves_no_file(kind: Format, tmp_path: Path) -> None:
    wanted = replace(TURN, format=kind)
    with closing(staged(wanted)) as stage:
        steps = made(stage, wanted, tmp_path / f"turn.{kind}", patience=0.2)
        while next(steps).done < 5:
            pass
        steps.close()
    assert os.listdir(tmp_path) == []


def test_an_old_file_is_whole_where_a_new_one_is_called_off(tmp_path: Path) -> None:
    target = tmp_path / "turn.gif"
    target.write_bytes(b"old")
    with closing(staged()) as stage:
        steps = made(stage, TURN, target)
        next(steps)
        steps.close()
    assert target.read_bytes() == b"old"


def test_a_full_disk_gives_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("attnstudio.storage.writing.os.write", full)
    with pytest.raises(Refused, match=r"“.*turn\.gif” was not written: the disk is full\."):
        make(TURN, tmp_path / "turn.gif")
    assert os.listdir(tmp_path) == []


def test_a_folder_that_is_gone_gives_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no folder"):
        make(TURN, tmp_path / "gone" / "turn.gif")


def test_a_fault_of_the_encoder_comes_to_whoever_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(gif, "encode", too_much)
    with pytest.raises(Refused, match="not enough memory for this animation"):
        make(TURN, tmp_path / "turn.gif")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("kind", "within"), [("gif", 1.4), ("webp", 1.4), ("mp4", 2.5)])
def test_the_size_is_foretold(kind: Format, within: float, tmp_path: Path) -> None:
    wanted = replace(TURN, format=kind, seconds=4.0)
    with closing(staged(wanted)) as stage:
        *steps, foretold = estimated(stage, wanted, patience=0.2)
    assert foretold is not None
    assert set(steps) == {None}
    make(wanted, tmp_path / "x")
    size = (tmp_path / "x").stat().st_size
    assert size / within < foretold < size * within


def test_the_size_of_few_pictures_is_known(tmp_path: Path) -> None:
    wanted = replace(TURN, what="steps", seconds=15.0)
    with closing(staged(wanted)) as stage:
        *_, foretold = estimated(stage, wanted, patience=0.2)
    make(wanted, tmp_path / "steps.gif")
    assert foretold == (tmp_path / "steps.gif").stat().st_size


def test_an_estimate_can_be_left() -> None:
    with closing(staged()) as stage:
        steps = estimated(stage, TURN)
        for _ in range(20):
            next(steps)
        steps.close()


def test_a_worker_that_was_late_says_so() -> None:
    """What is kept already can't be called off any more."""
    picture = np.zeros((2, 2, 3), dtype=np.uint8)
    kept: list[int] = []
    encoding = Encoding(1, lambda pictures: len(list(pictures)), kept.append)
    encoding.feed(picture)
    encoding.finish()
    assert not encoding.leave()
    assert kept == [1]


def test_a_worker_asks_for_the_next_picture_when_it_is_done_with_the_one_before() -> None:
    picture = np.zeros((2, 2, 3), dtype=np.uint8)
    taken: list[Pixels] = []
    goes_on = Event()

    def slow(pictures: Iterator[Pixels]) -> None:
        taken.append(next(pictures))
        goes_on.wait(10.0)
        next(pictures)

    encoding = Encoding(100, slow, lambda _: None)
    assert encoding.is_hungry(5.0)
    encoding.feed(picture)
    assert not encoding.is_hungry(0.05)
    goes_on.set()
    assert encoding.is_hungry(5.0)
    assert encoding.leave()
    assert len(taken) == 1
