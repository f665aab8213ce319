"""The words of the rule language as phrases: names, roles, tricks, conditions, ladders, who wins a trick.

An entry of ``conditions`` may be narrower than its word: ``hand_has.at_least.all`` is for an argument
``at_least`` that asks for every card named, ``led.card`` for a group of a single card, ``not.announced`` for
what is denied. The narrowest one that fits speaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..model import CALLED_CARD, SEATS, AllPass, Cards, Condition, Discard, Game, Role, Rung, Tricks, WinRule
from .nouns import Nouns
from .template import Phrase, Value
from .words import Words

GAME = "game"
_PARTS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}
_CARDS = ("card", "by")
_MANY = ("all", "any")


class Terms:
    """Says the words of the rules of one game. ``you``: to the player who speaks, in the second person."""

    def __init__(self, words: Words, language: str, game: Game, *, you: bool = False) -> None:
        self.words = words
        self.nouns = Nouns(words, language, game.deck)
        self._language = language
        self._game = game
        self._you = you

    @property
    def has_talon(self) -> bool:
        """Whether cards are taken from a talon in this game."""
        return self._game.talon is not None

    # names

    def contract(self, key: str) -> Phrase:
        """A contract by its name."""
        found = self._game.contracts.get(key)
        return self.nouns.named(found.name.said(self._language) if found else spelled(key))

    def bonus(self, key: str) -> Phrase:
        """A bonus by its name."""
        found = self._game.bonuses.get(key)
        return self.nouns.named(found.name.said(self._language) if found else spelled(key))

    def item(self, key: str) -> Phrase:
        """What can be doubled and settled: the game or a bonus."""
        if key in self._game.declarations:
            return self.nouns.named(self._game.declarations[key].name.said(self._language))
        return self.words.phrase("things", GAME) if key == GAME else self.bonus(key)

    def units(self, number: int) -> str:
        """So many of the unit in which is settled."""
        unit = self.nouns.named(self._game.settlement.unit.said(self._language))
        return self.words.text("amounts", "units", n=number, unit=unit.said("one" if number == 1 else "bare"))

    def level(self, key: str) -> Phrase:
        """A word of doubling."""
        names = self._game.kontra.names if self._game.kontra else {}
        return Phrase(names[key].said(self._language) if key in names else spelled(key))

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
        return Phrase(spelled(key))

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

    # terms

    def role(self, role: Role) -> Phrase:
        """A player or a side. A relation within a relation may have an entry: ``side_of.player_of``."""
        if self._you and role.word == "speaker":
            return self.words.phrase("roles", "you")
        if role.word == "declarers" and self._alone(role):
            return self.words.phrase("roles", "declarer")
        inner = role.arg
        if isinstance(inner, Role):
            both = f"{role.word}.{inner.word}"
            if self.words.has("roles", both):
                return self.words.phrase("roles", both, **self._argument(inner))
        return self.words.phrase("roles", *_by_place(role), role.word, **self._argument(role))

    def _alone(self, role: Role) -> bool:
        """Whether a role stands in the rules of a contract that one declarer plays alone."""
        contract = self._game.contracts.get(str(role.at[1])) if role.at[:1] == ("contracts",) else None
        if contract is None or contract.joined is not None:
            return False
        return [it.word for it in contract.declarers] == ["declarer"]

    def payee(self, role: Role, won: Condition) -> Phrase:
        """Who is paid for a bonus, said beside what it is won by: the same player is not described twice."""
        inner = role.arg
        if isinstance(inner, Role) and isinstance(inner.arg, Cards) and inner.word == "holder_of_all":
            dealt = won.args.get("cards")
            told = won.word == "dealt_to_one" and isinstance(dealt, Cards) and dealt.mask == inner.arg.mask
            if told and self.words.has("roles", f"{role.word}.that_player"):
                return self.words.phrase("roles", f"{role.word}.that_player")
        return self.role(role)

    def additions(self) -> dict[str, Value]:
        """``added``, where something may be added to a bid in one turn."""
        may = {"announce", "double"} & set(self._game.auction.in_one_turn)
        return {"added": self.words.phrase("things", "added")} if may else {}

    def _argument(self, role: Role) -> dict[str, Value]:
        arg = role.arg
        if arg is None:
            return {}
        if isinstance(arg, Role):
            return {"arg": self.role(arg)}
        if isinstance(arg, Tricks):
            return {"arg": self.tricks(arg)}
        return {"arg": self.nouns.cards(arg) if isinstance(arg, Cards) else self.thing(arg)}

    def tricks(self, tricks: Tricks) -> Phrase:
        """One trick or several."""
        return self.words.phrase("tricks", f"{tricks.word}.{tricks.count}", tricks.word, count=tricks.count)

    def condition(self, condition: Condition) -> Phrase:
        """A condition as a clause, without capital or full stop; form ``if`` is for after an if."""
        of = condition.args.get("of")
        if condition.word in _MANY:
            assert isinstance(of, tuple)
            if condition.word == "any" and (once := self._one_of_groups(of)) is not None:
                return once
            mixed = any(part.word in _MANY for part in of)
            how = "and" if condition.word == "all" else "or"
            return self.words.joined(map(self.condition, of), f"{how}.mixed" if mixed else f"{how}.clause")
        if condition.word == "not":
            assert isinstance(of, Condition)
            denied = [f"not.{key}" for key in self._narrowest(of)]
            if any(self.words.has("conditions", key) for key in denied):
                return self.words.phrase("conditions", *denied, **self.values(of))
            return self.words.phrase("conditions", "not", of=self.condition(of))
        return self.words.phrase("conditions", *self._narrowest(condition), **self.values(condition))

    def _one_of_groups(self, parts: Sequence[Condition]) -> Phrase | None:
        """A hand that holds the whole of one group or of another, said once; None where it is something else."""
        if any(part.word != "hand_has" for part in parts):
            return None
        whole = all(part.args.get("at_least") == part.args["cards"].mask.bit_count() for part in parts)
        if not whole or len({part.args["who"].word for part in parts}) > 1:
            return None
        cards = self.words.joined((self.nouns.cards(part.args["cards"]) for part in parts), "or")
        return self.words.phrase("conditions", "hand_has.at_least.all", **{**self.values(parts[0]), "cards": cards})

    def _narrowest(self, condition: Condition) -> Iterator[str]:
        word, args = condition.word, condition.args
        numbers = [(name, number) for name, number in args.items() if isinstance(number, int) and name not in _CARDS]
        for role in (value for value in args.values() if isinstance(value, Role)):
            for name, number in numbers:
                yield from (f"{word}.{role.word}.{name}.{number}", f"{word}.{role.word}.{name}")
        sizes = {str(v.mask.bit_count()) for v in args.values() if isinstance(v, Cards)}
        for name, value in args.items():
            if isinstance(value, Cards):
                yield f"{word}.{self.nouns.kind(value)}"
            elif isinstance(value, Role | Tricks):
                yield f"{word}.{name}.{value.word}"
            else:
                if str(value) in sizes:
                    yield f"{word}.{name}.all"
                yield f"{word}.{name}.{value}"
        for name in args:
            yield f"{word}.{name}"
        yield word

    def values(self, condition: Condition) -> dict[str, Value]:
        """The arguments of a condition as phrases, by name; ``counted`` is so many of its cards."""
        values: dict[str, Value] = {name: self._value(name, v) for name, v in condition.args.items()}
        groups = [v for v in condition.args.values() if isinstance(v, Cards)]
        counts = [v for k, v in condition.args.items() if isinstance(v, int) and k not in _CARDS]
        if "thirds" in condition.args:
            whole = int(condition.args["points"])
            values["points"] = points(whole * self._game.unit + int(condition.args["thirds"]), self._game.unit)
        if groups and counts:
            values["counted"] = self.nouns.counted(counts[0], groups[0])
        return values

    def _value(self, name: str, value: Any) -> Value:
        if isinstance(value, Role):
            return self.role(value)
        if isinstance(value, Cards):
            return self.nouns.cards(value)
        if isinstance(value, Tricks):
            return self.tricks(value)
        if isinstance(value, Condition):
            return self.condition(value)
        if name in _CARDS:
            return self.card(value)
        if name == "order":
            return self.words.joined(map(self.card, value))
        if name == "by_declared":
            say = self.words.phrase
            rows = [say("amounts", f"declared.{n}", "declared", declared=n, points=least) for n, least in value.items()]
            return self.words.joined(rows)
        return value if isinstance(value, int) else self.item(str(value))

    def all_pass(self, several: Sequence[AllPass]) -> str:
        """What follows when all have passed, and when they do so once more."""
        return "".join(
            self.words.text("all_pass", "first" if number == 0 else "then", after=self._after_passing(after))
            for number, after in enumerate(several)
        )

    def _after_passing(self, after: AllPass) -> str:
        values: dict[str, Value] = {"who": self.role(after.who)} if after.who else {}
        if after.contract:
            values["contract"] = self.contract(after.contract)
        return self.words.text("all_pass", after.word, **values)

    # play

    def ladder(self, rungs: Sequence[Rung]) -> str:
        """What has to be played: the first rung, and what follows without it."""
        said = [self._rung(rung) for rung in rungs]
        keys = ["first", "then", *["again"] * len(said)][: len(said)]
        if len(rungs) > 1 and rungs[-1].word == "any_card":
            keys[-1] = "last"
        return "".join(self.words.text("ladder", key, rung=rung) for key, rung in zip(keys, said, strict=True))

    def discards(self, rungs: Sequence[Discard]) -> str:
        """What may be discarded: the first rung, and what follows when none of it is left."""
        said = []
        for number, rung in enumerate(rungs):
            how = "shown" if rung.shown else "hidden"
            what = self.words.phrase("discards", how, cards=self.nouns.cards(rung.cards))
            said.append(self.words.text("discards", "then" if number else "first", what=what))
        return "".join(said)

    def _rung(self, rung: Rung) -> Phrase:
        if rung.cards is not None:
            kind = self.nouns.kind(rung.cards)
            return self.words.phrase("rungs", f"cards.{kind}", cards=self.nouns.cards(rung.cards))
        return self.words.phrase("rungs", rung.word, trump=self.trump())

    def trump(self) -> Phrase:
        """The trump suit of the game, or the mere word where it has none."""
        suit = self._game.play.trump
        if suit is None:
            return self.words.phrase("things", "trump")
        return self.nouns.cards(Cards(self._game.deck.suits[suit].mask, suit, ()))

    def wins(self, wins: Sequence[WinRule]) -> str:
        """Who wins a trick, in the order in which it is asked."""
        return "".join(
            self.words.text("wins", "first" if number == 0 else "then", win=self._win(win))
            for number, win in enumerate(wins)
        )

    def _win(self, win: WinRule) -> Phrase:
        if win.card is not None:
            who = self.words.phrase("wins", "card", card=self.card(win.card))
        else:
            who = self.words.phrase("wins", str(win.best_of), trump=self.trump())
        if win.when is None:
            return who
        return self.words.phrase("wins", "when", win=who, when=self.condition(win.when))


def points(parts: int, unit: int) -> Phrase:
    """Card points that are counted in parts of a point: 35⅔."""
    whole, rest = divmod(parts, unit)
    said = f"{whole or ''}{_PARTS[rest, unit]}" if rest else str(whole)
    return Phrase(said, number="one" if parts == unit else "many")


def spelled(key: str) -> str:
    """The id of something that this game does not have, as a name."""
    return key.replace("_", " ").replace("-", " ").capitalize()


def _by_place(role: Role) -> Iterator[str]:
    """An entry may be narrower by the part of the rules it stands in: ``speaker.contracts`` is a bidder."""
    if role.at:
        yield f"{role.word}.{role.at[0]}"
