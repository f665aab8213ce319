"""Words of ladders and trumps: the cards that a rung asks for, and the trump suit."""

from __future__ import annotations

from ..model import Play, Rung, Trump
from .registry import TRUMPS, RungWord, TrumpSource, rung, trump_word


@rung("suit_led", refusal="must_follow")
def suit_led(led: int, trumps: int, pack: int) -> int:
    """The cards of the suit led."""
    return led


@rung("trump", refusal="must_trump")
def trump(led: int, trumps: int, pack: int) -> int:
    """The trumps."""
    return trumps


@rung("any_card")
def any_card(led: int, trumps: int, pack: int) -> int:
    """Every card."""
    return pack


@trump_word("called", source=TrumpSource.CALLED_CARD)
def of_called_card(called: str | None, named: str | None) -> str | None:
    """The suit of the card that is called."""
    return called


@trump_word("named", source=TrumpSource.NAMING)
def named_suit(called: str | None, named: str | None) -> str | None:
    """The suit that a player names."""
    return named


@trump_word("none", source=TrumpSource.NOTHING)
def no_trumps(called: str | None, named: str | None) -> str | None:
    """No suit at all."""
    return None


def is_rung(part: Rung, word: RungWord) -> bool:
    """Whether a rung is written with this word.

    >>> is_rung(Rung("trump", None, ()), trump)
    True
    """
    return part.word == word.name


def trump_source(trumps: Trump) -> TrumpSource:
    """Where the trumps of a contract come from.

    >>> trump_source(Trump("called", None, ()))
    <TrumpSource.CALLED_CARD: 2>
    """
    entry = TRUMPS.get(trumps.word)
    return TrumpSource.RULES if entry is None else entry.source


def trump_varies(trumps: Trump) -> bool:
    """Whether the trump suit may differ from round to round."""
    return trump_source(trumps) in (TrumpSource.CALLED_CARD, TrumpSource.NAMING)


def is_called(trumps: Trump) -> bool:
    """Whether the called card determines the trump suit."""
    return trump_source(trumps) is TrumpSource.CALLED_CARD


def is_named(trumps: Trump) -> bool:
    """Whether a player names the trump suit."""
    return trump_source(trumps) is TrumpSource.NAMING


def has_trump(play: Play) -> bool:
    """Whether some cards are trumps."""
    return trump_source(play.trump) is not TrumpSource.NOTHING


def trump_in_force(trumps: Trump, called: str | None, named: str | None) -> str | None:
    """The trump suit of a round: the suit ``called`` or ``named``, or else that of the contract."""
    entry = TRUMPS.get(trumps.word)
    found = None if entry is None else entry.meaning(called, named)
    return trumps.suit if found is None else found


def trumps_win(play: Play) -> bool:
    """Whether trumps win tricks that were led with another suit."""
    return any(win.best_of == trump.name for win in play.wins)
