"""Checks the names that people read: no two contracts, and no two bonuses, have the same one. Who
says it in the auction, or reads it in the book, could not tell which is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model import Bonus, Contract, Path
from ..resolver import CheckContext


def check(context: CheckContext) -> None:
    """Note each name that another contract, or another bonus, has in the same language."""
    for named in (context.game.contracts.values(), context.game.bonuses.values()):
        for one, other in _alike(named):
            _note_alike(context, one, other)
            _note_alike(context, other, one)


def _alike(named: Iterable[Contract | Bonus]) -> Iterator[tuple[Path, Path]]:
    """The paths of two equal names: each with the first one, in the first language of both."""
    first: dict[tuple[str, str], Path] = {}
    for each in named:
        found = []
        for language, text in each.name.texts.items():
            at = (*each.at, "name", language)
            found.append((first.setdefault((language, _said(text)), at), at))
        yield from [(one, other) for one, other in found if one is not other][:1]


def _said(text: str) -> str:
    """A name as it is heard: blanks and capital letters make no difference."""
    return " ".join(text.casefold().split())


def _note_alike(context: CheckContext, at: Path, other: Path) -> None:
    """Note a name; that of another file stays, as this one's changes have made the two equal."""
    if context.resolver.mark(at).file == context.resolver.document.file:
        text = f"{context.place(other, seen_from=at)}, says the same"
        context.twice(at, text, "give one of them another name")
