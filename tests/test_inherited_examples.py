"""``zwanz examples HOUSE.yaml``: the examples of the base, held against house rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.examples import cases, collect, run_inherited

HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: House, de: Haus}
changes:
"""


def call(*args: str) -> Result:
    return CliRunner().invoke(zwanz, ["examples", *args])


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE + "  - {at: contracts.solo.value, set: 5, source: custom}\n")
    return file


def test_the_examples_of_the_base_are_run_by_house_rules(house: Path) -> None:
    of_base = sum(
        case.game.variant == "directnet"
        for file in collect()
        if file.parent.parent.name == "zwanzigerrufen"
        for case in cases(file)
    )
    base, answers, foreign = run_inherited(house)
    assert (base, len(answers), foreign) == ("directnet", of_base, [])
    other = [answer for answer in answers if not answer.ok]
    assert 0 < len(other) < of_base / 4
    assert {answer.variant for answer in answers} == {"house"}


def test_what_comes_out_otherwise_is_listed(house: Path) -> None:
    result = call(str(house))
    assert result.exit_code == 0, result.output
    last = result.output.splitlines()[-1]
    assert "examples of directnet hold by" in last and "come out otherwise" in last
    assert "expect.scores" in result.output


def test_examples_about_what_there_is_not_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE + "  - {at: bonuses.four_kings, drop: true, source: custom}\n")
    base, answers, foreign = run_inherited(file)
    assert base == "directnet" and answers and foreign


def test_what_the_rules_no_longer_let_happen_is_listed_too(tmp_path: Path) -> None:
    """It would be excepted like what comes out otherwise: the shipped examples all have to hold."""
    file = tmp_path / "variants" / "house.yaml"
    file.parent.mkdir()
    file.write_text(
        "variant: house\nof: rufmariasch\nname: {en: House}\n"
        "changes:\n  - {at: count.last_trick, set: 20, source: custom}\n"
    )
    _, answers, foreign = run_inherited(file)
    ids = {case.entry["example"] for case, _ in foreign}
    assert {"ten-points-apart", "all-tricks-are-nothing-more"} <= ids
    assert not ids & {answer.example for answer in answers}
    shown = call(str(file)).output
    assert "ten-points-apart [house] does not fit: Fifty to forty" in shown
    assert "settlement.yaml:10:15: examples.0.outcome.points: all points together are 100" in shown
    assert f", {len(foreign)} do not fit" in shown.splitlines()[-2]
    assert shown.splitlines()[-1].endswith("write not_in: [house] beside each of these")


def test_as_data_examples_alone_are_told(house: Path) -> None:
    result = call(str(house), "--json")
    assert result.exit_code != 0
    assert "leave out the house rules" in result.output
