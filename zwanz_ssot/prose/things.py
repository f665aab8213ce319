"""What a game has, by its name: contracts, bonuses, what is doubled, cards, suits, seats, amounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import CALLED_CARD, SEATS, Cards, Game, Name
from .nouns import Nouns
from .template import Phrase
from .words import Words

GAME = "game"
_WORDS = ("kontra", "names")
_PARTS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}


class Things:
    """Names what the rules of one game name."""

    def __init__(self, words: Words, language: str, game: Game) -> None:
        self.words = words
        self.nouns = Nouns(words, language, game.deck)
        self._language = language
        self._game = game

    def contract(self, key: str) -> Phrase:
        """A contract by its name."""
        found = self._game.contracts.get(key)
        return self.nouns.named(found.name.said(self._language) if found else self._no_more(key))

    def bonus(self, key: str) -> Phrase:
        """A bonus by its name."""
        found = self._game.bonuses.get(key)
        return self.nouns.named(found.name.said(self._language) if found else self._no_more(key))

    def item(self, key: str) -> Phrase:
        """What can be doubled and settled: the game or a bonus."""
        if key in self._game.declarations:
            return self.nouns.named(self._game.declarations[key].name.said(self._language))
        return self.words.phrase("things", GAME) if key == GAME else self.bonus(key)

    def units(self, number: int) -> str:
        """So many of the unit in which is settled."""
        unit = self.nouns.named(self._game.settlement.unit.said(self._language))
        return self.words.text(
            "amounts", "units", n=number, unit=unit.said("one" if number == 1 else "bare")
        )

    def level(self, key: str) -> Phrase:
        """A word of doubling."""
        names = self._game.kontra.names if self._game.kontra else {}
        return Phrase(names[key].said(self._language) if key in names else self._no_more(key))

    def thing(self, key: str) -> Phrase:
        """Whatever a single word in the rules names: a card, a contract, a bonus, a step…"""
        deck = self._game.deck
        if key in deck.by_id:
            return self.nouns.card(deck.by_id[key].index)
        if key in deck.rank_names:
            return Phrase(deck.rank_names[key].said(self._language))
        if key in deck.rankings:
            ranks = (deck.corner(rank, self._language) for rank in deck.rankings[key])
            return Phrase(self.words.text("join", "comma").join(ranks))
        if key == deck.id:
            return Phrase(deck.name.said(self._language))
        if key in self._game.contracts:
            return self.contract(key)
        if key in self._game.bonuses:
            return self.bonus(key)
        if self._game.kontra and key in self._game.kontra.names:
            return self.level(key)
        if key in deck.set_names:
            return self.nouns.cards(Cards(deck.sets[key], key, ()))
        for word in (key, key.split(".")[0]):
            if self.words.has("things", word):
                return self.words.phrase("things", word)
        return Phrase(self._no_more(key))

    def card(self, card: int | str) -> Phrase:
        """A card, by its index or id."""
        if card == CALLED_CARD:
            return self.words.phrase("things", "called_card")
        index = self._game.deck.by_id[card].index if isinstance(card, str) else card
        return self.nouns.card(index)

    def suit(self, number: int) -> Phrase:
        """A suit, by its number."""
        suit = list(self._game.deck.suits.values())[number]
        return self.nouns.cards(Cards(suit.mask, suit.id, ()))

    def seat(self, seat: int) -> Phrase:
        """A seat, counted in the order of play from 0."""
        return self.words.phrase("seats", SEATS[seat])

    def seats(self, seats: Sequence[int]) -> Phrase:
        """Several seats."""
        return self.words.joined(self.seat(seat) for seat in seats)

    def _no_more(self, key: str) -> str:
        """What this game does not have: by the name that it had before a variant dropped it, else
        by its id.
        """
        changed = [change for change in self._game.changes if isinstance(change.old, Mapping)]
        things = [
            change.old["name"]
            for change in changed
            if change.path[1:] == (key,) and "name" in change.old
        ]
        words = [
            change.old[key] for change in changed if change.path == _WORDS and key in change.old
        ]
        name = next(map(Name, (*things, *words)), None)
        return name.said(self._language) if name else spelled(key)

    def trump(self) -> Phrase:
        """The trump suit of the game, or the mere word where it has none."""
        suit = self._game.play.trump
        if suit is None:
            return self.words.phrase("things", "trump")
        return self.nouns.cards(Cards(self._game.deck.suits[suit].mask, suit, ()))


def points(parts: int, unit: int) -> Phrase:
    """Card points that are counted in parts of a point: 35⅔."""
    whole, rest = divmod(parts, unit)
    said = f"{whole or ''}{_PARTS[rest, unit]}" if rest else str(whole)
    return Phrase(said, number="one" if parts == unit else "many")


def spelled(key: str) -> str:
    """The id of something that this game does not have, as a name."""
    return key.replace("_", " ").replace("-", " ").capitalize()
