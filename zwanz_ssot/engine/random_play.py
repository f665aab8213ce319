"""Random rounds, many at once: for proofs and for measuring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    state = _dealt(compiled, random, carried)
    steps, draw = compiled.steps, random.random
    end = len(steps)
    while state.step < end:
        if steps[state.step] is compiled.play_step:
            _play(compiled, state, draw, log)
        else:
            _speak(compiled, state, draw, log)
    return state


def random_start(
    compiled: CompiledGame, random: Random, carried: Carried = _NOTHING
) -> State | None:
    """A round up to the first lead, with random moves; None where it ends before."""
    state = _dealt(compiled, random, carried)
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
    """A step of a random round that is not the play."""
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
    """The play of a random round. Most time is spent here, so `PlayStep.legal` is written out, and
    a card is drawn from the set of legal ones, without a list of them.
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

        # Now and then, who may speak out of turn is as likely to act as who is to move.
        if speaking and draw() < speaking and (others := out_of_turn(state)):
            drawn = int(draw() * (own + len(others)))
            if drawn >= own:
                seat, word = others[drawn - own]
                if log is not None:
                    log.append((seat, word))
                play.say(state, seat, word)
                continue

        # A word, or the card of this number, counted from the lowest bit.
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
