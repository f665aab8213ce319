"""A match at the table: rounds dealt from seeds, one after the other, those thrown in among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..engine import Match, Round
from ..model import Game
from .players import choose

MOST_THROWN_IN = 1000
"""So many deals in a row that are thrown in end a match: rules may throw in every hand there is."""


@dataclass(frozen=True)
class Stay:
    """How long one stays at the table: the first seed, how many rounds, up to which score; where
    records go.
    """

    seed: int
    rounds: int
    target: int | None
    record: Path | None


@dataclass(frozen=True)
class Dealt:
    """A round at the table: the match before it, the seed of its cards, how far it came."""

    match: Match
    seed: int
    round: Round

    @property
    def after(self) -> Match:
        """The match after it; the same one when it was not played to its end."""
        return self.match if self.round.turn is not None else self.match.after(self.round)


def rounds(game: Game, stay: Stay, play: Callable[[Dealt], Round]) -> Iterator[Dealt]:
    """Round after round, as ``play`` plays them; one that it does not play to its end is the last."""
    match = Match(game, target=stay.target)
    seed, thrown_in = stay.seed, 0
    while match.rounds < stay.rounds and not match.over and thrown_in < MOST_THROWN_IN:
        dealt = Dealt(match, seed, match.deal(seed))
        dealt = replace(dealt, round=play(dealt))
        yield dealt
        if dealt.round.turn is not None:
            return
        match = dealt.after
        seed, thrown_in = seed + 1, thrown_in + 1 if dealt.round.thrown_in is not None else 0


def simple(played: Round) -> Round:
    """A round played to its end by the simple players."""
    while (seat := played.turn) is not None:
        played = played.after(choose(played.game, played.view(seat)))
    return played


def by_player(match: Match) -> list[int]:
    """The scores of the players, the forehand of the first round first."""
    first = Match(match.game)
    return [match.scores[first.player_at(seat)] for seat in range(match.game.table.players)]
