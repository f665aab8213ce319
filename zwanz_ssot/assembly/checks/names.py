"""Checks the names that people read. No two contracts, and no two bonuses, have the same one: who
says it in the auction, or reads it in the book, could not tell which is meant. And none lacks the
language that stands in for all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model import Bonus, Contract, Path
from ...schema import Node, below, definition, resolved, root
from ..resolver import CheckContext, name


def check(context: CheckContext) -> None:
    """Note each name that another contract, or another bonus, has in the same language; and those
    without English where the game's own has one.
    """
    for named in (context.game.contracts.values(), context.game.bonuses.values()):
        for one, other in _alike(named):
            _note_alike(context, one, other)
            _note_alike(context, other, one)
    if _STANDS_IN in context.game.name.texts:
        for at, text in _texts(root("game"), context.game.data, ()):
            if _STANDS_IN not in text:
                _note_missing(context, at)


_STANDS_IN = "en"
"""The language that is shown where a name lacks another one."""


def _texts(schema: Node, data: Any, at: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every text for people below a path of the rules."""
    if definition(schema) == "text":
        yield at, data
        return
    node = resolved(schema)
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for step, part in parts if node else ():
        if isinstance(part, dict | list):
            yield from _texts(below(node, step), part, (*at, step))


def _note_missing(context: CheckContext, at: Path) -> None:
    """Note a name that an English book would print in another language."""
    shown = name(context.game.at(at)).text(_STANDS_IN)
    text = f"'{_STANDS_IN}' is missing, so an English book would say '{shown}'"
    context.unfit(at, text, f"add {_STANDS_IN}: …", key=True)


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
