"""Two states in words."""

from attnstudio.model import edits
from attnstudio.model.comparison import Both, State, compared
from attnstudio.model.document import Document, Handle, Look, fitting
from attnstudio.model.resolve import resolve
from attnstudio.notes.comparing import change_of, difference_in_words, rows_of, text_of
from tests.samples import bank, two_meanings


def state(document: Document, look: Look) -> State:
    return State(document, fitting(look, document), resolve(document, look.passage))


A = state(bank(), Look(query=6))
B = state(edits.move_vector(bank(), Handle("query", 6), (0.5, 2.2)), Look(query=6))


def test_the_weight_that_changed_most_comes_first() -> None:
    assert difference_in_words(A, B, compared(A, B)) == (
        "bank: money changes most, from 0.447 to 0.180 (−0.267); the outputs are 0.48 apart."
        " Moved: query of bank."
    )


def test_equal_states_are_said_to_be_equal() -> None:
    assert difference_in_words(A, A, compared(A, A)) == "bank: every weight and the output are the same."


def test_a_difference_is_that_of_the_numbers_as_printed() -> None:
    assert change_of(Both("x", 0.4444, 0.4446), True) == "+0.001"
    assert change_of(Both("x", 0.4446, 0.4448), True) == "0.000"
    assert change_of(Both("x", None, 0.4), True) == "–"


def test_the_text_has_both_captions_and_every_row() -> None:
    text = text_of(A, B)
    assert text.startswith("A: bank — money · query bank")
    assert "\nB: bank — money · query bank" in text
    assert text.count("\n") == 2 + 2 + 1 + len(rows_of(compared(A, B)))


def test_words_that_one_side_lacks_have_a_dash() -> None:
    other = state(two_meanings(), Look(query=16, passage=1))
    rows = {row[0]: row[1:] for row in rows_of(compared(A, other))}
    assert rows["money"] == ("0.447", "–", "–")
    assert rows["river"][0] == "–"
