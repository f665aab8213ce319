"""The call: trumps are named, a card is called."""

from __future__ import annotations

from .bids import callable_cards, named_suit
from .cards import named
from .position import Position


def enter(position: Position) -> Position:
    """Begin, where there is anything to name: who has settled equal bids has named trumps already."""
    position = position.but(trump=named_suit(position))
    if not _names_trump(position) and not _calls(position):
        return position.end_step()
    assert position.declarer is not None
    return position.turn_of(position.declarer)


def moves(position: Position) -> list[str]:
    """Trumps first, then the card."""
    if _names_trump(position):
        return [f"trump {suit.letter}" for suit in position.game.deck.suits.values()]
    return [f"call {card.id}" for card in callable_cards(position, position.mover)]


def apply(position: Position, move: str) -> Position:
    """A word."""
    verb, name = move.split()
    if verb == "trump":
        suit = next(suit.id for suit in position.game.deck.suits.values() if suit.letter == name)
        done = position.but(trump=suit)
    else:
        done = position.but(called=named(position.game)[name])
    return done if _calls(done) else done.end_step()


def _names_trump(position: Position) -> bool:
    contract = position.plays
    return contract is not None and contract.play.trump.word == "named" and position.trump is None


def _calls(position: Position) -> bool:
    contract = position.plays
    return contract is not None and contract.calls and position.called is None
