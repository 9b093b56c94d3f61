"""Two states beside each other."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model import edits
from attnstudio.model.comparison import State, compared, matched
from attnstudio.model.document import Document, Handle, Look, fitting
from attnstudio.model.resolve import resolve
from attnstudio.model.retype import retype_sentence
from tests.samples import bank, crossing, documents, looks, tokens, two_meanings


def state(document: Document, look: Look | None = None) -> State:
    look = fitting(look or Look(), document)
    return State(document, look, resolve(document, look.passage))


def test_a_state_is_the_same_as_itself() -> None:
    one = state(bank(), Look(query=6))
    found = compared(one, one)
    assert found.is_same
    assert found.apart == 0.0
    assert found.moved == ()
    assert [line.name for line in found.weights] == ["I", "deposited", "money", "at", "the", "bank"]


def test_a_moved_query_is_named_and_its_weights_compared() -> None:
    before, look = bank(), Look(query=6)
    after = edits.move_vector(before, Handle("query", 6), (0.5, 2.2))
    found = compared(state(before, look), state(after, look))
    assert found.moved == ("query of bank",)
    assert found.most is not None
    assert found.most.name == "money"
    assert found.most.a == pytest.approx(0.447, abs=5e-4)
    assert found.most.b == pytest.approx(0.180, abs=5e-4)
    assert found.apart == pytest.approx(0.48, abs=5e-3)


def test_two_sentences_are_compared_word_by_word() -> None:
    a = state(two_meanings(), Look(query=6))
    b = state(two_meanings(), Look(query=16, passage=1))
    lines = {line.name: (line.a is None, line.b is None) for line in compared(a, b).weights}
    assert lines["bank"] == (False, False)
    assert lines["the"] == (False, False)
    assert lines["money"] == (False, True)
    assert lines["river"] == (True, False)


def test_a_word_that_came_twice_is_compared_with_one_of_the_two() -> None:
    before = bank()
    after = retype_sentence(
        before, "bank I deposited money at the bank.", lambda _: ((0, 0), (0, 0), "chance")
    )
    found = compared(state(before, Look(query=6)), state(after, Look(query=6)))
    both = [line for line in found.weights if line.difference is not None]
    assert len(both) == 6
    assert len(found.weights) == 7


def test_words_stand_beside_their_twins() -> None:
    first, second = tokens("The", "bank", "at", "the"), tokens("the", "river", "Bank", first=11)
    assert matched(first, second) == ((0, 0), (1, 2), (2, None), (3, None), (None, 1))
    assert matched((), tokens("a")) == ((None, 0),)
    assert matched(tokens("a", "b"), ()) == ((0, None), (1, None))


def test_a_token_stands_beside_itself_before_a_word_of_the_same_letters() -> None:
    the, cat, new = tokens("the", "cat", "the")
    assert matched((the, cat), (new, the, cat)) == ((0, 1), (1, 2), (None, 0))
    changed = replace(cat, text="dog")  # the same token, but another word by now
    assert matched((the, cat), (the, changed)) == ((0, 0), (1, None), (None, 1))


def test_outputs_of_different_size_have_no_distance() -> None:
    wide = replace(crossing(), passages=(replace(crossing().passages[0]),))
    head = wide.passages[0].heads[0]
    wider = replace(head, values=tuple((*row, 0.0) for row in head.values))
    wide = replace(wide, passages=(replace(wide.passages[0], heads=(wider,)),))
    found = compared(state(crossing()), state(wide))
    assert found.apart is None
    assert found.outputs[2].a is None


@given(st.data())
def test_differences_change_their_sign_when_the_sides_change(data: st.DataObject) -> None:
    one, other = data.draw(documents()), data.draw(documents())
    a, b = (state(document, data.draw(looks(document))) for document in (one, other))
    there, back = compared(a, b), compared(b, a)
    assert there.apart == back.apart
    assert len(there.weights) == len(back.weights)
    assert sum(line.difference is not None for line in there.weights) == sum(
        line.difference is not None for line in back.weights
    )
