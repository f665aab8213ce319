"""What a bid may bring: the cards one does not see are dealt at random, and played by rules of
thumb in the head.

Every kind of game is judged alike: by the score at the end, as the rules have it. The hidden cards
are drawn from numbers that the own hand gives, so that the same view always finds the same.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from random import Random
from statistics import fmean, stdev

from ..engine import CompiledGame, Move, View, hypothetical, table
from ..engine.deal import shuffled
from ..engine.state import State
from ..model import Game
from ..problems import RulesAreSilent, WrongCall
from . import card_heuristics

GLANCE = 4
"""So often each bid is played in the head at first."""
LOOK = 24
"""So often in all, where it looked as if it could be the best."""
CONTENDERS = 3
"""So many bids are looked at so often."""
DOUBT = 0.5
"""So much of the error of the mean must be left over for a bid that need not be made."""

OPEN = 0.3
"""So much of the value is expected to be lost by hands that lie open."""

OWN, NOBODY = -1, -2
Key = tuple[str, int, int, int]
"""A contract, the seat that bids it first, the card called, the card laid down; -1 for no card."""


def best_bid(game: Game, view: View, *, must: bool) -> Move | None:
    """The bid that promises most; None where none promises more than it can cost, and nothing must
    be bid.
    """
    seat = own_seat(view)
    bids = {_key(view, move): move for move in view.moves if move.kind in ("bid", "hold")}
    if not bids:
        return None
    seen = {key: _scores(game, seat, view.hand.mask, key, GLANCE) for key in bids}
    best = sorted(bids, key=lambda key: fmean(seen[key]), reverse=True)[:CONTENDERS]
    promised = {key: _promise(game, view, key) for key in best if must or max(seen[key]) > 0}
    if not promised:
        return None
    key = max(promised, key=lambda each: promised[each])
    return bids[key] if must or promised[key] > _otherwise(game, view) else None


def own_seat(view: View) -> int:
    """The seat whose view it is. WrongCall for that of an onlooker, who makes no moves."""
    if view.seat is None:
        raise WrongCall("an onlooker makes no move", "take the view of the seat whose turn it is")
    return view.seat


def _otherwise(game: Game, view: View) -> float:
    """What a pass brings: that of the game which is played when all have passed, if this is the
    last pass; else none can tell, and it is nothing.
    """
    passes = [move for _, move in view.said if move.kind == "pass"]
    round_of_passes, before = divmod(len(passes), game.table.players)
    if view.contract is not None or before < game.table.players - 1:
        return 0
    after = game.auction.if_all_pass[round_of_passes]
    if after.contract is None:
        return 0
    return fmean(
        _scores(game, own_seat(view), view.hand.mask, (after.contract, NOBODY, -1, -1), LOOK)
    )


def _promise(game: Game, view: View, key: Key) -> float:
    """The mean of the scores, less some of its error: of many bids that are looked at, one always
    looks better than it is. Where hands lie open, the others play better than they do in the head.
    """
    scores = _scores(game, own_seat(view), view.hand.mask, key, LOOK)
    contract = game.contracts[key[0]]
    less = OPEN * contract.value * (game.table.players - 1) if contract.play.open_hands else 0
    return fmean(scores) - DOUBT * stdev(scores) / sqrt(len(scores)) - less


def _key(view: View, move: Move) -> Key:
    contract = str(move.contract or view.contract)
    joins = move.laid is not None and contract == view.contract and view.declarer is not None
    first = view.declarer if joins and view.declarer is not None else OWN
    return (
        contract,
        first,
        -1 if move.card is None else move.card.index,
        -1 if move.laid is None else move.laid.index,
    )


@lru_cache(maxsize=4096)
def _scores(game: Game, seat: int, hand: int, key: Key, count: int) -> tuple[int, ...]:
    """The scores of the seat in so many rounds in the head."""
    compiled, random = table(game), Random(hand)
    found: list[int] = []
    while len(found) < count:
        state = _dealt(compiled, seat, hand, key, random)
        try:
            _play_on(compiled, state)
            found.append(compiled.settlement.settle(state, state.contract).scores[seat])
        except RulesAreSilent:
            found.append(0)
    return tuple(found)


def _dealt(compiled: CompiledGame, seat: int, hand: int, key: Key, random: Random) -> State:
    """A round after the auction, the hidden cards dealt at random."""
    game = compiled.game
    hidden = [card for card in shuffled(compiled.cards, random) if not hand >> card & 1]
    hands = []
    for each in range(compiled.players):
        if each == seat:
            hands.append(hand)
        else:
            hands.append(sum(1 << card for card in hidden[: compiled.tricks]))
            del hidden[: compiled.tricks]
    contract, first, called, laid = key
    bids = [] if first == NOBODY else [(seat, laid if laid >= 0 else called)]
    if first >= 0:
        bids.insert(0, (first, _lowest(game, contract, hands[first])))
    return hypothetical(compiled, hands, hidden, contract, bids)


def _lowest(game: Game, contract: str, hand: int) -> int:
    """The card that is laid down by another one, as far as one can guess."""
    deck, ranking = game.deck, game.contracts[contract].play.ranking
    return max(
        deck.within(hand), key=lambda card: deck.order(card.suit, ranking).index(card.index)
    ).index


def _play_on(compiled: CompiledGame, state: State) -> None:
    """To the end by rules of thumb, with no word that need not be said."""
    game, rooms, moves = compiled.game, compiled.steps, compiled.moves.all
    while not state.over:
        room = rooms[state.step]
        if room.kind == "play":
            room.apply(state, _move(compiled, state))
            continue
        legal = room.moves(state)
        if len(legal) == 1 or room.kind not in ("call", "exchange"):
            room.apply(state, legal[-1])
            continue
        hand, open_to = state.hands[state.turn], [moves[number] for number in legal]
        contract = compiled.contracts[state.contract]
        if room.kind == "call":
            chosen = card_heuristics.call(game, contract, hand, open_to)
        else:
            chosen = card_heuristics.exchange(game, hand, state.talon, open_to)
        room.apply(state, legal[open_to.index(chosen)])


def _move(compiled: CompiledGame, state: State) -> int:
    """A marriage if there is one to declare, else a card."""
    legal = compiled.play_step.moves(state)
    if len(legal) == 1:
        return legal[0]
    cards = 0
    for number in legal:
        if number < compiled.cards:
            cards |= 1 << number
        elif compiled.moves.all[number].kind == "declare":
            return number
    assert state.rules is not None
    seat, declarers = state.turn, state.declarers
    declares = bool(declarers >> seat & 1)
    return card_heuristics.card(
        card_heuristics.Seen(
            game=compiled.game,
            contract=compiled.contracts[state.contract],
            rules=state.rules,
            seat=seat,
            hand=state.hands[seat],
            cards=cards,
            trick=state.trick,
            lain=state.played,
            in_trick=state.in_trick,
            gone=sum(state.taken) | state.trick,
            friends=(declarers if declares else ~declarers) if declarers else 1 << seat,
            declares=declares,
            won=state.won(declarers),
            called=state.called_card,
        )
    )
