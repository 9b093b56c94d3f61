"""Attention Studio: learn scaled dot-product attention by dragging its vectors.

    import attnstudio as at

    doc = at.open("bank-river")
    doc = at.move(doc, "bank", query=(1, 2))
    trace = at.attend(doc)
    at.show(doc)

These names come from `attnstudio.door` when they are first used: importing the package loads nothing.
"""

__version__ = "0.1.0"

__all__ = [
    "Doc",
    "Refused",
    "ask",
    "attend",
    "code",
    "edit",
    "mask",
    "move",
    "new",
    "notebook",
    "open",
    "render",
    "save",
    "scale",
    "scenes",
    "sentence",
    "show",
    "temperature",
]

TYPE_CHECKING = False  # as a type checker knows it; `typing` would double what the import takes
if TYPE_CHECKING:
    from attnstudio.door import (
        Doc,
        Refused,
        ask,
        attend,
        code,
        edit,
        mask,
        move,
        new,
        notebook,
        open,
        render,
        save,
        scale,
        scenes,
        sentence,
        show,
        temperature,
    )


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from attnstudio import door

    found: object = getattr(door, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]  # what is offered by name, not what happens to be loaded
