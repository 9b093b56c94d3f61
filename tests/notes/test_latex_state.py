"""A state in LaTeX: what it says, that it compiles with amsmath alone, and that no word breaks out of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from attnstudio.model.document import Document, Look, fitting
from attnstudio.model.resolve import resolve
from attnstudio.model.settings import Mask, ScoreSettings, Wrong
from attnstudio.notes.latex_state import latex
from attnstudio.study.scenes import load, scenes
from tests.samples import bank, crossing, of_words, projected

HOSTILE = (
    "100%",
    "a_b",
    "x^y",
    "~",
    "\\",
    "{}",
    "$5",
    "#1",
    "R&D",
    "<s>",
    "a|b",
    "café",
    "---",
    "\\input{x}",
    "}",
)


def written(document: Document, look: Look) -> str:
    look = fitting(look, document)
    return latex(document, resolve(document, look.passage), look)


STATES: dict[str, tuple[Document, Look]] = {
    **{scene.id: load(scene.id) for scene in scenes()},
    "hostile": (replace(of_words(*HOSTILE), title="a\n\\end{document}%"), Look(query=3)),
    "masked": (replace(bank(), mask=Mask("causal"), settings=ScoreSettings(0.5, 0.5)), Look(query=3)),
    "no softmax": (replace(bank(), mask=Mask("causal"), wrong=Wrong(skips_softmax=True)), Look(query=6)),
    "large": (replace(bank(), settings=ScoreSettings(1e6)), Look(query=6)),
    "64 words": (of_words(*(f"w{i}" for i in range(64))), Look(query=9)),
    "heads": (projected(), Look(query=2, head=1)),
}


def test_the_formula_the_matrices_the_steps_and_a_table() -> None:
    made = written(crossing(), Look(query=1))
    assert "\\mathrm{Attention}(q,K,V) &= \\mathrm{softmax} ( q K^{\\mathsf{T}} ) V \\\\" in made
    scores = "\\begin{bmatrix} 2.00 & 1.00 & 0.00 \\end{bmatrix}"
    assert f"&= \\mathrm{{softmax}} ( {scores} ) V \\\\" in made
    assert "&= \\begin{bmatrix} 0.665 & 0.245 & 0.090 \\end{bmatrix} V \\\\" in made
    assert "q &= \\begin{bmatrix} 1.00 & 0.00 \\end{bmatrix} \\\\" in made
    assert "K &= \\begin{bmatrix} 2.00 & 0.50 \\\\ 1.00 & 1.50 \\\\ 0.00 & 2.00 \\end{bmatrix} \\\\" in made
    assert "\\text{weights} &= \\begin{bmatrix} 0.665 & 0.245 & 0.090 \\end{bmatrix} \\\\" in made
    assert "$\\text{a}$ & $2.00$ & $2.00$ & $2.00$ & $0.665$ & $(1.330, - 0.665)$ \\\\" in made
    assert made.startswith("% crossing · query one")


@pytest.mark.parametrize("name", STATES)
def test_what_begins_ends(name: str) -> None:
    made = written(*STATES[name])
    assert re.findall(r"\\begin\{(\w+)\}", made).count("bmatrix") == made.count("\\end{bmatrix}")
    body = re.sub(r"\\textbackslash\{\}|\\[{}$%]", "", "\n".join(without_comments(made)))
    assert body.count("{") == body.count("}")
    assert body.count("$") % 2 == 0
    assert "tikz" not in made.lower()
    for matrix in re.findall(r"\\begin\{bmatrix\}(.*?)\\end\{bmatrix\}", made):
        for row in matrix.split(r"\\"):
            assert row.count("&") < 10, "amsmath stops at ten columns"


def without_comments(made: str) -> list[str]:
    return [line for line in made.splitlines() if not line.startswith("%")]


def test_a_title_stays_in_its_comment() -> None:
    assert "\\end{document}" not in "\n".join(without_comments(written(*STATES["hostile"])))


def test_words_of_other_scripts_are_announced() -> None:
    assert "LuaLaTeX" in written(of_words("שלום", "銀行"), Look(query=1))
    assert "LuaLaTeX" not in written(of_words("café"), Look(query=1))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
def test_all_of_it_compiles_with_amsmath_alone(tmp_path: Path) -> None:
    body = "\n\n".join(written(document, look) for document, look in STATES.values())
    head = "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\n"
    (tmp_path / "all.tex").write_text(f"{head}{body}\\end{{document}}\n", encoding="utf-8")
    call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-1500:]
