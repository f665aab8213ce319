"""The position in which the play begins, for engines that know nothing of what comes before it."""

from __future__ import annotations

from ..engine import Round
from ..model import SEATS, CardSet
from ..model.identifiers import item_of
from .files import Data

_SIDES = ("declarers", "defenders")


def play_position(at: Round) -> Data:
    """What an engine needs to play from here: the cards, the contract, who plays with whom, and
    what was announced and doubled.

    ``at`` is a round at its first lead. Everything is told, also what is hidden from some seats.
    """
    state, game = at.state, at.game
    assert at.contract is not None and at.turn is not None
    sides = {SEATS[seat]: _SIDES[not state.declarers >> seat & 1] for seat in range(state.players)}
    trump = state.trump
    return {
        "hands": {SEATS[seat]: list(hand.ids) for seat, hand in enumerate(at.hands)},
        "talon": [list(CardSet(game.deck, packet).ids) for packet in state.talon],
        "discards": list(CardSet(game.deck, state.discarded).ids),
        "contract": at.contract.id,
        "declarer": None if at.declarer is None else SEATS[at.declarer],
        "called_card": None if at.called_card is None else at.called_card.id,
        "trump": None if trump < 0 else tuple(game.deck.suits)[trump],
        "sides": sides,
        "announced": _announced(at),
        "levels": dict(at.view(at.turn).levels),
        "said": [[SEATS[seat], str(move)] for seat, move in at.history],
        "leads": SEATS[at.turn],
    }


def _announced(at: Round) -> list[list[str]]:
    """What stands of the announcements: each bonus with its side and who announced it."""
    state = at.state
    found = []
    for number, bonus in enumerate(at.table.bonus_ids):
        for side, name in enumerate(_SIDES):
            announcer = state.announcers[item_of(number, side)]
            if announcer >= 0:
                found.append([bonus, name, SEATS[announcer]])
    return found
