"""Reading a pasted mask: what is understood, what is refused and where, and that nothing gets out of hand."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.model.mask_text import LONGEST, read
from attnstudio.model.mask_values import Cells
from attnstudio.model.refused import Refused

CAUSAL = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
LATER = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
ADDED = [[0, -math.inf, -math.inf], [0, 0, -math.inf], [0, 0, 0]]
SIZES = {"n": 3, "L": 2, "S": 5}


def seen(text: str) -> Cells:
    return read(text, SIZES)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("torch.tril(torch.ones(3, 3))", CAUSAL),
        ("torch.ones(3, 3).tril()", CAUSAL),
        ("np.tri(3, dtype=bool)", CAUSAL),
        ("~np.tri(3, dtype=bool)", LATER),
        ("np.logical_not(np.tri(3))", LATER),
        ("1 - torch.tril(torch.ones(3, 3))", LATER),
        ("torch.tril(torch.ones(n, n)) == 0", LATER),
        ("torch.triu(torch.ones(3, 3), diagonal=1).bool()", LATER),
        ("np.triu(np.ones((3, 3)), k=1)", LATER),
        ("torch.triu(torch.full((3, 3), float('-inf')), diagonal=1)", ADDED),
        ("torch.zeros(3, 3).masked_fill(torch.tril(torch.ones(3, 3)) == 0, float('-inf'))", ADDED),
        ("torch.where(torch.ones(3, 3).tril().bool(), 0.0, -torch.inf)", ADDED),
        ("nn.Transformer.generate_square_subsequent_mask(3)", ADDED),
        ("torch.nn.Transformer.generate_square_subsequent_mask(sz := 3)", None),
        ("i = torch.arange(3)\ni[:, None] >= i[None, :]", CAUSAL),
        ("i = np.arange(3)\nj = i[np.newaxis, :]\nmask = ~(i[:, None] < j)", CAUSAL),
        ("import torch\nfrom math import inf\n\ntorch.tensor([[0, -inf], [0, 0]])", [[0, -math.inf], [0, 0]]),
        ("[[True, False], [True, True]]", [[1, 0], [1, 1]]),
        ("[[1, 0], [1, 1]]", [[1, 0], [1, 1]]),
        ("((1, 0), (1, 1))", [[1, 0], [1, 1]]),
        ("[[true, false], [true, true]]", [[1, 0], [1, 1]]),
        ("np.array([[0, -1e9], [0, 0]])", [[0, -1e9], [0, 0]]),
        ("tensor([[0., -inf],\n        [0., 0.]])", [[0, -math.inf], [0, 0]]),
        ("torch.tril(torch.ones(1, 1, 3, 3))", CAUSAL),
        ("torch.tril(torch.ones(L, S), diagonal=S - L)", [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]),
        ("torch.ones(4, 4).bool().tril().triu(-1)", [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]),
        ("torch.block_diag(torch.ones(2, 2), torch.ones(1, 1))", [[1, 1, 0], [1, 1, 0], [0, 0, 1]]),
        ("m = [0, 0]\nm[1] = float('-inf')", [0, -math.inf]),
        ("m = torch.ones(3, 3).tril()\nm[:, :2] = 1", [[1, 1, 0], [1, 1, 0], [1, 1, 1]]),
        ("m = torch.zeros(2, 2)\nm += 1\nm", [[1, 1], [1, 1]]),
        ("[[0] * 3] * 2", [[0, 0, 0], [0, 0, 0]]),
        ("torch.tensor([1, 1, 0])", [1, 1, 0]),
        ("torch.ones(3).expand(2, 3)", [[1, 1, 1], [1, 1, 1]]),
        ("torch.eye(2, device='cuda', requires_grad=False)", [[1, 0], [0, 1]]),
        ("torch.full((2, 2), torch.finfo(torch.float16).min)", [[-65504, -65504]] * 2),
        ("i = torch.arange(3)\n(i[:, None] >= i) & (i[:, None] - i < 2)", [[1, 0, 0], [1, 1, 0], [0, 1, 1]]),
        ("torch.cat([torch.zeros(2, 1), torch.ones(2, 1)], dim=1)", [[0, 1], [0, 1]]),
        ("# a remark\ntorch.ones(2, 2)  # and another", [[1, 1], [1, 1]]),
        ("(1 - torch.tril(torch.ones(2, 2))) * float('-inf')", [[math.nan, -math.inf], [math.nan, math.nan]]),
    ],
)  # fmt: skip
def test_what_is_understood(text: str, cells: list[object] | None) -> None:
    if cells is None:
        with pytest.raises(Refused):
            seen(text)
        return
    np.testing.assert_array_equal(seen(text).astype(float), np.array(cells, dtype=float))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("torch.ones(2, 2)", "f"),
        ("torch.ones(2, 2).bool()", "b"),
        ("[[1, 0]]", "i"),
        ("[[1, 0.5]]", "f"),
        ("torch.ones(2, 2).to('bool')", "b"),
        ("np.tri(3).astype('bool')", "b"),
        ("torch.ones(2, 2).to('cuda')", "f"),
    ],
)
def test_the_kind_is_kept(text: str, kind: str) -> None:
    assert seen(text).dtype.kind == kind


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read yet"),
        ("import os", "Column 1: only torch, numpy and math are known here, not “os”."),
        ("import torch", "This text imports, but it makes no mask."),
        ("os.system('x')", "Column 1: nothing is known of “os”"),
        ("().__class__.__base__.__subclasses__()", "Column 1: “.__class__” isn't understood here."),
        ("torch.ones(2, 2).__class__", "Column 1: “.__class__” isn't understood here."),
        ("torch.__builtins__", "Column 1: “torch.__builtins__” isn't understood here."),
        ("torch.load('x')", "Column 1: “torch.load” isn't understood here."),
        ("torch.ones(2, 2).numpy().dump('x')", "Column 1: “.dump” isn't understood here."),
        ("np.lib.stride_tricks", "Column 1: “np.lib” isn't understood here."),
        ("__import__('os')", "Column 1: nothing is known of “__import__”"),
        ("eval('1')", "Column 1: nothing is known of “eval”"),
        ("[[j <= i for j in range(4)] for i in range(4)]", "Column 1: a comprehension isn't understood here"),
        ("lambda: 0", "Column 1: a lambda isn't understood here"),
        ("m = 3\nwhile True: pass", "Line 2, column 1: a loop isn't understood here"),
        ("def f(): pass", "Column 1: a function of one's own isn't understood here"),
        ("{1: 2}", "Column 1: a dictionary isn't understood here"),
        ("f'{1}'", "Column 1: a text isn't understood here"),
        ("'abc'", "This is not a mask: the result is no number and no list of numbers."),
        ("torch.ones", "This is not a mask"),
        ("[[1, 2], [3]]", "This is not a mask: row 2 has 1 number where row 1 has 2 numbers."),
        ("torch.tensor([[1, 2], 3])", "Column 1: row 2 has one number where row 1 has 2 numbers."),
        ("torch.ones(10**9)", "Column 12: powers and the like aren't understood here"),
        ("torch.ones(100000, 100000)", "Column 1: 100000 × 100000 is too large"),
        ("torch.zeros(65, 65)", "Column 1: 65 × 65 is too large: 64 × 64 is the most"),
        ("torch.ones(99999999999999999, 2)", "Column 12: this number is too large."),
        ("torch.arange(3, 0, 0)", "Column 1: a step of 0 never comes to an end."),
        ("torch.ones(-1, 2)", "Column 1: a size can't be negative."),
        ("torch.ones(2.5, 2)", "Column 1: a size must be a whole number."),
        ("torch.ones(True, 2)", "Column 1: a size must be a whole number."),
        ("[1, 2] * 99999", "Column 1: 199998 is too large"),
        ("torch.ones(2, 2)[None, None, None, None]", "Column 1: these are more axes than a mask has."),
        ("torch.ones(2, 2)[5]", "Column 1: this can't be worked out."),
        ("torch.ones(4, 4).reshape(3, 3)", "Column 1: 4 × 4 can't be laid out like this."),
        ("torch.ones(2, 3) & torch.ones(3, 2)", "Column 1: 2 × 3 and 3 × 2 don't go together."),
        ("torch.eye(3) | torch.eye(3)", "Column 1: &, | and ^ join booleans"),
        ("~torch.ones(2, 2)", "Column 1: ~ turns booleans over and nothing else: write .bool() first."),
        ("~True", "Column 1: ~ makes −2 of Python's own True"),
        ("-torch.ones(2, 2).bool()", "Column 1: − is no operation on booleans"),
        ("torch.ones(2, 2) and 1", "Column 1: arrays are joined by & and |"),
        ("0 < torch.arange(2) < 3", "Column 1: compare two things at a time"),
        ("1 in [1]", "Column 1: is and in compare no numbers"),
        ("torch.zeros(2, 2).masked_fill(torch.ones(2, 2), 1)", "Column 1: masked_fill takes a mask"),
        ("torch.tril(torch.ones(4))", "Column 1: tril and triu cut matrices"),
        ("torch.ones(*[2, 2])", "Column 1: stars aren't understood here"),
        ("torch.ones(2, 2, **{})", "Column 1: stars aren't understood here"),
        ("torch.ones(2, 2, colour=3)", "Column 1: ones takes other arguments than these."),
        ("torch.ones(2, 2, dtype=3)", "Column 1: a dtype such as torch.bool is needed here."),
        ("torch.full((2, 2), float('x'))", 'Column 20: float takes a number, or "-inf".'),
        ("m = torch.tensor([[0, 0]])\nm[0, 1] = -inf", "Line 2, column 1: an array of whole numbers can't"),
        ("torch.tensor([[-inf]]).long()", "Column 1: −∞ has no whole number."),
        ("torch.ones(2, 2, 2)", "A mask has a row for each query and a column for each key; this is 2 ×"),
        ("3", "A mask has a row for each query and a column for each key; this is one number."),
        ("[]", "A mask has a row for each query and a column for each key; this is 0."),
        ("[[1, 2], [3, 4]", "Line 1, column 1: this is no Python yet ('[' was never closed)."),
        ("a b", "Line 1, column 3: this is no Python yet (invalid syntax)."),
        ("“[[1]]”", "Line 1, column 1: this is no Python yet (invalid syntax)."),
        ("äh + 1", "Column 1: nothing is known of “äh”"),
        ("'ä' and os", "Column 1: arrays are joined by & and |"),
        ("x = ['ä', os]", "Column 11: nothing is known of “os”"),
    ],
)  # fmt: skip
def test_what_is_refused_and_where(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match="^" + re.escape(sentence)):
        seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "(" * 5000,
        "-" * 50_000 + "1",
        "~" * 20_000 + "1",
        "not " * 10_000 + "1",
        "a" + ".b" * 20_000,
        "1" + "+1" * 20_000,
        "9" * 5000,
        "1e999 * " * 30 + "1",
        "\x00",
        "\ud800",
        "'a' * 10",
        "a = [1, 1]\n" + "a = [a, a]\n" * 60,
        "a = [1] * 4096\n" + "a = [a] * 4096\n" * 3,
        "m = torch.ones(64, 64)\n" + "m = m + 1\n" * 5000,
        "m = 1\n" + "m = m * 4096\n" * 40,
        "[" + "1," * 49_000 + "]",
        "x" * (LONGEST + 1),
        "torch.ones(64, 64)" + "[None]" * 60,
        "torch.ones(1).expand(" + "64," * 9 + "64)",
        "torch.block_diag(" + "torch.ones(64, 64)," * 30 + ")",
        "torch.cat([" + "torch.ones(64, 64)," * 30 + "])",
        "torch.full((64, 64), torch.ones(64, 64))",
        "torch.ones(64, 1, 64, 1) + torch.ones(1, 64, 1, 64)",
        "torch.ones(2, 2).reshape(" + "1," * 80 + "4)",
    ],
)
def test_what_is_too_much_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        seen(text)
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_a_whole_mask_of_64_words_may_be_written_out() -> None:
    row = "[" + ", ".join(['float("-inf")'] * 64) + "]"
    assert seen("[" + ", ".join([row] * 64) + "]").shape == (64, 64)
    assert seen("torch.tensor([" + ("[" + "True, " * 64 + "],\n") * 64 + "])").all()


@given(st.text("torch.il(np)[]0,1-inf~=<>:*&|\n_ab'\"#", max_size=40))
def test_whatever_is_typed_there_is_an_answer(text: str) -> None:
    found: Cells | str
    try:
        found = seen(text)
    except Refused as error:
        found = str(error)
    if isinstance(found, str):
        assert found.endswith(".")
        assert "\n" not in found
    else:
        assert 1 <= found.ndim <= 2
        assert found.size <= 4096


def test_nothing_is_warned_of(recwarn: pytest.WarningsRecorder) -> None:
    for text in ("1 is 1", r"'\d'", "0or 1", "1()", "torch.tensor([[1e308]]) * 1e308"):
        try:
            seen(text)
        except Refused:
            continue
    assert not recwarn.list
