"""A Monte-Carlo sampler for bids: what a bid may bring, from rounds dealt and played at random.

The cards that the bidder does not see are dealt at random; each sampled round is played to its end
by rules of thumb (`zwanz_ssot.players.card_heuristics`) and settled by the rules, so that every
kind of contract is judged by its score. The own hand seeds the random numbers: the same view always
finds the same bid.

It costs 0.02 seconds of a processor for the bids of one hand (0.08 for a round with four bidders,
koenigrufen-graden), more where more contracts can be bid.

Its limits: it does not estimate the value of a contract, and knows no announcements or doubles, as
nothing is announced in a sample. It does not read other bids: hidden cards are dealt as if nobody
had spoken. All hands know the sides in a sample, so contracts with a hidden partner look easier
than they are.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import sqrt
from random import Random
from statistics import fmean, stdev

from ..engine import CompiledGame, Move, View, hypothetical, table
from ..engine.deal import shuffled
from ..engine.state import State
from ..model import Game
from ..problems import RulesAreSilent, WrongCall
from . import card_heuristics

# Each number below was tried in sixty rounds (seeds 0 to 59) of koenigrufen-graden, with all seats
# bidding in the same way; "m" is the mean score of the declarer. Sixty rounds show gross mistakes
# only: a difference of ten is noise.

FIRST_SAMPLES = 4
"""Samples of each bid at first. 2: m 99 and 0.06 s per round; 4: m 97, 0.07 s; 8: m 98, 0.11 s."""
SAMPLES = 24
"""Samples of each of the best bids. 12: m 62; 24: m 97; 48: m 87, in 1.5 times the time."""
CONTENDERS = 3
"""How many bids are the best ones. 1: m 90 and 40 rounds declared; 3: m 97, 46; 5: m 87, 48."""
DOUBT = 0.5
"""Standard errors subtracted from a mean. 0: m 89 and 48 rounds declared; 0.5: m 97, 46; 1: m 115,
43. Chosen low, so that most rounds have a declarer.
"""
OPEN_HANDS_COST = 0.3
"""The share of its value that a contract with open hands is expected to lose to opponents who see
them. 0: m 67; 0.3: m 97.
"""

OWN, NOBODY = -1, -2
"""In place of a seat that bids first: the bidder itself; nobody, as all have passed."""
Key = tuple[str, int, int, int, int]
"""A bid: its contract, the seat that bids it first, the card called, the card laid down, and the
suit that was named before. Cards and suits are indices, -1 for none.
"""


def best_bid(game: Game, view: View, *, must: bool) -> Move | None:
    """The bid with the highest expected score; None if a pass is expected to score as much, unless
    the seat ``must`` bid.
    """
    seat = own_seat(view)
    bids = {_key(view, move): move for move in view.moves if move.kind in ("bid", "hold")}
    if not bids:
        return None
    # A few rounds of each bid, then more of those that did best in them.
    first = {key: _scores(game, seat, view.hand.mask, key, FIRST_SAMPLES) for key in bids}
    best = sorted(bids, key=lambda key: fmean(first[key]), reverse=True)[:CONTENDERS]
    promised = {key: _promise(game, view, key) for key in best if must or max(first[key]) > 0}
    if not promised:
        return None
    key = max(promised, key=lambda each: promised[each])
    return bids[key] if must or promised[key] > _value_of_pass(game, view) else None


def own_seat(view: View) -> int:
    """The seat whose view it is. Raises `WrongCall` for the view of an onlooker."""
    if view.seat is None:
        raise WrongCall("an onlooker makes no move", "take the view of the seat whose turn it is")
    return view.seat


def _value_of_pass(game: Game, view: View) -> float:
    """The value of a pass. The last one has the mean score of the contract that is played when all
    have passed; any other counts 0, as what follows is not known.
    """
    passes = [move for _, move in view.said if move.kind == "pass"]
    round_of_passes, before = divmod(len(passes), game.table.players)
    if view.contract is not None or before < game.table.players - 1:
        return 0
    after = game.auction.if_all_pass[round_of_passes]
    if after.contract is None:
        return 0
    key = after.contract, NOBODY, -1, -1, _named(view)
    return fmean(_scores(game, own_seat(view), view.hand.mask, key, SAMPLES))


def _promise(game: Game, view: View, key: Key) -> float:
    """The mean of the scores, less `DOUBT` standard errors: the best of several sampled bids looks
    better than it is. Where hands lie open, also less `OPEN_HANDS_COST`.
    """
    scores = _scores(game, own_seat(view), view.hand.mask, key, SAMPLES)
    contract = game.contracts[key[0]]
    promised = fmean(scores) - DOUBT * stdev(scores) / sqrt(len(scores))
    if contract.play.open_hands:
        promised -= OPEN_HANDS_COST * contract.value * (game.table.players - 1)
    return promised


def _key(view: View, move: Move) -> Key:
    """The `Key` of a bid. Where it joins the bid of another seat, that seat bids first."""
    contract = str(move.contract or view.contract)
    joins = move.laid is not None and contract == view.contract and view.declarer is not None
    first = view.declarer if joins and view.declarer is not None else OWN
    return (
        contract,
        first,
        -1 if move.card is None else move.card.index,
        -1 if move.laid is None else move.laid.index,
        _named(view),
    )


def _named(view: View) -> int:
    """The index of the suit that was named before the bids; -1 for none."""
    suits = [move.suit.index for _, move in view.said if move.kind == "trump" and move.suit]
    return suits[-1] if suits else -1


@lru_cache(maxsize=4096)
def _scores(game: Game, seat: int, hand: int, key: Key, count: int) -> tuple[int, ...]:
    """The scores of the seat in a number of sampled rounds; 0 where the rules are silent."""
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
            continue
        hands.append(sum(1 << card for card in hidden[: compiled.tricks]))
        del hidden[: compiled.tricks]
    contract, first, called, laid, trump = key
    bids = [] if first == NOBODY else [(seat, laid if laid >= 0 else called)]
    if first >= 0:
        bids.insert(0, (first, _lowest(game, contract, hands[first])))
    return hypothetical(compiled, hands, hidden, contract, bids, trump)


def _lowest(game: Game, contract: str, hand: int) -> int:
    """A guess of the card that another seat lays down: the lowest of a suit."""
    deck, ranking = game.deck, game.contracts[contract].play.ranking
    cards = deck.within(hand)
    return max(cards, key=lambda card: deck.order(card.suit, ranking).index(card.index)).index


def _play_on(compiled: CompiledGame, state: State) -> None:
    """Play a round to its end by rules of thumb, saying only what must be said."""
    game, moves = compiled.game, compiled.moves.all
    while not state.over:
        step = compiled.steps[state.step]
        legal = step.moves(state)
        if len(legal) == 1 or step.kind not in ("call", "exchange", "play"):
            step.apply(state, legal[-1])
            continue
        open_to = [moves[number] for number in legal]
        hand, contract = state.hands[state.turn], compiled.contracts[state.contract]
        if step.kind == "play":
            situation = partial(card_heuristics.sampled_situation, compiled, state)
            chosen = card_heuristics.play(open_to, situation)
        elif step.kind == "call":
            chosen = card_heuristics.call(game, contract, hand, open_to)
        else:
            chosen = card_heuristics.exchange(game, hand, state.talon, open_to)
        step.apply(state, legal[open_to.index(chosen)])
