"""Files as others read them: how many pictures, how long each, which colours; and the same bytes again."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from attnstudio.model.refused import Refused
from attnstudio.ui.animations import gif, mp4, webp
from attnstudio.ui.animations.colours import MOST, Table, chosen
from attnstudio.ui.animations.reel import Pixels, Reel

WIDE, HIGH = 61, 41  # odd on purpose
GROUND, BALL = (250, 248, 242), (37, 99, 235)


def pictures(count: int, wide: int = WIDE, high: int = HIGH) -> list[Pixels]:
    """A square that goes from left to right."""
    made = []
    for step in range(count):
        one = np.full((high, wide, 3), GROUND, dtype=np.uint8)
        one[10:20, 3 * step : 3 * step + 10] = BALL
        made.append(one)
    return made


def noise(seed: int) -> Pixels:
    """More colours than a GIF has."""
    return np.random.default_rng(seed).integers(0, 256, (HIGH, WIDE, 3), dtype=np.uint8)


def as_gif(shown: list[Pixels], hundredths: tuple[int, ...], is_endless: bool = True) -> bytes:
    reel = Reel(shown[0].shape[1], shown[0].shape[0], hundredths, is_endless)
    return gif.encode(Table(chosen(shown)), reel, iter(shown))


def read(data: bytes) -> tuple[list[Pixels], list[int], int | None]:
    """The pictures of a GIF or WebP, their lengths in milliseconds, and how often it plays: 0 is for ever."""
    with Image.open(BytesIO(data)) as file:
        found, lengths = [], []
        for place in range(getattr(file, "n_frames", 1)):
            file.seek(place)
            file.load()
            found.append(np.asarray(file.convert("RGB")))
            lengths.append(int(file.info["duration"]))
        return found, lengths, file.info.get("loop")


def test_a_gif_is_read_back_to_the_last_pixel() -> None:
    shown = pictures(5)
    found, lengths, loop = read(as_gif(shown, (5, 3, 4, 100, 7)))
    assert [np.array_equal(a, b) for a, b in zip(shown, found, strict=True)] == [True] * 5
    assert lengths == [50, 30, 40, 1000, 70]
    assert loop == 0  # for ever


def test_a_gif_that_plays_once_does_not_say_loop() -> None:
    assert read(as_gif(pictures(2), (5, 5), is_endless=False))[2] is None


def test_of_a_gif_only_what_differs_is_stored() -> None:
    shown = pictures(20, 600, 400)
    assert len(as_gif(shown, (5,) * 20)) < 2 * len(as_gif(shown[:1], (5,)))


def test_pictures_that_are_alike_are_one_that_stays_longer() -> None:
    one, other = pictures(2)
    found, lengths, _ = read(as_gif([one, one, other, other, other], (5, 5, 5, 5, 5)))
    assert len(found) == 2
    assert lengths == [100, 150]


def test_one_picture_is_a_gif_too() -> None:
    found, lengths, _ = read(as_gif(pictures(1), (300,)))
    assert len(found) == 1
    assert lengths == [3000]


def test_flat_colours_stay_what_they_are_beside_many_others() -> None:
    busy = np.concatenate([pictures(1)[0], noise(1)])
    table = Table(chosen([busy]))
    assert len(table.colours) == MOST
    seen = table.colours[table.indices(busy)]
    assert np.array_equal(seen[:HIGH], busy[:HIGH])
    assert float(np.abs(seen[HIGH:].astype(int) - busy[HIGH:]).mean()) < 20.0


def test_there_is_no_dither() -> None:
    flat = np.full((8, 8, 3), (201, 202, 203), dtype=np.uint8)
    table = Table(chosen([noise(2), noise(3)]))
    assert len(np.unique(table.indices(flat))) == 1


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.data())
def test_any_order_of_pictures_comes_back(order: list[int], data: st.DataObject) -> None:
    kinds = [*pictures(3), noise(4) // 128 * 100]  # of eight colours
    shown = [kinds[one] for one in order]
    hundredths = tuple(data.draw(st.lists(st.integers(2, 500), min_size=len(order), max_size=len(order))))
    found, lengths, _ = read(as_gif(shown, hundredths))
    assert sum(lengths) == 10 * sum(hundredths)
    kept = [one for place, one in enumerate(shown) if place == 0 or one is not shown[place - 1]]
    assert len(found) == len(kept)
    assert all(np.array_equal(a, b) for a, b in zip(kept, found, strict=True))


def test_webp_has_every_colour() -> None:
    shown = [*pictures(3), noise(5)]
    reel = Reel(WIDE, HIGH, (5, 4, 100, 7))
    found, lengths, loop = read(webp.encode(reel, iter(shown)))
    assert [np.array_equal(a, b) for a, b in zip(shown, found, strict=True)] == [True] * 4
    assert lengths == [50, 40, 1000, 70]
    assert loop == 0


def test_webp_may_play_once() -> None:
    data = webp.encode(Reel(WIDE, HIGH, (5, 5), is_endless=False), iter(pictures(2)))
    assert read(data)[2] == 1


def test_webp_asks_for_one_picture_after_the_other() -> None:
    asked = []

    def coming() -> Iterator[Pixels]:
        for number, one in enumerate(pictures(4)):
            asked.append(number)
            yield one
        raise AssertionError("more than there are")

    webp.encode(Reel(WIDE, HIGH, (5,) * 4), coming())
    assert asked == [0, 1, 2, 3]


def test_the_same_pictures_give_the_same_bytes() -> None:
    shown = [*pictures(3), noise(6)]
    reel = Reel(WIDE, HIGH, (5,) * 4)
    assert as_gif(shown, (5,) * 4) == as_gif(shown, (5,) * 4)
    assert webp.encode(reel, iter(shown)) == webp.encode(reel, iter(shown))


def test_mp4_is_what_players_expect() -> None:
    shown = pictures(10)
    data = mp4.encode(Reel(WIDE, HIGH, (10,) * 9 + (60,), fps=10.0), iter(shown))
    assert data.index(b"moov") < data.index(b"mdat")  # it plays before it is loaded
    with av.open(BytesIO(data), "r") as file:
        stream = file.streams.video[0]
        frames = list(file.decode(stream))
        context = stream.codec_context
        assert (context.width, context.height) == (WIDE + 1, HIGH + 1)  # even
        assert context.pix_fmt == "yuv420p"
        assert (context.color_primaries, context.color_trc, context.colorspace, context.color_range) == (
            1,
        ) * 4
        assert len(frames) == 15  # the last one stays for 0.6 seconds
        assert float(frames[-1].time or 0.0) == pytest.approx(1.4)
        seen = frames[4].to_ndarray(format="rgb24")
    assert seen[35, 30].tolist() == pytest.approx(GROUND, abs=4)
    assert seen[15, 17].tolist() == pytest.approx(BALL, abs=8)


def test_without_pyav_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mp4, "find_spec", lambda name: None)
    assert mp4.why_not() == mp4.MISSING
    with pytest.raises(Refused, match="MP4 needs PyAV"):
        mp4.encode(Reel(WIDE, HIGH, (5,)), iter(pictures(1)))


def test_an_older_codec_makes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mp4, "codec", lambda: "mpeg4")
    assert mp4.remark() == mp4.OLD_CODEC
    data = mp4.encode(Reel(WIDE, HIGH, (5,) * 3), iter(pictures(3)))
    with av.open(BytesIO(data), "r") as file:
        assert len(list(file.decode(video=0))) == 3


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mp4, "_write", full)
    with pytest.raises(Refused, match="The film could not be made: the disk is full"):
        mp4.encode(Reel(WIDE, HIGH, (5,)), iter(pictures(1)))
