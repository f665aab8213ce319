"""Random rounds in large numbers, and counts of their results, for tests and measurements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..model import Carried, Game, Ledger
from ..model.identifiers import GAME
from ..problems import RulesAreSilent
from .compiled import CompiledGame, table
from .deal import shuffled
from .state import State

_NOTHING = Carried()

Outcome = Ledger | RulesAreSilent | None

PASSING = 0.6
"""The probability that a random seat passes where it may. With moves drawn evenly hardly any
auction would end.
"""

SPEAKING = 0.25
"""The probability that moves out of turn are looked for. To do so at every card makes the rounds of
Rußbach a third slower, and its pairs are declared in most rounds either way.
"""


def random_round(
    compiled: CompiledGame,
    random: Random,
    carried: Carried = _NOTHING,
    log: list[tuple[int, int]] | None = None,
) -> State:
    """The state at the end of a round with random moves. ``log`` collects them, each as
    ``(seat, number of the move)``.
    """
    state = _dealt(compiled, random, carried)
    steps, draw = compiled.steps, random.random
    end = len(steps)
    while state.step < end:
        if steps[state.step] is compiled.play_step:
            _play(compiled, state, draw, log)
        else:
            _speak(compiled, state, draw, log)
    return state


def random_start(compiled: CompiledGame, random: Random) -> State | None:
    """The state of a round at the first lead, after random moves; None if it ends before."""
    state = _dealt(compiled, random, _NOTHING)
    while not state.over and compiled.steps[state.step] is not compiled.play_step:
        _speak(compiled, state, random.random, None)
    return None if state.over else state


def _dealt(compiled: CompiledGame, random: Random, carried: Carried) -> State:
    state = compiled.begin(carried)
    state.pack = shuffled(len(compiled.game.deck.cards), random)
    compiled.leave(state)
    return state


def _speak(
    compiled: CompiledGame,
    state: State,
    draw: Callable[[], float],
    log: list[tuple[int, int]] | None,
) -> None:
    """Make random moves to the end of a step that is not the play."""
    step, quiet = state.step, (compiled.moves.pass_, compiled.moves.open)
    moves_of, apply = compiled.steps[step].moves, compiled.steps[step].apply
    while state.step == step:
        moves = moves_of(state)
        move = moves[-1]
        if move not in quiet or draw() >= PASSING:
            move = moves[int(draw() * len(moves))]
        if log is not None:
            log.append((state.turn, move))
        apply(state, move)


def _play(
    compiled: CompiledGame,
    state: State,
    draw: Callable[[], float],
    log: list[tuple[int, int]] | None,
) -> None:
    """Make random moves to the end of the play. Most time is spent here, so `PlayStep.legal` is
    inlined, and a card is drawn from the set of legal ones without a list.
    """
    play, step = compiled.play_step, state.step
    legal, words_of, play_card = play.legal, play.words, play.play_card
    pack, talks = compiled.cards, play.talks
    speaking = SPEAKING if compiled.speaks_out_of_turn else 0
    out_of_turn = play.in_play_calls.out_of_turn
    while state.step == step:
        turn = state.turn
        cards = state.hands[turn]
        if state.bound:
            cards = legal(state)
        elif cards & cards - 1:
            rules, trick, played = state.rules, state.trick, state.played
            assert rules is not None
            led = played[-state.in_trick] if trick else 0
            cards = rules.legal(cards, trick, led, state.held_back[turn], played)
        words = words_of(state) if talks[state.contract] else ()
        count = cards.bit_count()
        own = count + len(words) if words else count

        # Now and then moves out of turn are drawn, too, as likely as those of the seat to move.
        if speaking and draw() < speaking and (others := out_of_turn(state)):
            drawn = int(draw() * (own + len(others)))
            if drawn >= own:
                seat, word = others[drawn - own]
                if log is not None:
                    log.append((seat, word))
                play.say(state, seat, word)
                continue

        # Something said, or the card of this number, counted from the lowest bit.
        drawn = int(draw() * own)
        if drawn >= count:
            move = words[drawn - count]
        else:
            while drawn:
                cards &= cards - 1
                drawn -= 1
            move = (cards & -cards).bit_length() - 1
        if log is not None:
            log.append((turn, move))
        if move < pack:
            play_card(state, move)
        else:
            play.say(state, turn, move)


def random_rounds(game: Game, count: int, seed: int = 0) -> Iterator[tuple[State, Outcome]]:
    """The final states of ``count`` random rounds, each with its ledger; None for cards thrown in,
    the error where the rules are silent. The same ``seed`` gives the same rounds.
    """
    compiled, random = table(game), Random(seed)
    for number in range(1, count + 1):
        state = random_round(compiled, random, Carried(number=number))
        yield state, None if state.thrown_in else _settled(compiled, state)


def _settled(compiled: CompiledGame, state: State) -> Ledger | RulesAreSilent:
    try:
        return compiled.settlement.settle(state, state.contract, state.stakes)
    except RulesAreSilent as silent:
        return silent


@dataclass
class ContractCounts:
    """Sums over the rounds of one contract."""

    rounds: int = 0
    won: int = 0
    points: float = 0
    """Card points of the declarers' side."""
    declarer: int = 0
    """Scores of the declarer; without one, of the first seat of the declarers' side."""
    alone: bool = True
    """Whether everybody plays for himself, without declarers."""


@dataclass
class RoundCounts:
    """Counts of the results of random rounds of a game."""

    game: Game
    seed: int = 0
    rounds: int = 0
    contracts: dict[str, ContractCounts] = field(default_factory=dict)
    bonuses: Counter[tuple[str, bool, str]] = field(default_factory=Counter)
    """By bonus, whether it was announced, and verdict."""
    thrown_in: Counter[str] = field(default_factory=Counter)
    silent: Counter[str] = field(default_factory=Counter)
    """Rounds that the rules do not settle, by the path of the rule in question."""

    def add(self, state: State, ledger: Outcome) -> None:
        """Count one round."""
        self.rounds += 1
        if isinstance(ledger, RulesAreSilent):
            self.silent[ledger.path] += 1
            return
        if ledger is None:
            self.thrown_in[str(state.thrown_in)] += 1
            return
        row = self.contracts.setdefault(state.plan.contract_ids[state.contract], ContractCounts())
        row.rounds += 1
        if state.declarers:
            row.alone = False
            row.points += state.points(state.declarers) / state.plan.unit
            one = state.declarers & -state.declarers if state.declarer < 0 else 0
            row.declarer += ledger.scores[one.bit_length() - 1 if one else state.declarer]
        for line in ledger.lines:
            if line.item != GAME:
                self.bonuses[line.item, line.announced, line.verdict] += 1
            elif line.verdict == "won":
                row.won += 1

    def by_contract(self) -> dict[str, ContractCounts]:
        """The counts of every contract, in the order of the game."""
        return {name: self.contracts.get(name, ContractCounts()) for name in self.game.contracts}

    def by_bonus(self) -> list[tuple[str, bool, str, int]]:
        """Rows of bonus, whether announced, verdict, and count, in the order of the game."""
        order = list(self.game.bonuses)
        rows = [(*key, times) for key, times in self.bonuses.items()]
        return sorted(rows, key=lambda row: (order.index(row[0]), not row[1], row[2]))

    def as_dict(self) -> dict[str, Any]:
        """The counts as data for programs."""
        contracts = {}
        for name, row in self.by_contract().items():
            contracts[name] = {
                "rounds": row.rounds,
                "won": None if row.alone else row.won,
                "declarers_points": None if row.alone else row.points / row.rounds,
                "declarer_score": None if row.alone else row.declarer / row.rounds,
            }
        bonuses = [
            {"bonus": bonus, "announced": announced, "verdict": verdict, "times": times}
            for bonus, announced, verdict, times in self.by_bonus()
        ]
        return {
            "game": self.game.id,
            "variant": self.game.variant,
            "seed": self.seed,
            "rounds": self.rounds,
            "contracts": contracts,
            "bonuses": bonuses,
            "rules_are_silent": dict(sorted(self.silent.items())),
            "thrown_in": {reason: self.thrown_in[reason] for reason in self.game.deals_again},
        }


def count_rounds(game: Game, rounds: int, seed: int = 0) -> RoundCounts:
    """Play random rounds from a seed, and count their results."""
    counts = RoundCounts(game, seed)
    for state, ledger in random_rounds(game, rounds, seed):
        counts.add(state, ledger)
    return counts
