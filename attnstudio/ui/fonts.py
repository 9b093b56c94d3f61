"""The bundled fonts, registered once: text is Fira Sans, numbers are IBM Plex Mono.

Static files from their packages, so that the same picture comes out on every machine.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

SANS = "Fira Sans"
MONO = "IBM Plex Mono"
_FILES = {
    "fontpkg_fira_sans": ("FiraSans-Regular", "FiraSans-Italic", "FiraSans-Medium", "FiraSans-SemiBold"),
    "fontpkg_ibm_plex_mono": ("IBMPlexMono-Regular", "IBMPlexMono-Medium", "IBMPlexMono-SemiBold"),
}


@cache
def register_fonts() -> None:
    """Make the families known to Qt. Needs a QApplication; a missing package is a broken install."""
    for file in font_files():
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise RuntimeError(f"the font {file.stem} could not be read from {file.parent}")


def font_files() -> tuple[Path, ...]:
    """The files of all bundled fonts."""
    found: list[Path] = []
    for package, names in _FILES.items():
        # Importing a font package costs 50 ms for what its folder already says.
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise RuntimeError(f"the package {package} is missing: install Attention Studio anew")
        folder = Path(spec.submodule_search_locations[0]) / "files"
        found += (folder / f"{name}.ttf" for name in names)
    return tuple(found)


def file_of(family: str, weight: int, italic: bool) -> Path | None:
    """The file from which a bundled font comes, None where the family is not bundled."""
    style = "Italic" if italic else {500: "Medium", 600: "SemiBold"}.get(weight, "Regular")
    name = f"{family.replace(' ', '')}-{style}"
    return next((file for file in font_files() if file.stem == name), None)


@cache
def font(family: str, pixels: int, weight: int = 400, merging: bool = False, italic: bool = False) -> QFont:
    """A font of a pixel size. `merging` lets other fonts stand in for letters that it lacks: for a
    person's own words, never for numbers, whose look must not depend on the machine."""
    made = QFont(family)
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight(weight))
    made.setItalic(italic)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Said either way: a painter takes what a font leaves open from the application's font.
    strategy = QFont.StyleStrategy
    made.setStyleStrategy(strategy.PreferDefault if merging else strategy.NoFontMerging)
    return made
