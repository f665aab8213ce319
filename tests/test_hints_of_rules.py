"""What is told to somebody who edits rules: the line, and the words to write."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import check, load, load_variant_file
from zwanz_ssot.library.causes import Causes
from zwanz_ssot.library.drafts import outside
from zwanz_ssot.overlay import Difference
from zwanz_ssot.problems import Mark, Problem
from zwanz_ssot.prose import Prose

NAME = {"en": "House", "de": "Haus", "ja": "家"}


def house(folder: Path, *changes: dict[str, Any]) -> Path:
    rules = {
        "variant": "house",
        "of": "zwanzigerrufen:directnet",
        "name": NAME,
        "changes": [{"source": "custom", **change} for change in changes],
    }
    file = folder / "house.yaml"
    file.write_text(json.dumps(rules))
    return file


def problems(folder: Path, *changes: dict[str, Any]) -> list[str]:
    """The problems, from their path on."""
    return [str(it).split(": ", 1)[1] for it in check([house(folder, *changes)])]


def call(*args: str) -> Result:
    return CliRunner().invoke(zwanz, list(args))


def hand(**more: Any) -> dict[str, Any]:
    return {"hand_has": {"cards": "tarock", **more}}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"at": "contracts.solo.value", "set": 5, "source": "us"},
            "changes.0.source: there is no source 'us'; "
            "write custom, or describe it under sources:",
        ),
        (
            {"at": "kontra.levels.2", "drop": True},
            "kontra.names.subkontra: there is no level of kontra 'subkontra' any more "
            "(game.yaml:136); drop or change kontra.names.subkontra, too",
        ),
        (
            {"at": "misdeal.few_tarocks.when", "set": hand(who="anyone", at_most=2)},
            "misdeal.few_tarocks.when: there is no 'few_tarocks' in misdeal; "
            "write misdeal.reasons.few_tarocks.when",
        ),
        (
            {"at": "misdeal.few_tarocks.at_most", "set": 2},
            "misdeal.few_tarocks.at_most: there is no 'few_tarocks' in misdeal; "
            "write misdeal.reasons.few_tarocks.when.hand_has.at_most",
        ),
        (
            {"at": "contracts.farbensolo.requires.at_least", "set": 6},
            "contracts.farbensolo.requires.at_least: there is no 'at_least' in "
            "contracts.farbensolo.requires; write contracts.farbensolo.requires.hand_has.at_least",
        ),
        (
            {"at": "contracts.rufer.objective", "set": {"points_at_least": 46}},
            "contracts.rufer.objective.points_at_least: a mapping is wanted, got the number 46; "
            "write {side: …, points: 46}",
        ),
        (
            {"at": "bonuses.königstrull.value.silent", "set": 2},
            "bonuses.königstrull.value.silent: there is no 'königstrull' in bonuses; "
            "did you mean 'four_kings'?",
        ),
        (
            {"at": "contracts.schwarzer.value", "set": 5},
            "contracts.schwarzer.value: there is no 'schwarzer' in contracts; did you mean 'solo'?",
        ),
        (
            {"at": "contracts.solo.wert", "set": 5},
            "contracts.solo.wert: there is no 'wert' in contracts.solo; "
            "known are name, declarers, objective, value, bonus_factor, source",
        ),
        (
            {"at": "verträge.solo.value", "set": 5},
            "verträge.solo.value: there is no 'verträge' in the rules; known are name, cover, "
            "table, deal, misdeal, call, auction, contracts, play, count, bonuses, kontra, "
            "settlement, match",
        ),
        (
            {"at": "auction.ladder", "set": ["rufer", "schöner_spaß", "solo"]},
            "auction.ladder.1: an id is wanted: lower case letters, digits, _ and -, with a letter "
            "first; got 'schöner_spaß'; write 'schoener_spass'",
        ),
        (
            {"at": "contracts.solo.value", "set": 5, "source": "Hausregel"},
            "changes.0.source: a source is wanted: its name, a space, § and the section; "
            "got 'Hausregel'; write custom for a rule of your own",
        ),
        (
            {"at": "bonuses.mondfang.won.card_beaten_by.by", "set": "T-Trumpf"},
            "bonuses.mondfang.won.card_beaten_by.by: there is no card 'T-Trumpf'; known with T are "
            "Sk, XXI, XX, XIX, XVIII, XVII, XVI, XV, XIV, XIII, XII, XI, X, IX, VIII, VII, VI, V, "
            "IIII, I",
        ),
        (
            {"at": "bonuses.mondfang.won.card_beaten_by.by", "set": "P-K"},
            "bonuses.mondfang.won.card_beaten_by.by: there is no card 'P-K'; a card begins with "
            "T for Tarock, H for hearts, D for diamonds, C for clubs or S for spades",
        ),
    ],
)
def test_a_hint_says_what_to_write(change: dict[str, Any], problem: str, tmp_path: Path) -> None:
    assert problems(tmp_path, change) == [problem]


def told(folder: Path, *changes: dict[str, Any], of: str = "zwanzigerrufen:directnet") -> list[str]:
    """The problems of a variant that has each change in a line of its own, from line 5 on."""
    lines = [json.dumps({"source": "custom", **change}) for change in changes]
    head = f"variant: house\nof: {of}\nname: {json.dumps(NAME)}\nchanges:\n"
    file = folder / "house.yaml"
    file.write_text(head + "".join(f"  - {line}\n" for line in lines), "utf-8")
    return [str(it).replace(f"{folder}/", "") for it in check([file])]


DEARER = {"at": "contracts.rufer.value", "set": 2}


def test_what_a_change_breaks_in_the_rules_below_is_told_at_the_change(tmp_path: Path) -> None:
    dropped = {"at": "contracts.farbensolo", "drop": True}
    assert told(tmp_path, DEARER, dropped) == [
        "house.yaml:6:32: auction.ladder.1: there is no contract 'farbensolo' any more "
        "(game.yaml:37); change auction.ladder, too"
    ]


def test_a_problem_of_numbers_is_told_at_the_change_without_which_it_is_none(
    tmp_path: Path,
) -> None:
    passes = {"at": "auction.ends_after_passes", "set": 3}
    players = {"at": "table.players", "set": 3}
    (problem,) = told(tmp_path, passes, players, of="slovenian-tarok")
    assert problem.startswith("house.yaml:6:32: deal.all.packets: 3 times 12 cards are dealt")
    assert "(game.yaml:21)" in problem


def test_a_problem_that_no_single_change_causes_is_told_at_the_top() -> None:
    there, here = Mark("rules/game.yaml", 7, 5), Mark("house.yaml", 2, 5)
    problem = Problem(there, "play", "it is wrong (order, line 4)", "write it in line 3")
    changes = [
        Difference(("deal", key), 1, 2, "custom", replace(here, line=line))
        for line, key in ((5, "one"), (6, "two"))
    ]
    causes = Causes(changes, frozenset({problem}), here, lambda change: frozenset({problem}))
    assert str(causes.told(problem)) == (
        "house.yaml:2:5: play: it is wrong (order, game.yaml:4), see game.yaml:7; "
        "write it in game.yaml:3"
    )


def test_what_a_contract_has_from_another_is_told_where_it_says_so(tmp_path: Path) -> None:
    grand = {"name": NAME, "like": "solodreier", "value": 20, "source": ["custom"]}
    place, at = "contracts.superdreier", {"at": "contracts.superdreier"}
    ladder = {
        "at": "auction.ladder",
        "set": [*load("koenigrufen", "wien").auction.ladder, "superdreier"],
    }
    (problem,) = told(tmp_path, {**at, "add": grand}, ladder, of="koenigrufen:wien")
    assert problem.partition(": ")[2] == (
        f"{place}.announces_with_bid: this comes from 'solodreier': no bonus is announced in this "
        "contract; name superdreier in the contracts of a bonus that is announced, or write "
        "announces_with_bid: false"
    )
    column = int(problem.split(":")[2])
    assert (tmp_path / "house.yaml").read_text("utf-8").split("\n")[4][column:].startswith("like")
    grand["announces_with_bid"] = False
    assert told(tmp_path, {**at, "add": grand}, ladder, of="koenigrufen:wien") == []


def test_an_argument_without_its_word_is_told_where_it_stands(tmp_path: Path) -> None:
    condition = {"any": [{"who": "declarers"}, {"doubled": "game"}]}
    (problem,) = problems(tmp_path, {"at": "bonuses.pagat_ultimo.announce_if", "add": condition})
    assert "any.0.who: not a word here; it stands inside " in problem
    assert "hand_has" in problem and "is" in problem.split("inside ")[1].split(", ")


def test_an_unknown_word_is_answered_with_those_that_there_are(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, {"at": "contracts.solo.begins", "add": 4})
    assert problem.startswith("contracts.solo.begins: not a word here; the words here are ")
    assert "bonus_factor" in problem


def test_what_is_missing_brings_no_second_problem(tmp_path: Path) -> None:
    reason = {"when": hand(exactly=2), "thrown_in": "must", "deals_again": "dealer"}
    assert problems(tmp_path, {"at": "misdeal.reasons.two", "add": reason}) == [
        "misdeal.reasons.two.when.hand_has: 'who' is missing"
    ]


def test_what_makes_no_sense_is_told_beside_a_missing_source(tmp_path: Path) -> None:
    uhu = {
        "name": NAME,
        "goes_to": {"side_of": {"player_of": "T-II"}},
        "won": {"card_wins_trick": {"card": "T-II", "trick": "last"}},
        "value": {"silent": 1},
    }
    found = problems(tmp_path, {"at": "bonuses.uhu", "add": uhu})
    assert any("'source' is missing" in problem for problem in found)
    assert any("T-II" in problem for problem in found)


def test_a_missing_source_is_told_as_it_is_written_there(tmp_path: Path) -> None:
    """A change has one source, a rule has a list: also a rule that a change adds."""
    uhu = {
        "name": NAME,
        "goes_to": {"side_of": {"player_of": "T-I"}},
        "won": {"card_wins_trick": {"card": "T-I", "trick": {"number": 9}}},
        "value": {"silent": 1},
    }
    assert problems(tmp_path, {"at": "bonuses.uhu", "add": uhu}) == [
        "bonuses.uhu: 'source' is missing; write source: [custom] for a rule of your own"
    ]
    file = house(tmp_path, {"at": "contracts.solo.value", "set": 5})
    file.write_text(file.read_text("utf-8").replace('"source": "custom", ', ""), "utf-8")
    assert [str(problem).split(": ", 1)[1] for problem in check([file])] == [
        "changes.0: 'source' is missing; write source: custom for a rule of your own"
    ]


def test_rules_that_stand_in_a_variant_as_in_a_game_are_told_how_to_change(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    head = "variant: house\nof: zwanzigerrufen:directnet\nname: {en: House, de: Haus}\n"
    file.write_text(f"{head}changes: []\ncontracts:\n  solo:\n    value: 5\n", "utf-8")
    assert [str(problem).partition("house.yaml:")[2] for problem in check([file])] == [
        "5:1: contracts: not a word here; write - {at: contracts.…, set: …} under changes:"
    ]
    file.write_text(f"{head}changes:\n  contracts.solo.value: 5\n", "utf-8")
    assert [str(problem).partition("house.yaml:")[2] for problem in check([file])] == [
        "4:1: changes: a list is wanted, got the mapping {contracts.solo.value: 5}; "
        "begin each entry with '- '"
    ]


def test_other_problems_are_told_beside_a_change_without_a_source(tmp_path: Path) -> None:
    file = house(tmp_path, {"at": "contracts.soloo.value", "set": 5})
    file.write_text(file.read_text("utf-8").replace('"source": "custom", ', ""), "utf-8")
    found = [str(problem) for problem in check([file])]
    assert any("'source' is missing" in problem for problem in found)
    assert any("there is no 'soloo'" in problem for problem in found)


def test_paths_that_only_begin_alike_are_told_apart() -> None:
    solo = "contracts.solo"
    found = [
        Problem(None, f"{solo}.{key}", "it is wrong") for key in ("source", "source.0", "sources")
    ]
    assert outside(found, [f"{solo}.source"]) == found[2:]
    assert outside(found, [solo]) == [] and outside(found, []) == found


def test_many_cards_without_points_are_one_problem(tmp_path: Path) -> None:
    suits = {
        suit: {
            "letter": suit[0].upper(),
            "name": NAME,
            "ranks": ["A", "K", "Q", "J", *map(str, range(10, 1, -1))],
        }
        for suit in ("clubs", "spades", "hearts", "diamonds")
    }
    pack = {
        "deck": "pack",
        "name": NAME,
        "suits": suits,
        "points": {"suits": {"hearts": 1}},
        "checks": {"cards": 52, "points": 13},
        "source": ["custom"],
    }
    file = tmp_path / "pack.yaml"
    file.write_text(json.dumps(pack))
    found = [str(problem) for problem in check([file])]
    assert len(found) == 1
    assert "39 cards have no points: C-" in found[0]


def test_a_difference_says_of_which_hand(tmp_path: Path) -> None:
    change = {"at": "misdeal.reasons.few_tarocks.thrown_in", "was": "must", "set": "may"}
    after = load_variant_file(house(tmp_path, change))
    before = load("zwanzigerrufen", "directnet")
    result = call("diff", "directnet", str(tmp_path / "house.yaml"))
    assert result.exit_code == 0, result.output
    output = " ".join(result.output.split())
    assert "Such a hand" not in output
    assert "When a player holds at most one tarock, the cards may be thrown in" in output
    assert Prose(before, "en") and after.variant == "house"


def test_base_is_that_of_the_other_rule_set() -> None:
    result = call("diff", "base", "koenigrufen:tirol")
    assert result.exit_code == 0, result.output
    assert "different games" not in result.output


def test_why_takes_the_game_first() -> None:
    args = ("--contract", "trischaken", "--hand", "H-K T-V", "--trick", "H-Q", "H-K")
    result = call("why", "koenigrufen", *args)
    assert result.exit_code == 0, result.output


def test_cards_of_a_trick_without_quotes_are_understood_as_such() -> None:
    args = ("--contract", "solo", "--hand", "T-V H-J", "--trick", "H-K", "H-Q", "H-J")
    result = call("why", *args)
    assert result.exit_code == 2 or result.exit_code == 1
    assert ".;" not in result.output
    assert '--trick "H-K H-Q"' in result.output
