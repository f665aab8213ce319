"""What was trained on rounds of agents sits down at a table: it chooses by numbers of actions, from
all that its seat knows, and from nothing else.
"""

from __future__ import annotations

import gc
import json
import runpy
from functools import cache
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType

import numpy as np
import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded
from tables import dealt_anew, positions

import zwanz_ssot
from zwanz_ssot import Round, WrongCall
from zwanz_ssot.agents import AgentGame, AgentPlayer, AgentRound, Decision
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine.state import State
from zwanz_ssot.players import chosen, named
from zwanz_ssot.players.information import InformationState

each_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS)


@cache
def rules_of(game: str, variant: str) -> AgentGame:
    return AgentGame(loaded(game, variant))


def decision_in(round: Round) -> Decision:
    """What the policy of the seat on turn gets."""
    got: list[Decision] = []

    def policy(decision: Decision) -> int:
        got.append(decision)
        return decision.legal[0]

    assert round.after(chosen(AgentPlayer(policy), round)).history[:-1] == round.history
    return got[0]


def asked_last(now: AgentRound) -> AgentRound:
    """The round when all who are asked before the seat on turn have waited."""
    while now.seat != now.round.turn:
        now = now.after(now.rules.actions.wait)
    return now


@pytest.mark.sample(7)
@each_variant
def test_a_player_gets_what_it_was_trained_on(game: str, variant: str) -> None:
    rules = rules_of(game, variant)
    for played in positions(game, variant, 3)[::5]:
        if played.over:
            continue
        now = asked_last(rules.of(played))
        decision = decision_in(played)
        assert (decision.seat, decision.legal) == (now.seat, now.legal)
        assert decision.information() == now.information(now.seat)
        assert np.array_equal(decision.tensor(), now.tensor(now.seat))
        assert np.array_equal(decision.mask, now.mask)
        assert decision == now.decision


@pytest.mark.sample(7)
@each_variant
def test_no_hidden_card_changes_what_it_gets(game: str, variant: str) -> None:
    random, compared = Random(7), 0
    for seed in range(2):
        for played in positions(game, variant, seed)[1::3]:
            other = None if played.over else dealt_anew(played, random, played.turn)
            if other is None:
                continue
            compared += 1
            one, two = decision_in(played), decision_in(other)
            assert one.information() == two.information()
            assert np.array_equal(one.tensor(), two.tensor())
            assert one == two
    assert compared > 5


def test_nothing_that_it_gets_leads_to_the_hands_of_others() -> None:
    """Not even by a reference that is not meant for it: games and the program aside, no object
    that it can reach is a round or a state of one.
    """
    played = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7).after("bid solo")
    decision = decision_in(played)
    reached, left = {id(decision)}, [decision]
    while left:
        one = left.pop()
        assert not isinstance(one, Round | AgentRound | State), one
        if isinstance(one, type | FunctionType | ModuleType | zwanz_ssot.Game | AgentGame):
            continue
        for each in gc.get_referents(one):
            if id(each) not in reached:
                reached.add(id(each))
                left.append(each)
    assert len(reached) > 50


def test_in_an_agents_round_the_same_policy_decides_out_of_turn_too() -> None:
    rules = rules_of("koenigrufen-russbach", "base")
    now = rules.deal(seed=1)
    while rules.actions.wait not in now.legal:
        now = now.after(now.legal[0])
    decision = now.decision
    assert decision.seat == now.seat and decision.legal == now.legal
    assert decision.information().endswith("to decide")
    while not now.over:
        now = now.after(now.legal[0])
    with pytest.raises(WrongCall, match="the round is over"):
        _ = now.decision


@pytest.mark.parametrize("answer", [999, "play T-I", None, -1])
def test_an_answer_that_is_no_legal_action_is_told(answer: object) -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    player = AgentPlayer(lambda decision: answer)  # type: ignore[arg-type,return-value]
    with pytest.raises(WrongCall) as told:
        chosen(player, round)
    number = rules_of("zwanzigerrufen", "directnet").actions.number
    legal = [number(text) for text in ("bid rufer T-XX", "bid farbensolo", "bid solo")]
    assert str(told.value) == (
        f"the policy chose {answer!r} as forehand; legal are {legal[0]}, {legal[1]}, {legal[2]}"
    )


def test_a_numpy_number_is_an_action() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    player = AgentPlayer(lambda decision: np.argmax(decision.mask * np.arange(decision.mask.size)))
    assert str(chosen(player, round)) == "bid solo"


def test_what_was_trained_by_other_rules_is_told() -> None:
    rules, other = rules_of("zwanzigerrufen", "directnet"), rules_of("zwanzigerrufen", "base")
    round = zwanz_ssot.deal(rules.game, seed=7)
    assert chosen(AgentPlayer(lambda it: it.legal[0], digest=rules.digest), round)
    strange = AgentPlayer(lambda it: it.legal[0], digest=other.digest)
    with pytest.raises(WrongCall, match="was trained for other rules than zwanzigerrufen:directn"):
        chosen(strange, round)


def test_a_view_alone_is_too_little_for_it() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    player = AgentPlayer(lambda decision: decision.legal[0])
    with pytest.raises(WrongCall, match=r"order of words and cards; use players\.chosen"):
        player.choose(round.view("forehand"))
    with pytest.raises(WrongCall, match="is no function"):
        AgentPlayer(3)  # type: ignore[arg-type]


def test_others_are_asked_with_a_view() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    simple = named("simple")
    assert chosen(simple, round) == simple.choose(round.view(round.turn))
    while not round.over:
        round = round.after(round.moves()[0])
    with pytest.raises(WrongCall, match="the round is over"):
        chosen(simple, round)


def test_the_order_is_that_of_the_seat() -> None:
    """A card that another laid face down has no name in the words that a seat has heard."""
    hidden = 0
    for played in positions("koenigrufen-russbach", "base", 2):
        for seat in range(4):
            known = InformationState.of(played, seat)
            hidden += known.events != played.history
            said = tuple(made for made in known.events if made[1].kind != "play")
            assert said == known.view.said
            assert tuple((at, move.card) for at, move in known.events if move.kind == "play") == (
                known.view.played
            )
    assert hidden


# in the commands

POLICY = """\
from zwanz_ssot.agents import AgentPlayer

def policy(decision):
    assert decision.tensor().sum() > 0
    return decision.legal[-1]

def Trained():
    return AgentPlayer(policy)

def Strange():
    return AgentPlayer(policy, digest="0")

def Wrong():
    return AgentPlayer(lambda decision: 10_000)

def Fails():
    return AgentPlayer(lambda decision: decision.tensors)
"""


def call(*args: object) -> Result:
    return CliRunner().invoke(zwanz, list(map(str, args)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "trained.py"
    made.write_text(POLICY, encoding="utf-8")
    return made


def test_the_commands_seat_what_was_trained(file: Path, tmp_path: Path) -> None:
    own, out = f"{file}:Trained", tmp_path / "rows.csv"
    who = f"{own},simple,simple,simple"
    result = call("simulate", "directnet", "--rounds", 4, "--players", who, "--out", out)
    assert result.exit_code == 0, result.output
    assert len(out.read_text("utf-8").splitlines()) == 5
    result = call("balance", "directnet", "--rounds", 4, "--players", who)
    assert result.exit_code == 0, result.output
    result = call("contest", "directnet", "--deals", 2, "--json", "--player", own)
    assert json.loads(result.stdout)["deals"] == 2
    auto = call("play", "directnet", "--auto", "--seed", 7, "--json", "--players", who)
    first = json.loads(auto.stdout)["rounds"][0]["record"]["moves"][0]
    assert first == {"forehand": "bid solo"}
    seated = ("--seed", 7, "--seat", "second", "--players", who)
    played = CliRunner().invoke(zwanz, ["play", "directnet", *map(str, seated)], input="q\n")
    assert played.exit_code == 0 and "Solo" in played.output, played.output


TRAIN = Path(__file__).parent.parent / "docs" / "agents" / "train.py"


def test_what_the_page_trains_sits_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    train = runpy.run_path(str(TRAIN))["train"]
    monkeypatch.setitem(train.__globals__, "LEARNING", 30)
    monkeypatch.setitem(train.__globals__, "PLAYING", 4)
    train(rules_of("zwanzigerrufen", "directnet"))
    asked = ("contest", "directnet", "--deals", 2, "--player", f"{TRAIN}:Learned")
    assert call(*asked, "--json").exit_code == 0
    other = call("contest", "zwanzigerrufen:wikipedia", *asked[2:])
    assert other.exit_code == 2 and "was trained for other rules" in other.output, other.output


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Strange", "was trained for other rules than zwanzigerrufen:directnet"),
        ("Wrong", "the policy chose 10000 as forehand"),
        ("Fails", "Fails failed: AttributeError: 'Decision' object has no attribute 'tensors'"),
    ],
)
def test_what_goes_wrong_is_a_sentence(name: str, told: str, file: Path) -> None:
    result = call("contest", "directnet", "--deals", 2, "--player", f"{file}:{name}")
    assert result.exit_code == 2 and told in result.output, result.output
