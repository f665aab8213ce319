"""The words of the rule language as phrases: roles, tricks, conditions, ladders, who wins a trick.

An entry of ``conditions`` may be narrower than its word: ``hand_has.at_least.all`` is for an
argument ``at_least`` that means every card of the group, ``led.card`` for a group of one card,
``not.announced`` for a negation. The narrowest entry that fits is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..model import AllPass, Cards, Condition, Contract, Discard, Game, Role, Rung, Tricks, WinRule
from ..words.cards import fall_in_order, hand_has, trick_has
from ..words.joints import ALL, ANY, NOT, demanded
from ..words.ladders import any_card, is_rung, suit_led, trump
from ..words.outcome import dealt_to_one, players
from ..words.registry import CONDITIONS, JOINTS, Kind
from ..words.roles import claimants, declarer, declarers, holder_of_all, speaker
from .nouns import NamePhrases, points
from .template import Phrase, Value, WordsFile, fill

_NUMBERS = (Kind.NUMBER, Kind.POINTS)
_NAMES_TRICK = (trick_has.name, fall_in_order.name)
"""Conditions in whose sentences a trick is named, so that the next clause need not."""
_FEW = 4
"""The most cards of a group without a name that are listed with or."""


class Terms:
    """Makes phrases of the words of the rules of one game; ``names`` makes those of its names. With
    ``you``, they are in the second person, to the player who speaks.
    """

    def __init__(self, words: WordsFile, language: str, game: Game, *, you: bool = False) -> None:
        self.words = words
        self.names = NamePhrases(words, language, game)
        self.nouns = self.names.nouns
        self._game = game
        self._you = you
        self._kinds: Mapping[Kind, Callable[[Any], Phrase]] = {
            Kind.ROLE: self.role,
            Kind.HAND_OF: self.role,
            Kind.CARDS: self.nouns.cards,
            Kind.CARD: self.names.card,
            Kind.CARD_OR_CALLED: self.names.card,
            Kind.ORDER: lambda cards: self.words.joined(map(self.names.card, cards)),
            Kind.TRICK: self.tricks,
            Kind.BY_DECLARED: self._by_declared,
            Kind.BONUS: self.names.item,
            Kind.ITEM: self.names.item,
            Kind.MEASURE: self.names.thing,
        }

    @property
    def has_talon(self) -> bool:
        """Whether cards are taken from a talon in this game."""
        return self._game.talon is not None

    def only_role(self, role: Role) -> Phrase:
        """A player or a side. The form ``only`` says that it is nobody else."""
        who = self.role(role)
        only = self.words.text("roles", f"only.{role.word}", "only", who=who)
        return replace(who, forms={**who.forms, "only": only})

    def role(self, role: Role) -> Phrase:
        """A player or a side. A relation within a relation may have an entry of its own:
        ``side_of.player_of``.
        """
        if self._you and role.word == speaker.name:
            return self.words.phrase("roles", "you")
        claimed_by = self._claimed_by(role) if role.word == claimants.name else None
        if claimed_by is not None:
            return self.role(claimed_by)
        if role.word == declarers.name and self._alone(role):
            return self.words.phrase("roles", declarer.name)
        inner = role.arg
        if isinstance(inner, Role):
            you = self._you and inner.word == speaker.name
            both = f"{role.word}.{'you' if you else inner.word}"
            if self.words.has("roles", both):
                return self.words.phrase("roles", both, **self._argument(inner))
        several = f"{role.word}.equal"
        if self._game.deck.copies > 1 and self.words.has("roles", several):
            return self.words.phrase("roles", several, **self._argument(role))
        return self.words.phrase("roles", *_by_place(role), role.word, **self._argument(role))

    def _claimed_by(self, role: Role) -> Role | None:
        """Who claims the contract in whose rules a role is; None where no rule names anybody."""
        found = self._game.contracts.get(str(role.at[1])) if role.at[:1] == ("contracts",) else None
        return found.claimed_by if found is not None else None

    def _alone(self, role: Role) -> bool:
        """Whether a role is in the rules of a contract that one declarer plays alone, or, outside
        of contracts, of a game with only such contracts.
        """
        contracts = self._game.contracts
        if role.at[:1] != ("contracts",):
            return all(map(_lone, contracts.values()))
        contract = contracts.get(str(role.at[1]))
        return contract is not None and _lone(contract)

    def payee(self, role: Role, won: Condition) -> Phrase:
        """Who is paid for a bonus; ``that player`` if the condition ``won`` names the same one."""
        inner = role.arg
        if (
            isinstance(inner, Role)
            and isinstance(inner.arg, Cards)
            and inner.word == holder_of_all.name
        ):
            dealt = won.args.get("cards")
            is_that_player = (
                won.word == dealt_to_one.name
                and isinstance(dealt, Cards)
                and dealt.mask == inner.arg.mask
            )
            if is_that_player and self.words.has("roles", f"{role.word}.that_player"):
                return self.words.phrase("roles", f"{role.word}.that_player")
        return self.role(role)

    def counted(self, role: Role, when: Condition) -> Phrase:
        """Who pays or is paid in a case of payments: one player where ``when`` says so."""
        alone = [
            (part.args["who"].word, part.args["who"].arg)
            for part in demanded(when)
            if part.word == players.name and part.args.get("exactly") == 1
        ]
        one = f"{role.word}.one"
        if (role.word, role.arg) in alone and self.words.has("roles", one):
            return self.words.phrase("roles", one)
        return self.role(role)

    def held_with(self, cards: Cards, held: str) -> dict[str, Value]:
        """The cards in one hand with a card that is held back: ``while_holding`` for the others of
        a group with a name, ``holding`` for such a group without the card, ``one_of`` for a few.
        """
        own = self.nouns.deck.kinds.get(held, cards.mask)  # the called card may be any of them
        others = cards.mask & ~own
        if self.nouns.kind(cards) in ("set", "suit") and not 0 < others.bit_count() <= _FEW:
            among = own & cards.mask
            return {"while_holding" if among else "holding": self.nouns.cards(cards)}
        shown = map(self.names.card, self.nouns.deck.shown(others or cards.mask))
        return {"one_of": self.words.joined(shown, "or")}

    @cached_property
    def additions(self) -> dict[str, Value]:
        """The values that a template may ask for: ``added``, if announcing or doubling may follow a
        bid in one turn; ``doubled_itself``, an empty text, if an announcement can be doubled, else
        ``not_doubled_itself``; ``declared``, an empty text, if there are declarations;
        ``called_freely``, an empty text, if one's own card may be called, else
        ``not_called_freely``; ``talon_shared``, if hands are thrown in only after the talon
        is taken; ``announced_once``, an empty text, if only one of the sides may announce a
        bonus after the exchange; ``bids``, an empty text, if there is an auction, else ``no_bids``;
        ``trumps``, an empty text, if some contract has trumps, else ``no_trumps``;
        ``declarer_names``, an empty text, if the declarer names trumps, else ``named_before``.
        """
        order, found = self._game.order, dict[str, Value]()
        if {"announce", "double"} & set(self._game.auction.in_one_turn):
            found["added"] = self.words.phrase("things", "added")
        kontra = self._game.kontra
        doubled = kontra is not None and "announcements" in kontra.doubles
        found["doubled_itself" if doubled else "not_doubled_itself"] = ""
        if self._game.declarations:
            found["declared"] = ""
        freely = self._game.at(("call", "choose")) == "free"
        found["called_freely" if freely else "not_called_freely"] = ""
        if {"talon", "misdeal"} <= set(order) and order.index("talon") < order.index("misdeal"):
            found["talon_shared"] = self.words.phrase("things", "talon_shared")
        announced = any(bonus.can_be_announced for bonus in self._game.bonuses.values())
        if announced and not self._game.at(("announcements", "speaks_for")):
            found["announced_once"] = ""
        found["bids" if self._game.auction.ladder else "no_bids"] = ""
        trumps = any(each.play.trump.word != "none" for each in self._game.contracts.values())
        found["trumps" if trumps else "no_trumps"] = ""
        found["named_before" if self._game.naming else "declarer_names"] = ""
        return found

    def times_game(self, contract: str) -> Phrase | None:
        """The bonuses that can count a multiple of the game in a contract; None without one."""
        played = self._game.contracts.get(contract)
        names = [
            self.names.bonus(bonus.id)
            for bonus in self._game.bonuses.values()
            if played is not None
            and bonus.counts_in(played)
            and any(bonus.value.is_times_game(announced=each) for each in (False, True))
        ]
        return self.words.joined(names) if names else None

    def _argument(self, role: Role) -> dict[str, Value]:
        arg = role.arg
        if arg is None:
            return {}
        if isinstance(arg, Role):
            return {"arg": self.role(arg)}
        if isinstance(arg, Tricks):
            return {"arg": self.tricks(arg)}
        return {"arg": self.nouns.cards(arg) if isinstance(arg, Cards) else self.names.thing(arg)}

    def tricks(self, tricks: Tricks) -> Phrase:
        """One trick or several."""
        return self.words.phrase(
            "tricks", f"{tricks.word}.{tricks.count}", tricks.word, count=tricks.count
        )

    def condition(self, condition: Condition) -> Phrase:
        """A condition as a clause, without capital or full stop. The form ``if`` goes after if."""
        if condition.word in JOINTS:
            return self._joined(condition)
        if (one := self._one_of_several(condition)) is not None:
            return one
        return self.words.phrase(
            "conditions", *self._narrowest(condition), **self.values(condition)
        )

    def _joined(self, condition: Condition) -> Phrase:
        """Several conditions joined, or the negation of one."""
        of = condition.args["of"]
        if condition.word == NOT:
            denied = [f"{NOT}.{key}" for key in self._narrowest(of)]
            if any(self.words.has("conditions", key) for key in denied):
                return self.words.phrase("conditions", *denied, **self.values(of))
            return self.words.phrase("conditions", NOT, of=self.condition(of))
        if condition.word == ANY and (once := self._one_of_groups(of)) is not None:
            return once
        if not any(map(self._is_several, of)):
            how = "and" if condition.word == ALL else "or"
            return self.words.joined(self._clauses(of), f"{how}.clause")
        return self._mixed(condition.word, of)

    def _is_several(self, condition: Condition) -> bool:
        """Whether a condition becomes several clauses."""
        of: Any = condition.args.get("of")
        if condition.word not in JOINTS or JOINTS[condition.word].single or len(of) == 1:
            return False
        return condition.word != ANY or self._one_of_groups(of) is None

    def _mixed(self, word: str, parts: Sequence[Condition]) -> Phrase:
        """Conditions some of which become several clauses: ``either A and B, or C``; ``A, and
        either B or C``. Deeper ones are in brackets, so that they are unambiguous.
        """
        phrases = []
        for part, clause in zip(parts, self._clauses(parts), strict=True):
            if not self._is_several(part):
                phrases.append(clause)
            elif any(map(self._is_several, part.args["of"])):
                phrases.append(self._around("nested", clause))
            else:
                phrases.append(
                    self._around("list_in_any" if word == ANY else "any_in_list", clause)
                )
        if word == ALL:
            return self.words.joined(phrases, "and.mixed")
        return self._around(
            "any_of_lists", self.words.joined(phrases, "or.mixed", comma="or.mixed")
        )

    def _around(self, key: str, clause: Phrase) -> Phrase:
        """A phrase in each of its forms, put into an entry of ``join``."""
        entry = str(self.words.entry("join", key))
        forms = {form: fill(entry, {"clause": text}) for form, text in clause.forms.items()}
        return Phrase(fill(entry, {"clause": clause.text}), forms, clause.number)

    def _clauses(self, parts: Sequence[Condition]) -> Iterator[Phrase]:
        """Conditions one by one. A clause does not repeat the subject of the one before."""
        before = ""
        for part in parts:
            clause = self.condition(part)
            who = next((value for value in part.args.values() if isinstance(value, Role)), None)
            subject = f"{self.role(who).text} " if who is not None else ""
            if subject and subject == before:
                clause = Phrase(
                    clause.text.removeprefix(subject),
                    {form: text.removeprefix(subject) for form, text in clause.forms.items()},
                    clause.number,
                )
            yield clause
            before = subject

    def _one_of_groups(self, parts: Sequence[Condition]) -> Phrase | None:
        """One clause for conditions that all ask if a hand holds the whole of a group; None for
        others.
        """
        if any(part.word != hand_has.name for part in parts):
            return None
        whole = all(
            part.args.get("at_least") == part.args["cards"].mask.bit_count() for part in parts
        )
        if not whole or len({part.args["who"].word for part in parts}) > 1:
            return None
        cards = self.words.joined((self.nouns.cards(part.args["cards"]) for part in parts), "or")
        return self.words.phrase(
            "conditions", "hand_has.at_least.all", **{**self.values(parts[0]), "cards": cards}
        )

    def _one_of_several(self, condition: Condition) -> Phrase | None:
        """The clause for a hand with at least one of a few cards without a common name: ``the Pagat
        or the Uhu``. None for other conditions.
        """
        if condition.word != hand_has.name or condition.args.get("at_least") != 1:
            return None
        cards = condition.args["cards"]
        if self.nouns.set_name(cards) is not None or not 1 < cards.mask.bit_count() <= _FEW:
            return None
        either = self.words.joined(map(self.names.card, self.nouns.deck.shown(cards.mask)), "or")
        return self.words.phrase(
            "conditions", "hand_has.at_least.all", **{**self.values(condition), "cards": either}
        )

    def _narrowest(self, condition: Condition) -> Iterator[str]:
        """The keys of the entries for a condition, the narrowest first."""
        word, args = condition.word, condition.args
        numbers = self._numbers(condition)
        for role in (value for value in args.values() if isinstance(value, Role)):
            for name, number in numbers:
                yield from (f"{word}.{role.word}.{name}.{number}", f"{word}.{role.word}.{name}")
        sizes = {str(v.mask.bit_count()) for v in args.values() if isinstance(v, Cards)}
        for name, value in args.items():
            if isinstance(value, Cards):
                yield f"{word}.{self.nouns.kind(value)}"
            elif isinstance(value, Role) and value.word == declarers.name and self._alone(value):
                yield from (f"{word}.{name}.declarer", f"{word}.{name}.{value.word}")
            elif isinstance(value, Role):
                yield f"{word}.{name}.{value.word}"
            elif isinstance(value, Tricks):
                # The first trick alone is told like any other one.
                if not self.words.has("tricks", f"{value.word}.{value.count}"):
                    yield f"{word}.{name}.{value.word}"
            else:
                if str(value) in sizes:
                    whole = f"{word}.{name}.all"
                    yield from (f"{whole}.several", whole) if value != 1 else (whole,)
                yield f"{word}.{name}.{value}"
        for name in args:
            yield f"{word}.{name}"
        yield word

    @staticmethod
    def _numbers(condition: Condition) -> list[tuple[str, int]]:
        """The names and values of the arguments of a condition that are numbers."""
        word = CONDITIONS.get(condition.word)
        kinds = word.args if word is not None else {}
        return [
            (name, value)
            for name, value in condition.args.items()
            if name in kinds and kinds[name].kind in _NUMBERS
        ]

    def values(self, condition: Condition) -> dict[str, Value]:
        """The arguments of a condition as phrases, by name. ``counted`` is a number with cards."""
        if condition.word in JOINTS:
            return {}
        kinds = CONDITIONS[condition.word].args
        values = {
            name: self._value(kinds[name].kind, value) for name, value in condition.args.items()
        }
        groups = [value for value in condition.args.values() if isinstance(value, Cards)]
        numbers = self._numbers(condition)
        if "thirds" in condition.args:
            whole = int(condition.args["points"])
            values["points"] = points(
                whole * self._game.unit + int(condition.args["thirds"]), self._game.unit
            )
        if groups and numbers:
            values["counted"] = self.nouns.counted(numbers[0][1], groups[0])
        return values

    def _value(self, kind: Kind, value: Any) -> Value:
        """An argument of a word as a phrase; a number stays a number."""
        if kind in _NUMBERS:
            return int(value)
        return self._kinds[kind](value)

    def _by_declared(self, rows: Mapping[int, int]) -> Phrase:
        """The points needed for each number that was declared."""
        phrases = [
            self.words.phrase(
                "amounts", f"declared.{declared}", "declared", declared=declared, points=least
            )
            for declared, least in rows.items()
        ]
        return self.words.joined(phrases)

    def all_pass(self, several: Sequence[AllPass]) -> str:
        """What follows when all have passed, the first time and later."""
        return "".join(
            self.words.text(
                "all_pass", "first" if number == 0 else "then", after=self._after_passing(after)
            )
            for number, after in enumerate(several)
        )

    def _after_passing(self, after: AllPass) -> str:
        values: dict[str, Value] = {"who": self.role(after.who)} if after.who else {}
        if after.contract:
            values["contract"] = self.names.contract(after.contract)
        return self.words.text("all_pass", after.word, **values)

    # play

    def ladder(self, rungs: Sequence[Rung]) -> str:
        """What has to be played: the first rung, and those for players who cannot follow it."""
        phrases = [self._rung(rung) for rung in rungs]
        keys = ["first", "then", *["again"] * len(phrases)][: len(phrases)]
        if len(rungs) > 1 and is_rung(rungs[-1], any_card) and any(rung.when for rung in rungs):
            keys[-1] = "last"  # not only without the rungs above, but also where they do not count
        return "".join(
            self.words.text("ladder", key, rung=rung)
            for key, rung in zip(keys, phrases, strict=True)
        )

    def discards(self, rungs: Sequence[Discard]) -> str:
        """What may be discarded: the first rung, and those for when no card of it is left."""
        phrases = []
        for number, rung in enumerate(rungs):
            how = "shown" if rung.shown else "hidden"
            what = self.words.phrase("discards", how, cards=self.nouns.cards(rung.cards))
            phrases.append(self.words.text("discards", "then" if number else "first", what=what))
        return "".join(phrases)

    def _rung(self, rung: Rung) -> Phrase:
        if rung.cards is not None:
            kind = self.nouns.kind(rung.cards)
            cards = self.words.phrase("rungs", f"cards.{kind}", cards=self.nouns.cards(rung.cards))
            if rung.when is None:
                return cards
            when = self.condition(rung.when)
            return self.words.phrase("rungs", "when", rung=cards, when=when)
        return self.words.phrase("rungs", rung.word, trump=self.names.trump(rung.at))

    def wins(self, wins: Sequence[WinRule]) -> str:
        """Who wins a trick, by the first rule that holds."""
        last = [(str(win.best_of), win.when) for win in wins[-2:]]
        phrases = [self._win(win) for win in wins]
        if last == [(trump.name, None), (suit_led.name, None)]:
            trumps = self.names.trump(wins[-2].at)
            phrases[-2:] = [self.words.phrase("wins", "trump_or_suit_led", trump=trumps)]
        return "".join(
            self.words.text("wins", "first" if number == 0 else "then", win=win)
            for number, win in enumerate(phrases)
        )

    def _win(self, win: WinRule) -> Phrase:
        if win.card is not None:
            who = self.words.phrase("wins", "card", card=self.names.card(win.card))
        else:
            who = self.words.phrase("wins", str(win.best_of), trump=self.names.trump(win.at))
        if win.when is None:
            return who
        same = any(part.word in _NAMES_TRICK for part in demanded(win.when))
        key = "when.same" if same else "when"
        return self.words.phrase("wins", key, win=who, when=self.condition(win.when))


def _lone(contract: Contract) -> bool:
    """Whether one declarer plays a contract alone."""
    return contract.joined is None and [it.word for it in contract.declarers] == [declarer.name]


def _by_place(role: Role) -> Iterator[str]:
    """The key for a role in one part of the rules: ``speaker.contracts`` is a bidder."""
    if role.at:
        yield f"{role.word}.{role.at[0]}"
