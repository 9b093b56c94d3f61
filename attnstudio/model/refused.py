"""The one kind of error that is meant for a person's eyes."""

from __future__ import annotations


class Refused(ValueError):
    """Something was not done; ``str(error)`` is one plain sentence that names what and where.

    Whoever catches it shows the sentence and leaves the work as it was. Anything else that is raised is
    a fault of the program, not of the input.
    """
