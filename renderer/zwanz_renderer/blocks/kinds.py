"""What attributes of blocks name: cards, contracts, bonuses, suits, places in the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlsplit

from zwanz_ssot.library import same_game
from zwanz_ssot.model import SEATS, Card, Contract, Game, Name
from zwanz_ssot.paths import dotted
from zwanz_ssot.problems import did_you_mean
from zwanz_ssot.prose import languages
from zwanz_ssot.words.roles import most_declarers

from ..shortcodes import BadValue, Context, Named

_TARGET = re.compile(r"#[A-Za-z0-9][\w-]*|https?://[^\s/]+(?:/\S*)?|mailto:\S+@\S+")


def game_of(ctx: Context) -> Game:
    """The game of the book."""
    game: Game = ctx.game
    return game


def _contracts(ctx: Context) -> Mapping[str, Contract]:
    return game_of(ctx).contracts


def _cards(ctx: Context) -> Mapping[str, Card]:
    return game_of(ctx).deck.by_id


def _groups(ctx: Context) -> Mapping[str, tuple[Card, ...]]:
    """Each card by its id, and each set of cards by its name, the strongest card first."""
    deck = game_of(ctx).deck
    groups = {
        name: tuple(deck.by_id[card] for card in deck.shown(mask))
        for name, mask in deck.sets.items()
    }
    return {**groups, **{card.id: (card,) for card in deck.cards}}


CardRef = Annotated[Card, Named("card of the deck", _cards)]
CardsRef = Annotated[tuple[Card, ...], Named("card or set of the deck", _groups)]
"""A card, or all cards of a named set."""
ContractRef = Annotated[Contract, Named("contract", _contracts)]
SuitRef = Annotated[
    int, Named("suit", lambda ctx: {suit: n for n, suit in enumerate(game_of(ctx).deck.suits)})
]
"""A suit of the deck, as its number in the order of the deck."""


SeatRef = Annotated[
    int, Named("seat", lambda ctx: {seat: n for n, seat in enumerate(seats_of(ctx))})
]
"""A seat by its name, as its number in the order of play."""
GameRef = Annotated[str, Named("game", lambda ctx: {game_of(ctx).id: game_of(ctx).id})]
"""The game of the book, the only one in it."""
DeckRef = Annotated[str, Named("pack", lambda ctx: {game_of(ctx).deck.id: game_of(ctx).deck.id})]
"""The pack of the game."""


def seats_of(ctx: Context) -> tuple[str, ...]:
    """The names of the seats at the table, in the order of play."""
    return SEATS[: game_of(ctx).table.players]


def largest_hand(game: Game) -> int:
    """The most cards that a player can hold: those dealt, and those of the talon."""
    return game.hand_size + (sum(game.talon.packets) if game.talon else 0)


def sizes_of_side(game: Game, contract: Contract) -> range:
    """How many players the declaring side of a contract can be, before anybody joins it; several
    may hold a card that the pack has several times.
    """
    fewest, most = len(contract.declarers), most_declarers(contract, game)
    return range(fewest, max(fewest, min(most, game.table.players - 1)) + 1)


@dataclass(frozen=True, slots=True)
class RulePlace:
    """A dotted path of the rules (``contracts.….value``, ``deck.suits``) that has a value; with
    ``in_others``, it may have one in another rule set of the game.
    """

    wants: str = "a path of the rules, as in table.players"
    in_others: bool = False

    def parse(self, text: str, ctx: Context) -> str:
        try:
            ctx.find(text)
        except KeyError:
            others = same_game(ctx.game) if self.in_others else ()
            if any(replace(ctx, game=other).has(text) for other in others):
                return text
            problem = f"must be {self.wants}; nothing stands at '{text}'"
            raise BadValue(problem, _nearest(text, ctx)) from None
        return text


PathRef = Annotated[str, RulePlace()]
AskedPath = Annotated[str, RulePlace(in_others=True)]
"""A path about which there may be a question: where a variant drops the rule, nobody asks."""


@dataclass(frozen=True, slots=True)
class HasName:
    """A name: that of ``game``, ``variant``, ``deck``, or of the thing at a path of the rules."""

    wants: str = "game, variant, deck or the path of something with a name, as in contracts.solo"

    def parse(self, text: str, ctx: Context) -> Name:
        game = game_of(ctx)
        own = {"game": game.game_name, "variant": game.name, "deck": game.deck.name}
        if text in own:
            return own[text]
        found = ctx.find(RulePlace(self.wants).parse(text, ctx))
        named = found.get("name", found) if isinstance(found, Mapping) else None
        spoken = named if isinstance(named, Mapping) else {}
        texts = {lang: spoken[lang] for lang in languages() if isinstance(spoken.get(lang), str)}
        if not texts:
            raise BadValue(f"must be {self.wants}; what stands at '{text}' has no name")
        return Name(texts, tuple(spoken.get("also", ())))


NamedRef = Annotated[Name, HasName()]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: an anchor of the book, or a web page."""

    wants: str = "#anchor for a place in the book, or a full https:// address"

    def parse(self, text: str, ctx: Context) -> str:
        if not _TARGET.fullmatch(text) or not _has_parts(text):
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return text


def _has_parts(address: str) -> bool:
    """Whether an address can be taken apart; ``https://[x`` cannot, for its bracket."""
    try:
        urlsplit(address)
    except ValueError:
        return False
    return True


Href = Annotated[str, Target()]


def steps(path: str, ctx: Context) -> tuple[str | int, ...]:
    """A dotted path as the steps it takes: keys, and numbers in lists."""
    taken: list[str | int] = []
    for word in path.split("."):
        inside = ctx.find(dotted(taken)) if taken else None
        taken.append(int(word) if isinstance(inside, list | tuple) else word)
    return tuple(taken)


def _nearest(path: str, ctx: Context) -> str:
    """A hint for a path that leads nowhere: the keys at its last step that leads somewhere."""
    words = path.split(".")
    for end in range(len(words) - 1, -1, -1):
        above = ".".join(words[:end])
        known = _inside(above, ctx)
        if known is None:
            continue
        near = did_you_mean(words[end], known)
        all_known = f"{above or 'the game'} has {', '.join(known)}" if known else ""
        return near or all_known
    return ""


def _inside(path: str, ctx: Context) -> list[str] | None:
    """The keys at a path; None where it leads nowhere."""
    try:
        thing: Any = ctx.find(path) if path else {"deck": 0, **game_of(ctx).data}
    except KeyError:
        return None
    if isinstance(thing, Mapping):
        return [str(key) for key in thing]
    return list(map(str, range(len(thing)))) if isinstance(thing, list | tuple) else []
