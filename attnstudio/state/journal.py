"""The journal as one window knows it: its entries in order, and what can be done with them.

Whatever can't be done raises `Refused` with one sentence, and then the journal is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from attnstudio.model.document import Document, Look
from attnstudio.model.trace import Trace
from attnstudio.notes.laboratory import settings_in_words
from attnstudio.notes.speech import caption_of, sentence_of
from attnstudio.state.snapshot import workspace_of
from attnstudio.storage import journal_files
from attnstudio.storage.faults import named
from attnstudio.storage.journal_files import Entry, Found
from attnstudio.storage.journal_words import Words, cleaned_note
from attnstudio.storage.schema import Opened

_NARROWEST = 1e-6  # between the places of two entries; nearer ones are all placed anew


def now_here() -> datetime:
    """The present moment, with the zone of the person's clock."""
    return datetime.now().astimezone()


class Journal:
    def __init__(self, folder: Path, clock: Callable[[], datetime] = now_here) -> None:
        self.folder = folder
        self.clock = clock
        self.removed: list[tuple[str, str]] = []
        """What was deleted here, the latest last: its name, and that by which it can be brought back."""
        self._found = Found()
        self.look_again()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._found.entries

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each file in the folder that is left out."""
        return self._found.faults

    def look_again(self) -> bool:
        """Read what others changed. True if something did."""
        before, self._found = self._found, journal_files.look_through(self.folder, self._known())
        return before != self._found

    def entry(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)

    def found(self, search: str, besides: str = "") -> tuple[Entry, ...]:
        """The entries in whose title or note all words of `search` stand, whatever their case; and the one
        named `besides`."""
        words = search.casefold().split()
        if not words:
            return self.entries
        return tuple(e for e in self.entries if e.name == besides or _has(e.words, words))

    def opened(self, name: str) -> Opened:
        """The document in an entry."""
        return journal_files.opened(self.folder, name)

    def picture(self, name: str) -> bytes:
        """The file of an entry: a PNG that carries its document, and its note."""
        return journal_files.picture_in(self.folder, name)

    # --- changes ------------------------------------------------------------------------------------

    def add(self, picture: bytes, words: Words) -> Entry:
        """Keep a PNG that carries its document, as the last entry and as of now."""
        made = words.made or self.clock().isoformat(timespec="seconds")
        entry = journal_files.keep(self.folder, picture, replace(words, made=made), self._known())
        self.look_again()
        return entry

    def set_note(self, name: str, note: str) -> str:
        """Write another note to an entry. Returns what there is to say about it, most often nothing.

        A note that another window changed meanwhile is kept as well; one whose picture is gone becomes a
        file of its own.
        """
        note = cleaned_note(note)
        entry = self.entry(name)
        base = "" if entry is None else entry.words.note
        if entry is not None and base == note:
            return ""
        is_crossed = False

        def edit(words: Words) -> Words:
            nonlocal is_crossed
            is_crossed = words.note not in (base, note, "")
            return replace(words, note=f"{note}\n\n{words.note}" if is_crossed else note)

        if not (self.folder / name).exists():
            self.look_again()
            if not note:
                return ""
            kept = journal_files.keep_note_alone(self.folder, name, note)
            return f"The picture of this note is gone; the note is kept in “{named(kept)}”."
        self._put(journal_files.change(self.folder, name, edit))
        return "Another window changed this note too; both are kept in it." if is_crossed else ""

    def move(self, name: str, before: str | None) -> None:
        """Put an entry in front of another, or behind all."""
        others = [entry for entry in self.entries if entry.name != name]
        index = next((i for i, entry in enumerate(others) if entry.name == before), len(others))
        low = others[index - 1].words.place if index else None
        high = others[index].words.place if index < len(others) else None
        place = _between(low, high)
        if place is None:
            self._space_out(others)
            self.move(name, before)
            return
        self._put(journal_files.change(self.folder, name, _placed(place)))

    def remove(self, name: str) -> None:
        """Delete an entry, such that `bring_back` has it again."""
        self.removed.append((name, journal_files.remove(self.folder, name)))
        self.look_again()

    def bring_back(self) -> str | None:
        """Take the last deletion back. The name of what is back; None where nothing was deleted."""
        if not self.removed:
            return None
        # Gone for good or back: it can't be asked for again.
        name = journal_files.bring_back(self.folder, *self.removed.pop())
        self.look_again()
        return name

    def _known(self) -> dict[str, Entry]:
        return {entry.name: entry for entry in self.entries}

    def _put(self, changed: Entry) -> None:
        others = [entry for entry in self.entries if entry.name != changed.name]
        entries = sorted(
            [*others, changed], key=lambda entry: (entry.words.place, entry.words.made, entry.name)
        )
        self._found = replace(self._found, entries=tuple(entries))

    def _space_out(self, entries: Sequence[Entry]) -> None:
        """Number the places anew: halving one gap again and again has used it up."""
        for number, entry in enumerate(entries, start=1):
            journal_files.change(self.folder, entry.name, _placed(float(number)))
        self.look_again()


def words_of(document: Document, trace: Trace, look: Look) -> Words:
    """What a picture of the present state is called, and says to whoever can't see it."""
    said = sentence_of(document, trace, look)
    caption = caption_of(document, trace, look)
    if workspace_of(look) == "scaling":
        said = caption = settings_in_words(document.sampling)
    return Words(document.title or "Untitled", said, caption)


def _placed(place: float) -> Callable[[Words], Words]:
    return lambda words: replace(words, place=place)


def _has(words: Words, wanted: Sequence[str]) -> bool:
    text = f"{words.title}\n{words.note}".casefold()
    return all(word in text for word in wanted)


def _between(low: float | None, high: float | None) -> float | None:
    """A place between two others; None where they are too near to each other."""
    if low is None:
        return 1.0 if high is None else high - 1.0
    if high is None:
        return low + 1.0
    return None if high - low < _NARROWEST else (low + high) / 2
