"""Rules of thumb for cards: what to play, call, take and discard. They look at what one seat knows,
and at nothing else; `zwanz_ssot.players.simple` asks for a real table, `zwanz_ssot.players.bid_sampling` for one
in a player's head.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..engine import Move
from ..engine.trick import TrickRules
from ..model import Contract, Game, Suit


@dataclass(slots=True)
class Seen:
    """What a seat whose turn it is looks at. Sets of cards and of seats are bit masks."""

    game: Game
    contract: Contract
    rules: TrickRules
    seat: int
    hand: int
    cards: int
    """Those of the hand that may be played."""
    trick: int
    lain: Sequence[int]
    """The cards of the trick, in order; others may stand before them."""
    in_trick: int
    gone: int
    """The cards that have been played, those of this trick among them."""
    friends: int
    """The seats known to play with this one, itself among them."""
    declares: bool
    """Whether it is known to be one of the declarers."""
    won: int
    """How many tricks the declarers have won, as far as they are known."""
    called: int
    """The card that was called, -1 for none."""


def card(seen: Seen) -> int:
    """The card to play."""
    cards, rules = seen.cards, seen.rules
    if not cards & cards - 1:
        return cards.bit_length() - 1
    avoids = _avoids(seen)
    if not seen.in_trick:
        return _lead(seen, avoids)
    trick, lain = seen.trick, seen.lain
    led = lain[-seen.in_trick]
    winning = rules.heading(cards, trick, led, lain)
    losing = cards & ~winning
    if avoids:
        return _strongest(seen, losing or cards)
    last = seen.in_trick == seen.game.table.players - 1
    best = rules.winner(trick, led, lain)
    place = list(lain[-seen.in_trick :]).index(best)
    winner = (seen.seat - seen.in_trick + place) % seen.game.table.players
    if (
        losing
        and seen.friends >> winner & 1
        and (last or not rules.above[best] & ~(seen.gone | seen.hand))
    ):
        return _dearest(seen, losing)
    if winning and last:
        return _dearest(seen, winning)
    high = _high(seen, winning)
    if high:
        return (high & -high).bit_length() - 1
    return _cheapest(seen, losing or cards)


def _lead(seen: Seen, avoids: bool) -> int:
    rules = seen.rules
    if avoids:
        return _lowest(seen, seen.cards)
    trump = rules.trump if trumps_win(seen.contract) else 0
    trumps = seen.cards & trump
    if seen.declares and trumps.bit_count() * 2 > seen.cards.bit_count():
        return trumps.bit_length() - 1
    if high := _high(seen, seen.cards):
        return _dearest(seen, high)
    waits = seen.declares and seen.called >= 0 and not (seen.gone | seen.hand) >> seen.called & 1
    if waits and (to_partner := seen.cards & rules.suit_of[seen.called] & ~trump):
        return (to_partner & -to_partner).bit_length() - 1
    return _cheapest(seen, seen.cards & ~trump or seen.cards)


def _high(seen: Seen, cards: int) -> int:
    """Those above which no card of their suit can come from another hand."""
    gone, above = seen.gone | seen.hand, seen.rules.above
    return sum(1 << each for each in _each(cards) if not above[each] & ~gone)


def _avoids(seen: Seen) -> bool:
    """Whether tricks are not wanted: who took most loses; or the declarers may win only so many,
    and have them.
    """
    if seen.contract.losers is not None:
        return True
    goal = seen.contract.objective
    return goal is not None and "exactly" in goal.args and seen.won >= goal.args["exactly"]


def trumps_win(contract: Contract) -> bool:
    """Whether trumps take tricks led with another suit."""
    return any(rule.best_of == "trump" for rule in contract.play.wins)


def _each(cards: int) -> Iterable[int]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def _strongest(seen: Seen, cards: int) -> int:
    """The one that most cards of its suit are below, dear ones first among equals: it wins what is
    not wanted.
    """
    deck, above = seen.game.deck.cards, seen.rules.above
    return min(_each(cards), key=lambda each: (above[each].bit_count(), -deck[each].points))


def _lowest(seen: Seen, cards: int) -> int:
    """The one above which most cards of its suit are still out, and fewest below."""
    out, rules = ~(seen.gone | seen.hand), seen.rules

    def place(card: int) -> tuple[int, int]:
        suit, above = rules.suit_of[card] & out, rules.above[card]
        return (suit & ~above).bit_count() - (suit & above).bit_count(), card

    return min(_each(cards), key=place)


def _dearest(seen: Seen, cards: int) -> int:
    """Of those with the most points the weakest."""
    deck = seen.game.deck.cards
    return max(_each(cards), key=lambda each: (deck[each].points, -each))


def _cheapest(seen: Seen, cards: int) -> int:
    deck = seen.game.deck.cards
    return min(_each(cards), key=lambda each: (deck[each].points, each))


# before the play


def call(game: Game, contract: Contract, hand: int, moves: Sequence[Move]) -> Move:
    """The longest suit as trumps; then the strongest card that is missing, where there are trumps
    in the longest suit, else in one that is short but for cards below it.
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
        if contract.play.has_trump:
            return -own, held.bit_count(), -stronger.bit_count()
        below = (held & ~stronger).bit_count()
        return -own, -(stronger & ~hand).bit_count(), bool(below), -below

    return max(moves, key=worth)


def _held(hand: int, suit: Suit | None) -> int:
    return (hand & suit.mask).bit_count() if suit is not None else 0


def exchange(game: Game, hand: int, talon: Sequence[int | None], moves: Sequence[Move]) -> Move:
    """The packet with the most points and long suits; then the dearest card of the shortest suit."""
    deck = game.deck
    lengths = {suit.id: (hand & suit.mask).bit_count() for suit in deck.suits.values()}

    def worth(move: Move) -> tuple[int, int]:
        if move.kind == "discard" and move.card is not None:
            return -lengths[move.card.suit], move.card.points
        packet = talon[move.count or 0] if move.kind == "take" else None
        taken = list(deck.within(packet or 0))
        return len(taken), sum(lengths[each.suit] + 2 * each.points for each in taken)

    return max(moves, key=worth)
