"""Refusal of what a text says of cards although the rules know better: which card beats another,
which is the strongest or the weakest of its suit, how many points it counts.

Patterns stand in ``templates/claims.<language>.yaml`` under ``cards``; another wording passes. So
does what is true in some contract, with some called card, or by a way to win a trick that names the
card: a text may mean just that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from zwanz_ssot.model import Card, Deck, Game
from zwanz_ssot.model.play import Play
from zwanz_ssot.places import data, table
from zwanz_ssot.prose import Prose

_BOOKS = 8
_PLACEHOLDER = re.compile(r"\{(?:card|other|n)\}")
_LOOKING_ON = re.compile(r"\(\?[=!]")
_ANYTHING = ".{0,40}?"
"""What may stand where a name or a number does, until it is looked at."""
_SHOW_ORDER = "[deck-overview] shows their order"
_SHOW_POINTS = "[deck-overview show=points] shows what cards count"


@dataclass(frozen=True)
class _Way:
    """A way to say something of cards.

    kind     what is said: beats, loses, worth, strongest, weakest
    quick    the pattern without names: where it is not found nothing is said
    pattern  the groups card, other and n
    """

    kind: str
    quick: re.Pattern[str]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class CardClaim:
    """A false text: what is wrong, what to write, and the offset where it begins."""

    at: int
    text: str
    hint: str


def false_of_cards(
    game: Game, lang: str, text: str, numbers: Mapping[str, int]
) -> Iterator[CardClaim]:
    """What a text says wrongly of cards; ``numbers`` are those of its language in words."""
    file = _file(lang)
    after = re.compile(file["unless"] + "$", re.IGNORECASE) if file["unless"] else None
    names = _names(game, lang)
    for way in _ways(game, lang, tuple(numbers)):
        if not way.quick.search(text):
            continue
        for found in way.pattern.finditer(text):
            if after and after.search(text, 0, found.start()):
                continue
            cards = names[found["card"].lower()]
            wrong = _WRONG[way.kind](game, lang, cards, found.groupdict(), names, numbers)
            if wrong:
                said = f"'{found.group()}' is said, and the rules {wrong[0]}"
                yield CardClaim(found.start(), said, wrong[1])


_Wrong = tuple[str, str] | None
_Names = Mapping[str, tuple[Card, ...]]


def _not_beaten(
    game: Game,
    lang: str,
    cards: tuple[Card, ...],
    found: Mapping[str, str],
    names: _Names,
    _: Mapping[str, int],
) -> _Wrong:
    others = names[found["other"].lower()]
    if any(_may_beat(game, card, other) for card in cards for other in others):
        return None
    return f"never let '{found['card']}' win against '{found['other']}'", _SHOW_ORDER


def _not_losing(
    game: Game,
    lang: str,
    cards: tuple[Card, ...],
    found: Mapping[str, str],
    names: _Names,
    _: Mapping[str, int],
) -> _Wrong:
    others = names[found["other"].lower()]
    if any(_may_beat(game, other, card) for card in cards for other in others):
        return None
    return f"never let '{found['other']}' win against '{found['card']}'", _SHOW_ORDER


def _not_worth(
    game: Game,
    lang: str,
    cards: tuple[Card, ...],
    found: Mapping[str, str],
    _: _Names,
    numbers: Mapping[str, int],
) -> _Wrong:
    counted = {card.points for card in cards}
    if numbers[found["n"].lower()] in counted:
        return None
    return f"give {' or '.join(map(str, sorted(counted)))}", _SHOW_POINTS


def _not_at_end(end: int) -> Callable[..., _Wrong]:
    """The test for the strongest card of a suit (0), or for the weakest (-1)."""

    def wrong(
        game: Game, lang: str, cards: tuple[Card, ...], *_: object
    ) -> _Wrong:  # the rest of what is found is not asked
        orders = {card.suit: tuple(_orders(game.deck, card.suit)) for card in cards}
        ends = {order[end] for found in orders.values() for order in found}
        named = {rule.card for play in _plays(game) for rule in play.wins}
        if any(card.index in ends | named for card in cards):
            return None
        right = orders[cards[0].suit][0][end]
        return f"give '{Prose(game, lang).card(right)}'", _SHOW_ORDER

    return wrong


_WRONG: Mapping[str, Callable[..., _Wrong]] = {
    "beats": _not_beaten,
    "loses": _not_losing,
    "worth": _not_worth,
    "strongest": _not_at_end(0),
    "weakest": _not_at_end(-1),
}


def _may_beat(game: Game, card: Card, other: Card) -> bool:
    """True if a card can win against another in some trick of some contract."""
    plays = list(_plays(game))
    if any(rule.card == card.index for play in plays for rule in play.wins):
        return True
    if card.suit == other.suit:
        orders = _orders(game.deck, card.suit)
        return any(order.index(card.index) < order.index(other.index) for order in orders)
    return not all(_trumps_over(game.deck, play, other, card) for play in plays)


def _trumps_over(deck: Deck, play: Play, card: Card, other: Card) -> bool:
    """True if the first card is always a trump, the second never is, and trumps win tricks."""
    win = any(rule.best_of == "trump" for rule in play.wins)
    trumps = 0 if play.trump.varies or not win else play.trump.mask(deck)
    return bool(trumps & card.bit) and not trumps & other.bit


def _orders(deck: Deck, suit: str) -> Iterator[tuple[int, ...]]:
    """A suit as the pack lists it, and in each other ranking of the pack."""
    yield deck.order(suit)
    for ranking in deck.rankings:
        yield deck.order(suit, ranking)


def _plays(game: Game) -> Iterator[Play]:
    """How the game is played, and how each contract is."""
    yield game.play
    for contract in game.contracts.values():
        yield contract.play


@cache
def _file(lang: str) -> Mapping[str, Any]:
    cards: Mapping[str, Any] = table(data("templates") / f"claims.{lang}.yaml")["claims"]["cards"]
    return cards


@lru_cache(_BOOKS)
def _names(game: Game, lang: str) -> _Names:
    """The cards of each name, in small letters: one card, or all of a rank."""
    prose, deck = Prose(game, lang), game.deck
    found: dict[str, list[Card]] = {}
    for card in deck.cards:
        names = [prose.card(card), *(card.name.also if card.name else ())]
        if card.rank in deck.rank_names:
            names.append(deck.rank_names[card.rank].said(lang))
        for name in dict.fromkeys(name.lower() for name in names):
            found.setdefault(name, []).append(card)
    return {name: tuple(cards) for name, cards in found.items()}


@lru_cache(_BOOKS)
def _ways(game: Game, lang: str, numbers: tuple[str, ...]) -> tuple[_Way, ...]:
    """The patterns of a language, with the names of the pack in them."""
    file, spoken = _file(lang), _any_of(_names(game, lang))
    edge = r"\b" if file["articles"] else ""
    article = rf"(?:\b(?:{file['articles']}) )?" if file["articles"] else ""
    filled = {
        "{card}": rf"{article}{edge}(?P<card>{spoken}){edge}",
        "{other}": rf"{article}{edge}(?P<other>{spoken}){edge}",
        "{n}": rf"{edge}(?P<n>{_any_of(numbers)}){edge}",
    }
    ways = []
    for kind, patterns in file["ways"].items():
        for pattern in patterns:
            quick = _PLACEHOLDER.sub(_ANYTHING, _LOOKING_ON.split(pattern)[0])
            whole = _PLACEHOLDER.sub(lambda name: filled[name[0]], pattern)
            ways.append(
                _Way(kind, re.compile(quick, re.IGNORECASE), re.compile(whole, re.IGNORECASE))
            )
    return tuple(ways)


def _any_of(texts: Any) -> str:
    """A pattern of several texts, the longest first."""
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True))
