"""Names and words resolved: a document, the pack it speaks of, and the problems found so far;
conditions, roles, cards and tricks from plain data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import (
    CALLED_CARD,
    AllPass,
    Cards,
    Condition,
    Deck,
    Discard,
    Name,
    Path,
    Role,
    Rung,
    Tricks,
    WinRule,
)
from ..problems import ProblemList, did_you_mean
from ..source import Document, DocumentProblems


class Resolver(DocumentProblems):
    """The document being assembled, and the names that its rules may use."""

    def __init__(
        self,
        document: Document,
        problems: ProblemList | None = None,
        *,
        deck: Deck | None = None,
        sources: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(document, problems, code="sense.fit", name_code="sense.name")
        self.deck = deck
        self.sources = sources
        self.contracts: tuple[str, ...] = ()
        self.bonuses: tuple[str, ...] = ()
        self.hand_size = 0
        self.players = 0
        self.tricks = 0

    def line(self, path: Path) -> int:
        """The line in which a value is written."""
        return self.mark(path).line


def name(data: Any) -> Name:
    """A text in several languages."""
    return Name({k: v for k, v in data.items() if k != "also"}, tuple(data.get("also", ())))


def names(data: Mapping[str, Any] | None) -> dict[str, Name]:
    """Texts by id."""
    return {key: name(value) for key, value in (data or {}).items()}


def cited(site: Resolver, path: Path, cite: str, *, key: bool = False) -> None:
    """Check a citation (the value at ``path``, or its key): its source must be known."""
    site.named(path, cite.partition(" §")[0], sorted(site.sources), "source", key=key)


def sources(site: Resolver, path: Path, value: Any) -> None:
    """Check every citation below ``value``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = (*path, key)
            if key != "source":
                sources(site, here, inner)
            elif isinstance(inner, list):
                for number, cite in enumerate(inner):
                    cited(site, (*here, number), str(cite))
            else:
                cited(site, here, str(inner))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            sources(site, (*path, number), inner)


PLAYERS = ("dealer", "forehand", "declarer", "speaker", "anyone")
SIDES = (
    *("declarers", "defenders", "claimants", "either_side", "declaring_side"),
    *("losers", "each_loser", "winners", "each_declarer"),
)
ROLES = PLAYERS + SIDES
TRICKS = ("last", "every_trick")
COUNTED = ("first", "number")
CALLED = "called_card"


def cards(site: Resolver, path: Path, value: Any) -> Cards:
    """A group of cards: a card, a set's or suit's name, ``all``, a list of these, or one filter."""
    return Cards(_mask(site, path, value), value, path)


def _mask(site: Resolver, path: Path, value: Any) -> int:
    deck = site.deck
    assert deck is not None
    if isinstance(value, list):
        total = 0
        for number, inner in enumerate(value):
            total |= _mask(site, (*path, number), inner)
        return total
    if isinstance(value, dict):
        ((word, inner),) = value.items()
        here = (*path, word)
        if word == "not":
            return deck.all & ~_mask(site, here, inner)
        if word == "suit":
            return deck.suits[inner].mask if site.named(here, inner, deck.suits, "suit") else 0
        ranks = dict.fromkeys(c.rank for c in deck.cards)
        site.named(here, inner, ranks, "rank")
        return sum(c.bit for c in deck.cards if c.rank == inner)
    if value == "all":
        return deck.all
    if "-" in value:
        return 1 << card(site, path, value)
    return deck.sets[value] if site.named(path, value, deck.sets, "set of cards") else 0


def card(site: Resolver, path: Path, value: str) -> int:
    """The index of a card; 0 and a problem when the pack has no such card."""
    assert site.deck is not None
    known = site.deck.by_id
    return known[value].index if site.named(path, value, known, "card") else 0


def card_or_called(site: Resolver, path: Path, value: str) -> int:
    """The index of a card, or CALLED_CARD."""
    return CALLED_CARD if value == CALLED else card(site, path, value)


def role(site: Resolver, path: Path, value: Any) -> Role:
    """A player or a side."""
    if isinstance(value, str):
        if value not in ROLES:
            hint = did_you_mean(value, ROLES) or f"write one of {', '.join(ROLES)}"
            site.error(path, f"'{value}' is no player and no side", hint, code="sense.name")
        return Role(value, None, path)
    ((word, inner),) = value.items()
    here = (*path, word)
    arg: Role | Cards | Tricks | str
    if word == "holder_of_all":
        arg = cards(site, here, inner)
    elif word in ("next_to", "before", "side_of", "opponents_of"):
        arg = role(site, here, inner)
    elif word == "winner_of":
        arg = tricks(site, here, inner)
        if arg.word in ("every_trick", "first"):
            site.error(
                here, "several tricks may have several winners", "write last, or {number: …}"
            )
    else:
        arg = inner
        if word == "announcer_of":
            site.named(here, inner, site.bonuses, "bonus")
        elif word == "player_of" or (word == "holder_of" and inner != CALLED):
            card(site, here, inner)
    return Role(word, arg, path)


def tricks(site: Resolver, path: Path, value: Any) -> Tricks:
    """One trick or several."""
    if isinstance(value, dict):
        ((word, count),) = value.items()
        if count > site.tricks:
            site.error((*path, word), f"a round has {site.tricks} tricks, not {count}")
        return Tricks(word, count, path)
    if value not in TRICKS:
        known = (*TRICKS, *(f"{{{word}: …}}" for word in COUNTED))
        hint = did_you_mean(value, TRICKS) or f"write one of {', '.join(known)}"
        site.error(path, f"'{value}' is no trick", hint, code="sense.name")
    return Tricks(value, 1 if value == "last" else site.tricks, path)


def condition(site: Resolver, path: Path, value: Any) -> Condition:
    """A condition; a list means that all of its conditions hold."""
    if isinstance(value, list):
        parts = tuple(condition(site, (*path, n), v) for n, v in enumerate(value))
        return Condition("all", {"of": parts}, path)
    ((word, inner),) = value.items()
    here = (*path, word)
    args: dict[str, Any]
    if word == "any":
        args = {"of": tuple(condition(site, (*here, n), v) for n, v in enumerate(inner))}
    elif word == "not":
        args = {"of": condition(site, here, inner)}
    elif word in ("trick_has", "led", "dealt_to_one"):
        args = {"cards": cards(site, here, inner)}
    elif word == "fall_in_order":
        args = {"order": tuple(card(site, (*here, n), each) for n, each in enumerate(inner))}
    elif word == "announced":
        site.named(here, inner, site.bonuses, "bonus")
        args = {"item": inner}
    elif word == "doubled":
        site.named(here, inner, ("game", *site.bonuses), "bonus")
        args = {"item": inner}
    else:
        args = {key: _argument(site, (*here, key), key, part) for key, part in inner.items()}
    return Condition(word, args, path)


def _argument(site: Resolver, path: Path, key: str, value: Any) -> Any:
    if key in ("side", "who", "among"):
        return role(site, path, value)
    if key == "cards":
        return cards(site, path, value)
    if key in ("card", "by"):
        return card_or_called(site, path, value)
    if key == "by_declared":
        return {int(declared): points for declared, points in value.items()}
    if key in ("trick", "all_of"):
        return tricks(site, path, value)
    return value


RUNGS = ("suit_led", "trump", "any_card")
SECOND_CHANCE = "second_chance"


def rung(site: Resolver, path: Path, value: Any) -> Rung:
    """A rung of a ladder: a word, or ``{cards: …}``."""
    if isinstance(value, dict):
        return Rung("cards", cards(site, (*path, "cards"), value["cards"]), path)
    if value not in RUNGS:
        hint = did_you_mean(value, RUNGS) or "write suit_led, trump, any_card or {cards: …}"
        site.error(path, f"'{value}' is no rung of a ladder", hint, code="sense.name")
    return Rung(value, None, path)


def discard(site: Resolver, path: Path, value: Mapping[str, Any]) -> Discard:
    """A rung of what may be discarded."""
    group = cards(site, (*path, "cards"), value["cards"])
    return Discard(group, value.get("shown", False), path)


def win(site: Resolver, path: Path, value: Mapping[str, Any]) -> WinRule:
    """A way to win a trick."""
    best, very = value.get("best_of"), value.get("card")
    if (best is None) == (very is None):
        site.error(path, "exactly one of best_of and card says which card wins", key=True)
    return WinRule(
        best,
        card(site, (*path, "card"), very) if very is not None else None,
        condition(site, (*path, "when"), value["when"]) if "when" in value else None,
        path,
    )


def all_pass(site: Resolver, path: Path, value: Any) -> AllPass:
    """What follows when all have passed."""
    if isinstance(value, str):
        if value != SECOND_CHANCE:
            hint = (
                did_you_mean(value, (SECOND_CHANCE,))
                or f"write {SECOND_CHANCE}, {{must_bid: …}} or {{play: …}}"
            )
            text = f"'{value}' is nothing that follows when all have passed"
            site.error(path, text, hint, code="sense.name")
        return AllPass(value, None, None, path)
    ((word, inner),) = value.items()
    if word == "play":
        site.named((*path, word), inner, site.contracts, "contract")
        return AllPass(word, None, inner, path)
    return AllPass(word, role(site, (*path, word), inner), None, path)
