"""Keeps PySide from reading the text of every module that is loaded.

PySide serves `from __feature__ import snake_case`. To know which modules may see the other names, it reads
the source of each one that is imported after it and looks for its own name in it. Nobody here asks for other
names, and the reading takes a tenth of the start and 15 MB.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import qVersion  # with it comes the module that asks

_SUPPORT = "shibokensupport.feature"
_QUESTION = "_mod_uses_pyside"  # asked of each module; without a feature either answer comes to the same
_TRIED = (6, 12)  # releases before this one ask it so


def read_no_sources() -> bool:
    """Answer PySide's question without a look at the text. False where this release asks it in another way:
    then it goes on reading, and nothing else is different."""
    support = sys.modules.get(_SUPPORT)
    if tuple(map(int, qVersion().split(".")[:2])) >= _TRIED or not hasattr(support, _QUESTION):
        return False
    setattr(support, _QUESTION, lambda module: True)
    return True
