"""What no round can come to, although each word of it could be meant: it is a fault where a
situation states it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ..engine.state import State
from ..model import SEATS, Contract
from ..source import Path
from ..terms.roles import seats
from .desk import Desk

_POINTS: Path = ("outcome", "points")


def declarer(desk: Desk, state: State) -> None:
    """The declarer may bid the contract, where only one seat may."""
    contract = desk.table.contracts[state.contract]
    if contract.by is None:
        return
    find = partial(seats, cards=desk.table.index, bonuses=desk.table.bonus_ids)
    may = find(contract.by)(state, 1 << state.declarer)
    if not may >> state.declarer & 1:
        who = " or ".join(desk.sitting(may))
        desk.fault(("declarer",), f"only {who} may bid {contract.id}, not {SEATS[state.declarer]}")


def called(desk: Desk, state: State) -> None:
    """The called card is one of those that may be called."""
    call = desk.game.call
    cards = call.every if call else ()
    if not desk.problems and state.called_card not in cards:
        card = desk.game.deck.cards[state.called_card].id
        known = ", ".join(desk.game.deck.cards[each].id for each in cards)
        desk.fault(
            ("called",),
            f"{card} cannot be called",
            f"the cards that can are {known}" if known else "",
        )


def points_of_tricks(
    desk: Desk,
    contract: Contract,
    counts: Mapping[int, int],
    points: Mapping[int, int],
    declared: Mapping[int, int],
) -> None:
    """So many tricks have so many points, in parts of a point; who has none has no points, whatever
    was declared.

    Cards of a talon may lie with either side, unless they stay where they are and count for nobody.
    """
    game, talon = desk.game, contract.talon
    stays = talon is not None and talon.takes == "nothing" and talon.counts_for == "nobody"
    spare = sum(game.talon.packets) if game.talon and not stays else 0
    worth = sorted(game.worth(card) for card in game.deck.cards)
    extra = desk.table.whole - sum(worth)  # for the last trick
    for some, amount in points.items():
        won = [number for each, number in counts.items() if not each & ~some]
        if not won or sum(each for each in counts if not each & ~some) != some:
            continue
        who, cards, said = (
            " and ".join(desk.sitting(some)),
            sum(won) * desk.players,
            amount // game.unit,
        )
        if amount and not cards and not spare:
            desk.fault(_POINTS, f"{who} won no trick and cannot have {said} points")
            return
        least = sum(worth[:cards]) // game.unit
        most = (sum(worth[max(len(worth) - cards - spare, 0) :]) + extra) // game.unit
        if not declared and 0 <= cards <= len(worth) and not least <= said <= most:
            desk.fault(
                _POINTS,
                f"{sum(won)} tricks of {who} have from {least} to {most} points, not {said}",
            )
            return


def catch(desk: Desk, said: State, path: Path, winner: int, caught: int) -> None:
    """A card can win a trick in which the other one lies, perhaps with a third."""
    play, rules = desk.table.contracts[said.contract].play, desk.table.play_room.tricks(said)
    if desk.problems or (play.trump_from and not rules.trump):
        return
    deck, lying = desk.game.deck, 1 << winner | 1 << caught
    for third in deck.cards:
        whole = lying | 1 << third.index
        if any(
            rules.winner(whole, led.index, (led.index,)) == winner for led in deck.within(whole)
        ):
            return
    desk.fault(path, f"{deck.cards[winner].id} wins no trick in which {deck.cards[caught].id} lies")
