"""Names as phrases: cards, groups of cards, contracts, bonuses, with the articles their language
wants.

A words file lists ``articles`` by gender and, under ``nouns``, words with their gender (an entry
fits every name that ends like it, or has a word that does; the last word of the name goes first). A
name without an entry has the gender ``default``, which may well be one without any article.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import Cards, Deck
from .template import Phrase
from .words import Words

_OF_ONE = ("one", "a", "highest")
"""Forms that speak of a single one: taken from the singular, where a noun has one."""


class Nouns:
    """Makes phrases of names. With ``deck`` it knows the cards."""

    def __init__(self, words: Words, language: str, deck: Deck) -> None:
        self._words = words
        self._language = language
        self.deck = deck

    def named(self, name: str, *, article: bool = True) -> Phrase:
        """A name as a phrase; its text has the article unless ``article`` is False."""
        ending, noun = self._noun(name)
        articles: Mapping[str, str] = self._words.entry("articles", noun["gender"])
        forms = {"bare": name, "one": name}
        for form, before in articles.items():
            forms[form] = f"{before} {self._in_form(name, ending, noun, form)}".strip()
        if not article:
            forms |= {
                case: self._in_form(name, ending, noun, case) for case in ("acc", "dat", "gen")
            }
        if "one" in noun:
            single = self.named(name.replace(ending, noun["one"]))
            forms |= {form: single.forms[form] for form in _OF_ONE}
        text = forms["nom"] if article else name
        return Phrase(text, forms, noun.get("number", "one"))

    def title(self, card: int) -> str:
        """A card's name without article: its own, or that of its rank and suit."""
        it = self.deck.cards[card]
        if it.name:
            return it.name.said(self._language)
        suit = Phrase(self.deck.suits[it.suit].name.said(self._language))
        rank = self.deck.rank_names.get(it.rank)
        if rank:
            return self._words.text("cards", "suited", suit=suit, rank=rank.said(self._language))
        return self._words.text("cards", "plain", suit=suit, rank=it.rank)

    def short(self, card: int) -> str:
        """A card as its sign and rank, as its language writes them."""
        it = self.deck.cards[card]
        return self.deck.sign(it.suit, self._language) + self.deck.corner(it.rank, self._language)

    def card(self, card: int) -> Phrase:
        """A card with its article; form ``short`` is its sign and rank."""
        said = self.named(self.title(card))
        return Phrase(said.text, {**said.forms, "short": self.short(card)}, said.number)

    def cards(self, cards: Cards | int) -> Phrase:
        """A group of cards as it was written, or by its name, or one by one."""
        mask = cards if isinstance(cards, int) else cards.mask
        name = self.set_name(cards)
        if name is None and mask == self.deck.all:
            listed = Phrase(self._words.text("cards", "every"), number="many")
        elif name is None:
            listed = self._words.joined(self.card(card.index) for card in self._shown(mask))
        else:
            listed = self._set(name)
        forms = {**listed.forms, "short": self.shorts(mask), "suit": self._suit(mask)}
        return Phrase(listed.text, forms, listed.number)

    def shorts(self, mask: int) -> str:
        """A set as a list of signs and ranks, as a hand is held."""
        said = self._words.text("join", "comma").join(
            self.short(card.index) for card in self._shown(mask)
        )
        return said or self._words.text("join", "none")

    def set_name(self, cards: Cards | int) -> str | None:
        """The name of a group as the pack gives it; None for one that has none, and for a single
        card.
        """
        mask = cards if isinstance(cards, int) else cards.mask
        said = None if isinstance(cards, int) else cards.said
        if isinstance(said, Mapping):
            said = said.get("suit")
        if isinstance(said, str) and said in self.deck.set_names:
            return self.deck.set_names[said].said(self._language)
        if mask.bit_count() > 1:
            for set_id, its in self.deck.sets.items():
                if its == mask and set_id in self.deck.set_names:
                    return self.deck.set_names[set_id].said(self._language)
        return None

    def definite(self, name: str) -> bool:
        """Whether a name brings its article along (``the four Kings``)."""
        return name.split(" ", 1)[0] in self._words.entry("grammar", "definite")

    def counted(self, count: int, cards: Cards) -> Phrase:
        """So many of a group: ``two of the four Kings``, ``one tarock``, ``no tarocks``."""
        name = self.set_name(cards)
        whole = self.cards(cards)
        if name is None or self.definite(name):
            return self._words.phrase("counted", f"of.{count}", "of", count=count, cards=whole)
        return self._words.phrase("counted", str(count), "plain", count=count, cards=whole)

    def kind(self, cards: Cards) -> str:
        """``card``, ``suit``, ``set`` (a plain one: suit cards) or ``group``."""
        name = self.set_name(cards)
        if name is None:
            return "card" if cards.mask.bit_count() == 1 else "group"
        if any(suit.mask == cards.mask for suit in self.deck.suits.values()):
            return "suit"
        return "group" if self.definite(name) else "set"

    def _shown(self, mask: int) -> list[Any]:
        return [self.deck.by_id[card] for card in self.deck.shown(mask)]

    def _suit(self, mask: int) -> str:
        for suit in self.deck.suits.values():
            if mask and not mask & ~suit.mask:
                return self.deck.set_names.get(suit.id, suit.name).said(self._language)
        return self._words.text("cards", "these")

    def _set(self, name: str) -> Phrase:
        if not self.definite(name):
            return self.named(name, article=False)
        article, rest = name.split(" ", 1)
        said = self.named(rest)
        return Phrase(f"{article} {rest}", said.forms, said.number)

    def _noun(self, name: str) -> tuple[str, Mapping[str, str]]:
        nouns: Mapping[str, Any] = self._words.content["nouns"]
        for word in (name, *reversed(name.split())):
            for ending in sorted(nouns, key=len, reverse=True):
                if word.endswith(ending):
                    noun = nouns[ending]
                    return ending, noun if isinstance(noun, Mapping) else {"gender": noun}
        return "", {"gender": self._words.entry("grammar", "default")}

    @staticmethod
    def _in_form(name: str, ending: str, noun: Mapping[str, str], form: str) -> str:
        other = noun.get(form)
        return name.replace(ending, other) if other and form not in _OF_ONE else name
