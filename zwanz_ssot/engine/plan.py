"""The plan: what the steps of a round need of a game, compiled once into numbers, bit masks and
functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model import Bonus, CardSet, Condition, Game, Role
from ..model.identifiers import count_of_items, items_of
from ..words.compiling import Compiler
from ..words.registry import Measure, RoleFact, Seats, role_is
from ..words.roles import forehand_from_dealer
from .moves import MoveList


class Plan:
    """A game compiled, but for the steps of its rounds, which
    `zwanz_ssot.engine.compiled.CompiledGame` adds. States are ``Any`` here, as `State` itself
    builds on the plan.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.table.players
        self.cards = len(game.deck.cards)
        """How many cards the pack has."""
        kinds = {kind: mask.bit_length() - 1 for kind, mask in game.deck.kinds.items()}
        self.index = {**kinds, **{card.id: card.index for card in game.deck.cards}}
        """The index of a card by its id. The id of equal cards gives one of them."""
        self.bonus_ids = tuple(game.bonuses)
        self.contract_ids = tuple(game.contracts)
        self.contracts = tuple(game.contracts.values())
        self.items = count_of_items(len(self.bonus_ids))
        """How many items there are (`zwanz_ssot.model.identifiers`)."""
        self.bonus_items = tuple(items_of(bonus) for bonus in range(len(self.bonus_ids)))
        """By bonus: its items for the declarers and for the defenders."""
        self.tricks = game.hand_size
        self.talon = game.talon.packets if game.talon else ()
        self.dealer = -forehand_from_dealer(game.table) % self.players
        self.unit = game.unit
        """How many parts a card point has: 3 where cards are counted in packets of three."""
        self.last_trick = game.count.last_trick * self.unit
        self.worth = _cards_by_worth(game)
        """Each worth that cards have, in parts of a point, with the set of these cards."""
        self.whole = game.worth_of_all + self.last_trick
        """The worth of all cards and the last trick, in parts of a point, without declarations."""
        equals = game.deck.equals if game.deck.copies > 1 else ()
        self.words = Compiler(
            self.index, self.bonus_ids, tricks=self.tricks, unit=self.unit, equals=equals
        )
        self.moves = MoveList(game)
        self.steps: tuple[Any, ...] = ()
        self.exchange_begins = 0
        """The number of the step from which on the talon is open: the exchange, or what follows
        where there is none.
        """
        self.nothing = CardSet(game.deck)
        self._no_sets = (self.nothing,) * self.players
        self._partners = [
            tuple(
                self.seats(role)
                for role in contract.declarers
                if not role_is(role, RoleFact.DECLARER)
            )
            for contract in self.contracts
        ]
        """By contract: the roles of the declarers' side beside the declarer."""
        self._declarer_plays = [
            any(role_is(role, RoleFact.DECLARER) for role in contract.declarers)
            for contract in self.contracts
        ]
        self.fixed = (-1, -1)
        """Contract and declarer of every round where nothing is bid; else -1."""
        if fixed := game.fixed_contract:
            # The role asks only for the dealer, which the plan has, too.
            here: Any = self
            role = fixed.declarer
            declarer = self.seats(role)(here, 0).bit_length() - 1 if role is not None else -1
            self.fixed = (self.contract_ids.index(fixed.contract), declarer)

    def sets(self, masks: Sequence[int]) -> tuple[CardSet, ...]:
        """The set of cards of each mask, one for each seat."""
        if not any(masks):
            return self._no_sets
        deck, nothing = self.game.deck, self.nothing
        return tuple([CardSet(deck, mask) if mask else nothing for mask in masks])

    def seats(self, role: Role) -> Seats:
        """The function that finds the seats of a role in a round."""
        return self.words.seats(role)

    def measure(self, condition: Condition) -> Measure:
        """The function that gives the figures behind a condition in a round."""
        return self.words.figures(condition)

    def holder_card(self, bonus: Bonus) -> int:
        """The card whose holder announces a bonus; -1 if there is none, if it is the called card,
        or if the pack has equal cards.
        """
        role = bonus.announced_by
        if role is None or not role_is(role, RoleFact.BY_CARD) or not isinstance(role.arg, str):
            return -1
        if self.game.deck.copies > 1:
            return -1
        return self.index.get(role.arg, -1)

    def must_announce(self, state: Any) -> tuple[str, ...]:
        """The bonuses of which the declarer must announce one: those whose card he was dealt and
        still holds.
        """
        held = state.dealt[state.declarer] & state.hands[state.declarer]
        must = self.contracts[state.contract].must_announce
        return tuple(
            bonus for bonus in must if held >> self.holder_card(self.game.bonuses[bonus]) & 1
        )

    def find_sides(self, state: Any) -> None:
        """Set the declarers' side, as far as the cards that are dealt determine it."""
        own = 1 << state.declarer if state.declarer >= 0 else 0
        state.declarers = own if self._declarer_plays[state.contract] else 0
        for role in self._partners[state.contract]:
            state.declarers |= role(state, own)
        state.declarers |= state.joined

    def throw_in(self, state: Any, reason: str) -> None:
        """End the round without a settlement; ``reason`` is an id of ``Game.deals_again``."""
        state.thrown_in = reason
        self.end_round(state)

    def end_round(self, state: Any) -> None:
        """Leave out the steps that are left; `finish` is not called."""
        state.step = len(self.steps)
        state.turn = -1

    def leave(self, state: Any) -> None:
        """End the step of a state and enter the next one; after the last one finish the round."""
        state.step += 1
        if state.step < len(self.steps):
            self.steps[state.step].enter(state)
        else:
            state.turn = -1
            self.finish(state)

    def finish(self, state: Any) -> None:
        """Called when the last step is over."""


def _cards_by_worth(game: Game) -> tuple[tuple[int, int], ...]:
    found: dict[int, int] = {}
    for card in game.deck.cards:
        if worth := game.worth(card):
            found[worth] = found.get(worth, 0) | card.bit
    return tuple(found.items())
