"""One player against others: what it gains per round, with the same deals and in every seat.

Each deal is played once by the others alone, and once for each seat with the player in it. The gain
is the player's score less that of the other in the same seat, so that luck of cards and seats
cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from time import process_time

from ..engine import Round, deal
from ..engine.moves import Move
from ..model import Game
from ..players import Player, chosen, player_of, prepare, refuse_own, refuse_unknown
from ..problems import RulesAreSilent, WrongCall
from ..workers import chunked, shared, stopping

Z = 1.96
"""Half the width of a 95 % interval, in standard errors of a normal distribution."""
COUNTED = ("bid", "announce", "double")
"""The kinds of words that are counted."""
_CHUNK = 2
"""Deals that a worker plays in one go."""


@dataclass(frozen=True)
class DealResult:
    """A deal, played by the others alone and once with the player in each seat.

    >>> DealResult(seed=7, gains=(2, 0, -1, 3), words={}, seconds=0, slowest=0, choices=0).gain
    1.0
    """

    seed: int
    gains: tuple[int, ...]
    """By seat, the player's score less that of the other."""
    words: dict[str, int]
    """How often the player said a word of each kind."""
    seconds: float
    """Processor time of all choices; a forced move is none."""
    slowest: float
    """Processor time of the slowest choice, in seconds."""
    choices: int

    @property
    def gain(self) -> float:
        """Points per round: the mean over the seats."""
        return fmean(self.gains)


@dataclass(frozen=True)
class Contest:
    """The result of many deals.

    >>> result = Contest(deals=100, gain=0.5, error=0.25, words={}, seconds=0, slowest=0)
    >>> [round(end, 2) for end in result.interval]  # 1.96 standard errors on either side
    [0.01, 0.99]
    """

    deals: int
    gain: float
    """Points per round."""
    error: float
    """The standard error of ``gain``, over deals."""
    words: dict[str, int]
    seconds: float
    """Processor time per choice."""
    slowest: float
    """Processor time of the slowest choice, in seconds."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the gain."""
        return self.gain - Z * self.error, self.gain + Z * self.error


class _Timed:
    """A player whose choices are timed and counted."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.words = dict.fromkeys(COUNTED, 0)
        self.seconds = self.slowest = 0.0
        self.choices = 0

    def choose(self, round: Round) -> Move:
        """The move of the seat at turn."""
        begun = process_time()
        move = chosen(self._player, round)
        took = process_time() - begun
        if len(round.moves()) > 1:
            self.choices += 1
            self.seconds += took
            self.slowest = max(self.slowest, took)
        if move.kind in self.words:
            self.words[move.kind] += 1
        return move


def _scores(start: Round, choose: Callable[[Round], Move]) -> tuple[int, ...]:
    """The scores of a round by seat; zero where it is thrown in or the rules are silent."""
    played, nothing = start, (0,) * start.game.table.players
    while played.turn is not None:
        if stopping():
            return nothing
        played = played.after(choose(played))
    try:
        ledger = played.ledger()
    except RulesAreSilent:
        return nothing
    return nothing if ledger is None else tuple(ledger.paid or ledger.scores)


def play_deal(game: Game, seed: int, player: str, others: str) -> DealResult:
    """Play one deal of a contest. ``seed`` deals the cards and seeds the players' chance.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> play_deal(game, 7, "simple", "simple").gains  # nobody gains on an equal player
    (0, 0, 0, 0)
    """
    start = deal(game, seed=seed)
    timed, other = _Timed(player_of(player, seed=seed)), player_of(others, seed=seed)

    def by_other(round: Round) -> Move:
        return chosen(other, round)

    alone = _scores(start, by_other)
    gains = []
    for seat in range(game.table.players):

        def with_player(round: Round, seat: int = seat) -> Move:
            return timed.choose(round) if round.turn == seat else by_other(round)

        gains.append(_scores(start, with_player)[seat] - alone[seat])
    return DealResult(seed, tuple(gains), timed.words, timed.seconds, timed.slowest, timed.choices)


def play_deals(
    game: Game,
    deals: int,
    player: str,
    others: str,
    *,
    seed: int = 0,
    jobs: int | None = None,
    dask: str | None = None,
) -> Generator[DealResult, None, None]:
    """Play the deals of a contest, seeded from ``seed`` on, in this order.
    `zwanz_ssot.workers.shared` explains ``jobs`` and ``dask``.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> [result.seed for result in play_deals(game, 2, "simple", "simple", seed=5, jobs=1)]
    [5, 6]
    """
    refuse_unknown(f"{player},{others}")
    if dask is None:
        prepare(f"{player},{others}")  # before each process would; those of a cluster do it
    else:
        refuse_own(f"{player},{others}")
    chunks = chunked(range(seed, seed + deals), _CHUNK)
    play = partial(_play, game, player, others)
    with closing(shared(play, chunks, jobs=jobs, dask=dask, brought=game.loaded_from)) as played:
        for results in played:
            yield from results


def _play(game: Game, player: str, others: str, numbers: range) -> list[DealResult]:
    prepare(f"{player},{others}")
    return [play_deal(game, number, player, others) for number in numbers if not stopping()]


def contest(
    game: Game,
    deals: int,
    player: str,
    others: str,
    *,
    seed: int = 0,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Contest:
    """What ``player`` gains per round on ``others``, who all have the same name.

    Raises `WrongCall` for fewer than two deals and for unknown players.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> contest(game, 3, "simple", "simple", jobs=1).gain
    0.0
    """
    if deals < 2:
        raise WrongCall(f"{deals} deals have no interval", "play two or more")
    results = []
    with closing(
        play_deals(game, deals, player, others, seed=seed, jobs=jobs, dask=dask)
    ) as played:
        for result in played:
            results.append(result)
            if progress is not None:
                progress(len(results), deals)
    gains = [result.gain for result in results]
    choices = sum(result.choices for result in results)
    words = {kind: sum(result.words[kind] for result in results) for kind in COUNTED}
    seconds = sum(result.seconds for result in results) / max(1, choices)
    slowest = max(result.slowest for result in results)
    return Contest(deals, fmean(gains), stdev(gains) / sqrt(deals), words, seconds, slowest)
