"""Printed arithmetic as LaTeX: an aligned environment for amsmath, to be pasted into notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from attnstudio.model import numerals
from attnstudio.model.attempt import Line

_NUMBER = r"\d+(?:\.\d+)?(?:e−?\d+)?"
_FUNCTIONS = ("exp", "cos", "sin", "max")
_SIGNS = {
    "+": "+",
    "−": "-",
    "×": r"\times",
    "÷": r"\div",
    "·": r"\cdot",
    "=": "=",
    "≈": r"\approx",
    "<": "<",
    ">": ">",
    "≤": r"\le",
    "≥": r"\ge",
    "|": r"\vert",
    "∞": r"\infty",
    "Σ": r"\Sigma",
    "θ": r"\theta",
    "τ": r"\tau",
    "…": r"\dots",
}
_LETTER = re.compile(r"([qkvxW])(_[QKVO]|[₀-₉]+)?")  # a vector or a matrix, with what stands below it
_TOKENS = re.compile(
    rf"(?P<number>{_NUMBER})|(?P<function>\b(?:{'|'.join(_FUNCTIONS)})\b)|(?P<open>\()|(?P<close>\))"
    rf"|(?P<root>√)|(?P<sign>[{re.escape(''.join(_SIGNS))}])|(?P<comma>[,;:])|(?P<gap>\s+)"
    rf"|(?P<word>[^\s()√,;:{re.escape(''.join(_SIGNS))}]+)"
)
_ON_THE_LINE = str.maketrans(numerals.BELOW, "0123456789")
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",  # the oldest fonts, still the usual ones, have other letters in their places
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{letter: f"\\{letter}" for letter in "{}#$%&_"},
}


def arithmetic(title: str, lines: Sequence[Line]) -> str:
    """The title and one row a line, what is done on the left of &, how it comes out on the right."""
    rows = [rf"& {of_text(title)}"]
    for line in lines:
        remark = rf" \quad {of_text(line.remark)}" if line.remark else ""
        rows.append(rf"{of_label(line.label)} &\quad {formula(line.text)}{remark}")
    inner = " \\\\\n".join(rows)
    return f"\\[\n\\begin{{aligned}}\n{inner}\n\\end{{aligned}}\n\\]\n"


def formula(text: str) -> str:
    r"""Printed arithmetic, with the words in it, as LaTeX; a ÷ b becomes \frac{a}{b}."""
    atoms, _ = _read(_tokens(text), 0, is_inside=False)
    return _joined(_with_fractions(atoms))


def of_label(label: str) -> str:
    r"""What stands in front of a line, e.g. ``q · k`` or ``÷ √2``; a word of the sentence is \text."""
    tokens = _tokens(label)
    is_text = any(token.kind == "word" and not _LETTER.fullmatch(token.text) for token in tokens)
    is_text |= any(token.kind in ("open", "close") for token in tokens)
    return of_text(label) if is_text else formula(label)


def escaped(text: str) -> str:
    """Text with every sign that LaTeX takes for its own."""
    made = "".join(_ESCAPES.get(letter, letter) for letter in text)
    return re.sub("-(?=-)", "-{}", made)  # two of them would be a dash


def of_text(words: str) -> str:
    r"""\text{…}; the small figures after a word, as in bank₂, stand below it."""
    parts = re.findall(r"[^₀-₉]+|[₀-₉]+", words)
    made = (
        f"_{{{part.translate(_ON_THE_LINE)}}}" if part[0] in numerals.BELOW else rf"\text{{{escaped(part)}}}"
        for part in parts
    )
    return "".join(made) or r"\text{}"


# --- inside ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Atom:
    r"""A piece of LaTeX. A `factor` can stand over or under the line of a \frac, then without brackets."""

    latex: str
    kind: str  # factor, sign, or words
    inner: str = ""  # without its brackets

    @property
    def bare(self) -> str:
        return self.inner or self.latex


def _tokens(text: str) -> list[Token]:
    return [Token(str(found.lastgroup), found.group()) for found in _TOKENS.finditer(text)]


def _read(tokens: list[Token], at: int, is_inside: bool) -> tuple[list[Atom], int]:
    r"""Atoms up to the closing bracket, and where that stands. Neighbouring words are one \text."""
    atoms: list[Atom] = []
    words: list[str] = []

    def settle() -> None:
        said = "".join(words).strip()
        if said:
            atoms.append(Atom(of_text(said), "words"))
        words.clear()

    while at < len(tokens) and not (is_inside and tokens[at].kind == "close"):
        token = tokens[at]
        is_word = token.kind == "word" and not _LETTER.fullmatch(token.text)
        if is_word or token.kind in ("gap", "comma", "close"):
            words.append(token.text)
            at += 1
            continue
        settle()
        atom, at = _atom(tokens, at)
        atoms.append(atom)
    settle()
    return atoms, at


def _atom(tokens: list[Token], at: int) -> tuple[Atom, int]:
    token = tokens[at]
    if token.kind == "open":
        return _group(tokens, at)
    if token.kind in ("root", "function"):
        name = r"\sqrt" if token.kind == "root" else f"\\{token.text}"
        after = at + 1
        while after < len(tokens) and tokens[after].kind == "gap":
            after += 1
        if after == len(tokens) or not _is_operand(tokens[after]):
            return Atom(name if token.kind == "function" else r"\sqrt{\ }", "factor"), at + 1
        under, end = _atom(tokens, after)
        if token.kind == "root":
            return Atom(f"\\sqrt{{{under.bare}}}", "factor"), end
        return Atom(f"{name} {under.latex}" if under.inner == "" else f"{name}{under.latex}", "factor"), end
    if token.kind == "number":
        mantissa, _, power = token.text.replace("−", "-").partition("e")
        return Atom(f"{mantissa} \\cdot 10^{{{power}}}" if power else mantissa, "factor"), at + 1
    if token.kind == "word":
        return Atom(_letter(token.text), "factor"), at + 1
    kind = "factor" if token.text in "∞Σθτ…" else "sign"
    return Atom(_SIGNS[token.text], kind), at + 1


def _is_operand(token: Token) -> bool:
    """Whether a root or a function can be of it: not of the words around them."""
    return token.kind in ("open", "number") or _LETTER.fullmatch(token.text) is not None


def _group(tokens: list[Token], at: int) -> tuple[Atom, int]:
    inside, end = _read(tokens, at + 1, is_inside=True)
    latex = _joined(_with_fractions(inside))
    return Atom(f"\\left({latex}\\right)", "factor", latex), min(end + 1, len(tokens))


def _with_fractions(atoms: list[Atom]) -> list[Atom]:
    """a ÷ b as a fraction, wherever a factor stands on either side; a minus sign in front stays there."""
    made: list[Atom] = []
    at = 0
    while at < len(atoms):
        atom = atoms[at]
        is_divided = atom.latex == r"\div" and made and made[-1].kind == "factor" and at + 1 < len(atoms)
        if is_divided and atoms[at + 1].kind == "factor":
            above = made.pop()
            made.append(Atom(f"\\frac{{{above.bare}}}{{{atoms[at + 1].bare}}}", "factor"))
            at += 2
        else:
            made.append(atom)
            at += 1
    return made


def _joined(atoms: list[Atom]) -> str:
    made = ""
    for before, atom in zip([None, *atoms], atoms, strict=False):
        if before is not None and "words" in (before.kind, atom.kind):
            made += " " if atom.latex.startswith((r"\text{,", r"\text{:")) else r"\; "
        elif before is not None:
            made += " "
        made += atom.latex
    return made


def _letter(text: str) -> str:
    """q, k₁ or W_Q."""
    found = _LETTER.fullmatch(text)
    assert found is not None
    letter, below = found.groups()
    below = (below or "").removeprefix("_").translate(_ON_THE_LINE)
    return f"{letter}_{{{below}}}" if below else letter
