"""Names as phrases with articles: cards, contracts, bonuses, seats, amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from ..model import CALLED_CARD, SEATS, Cards, Deck, Game, Name, Path
from ..model.identifiers import GAME
from .template import Phrase, WordsFile

_WORD = re.compile(r"\S+")
_OF_ONE = ("one", "a", "highest")
"""Forms about a single one: taken from the singular of a noun, if it has one."""
Noun = Mapping[str, str] | str
"""A noun as the words file and the rules have it: its gender, or that with other forms."""


class Nouns:
    """Makes phrases of names, and of the cards of a pack."""

    def __init__(
        self, words: WordsFile, language: str, deck: Deck, own: Mapping[str, Noun] | None = None
    ) -> None:
        self._words = words
        self._language = language
        self.deck = deck
        nouns = {**words.content["nouns"], **(own or {})}
        self._nouns = {end: nouns[end] for end in sorted(nouns, key=len, reverse=True)}
        """The nouns by the end of a name, the longest first."""
        grammar = words.content.get("grammar", {})
        self._like: Mapping[str, str] = grammar.get("like", {})
        self._alone: Sequence[str] = grammar.get("alone", ())
        self._prepositions: Sequence[str] = grammar.get("prepositions", ())
        self._adjectives: Sequence[str] = grammar.get("adjectives", ())
        self._endings: Mapping[str, Mapping[str, str]] = grammar.get("endings", {})

    def named(self, name: str, *, article: bool = True) -> Phrase:
        """A name as a phrase. Its text has the article unless ``article`` is False."""
        return self._phrase(name, self._noun(name), article)

    def _phrase(
        self, name: str, parts: tuple[str, Mapping[str, str], str], article: bool = True
    ) -> Phrase:
        """A name as a phrase, by the parts of it that `_noun` gives."""
        before, noun, after = parts
        first, ends = self._adjective(before, noun["gender"])

        def in_form(form: str) -> str:
            if form == "one":
                return name
            like = self._like.get(form, "")
            end = ends.get(form) or ends.get(like) or ends.get("bare", "")
            other = noun.get(form) or noun.get(like)
            whole = f"{before}{other}{after}" if other else name
            return first.removesuffix(ends.get("bare", "")) + end + whole[len(first) :]

        articles: Mapping[str, str] = self._words.entry("articles", noun["gender"])
        forms = {"bare": name, "one": name}
        for form, its in articles.items():
            forms[form] = f"{its} {in_form(form)}".strip()
        if not article:
            forms |= {case: in_form(case) for case in ("acc", "dat", "gen")}
        if "one" in noun:
            single = self._single(f"{before}{noun['one']}{after}")
            forms |= {form: single.forms[form] for form in _OF_ONE}
        text = forms["nom"] if article else name
        number = "many" if noun["gender"] == "plural" else "one"
        return Phrase(text, forms, noun.get("number", number), noun["gender"])

    def _single(self, name: str) -> Phrase:
        """A singular as a phrase. What has a singular of its own has none here: that
        may have the same noun in it again.
        """
        before, noun, after = self._noun(name)
        return self._phrase(name, (before, {k: v for k, v in noun.items() if k != "one"}, after))

    def title(self, card: int) -> str:
        """A card's name without article: its own, or one made of its suit and rank."""
        it = self.deck.cards[card]
        if it.name:
            return it.name.text(self._language)
        suit = Phrase(self.deck.suits[it.suit].name.text(self._language))
        rank = self.deck.rank_names.get(it.rank)
        if rank:
            return self._words.text("cards", "suited", suit=suit, rank=rank.text(self._language))
        return self._words.text("cards", "plain", suit=suit, rank=it.rank)

    def short(self, card: int) -> str:
        """A card as the sign of its suit and its rank, in this language."""
        it = self.deck.cards[card]
        return self.deck.sign(it.suit, self._language) + self.deck.corner(it.rank, self._language)

    def card(self, card: int) -> Phrase:
        """A card with its article. The form ``short`` is its sign and rank."""
        name = self.named(self.title(card))
        return replace(name, forms={**name.forms, "short": self.short(card)})

    def named_in_full(self, card: int) -> Phrase:
        """A card with its article, whose form ``short`` is its name, too, as the object of a verb;
        where the suit has no sign, as in ``XX``, that is short enough. A language with one article
        has it in its sentences; where it depends on the name, it comes with that.
        """
        name, it = self.card(card), self.deck.cards[card]
        if not self.deck.sign(it.suit, self._language):
            return name
        several = len(self._words.entry("grammar", "definite")) > 1
        in_full = name.forms["acc"] if several else self.title(card)
        return replace(name, forms={**name.forms, "short": in_full})

    def cards(self, cards: Cards | int) -> Phrase:
        """A group or mask of cards, by its name or one by one. The form ``short`` has signs and
        ranks, ``suit`` the suit of all cards.
        """
        mask = cards if isinstance(cards, int) else cards.mask
        name = self.set_name(cards)
        if name is None and mask == self.deck.all:
            listed = Phrase(self._words.text("cards", "every"), number="many")
        elif name is None:
            listed = self._words.joined(self._each(mask))
        else:
            listed = self._set(name)
        forms = {**listed.forms, "short": self.shorts(mask), "suit": self._suit(mask)}
        return replace(listed, forms=forms)

    def shorts(self, mask: int) -> str:
        """A mask of cards as a list of signs and ranks, in the order in which a hand is shown."""
        comma = self._words.text("join", "comma")
        shorts = comma.join(self.short(card.index) for card in self._shown(mask))
        return shorts or self._words.text("join", "none")

    def set_name(self, cards: Cards | int) -> str | None:
        """The name that the pack has for a group; None without one, and for a single card."""
        mask = cards if isinstance(cards, int) else cards.mask
        written = None if isinstance(cards, int) else cards.written
        if isinstance(written, Mapping):
            written = written.get("suit")
        if isinstance(written, str) and written in self.deck.set_names:
            return self.deck.set_names[written].text(self._language)
        if mask.bit_count() > 1:
            for set_id, its in self.deck.sets.items():
                if its == mask and set_id in self.deck.set_names:
                    return self.deck.set_names[set_id].text(self._language)
        return None

    def definite(self, name: str) -> bool:
        """Whether a name begins with its article (``the four Kings``)."""
        return name.split(" ", 1)[0] in self._words.entry("grammar", "definite")

    def counted(self, count: int, cards: Cards) -> Phrase:
        """A number of cards: ``two of the four Kings``, ``one tarock``, ``no tarocks``."""
        name = self.set_name(cards)
        whole = self.cards(cards)
        if cards.mask == self.deck.all and self._words.has("counted", "all"):
            return self._words.phrase("counted", "all", count=count)
        if name is None or self.definite(name):
            return self._words.phrase("counted", f"of.{count}", "of", count=count, cards=whole)
        return self._words.phrase("counted", str(count), "plain", count=count, cards=whole)

    def kept(self, count: int, cards: Cards) -> dict[str, Phrase]:
        """So many cards that a hand has to hold, ``counted`` (two of the four Kings), or ``only`` a
        single one (the Pagat).
        """
        if count == cards.mask.bit_count() == 1:
            return {"only": self.cards(cards)}
        return {"counted": self.counted(count, cards)}

    def kind(self, cards: Cards) -> str:
        """The kind of a group: ``card``, ``suit``, ``set`` (named without article) or ``group``."""
        name = self.set_name(cards)
        if name is None:
            return "card" if cards.mask.bit_count() == 1 else "group"
        if any(suit.mask == cards.mask for suit in self.deck.suits.values()):
            return "suit"
        return "group" if self.definite(name) else "set"

    def _each(self, mask: int) -> Iterator[Phrase]:
        """The cards of a group one by one. Equal cards are one phrase if all of them are in it."""
        covered = 0
        for card in self._shown(mask):
            equal = self.deck.equals[card.index]
            if covered & equal:
                continue
            if self.deck.copies > 1 and equal & ~mask == 0:
                covered |= equal
                copies = str(self.deck.copies)
                name = self.card(card.index)
                yield self._words.phrase("cards", f"equal.{copies}", "equal", card=name)
            else:
                yield self.card(card.index)

    def _shown(self, mask: int) -> list[Any]:
        return [self.deck.by_id[card] for card in self.deck.shown(mask)]

    def _suit(self, mask: int) -> str:
        for suit in self.deck.suits.values():
            if mask and not mask & ~suit.mask:
                return self.deck.set_names.get(suit.id, suit.name).text(self._language)
        return self._words.text("cards", "these")

    def _set(self, name: str) -> Phrase:
        if not self.definite(name):
            return self.named(name, article=False)
        article, rest = name.split(" ", 1)
        bare = self.named(rest)
        return replace(bare, text=f"{article} {rest}")

    def _noun(self, name: str) -> tuple[str, Mapping[str, str], str]:
        """The forms of the noun in a name, between what stands before and after it."""
        first, blank, _ = name.partition(" ")
        if blank and first.casefold() in self._alone:
            return name, {"gender": "bare"}, ""
        words = [word.span() for word in _WORD.finditer(name)]
        words = [*takewhile(lambda word: name[slice(*word)] not in self._prepositions, words)]
        for start, end in ((0, words[-1][1] if words else 0), *reversed(words)):
            for ending, noun in self._nouns.items():
                if name[start:end].endswith(ending):
                    forms = {"gender": noun} if isinstance(noun, str) else noun
                    return name[: end - len(ending)], forms, name[end:]
        return name, {"gender": self._words.entry("grammar", "default")}, ""

    def _adjective(self, before: str, gender: str) -> tuple[str, Mapping[str, str]]:
        """The adjective that a noun begins with, and its endings by form; nothing without one."""
        first, blank, _ = before.partition(" ")
        ends = self._endings.get(gender, {})
        stem = first.removesuffix(ends.get("bare", ""))
        known = blank and ends and stem != first and stem.lower() in self._adjectives
        return (first, ends) if known else ("", {})


_WORDS = ("kontra", "names")
_PARTS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}


class NamePhrases:
    """Makes phrases of the names in the rules of one game."""

    def __init__(self, words: WordsFile, language: str, game: Game) -> None:
        self._words = words
        self.nouns = Nouns(words, language, game.deck, game.nouns.get(language))
        self._language = language
        self._game = game

    def contract(self, key: str) -> Phrase:
        """A contract by its name."""
        found = self._game.contracts.get(key)
        return self.nouns.named(found.name.text(self._language) if found else self._no_more(key))

    def group(self, key: str) -> Phrase:
        """A group of contracts by its name."""
        found = self._game.contract_groups.get(key)
        return self.nouns.named(found.name.text(self._language) if found else self._no_more(key))

    def bonus(self, key: str) -> Phrase:
        """A bonus by its name."""
        found = self._game.bonuses.get(key)
        return self.nouns.named(found.name.text(self._language) if found else self._no_more(key))

    def item(self, key: str) -> Phrase:
        """An item that can be doubled and settled: the game, a bonus or a declaration."""
        if key in self._game.declarations:
            return self.nouns.named(self._game.declarations[key].name.text(self._language))
        return self._words.phrase("things", GAME) if key == GAME else self.bonus(key)

    def amount(self, number: int, case: str = "bare") -> str:
        """A number of units of the settlement: ``3 points``."""
        unit = self.nouns.named(self._game.settlement.unit.text(self._language), article=False)
        return self._words.text(
            "amounts", "units", n=number, unit=unit.inflected("one" if number == 1 else case)
        )

    def level(self, key: str) -> Phrase:
        """A word of doubling: ``Kontra``."""
        names = self._game.kontra.names if self._game.kontra else {}
        return Phrase(names[key].text(self._language) if key in names else self._no_more(key))

    def thing(self, key: str) -> Phrase:
        """Anything that a single word in the rules names: a card, a contract, a step…"""
        deck = self._game.deck
        if key in deck.kinds:
            return self.card(key)
        if key in deck.rank_names:
            return Phrase(deck.rank_names[key].text(self._language))
        if key in deck.rankings:
            ranks = (deck.corner(rank, self._language) for rank in deck.rankings[key])
            return Phrase(self._words.text("join", "comma").join(ranks))
        if key == deck.id:
            return Phrase(deck.name.text(self._language))
        if key in self._game.contracts:
            return self.contract(key)
        if key in self._game.bonuses:
            return self.bonus(key)
        if self._game.kontra and key in self._game.kontra.names:
            return self.level(key)
        if key in deck.set_names:
            return self.nouns.cards(Cards(deck.sets[key], key, ()))
        for word in (key, key.split(".")[0]):
            if self._words.has("things", word):
                return self._words.phrase("things", word)
        return Phrase(self._no_more(key))

    def card(self, card: int | str) -> Phrase:
        """A card, by its index or id."""
        if card == CALLED_CARD:
            return self._words.phrase("things", "called_card")
        if isinstance(card, str):
            kinds, known = self._game.deck.kinds, self._game.deck.by_id
            card = kinds[card].bit_length() - 1 if card in kinds else known[card].index
        return self.nouns.card(card)

    def suit(self, number: int) -> Phrase:
        """A suit, by its number."""
        suit = list(self._game.deck.suits.values())[number]
        return self.nouns.cards(Cards(suit.mask, suit.id, ()))

    def seat(self, seat: int) -> Phrase:
        """A seat, counted in the order of play from 0."""
        return self._words.phrase("seats", SEATS[seat])

    def seats(self, seats: Sequence[int]) -> Phrase:
        """Several seats."""
        return self._words.joined(self.seat(seat) for seat in seats)

    def _no_more(self, key: str) -> str:
        """The old name of something that a variant dropped; if it had none, made of its id."""
        things, words = [], []
        for change in self._game.changes:
            if not isinstance(change.old, Mapping):
                continue
            if change.path[1:] == (key,) and "name" in change.old:
                things.append(change.old["name"])
            if change.path == _WORDS and key in change.old:
                words.append(change.old[key])
        names = [*things, *words]
        return Name.of(names[0]).text(self._language) if names else spelled(key)

    def trump(self, at: Path = ()) -> Phrase:
        """The trump suit of the contract that a path leads into, else of the game; the word for
        trump if there is none.
        """
        contract = self._game.contracts.get(str(at[1])) if at[:1] == ("contracts",) else None
        suit = (contract.play if contract else self._game.play).trump.suit
        if suit is None:
            return self._words.phrase("things", "trump")
        return self.nouns.cards(Cards(self._game.deck.suits[suit].mask, suit, ()))


def points(parts: int, unit: int) -> Phrase:
    """Card points: ``parts`` of a point, of which ``unit`` make one. 107 thirds are 35⅔."""
    whole, rest = divmod(parts, unit)
    text = f"{whole or ''}{_PARTS[rest, unit]}" if rest else str(whole)
    return Phrase(text, number="one" if parts == unit else "many")


def spelled(key: str) -> str:
    """An id as a name, for something that a game does not have.

    >>> spelled("last_trick")
    'Last trick'
    """
    return key.replace("_", " ").replace("-", " ").capitalize()
