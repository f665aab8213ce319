"""``zwanz solve`` and ``zwanz replay --analyse``: positions with all cards open."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import HOUSE, loaded

import zwanz_ssot
from zwanz_ssot.analysis.mistakes import JudgedCard, JudgedPlay, after_each, judge_play
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.kernel import Solution, solve
from zwanz_ssot.model import Seat
from zwanz_ssot.positions import from_seed, played_out
from zwanz_ssot.record import write

GAME = loaded("zwanzigerrufen", "directnet")
NODES = 2000


def asked(*words: str) -> str:
    answer = CliRunner().invoke(zwanz, words)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_the_values_are_those_of_the_solver() -> None:
    found = json.loads(asked("solve", "directnet", "--seed", "7", "--after", "36", "--json"))
    at = from_seed(GAME, 7, 36)
    solved = solve(at, compiled=False)
    assert isinstance(solved, Solution)
    assert found["solved"] and found["to_move"] == "forehand" and found["aim"] == "points"
    assert found["value"] == solved.value and found["line"] == list(solved.line)
    assert {each["card"]: each["value"] for each in found["cards"]} == solved.cards
    assert found["declarers"] == ["forehand", "fourth"]


def test_house_rules_are_a_game_beside_a_seed(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    call = ("--seed", "7", "--after", "36", "--json")
    assert asked("solve", str(house), *call) == asked("solve", "--variant", str(house), *call)
    alone = CliRunner().invoke(zwanz, ["solve", str(house)])
    assert alone.exit_code == 2 and "house.yaml' is a variant, not" in alone.output


def test_a_record_that_is_not_there_is_named() -> None:
    answer = CliRunner().invoke(zwanz, ["solve", "none.yaml", "--after", "3"])
    assert answer.exit_code == 2 and "there is no record 'none.yaml'" in answer.output
    seeded = CliRunner().invoke(zwanz, ["solve", "none.yaml", "--seed", "7", "--after", "3"])
    assert seeded.exit_code == 2 and "there is no variant file 'none.yaml'" in seeded.output


def test_what_takes_too_long_is_not_solved() -> None:
    call = ("solve", "directnet", "--seed", "7", "--contract", "solo", "--nodes", "50")
    assert "Not solved within 50 nodes" in asked(*call)
    assert json.loads(asked(*call, "--json"))["solved"] is False


def test_stated_hands_are_the_cards_of_a_deal() -> None:
    hands = [" ".join(hand.ids) for hand in zwanz_ssot.deal(GAME, seed=7).hands]
    stated = [word for hand in hands for word in ("--hands", hand)]
    call = ("solve", "directnet", "--contract", "solo", "--nodes", "50")
    assert asked(*call, *stated) == asked(*call, "--seed", "7")
    later = asked(*call, "--seed", "7", "--played", "T-Sk T-VI")
    assert "On the table" in later and "Third hand" in later.replace("third hand", "Third hand")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("directnet", "give the position: a RECORD, --seed or --hands"),
        ("directnet --seed 7 --hands H-K", "--seed and --hands do not go together"),
        ("directnet --seed 7", "--after N or --contract"),
        ("directnet --hands H-K", "--contract goes with --hands"),
        ("directnet --seed 7 --after 30 --played H-K", "--played goes with --contract"),
        ("directnet --seed 7 --contract solo --after 3", "--after goes without --contract"),
        ("directnet --seed 7 --after 1", "the position is not in the play but in auction"),
        ("directnet --seed 7 --after 1", "; --after with a larger N comes to the play"),
        ("directnet --seed 7 --after 30 --aim fame", "there is no aim 'fame'"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(words: str, sentence: str) -> None:
    answer = CliRunner().invoke(zwanz, ["solve", *words.split()])
    output = answer.output if not answer.exception else f"{answer.output} {answer.exception}"
    assert answer.exit_code != 0 and sentence in " ".join(output.split())


def test_a_card_is_judged_by_what_the_round_after_it_is_worth() -> None:
    played = played_out(zwanz_ssot.deal(GAME, seed=7))
    rounds = list(after_each(played, played.begun()))
    judged = judge_play(rounds, nodes=NODES)
    plays = [move for _, move in played.history if move.kind == "play"]
    assert len(judged.cards) + judged.not_solved == len(plays) and judged.not_solved > 0
    for card in judged.cards:
        after = rounds[card.number]
        assert played.history[card.number - 1] == (card.seat, f"play {card.card.id}")
        if after.step == "play":
            solved = solve(after, compiled=False)
            assert isinstance(solved, Solution) and solved.value == card.value
        ours = bool(after.state.declarers >> card.seat & 1)
        gain = card.best_value - card.value
        assert (gain if ours else -gain) == card.lost >= 0
        assert (card.lost == 0) == (card.card in card.best)


def test_replay_tells_the_mistakes(tmp_path: Path) -> None:
    played = played_out(zwanz_ssot.deal(GAME, seed=7))
    file = tmp_path / "round.yaml"
    file.write_text(write(played), encoding="utf-8")
    call = ("replay", str(file), "--analyse", "--nodes", str(NODES))
    found = json.loads(asked(*call, "--json"))["analysis"]
    mistakes = sum(each["value"] != each["best_value"] for each in found["cards"])
    output = asked(*call)
    assert f"{len(found['cards'])} cards judged" in output and f"mistakes: {mistakes}" in output


ENGLISH = "to play|open|declarers|defenders|table|Value|nodes|Card|side|line|card|judged|mistakes"
ENGLISH += "|Move|Seat|Played|Best|cost|point|trick|won|lost|solved|within|looks|objective"


@pytest.mark.parametrize("language", ["de", "ja"])
def test_no_english_stands_in_another_language(language: str, tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    file.write_text(write(played_out(zwanz_ssot.deal(GAME, seed=7))), encoding="utf-8")
    seeded = ("solve", "directnet", "--seed", "7", "--lang", language)
    call = ("--lang", language, "--nodes", str(NODES))
    told = [asked(*seeded, "--after", "36", "--aim", aim) for aim in ("points", "objective")]
    told.append(asked(*seeded, "--after", "32", "--aim", "tricks"))
    told.append(asked(*seeded, "--contract", "solo", "--nodes", "50"))
    told.append(asked("replay", str(file), "--analyse", *call).rpartition("\n\n")[2])
    for text in told:
        assert not re.findall(rf"(?<!-)\b(?:{ENGLISH})", text), text


def test_a_mistake_in_a_contract_without_points_costs_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "round.yaml"
    file.write_text(write(played_out(zwanz_ssot.deal(GAME, seed=7))), encoding="utf-8")
    card, best = GAME.deck.cards[:2]
    judged = JudgedPlay("objective", 1, (JudgedCard(30, Seat(0), card, 0, (best,), 1),), 0)
    monkeypatch.setattr("zwanz_ssot.cli.play._judged", lambda *_: judged)
    assert asked("replay", str(file), "--analyse").rstrip().endswith("  the game")


def test_one_is_told_in_the_singular(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = played_out(zwanz_ssot.deal(GAME, seed=7))
    file = tmp_path / "round.yaml"
    file.write_text(write(played), encoding="utf-8")
    card, best = GAME.deck.cards[:2]
    for aim, told in (
        ("points", ["1 card point", "2 card points"]),
        ("tricks", ["1 trick", "2 tricks"]),
    ):
        cards = [JudgedCard(30 + n, Seat(0), card, 5 - n, (best,), 5) for n in (1, 2)]
        judged = JudgedPlay(aim, 1, tuple(cards), 0)
        monkeypatch.setattr("zwanz_ssot.cli.play._judged", lambda *_, judged=judged: judged)
        lines = asked("replay", str(file), "--analyse").rstrip().splitlines()[-2:]
        assert [line.split("  ")[-1].strip() for line in lines] == told
