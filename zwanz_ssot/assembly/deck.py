"""Packs of cards: from data to cards with bits, points and names, and the sums the deck
promises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..model import Card, Deck, Name, Path, Suit
from ..words.reading import cards as read_cards
from .resolver import Resolver, name, names, sources

_FEW = 6
"""So many cards without points are told one by one."""
_NAMED = 3
"""So many of more cards are named."""
_COPIES = ("a", "b", "c", "d")
"""What is added to the id of a card, to tell it from those equal to it."""


def deck(resolver: Resolver) -> Deck | None:
    """The pack in ``site.document``; None when its problems make it useless."""
    data = resolver.document.data
    before = len(resolver.problems)
    built, suits = _cards(resolver, data)
    sources(resolver, (), data)
    if len({card.id for card in built}) < len(built):
        return None  # two suits have one letter: nothing more can be said about their cards
    sets: dict[str, int] = {suit.id: suit.mask for suit in suits.values()}
    own = data.get("names", {})
    set_names = {**{suit.id: suit.name for suit in suits.values()}, **names(own.get("sets"))}
    pack = Deck(
        id=data["deck"],
        name=name(data["name"]),
        cards=built,
        suits=suits,
        sets=sets,
        set_names=set_names,
        rank_names=names(own.get("ranks")),
        corners=names(own.get("corners")),
        signs=names(own.get("signs")),
        rankings={key: tuple(ranks) for key, ranks in data.get("rankings", {}).items()},
        source=tuple(data["source"]),
        data=data,
        copies=data.get("copies", 1),
    )
    resolver.deck = pack
    for key, value in data.get("sets", {}).items():
        if key in sets:
            text = "a suit has this name already"
            resolver.error(("sets", key), text, "choose another one", key=True, code="sense.twice")
            continue
        sets[key] = read_cards(resolver, ("sets", key), value).mask
    for key, ranks in data.get("rankings", {}).items():
        if not any(set(suit.ranks) == set(ranks) for suit in suits.values()):
            text = "no suit has these ranks and no others"
            resolver.error(
                ("rankings", key),
                text,
                "name every rank of a suit once",
                key=True,
                code="sense.deck",
            )
    _names_point_somewhere(resolver, pack)
    if len(resolver.problems) == before:
        _promises(resolver, pack)
    return pack if len(resolver.problems) == before else None


def _cards(resolver: Resolver, data: Mapping[str, Any]) -> tuple[tuple[Card, ...], dict[str, Suit]]:
    own: dict[str, Name] = names(data.get("names", {}).get("cards"))
    points = data["points"]
    copied = _COPIES[: data["copies"]] if "copies" in data else ("",)
    letters: dict[str, str] = {}
    built: list[Card] = []
    worthless: list[tuple[str, Path]] = []
    suits: dict[str, Suit] = {}
    for number, (suit_id, suit) in enumerate(data["suits"].items()):
        letter = suit["letter"]
        if letter in letters:
            text = f"{letter} is the letter of {letters[letter]} already"
            resolver.error(
                ("suits", suit_id, "letter"), text, "choose another one", code="sense.twice"
            )
        letters[letter] = suit_id
        first = len(built)
        for rank in reversed(suit["ranks"]):
            card = f"{letter}-{rank}"
            worth = points.get("cards", {}).get(card, points.get("ranks", {}).get(rank))
            if worth is None:
                worth = points.get("suits", {}).get(suit_id)
            if worth is None:
                worthless.append((card, ("suits", suit_id, "ranks", suit["ranks"].index(rank))))
            kind = card if "copies" in data else ""
            for copy in copied:
                index = len(built)
                built.append(
                    Card(card + copy, suit_id, rank, index, worth or 0, own.get(card), kind)
                )
        mask = ((1 << len(built)) - 1) ^ ((1 << first) - 1)
        suits[suit_id] = Suit(
            suit_id,
            letter,
            suit.get("symbol", ""),
            name(suit["name"]),
            tuple(suit["ranks"]),
            mask,
            number,
        )
    _tell_worthless(resolver, worthless)
    return tuple(built), suits


def _tell_worthless(resolver: Resolver, cards: list[tuple[str, Path]]) -> None:
    """Note cards without points: a few one by one, more of them together."""
    hint = "name {} under points, by card, rank or suit"
    if len(cards) > _FEW:
        listed = ", ".join(card for card, _ in cards[:_NAMED])
        text = f"{len(cards)} cards have no points: {listed} and more"
        resolver.error(cards[0][1], text, hint.format("them"), code="sense.deck")
        return
    for card, at in cards:
        text = f"the card {card} has no points"
        resolver.error(at, text, hint.format("it"), code="sense.deck")


def _names_point_somewhere(resolver: Resolver, pack: Deck) -> None:
    data = resolver.document.data
    known: dict[str, tuple[str, Iterable[str]]] = {
        "suits": ("suit", pack.suits),
        "ranks": ("rank", {card.rank: 0 for card in pack.cards}),
        "cards": ("card", pack.kinds),
        "sets": ("set", pack.sets),
        "corners": ("rank", {card.rank: 0 for card in pack.cards}),
        "signs": ("suit", pack.suits),
    }
    for section in ("points", "names"):
        for part, entries in data.get(section, {}).items():
            kind, there = known[part]
            for key in entries:
                resolver.named((section, part, key), key, there, kind, key=True)


def _promises(resolver: Resolver, pack: Deck) -> None:
    checks = resolver.document.data["checks"]
    found = {"cards": len(pack.cards), "points": pack.points}
    for key, count in found.items():
        if checks[key] != count:
            text = f"{checks[key]} {key} are promised, but the pack has {count}"
            resolver.error(("checks", key), text, code="sense.deck")
    for suit, count in checks.get("per_suit", {}).items():
        path = ("checks", "per_suit", suit)
        if (
            resolver.named(path, suit, pack.suits, "suit", key=True)
            and pack.suits[suit].mask.bit_count() != count
        ):
            have = pack.suits[suit].mask.bit_count()
            resolver.error(
                path, f"{count} cards are promised, but the suit has {have}", code="sense.deck"
            )
