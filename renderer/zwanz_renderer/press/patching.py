"""Replaces functions of WeasyPrint while a book is printed.

Each replacement is a `Patch`; `docs/weasyprint.md` has its reason, its worth, and a proposal to
WeasyPrint. Patches depend on the internals of one series of WeasyPrint, so modules with patches are
imported only after `pdf.misfit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import weasyprint

SERIES = "70"
"""The major version whose internals the patches use."""
COMPARED = "70.0"
"""The version that the copied functions were compared with; other versions keep theirs."""


@dataclass(frozen=True, slots=True)
class Patch:
    """Replaces the function `name` of the module or class `owner` by `new`.

    `report` is its heading in `docs/weasyprint.md`. A `copied` patch does what the function of the
    version `COMPARED` does; any other calls the function that it replaces.
    """

    owner: Any
    name: str
    new: object
    report: str
    copied: bool = False


@contextmanager
def applied(patches: Iterable[Patch]) -> Iterator[None]:
    """Replace functions, and restore them at the end. Raises KeyError if one does not exist."""
    fitting = [it for it in patches if not it.copied or weasyprint.__version__ == COMPARED]
    originals = [vars(patch.owner)[patch.name] for patch in fitting]
    for patch in fitting:
        setattr(patch.owner, patch.name, patch.new)
    try:
        yield
    finally:
        for patch, original in zip(fitting, originals, strict=True):
            setattr(patch.owner, patch.name, original)
