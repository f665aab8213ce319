"""The rule sets that tables offer: with house rules among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zwanz_ssot.problems import RulesFault, WrongCall
from zwanz_ssot.web.rule_sets import RuleSets

HOUSE = Path(__file__).parent / "house_rules" / "house.yaml"


def test_house_rules_come_before_those_of_the_library() -> None:
    rules = RuleSets([HOUSE])
    assert rules.keys() == ["house:house", *RuleSets().keys()]
    found = rules.find("house:house")
    assert found.own and found.game.name.text("en") == "A house of our own"


def test_faulty_house_rules_are_refused_with_their_problems(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE.read_text("utf-8").replace("at_least: 6", "at_least: many"), "utf-8")
    with pytest.raises(RulesFault) as raised:
        RuleSets([HOUSE, file])
    (problem,) = raised.value.problems
    assert str(problem).startswith(f"{file}:12:51: ")


def test_two_files_of_house_rules_cannot_have_one_name(tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="two files of house rules have one name"):
        RuleSets([HOUSE, tmp_path / "house.yaml"])
