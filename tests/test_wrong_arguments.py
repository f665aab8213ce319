"""What is given to the public interface in place of a game, a round, a strength or a generator of
numbers is told in a sentence, before anything is made of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import loaded

import zwanz_ssot
from zwanz_ssot import Match, Prose, WrongCall
from zwanz_ssot.agents import ActionList, AgentGame, round_limits
from zwanz_ssot.kernel import batch, not_lowered, solve
from zwanz_ssot.players import SamplingPlayer, Strength, chosen, named
from zwanz_ssot.record import record, write

GAME = loaded("zwanzigerrufen", "directnet")
ROUND = zwanz_ssot.deal(GAME, seed=7)
NO_GAME, LOAD = "'x' is no game", "load it with zwanz_ssot.load"
NO_ROUND, DEAL = "'x' is no round", "deal one with zwanz_ssot.deal"

CALLS: list[tuple[Callable[[Any], object], Any, str, str]] = [
    (zwanz_ssot.deal, "x", NO_GAME, LOAD),
    (Match, "x", NO_GAME, LOAD),
    (AgentGame, "x", NO_GAME, LOAD),
    (ActionList, "x", NO_GAME, LOAD),
    (round_limits, "x", NO_GAME, LOAD),
    (not_lowered, "x", NO_GAME, LOAD),
    (lambda it: batch(it, []), "x", NO_GAME, LOAD),
    (lambda it: Prose(it, "en"), "x", NO_GAME, LOAD),
    (Match, None, "'None' is no game", LOAD),
    (solve, "x", NO_ROUND, DEAL),
    (AgentGame(GAME).of, "x", NO_ROUND, DEAL),
    (Match(GAME).after, "x", NO_ROUND, DEAL),
    (record, "x", NO_ROUND, DEAL),
    (write, "x", NO_ROUND, DEAL),
    (lambda it: chosen(named("simple"), it), "x", NO_ROUND, DEAL),
    (SamplingPlayer, 3, "'3' is no strength", "Strength(compiled=40, plain=8) is one"),
    (SamplingPlayer, "quick", "'quick' is no strength", "Strength(compiled=40, plain=8) is one"),
    (
        lambda it: AgentGame(GAME).of(ROUND).resample("second", it),
        None,
        "'None' is no generator of random numbers",
        "random.Random(1) is one",
    ),
]


@pytest.mark.parametrize(("call", "given", "told", "hint"), CALLS)
def test_what_is_no_such_thing_is_told(
    call: Callable[[Any], object], given: Any, told: str, hint: str
) -> None:
    with pytest.raises(WrongCall) as wrong:
        call(given)
    assert str(wrong.value) == f"{told}; {hint}"


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ((0, 8), "compiled is a whole number from 1 on, not 0"),
        ((40, 0), "plain is a whole number from 1 on, not 0"),
        ((40, 1.5), "plain is a whole number from 1 on, not 1.5"),
        ((-3, 8), "compiled is a whole number from 1 on, not -3"),
    ],
)
def test_a_strength_has_worlds(numbers: tuple[Any, Any], told: str) -> None:
    with pytest.raises(WrongCall) as wrong:
        Strength(*numbers)
    assert str(wrong.value) == told


def test_the_seed_of_a_sampling_player_is_a_whole_number() -> None:
    with pytest.raises(WrongCall, match="seed is a whole number from 0 on, not 'x'"):
        SamplingPlayer(Strength(4, 4), "x")  # type: ignore[arg-type]


def test_the_training_of_the_docs_takes_a_game_and_a_variant() -> None:
    script = Path(__file__).parent.parent / "docs" / "agents" / "train.py"
    done = subprocess.run(
        [sys.executable, script, "koenigrufen", "wien", "fast"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "usage: python docs/agents/train.py [GAME [VARIANT]]\n"
