"""The built-in scenes: small documents, each made to show one thing of the chapter."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from attnstudio.assets import resource
from attnstudio.model.document import Document, Look
from attnstudio.model.refused import Refused
from attnstudio.storage.faults import named
from attnstudio.storage.files import open_file

FIRST = "bank-money"
"""The scene that the studio opens with."""

CHAPTERS = (
    "1. The central question",
    "2. Queries, keys and values",
    "3. Compare a query with keys",
    "4. Why divide by √d_k?",
    "5. Softmax turns scores into weights",
    "6. The complete formula",
    "7. A visual mental model",
    "8. Self-attention",
    "9. Causal attention",
    "10. PyTorch",
    "Think like a scientist",
)
"""The sections of the chapter; each has a scene."""


@dataclass(frozen=True, slots=True)
class SceneInfo:
    id: str
    title: str
    sentence: str  # one line about it
    chapter: str  # the section of the chapter that it belongs to


@cache
def scenes() -> tuple[SceneInfo, ...]:
    """All scenes, in the order of the chapter."""
    listed = json.loads(resource("scenes.json").read_text(encoding="utf-8"))
    return tuple(SceneInfo(**scene) for scene in listed)


def is_scene(name: str) -> bool:
    """Is `name` the id of a scene?"""
    return any(scene.id == name for scene in scenes())


def load(scene_id: str) -> tuple[Document, Look]:
    """The scene of that id; `Refused`, naming the ids, where there is none."""
    if not is_scene(scene_id):
        ids = ", ".join(scene.id for scene in scenes())
        raise Refused(f"There is no scene “{named(scene_id)[:80]}”; there are {ids}.")
    return _own("scenes", f"{scene_id}.json")


def starter() -> tuple[Document, Look]:
    """What a new document begins with: three words to be typed over."""
    return _own("starter.json")


@cache
def _own(*parts: str) -> tuple[Document, Look]:
    opened = open_file(resource(*parts))
    return opened.document, opened.look
