"""The machine chooses cards by rules of thumb as the players do who use the engine."""

from __future__ import annotations

from random import Random

import pytest
from conftest import VARIANTS, loaded
from test_kernel import starts

from zwanz_ssot.engine import CompiledGame, table
from zwanz_ssot.engine.state import State
from zwanz_ssot.kernel import cells as c
from zwanz_ssot.kernel import heuristics
from zwanz_ssot.kernel.playouts import Foresight, foreseen, program_of
from zwanz_ssot.kernel.program import position, program_key
from zwanz_ssot.kernel.tricks import begin, legal
from zwanz_ssot.players import card_heuristics
from zwanz_ssot.problems import RulesAreSilent

THUMBS = Foresight(steps=0, unlikely=3, epochs=1, needed=3)
POSITIONS = 12
"""Positions of each rule set that are played out and compared."""


def by_engine(compiled: CompiledGame, state: State, seat: int) -> int:
    """What a seat gets when the rules of thumb play a position out with the engine; each of their
    cards is that of the machine.
    """
    program = program_of(compiled, program_key(compiled, state))
    while not state.over:
        legal_cards = compiled.play_step.legal(state)
        mine = card_heuristics.card(
            card_heuristics.sampled_situation(compiled, state, legal_cards, open_sides=False)
        )
        where = position(compiled, state)
        m = [*[0] * c.WORK, *where, *program]
        p = c.WORK + c.POSITION
        mover, count = begin(m, p, c.WORK), state.in_trick
        cards = legal(m, p, c.WORK, mover, count)
        theirs = heuristics.by_heuristics(m, p, c.WORK, mover, count, cards)
        assert (mover, cards, theirs) == (state.turn, legal_cards, mine)
        compiled.play_step.play_card(state, mine)
    try:
        ledger = compiled.settlement.settle(state, state.contract, state.stakes)
    except RulesAreSilent:
        return 0
    return (ledger.paid or ledger.scores)[seat]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_machine_chooses_as_the_rules_of_thumb_do(game: str, variant: str) -> None:
    compiled = table(loaded(game, variant))
    found, random = starts(compiled, 4), Random(4)
    states = [next(found) for _ in range(POSITIONS)]
    seats = [random.randrange(compiled.players) for _ in states]
    mine = [
        foreseen(compiled, [each], (-1,), THUMBS, own=seat, compiled=False)[0]
        for each, seat in zip(states, seats, strict=True)
    ]
    theirs = [
        by_engine(compiled, each.copy(), seat) for each, seat in zip(states, seats, strict=True)
    ]
    assert [row[0] for row in mine] == theirs
    assert len(set(theirs)) > 2
