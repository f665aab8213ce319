"""What examples tell without a round is put to engines: outcomes without their play, orders of
cards, and the first word of a hand. The expected answers are those of the examples.
"""

from __future__ import annotations

import json
import sys
from itertools import islice, pairwise
from pathlib import Path

import pytest
from conftest import VARIANTS, loaded
from test_judge import MIRROR, SAMPLE, call, node

from zwanz_ssot.console import show
from zwanz_ssot.examples import Case, about, cases
from zwanz_ssot.explain.judge_report import judge_text
from zwanz_ssot.library import load_variant_file
from zwanz_ssot.model import SEATS
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.source import dotted
from zwanz_ssot.vectors import (
    Engine,
    Judge,
    example_outcomes,
    example_rounds,
    example_tricks,
    vectors,
)
from zwanz_ssot.vectors.single_tricks import question, winner

pytestmark = pytest.mark.usefixtures("aimed_once")

GAME = "zwanzigerrufen"


def judged(variant: str, engine: Path) -> Judge:
    """The outcomes put to an engine in JavaScript, and one round."""
    game = loaded(GAME, variant)
    with Engine([node(), str(engine)], 60) as running:
        judge = Judge(game, running)
        judge.play(islice(vectors(game, 1), 1))
        judge.play_outcomes(example_outcomes(game, about(game)))
    return judge


@pytest.mark.parametrize("variant", ["base", "directnet"])
def test_the_sample_engine_settles_the_outcomes_of_examples(variant: str) -> None:
    judge = judged(variant, SAMPLE)
    assert judge.found == {} and judge.outcomes_left == 0
    assert judge.outcomes == judge.asked["outcome"] > 90


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("verdict, contract.value,", "verdict, 3,", "contracts.rufer.value"),
        ("points(side) >= said.points", "points(side) > said.points", "contracts.rufer.objective"),
        ("bonus.value.announced : ", "9 : ", "bonuses.pagat_ultimo.value.announced"),
        ("if (times > 1)", "if (times > 2)", "contracts.solo.bonus_factor"),
        ("alone) lines =", "alone) void", "bonuses.valat.replaces"),
    ],
)
def test_a_sabotaged_engine_is_caught_in_an_outcome(
    tmp_path: Path, before: str, after: str, rule: str
) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    assert text.count(before) == 1
    wrong = tmp_path / "wrong.mjs"
    wrong.write_text(text.replace(before, after), encoding="utf-8")
    found = judged("directnet", wrong).in_order
    assert found and all(each.round == 0 and each.question for each in found)
    assert rule in {dotted(each.rule) for each in found}
    assert all("[directnet]" in each.example for each in found)


def test_what_is_told_and_expected_of_an_outcome(tmp_path: Path) -> None:
    """A Solo of second counts 4 to each of three; its Trull is worth 1, doubled: 12 and 6."""
    file = tmp_path / "solo.yaml"
    file.write_text(
        "game: zwanzigerrufen\nin: [wikipedia]\nexamples:\n"
        "- example: solo\n  title: {en: A, de: A}\n  because: {en: A, de: A}\n"
        "  contract: solo\n  declarer: second\n"
        "  outcome: {points: {declarers: 55}, dealt: {trull: second}}\n"
        "  expect: {won: [game, trull]}\n",
        encoding="utf-8",
    )
    game = loaded(GAME, "wikipedia")
    (outcome,) = example_outcomes(game, cases(file))
    question = outcome.question
    assert question["points"] == {"declarers": 55, "defenders": 33}
    assert (question["contract"], question["declarer"], question["tricks"]) == (
        "solo",
        "second",
        None,
    )
    assert question["dealt"] == dict.fromkeys(("T-I", "T-XXI", "T-Sk"), "second")
    assert outcome.end["scores"] == {"forehand": -6, "second": 18, "third": -6, "fourth": -6}


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_outcome_of_the_examples_can_be_asked_about(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    every = {each.id: each.entry for each in about(rules) if each.kind == "outcome"}
    found = {each.example: each for each in example_outcomes(rules, about(rules))}
    assert found.keys() == every.keys() and found
    for name, entry in every.items():
        report, end = json.loads(json.dumps(found[name].question)), found[name].end
        assert {*report["sides"]} == {*SEATS[: rules.table.players]}
        wanted = entry["expect"].get("scores", {})
        assert wanted.items() <= end.get("scores", {}).items(), name
        assert end["silent"] == entry["expect"].get("rules_are_silent"), name


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_an_order_of_cards_is_put_as_tricks_of_two(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    orders = [each for each in about(rules) if "order" in each.entry["expect"]]
    for case in orders:
        rows = case.entry["expect"]["order"]
        pairs = [pair for row in rows for pair in pairwise(row)]
        tricks = [question(at)["trick"] for _, at in example_tricks(rules, [case])]
        won = [winner(at) for _, at in example_tricks(rules, [case])]
        two = [(trick, by) for trick, by in zip(tricks, won, strict=True) if len(trick) == 2]
        assert len(two) >= 2 * len(pairs)
        of_pairs = two[-2 * len(pairs) :]
        for number, (trick, by) in enumerate(of_pairs):
            better = pairs[number // 2][0]
            assert by is not None
            assert by[0] == next(seat for seat, card in trick if card == better)


def hands_of(game: str, variant: str) -> list[Case]:
    return [each for each in about(loaded(game, variant)) if each.kind == "hand"]


@pytest.mark.parametrize(
    ("game", "variant"), [(GAME, "directnet"), ("koenigrufen", "wien"), ("koenigrufen", "tirol")]
)
def test_a_hand_is_put_where_it_says_its_first_word(game: str, variant: str) -> None:
    rules, asked = loaded(game, variant), 0
    for case in hands_of(game, variant):
        (begun,) = case.rounds()
        (made,) = example_rounds(rules, [case])
        expect = case.entry["expect"]
        if not made.as_stated or begun.over or not {"bids", "refused"} & expect.keys():
            continue
        moves = [str(move).removeprefix("bid ") for move in begun.moves() if move.kind == "bid"]
        assert sorted(moves) == sorted(expect.get("bids", moves)), case.id
        assert not {*moves} & expect.get("refused", {}).keys(), case.id
        spoken = [each for each in made.played.history if each[1].kind != "cut"]
        assert [*begun.history] == spoken[: len(begun.history)]
        asked += 1
    assert asked


def test_hands_that_cannot_say_the_first_word_are_counted() -> None:
    """In directnet forehand has to bid, so that three hands come behind a bid."""
    rules = loaded(GAME, "directnet")
    found = example_rounds(rules, hands_of(GAME, "directnet"))
    behind = [each.example for each in found if not each.as_stated]
    others = [each.id for each in hands_of(GAME, "directnet") if "seat" in each.entry]
    assert behind == others and len(behind) == 3


def test_what_was_not_put_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    game = loaded(GAME, "directnet")
    with Engine([sys.executable, str(MIRROR)], 60) as running:
        judge = Judge(game, running)
        judge.play(islice(vectors(game, 1), 1))
        judge.play_outcomes(example_outcomes(game, about(game)))
    judge.hands_left = 3
    show(judge_text(judge, Prose(game, "en"), Phrases("en")))
    output = " ".join(capsys.readouterr().out.split())
    assert judge.outcomes_left > 90 and "outcome" not in judge.asked
    assert f"The outcomes of {judge.outcomes_left} examples were not put to the engine" in output
    assert "3 hands of the examples could not say the first word" in output


def test_a_difference_in_an_outcome_is_shown_with_its_facts(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mjs"
    text = SAMPLE.read_text(encoding="utf-8")
    spoilt = text.replace("ofSide(told.points, side)", "ofSide(told.points, 1 - side)")
    spoilt = spoilt.replace("answers: ANSWERS", "answers: { outcome: true }")
    wrong.write_text(spoilt, encoding="utf-8")
    args = ("judge", "directnet", "--rounds", "1", "--examples", "--limit", "60")
    shown = " ".join(call(*args, "--", node(), str(wrong)).output.split())
    assert "Another line of the settlement outcome of example" in shown
    assert "points declarers " in shown and " outcomes" in shown


ALONE = """
import json, sys
for line in sys.stdin:
    ((asked, told),) = json.loads(line).items()
    if asked == "hello":
        print(json.dumps({"hello": {"engine": "alone", "answers": {"outcome": True}}}), flush=True)
    elif asked == "outcome":
        print(json.dumps({"outcome": {"scores": dict.fromkeys(told["sides"], 0)}}), flush=True)
    elif asked != "bye":
        raise SystemExit(f"asked {asked}")
"""


def test_an_engine_of_outcomes_alone_is_asked_about_no_round(tmp_path: Path) -> None:
    engine = tmp_path / "alone.py"
    engine.write_text(ALONE, encoding="utf-8")
    args = ("judge", "directnet", "--limit", "60")
    result = call(*args, "--rounds", "1", "--", sys.executable, str(engine))
    assert result.exit_code == 2 and "the engine answers nothing of a round" in result.output
    result = call(*args, "--rounds", "1", "--examples", "--json", "--", sys.executable, str(engine))
    answer = json.loads(result.output)
    assert (result.exit_code, answer["rounds"], answer["broken"]) == (1, 0, None)
    assert answer["outcomes"] > 90 and answer["differences"]
    assert answer["hands_left"] == 3


HOUSE = """\
variant: house
of: rufmariasch
name: {en: House, de: Haus}
changes:
  - {at: contracts.simple.value, set: 5, source: custom}
"""


def test_rules_of_ones_own_inherit_what_is_put(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    house = load_variant_file(file)
    found = {each.example: each for each in example_outcomes(house, about(house))}
    shipped = {each.id for each in about(loaded("rufmariasch", "base")) if each.kind == "outcome"}
    assert {name.replace("[house]", "[base]") for name in found} == shipped
    args = ("judge", str(file), "--rounds", "1", "--examples", "--limit", "60")
    answer = call(*args, "--", sys.executable, str(MIRROR), "", str(file))
    assert answer.exit_code == 0
    assert f"The outcomes of {len(found)} examples" in " ".join(answer.output.split())
