"""Rules of thumb for cards: what to play, call, take and discard.

They use only what one seat knows. `zwanz_ssot.players.simple` calls them for the seat of a real
round, `zwanz_ssot.players.bid_sampling` for each seat of a sampled one. They look no further than
the trick on the table: no squeeze, no counting of the tricks that are still needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..engine import CompiledGame, Move, View
from ..engine.state import State
from ..engine.trick import TrickRules
from ..model import SIDES, Contract, Game, Suit
from ..model.cards import bits
from ..model.identifiers import DECLARERS
from ..words.ladders import has_trump, trumps_win


@dataclass(slots=True)
class PlaySituation:
    """What the seat that plays a card knows. Sets of cards and of seats are bit masks."""

    game: Game
    contract: Contract
    rules: TrickRules
    seat: int
    hand: int
    cards: int
    """The cards of the hand that may be played."""
    trick: int
    played: Sequence[int]
    """Cards in the order of play; those of the trick are the last."""
    in_trick: int
    """How many cards lie in the trick."""
    gone: int
    """The cards that have been played, those of this trick among them."""
    friends: int
    """The seats known to play with this one, itself among them."""
    is_declarer: bool
    """Whether the seat knows to be one of the declarers."""
    won: int
    """The tricks won by those seats that are known to be declarers."""
    called: int
    """The card that was called, -1 for none."""


def situation_of(game: Game, view: View, cards: int) -> PlaySituation:
    """The situation of the seat at turn, from its view."""
    assert view.rules is not None and view.contract is not None
    assert view.seat is not None
    trick = [card.index for _, card in view.trick]
    own = view.sides[view.seat]
    friends = [seat for seat, side in enumerate(view.sides) if own is not None and side == own]
    return PlaySituation(
        game=game,
        contract=game.contracts[view.contract],
        rules=view.rules,
        seat=view.seat,
        hand=view.hand.mask,
        cards=cards,
        trick=sum(1 << card for card in trick),
        played=trick,
        in_trick=len(trick),
        gone=sum(card.bit for _, card in view.played),
        friends=sum(1 << seat for seat in friends),
        is_declarer=own == SIDES[DECLARERS],
        won=sum(view.sides[winner] == SIDES[DECLARERS] for winner in view.winners),
        called=-1 if view.called_card is None else view.called_card.index,
    )


def sampled_situation(
    compiled: CompiledGame, state: State, cards: int, *, open_sides: bool = True
) -> PlaySituation:
    """The situation of the seat at turn in a sampled round. With ``open_sides`` all seats know the
    sides, otherwise each knows what the rules let it know.
    """
    assert state.rules is not None
    seat, declarers = state.turn, state.declarers
    is_declarer = bool(declarers >> seat & 1)
    friends = 1 << seat
    if declarers and open_sides:
        friends = declarers if is_declarer else ~declarers
    elif declarers:
        friends, _ = compiled.play_step.in_play_calls.announcer.sides_known_to(state, seat)
    return PlaySituation(
        game=compiled.game,
        contract=compiled.contracts[state.contract],
        rules=state.rules,
        seat=seat,
        hand=state.hands[seat],
        cards=cards,
        trick=state.trick,
        played=state.played,
        in_trick=state.in_trick,
        gone=sum(state.taken) | state.trick,
        friends=friends,
        is_declarer=is_declarer,
        won=state.won(declarers),
        called=state.called_card,
    )


def play(moves: Sequence[Move], situation: Callable[[int], PlaySituation]) -> Move:
    """One of the legal moves of the play: a declaration where there is one, else a card.

    ``situation`` returns the situation for a set of cards that may be played.
    """
    for move in moves:
        if move.kind == "declare":
            return move
    by_card = {move.card.index: move for move in moves if move.card is not None}
    if len(by_card) == 1:
        return next(iter(by_card.values()))
    return by_card[card(situation(sum(1 << each for each in by_card)))]


def card(now: PlaySituation) -> int:
    """The card to play."""
    cards, rules = now.cards, now.rules
    if not cards & cards - 1:
        return cards.bit_length() - 1
    avoids = _avoids(now)
    if not now.in_trick:
        return _lead(now, avoids)
    players = now.game.table.players
    trick, played = now.trick, now.played
    in_order = played[-now.in_trick :]
    led = in_order[0]
    winning = rules.heading(cards, trick, led, played)
    losing = cards & ~winning

    # Where the seat avoids tricks, get rid of the strongest card that does not win this one.
    if avoids:
        return _strongest(now, losing or cards)

    # Give points to a partner who is certain to win the trick.
    last = now.in_trick == players - 1
    best = rules.winner(trick, led, played)
    winner = (now.seat - now.in_trick + list(in_order).index(best)) % players
    certain = last or not rules.above[best] & ~(now.gone | now.hand)
    if losing and now.friends >> winner & 1 and certain:
        return _dearest(now, losing)

    # Win the trick: in the last seat with the most points, before it with the lowest unbeatable
    # card.
    if winning and last:
        return _dearest(now, winning)
    high = _high(now, winning)
    if high:
        return (high & -high).bit_length() - 1
    return _cheapest(now, losing or cards)


def _lead(now: PlaySituation, avoids: bool) -> int:
    """The card to lead to a trick."""
    rules = now.rules
    if avoids:
        return _lowest(now, now.cards)

    # A declarer with more trumps than other cards draws the trumps of the opponents.
    trump = rules.trump if trumps_win(now.contract.play) else 0
    trumps = now.cards & trump
    if now.is_declarer and trumps.bit_count() * 2 > now.cards.bit_count():
        return trumps.bit_length() - 1

    # Else lead an unbeatable card, the suit of the called card (to find the partner), or a low
    # card.
    high = _high(now, now.cards)
    if high:
        return _dearest(now, high)
    if now.is_declarer and now.called >= 0 and not (now.gone | now.hand) >> now.called & 1:
        to_partner = now.cards & rules.suit_of[now.called] & ~trump
        if to_partner:
            return (to_partner & -to_partner).bit_length() - 1
    return _cheapest(now, now.cards & ~trump or now.cards)


def _high(now: PlaySituation, cards: int) -> int:
    """Those of the cards that no other hand can beat in their suit."""
    gone, above = now.gone | now.hand, now.rules.above
    return sum(1 << each for each in bits(cards) if not above[each] & ~gone)


def _avoids(now: PlaySituation) -> bool:
    """Whether the seat avoids tricks: the most tricks lose, or the declarers already have exactly
    the tricks that they need.
    """
    if now.contract.losers is not None:
        return True
    goal = now.contract.objective
    return goal is not None and "exactly" in goal.args and now.won >= goal.args["exactly"]


def _strongest(now: PlaySituation, cards: int) -> int:
    """The card with the fewest cards above it in its suit; among equals with most points."""
    deck, above = now.game.deck.cards, now.rules.above
    return min(bits(cards), key=lambda each: (above[each].bit_count(), -deck[each].points))


def _lowest(now: PlaySituation, cards: int) -> int:
    """The card least likely to win: with many cards of its suit still out above it, few below."""
    out, rules = ~(now.gone | now.hand), now.rules

    def place(card: int) -> tuple[int, int]:
        suit, above = rules.suit_of[card] & out, rules.above[card]
        return (suit & ~above).bit_count() - (suit & above).bit_count(), card

    return min(bits(cards), key=place)


def _dearest(now: PlaySituation, cards: int) -> int:
    """The weakest of the cards with the most points."""
    deck = now.game.deck.cards
    return max(bits(cards), key=lambda each: (deck[each].points, -each))


def _cheapest(now: PlaySituation, cards: int) -> int:
    """The weakest of the cards with the fewest points."""
    deck = now.game.deck.cards
    return min(bits(cards), key=lambda each: (deck[each].points, each))


# Before the play


def call(game: Game, contract: Contract, hand: int, moves: Sequence[Move]) -> Move:
    """The longest suit as trumps, or a card that the hand lacks. With trumps it is the strongest of
    the longest suit. Without, it is one with the fewest stronger cards missing; among these, one
    with few own cards below it, but at least one.
    """
    deck = game.deck

    def worth(move: Move) -> tuple[int, ...]:
        if move.card is None:
            return (_held(hand, move.suit),)
        suit = move.card.suit
        order = deck.order(suit, contract.play.ranking)
        stronger = sum(1 << each for each in order[: order.index(move.card.index)])
        held = hand & deck.suits[suit].mask
        own = hand >> move.card.index & 1
        if has_trump(contract.play):
            return -own, held.bit_count(), -stronger.bit_count()
        below = (held & ~stronger).bit_count()
        return -own, -(stronger & ~hand).bit_count(), bool(below), -below

    return max(moves, key=worth)


def naming(hand: int, moves: Sequence[Move]) -> Move:
    """The longest suit as trumps."""
    return max(moves, key=lambda move: _held(hand, move.suit))


def _held(hand: int, suit: Suit | None) -> int:
    """How many cards of a suit the hand holds."""
    return (hand & suit.mask).bit_count() if suit is not None else 0


def exchange(game: Game, hand: int, talon: Sequence[int | None], moves: Sequence[Move]) -> Move:
    """The packet with most points and long suits; then the dearest card of the shortest suit."""
    deck = game.deck
    lengths = {suit.id: (hand & suit.mask).bit_count() for suit in deck.suits.values()}

    def worth(move: Move) -> tuple[int, int]:
        if move.kind == "discard" and move.card is not None:
            return -lengths[move.card.suit], move.card.points
        packet = talon[move.count or 0] if move.kind == "take" else None
        taken = list(deck.within(packet or 0))
        return len(taken), sum(lengths[each.suit] + 2 * each.points for each in taken)

    return max(moves, key=worth)
