"""What a pack and its cards are called, and the words of the sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from zwanz_renderer import faces
from zwanz_ssot import places
from zwanz_ssot.model import Deck
from zwanz_ssot.problems import WrongCall

Cards = Deck | Iterable[faces.CardLike]
_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


@cache
def words_in(lang: str) -> Mapping[str, Any]:
    """The words of the sheets in a language."""
    path = places.data("templates") / f"deck_print.{lang}.yaml"
    if not re.fullmatch(r"[A-Za-z-]+", lang) or not path.exists():
        known = sorted(
            found.name.split(".")[1] for found in places.data("templates").glob("deck_print.*.yaml")
        )
        raise WrongCall(
            f"the sheets of cards have no words in '{lang}'", f"known are {', '.join(known)}"
        )
    words: Mapping[str, Any] = places.table(path)
    return words


def file_name(name: str) -> str:
    """A name for a file, made of an id."""
    return _NOT_A_NAME.sub("_", name)


def title_of(deck: Cards, lang: str) -> str:
    """What the pack is called."""
    return deck.name.said(lang) if isinstance(deck, Deck) else str(words_in(lang)["deck"])


def corners_of(deck: Cards, lang: str) -> Mapping[str, str]:
    """What stands in the corners of the cards of each rank; nothing is known of a list of cards."""
    return deck.corners_in(lang) if isinstance(deck, Deck) else {}


def named(deck: Cards, lang: str) -> tuple[list[faces.CardLike], dict[str, str]]:
    """The cards as a hand is held, and what each is called; a list of cards stays as it is, with
    the ids for names.
    """
    words = words_in(lang)
    if not isinstance(deck, Deck):
        cards = list(deck)
        if not cards:
            raise WrongCall("there is no card to draw", "a pack has at least one")
        return cards, {card.id: card.id for card in cards}
    titles = {}
    for card in deck.cards:
        rank = deck.rank_names.get(card.rank)
        suit = deck.suits[card.suit].name.said(lang)
        name = (
            card.name.said(lang)
            if card.name
            else words["court"].format(rank=rank.said(lang), suit=suit)
            if rank
            else words["numbered"].format(rank=card.rank, suit=suit)
        )
        points = words["points"]["one" if card.points == 1 else "other"].format(n=card.points)
        titles[card.id] = words["title"].format(name=name, points=points)
    return [deck.by_id[name] for name in deck.shown(deck.all)], titles
