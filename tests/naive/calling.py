"""The call: the declarer names trumps and calls a card."""

from __future__ import annotations

from .bids import callable_cards, named_suit
from .cards import named
from .exchanging import owed_call
from .position import Position
from .roles import one


def enter(position: Position) -> Position:
    """Begin, if there is anything to name: whoever has settled equal bids has named trumps
    already.
    """
    position = position.but(trump=position.trump or named_suit(position))
    if not names_trump(position) and not _calls(position):
        return position.end_step()
    assert position.declarer is not None
    return position.turn_of(position.declarer)


def moves(position: Position) -> list[str]:
    """The trumps to name, then the cards to call."""
    if names_trump(position):
        return [f"trump {suit.letter}" for suit in position.game.deck.suits.values()]
    if owed := owed_call(position):
        return [f"call {owed.id}"]
    return [f"call {card.id}" for card in callable_cards(position, position.mover)]


def apply(position: Position, move: str) -> Position:
    """The position after trumps are named or a card is called."""
    verb, name = move.split()
    if verb == "trump":
        suit = next(suit.id for suit in position.game.deck.suits.values() if suit.letter == name)
        done = position.but(trump=suit)
    else:
        done = position.but(called=named(position.game)[name])
    return done if _calls(done) else done.end_step()


def enter_naming(position: Position) -> Position:
    """Begin the step in which trumps are named before the bids."""
    assert position.game.naming is not None
    return position.turn_of(one(position, position.game.naming.by))


def suits_to_name(position: Position) -> list[str]:
    """The suits that may be named before the bids."""
    assert position.game.naming is not None
    has = {card.suit for card in position.hand}
    suits = position.game.deck.suits.values()
    free = position.game.naming.suits == "any"
    return [f"trump {suit.letter}" for suit in suits if free or suit.id in has]


def apply_naming(position: Position, move: str) -> Position:
    """The position after trumps are named before the bids."""
    letter = move.split()[1]
    suits = position.game.deck.suits.values()
    named_one = next(suit.id for suit in suits if suit.letter == letter)
    return position.but(trump=named_one).end_step()


def names_trump(position: Position) -> bool:
    contract = position.plays
    return contract is not None and contract.play.trump.word == "named" and position.trump is None


def _calls(position: Position) -> bool:
    contract = position.plays
    return contract is not None and contract.calls and position.called is None
