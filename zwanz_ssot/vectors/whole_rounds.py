"""Rounds as another engine can play them: dealt from a pack, and played to their end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ..engine import Round, deal, table
from ..engine.random_play import PASSING
from ..examples import Case
from ..model import Game


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
