"""Examples of a single trick are put to an engine that answers them: the sample engine agrees,
sabotaged copies are caught with the example and the rule; an engine without the question is told.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from conftest import loaded
from test_judge import MIRROR, SAMPLE, call, node

from zwanz_ssot.examples import about
from zwanz_ssot.source import dotted
from zwanz_ssot.vectors import Engine, Judge, SingleTrick, example_tricks, vectors
from zwanz_ssot.vectors.single_tricks import legal, question, winner

pytestmark = pytest.mark.usefixtures("aimed_once")

GAME = "zwanzigerrufen"


@cache
def tricks_of(variant: str, game: str = GAME) -> tuple[SingleTrick, ...]:
    """The tricks of the shipped examples."""
    rules = loaded(game, variant)
    return tuple(example_tricks(rules, about(rules)))


def judged(variant: str, engine: Path) -> Judge:
    """The tricks put to an engine in JavaScript, and no round."""
    with Engine([node(), str(engine)], 60) as running:
        judge = Judge(loaded(GAME, variant), running)
        judge.play(islice(vectors(loaded(GAME, variant), 1), 1))
        judge.play_tricks(tricks_of(variant))
    return judge


@pytest.mark.parametrize("variant", ["base", "directnet"])
def test_the_sample_engine_answers_the_tricks_of_examples(variant: str) -> None:
    judge = judged(variant, SAMPLE)
    assert judge.found == {} and judge.tricks_left == 0
    assert judge.tricks == judge.asked["trick"] == len(tricks_of(variant)) > 30


@pytest.mark.parametrize(
    ("before", "after", "kind", "rule"),
    [
        ("(id) > strengthOf(best)", "(id) < strengthOf(best)", "winner", "play.wins"),
        ("return suitOf(id) === suitOf(round.trick[0].card)", "return true", "too_many", "play"),
        ("legal.length > 1", "legal.length > 9", "too_many", "play.hold_back.announced_pagat"),
        ("legal.length > 1", "true", "too_few", "play.hold_back.announced_pagat"),
    ],
)
def test_a_sabotaged_engine_is_caught_in_an_example(
    tmp_path: Path, before: str, after: str, kind: str, rule: str
) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    assert text.count(before) == 1
    wrong = tmp_path / "wrong.mjs"
    wrong.write_text(text.replace(before, after), encoding="utf-8")
    found = [each for each in judged("directnet", wrong).in_order if each.round == 0]
    of_kind = [each for each in found if each.kind == kind]
    assert any(dotted(each.rule).startswith(rule) for each in of_kind), found
    assert all("[directnet]" in each.example for each in found)


def test_what_is_told_and_expected_of_a_trick() -> None:
    (at,) = (
        at
        for example, at in tricks_of("directnet")
        if example == "tricks-suit-solo/void-must-trump[directnet]"
    )
    asked = question(at)
    assert (asked["contract"], asked["leads"], asked["turn"]) == (
        "farbensolo",
        "forehand",
        "second",
    )
    assert (asked["trick"][0][0], asked["announced"], asked["levels"]) == ("forehand", [], {})
    won, rule = winner(at) or ("", ())
    assert (won, dotted(rule)) == ("forehand", "contracts.farbensolo.play.wins.0")
    kept = legal(at)
    assert kept is not None and set(kept) < set(asked["hand"])
    assert all(card.startswith("T-") for card in kept)


def test_an_engine_without_the_question_is_told_so() -> None:
    args = ("judge", "rufmariasch", "--rounds", "1", "--examples", "--limit", "60")
    answer = call(*args, "--", sys.executable, str(MIRROR))
    number = len(tricks_of("base", "rufmariasch"))
    line = f"The tricks of {number} examples were not put to the engine: it does not answer 'trick'"
    assert answer.exit_code == 0 and line in " ".join(answer.output.split())
    assert "'trick'" not in call(*args[:4], *args[5:], "--", sys.executable, str(MIRROR)).output


def test_a_difference_in_a_trick_is_shown_with_its_cards(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mjs"
    text = SAMPLE.read_text(encoding="utf-8")
    wrong.write_text(
        text.replace("wins: best && table", "wins: best && told.leads, of: best && table"),
        encoding="utf-8",
    )
    folder = tmp_path / "rounds"
    args = ("judge", "directnet", "--rounds", "1", "--examples", "--record", str(folder))
    answer = call(*args, "--limit", "60", "--", node(), str(wrong))
    shown = " ".join(answer.output.split())
    assert answer.exit_code == 1 and "A trick is won by somebody else trick of example" in shown
    assert "; the trick: " in shown and not list(folder.iterdir())


@pytest.mark.parametrize(("game", "variant"), [("rufmariasch", "base"), ("koenigrufen", "tirol")])
def test_every_trick_of_the_examples_can_be_asked_about(game: str, variant: str) -> None:
    """No card was dealt before a trick alone, and so no seat has a view of its own."""
    asked = [question(at) for _, at in tricks_of(variant, game)]
    assert asked and all(each["sides"] and "levels" in each for each in asked)
    assert any(each["hand"] for each in asked)
