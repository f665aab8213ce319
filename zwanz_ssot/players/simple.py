"""Simple opponents: they keep the rules, know only what their seat may know, and play by a few
rules of thumb.

They bid what promises most when they play it in the head (``hopes``), take tricks that they can
take cheaply, give points to a partner who wins the trick, and stay low where tricks are not wanted
(``thumbs``). The same view always gets the same move.
"""

from __future__ import annotations

from ..engine import Move, View
from ..model import Contract, Game
from ..words.outcome import majority, points_at_least
from . import card_heuristics
from .bid_sampling import best_bid

SURE = 0.64
"""The share at which a defender doubles the game."""


def choose(game: Game, view: View) -> Move:
    """The move of the seat whose turn it is."""
    moves = view.moves
    if view.step == "auction":
        return _speak(game, view)
    if view.step == "play":
        return _play(game, view)
    if view.step == "call":
        return card_heuristics.call(game, game.contracts[str(view.contract)], view.hand, view.moves)
    if view.step == "exchange":
        return card_heuristics.exchange(game, view.hand, view.talon, view.moves)
    if view.step == "announcements":
        return moves[-1] if moves[-1].kind == "pass" else moves[0]
    kinds = {move.kind: move for move in moves}
    if "throw-in" in kinds:
        return kinds["throw-in"]
    cuts = [move for move in moves if move.kind == "cut"]
    return cuts[len(cuts) // 2] if cuts else moves[0]


def _speak(game: Game, view: View) -> Move:
    passing = next((move for move in view.moves if move.kind in ("pass", "open")), None)
    bids = [move for move in view.moves if move.kind in ("bid", "hold")]
    spoken = any(
        seat == view.seat and move.kind not in ("pass", "open") for seat, move in view.said
    )
    if (
        bids
        and not (spoken and passing)
        and (hope := best_bid(game, view, must=passing is None)) is not None
    ):
        return hope
    doubles = [move for move in view.moves if move.kind == "double"]
    if passing is None:
        return (doubles or list(view.moves))[0]
    if doubles and view.contract is not None and not any(view.levels):
        against = game.contracts[view.contract]
        if _by_points(against) and _strength(game, against, view.hand) >= SURE:
            return doubles[0]
    return passing


def _strength(game: Game, contract: Contract, hand: int) -> float:
    """A winning card counts by its place among the cards of its suit; long suits count more than
    short ones.
    """
    trump = (
        game.deck.suits[contract.play.trump].mask
        if contract.play.trump and card_heuristics.trumps_win(contract)
        else 0
    )
    worth = 0.0
    for suit in game.deck.suits.values():
        mine, size = hand & suit.mask, suit.mask.bit_count()
        for card in game.deck.within(mine):
            above = (suit.mask >> (card.index + 1)).bit_count()
            held = (mine >> (card.index + 1)).bit_count()
            chance = 1 - (above - held) / size
            if suit.mask == trump:
                worth += chance
            elif above == held:
                worth += 0.7 if trump else 1.0
    return worth / max(1, hand.bit_count())


def _by_points(contract: Contract) -> bool:
    about_points = (points_at_least.name, majority.name)
    return contract.objective is not None and contract.objective.word in about_points


def _play(game: Game, view: View) -> Move:
    assert view.rules is not None and view.contract is not None
    declares = [move for move in view.moves if move.kind == "declare"]
    if declares:
        return declares[0]
    lain = [card for _, card in view.trick]
    ours = view.sides[view.seat]
    seen = card_heuristics.Seen(
        game=game,
        contract=game.contracts[view.contract],
        rules=view.rules,
        seat=view.seat,
        hand=view.hand,
        cards=sum(1 << card for move in view.moves if (card := move.card) is not None),
        trick=sum(1 << card for card in lain),
        lain=lain,
        in_trick=len(lain),
        gone=sum(1 << card for _, card in view.played),
        friends=sum(
            1 << seat for seat, side in enumerate(view.sides) if ours is not None and side == ours
        ),
        declares=ours == "declarers",
        won=sum(view.sides[winner] == "declarers" for winner in view.winners),
        called=-1 if view.called_card is None else view.called_card,
    )
    card = card_heuristics.card(seen)
    return next(move for move in view.moves if move.card == card)
