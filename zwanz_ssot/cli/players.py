"""Simple opponents: they keep the rules, know only what their seat may know, and play by a few rules of thumb.

They pass unless they must speak or hold a very strong hand, take tricks that they can take cheaply, give
points to a partner who wins the trick, and stay low where tricks are not wanted. The same view always gets
the same move.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Move, View
from ..model import Contract, Game, Play
from .hopes import best_bid

STRONG = 0.66
"""The share of the tricks a hand should be good for before it plays alone."""
FAIR = 0.42
"""The share before it plays with a partner, where it need not speak."""
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
        return _call(game, view)
    if view.step == "exchange":
        return _exchange(game, view)
    if view.step == "announcements":
        return moves[-1] if moves[-1].kind == "pass" else moves[0]
    kinds = {move.kind: move for move in moves}
    if "throw-in" in kinds:
        return kinds["throw-in"]
    cuts = [move for move in moves if move.kind == "cut"]
    return cuts[len(cuts) // 2] if cuts else moves[0]


def _speak(game: Game, view: View) -> Move:
    passing = next((move for move in view.moves if move.kind in ("pass", "open")), None)
    bids = [move for move in view.moves if move.kind == "bid"]
    spoken = any(seat == view.seat and move.kind != "pass" for seat, move in view.said)
    if bids and not (spoken and passing):
        if (hope := best_bid(game, view)) is not None:
            return hope
        strong = [move for move in bids if _alone(game, move) and strength(game, move, view.hand) >= STRONG]
        if strong:
            return max(strong, key=lambda move: (strength(game, move, view.hand), str(move)))
        together = [move for move in bids if _together(game, move)]
        if passing is None:
            fair = [move for move in together if strength(game, move, view.hand) >= FAIR]
            return (fair or bids)[0]
        if view.contract is None and together and strength(game, together[0], view.hand) >= FAIR:
            return together[0]
    doubles = [move for move in view.moves if move.kind == "double"]
    if passing is None:
        return (doubles or list(view.moves))[0]
    if doubles and view.contract is not None and not any(view.levels):
        against = game.contracts[view.contract]
        if _by_points(against) and _strength(game, against, view.hand) >= SURE:
            return doubles[0]
    return passing


def _exchange(game: Game, view: View) -> Move:
    """The packet with the most points and long suits; then the dearest card of the shortest suit."""
    suits = game.deck.suits.values()

    def length(card: int) -> int:
        return next((view.hand & suit.mask).bit_count() for suit in suits if suit.mask >> card & 1)

    def worth(move: Move) -> tuple[int, int]:
        if move.kind == "discard" and move.card is not None:
            return -length(move.card), game.deck.cards[move.card].points
        packet = view.talon[move.count or 0] if move.kind == "take" else None
        taken = list(game.deck.within(packet or 0))
        return len(taken), sum(length(card.index) + 2 * card.points for card in taken)

    return max(view.moves, key=worth)


def _call(game: Game, view: View) -> Move:
    """The longest suit as trumps; the strongest card that is missing in it, or in any suit, as the partner's."""

    def worth(move: Move) -> tuple[bool, int, int]:
        if move.card is None:
            return False, _held(game, view, move.suit or 0), 0
        deck = game.deck
        held = (view.hand & deck.suits[deck.cards[move.card].suit].mask).bit_count()
        return not view.hand >> move.card & 1, held, -len(_stronger(game, move.card))

    return max(view.moves, key=worth)


def _held(game: Game, view: View, number: int) -> int:
    return (view.hand & list(game.deck.suits.values())[number].mask).bit_count()


def _stronger(game: Game, card: int) -> tuple[int, ...]:
    order = game.deck.order(game.deck.cards[card].suit)
    return order[: order.index(card)]


def strength(game: Game, bid: Move, hand: int) -> float:
    """About the share of the tricks that a hand is good for in a contract."""
    return _strength(game, game.contracts[str(bid.contract)], hand)


def _strength(game: Game, contract: Contract, hand: int) -> float:
    """A winning card counts by its place among the cards of its suit; long suits count more than short ones."""
    trump = game.deck.suits[contract.play.trump].mask if contract.play.trump and _trumps_win(contract.play) else 0
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


def _trumps_win(play: Play) -> bool:
    return any(rule.best_of == "trump" for rule in play.wins)


def _by_points(contract: Contract) -> bool:
    return contract.objective is not None and contract.objective.word in ("points_at_least", "majority")


def _together(game: Game, bid: Move) -> bool:
    contract = game.contracts[str(bid.contract)]
    return len(contract.declarers) > 1 and _by_points(contract)


def _alone(game: Game, bid: Move) -> bool:
    contract = game.contracts[str(bid.contract)]
    return len(contract.declarers) == 1 and _by_points(contract)


def _avoids(game: Game, view: View) -> bool:
    """Whether the seat wants few tricks: who took most loses, or the side may win only so many."""
    contract = game.contracts[str(view.contract)]
    if contract.losers is not None:
        return True
    goal = contract.objective
    if goal is None or "exactly" not in goal.args:
        return False
    won = sum(view.sides[winner] == "declarers" for winner in view.winners)
    return view.sides[view.seat] == "declarers" and won >= goal.args["exactly"]


def _play(game: Game, view: View) -> Move:
    tricks = view.rules
    assert tricks is not None
    declares = [move for move in view.moves if move.kind == "declare"]
    if declares:
        return declares[0]
    cards = [card for move in view.moves if (card := move.card) is not None]
    on_table = sum(1 << card for _, card in view.trick)
    lain = [card for _, card in view.trick]
    led = lain[0] if lain else 0
    avoids = _avoids(game, view)
    if not view.trick:
        return _made(view, _lead(game, view, cards, tricks.trump if _trumps_win(tricks.play) else 0, avoids))
    best = tricks.winner(on_table, led, lain)
    winning = [card for card in cards if tricks.winner(on_table | 1 << card, led, lain) == card]
    losing = [card for card in cards if card not in winning]
    if avoids:
        return _made(view, _dearest(game, losing) if losing else max(cards))
    last = len(view.trick) == game.table.players - 1
    ours = view.sides[view.seat]
    winner = next(seat for seat, card in view.trick if card == best)
    if ours is not None and view.sides[winner] == ours and losing and (last or _is_high(view, best)):
        return _made(view, _dearest(game, losing))
    if winning and last:
        return _made(view, _cheapest_winner(game, winning))
    sure = [card for card in winning if _is_high(view, card)]
    if sure:
        return _made(view, min(sure))
    return _made(view, _cheapest(game, losing or cards))


def _lead(game: Game, view: View, cards: list[int], trump: int, avoids: bool) -> int:
    if avoids:
        return min(cards, key=lambda card: (_place(game, card), card))
    high = [card for card in cards if _is_high(view, card)]
    declaring = view.sides[view.seat] == "declarers"
    trumps = [card for card in cards if trump >> card & 1]
    if declaring and trumps and len(trumps) * 2 > len(cards):
        return max(trumps)
    if high:
        return max(high, key=lambda card: (_points(game, card), -card))
    plain = [card for card in cards if not trump >> card & 1]
    return _cheapest(game, plain or cards)


def _is_high(view: View, card: int) -> bool:
    """Whether no stronger card of its suit can still come from another hand."""
    tricks = view.rules
    assert tricks is not None
    gone = view.hand | sum(1 << played for _, played in view.played)
    return not tricks.above[card] & ~gone


def _place(game: Game, card: int) -> int:
    suit = game.deck.suits[game.deck.cards[card].suit]
    return (suit.mask & ((1 << card) - 1)).bit_count()


def _points(game: Game, card: int) -> int:
    return game.deck.cards[card].points


def _dearest(game: Game, cards: Iterable[int]) -> int:
    return max(cards, key=lambda card: (_points(game, card), -card))


def _cheapest(game: Game, cards: Iterable[int]) -> int:
    return min(cards, key=lambda card: (_points(game, card), card))


def _cheapest_winner(game: Game, cards: Iterable[int]) -> int:
    """A winning card that brings its points home; among equals the weakest."""
    return max(cards, key=lambda card: (_points(game, card), -card))


def _made(view: View, card: int) -> Move:
    return next(move for move in view.moves if move.card == card)
