"""Qt's files without what says nothing: what is drawn stays, in fewer words."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from attnstudio.ui.figures.tidy import Tidy, number, readable, without_said


def file_of(inside: str, defs: str = "") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"<defs>{defs}</defs><g>{inside}</g></svg>"
    )


def tidied(inside: str, defs: str = "") -> str:
    return b"".join(tostring(one) for one in Tidy(Element("defs")).tidied(file_of(inside, defs))).decode()


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (12.5, "12.5"), (100.0, "100"), (-3.0, "-3")],
)
def test_lengths_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_no_character_is_left_that_no_file_may_hold() -> None:
    assert readable("a\x00b\x0b\ufffe\ud800\tc\U0001f600") == "a\ufffdb\ufffd\ufffd\ufffd\tc\U0001f600"


def test_groups_that_draw_nothing_go() -> None:
    assert tidied('<g fill="red"><g/></g><g opacity="0"><circle r="2"/></g>') == ""
    assert tidied('<g fill="#000" fill-opacity="0" stroke="none"><rect width="2" height="2"/></g>') == ""


def test_letters_stay_whatever_their_group_is_filled_with() -> None:
    made = tidied('<g fill-opacity="0" stroke="none"><text x="1" fill="red">a &lt; b</text></g>')
    assert "a &lt; b" in made


def test_neighbours_of_one_state_become_one_group() -> None:
    made = tidied('<g fill="red"><circle r="1"/></g><g fill="red"><circle r="2"/></g>')
    assert made == '<g fill="red"><circle r="1" /><circle r="2" /></g>'


def test_a_clip_and_a_transform_within_it_stay_apart() -> None:
    clip = '<clipPath id="a"><path d="M0,0 L9,0 L9,9 L0,9 L0,0 Z "/></clipPath>'
    made = tidied('<g clip-path="url(#a)"><g transform="matrix(1,0,0,1,5,5)"><circle r="1"/></g></g>', clip)
    assert made.count("<g") == 2


@pytest.mark.parametrize(
    ("path", "is_rectangle"),
    [
        ("M1,2 L5,2 L5,9 L1,9 L1,2 Z ", True),
        ("M1,2 L1,9 L5,9 L5,2 L1,2 Z ", True),
        ("M1,2 L5,2 L6,9 L1,9 L1,2 Z ", False),
        ("M1,2 L5,2 L5,9 L1,9 Z ", False),
    ],
)
def test_paths_that_are_rectangles_become_such(path: str, is_rectangle: bool) -> None:
    made = fromstring(tidied(f'<path vector-effect="none" d="{path}"/>'))
    assert made.tag == ("rect" if is_rectangle else "path")
    if is_rectangle:
        assert made.attrib == {"x": "1", "y": "2", "width": "4", "height": "7"}


def test_numbers_are_rounded_and_colours_and_names_are_not() -> None:
    made = tidied('<g fill="#12e4e5" id="n1.23456"><path d="M1.23456,2e-5 L3,4"/></g>')
    assert 'fill="#12e4e5"' in made
    assert 'id="n1.23456"' in made
    assert 'd="M1.23,0 L3,4"' in made


def test_what_two_widgets_define_alike_is_defined_once() -> None:
    shared = Element("defs")
    tidy = Tidy(shared)
    clip = '<clipPath id="{}"><rect width="{}" height="4"/></clipPath>'
    names = [
        tidy.tidied(file_of(f'<g clip-path="url(#{name})"><circle r="1"/></g>', clip.format(name, width)))[0]
        for name, width in (("a", 4), ("b", 4), ("a", 5))
    ]
    asked = [one.get("clip-path") for one in names]
    assert asked[0] == asked[1] != asked[2]
    assert len(shared) == 2


def test_what_holds_anyway_is_not_said_again() -> None:
    made = fromstring(
        '<g fill="none"><g fill="red" stroke-width="1"><circle fill="red"/><circle fill="none"/></g></g>'
    )
    without_said(made)
    assert tostring(made) == b'<g><g fill="red"><circle /><circle fill="none" /></g></g>'
