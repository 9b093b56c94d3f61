"""Arithmetic as LaTeX: what it says, that nothing typed breaks out of it, and that it can be set in type."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ziamath.zmath import Math

from attnstudio.model.attempt import Line
from attnstudio.model.derivation import Node, derivation
from attnstudio.model.document import Document, Look, fitting
from attnstudio.model.edits import set_rule
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Positions, ScoreSettings, Wrong
from attnstudio.notes.latex import arithmetic, escaped, formula, of_label
from tests.samples import bank, two_meanings


def written(document: Document, node: Node, row: int, column: int) -> str:
    look = fitting(Look(query=6), document)
    told = derivation(document, resolve(document), look, node, row, column)
    return arithmetic(told.title, told.lines)


def test_a_weight_as_an_aligned_environment() -> None:
    assert written(bank(), "weights", 5, 2) == (
        "\\[\n"
        "\\begin{aligned}\n"
        "& \\text{Weight: bank asks, money offers} \\\\\n"
        "q \\cdot k &\\quad 1.800 \\times 2.000 + 1.800 \\times 0.000 = 3.600 \\\\\n"
        "\\div \\sqrt{2} &\\quad \\frac{3.600}{\\sqrt{2}} \\approx 2.546 \\\\\n"
        "\\text{mask} &\\quad \\text{may look} \\\\\n"
        "- \\max &\\quad 2.546 - 2.546 = 0.000 \\\\\n"
        "\\exp &\\quad \\exp\\left(0.000\\right) = 1.000 \\\\\n"
        "\\Sigma &\\quad 0.122 + 0.601 + 1.000 + 0.078 + 0.074 + 0.361 = 2.236 \\\\\n"
        "\\div \\Sigma &\\quad \\frac{1.000}{2.236} \\approx 0.447\n"
        "\\end{aligned}\n"
        "\\]\n"
    )


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("3.60 ÷ (2.55 × 2.00) ≈ 0.707", r"\frac{3.60}{2.55 \times 2.00} \approx 0.707"),
        ("−0.30 ÷ √2 ≈ −0.21", r"- \frac{0.30}{\sqrt{2}} \approx - 0.21"),
        ("√(1.8 × 1.8 + 0.2 × 0.2)", r"\sqrt{1.8 \times 1.8 + 0.2 \times 0.2}"),
        ("exp(−∞) = 0, so the weight is 0", r"\exp\left(- \infty\right) = 0 \text{, so the weight is}\; 0"),
        ("1.25e6 × 2", r"1.25 \cdot 10^{6} \times 2"),
        ("this is cos's column 1", r"\text{this is}\; \cos\; \text{'s column}\; 1"),
        ("may look (6 ≥ 3)", r"\text{may look}\; \left(6 \ge 3\right)"),
        (
            "0.1 + … 44 smaller terms, together 1.23",
            r"0.1 + \dots 44\; \text{smaller terms, together}\; 1.23",
        ),
    ],
)
def test_formulas(text: str, latex: str) -> None:
    assert formula(text) == latex


def test_labels_are_formulas_and_words_are_words() -> None:
    assert of_label("k₂") == "k_{2}"
    assert of_label("x · W_Q") == r"x \cdot W_{Q}"
    assert of_label("bank₂") == r"\text{bank}_{2}"
    assert of_label("money & co") == r"\text{money \& co}"


def test_every_sign_that_latex_takes_for_its_own_is_escaped() -> None:
    assert escaped("\\ { } # $ % & _ ^ ~") == (
        r"\textbackslash{} \{ \} \# \$ \% \& \_ \textasciicircum{} \textasciitilde{}"
    )


any_text = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=20
)


@given(any_text, any_text)
def test_what_was_typed_stays_within_its_braces(word: str, name: str) -> None:
    made = arithmetic(word, [Line(word, f"this is {name}'s column 1", remark=name)])
    bare = re.sub(r"\\(?:textbackslash|textasciicircum|textasciitilde)\{\}|\\[{}#$%&_]", "", made)
    depth = 0
    for letter in bare:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    assert bare.count("\\left") == bare.count("\\right")
    rows = (
        bare.removeprefix("\\[\n\\begin{aligned}\n").removesuffix("\n\\end{aligned}\n\\]\n").split(" \\\\\n")
    )
    assert [row.count("&") for row in rows] == [1, 1]
    assert not re.search(r"[#$%~^]", re.sub(r"10\^\{-?\d+\}", "", bare))  # 1e5 is a number, typed or not


@pytest.mark.parametrize(
    ("document", "node"),
    [
        (set_rule(bank(), "causal"), "weights"),
        (replace(bank(), settings=ScoreSettings(cosine=True, temperature=0.5)), "weights"),
        (replace(bank(), wrong=Wrong(added=(6, 3, 3.0))), "weights"),
        (replace(two_meanings(), positions=Positions("rope")), "q"),
        (replace(two_meanings(), positions=Positions("added")), "k"),
        (bank(), "output"),
        (two_meanings(), "final"),
    ],
)
def test_it_can_be_set_in_type(document: Document, node: Node) -> None:
    column = 2 if node == "weights" else 1
    latex = written(document, node, 5, column).strip().removeprefix("\\[").removesuffix("\\]").strip()
    made = Math.fromlatex(latex, size=20.0)
    assert made.getsize()[0] > 100
    assert made.svg().startswith("<svg")
