"""The sampling player: it weighs its moves by their scores in possible rounds.

`zwanz_ssot.players.worlds` deals the hidden cards; they are exchanged until the others would have
played as they did. In each such world every move is made, and the round is played to its end: the
others play by rules of thumb, the seat itself looks ahead (`zwanz_ssot.kernel.foreseeing`), after
a bid, and as a declarer alone, by playouts of its own (`zwanz_ssot.kernel.nested`). The rules
settle it, and the move that scores most is chosen. Bids, calls, exchanges, announcements, doubles,
passes and cards are all weighed so.

Its limits: after the weighed move nobody says more than he must; a pass is no evidence about a
hand; the others learn the sides from what they see, and nothing else. A bid that another seat has
made voluntarily is never doubled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from ..engine import CompiledGame, Move, View
from ..engine.state import State
from ..kernel import NotLowered
from ..kernel.foreseeing import ASKED
from ..kernel.machine import build_to_use, can_compile, machine
from ..kernel.playouts import Foresight, foreseen
from ..problems import RulesAreSilent, WrongCall, of_kind, whole_number
from . import card_heuristics, simple
from .worlds import FEWEST, Worlds, chance

QUIET = ("pass", "open", "keep")
"""Kinds of moves that change nothing. Another move has to be clearly better (`DOUBT`)."""
DOUBT = 1.0
"""How many standard errors another move has to score above a quiet one."""
CARDS, WORDS = 2, 3
"""Factors on the worlds of a `Strength`: for a card, and with numba for a word. With 4 for words,
the slowest move in 25 deals of directnet took 321 ms.
"""
TRIED = 720
"""The most pairs of a word and a world that are tried; but never fewer worlds than the `Strength`
has. Without this bound, the slowest move in four rounds of wien, with 12 words, took 638 ms.
"""
FORESIGHT = Foresight(steps=80, unlikely=3, epochs=12, needed=3)
"""How cards are weighed."""
FORESIGHT_ALONE = Foresight(steps=80, unlikely=3, epochs=2, needed=3, inner=2)
"""How a declarer without a partner weighs his cards with numba: beyond the tree, too, he plays by
playouts.
"""
CARD_EFFORT = 480_000
"""The most pairs of a card and a world, times the third power of the cards in hand, that are
weighed so. Without this bound, the slowest move in 199 rounds of directnet took 329 ms.
"""
FORESIGHT_OF_WORDS = Foresight(steps=0, unlikely=3, epochs=6, needed=4)
"""How words are weighed. No cards have been played that worlds would have to fit."""
FORESIGHT_OF_BIDS = Foresight(steps=0, unlikely=3, epochs=1, needed=4, inner=8)
"""How bids are weighed with numba: by cards that the seat chooses by playouts. With rules of thumb
a seat seems to lose contracts that it wins by looking ahead at each card. In 99 deals of directnet
the Solo brought +7.8; this promised +3.9 (40 worlds), `FORESIGHT_OF_WORDS` −2.4.
"""
BIDS, BID_WORLDS = 3, 32
"""How many bids are weighed so, a quiet move besides, and in how many worlds at most."""
BID_EFFORT = 96_000
"""The most pairs of a word and a world, times the third power of the tricks in a round, that are
weighed so. Without this bound, bids of wien took twice as long.
"""
PLAIN = Foresight(steps=10, unlikely=3, epochs=1, needed=3)
"""How cards and words are weighed without numba, which is forty times slower: by rules of thumb."""
CONTENDERS = 4
"""How many words are weighed in all worlds, after all words in a quarter of them."""


@dataclass(frozen=True)
class Strength:
    """How many worlds are tried: ``compiled`` with numba, ``plain`` without it. Raises `WrongCall`
    for numbers below 1.

    >>> Strength(compiled=40, plain=8).plain
    8
    """

    compiled: int
    plain: int

    def __post_init__(self) -> None:
        whole_number("compiled", self.compiled, 1)
        whole_number("plain", self.plain, 1)


@dataclass(frozen=True)
class WeighedMove:
    """A move with its expected score.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> player = SamplingPlayer(Strength(compiled=4, plain=4), seed=1, compiled=False)
    >>> weighed = player.weigh(round.view("forehand"))
    >>> weighed[0].move in round.moves(), weighed[0].error >= 0
    (True, True)
    """

    move: Move
    points: float
    """The mean score of the seat, in points of the settlement."""
    error: float
    """The standard error of ``points`` over the sampled worlds."""


class SamplingPlayer:
    """A player that weighs moves in sampled worlds. The same seed and view give the same move; with
    numba it looks further ahead than without.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7)
    >>> player = SamplingPlayer(Strength(compiled=4, plain=4), seed=1, compiled=False)
    >>> player.choose(round.view("forehand")) in round.moves()
    True
    """

    def __init__(self, level: Strength, seed: int = 0, *, compiled: bool | None = None) -> None:
        of_kind("strength", Strength, level)
        whole_number("seed", seed, 0)
        self._compiled = build_to_use(compiled)
        self._many = level.compiled if self._compiled else level.plain
        self._seed = seed

    def choose(self, view: View) -> Move:
        """The move with the highest expected score; that of the simple player where nothing can be
        weighed. Raises `WrongCall` where there are no moves.
        """
        of_kind("view", View, view)
        if not view.moves:
            raise WrongCall(
                "there is no move to choose", "take the view of the seat whose turn it is"
            )
        if len(view.moves) == 1:
            return view.moves[0]
        weighed = self.weigh(view)
        return weighed[0].move if weighed else simple.choose(view.game, view)

    def weigh(self, view: View) -> tuple[WeighedMove, ...]:
        """The moves with their expected scores, the chosen one first. Of many moves only the most
        promising are weighed.

        Empty where nothing can be weighed: the pack is cut, cards are passed on, numbers are bid,
        it is another seat's turn, or the machine cannot play a contract.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> player = SamplingPlayer(Strength(compiled=4, plain=4), seed=1, compiled=False)
        >>> weighed = player.weigh(round.view("forehand"))
        >>> player.choose(round.view("forehand")) == weighed[0].move
        True
        """
        if view.turn != view.seat or view.game.auction.numbers:
            return ()
        worlds = Worlds(view)
        random = chance(self._seed, view)
        many = self._many * (CARDS if view.step == "play" else WORDS if self._compiled else 1)
        if view.step != "play" and self._compiled:
            many = max(self._many, min(many, TRIED // len(view.moves)))
        states = list(worlds.states(random, many))
        if not states:
            return ()
        try:
            if view.step == "play":
                return self._weigh_play(worlds, states, view)
            return self._weigh_words(worlds, states, self._sensible(worlds, view.moves))
        except NotLowered:
            return ()

    # before the play

    def _sensible(self, worlds: Worlds, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves without doubles where another seat has bid voluntarily: hands that are guessed
        for it are too weak.
        """
        if not worlds.kept() or all(move.kind == "double" for move in moves):
            return moves
        return [move for move in moves if move.kind != "double"]

    def _weigh_words(
        self, worlds: Worlds, states: Sequence[State], moves: Sequence[Move]
    ) -> tuple[WeighedMove, ...]:
        """Weigh bids first, and other words where none is better than to be silent."""
        bids = [move for move in moves if move.kind in ("bid", "hold")]
        if not (self._compiled and bids):
            return self._weigh_alike(worlds, states, moves)
        if len(bids) > BIDS:
            scores = self._scores(worlds, states[: max(2, len(states) // 4)], bids)
            bids.sort(key=lambda move: -fmean(scores[move]))
        quiet = next((move for move in moves if move.kind in QUIET), None)
        weighed = [*bids[:BIDS], *([quiet] if quiet is not None else [])]
        many = min(BID_WORLDS, BID_EFFORT // (len(weighed) * worlds.compiled.tricks**3))
        scores = self._scores(worlds, states[: max(FEWEST, many)], weighed, FORESIGHT_OF_BIDS)
        ranked = _ranked(scores, quiet)
        others = [move for move in moves if move not in bids]
        if ranked[0].move != quiet or len(others) < 2:
            return ranked
        return self._weigh_alike(worlds, states, others)

    def _weigh_alike(
        self, worlds: Worlds, states: Sequence[State], moves: Sequence[Move]
    ) -> tuple[WeighedMove, ...]:
        """Weigh words: of many only the best ones in a quarter of the worlds, and a quiet one."""
        first = max(2, len(states) // 4)
        scores: dict[Move, list[float]] = {}
        if len(moves) > CONTENDERS:
            scores = self._scores(worlds, states[:first], moves)
            ranked = sorted(moves, key=lambda move: -fmean(scores[move]))
            quiet = [move for move in ranked[CONTENDERS:] if move.kind in QUIET]
            moves = [*ranked[:CONTENDERS], *quiet]
        scores = self._scores(worlds, states, moves)
        return _ranked(scores, next((move for move in moves if move.kind in QUIET), None))

    def _scores(
        self,
        worlds: Worlds,
        states: Sequence[State],
        moves: Sequence[Move],
        how: Foresight = FORESIGHT_OF_WORDS,
    ) -> dict[Move, list[float]]:
        """The score of each move in each world."""
        compiled, seat = worlds.compiled, worlds.seat
        found: dict[Move, list[float]] = {move: [0.0] * len(states) for move in moves}
        how = how if self._compiled else replace(PLAIN, steps=0)
        for move in moves:
            ready: list[State] = []
            places: list[int] = []
            number = compiled.moves.number[move.text]
            for world, state in enumerate(states):
                after = state.copy()
                compiled.make(after, seat, number)
                stay_silent(compiled, after)
                if not after.over:
                    ready.append(after)
                    places.append(world)
                elif after.thrown_in is None:
                    found[move][world] = _settled(compiled, after, seat)
            if ready:
                rows = foreseen(
                    compiled,
                    ready,
                    (-1,),
                    how,
                    fixed=worlds.fixed(),
                    may_hold=worlds.may_hold(),
                    own=seat,
                    compiled=self._compiled,
                )
                for world, row in zip(places, rows, strict=True):
                    found[move][world] = row[0]
        return found

    # in the play

    def _weigh_play(
        self, worlds: Worlds, states: Sequence[State], view: View
    ) -> tuple[WeighedMove, ...]:
        """Choose a word if it is better than none; else weigh the cards."""
        cards = [move for move in view.moves if move.kind == "play"]
        words = [move for move in self._sensible(worlds, view.moves) if move.kind != "play"]
        compiled, seat = worlds.compiled, worlds.seat
        if words:
            how = FORESIGHT_OF_WORDS if self._compiled else replace(PLAIN, steps=0)
            silent = foreseen(compiled, states, (-1,), how, own=seat, compiled=self._compiled)
            quiet = cards[0]
            scores = {quiet: [row[0] for row in silent], **self._scores(worlds, states, words)}
            ranked = _ranked(scores, quiet)
            if ranked[0].move != quiet:
                return ranked
        if not cards:
            return ()
        numbers = [move.card.index for move in cards if move.card is not None]
        how = FORESIGHT if self._compiled else PLAIN
        if self._compiled and states[0].declarers == 1 << seat:
            how, many = FORESIGHT_ALONE, CARD_EFFORT // (len(cards) * len(view.hand) ** 3)
            states = states[: max(FEWEST, many)]
        rows = foreseen(
            compiled,
            states,
            numbers,
            how if view.played else replace(how, steps=0),
            fixed=worlds.fixed(),
            kept=worlds.kept(),
            may_hold=worlds.may_hold(),
            own=seat,
            seed=chance(self._seed, view).getrandbits(62),
            compiled=self._compiled,
        )
        scores = {move: [row[n] for row in rows] for n, move in enumerate(cards)}
        return _ranked(scores, None)


def _ranked(scores: Mapping[Move, Sequence[float]], quiet: Move | None) -> tuple[WeighedMove, ...]:
    """The moves, the best first, or before it a quiet one that is not clearly worse (`DOUBT`)."""

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


def compile_playouts() -> None:
    """Compile what the sampling players run, if numba is installed. The first time takes a minute
    or more; later the result comes from numba's cache.
    """
    if can_compile():
        nothing: Any = import_module("numpy").zeros(1, "int64")
        asked = import_module("numpy").zeros(ASKED, "int64")
        machine(True).foresee(
            nothing, 0, 0, 0, nothing[:0], asked, nothing, nothing, nothing, nothing
        )


def stay_silent(compiled: CompiledGame, state: State) -> None:
    """Go on to the play, or to the end of the round, saying only what must be said."""
    every = compiled.moves.all
    while not state.over:
        step = compiled.steps[state.step]
        if step is compiled.play_step:
            return
        legal = step.moves(state)
        open_to = [every[number] for number in legal]
        quiet = next((move for move in open_to if move.kind in QUIET), None)
        if quiet is None and len(legal) > 1:
            quiet = _required(compiled, state, step.kind, open_to)
        step.apply(state, legal[open_to.index(quiet)] if quiet is not None else legal[0])


def _required(compiled: CompiledGame, state: State, kind: str, moves: Sequence[Move]) -> Move:
    """The move that rules of thumb choose where the seat must say something."""
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
