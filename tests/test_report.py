"""The report: what proves the rules, counted for each rule set, and what is a gap in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from zwanz_renderer.false_claims import caught
from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.trace.coverage import CountOf, EvidenceInputs, evidence

MINI = Path(__file__).parent / "mutants"
ROWS = [
    {
        "rules": "mini:base",
        "file": "x",
        "mutants": 9,
        "check": 5,
        "examples": 3,
        "marked": 1,
        "survived": 0,
    },
    {
        "rules": "mini:dear",
        "file": "y",
        "mutants": 4,
        "check": 1,
        "examples": 2,
        "marked": 0,
        "survived": 1,
    },
]


@pytest.fixture
def mutants(tmp_path: Path) -> Path:
    """What came of some mutants."""
    file = tmp_path / "mutants.json"
    file.write_text(json.dumps({"rows": ROWS}), encoding="utf-8")
    return file


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """The tests of a checkout: counts of positions, and no lies."""
    (tmp_path / "perft").mkdir()
    for variant in ("base", "dear"):
        counts = [
            {"reached": [{"play most": 2}, {"play most": 3, "over most": 1}]},
            {"reached": [{"deal": 4}]},
        ]
        stated = {"perft": {"game": "mini", "variant": variant, "counts": counts}}
        (tmp_path / "perft" / f"{variant}.yaml").write_text(json.dumps(stated), encoding="utf-8")
    return tmp_path


def test_every_rule_set_is_counted(mutants: Path, tests: Path) -> None:
    base, dear = evidence(library(MINI), EvidenceInputs(tests, mutants, caught))
    assert (base.rules, dear.rules) == ("mini:base", "mini:dear")
    assert base.counts["examples"] == CountOf(2, 2) and dear.counts["examples"] == CountOf(1, 1)
    assert base.counts["mutants"] == CountOf(8, 8) and dear.counts["mutants"] == CountOf(3, 4)
    assert base.counts["positions"] == CountOf(2 + 3 + 1 + 4)
    assert base.counts["sources"] == CountOf(1)  # custom, for its only contract
    assert base.counts["sentences"].number == base.counts["sentences"].of


def test_nothing_and_not_all_are_gaps(mutants: Path, tests: Path) -> None:
    base, dear = evidence(library(MINI), EvidenceInputs(tests, mutants, caught))
    assert base.gaps == ("lies",) and dear.gaps == ("mutants", "lies")
    assert (
        CountOf(0).is_gap
        and CountOf(3, 4).is_gap
        and not CountOf(4, 4).is_gap
        and not CountOf(7).is_gap
    )


def test_what_a_package_does_not_have_is_not_counted_and_no_gap() -> None:
    found = evidence(library(MINI), EvidenceInputs(None, None, caught))
    assert "positions" not in found[0].counts and not any(row.gaps for row in found)
    assert EvidenceInputs(None, None, caught).missing == {
        "mutants": "no_mutants",
        "positions": "no_checkout",
        "lies": "no_checkout",
    }


def test_a_file_that_says_nothing_of_mutants_is_a_wrong_call(tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(WrongCall):
        evidence(library(MINI), EvidenceInputs(None, file, caught))


def test_the_table_is_printed_and_a_gap_is_an_exit_code(
    mutants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "tests", lambda: None)
    base = ["report", "--rules", str(MINI)]
    plain = CliRunner().invoke(zwanz, base)
    assert (
        plain.exit_code == 0
        and "mini:base" in plain.output
        and "not in an installed package" in plain.output
    )
    asked = CliRunner().invoke(zwanz, [*base, "--mutants", str(mutants)])
    assert asked.exit_code == 1 and "3 / 4" in asked.output and "1 gap" in asked.output
    assert CliRunner().invoke(zwanz, [*base, "--whole"]).exit_code == 1
    table = CliRunner().invoke(zwanz, [*base, "--markdown"]).output.splitlines()
    assert table[1].startswith("|---|---:|") and table[2].startswith("| mini:base | ")
    data = json.loads(CliRunner().invoke(zwanz, [*base, "--json"]).output)
    assert (
        data["rule_sets"][0]["examples"] == {"number": 2, "of": 2}
        and data["rule_sets"][0]["gaps"] == []
    )


def test_the_rule_sets_of_one_game_can_be_asked_for(
    mutants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "tests", lambda: None)  # planting lies takes nearly all of the time
    options = ["--rules", str(MINI), "--mutants", str(mutants), "--json"]
    for asked, rules in (("mini", ["mini:base", "mini:dear"]), ("mini:dear", ["mini:dear"])):
        done = CliRunner().invoke(zwanz, ["report", asked, *options])
        assert [row["rules"] for row in json.loads(done.output)["rule_sets"]] == rules
    wrong = CliRunner().invoke(zwanz, ["report", "mimi", *options])
    assert wrong.exit_code == 2 and "did you mean 'mini'?" in wrong.output


def test_no_gap_is_not_said_of_what_was_not_counted(
    tests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "tests", lambda: None)
    done = CliRunner().invoke(zwanz, ["report", "--rules", str(MINI)])
    assert done.output.endswith("no gap; not counted: Mutants, Positions, Lies\n"), done.output
