"""How much the judge catches: single lines of the sample engine changed as mistakes are made, each
of which has to be found in 200 aimed rounds. With ``pytest -s`` it is printed when it was.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import loaded
from test_judge import SAMPLE, node

from zwanz_ssot.vectors import Engine, Judge, aimed_vectors

ROUNDS = 200
GAME = "zwanzigerrufen"
_VALUE = "const value = announced ? bonus.value.announced : bonus.value.silent;"


def valued(bonus: str, announced: str, amount: int) -> tuple[str, str]:
    """A bonus that is worth another amount, announced or not."""
    one = f'const value = name === "{bonus}" && {announced} ? {amount} : announced'
    return _VALUE, _VALUE.replace("const value = announced", one)


_POINTS = "return points(side) >= said.points;"

# What the mistake is, what is changed in the sample engine, and what it becomes.
MISTAKES: list[tuple[str, str, str]] = [
    ("the Trull is worth 2", *valued("trull", "!announced", 2)),
    ("the Four Kings are worth 2", *valued("four_kings", "!announced", 2)),
    ("the silent Valat is worth 5", *valued("valat", "!announced", 5)),
    ("the announced Absolut is worth 3", *valued("absolut", "announced", 3)),
    ("the announced Pagat is worth 3", *valued("pagat_ultimo", "announced", 3)),
    (
        "the capture of the Mond goes to the side that lost it",
        'return [relation === "opponents_of" ? 1 - sideOf(seat) : sideOf(seat)];',
        "return [sideOf(seat)];",
    ),
    ("a silent Pagat is never lost", "else if (mine && bonus.lost &&", "else if (false &&"),
    (
        "the game is won with 44",
        _POINTS,
        _POINTS.replace("said.points", "said.points - (said.points === 45)"),
    ),
    (
        "the game is won with 46",
        _POINTS,
        _POINTS.replace("said.points", "said.points + (said.points === 45)"),
    ),
    (
        "an Absolut needs 57",
        _POINTS,
        _POINTS.replace("said.points", "said.points + (said.points === 56)"),
    ),
    (
        "an Absolut needs 55",
        _POINTS,
        _POINTS.replace("said.points", "said.points - (said.points === 56)"),
    ),
    (
        "a missed Pagat is free",
        '"won" : "missed"',
        '"won" : name === "pagat_ultimo" ? null : "missed"',
    ),
    (
        "the Pagat is announced by anybody",
        "if (bonus.announced_by && !round",
        "if (false && !round",
    ),
    ("a Valat does not take the place of the game", "?.replaces)", "?.nothing)"),
    (
        "the last card that may be called is forgotten",
        "rules.call.cards.find(",
        "rules.call.cards.slice(0, -1).find(",
    ),
    (
        "a Suit Solo needs a card less",
        "if (countOf(hand, cardSet(cards)) < least)",
        "if (countOf(hand, cardSet(cards)) < least - 1)",
    ),
    (
        "a hand with two tarocks is thrown in",
        "(most === undefined || n <= most)",
        "(most === undefined || n <= most + 1)",
    ),
    (
        "a hand with four of the plain cards is kept",
        "(least === undefined || n >= least)",
        "(least === undefined || n > least)",
    ),
    (
        "who is void need not play a trump",
        'if (rung === "trump") return suitOf(id) === table.rules.play.trump.suit;',
        'if (rung === "trump") return false;',
    ),
    (
        "a Suit Solo is led with a trump",
        "return cardSet(rung.cards).includes(id);",
        "return true;",
    ),
    (
        "the Sküs is the lowest trump",
        "const strengthOf = (id) => table.byId[id].strength;",
        'const strengthOf = (id) => (id === "T-Sk" ? 0 : table.byId[id].strength);',
    ),
    (
        "a trump wins the trick in a Suit Solo",
        'for (const rule of playRule("wins")[0]) {',
        "for (const rule of table.rules.play.wins) {",
    ),
    (
        "a King counts 5",
        "points });",
        'points: points + (rank === "K") });',
    ),
    (
        "there is no fairy-tale trick",
        "if (rule.card) {",
        "if (rule.card) continue;\n    if (rule.card) {",
    ),
    (
        "a bonus is doubled once less than the game",
        "if (level(item) >= table.rules.kontra.levels.length)",
        'if (level(item) >= table.rules.kontra.levels.length - (name !== "game"))',
    ),
    (
        "who holds the Trull need not say kontra",
        "rule.contracts.includes(round.contract) &&",
        "false &&",
    ),
    ("a Solo does not multiply bonuses", "contractRules().bonus_factor ?? 1", "1"),
]


@cache
def rounds() -> list[Any]:
    """The rounds that every mistake is looked for in."""
    return list(aimed_vectors(loaded(GAME, "directnet"), ROUNDS))


def caught(folder: Path, was: str, becomes: str) -> Judge:
    """A changed engine, judged until something differs."""
    script = SAMPLE.read_text(encoding="utf-8")
    assert script.count(was) == 1, "the sample engine has changed: say anew what is changed in it"
    file = folder / "mistaken.mjs"
    file.write_text(script.replace(was, becomes), encoding="utf-8")
    with Engine([node(), str(file)], 60) as engine:
        judge = Judge(loaded(GAME, "directnet"), engine)

        def until_it_differs() -> Iterator[Any]:
            for line in rounds():
                if not judge.found:
                    yield line

        judge.play(until_it_differs())
    return judge


@pytest.mark.sample(5)
@pytest.mark.parametrize(("mistake", "was", "becomes"), MISTAKES)
def test_each_mistake_is_caught_in_200_aimed_rounds(
    tmp_path: Path, mistake: str, was: str, becomes: str
) -> None:
    judge = caught(tmp_path, was, becomes)
    found = next(iter(judge.found), None)
    how = f"round {judge.rounds}: {found.kind} {found.rule}" if found else "not caught"
    sys.stdout.write(f"{mistake}: {how}\n")
    assert found, f"not caught: {mistake}"


def test_27_mistakes_are_tried() -> None:
    assert len(MISTAKES) == len({(was, becomes) for _, was, becomes in MISTAKES}) == 27
