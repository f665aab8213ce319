"""Simple opponents for any game: they play by the rules, from the view of their seat.

They bid what samples promise most (`zwanz_ssot.players.bid_sampling`) and play by rules of thumb
(`zwanz_ssot.players.card_heuristics`). They are no measure of a game: they announce only what they
must, remember only cards that were played, and infer nothing from bids. The same view always gets
the same move.
"""

from __future__ import annotations

from functools import partial

from ..engine import Move, View
from ..engine.settlement import trumps_in_order
from ..model import Contract, Game
from ..problems import WrongCall, of_kind
from ..words.facts import in_a_row
from ..words.ladders import trumps_win
from ..words.outcome import majority, points_at_least
from . import card_heuristics
from .bid_sampling import best_bid

ENOUGH = 0.5
"""The least `strength` of a hand to bid numbers for a contract. A guess, not measured."""
SURE = 0.64
"""The least `strength` of a hand with which a defender doubles the game. A guess, not measured."""
WORDS = ("bid", "hold", "double", "announce")
"""Kinds of moves by which a seat has spoken in the auction. To cut or to keep a hand is none."""
_GUARDED = 0.7
"""The tricks that the highest card of a suit counts for where trumps can beat it. A guess."""


def choose(game: Game, view: View) -> Move:
    """One of ``view.moves``, the view being that of the seat at turn. A bid takes up to a tenth of
    a second, any other move less than a millisecond. Raises `WrongCall` for a view without moves.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.players.simple import choose
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7)
    >>> choose(game, round.view(round.turn)) in round.moves()
    True
    """
    of_kind("view", View, view)
    moves = view.moves
    if not moves:
        raise WrongCall("there is no move to choose", "take the view of the seat whose turn it is")
    if view.step == "auction":
        return _speak(game, view)
    if view.step == "play":
        return card_heuristics.play(moves, partial(card_heuristics.situation_of, game, view))
    if view.step == "naming":
        return card_heuristics.naming(view.hand.mask, moves)
    if view.step == "call":
        return card_heuristics.call(
            game, game.contracts[str(view.contract)], view.hand.mask, view.moves
        )
    if view.step == "exchange":
        talon = [packet.mask if packet is not None else None for packet in view.talon]
        return card_heuristics.exchange(game, view.hand.mask, talon, view.moves)
    if view.step == "announcements" and all(move.kind == "raise" for move in moves):
        return max(moves, key=lambda move: strength(game, _raised(game, move), view.hand.mask))
    if view.step == "announcements":
        return moves[-1] if moves[-1].kind == "pass" else moves[0]
    kinds = {move.kind: move for move in moves}
    if "throw-in" in kinds:
        return kinds["throw-in"]
    cuts = [move for move in moves if move.kind == "cut"]
    return cuts[len(cuts) // 2] if cuts else moves[0]


def _speak(game: Game, view: View) -> Move:
    """A bid that promises a gain; else a double of a game that looks lost; else a pass."""
    if any(move.kind == "number" or move == "hold" for move in view.moves) and game.auction.numbers:
        return _number(game, view)
    passing = next((move for move in view.moves if move.kind in ("pass", "open")), None)
    bids = [move for move in view.moves if move.kind in ("bid", "hold")]
    has_spoken = any(seat == view.seat and move.kind in WORDS for seat, move in view.said)
    if bids and not (has_spoken and passing):
        bid = best_bid(game, view, must=passing is None)
        if bid is not None:
            return bid
    doubles = [move for move in view.moves if move.kind == "double"]
    if passing is None:
        return (doubles or list(view.moves))[0]
    if doubles and view.contract is not None and not view.levels:
        against = game.contracts[view.contract]
        if by_points(against) and strength(game, against, view.hand.mask) >= SURE:
            return doubles[0]
    return passing


def _number(game: Game, view: View) -> Move:
    """The next number, or to hold the one that was bid, if the hand seems good for a contract of
    that value; else a pass.
    """
    hand = view.hand.mask
    worth = [
        _at_least(game, contract, hand)
        for contract in game.contracts.values()
        if contract.objective is not None and strength(game, contract, hand) >= ENOUGH
    ]
    bid = [move.count for _, move in view.said if move.count is not None and move.kind == "number"]
    spoken = next(move for move in view.moves if move.kind in ("number", "hold"))
    number = spoken.count if spoken.count is not None else bid[-1]
    passing = next(move for move in view.moves if move.kind == "pass")
    return spoken if max(worth, default=0) >= number else passing


def _at_least(game: Game, contract: Contract, hand: int) -> int:
    """The least value of a contract with this hand: its base, and its tops in hand."""
    if not contract.per_top:
        return contract.value
    trumps = trumps_in_order(contract.play, game.deck)
    return contract.base + contract.per_top * in_a_row([bool(hand >> it & 1) for it in trumps])


def _raised(game: Game, move: Move) -> Contract:
    """The contract that a game is raised to."""
    return game.contracts[str(move.contract)]


def strength(game: Game, contract: Contract, hand: int) -> float:
    """The share of the cards of a hand that are expected to win a trick, from 0 to 1.

    A trump counts more the fewer trumps above it are in other hands. Another card counts only if no
    other hand has a higher one of its suit.
    """
    trump = contract.play.trump.mask(game.deck) if trumps_win(contract.play) else 0
    suits = [suit.mask & ~trump for suit in game.deck.suits.values()]
    worth = 0.0
    for suit in (trump, *suits):
        mine, size = hand & suit, suit.bit_count()
        for card in game.deck.within(mine):
            above = (suit >> (card.index + 1)).bit_count()
            held = (mine >> (card.index + 1)).bit_count()
            chance = 1 - (above - held) / size
            if suit == trump:
                worth += chance
            elif above == held:
                worth += _GUARDED if trump else 1.0
    return worth / max(1, hand.bit_count())


def by_points(contract: Contract) -> bool:
    """Whether a contract is won by card points."""
    goal = contract.objective
    return goal is not None and goal.word in (points_at_least.name, majority.name)
