"""What is given to the public interface in place of a game, a round, a strength or a generator of
numbers is told in a sentence, before anything is made of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import loaded

import zwanz_ssot
from zwanz_ssot import CardSet, IllegalMove, Match, Prose, View, WrongCall
from zwanz_ssot.agents import ActionList, AgentGame, round_limits
from zwanz_ssot.kernel import batch, not_lowered, solve
from zwanz_ssot.players import SamplingPlayer, Strength, chosen, named
from zwanz_ssot.players.information import InformationState
from zwanz_ssot.record import record, replay, write

GAME = loaded("zwanzigerrufen", "directnet")
ROUND = zwanz_ssot.deal(GAME, seed=7)
NO_GAME, LOAD = "'x' is no game", "load it with zwanz_ssot.load"
PROSE = Prose(GAME, "en")
NO_VIEW, TAKE = "'x' is no view", "take one with Round.view"
ACTIONS, PATH = "AgentGame.actions is one", "write it as a text or a pathlib.Path"
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
    (lambda it: InformationState.of(it, 0), "x", NO_ROUND, DEAL),
    (lambda it: View.from_dict(ROUND.view(0).as_dict(), it), "x", NO_GAME, LOAD),
    (named("simple").choose, "x", NO_VIEW, TAKE),
    (named("random").choose, "x", NO_VIEW, TAKE),
    (named("sampling").choose, "x", NO_VIEW, TAKE),
    (lambda it: chosen(it, ROUND), "x", "'x' is no player", "zwanz_ssot.players.named makes one"),
    (PROSE.move, "bid solo", "'bid solo' is no move", "Round.moves has the legal ones"),
    (AgentGame(GAME).actions.mapping, "x", "'x' is no list of actions", ACTIONS),
    (lambda it: zwanz_ssot.load("anrufen", rules=it), True, "'True' is no path", PATH),
    (replay, None, "'None' is no path", PATH),
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
    ("call", "told"),
    [
        (lambda: InformationState.of(ROUND, None), "an onlooker is dealt no cards; name a seat"),
        (lambda: Prose(GAME, None), "there are no words for the language None"),
        (lambda: ROUND.why_not("pass").sentence(None), "there are no words for the language"),
        (lambda: PROSE.setting("contracts.solo.value", 4), "path is a list, not 'contracts."),
        (lambda: PROSE.setting(("weather",), 4), "no game has a rule at 'weather'"),
        (lambda: PROSE.difference(("weather",), 1, 2), "no game has a rule at 'weather'"),
        (lambda: PROSE.told_at(("weather",)), "no game has a rule at 'weather'"),
        (lambda: PROSE.contract_in_units("soli"), "there is no contract 'soli'; did you mean"),
        (lambda: PROSE.card(40), "card is a whole number from 0 to 39, not 40"),
        (lambda: PROSE.seat(9), "seat is a whole number from 0 to 5, not 9"),
        (lambda: CardSet.of(GAME.deck, 5), "cards is a list, not 5"),
        (lambda: AgentGame(GAME).layout.piece(np.zeros(3), "hand"), "a tensor of this game has"),
        (lambda: zwanz_ssot.load("anrufen", rules="a" * 300), "there is no folder of rules"),
    ],
)
def test_an_argument_of_the_right_kind_may_be_wrong(call: Callable[[], object], told: str) -> None:
    with pytest.raises(WrongCall) as wrong:
        call()
    assert str(wrong.value).startswith(told)


def test_what_a_player_chooses_has_to_be_legal() -> None:
    class Passes:
        def choose(self, view: View) -> Any:
            return "pass"

    class Forgets:
        def choose(self, view: View) -> Any:
            return None

    with pytest.raises(IllegalMove, match="You speak first and have to bid"):
        chosen(Passes(), ROUND)
    with pytest.raises(IllegalMove, match="knows no move"):
        chosen(Forgets(), ROUND)


def test_cards_of_another_pack_are_taken_by_their_ids() -> None:
    """The index of a card is another one there."""
    german = loaded("rufmariasch", "base").deck
    king = german.by_id["H-K"]
    assert CardSet.of(GAME.deck, [king]).ids == ["H-K"] and PROSE.card(king) == "King of Hearts"
    assert (CardSet.of(GAME.deck, "H-K T-XX") & CardSet.of(german, "H-K")).ids == ["H-K"]
    assert king in CardSet.of(GAME.deck, "H-K") and king not in CardSet.of(GAME.deck, "H-Q")
    with pytest.raises(WrongCall, match="the pack has no card 'H-A'"):
        CardSet.of(GAME.deck, [german.by_id["H-A"]])
    with pytest.raises(WrongCall, match="the pack has no card 'H-A'"):
        PROSE.card(german.by_id["H-A"])


def test_whoever_changes_what_it_sees_changes_nothing_for_others() -> None:
    played = ROUND.after("bid solo")
    played.view("second").levels["game"] = 5  # type: ignore[index]
    assert played.view("third").levels == played.after("pass").view("fourth").levels == {}


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
