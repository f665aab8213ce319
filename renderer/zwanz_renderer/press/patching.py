"""Functions of WeasyPrint that are replaced while a book is printed.

Each replacement is a `Patch`, with the `Report` in `docs/weasyprint.md` that proposes it to
WeasyPrint. Patches lean on the insides of one series of WeasyPrint, so the modules that have some
are imported only behind `pdf.misfit`.
"""

from __future__ import annotations

import sys
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
class Report:
    """What WeasyPrint could do better, under its heading in `docs/weasyprint.md`.

    `why` is what goes wrong or takes long, `worth` what a book gains from the patch.
    """

    heading: str
    why: str
    worth: str


@dataclass(frozen=True, slots=True)
class Patch:
    """A replacement for the function `name` of a module or class.

    With `imported`, modules of WeasyPrint that imported the function by its name get the
    replacement too. A `copied` patch repeats what the function of the version `COMPARED` does; any
    other calls the function that it replaces.
    """

    owner: Any
    name: str
    new: object
    report: Report
    imported: bool = False
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
    places = [(place, patch) for patch in fitting for place in _places(patch)]
    replaced = [(place, patch.name, vars(place)[patch.name]) for place, patch in places]
    for place, patch in places:
        setattr(place, patch.name, patch.new)
    try:
        yield
    finally:
        for place, name, original in replaced:
            setattr(place, name, original)


def _places(patch: Patch) -> list[Any]:
    """The module or class of a patch, and the modules that imported the function from it."""
    if not patch.imported:
        return [patch.owner]
    original = vars(patch.owner)[patch.name]
    return [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("weasyprint.") and getattr(module, patch.name, None) is original
    ]
