"""The log: short, whatever is written to it."""

from __future__ import annotations

from pathlib import Path

from attnstudio.storage.logs import MOST_BYTES, append, folder, log_file


def test_the_folder_is_the_tests_own(tmp_path: Path) -> None:
    assert folder().is_relative_to(tmp_path)
    assert not folder().exists()


def test_what_is_added_stands_at_the_end() -> None:
    append("one\n")
    append("é 👩 \udcff\n")
    assert log_file().read_text("utf-8") == "one\né 👩 ?\n"


def test_a_full_log_makes_way_for_one_and_no_more() -> None:
    for number in range(7):
        append(f"{number} " + "x" * (MOST_BYTES // 2))
    files = sorted(folder().iterdir())
    assert len(files) == 2
    assert all(path.stat().st_size <= MOST_BYTES for path in files)
    assert log_file().read_text("utf-8").startswith("6 ")


def test_one_endless_text_is_cut() -> None:
    append("x" * (3 * MOST_BYTES) + "end")
    assert log_file().stat().st_size == MOST_BYTES
    assert log_file().read_text("utf-8").endswith("end")
