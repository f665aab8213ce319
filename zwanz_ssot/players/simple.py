"""Simple opponents: they keep the rules, know only what their seat may know, and play by a few
rules of thumb.

They bid what promises most when they play it in the head (``hopes``), take tricks that they can
take cheaply, give points to a partner who wins the trick, and stay low where tricks are not wanted
(``thumbs``). The same view always gets the same move.
"""

from __future__ import annotations

from ..engine import Move, View
from ..model import Contract, Game
from ..problems import WrongCall
from ..words.outcome import majority, points_at_least
from . import card_heuristics
from .bid_sampling import best_bid, own_seat

SURE = 0.64
"""The share at which a defender doubles the game."""


def choose(game: Game, view: View) -> Move:
    """The move of the seat whose turn it is, and whose ``view`` it is. WrongCall for another view.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.players.simple import choose
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7)
    >>> choose(game, round.view(round.turn)) in round.moves()
    True
    """
    moves = view.moves
    if not moves:
        raise WrongCall("there is no move to choose", "take the view of the seat whose turn it is")
    if view.step == "auction":
        return _speak(game, view)
    if view.step == "play":
        return _play(game, view)
    if view.step == "call":
        return card_heuristics.call(
            game, game.contracts[str(view.contract)], view.hand.mask, view.moves
        )
    if view.step == "exchange":
        talon = [packet.mask if packet is not None else None for packet in view.talon]
        return card_heuristics.exchange(game, view.hand.mask, talon, view.moves)
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
    if doubles and view.contract is not None and not view.levels:
        against = game.contracts[view.contract]
        if _by_points(against) and _strength(game, against, view.hand.mask) >= SURE:
            return doubles[0]
    return passing


def _strength(game: Game, contract: Contract, hand: int) -> float:
    """A winning card counts by its place among the cards of its suit; long suits count more than
    short ones.
    """
    trump = (
        game.deck.suits[contract.play.trump.suit].mask
        if contract.play.trump.suit and card_heuristics.trumps_win(contract)
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
    lain = [card.index for _, card in view.trick]
    seat = own_seat(view)
    ours = view.sides[seat]
    seen = card_heuristics.Seen(
        game=game,
        contract=game.contracts[view.contract],
        rules=view.rules,
        seat=seat,
        hand=view.hand.mask,
        cards=sum(move.card.bit for move in view.moves if move.card is not None),
        trick=sum(1 << card for card in lain),
        lain=lain,
        in_trick=len(lain),
        gone=sum(card.bit for _, card in view.played),
        friends=sum(
            1 << each for each, side in enumerate(view.sides) if ours is not None and side == ours
        ),
        declares=ours == "declarers",
        won=sum(view.sides[winner] == "declarers" for winner in view.winners),
        called=-1 if view.called_card is None else view.called_card.index,
    )
    chosen = game.deck.cards[card_heuristics.card(seen)]
    return next(move for move in view.moves if move.card == chosen)
