"""What every step of a round needs of a game, compiled: its cards, moves and words as numbers, masks
and functions.
"""

from __future__ import annotations

from typing import Any

from ..model import Bonus, Condition, Game, Role, TalonUse
from ..words.compiling import Compiler
from ..words.registry import Measure, Seats
from .moves import MoveList


class TalonCredit:
    """What counts for a seat beside its tricks; a side's share lies with its first seat."""

    def __init__(self, game: Game) -> None:
        self._uses = tuple(contract.talon for contract in game.contracts.values())
        exchange = game.exchange
        self._discards_for = exchange.discards_count_for if exchange else ""

    def share_out(self, state: Any) -> None:
        """Fill ``state.beside`` at the end of a round."""
        use: TalonUse | None = self._uses[state.contract]
        if state.discarded:
            state.beside[self._seat(state, self._discards_for)] |= state.discarded
        if use is None:
            return
        called = (
            1 << state.called_card if state.called_card >= 0 and use.packet_of_called_card else 0
        )
        for number, packet in enumerate(state.talon):
            if state.talon_taken >> number & 1:
                continue
            if packet & called:
                state.beside[self._seat(state, use.packet_of_called_card)] |= packet
            elif use.counts_for == "first_tricks":
                self._one_to_each(state, packet)
            elif use.counts_for == "last_trick_winner" and state.winners:
                state.beside[state.winners[-1]] |= packet
            elif use.counts_for in ("declarers", "defenders"):
                state.beside[self._seat(state, use.counts_for)] |= packet

    @staticmethod
    def _one_to_each(state: Any, packet: int) -> None:
        for winner, card in zip(state.winners, state.talon_cards, strict=False):
            if packet >> card & 1:
                state.beside[winner] |= 1 << card

    @staticmethod
    def _seat(state: Any, side: str) -> int:
        seats = (
            state.declarers
            if side == "declarers"
            else ((1 << state.players) - 1) & ~state.declarers
        )
        return int((seats & -seats).bit_length() - 1)


class Plan:
    """A game compiled. Its rooms are furnished by `zwanz_ssot.engine.table.Table`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.table.players
        self.cards = len(game.deck.cards)
        self.index = {card.id: card.index for card in game.deck.cards}
        self.bonus_ids = tuple(game.bonuses)
        self.contract_ids = tuple(game.contracts)
        self.contracts = tuple(game.contracts.values())
        self.items = 1 + 2 * len(self.bonus_ids)
        self.tricks = game.hand_size
        self.talon = game.talon.packets if game.talon else ()
        self.unit = game.unit
        """How many parts a card point has: 3 where cards are counted in packets of three."""
        self.last_trick = game.count.last_trick * self.unit
        self.dealer = -game.table.forehand_from_dealer % self.players
        by_worth: dict[int, int] = {}
        for card in game.deck.cards:
            if worth := game.worth(card):
                by_worth[worth] = by_worth.get(worth, 0) | card.bit
        self.worth = tuple(by_worth.items())
        self.whole = game.worth_of_all + self.last_trick
        """What all cards and the last trick count together, declarations aside."""
        self.words = Compiler(self.index, self.bonus_ids, tricks=self.tricks, unit=self.unit)
        self.moves = MoveList(game)
        self._sides = tuple(
            tuple(self.seats(role) for role in contract.declarers) for contract in self.contracts
        )
        self.rooms: tuple[Any, ...] = ()
        self._spoils = TalonCredit(game) if game.talon else None
        self.fixed = (-1, -1)
        """Contract and declarer of every round, where nothing is bid."""
        if fixed := game.fixed_contract:
            here: Any = self
            seat = self.seats(fixed.declarer)(here, 0).bit_length() - 1
            self.fixed = (self.contract_ids.index(fixed.contract), seat)

    def seats(self, role: Role) -> Seats:
        """The function that finds the seats of a role in a round."""
        return self.words.seats(role)

    def measure(self, condition: Condition) -> Measure:
        """The function that gives the figures behind a condition in a round."""
        return self.words.figures(condition)

    def holder_card(self, bonus: Bonus) -> int:
        """The card that a bonus is announced with by its holder; -1 where there is none, or it is
        called.
        """
        role = bonus.announced_by
        if role is None or role.word != "holder_of" or not isinstance(role.arg, str):
            return -1
        return self.index.get(role.arg, -1)

    def due(self, state: Any) -> tuple[str, ...]:
        """The bonuses of which the declarer has to announce one: those whose card he was dealt, and
        still holds.
        """
        held = state.dealt[state.declarer] & state.hands[state.declarer]
        must = self.contracts[state.contract].must_announce
        return tuple(
            bonus for bonus in must if held >> self.holder_card(self.game.bonuses[bonus]) & 1
        )

    def find_sides(self, state: Any) -> None:
        """Find who plays on the declarers' side, as far as the cards are dealt."""
        own = 1 << state.declarer if state.declarer >= 0 else 0
        state.declarers = 0
        for role in self._sides[state.contract]:
            state.declarers |= role(state, own)
        state.declarers |= state.joined

    def throw_in(self, state: Any, reason: str) -> None:
        """End the round unsettled."""
        state.thrown_in = reason
        state.step = len(self.rooms)
        state.turn = -1

    def leave(self, state: Any) -> None:
        """End the step that a state is in, and enter the next one."""
        state.step += 1
        if state.step < len(self.rooms):
            self.rooms[state.step].enter(state)
        else:
            state.turn = -1
            self.finish(state)

    def finish(self, state: Any) -> None:
        """See whose the spoils are, when the last step is over."""
        if self._spoils is not None:
            self._spoils.share_out(state)
