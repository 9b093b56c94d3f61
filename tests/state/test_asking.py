"""Which word asks in each of two sentences, and what is marked."""

from __future__ import annotations

from dataclasses import replace

from attnstudio.model.document import Look
from attnstudio.state import asking
from attnstudio.state.pairing import NAME, add_second
from attnstudio.state.store import Store
from tests import samples

BANK, BANK_B, THE, THE_B, MONEY = 6, 16, 5, 14, 3


def two() -> Store:
    return Store(samples.two_meanings(), Look(query=BANK))


def test_the_same_word_asks_in_both() -> None:
    store = two()
    asking.ask(store, 0, THE)
    assert store.look.rows == (THE, THE_B)
    asking.ask(store, 1, BANK_B)
    assert (store.look.passage, store.look.query) == (1, BANK_B)
    assert store.look.rows == (BANK, BANK_B)


def test_a_word_of_one_sentence_leaves_the_other() -> None:
    store = two()
    asking.ask(store, 0, MONEY)
    assert store.look.rows == (MONEY, BANK_B)


def test_a_chosen_twin_stays_chosen() -> None:
    document = samples.of_words("the", "cat", "the")
    second = samples.of_words("the", "dog", "the").passages[0]
    second = replace(second, query_tokens=samples.tokens("the", "dog", "the", first=11))
    document = replace(document, passages=(*document.passages, second))
    store = Store(document, Look(query=1))
    asking.ask(store, 1, 11)
    asking.ask(store, 0, 3)
    assert store.look.rows == (3, 11)  # the first "the" was chosen there, and is the same word


def test_one_sentence_has_no_other() -> None:
    store = Store(samples.bank(), Look(query=BANK))
    asking.ask(store, 0, MONEY)
    assert store.look.query == MONEY


def test_marks_are_set_and_taken_back() -> None:
    store = two()
    asking.predict(store)
    looks = [store.look.predicting]
    assert asking.toggle_mark(store, MONEY)
    assert asking.toggle_mark(store, THE_B)
    assert not asking.toggle_mark(store, MONEY)
    asking.reveal(store)
    assert [*looks, store.look.predicting] == [True, False]
    assert store.look.marked == {THE_B}
    asking.predict(store)
    assert store.look.marked == frozenset()


def test_a_second_sentence_is_one_step() -> None:
    store = Store(samples.bank(), Look(query=BANK))
    add_second(store)
    assert len(store.document.passages) == 2
    assert store.undo_name == NAME
    passage = store.document.passages[1]
    assert passage.query_tokens[-1].id == store.look.rows[1]
    store.undo()
    assert store.document == samples.bank()
