"""Rounds as another engine can play them: dealt from a pack and played to their end, or from the
position in which the play begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ..engine import Round, deal, table
from ..engine.random_play import PASSING
from ..examples import Case
from ..model import SEATS, CardSet, Game
from ..model.identifiers import item_of
from .files import Data


def places_of_hands(game: Game) -> tuple[list[list[int]], list[int]]:
    """The places of the pack that come to each hand in order, and those of the talon, where nobody
    cuts.
    """
    compiled = table(game)
    players, at = game.table.players, 0
    hands: list[list[int]] = [[] for _ in range(players)]
    talon: list[int] = []
    for step in game.deals.values():
        first = compiled.seats(step.first)(compiled.begin(), 0).bit_length() - 1
        for packet in step.packets:
            if packet == 0:
                talon += range(at, at + sum(compiled.talon))
                at += sum(compiled.talon)
                continue
            for seat in range(players):
                hands[(first + seat) % players] += range(at, at + packet)
                at += packet
    return hands, talon


def whole(played: Round, seed: int = 0) -> Round:
    """The same round dealt from a pack that gives these hands, and played on to its end by chance
    where it is not over.
    """
    if played.state.pack is None:
        played = _dealt_from_a_pack(played)
    random = Random(seed)
    while not played.over:
        moves = played.moves()
        quiet = moves[-1].kind in ("pass", "open") and random.random() < PASSING
        played = played.after(moves[-1] if quiet else moves[int(random.random() * len(moves))])
    return played


def _dealt_from_a_pack(played: Round) -> Round:
    """A pack that comes to these hands, cut in the middle where the rules want a cut."""
    game = played.game
    hands, talon = places_of_hands(game)
    cards = [card.id for card in played.deal]
    order = [""] * len(cards)
    for place, card in zip(
        [*(place for hand in hands for place in hand), *talon], cards, strict=True
    ):
        order[place] = card
    begun = deal(game, pack=order, **played.carried.as_dict())
    cuts = [move for move in begun.moves() if move.kind == "cut"] if begun.step == "deal" else []
    if cuts:
        cut = cuts[len(cuts) // 2]
        lifted = len(order) - (cut.count or 0)
        begun = deal(game, pack=[*order[lifted:], *order[:lifted]], **played.carried.as_dict())
        begun = begun.after(cut)
    for seat, move in played.history:
        begun = begun.after(move, seat)
    return begun


def example_rounds(game: Game, cases: Iterable[Case]) -> Iterator[tuple[str, Round]]:
    """The rounds of the examples of this rule set, each once with the name of its example, played
    on by chance where they break off.

    Raises `RulesFault` for examples that cannot be meant.
    """
    for case in cases:
        if (case.game.id, case.game.variant) == (game.id, game.variant):
            for played in case.rounds()[:1]:
                yield case.id, whole(played)


# The position in which the play begins, for engines that know nothing of what comes before it.

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
