"""Checks the names that people read. No two contracts, and no two bonuses, have the same one: who
says it in the auction, or reads it in the book, could not tell which is meant. And none lacks the
language that stands in for all others. What is said of a noun is said of one that is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...model import Bonus, Contract, Path
from ...problems import did_you_mean
from ...schema import Node, below, definition, resolved, root
from ..resolver import CheckContext, name


def check(context: CheckContext) -> None:
    """Note each name that another contract, or another bonus, has in the same language; those
    without English where the game's own has one; and nouns in which no name ends.
    """
    for named in (context.game.contracts.values(), context.game.bonuses.values()):
        for one, other in _alike(named):
            _note_alike(context, one, other)
            _note_alike(context, other, one)
    if _STANDS_IN in context.game.name.texts:
        for at, text in _texts(root("game"), context.game.data, ()):
            if _STANDS_IN not in text:
                _note_missing(context, at)
    for language, nouns in context.game.nouns.items():
        _check_nouns(context, language, nouns)


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


def _check_nouns(context: CheckContext, language: str, nouns: Mapping[str, Any]) -> None:
    """Note the nouns in which nothing ends: no name of rules or pack, no singular of a noun."""
    game, deck = context.game, context.game.deck
    texts = [text.get(language, "") for _, text in _texts(root("game"), game.data, ())]
    cards = [card.name for card in deck.cards if card.name is not None]
    suits = [suit.name for suit in deck.suits.values()]
    of_pack = (*cards, *suits, *deck.rank_names.values(), *deck.set_names.values())
    texts += [each.texts.get(language, "") for each in of_pack]
    texts += [noun.get("one", "") for noun in nouns.values()]
    ends = {end for text in texts for end in (text, *text.split())}
    for noun in nouns:
        if not any(end.endswith(noun) for end in ends):
            text = f"no name of this game ends in '{noun}'"
            hint = did_you_mean(noun, ends) or "write the end of a name as it stands there"
            context.unfit(("nouns", language, noun), text, hint, key=True)


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
