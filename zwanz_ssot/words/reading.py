"""Reads plain data as words: conditions, roles, groups of cards, tricks, and the lists with them.

Both the assembly of games and the sentences about values use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..model import (
    CALLED_CARD,
    AllPass,
    Cards,
    Condition,
    Deck,
    Discard,
    Game,
    Path,
    Role,
    Rung,
    Tricks,
    WinRule,
)
from ..model.identifiers import GAME
from ..problems import did_you_mean
from .cards import ALL_CARDS, CALLED
from .joints import ALL
from .registry import (
    CARD_GROUPS,
    CONDITIONS,
    JOINTS,
    ROLES,
    RUNGS,
    TRICKS,
    Kind,
    plain_tricks,
    simple_roles,
)

SECOND_CHANCE = "second_chance"


class KnownNames(Protocol):
    """The names that data may refer to, and the receiver of problems."""

    @property
    def deck(self) -> Deck | None:
        """The pack."""

    @property
    def contracts(self) -> Sequence[str]:
        """The ids of the contracts."""

    @property
    def bonuses(self) -> Sequence[str]:
        """The ids of the bonuses."""

    @property
    def tricks(self) -> int:
        """The number of tricks of a round."""

    def error(
        self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = "sense.fit"
    ) -> None:
        """Note a problem at a value, or at its key."""

    def named(
        self,
        path: Path,
        value: str,
        known: Iterable[str],
        kind: str,
        *,
        key: bool = False,
        hint: str = "",
    ) -> bool:
        """Whether ``value`` is one of ``known``; notes a problem if not, with ``hint``, or the
        nearest name.
        """


@dataclass(frozen=True)
class GameNames:
    """The names of a game whose rules have been checked; ignores problems."""

    game: Game

    @property
    def deck(self) -> Deck:
        """The pack."""
        return self.game.deck

    @property
    def contracts(self) -> Sequence[str]:
        """The ids of the contracts."""
        return tuple(self.game.contracts)

    @property
    def bonuses(self) -> Sequence[str]:
        """The ids of the bonuses."""
        return tuple(self.game.bonuses)

    @property
    def tricks(self) -> int:
        """The number of tricks of a round."""
        return self.game.hand_size

    def error(
        self, path: Path, text: str, hint: str = "", *, key: bool = False, code: str = ""
    ) -> None:
        """Do nothing."""

    def named(
        self,
        path: Path,
        value: str,
        known: Iterable[str],
        kind: str,
        *,
        key: bool = False,
        hint: str = "",
    ) -> bool:
        """Whether ``value`` is one of ``known``."""
        return value in known


# cards


def cards(names: KnownNames, path: Path, value: Any) -> Cards:
    """A group of cards: a card, a set's or suit's name, ``all``, a list of these, or one filter."""
    return Cards(_mask(names, path, value), value, path)


def _mask(names: KnownNames, path: Path, value: Any) -> int:
    deck = _deck(names)
    if isinstance(value, list | tuple):
        total = 0
        for number, inner in enumerate(value):
            total |= _mask(names, (*path, number), inner)
        return total
    if isinstance(value, Mapping):
        ((word, inner),) = value.items()
        return _filtered(names, (*path, word), word, inner)
    if value == ALL_CARDS:
        return CARD_GROUPS[ALL_CARDS].meaning(deck)
    if "-" in value and value not in deck.sets:
        return deck.kinds[value] if _is_card(names, path, value) else 1
    return deck.sets[value] if names.named(path, value, deck.sets, "set of cards") else 0


def _filtered(names: KnownNames, here: Path, word: str, inner: Any) -> int:
    """The cards of a filter, which takes a group of cards, or a name that the pack must have."""
    deck, group = _deck(names), CARD_GROUPS[word]
    if group.names is None:
        return group.meaning(deck, _mask(names, here, inner))
    names.named(here, inner, group.names(deck), word)
    return group.meaning(deck, inner)


def card(names: KnownNames, path: Path, value: str) -> int:
    """The index of a card, the first of equal ones; 0 and a problem if the pack lacks it."""
    if not _is_card(names, path, value):
        return 0
    known = _deck(names).kinds[value]
    return (known & -known).bit_length() - 1


def _is_card(names: KnownNames, path: Path, value: str) -> bool:
    """Whether the pack has a card; if not, a problem."""
    deck = _deck(names)
    return names.named(path, value, deck.kinds, "card", hint=deck.hint_for_unknown(value))


def card_or_called(names: KnownNames, path: Path, value: str) -> int:
    """The index of a card, or CALLED_CARD."""
    return CALLED_CARD if value == CALLED else card(names, path, value)


def _deck(names: KnownNames) -> Deck:
    assert names.deck is not None
    return names.deck


# roles and tricks


def role(names: KnownNames, path: Path, value: Any) -> Role:
    """A player or a side."""
    if isinstance(value, str):
        if value not in simple_roles():
            known = simple_roles()
            hint = did_you_mean(value, known) or f"write one of {', '.join(known)}"
            names.error(path, f"'{value}' is no player and no side", hint, code="sense.name")
        return Role(value, None, path)
    ((word, inner),) = value.items()
    argument = ROLES[word].arg
    assert argument is not None
    return Role(word, _ROLE_ARGUMENTS[argument.kind](names, (*path, word), inner), path)


def tricks(names: KnownNames, path: Path, value: Any) -> Tricks:
    """One trick or several."""
    if isinstance(value, Mapping):
        ((word, count),) = value.items()
        if count > names.tricks:
            names.error((*path, word), f"a round has {names.tricks} tricks, not {count}")
        return Tricks(word, count, path)
    plain = plain_tricks()
    if value not in plain:
        counted = (f"{{{name}: …}}" for name, entry in TRICKS.items() if entry.counted)
        hint = did_you_mean(value, plain) or f"write one of {', '.join((*plain, *counted))}"
        names.error(path, f"'{value}' is no trick", hint, code="sense.name")
        return Tricks(value, names.tricks, path)
    return Tricks(value, len(TRICKS[value].span(0, names.tricks)), path)


def _one_trick(names: KnownNames, path: Path, value: Any) -> Tricks:
    """One trick; notes a problem for several, as they may have several winners."""
    found = tricks(names, path, value)
    if found.word in TRICKS and not TRICKS[found.word].single:
        text = "several tricks may have several winners"
        names.error(path, text, "write last, or {number: …}")
    return found


# conditions


def condition(names: KnownNames, path: Path, value: Any) -> Condition:
    """A condition; a list means that all of its conditions hold."""
    if isinstance(value, list | tuple):
        parts = tuple(condition(names, (*path, n), part) for n, part in enumerate(value))
        return Condition(ALL, {"of": parts}, path)
    ((word, inner),) = value.items()
    here = (*path, word)
    if word in JOINTS:
        return Condition(word, {"of": _joined(names, here, word, inner)}, path)
    entry = CONDITIONS[word]
    if entry.bare:
        ((name, argument),) = entry.args.items()
        return Condition(word, {name: _ARGUMENTS[argument.kind](names, here, inner)}, path)
    args = {
        name: _ARGUMENTS[entry.args[name].kind](names, (*here, name), part)
        for name, part in inner.items()
    }
    return Condition(word, args, path)


def _joined(names: KnownNames, here: Path, word: str, inner: Any) -> Any:
    if JOINTS[word].single:
        return condition(names, here, inner)
    return tuple(condition(names, (*here, n), part) for n, part in enumerate(inner))


def _order(names: KnownNames, path: Path, value: Sequence[str]) -> tuple[int, ...]:
    return tuple(card(names, (*path, n), each) for n, each in enumerate(value))


def _bonus(names: KnownNames, path: Path, value: str) -> str:
    names.named(path, value, names.bonuses, "bonus")
    return value


def _item(names: KnownNames, path: Path, value: str) -> str:
    names.named(path, value, (GAME, *names.bonuses), "bonus")
    return value


def _by_declared(names: KnownNames, path: Path, value: Mapping[Any, int]) -> dict[int, int]:
    return {int(declared): points for declared, points in value.items()}


def _as_written(names: KnownNames, path: Path, value: Any) -> Any:
    return value


def _card_id(names: KnownNames, path: Path, value: str) -> str:
    card(names, path, value)
    return value


def _card_id_or_called(names: KnownNames, path: Path, value: str) -> str:
    return value if value == CALLED else _card_id(names, path, value)


Read = Callable[[KnownNames, Path, Any], Any]

_ARGUMENTS: dict[Kind, Read] = {
    Kind.ROLE: role,
    Kind.HAND_OF: role,
    Kind.CARDS: cards,
    Kind.CARD: card,
    Kind.CARD_OR_CALLED: card_or_called,
    Kind.ORDER: _order,
    Kind.TRICK: tricks,
    Kind.NUMBER: _as_written,
    Kind.POINTS: _as_written,
    Kind.BY_DECLARED: _by_declared,
    Kind.BONUS: _bonus,
    Kind.ITEM: _item,
    Kind.MEASURE: _as_written,
}
_ROLE_ARGUMENTS: dict[Kind, Read] = {
    **_ARGUMENTS,
    Kind.CARD: _card_id,
    Kind.CARD_OR_CALLED: _card_id_or_called,
    Kind.TRICK: _one_trick,
}
"""A role keeps the id of a card, and takes one trick only."""


# short lists of the rules


def rung(names: KnownNames, path: Path, value: Any) -> Rung:
    """One rung of a ladder of cards that must be played."""
    if isinstance(value, Mapping):
        when = condition(names, (*path, "when"), value["when"]) if "when" in value else None
        return Rung("cards", cards(names, (*path, "cards"), value["cards"]), path, when)
    if value not in RUNGS:
        hint = did_you_mean(value, RUNGS) or f"write {', '.join(RUNGS)} or {{cards: …}}"
        names.error(path, f"'{value}' is no rung of a ladder", hint, code="sense.name")
    return Rung(value, None, path)


def discard(names: KnownNames, path: Path, value: Mapping[str, Any]) -> Discard:
    """One rung of a ladder of cards that may be discarded."""
    shown = bool(value.get("shown", False))
    return Discard(cards(names, (*path, "cards"), value["cards"]), shown, path)


def win(names: KnownNames, path: Path, value: Mapping[str, Any]) -> WinRule:
    """One way to win a trick."""
    best, very = value.get("best_of"), value.get("card")
    if (best is None) == (very is None):
        names.error(path, "exactly one of best_of and card says which card wins", key=True)
    return WinRule(
        best,
        card(names, (*path, "card"), very) if very is not None else None,
        condition(names, (*path, "when"), value["when"]) if "when" in value else None,
        path,
    )


def all_pass(names: KnownNames, path: Path, value: Any) -> AllPass:
    """What follows when all have passed."""
    if isinstance(value, str):
        if value != SECOND_CHANCE:
            nearest = did_you_mean(value, (SECOND_CHANCE,))
            hint = nearest or f"write {SECOND_CHANCE}, {{must_bid: …}} or {{play: …}}"
            text = f"'{value}' is nothing that follows when all have passed"
            names.error(path, text, hint, code="sense.name")
        return AllPass(value, path)
    ((key, inner),) = value.items()
    if key == "play":
        names.named((*path, key), inner, names.contracts, "contract")
        return AllPass(key, path, contract=inner)
    who = role(names, (*path, key), inner)
    if key == "deal_again":
        return AllPass(key, path, deal_again=who)
    return AllPass(key, path, must_bid=who)
