"""The texts of the program itself, ``phrases.<language>.yaml``; and sentences about moves and why
they are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..model import Card, Cards, Condition, Refusal, Role, Suit
from ..model.identifiers import GAME
from ..places import table
from ..problems import repeated
from .template import Phrase, Value, WordsFile, sentence, words
from .terms import Terms

_FOLDER = Path(__file__).resolve().parent
ENGLISH = "en"


@cache
def phrases_of(language: str) -> dict[str, Any] | None:
    """The phrases of a language by their keys; None if it has no file."""
    file = _FOLDER / f"phrases.{language}.yaml"
    if not file.exists():
        return None
    found: dict[str, Any] = table(file)
    return found


class Phrases:
    """The phrases of a language; the English ones if it has none. Raises `WrongCall` for a language
    that does not exist.

    >>> Phrases("en")("judged_rounds", n=3)
    '3 rounds'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        own = phrases_of(language)
        if own is None:
            words(language)  # refuses a language that does not exist
        self._texts: dict[str, Any] = own or phrases_of(ENGLISH) or {}

    def __call__(self, key: str, **values: object) -> str:
        """A phrase, filled with values. ``n`` chooses between ``one`` and ``many``."""
        text = self._texts[key]
        if isinstance(text, dict):
            text = text["one" if str(values["n"]) == "1" else "many"]
        return str(text).format(**values)

    def number(self, written: str) -> str:
        """A written number with the decimal sign of the language, and a minus sign for a hyphen.

        >>> Phrases("de").number("-0.50")
        '−0,50'
        """
        return written.replace(".", self._texts["decimal"]).replace("-", "−")

    def listed(self, texts: Iterable[object], sign: str = "comma") -> str:
        """Texts in a row, with a sign of the language between them.

        >>> Phrases("ja").listed(["XX", "XXI"])
        'XX、XXI'
        """
        return str(self._texts[sign]).join(map(str, texts))

    def commands(self, key: str) -> tuple[str, ...]:
        """The words that a player may type for a command."""
        return tuple(map(str, self._texts["commands"][key]))

    def typed(self, kind: str) -> tuple[str, ...]:
        """How a move of this kind may be typed, the usual way first. ``{what}`` is its object."""
        return tuple(map(str, self._texts["typed"][kind]))

    def names(self) -> tuple[str, ...]:
        """Names for players."""
        return tuple(map(str, self._texts["names"]))


_ITEMS = ("bonus", "item")
_NARROWER = {
    "take": ("packet",),
    "discard": ("card", "suit"),
    "give": ("card",),
    "concede": ("bonus",),
    "double": ("answer", "opponent", "level"),
    "declare": ("count",),
}
"""By the kind of a move: the parts for which ``moves`` may have an entry of its own."""


@runtime_checkable
class Spoken(Protocol):
    """A move. ``kind`` is ``cut``, ``knock``, ``take``, ``throw-in``, ``keep``, ``bid``,
    ``announce``, ``double``, ``declare``, ``raise``, ``pass`` or ``play``. It may also have
    ``contract``, ``card`` (a `Card`, an index or id), ``bonus`` or ``item``, ``side``, ``count``
    and ``level`` (a word of doubling).
    """

    @property
    def kind(self) -> str:
        """The word that the move begins with."""
        ...


def refusal(words: WordsFile, terms: Terms, refused: Refusal) -> str:
    """Why a move is refused, as a sentence to the player. ``terms`` are in the second person."""
    values = {
        **terms.additions,
        **{name: _value(terms, name, arg) for name, arg in refused.args.items()},
    }
    if {"count", "cards"} <= refused.args.keys():
        cards = Cards(refused.args["cards"], None, ())
        values |= terms.nouns.kept(refused.args["count"], cards)
    if not words.has("refusals", refused.code):
        return sentence(words.text("refusals", "unknown", code=refused.code))
    narrower = [f"{refused.code}.{arg}" for arg in refused.args.values() if isinstance(arg, str)]
    return sentence(words.text("refusals", *narrower, refused.code, **values))


def _value(terms: Terms, name: str, arg: Any) -> Value:
    if isinstance(arg, Condition):
        return terms.condition(arg)
    if isinstance(arg, Role):
        return terms.only_role(arg)
    if name == "card":
        return terms.names.card(arg)
    if name == "bonuses":
        return terms.words.joined((terms.names.bonus(bonus) for bonus in arg), "or")
    if name == "cards":
        return terms.nouns.cards(arg)
    if name in ("contract", "highest"):
        return terms.names.contract(arg)
    if name in _ITEMS:
        return terms.names.item(arg)
    if name in ("word", "step"):
        return terms.names.thing(arg)
    return arg if isinstance(arg, int) else repeated(str(arg)) if name == "text" else str(arg)


def move(
    words: WordsFile, terms: Terms, made: Spoken, level: str | None = None, in_full: bool = False
) -> str:
    """A move in the third person, without its player and without a full stop."""
    values = dict(_parts(terms, made, level, in_full))
    narrower = ("card", "laid") if made.kind == "bid" else _NARROWER.get(made.kind, ("level",))
    keys = [f"{made.kind}.{name}" for name in narrower if name in values]
    return words.text("moves", *keys, made.kind, **values)


def _parts(terms: Terms, made: Spoken, level: str | None, in_full: bool) -> Mapping[str, Value]:
    named = terms.nouns.named_in_full if in_full else terms.names.card

    def part(name: str) -> Any:
        return getattr(made, name, None)

    values: dict[str, Value] = {}
    if (contract := part("contract")) is not None:
        values["contract"] = terms.names.contract(contract)
    if (card := part("card")) is not None:
        values["card"] = named(card.index if isinstance(card, Card) else card)
    if (laid := part("laid")) is not None:
        values["laid"] = named(laid.index if isinstance(laid, Card) else laid)
    if (suit := part("suit")) is not None:
        values["suit"] = terms.names.suit(suit.index if isinstance(suit, Suit) else suit)
    item = part("bonus") or part("item")
    if item is not None:
        values["bonus"] = values["item"] = terms.names.item(item)
        if part("side") and item != GAME:
            values["side"] = terms.role(Role(part("side"), None, ()))
    if (count := part("count")) is not None:
        if made.kind == "double":
            values["opponent"] = terms.names.seat(count)
        else:
            values["count"] = _ordinal(made.kind, count)
            if terms.has_talon:
                values["packet"] = values["count"]
    word = level or part("level")
    if word:
        values["level"] = terms.names.level(word)
        if "opponent" in values:
            values["answer"] = values["opponent"]
    return values


def _ordinal(kind: str, count: int) -> Phrase | int:
    """A number as people say it; the engine counts stacks from 0."""
    return count + 1 if kind == "take" else count
