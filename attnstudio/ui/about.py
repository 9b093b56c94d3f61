"""What the program says of itself."""

from __future__ import annotations

import sys

import numpy
from PySide6.QtCore import qVersion

from attnstudio import __version__


def about() -> str:
    """Version, licence, and where the data come from."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    return (
        f"Attention Studio {__version__}\n\n"
        "Learn scaled dot-product attention by hand: match, scale, mask, normalize, mix.\n\n"
        "MIT licence. Word vectors: GloVe 6B (Stanford NLP; public domain, PDDL 1.0). "
        "Fonts: Fira Sans and IBM Plex Mono (SIL OFL 1.1).\n\n"
        f"Python {python}, Qt {qVersion()}, numpy {numpy.__version__}"
    )
