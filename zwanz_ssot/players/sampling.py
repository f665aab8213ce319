"""The sampling player: it weighs its moves by their scores in possible rounds.

Hidden cards are dealt as `zwanz_ssot.players.worlds` does it. In each such world every move is
made, the round is played to its end by rules of thumb for all seats, and settled by the rules; the
move that brings most points is chosen. Bids, calls, exchanges, announcements, doubles and cards are
weighed alike, a pass among them.

What it is not: after a move under consideration nobody says more than he must, all seats know the
sides, and no seat learns from what another one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ..engine import CompiledGame, Move, View
from ..engine.state import State
from ..kernel.machine import build_to_use, can_compile, machine
from ..kernel.playouts import scores_by_heuristics
from ..problems import RulesAreSilent, WrongCall
from . import card_heuristics, simple
from .worlds import Worlds, chance

QUIET = ("pass", "open", "keep")
"""Moves that change nothing: another one is made only if it brings more for certain."""
DOUBT = 2.0
"""How many standard errors another move has to bring more than a quiet one. Doubles alone, beside
simple moves else, over 100 deals of directnet, points a round: with 1 they brought −0.04 ± 0.26.
"""
CARDS_FOR_WORDS = 2
"""How many times as many worlds are tried for a card as for a word."""
CONTENDERS = 4
"""How many moves are weighed in all worlds, after a quarter of them."""


@dataclass(frozen=True)
class Strength:
    """How many worlds are tried, with numba and without it."""

    compiled: int
    plain: int


@dataclass(frozen=True)
class WeighedMove:
    """A move with its expected score."""

    move: Move
    points: float
    """The mean of the seat's score, in points of the settlement."""
    error: float
    """The standard error of ``points``, as far as chance goes."""


class SamplingPlayer:
    """A player that weighs moves in sampled worlds. The same seed and view give the same move, with
    numba and without it only at the same number of worlds.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7)
    >>> player = SamplingPlayer(Strength(compiled=4, plain=4), seed=1, compiled=False)
    >>> player.choose(round.view("forehand")) in round.moves()
    True
    """

    def __init__(self, level: Strength, seed: int = 0, *, compiled: bool | None = None) -> None:
        self._compiled = build_to_use(compiled)
        self._many = level.compiled if self._compiled else level.plain
        self._seed = seed

    def choose(self, view: View) -> Move:
        """The move with the highest expected score; `WrongCall` where there are no moves."""
        if not view.moves:
            raise WrongCall("there is no move to choose", "take the view of whose turn it is")
        if len(view.moves) == 1:
            return view.moves[0]
        weighed = self.weigh(view)
        return weighed[0].move if weighed else simple.choose(view.game, view)

    def weigh(self, view: View) -> tuple[WeighedMove, ...]:
        """The moves with their expected scores, the chosen one first; of many moves only some
        are weighed.

        Empty where nothing can be weighed: the pack is cut, cards are passed on, numbers are bid,
        or it is another seat's turn.
        """
        if view.turn != view.seat or view.game.auction.numbers:
            return ()
        worlds = Worlds(view)
        random = chance(self._seed, view)
        many = self._many * (CARDS_FOR_WORDS if view.step == "play" else 1)
        states = list(worlds.states(random, many))
        if not states:
            return ()
        if view.step == "play":
            return self._weigh_play(worlds, states, view)
        return self._weigh_words(worlds, states, view.moves)

    # before the play

    def _weigh_words(
        self, worlds: Worlds, states: Sequence[State], moves: Sequence[Move]
    ) -> tuple[WeighedMove, ...]:
        first = max(2, len(states) // 4)
        scores: dict[Move, list[int]] = {}
        if len(moves) > CONTENDERS:
            scores = self._scores(worlds, states[:first], moves)
            ranked = sorted(moves, key=lambda move: -fmean(scores[move]))
            quiet = [move for move in ranked[CONTENDERS:] if move.kind in QUIET]
            moves = [*ranked[:CONTENDERS], *quiet]
        scores = self._scores(worlds, states, moves)
        return _ranked(scores, next((move for move in moves if move.kind in QUIET), None))

    def _scores(
        self, worlds: Worlds, states: Sequence[State], moves: Sequence[Move]
    ) -> dict[Move, list[int]]:
        """The score of each move in each world."""
        compiled, seat = worlds.compiled, worlds.seat
        found: dict[Move, list[int]] = {move: [0] * len(states) for move in moves}
        ready: list[State] = []
        places: list[tuple[Move, int]] = []
        for move in moves:
            number = compiled.moves.number[move.text]
            for world, state in enumerate(states):
                after = state.copy()
                compiled.make(after, seat, number)
                say_no_more(compiled, after)
                if not after.over:
                    ready.append(after)
                    places.append((move, world))
                elif after.thrown_in is None:
                    found[move][world] = _settled(compiled, after, seat)
        rows = scores_by_heuristics(compiled, ready, [seat] * len(ready), compiled=self._compiled)
        for (move, world), row in zip(places, rows, strict=True):
            found[move][world] = row[0]
        return found

    # in the play

    def _weigh_play(
        self, worlds: Worlds, states: Sequence[State], view: View
    ) -> tuple[WeighedMove, ...]:
        """Compare words with saying nothing; then weigh the cards."""
        cards = [move for move in view.moves if move.kind == "play"]
        words = [move for move in view.moves if move.kind != "play"]
        compiled, seat = worlds.compiled, worlds.seat
        if words:
            silent = scores_by_heuristics(
                compiled, states, [seat] * len(states), compiled=self._compiled
            )
            quiet = cards[0]
            scores = {quiet: [row[0] for row in silent], **self._scores(worlds, states, words)}
            ranked = _ranked(scores, quiet)
            if ranked[0].move != quiet:
                return ranked
        if not cards:
            return ()
        numbers = [move.card.index for move in cards if move.card is not None]
        rows = scores_by_heuristics(
            compiled, states, [seat] * len(states), numbers, compiled=self._compiled
        )
        scores = {move: [row[n] for row in rows] for n, move in enumerate(cards)}
        return _ranked(scores, None)


def _ranked(scores: dict[Move, list[int]], quiet: Move | None) -> tuple[WeighedMove, ...]:
    """The moves by expected score; a quiet one comes first if none is clearly better."""

    def error(sample: Sequence[float]) -> float:
        return stdev(sample) / sqrt(len(sample)) if len(sample) > 1 else 0.0

    found = [WeighedMove(move, fmean(each), error(each)) for move, each in scores.items()]
    found.sort(key=lambda weighed: -weighed.points)
    if quiet is not None and found[0].move != quiet:
        gains = [a - b for a, b in zip(scores[found[0].move], scores[quiet], strict=True)]
        if fmean(gains) <= DOUBT * error(gains):
            found.sort(key=lambda weighed: weighed.move != quiet)
    return tuple(found)


def _settled(compiled: CompiledGame, state: State, seat: int) -> int:
    """The score of a seat in a finished round."""
    try:
        ledger = compiled.settlement.settle(state, state.contract, state.stakes)
    except RulesAreSilent:
        return 0
    return (ledger.paid or ledger.scores)[seat]


def prepare() -> None:
    """Compile what the sampling players run, where numba is installed: a minute or more the first
    time; later it comes from numba's cache.
    """
    if can_compile():
        nothing: Any = import_module("numpy").zeros(1, "int64")
        machine(compiled=True).try_cards(nothing, 0, 0, nothing, nothing, nothing)


def say_no_more(compiled: CompiledGame, state: State) -> None:
    """Go on to the play, or to the end of the round, without a word that need not be said."""
    every = compiled.moves.all
    while not state.over:
        step = compiled.steps[state.step]
        if step is compiled.play_step:
            return
        legal = step.moves(state)
        open_to = [every[number] for number in legal]
        quiet = next((move for move in open_to if move.kind in QUIET), None)
        if quiet is None and len(legal) > 1:
            quiet = _needed(compiled, state, step.kind, open_to)
        step.apply(state, legal[open_to.index(quiet)] if quiet is not None else legal[0])


def _needed(compiled: CompiledGame, state: State, kind: str, moves: Sequence[Move]) -> Move:
    """The move by rules of thumb, where one has to be made."""
    game, hand = compiled.game, state.hands[state.turn]
    if kind == "call":
        return card_heuristics.call(game, compiled.contracts[state.contract], hand, moves)
    if kind == "exchange":
        return card_heuristics.exchange(game, hand, state.talon, moves)
    if kind == "naming":
        return card_heuristics.naming(hand, moves)
    contracts = [move for move in moves if move.contract is not None]
    return max(
        contracts, key=lambda move: _promise(compiled, str(move.contract), hand), default=moves[0]
    )


def _promise(compiled: CompiledGame, contract: str, hand: int) -> float:
    """An estimate of a contract by the strength of the hand alone, for bids that are forced."""
    bid = compiled.game.contracts[contract]
    return (simple.strength(compiled.game, bid, hand) - simple.ENOUGH) * bid.value
