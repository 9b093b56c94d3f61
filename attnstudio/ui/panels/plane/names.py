"""Which names stand on the plane, and what they say: one for each place, however many tips meet there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from attnstudio.model import numerals
from attnstudio.model.document import Handle, Role, names_of
from attnstudio.state.gestures import Pixel
from attnstudio.state.snapshot import STEPS, Snapshot
from attnstudio.ui.panels.plane.arrows import still_key
from attnstudio.ui.panels.plane.picture import Picture
from attnstudio.ui.planes.ink import Ink
from attnstudio.ui.planes.labels import Label
from attnstudio.ui.planes.lettering import sized

ALL_UP_TO = 12
"""With more tokens, only the heaviest are named, and whatever is pointed at or selected."""

_HEAVIEST = 8
_TOGETHER = 4.0  # pixels: tips in one cell of this size share a name

BY_CHANCE = "placed by chance: drag me"
_MARK = " ?"
_SPELLED_OUT = 2  # with more words placed by chance, those not asked for carry the mark alone
DRAG_ME = "drag me"


@dataclass(frozen=True, slots=True)
class Source:
    """The x of a word, where it is shown to be moved."""

    token: int
    at: Pixel


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person points at or holds, and what cues may be shown."""

    hovered: Handle | None
    moving: Handle | None
    may_cue: bool  # on screen, where tips can be dragged
    is_new_here: bool  # nothing has been dragged in this window yet
    x: Source | None = None

    def key_pointed_at(self, now: Snapshot) -> int | None:
        """The position of the key whose match is looked at; pointing at the query's own tip asks for none."""
        if self.hovered is not None and self.hovered.role == "query":
            return None
        token = now.view.hover_token
        return next((j for j, offered in enumerate(now.passage.key_tokens) if offered.id == token), None)


def named_tokens(now: Snapshot, picture: Picture, asked: Asked) -> frozenset[int]:
    """Positions of the tokens that get a name."""
    tokens = now.passage.key_tokens
    count = len(tokens)
    if count <= ALL_UP_TO or now.view.is_figure:
        return frozenset(range(count))
    wanted = {now.view.hover_token} | {h.token for h in (asked.hovered, asked.moving, now.view.selected) if h}
    order = sorted(range(count), key=lambda j: (-picture.weights[j], j))
    return frozenset(order[:_HEAVIEST]) | {j for j, token in enumerate(tokens) if token.id in wanted}


def standing_key(now: Snapshot, picture: Picture, asked: Asked) -> Hashable:
    """Equal for two moments between which no standing name differs."""
    view = now.view
    return (
        now.passage.key_tokens,
        still_key(now, picture, asked.moving),
        named_tokens(now, picture, asked),
        replace(asked, x=None),
        (view.selected, view.hover_token, view.is_figure, view.known),
        picture.weights if view.hover_step == "normalize" else None,
    )


def standing_labels(now: Snapshot, picture: Picture, asked: Asked, ink: Ink) -> list[Label]:
    """Names of keys and values, but not of the tip that is being moved."""
    places: dict[tuple[int, int], list[tuple[str, int]]] = {}
    named = sorted(named_tokens(now, picture, asked))
    tokens = now.passage.key_tokens
    sides: tuple[tuple[Role, tuple[Pixel, ...]], ...] = (("key", picture.keys), ("value", picture.values))
    for role, tips in sides:
        for j in named if tips else ():
            if asked.moving == Handle(role, tokens[j].id, now.head) or (
                role == "value" and picture.is_twin(j)
            ):
                continue
            x, y = tips[j]
            places.setdefault((int(x // _TOGETHER), int(y // _TOGETHER)), []).append((role, j))
    names = names_of(tokens)
    return [_label(now, picture, asked, ink, names, place) for place in places.values()]


def moving_labels(now: Snapshot, picture: Picture, asked: Asked, ink: Ink) -> list[Label]:
    """Names of the query, of the output and of the tip that is being moved: they move in every frame."""
    labels = []
    if picture.query is not None:
        cue = DRAG_ME if asked.may_cue and asked.is_new_here else ""
        selected = now.view.selected
        ringed = selected is not None and selected.role == "query"
        labels.append(sized(ink, "query", "query", picture.query, cue, "accent", strong=True, ringed=ringed))
    if picture.output is not None:
        labels.append(sized(ink, "output", "output", picture.output, "", "accent", strong=True, ringed=False))
    if asked.x is not None:
        labels.append(sized(ink, "x", "x", asked.x.at, "", "word", strong=True, ringed=True))
    moving = asked.moving
    if moving is not None and moving.role != "query":
        tokens = now.passage.key_tokens
        j = next(j for j, token in enumerate(tokens) if token.id == moving.token)
        labels.append(_label(now, picture, asked, ink, names_of(tokens), [(moving.role, j)]))
    return labels


def _label(
    now: Snapshot,
    picture: Picture,
    asked: Asked,
    ink: Ink,
    names: tuple[str, ...],
    place: list[tuple[str, int]],
) -> Label:
    tokens = now.passage.key_tokens
    asked_for = {now.view.hover_token, *(h.token for h in (asked.hovered, now.view.selected) if h)}
    place = sorted(place, key=lambda tip: (tokens[tip[1]].id not in asked_for, tip[1]))
    role, j = place[0]
    text = _name(now, picture, names, role, j)
    others = sorted({other for _, other in place} - {j})
    if len(others) == 1:
        text += f", {names[others[0]]}"
    elif others:
        text += f" and {len(others)} more"
    hidden = all(picture.masked[other] for _, other in place)
    tips = picture.keys if role == "key" else picture.values
    strong = any(tokens[other].id == now.view.hover_token for _, other in place)
    must = strong or tokens[j].id in asked_for
    cue = ""
    if asked.may_cue and tokens[j].source == "chance":
        if must or sum(token.source == "chance" for token in tokens) <= _SPELLED_OUT:
            cue = BY_CHANCE
        else:
            text += _MARK
    kind = "masked" if hidden else "word"
    return sized(ink, (role, j), text, tips[j], cue, kind, strong=strong, ringed=must, must=must)


def _name(now: Snapshot, picture: Picture, names: tuple[str, ...], role: str, j: int) -> str:
    text = names[j]
    if picture.keys and picture.values and not picture.is_twin(j):
        text += f" {role[0]}"
    if picture.masked[j] and role == "key":
        text += f" {numerals.MASKED}"
    elif picture.masked[j]:
        text += " 0" if now.view.is_known[STEPS.index("normalize")] else ""
    elif now.view.hover_step == "normalize":
        text += f" {numerals.weight(picture.weights[j])}"
    return text
