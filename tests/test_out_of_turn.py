"""What is said whoever's turn it is: by the engine, in records, views, vectors and at the terminal."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import loaded
from tables import code, dealt

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import IllegalMove, RulesFault, WrongCall
from zwanz_ssot.record import replay, write

HANDS = {
    "forehand": "H-A H-K H-O H-7 B-A B-9 E-8 L-7",
    "second": "H-9 B-10 B-K B-U E-A E-9 L-8 L-U",
    "third": "H-10 H-U B-O B-8 E-10 E-K L-A L-9",
    "fourth": "H-8 B-7 E-O E-U E-7 L-10 L-K L-O",
}


def called(game: str = "koenigrufen-russbach") -> Round:
    """A round in which forehand has called the Ten of hearts and is to lead."""
    return dealt("base", HANDS, game).after("call H-10")


def ask(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(zwanz, list(args), input=typed)


def test_a_word_out_of_turn_leaves_the_turn_where_it_is() -> None:
    lead = called().after("play H-A")
    assert lead.turn == 1
    spoken = lead.after("declare marriage L", "fourth").after("declare marriage H", 0)
    assert spoken.turn == 1 and spoken.step == "play"
    assert [(seat.value, str(move)) for seat, move in spoken.history[-2:]] == [
        (3, "declare marriage L"),
        (0, "declare marriage H"),
    ]
    assert spoken.state.declared_points == (40, 0, 0, 20)


def test_a_text_may_name_the_speaker() -> None:
    lead = called().after("play H-A")
    assert lead.after("fourth: declare marriage L") == lead.after("declare marriage L", "fourth")
    assert "fourth: declare marriage L" in lead.texts()
    for text in lead.texts():
        assert lead.why_not(text) is None
    with pytest.raises(IllegalMove):
        lead.after("declare marriage L")  # second holds no such pair
    with pytest.raises(WrongCall):
        lead.after("declare marriage L", "fifth")


def test_moves_of_a_seat_are_its_own() -> None:
    lead = called().after("play H-A")
    assert {str(move) for move in lead.moves("fourth")} == {
        "declare marriage L",
        "announce hundred",
        "announce all_tricks",
    }
    assert lead.moves("second") == lead.moves()
    assert all(lead.view(seat).moves == lead.moves(seat) for seat in range(4))


def test_nobody_learns_who_could_speak() -> None:
    """Fourth holds a pair or not: what the others see is the same."""
    other = {**HANDS, "third": HANDS["third"].replace("L-9", "L-O"),
             "fourth": HANDS["fourth"].replace("L-O", "L-9")}  # fmt: skip
    one, two = called(), dealt("base", other, "koenigrufen-russbach").after("call H-10")
    assert one.moves(3) != two.moves(3)
    for seat in (0, 1, None):
        assert one.view(seat) == two.view(seat)


def test_outside_its_tricks_and_its_players_a_word_is_refused() -> None:
    lead = called()
    assert code(lead, "fourth: play L-K") == "not_your_turn"
    assert code(lead, "fourth: raise simple") == "no_such_move"
    assert code(dealt("base", HANDS, "koenigrufen-russbach"), "third: declare marriage L") == (
        "not_your_turn"
    )
    over = lead.after("play H-A").after("play H-9").after("play H-U").after("play H-8")
    assert code(over, "fourth: declare marriage L") == "not_now"
    assert over.texts() == tuple(map(str, over.moves()))


def test_a_record_says_who_spoke(tmp_path: Path) -> None:
    played = called().after("fourth: declare marriage L").after("play H-A")
    file = tmp_path / "round.yaml"
    file.write_text(write(played), encoding="utf-8")
    assert "- {fourth: declare marriage L}" in file.read_text(encoding="utf-8")
    assert replay(file) == played
    assert Round.from_dict(played.as_dict(), played.game) == played
    assert pickle.loads(pickle.dumps(played)) == played
    assert played.moves_made() == ("call H-10", "fourth: declare marriage L", "play H-A")

    # What is no word out of turn is told as before: somebody else is to move.
    file.write_text(write(played).replace("{forehand: play H-A}", "{third: play H-10}"), "utf-8")
    with pytest.raises(RulesFault, match="it is not third to move here, but forehand"):
        replay(file)


def test_why_tells_of_a_word_out_of_turn(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    file.write_text(write(called().after("play H-A")), encoding="utf-8")
    report = json.loads(ask("why", str(file), "fourth: declare marriage L", "--json").output)
    assert (report["legal"], report["to_move"], report["speaker"]) == (True, "second", "fourth")
    report = json.loads(ask("why", str(file), "fourth: play L-K", "--json").output)
    assert (report["legal"], report["code"]) == (False, "not_your_turn")


def test_a_person_may_speak_out_of_turn() -> None:
    """In the deal of this seed second holds a pair when forehand leads."""
    for seed in range(40):
        at = deal(loaded("koenigrufen-russbach", "base"), seed=seed)
        assert at.game.table.players == 4
        result = ask(
            "play", "koenigrufen-russbach", "--seed", str(seed), "--seat", "fourth",
            typed="announce hundred\n\n\n\n\n\n\nquit\n",
        )  # fmt: skip
        assert result.exit_code == 0, result.output
        if "Enter says nothing." in result.output:
            assert "announces the Hundred" in result.output
            return
    raise AssertionError("nobody was asked")


def test_vectors_and_the_judge_know_it(tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    assert ask("vectors", "rufmariasch", "--rounds", "6", "--out", str(file)).exit_code == 0
    rounds = [json.loads(line)["round"] for line in file.read_text().splitlines()[1:]]
    steps = [step for each in rounds for step in each["steps"]]
    out = [step for step in steps if ": " in step["move"]]
    assert out and all(step["move"] in step["legal"] for step in out)
    assert any(": " in move for step in steps for row in step["refused"] for move in row["moves"])


SPOKEN = """
variant: spoken
of: anrufen
name: {en: Spoken, de: Gesprochen}
changes:
  - {at: play.says.any_time, set: RULE, source: custom}
"""


def spoken(tmp_path: Path, rule: str) -> Game:
    """Anrufen with other words at any time."""
    file = tmp_path / "spoken.yaml"
    file.write_text(SPOKEN.replace("RULE", rule), encoding="utf-8")
    return load("anrufen", str(file))


def test_the_tricks_in_which_a_word_is_said(tmp_path: Path) -> None:
    game = spoken(tmp_path, "{double: {who: defenders, during: {number: 2}}}")
    hands = {"forehand": "H-A H-10 H-K H-Q S-A C-A", "third": "S-10"}
    held = [hands.get(seat, "").split() for seat in ("forehand", "second", "third", "fourth")]
    left = [card.id for card in game.deck.cards if not any(card.id in hand for hand in held)]
    for hand in held:
        while len(hand) < 6:
            hand.append(left.pop())
    at = deal(game, hands=held)
    for move in ("bid simple", "pass", "pass", "pass", "trump H", "call S-10"):
        at = at.after(move)
    assert code(at, "second: double game") == "not_now"
    while not at.state.winners:
        at = at.after(next(move for move in at.moves() if move.kind == "play"))
    assert code(at, "second: double game") is None
    assert code(at, "third: double game") == "only_they_say"


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            "{declare: {who: anyone, during: {first: 1}}}",
            "a player who declares it at any time need not lead",
        ),
        ("{announce: {who: anyone, during: {first: 1}}}", "no bonus can be announced"),
        ("{double: {who: anyone, during: {first: 7}}}", "a round has 6 tricks, not 7"),
        ("{double: {who: losers, during: last}}", "losers"),
        ("{bid: {who: anyone, during: last}}", "bid"),
    ],
)
def test_what_makes_no_sense_is_told(tmp_path: Path, rule: str, sentence: str) -> None:
    with pytest.raises(RulesFault) as fault:
        spoken(tmp_path, rule)
    assert sentence in str(fault.value)
