"""The rules for tricks: which cards may be led and played, and which one wins.

`CardObligations` are the duties of seats that have announced a card (``announced_cards`` of the
rules), for bonuses like "the Pagat takes the last trick": the card must be played in its trick
(``due``), and of several announced cards the first in an order is given up before the others
(``given_up``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..model import CALLED_CARD, Deck, HoldBack, Path, Play, Refusal, Rung, seats_in
from ..model.cards import bits
from ..words.cards import span
from ..words.compiling import trick as read_trick
from ..words.joints import owed_card
from ..words.ladders import suit_led, trump_in_force
from ..words.ladders import trump as trump_rung
from ..words.registry import RUNGS, TrickTest
from .plan import Plan

_TRUMP, _SUIT_LED = trump_rung.name, suit_led.name
"""Values of ``WinRule.best_of``: the suit of which the best card wins."""


class Best(dict[int, int]):
    """A cache: the strongest card of a set of one suit, where the bits are not in its order."""

    def __init__(self, orders: Sequence[Sequence[int]]) -> None:
        super().__init__()
        self._order = [(1 << card, card) for order in orders for card in order]

    def __missing__(self, cards: int) -> int:
        for bit, card in self._order:
            if cards & bit:
                self[cards] = card
                return card
        raise AssertionError("the best of no cards")


class TrickRules:
    """The rules of one contract for tricks, as masks. ``trump`` and ``ranking`` are those in force
    in a round (`in_force`); by default, those of the contract. ``called`` is the called card, or
    CALLED_CARD where there is none or no rule holds it back. ``left_out`` are the paths of rungs
    whose condition does not hold.
    """

    def __init__(
        self,
        play: Play,
        deck: Deck,
        trump: str | None = None,
        ranking: str | None = None,
        called: int = CALLED_CARD,
        left_out: frozenset[Path] = frozenset(),
    ) -> None:
        # Masks of the suits, and of the rungs of the ladders for leading and following.
        whole = play
        if left_out:
            play = replace(
                play,
                lead=tuple(rung for rung in play.lead if rung.at not in left_out),
                follow=tuple(rung for rung in play.follow if rung.at not in left_out),
            )
        self.play = play
        self._held_back = tuple(
            replace(rule, card=called) if rule.card == CALLED_CARD else rule
            for rule in play.hold_back
        )
        self.deck = deck
        self.trump = deck.suits[trump].mask if trump else play.trump.mask(deck)
        ranking = ranking or play.ranking
        orders = [deck.order(suit, ranking) for suit in deck.suits]
        if play.trump.cards:
            # Trumps of several suits form one suit and leave their own.
            of_suits = [[it for it in order if not self.trump >> it & 1] for order in orders]
            groups = [group.mask for group in play.trump.cards]
            orders = [deck.in_order(groups, ranking), *(tuple(order) for order in of_suits)]
        masks = [sum(1 << card for card in order) for order in orders]
        self.suit_of = tuple(
            next(mask for mask in masks if mask >> card.index & 1) for card in deck.cards
        )
        self.lead = tuple(self._rung(rung, 0) for rung in play.lead)
        ladders = {mask: tuple(self._rung(rung, mask) for rung in play.follow) for mask in masks}
        self.follow = tuple(ladders[mask] for mask in self.suit_of)
        """By card led: the rungs of the ladder, as sets."""
        self.ever_lead = self._ever(whole.lead, 0)
        ever = {mask: self._ever(whole.follow, mask) for mask in masks}
        self.ever_follow = tuple(ever[mask] for mask in self.suit_of)
        """The same at any moment of the play: each rung, and whether it has no condition."""

        # The order of the cards.
        self.beat = play.beat != "never"
        self._in_suit = play.beat == "in_suit_led"
        self._equals = deck.equals if deck.copies > 1 else None
        self._last_wins = play.equal_cards == "second_wins"
        above = [0] * len(deck.cards)
        for order in orders:
            for place, card in enumerate(order):
                equal = deck.equals[card] & ~(1 << card)
                stronger = sum(1 << each for each in order[:place]) & ~equal
                above[card] = stronger | (equal if self._last_wins else 0)
        self.above = tuple(above)
        """By card: the stronger cards of its suit."""
        natural = all(list(order) == sorted(order, reverse=True) for order in orders)
        self._ranked = None if natural else Best(orders)

        # Winners: single cards with a rule of their own, and best cards of a suit.
        self._special: tuple[tuple[int, TrickTest | None], ...] = tuple(
            (
                1 << win.card if win.card is not None else 0,
                read_trick(win.when) if win.when else None,
            )
            for win in play.wins
        )
        self._best = tuple(win.best_of for win in play.wins)
        plain = tuple(win.best_of for win in play.wins if win.card is None)
        simple = all(when is None for card, when in self._special if not card)
        self._rare = sum({card for card, _ in self._special})
        """The cards with a rule of their own; a trick without any is decided by ``_best``."""
        self._plain = simple and plain in ((_TRUMP, _SUIT_LED), (_SUIT_LED,))
        self._over = self.trump if _TRUMP in plain else 0
        """The suit that wins over the suit led; 0 for none."""

        # Cards that are held back.
        self._kept = tuple(
            (
                1 << number,
                1 << rule.card,
                rule.while_holding.mask & ~(1 << rule.card) if rule.while_holding else 0,
            )
            for number, rule in enumerate(self._held_back)
            if rule.card >= 0
        )
        """By rule: its bit, the bit of its card, and the cards of which one must be held for the
        rule to hold; 0: none.
        """
        self._keepable = sum({card for _, card, _ in self._kept})

    def _rung(self, rung: Rung, led: int) -> int:
        if rung.cards is not None:
            return rung.cards.mask
        return RUNGS[rung.word].meaning(led, self.trump, self.deck.all)

    def _ever(self, rungs: Sequence[Rung], led: int) -> tuple[tuple[int, bool], ...]:
        return tuple((self._rung(rung, led), rung.when is None) for rung in rungs)

    def best(self, cards: int) -> int:
        """The strongest card of a set of one suit."""
        return cards.bit_length() - 1 if self._ranked is None else self._ranked[cards]

    def winner(self, trick: int, led: int, played: Sequence[int]) -> int:
        """The winning card of a trick. ``trick`` is a set, ``led`` the card led; ``played`` are the
        cards in the order of play, those of the trick last.
        """
        if self._plain and not trick & self._rare:
            of = (trick & self._over) or (trick & self.suit_of[led])
            if self._equals is not None:
                return self._of_equals(self.best(of), trick, played)
            return of.bit_length() - 1 if self._ranked is None else self._ranked[of]
        for best, (card, when) in zip(self._best, self._special, strict=True):
            if card:
                if trick & card and (when is None or when(trick, 1 << led, played)):
                    return card.bit_length() - 1
                continue
            of = trick & (self.trump if best == _TRUMP else self.suit_of[led])
            if of and (when is None or when(trick, 1 << led, played)):
                found = self.best(of)
                return found if self._equals is None else self._of_equals(found, trick, played)
        raise AssertionError("a trick without a winner")

    def _of_equals(self, card: int, trick: int, played: Sequence[int]) -> int:
        """The strongest of the cards of a trick that equal ``card``. A card that is not in
        ``played`` counts as the last one played.
        """
        assert self._equals is not None
        lying = trick & self._equals[card]
        if not lying & lying - 1:
            return card
        in_order = [each for each in played if lying >> each & 1]
        in_order += [each for each in bits(lying) if each not in in_order]
        return in_order[-1 if self._last_wins else 0]

    def rung(self, hand: int, trick: int, led: int) -> tuple[int, int]:
        """The first rung of which the hand has cards: ``(number, cards)``; no ``trick``: a lead."""
        for number, mask in enumerate(self.follow[led] if trick else self.lead):
            if cards := hand & mask:
                return number, cards
        raise AssertionError("a hand that can play nothing")

    def legal(self, hand: int, trick: int, led: int, held: int, played: Sequence[int]) -> int:
        """The cards that may be played: of the first rung of which the hand has cards, those that
        would win where the trick must be headed and any would, without cards held back as long as
        another remains. ``held`` are the numbers of the rules by which this hand keeps cards back,
        as a set.
        """
        for mask in self.follow[led] if trick else self.lead:
            if cards := hand & mask:
                break
        if cards & cards - 1 and (held or self.beat):  # no rule forbids the last card
            return self._allowed(cards, hand, trick, led, held, played)
        return cards

    def _allowed(
        self, cards: int, hand: int, trick: int, led: int, held: int, played: Sequence[int]
    ) -> int:
        """Of the cards of a rung: those that may be played."""
        if self.beat and trick and (heading := self.heading(cards, trick, led, played)):
            cards = heading | self._free(cards, led) if self._in_suit else heading
        return (
            cards & ~self.waiting(hand, held) or cards if held and cards & self._keepable else cards
        )

    def waiting(self, hand: int, held: int) -> int:
        """The cards that this hand must still keep back."""
        kept = 0
        for rule, card, company in self._kept:
            if held & rule and (not company or hand & company):
                kept |= card
        return kept

    def keeps(self, card: int, hand: int, held: int) -> HoldBack | None:
        """The rule by which a hand must still keep a card back; None without one."""
        for number, rule in enumerate(self._held_back):
            if rule.card == card and self.waiting(hand, held & 1 << number):
                return rule
        return None

    def heading(self, cards: int, trick: int, led: int, played: Sequence[int]) -> int:
        """Those of the cards that would win the trick so far; where only the suit led must be
        headed, those that beat its best card.
        """
        if self._in_suit:
            return cards & self.above[self.best(trick & self.suit_of[led])]
        # Masks decide where the best card of a suit wins; other cards are tried one by one.
        heading, left = 0, cards
        if self._plain and not trick & self._rare:
            left = cards & self._rare
            over = trick & self._over
            suit = over or trick & self.suit_of[led]
            best = suit.bit_length() - 1 if self._ranked is None else self._ranked[suit]
            above = self.above[best] if over else self.above[best] | self._over
            heading = (cards ^ left) & above
        while left:
            card = left & -left
            left ^= card
            if self.winner(trick | card, led, played) == card.bit_length() - 1:
                heading |= card
        return heading

    def _free(self, cards: int, led: int) -> int:
        """Those of the cards that need not head the trick: cards of other suits, where only the
        suit led must be headed.
        """
        return cards & ~self.suit_of[led] if self._in_suit else 0

    def not_held(self, card: int, cards: int, trick: int, led: int, played: Sequence[int]) -> int:
        """The cards that a hand cannot have held, as it played ``card`` where it could choose from
        ``cards``: all that would have headed the trick, if it had to be headed and ``card`` does
        not.
        """
        if not self.beat or not trick or self._free(1 << card, led):
            return 0
        heading = self.heading(cards, trick, led, played)
        return 0 if heading >> card & 1 else heading

    def why_not(
        self, card: int, hand: int, trick: int, led: int, held: int, played: Sequence[int]
    ) -> Refusal | None:
        """Why a card may not be played; None if it may. Takes the stages of `legal` in order, and
        names the rule of the first that forbids the card.
        """
        bit = 1 << card
        if not hand & bit:
            return Refusal("not_in_hand", ("play",), {"card": card})
        number, cards = self.rung(hand, trick, led)
        rungs: Sequence[Rung] = self.play.follow if trick else self.play.lead
        if not cards & bit:
            rung = rungs[number]
            of = "must_play_of" if trick else "must_lead_of"
            word = RUNGS.get(rung.word)
            code = word.refusal if word is not None else ""
            return Refusal(code or of, rung.at, {"cards": cards})
        if self.beat and trick and (heading := self.heading(cards, trick, led, played)):
            cards = heading | self._free(cards, led)
            if not cards & bit:
                return Refusal("must_beat", self.play.beat_at, {"cards": heading})
        others = cards & ~self.waiting(hand, held)
        if others and (rule := self.keeps(card, hand, held)):
            return Refusal("held_back", rule.at, {"card": card, "cards": others})
        return None


def in_force(play: Play, deck: Deck, called: int, named: int) -> tuple[str | None, str | None]:
    """The trump suit and the ranking of a contract in a round. None is no trump suit, and the
    ranking of the pack.

    ``called`` is the card that was called, ``named`` the number of the suit that was named; -1:
    none.
    """
    ranking = play.ranking
    card = deck.cards[called] if called >= 0 else None
    named_suit = tuple(deck.suits)[named] if named >= 0 else None
    trump = trump_in_force(play.trump, card.suit if card is not None else None, named_suit)
    if card is not None:
        ranking = play.ranking_if_called.get(card.rank, ranking)
    return trump, ranking


class OwedCard(NamedTuple):
    """An announced card, its bit, and its obligations. Tricks count from 0."""

    bit: int
    trick: int
    due: bool
    """Whether it must be played in its trick."""
    in_order: bool
    """Whether it has a place in the order in which several are given up."""


class _ObligedBonus(NamedTuple):
    """A bonus with obligations: its number, the card (or `CALLED_CARD`), and the rest as in
    `OwedCard`.
    """

    number: int
    card: int
    trick: int
    due: bool
    in_order: bool


class CardObligations:
    """The rules of one contract for announced cards, compiled."""

    def __init__(self, plan: Plan, contract: int) -> None:
        self.rule = plan.contracts[contract].play.announced_cards
        self._bonuses = tuple(self._obliged(plan))

    def _obliged(self, plan: Plan) -> Iterable[_ObligedBonus]:
        rule = self.rule
        if rule is None:
            return
        # Cards are given up in the order of ``given_up``; the others follow.
        for key in dict.fromkeys((*rule.given_up, *rule.due)):
            named = owed_card(plan.game.bonuses[key].won)
            if named is not None:
                card, tricks = named
                yield _ObligedBonus(
                    plan.bonus_ids.index(key),
                    card,
                    span(tricks, plan.tricks).numbers[0],
                    due=key in rule.due,
                    in_order=key in rule.given_up,
                )

    def __bool__(self) -> bool:
        """Whether anything can be owed in this contract."""
        return bool(self._bonuses)

    def owed(self, announced_by: Callable[[int], int], called: int, players: int) -> OwedBySeat:
        """By seat: its obligations, in the order of giving up; empty if nobody announced a card.

        ``announced_by`` gives the seats that announced a bonus, ``called`` is the card that was
        called.
        """
        announced = [(bonus, announced_by(bonus.number)) for bonus in self._bonuses]
        if not any(by for _, by in announced):
            return ()
        found: list[list[OwedCard]] = [[] for _ in range(players)]
        for bonus, by in announced:
            card = called if bonus.card == CALLED_CARD else bonus.card
            if card < 0:  # no card is called in this contract
                continue
            owed = OwedCard(1 << card, bonus.trick, bonus.due, bonus.in_order)
            for seat in seats_in(by):
                found[seat].append(owed)
        return tuple(map(tuple, found))

    def why_not(self, card: int, cards: int, owed: Sequence[OwedCard], now: int) -> Refusal | None:
        """Why one of the legal ``cards`` may not be played in trick ``now`` by a seat with the
        obligations ``owed``; None if it may.
        """
        left = narrowed(cards, owed, now)
        if left >> card & 1:
            return None
        assert self.rule is not None
        due = any(each.due and each.bit == left and each.trick == now for each in owed)
        code, key = ("due_now", "due") if due else ("give_up_first", "given_up")
        return Refusal(code, (*self.rule.at, key), {"cards": left})


OwedBySeat = tuple[tuple[OwedCard, ...], ...]


def narrowed(cards: int, owed: Iterable[OwedCard], now: int) -> int:
    """Those of the legal ``cards`` that obligations leave in trick ``now``. ``owed`` is in the
    order of giving up.
    """
    # A card due in this trick comes first.
    for bit, trick, due, _ in owed:
        if due and cards & bit and trick == now:
            return bit
    # Of the cards owed to later tricks, only the first may be given up. Two bonuses may owe the
    # same card.
    first = 0
    for bit, trick, _, in_order in owed:
        if in_order and cards & bit and trick > now:
            first = first or bit
            if bit != first:
                cards &= ~bit
    return cards
