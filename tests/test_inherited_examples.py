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
    assert (base, len(answers), foreign) == ("directnet", of_base, 0)
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
    assert base == "directnet" and answers and foreign > 0


def test_as_data_examples_alone_are_told(house: Path) -> None:
    result = call(str(house), "--json")
    assert result.exit_code != 0
    assert "leave out the house rules" in result.output
