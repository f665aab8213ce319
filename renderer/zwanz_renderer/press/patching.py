"""Functions of WeasyPrint that are replaced while a book is printed.

Each replacement is a `Patch` with a heading in `docs/weasyprint.md`, under which its reason and its
worth stand, and what is proposed to WeasyPrint. Patches lean on the insides of one series of
WeasyPrint, so the modules that have some are imported only behind `pdf.misfit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import weasyprint

SERIES = "70"
"""The first number of the versions whose insides the patches know."""
COMPARED = "70.0"
"""The version from which functions were copied: a copy stands in for no other version's."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A replacement for the function `name` of a module or class.

    `report` is a heading in `docs/weasyprint.md`. A `copied` patch repeats what the function of the
    version `COMPARED` does; any other calls the function that it replaces.
    """

    owner: Any
    name: str
    new: object
    report: str
    copied: bool = False

    @property
    def target(self) -> str:
        """The full name of the function: ``weasyprint.layout.block._linebox_layout``."""
        owner = self.owner
        if isinstance(owner, type):
            return f"{owner.__module__}.{owner.__name__}.{self.name}"
        return f"{owner.__name__}.{self.name}"


@contextmanager
def applied(patches: Iterable[Patch]) -> Iterator[None]:
    """Replace functions, and restore them at the end. KeyError where one does not exist."""
    fitting = [it for it in patches if not it.copied or weasyprint.__version__ == COMPARED]
    originals = [vars(patch.owner)[patch.name] for patch in fitting]
    for patch in fitting:
        setattr(patch.owner, patch.name, patch.new)
    try:
        yield
    finally:
        for patch, original in zip(fitting, originals, strict=True):
            setattr(patch.owner, patch.name, original)
