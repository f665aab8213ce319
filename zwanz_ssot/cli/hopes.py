"""What a hand can hope for where not points but tricks count: all of them, or none."""

from __future__ import annotations

from ..engine import Move, View
from ..model import Condition, Contract, Game

HELPED = 2
"""So many tricks a simple player leaves to a partner whom it calls."""


def best_bid(game: Game, view: View) -> Move | None:
    """The dearest bid for all tricks, or for none, that a hand can hope to make; None where it has none."""
    bids = [move for move in view.moves if move.kind == "bid" and _hopes(game, str(move.contract), view.hand)]
    return max(bids, key=lambda move: _worth(game, view, move)) if bids else None


def _hopes(game: Game, key: str, hand: int) -> bool:
    contract = game.contracts[key]
    goal = contract.objective
    if goal is None or goal.word != "tricks_won":
        return False
    if goal.args.get("exactly") == 0:
        return _is_low(game, contract, hand)
    if contract.play.has_trump:
        return False  # a trump takes what the suit would not
    return "all_of" in goal.args and _sure(game, contract, hand) >= _needed(contract, goal)


def _needed(contract: Contract, goal: Condition) -> int:
    count: int = goal.args["all_of"].count
    return count - HELPED if contract.calls else count


def _sure(game: Game, contract: Contract, hand: int) -> int:
    """The cards above which nothing is missing in their suit: a trick each."""
    found = 0
    for suit in game.deck.suits:
        for card in game.deck.order(suit, contract.play.ranking):
            if not hand >> card & 1:
                break
            found += 1
    return found


def _is_low(game: Game, contract: Contract, hand: int) -> bool:
    """Whether the hand has a card under the others' in every suit again and again: of its second-lowest card in a
    suit at most two lower ones are missing, of the third-lowest four."""
    for suit in game.deck.suits:
        held = 0
        for place, card in enumerate(reversed(game.deck.order(suit, contract.play.ranking))):
            if hand >> card & 1:
                if place - held > 2 * held:
                    return False
                held += 1
    return True


def _worth(game: Game, view: View, move: Move) -> tuple[int, int]:
    """What a bid brings; of the cards that can be laid down with it the lowest is led, the highest thrown away."""
    contract = game.contracts[str(move.contract)]
    if move.laid is None:
        return contract.value, 0
    order = game.deck.order(game.deck.cards[move.laid].suit, contract.play.ranking)
    place = order.index(move.laid)
    return contract.value, -place if view.contract == move.contract else place
