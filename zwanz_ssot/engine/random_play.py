"""Random rounds, many at once: for proofs and for measuring."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..model import Carried, Game, Ledger
from ..problems import RulesAreSilent
from .compiled import CompiledGame, table
from .deal import shuffled
from .state import State

_NOTHING = Carried()

Outcome = Ledger | RulesAreSilent | None

PASSING = 0.6
"""How often a random speaker passes where he may. With moves drawn evenly hardly an auction would
end.
"""

SPEAKING = 0.25
"""How often others than the seat to move are asked for a word. Asking them at every card makes the
rounds of Rußbach a third slower, and its pairs are declared in most rounds either way.
"""


def random_round(
    compiled: CompiledGame,
    random: Random,
    carried: Carried = _NOTHING,
    log: list[tuple[int, int]] | None = None,
) -> State:
    """One whole round with random moves; ``log`` collects them, each as its seat and its number."""
    state = compiled.begin(carried)
    state.pack = shuffled(len(compiled.game.deck.cards), random)
    compiled.leave(state)
    rooms, draw = compiled.steps, random.random
    quiet = (compiled.moves.pass_, compiled.moves.open)
    out_of_turn = compiled.out_of_turn if compiled.speaks_out_of_turn else None
    end = len(rooms)
    while (step := state.step) < end:
        moves_of, apply = rooms[step].moves, rooms[step].apply
        asked = out_of_turn if rooms[step].kind == "play" else None
        while state.step == step:
            moves = moves_of(state)
            # Now and then, who may speak out of turn is as likely to act as who is to move.
            others = asked(state) if asked is not None and draw() < SPEAKING else ()
            if others and (drawn := int(draw() * (len(moves) + len(others)))) >= len(moves):
                seat, move = others[drawn - len(moves)]
                if log is not None:
                    log.append((seat, move))
                compiled.make(state, seat, move)
                continue
            move = moves[-1]
            if move not in quiet or draw() >= PASSING:
                move = moves[int(draw() * len(moves))]
            if log is not None:
                log.append((state.turn, move))
            apply(state, move)
    return state


def random_rounds(game: Game, count: int, seed: int = 0) -> Iterator[tuple[State, Outcome]]:
    """``count`` random rounds with their ledgers: None for cards thrown in, the error where the
    rules are silent. The same ``seed`` gives the same rounds.
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
