"""Whose the discards are, and what lay in the talon, when the cards are counted."""

from __future__ import annotations

from typing import Any

from ..model import Game, TalonUse


class Spoils:
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
