"""House rules, examples and chapters that nobody would write on purpose: they are told or played,
and never break the program down.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.engine.trick import OwedCard, narrowed
from zwanz_ssot.library import check, load_variant_file


def house(folder: Path, of: str, *changes: str, rest: str = "") -> Path:
    """A house variant with these changes."""
    lines = "".join(f"  - {change}\n" for change in changes)
    file = folder / "house.yaml"
    file.write_text(
        f"variant: house\nof: {of}\nname: {{en: House, de: Haus}}\nchanges:\n{lines}{rest}",
        encoding="utf-8",
    )
    return file


def problems(file: Path) -> list[str]:
    return [str(problem).partition(f"{file.name}:")[2] for problem in check([file])]


def test_two_announced_bonuses_may_be_about_one_card() -> None:
    # Both are owed to later tricks than the third. The card is the first in the order of giving up,
    # whatever the second says; another one after it stays in the hand.
    pagat, quapil, king = 1 << 0, 1 << 3, 1 << 30
    owed = [OwedCard(quapil, 8, True, True), OwedCard(quapil, 9, True, True)]
    assert narrowed(quapil, owed, 2) == quapil
    assert narrowed(quapil | king, owed, 2) == quapil | king
    owed.append(OwedCard(pagat, 11, True, True))
    assert narrowed(quapil | pagat, owed, 2) == quapil


def test_rounds_with_two_bonuses_about_one_card_come_to_an_end(tmp_path: Path) -> None:
    change = "{at: bonuses.kakadu.won.card_wins_trick.card, set: T-IIII, source: custom}"
    rules = load_variant_file(house(tmp_path, "koenigrufen", change))
    assert sum(1 for _ in random_rounds(rules, 3000, seed=1)) == 3000


def test_a_raise_to_a_contract_that_is_none_is_told(tmp_path: Path) -> None:
    file = house(tmp_path, "anrufen", "{at: play.raised_to, add: [nonsense], source: custom}")
    assert any("there is no contract 'nonsense'" in found for found in problems(file))


OWN = """open:
  - id: mine
    at: auction.opening
    question: {en: q, de: q}
    kept: {en: k, de: k}
    why: {en: w, de: w}
    source: custom
"""


def test_open_questions_that_are_no_list_any_more_are_told(tmp_path: Path) -> None:
    file = house(tmp_path, "anrufen", "{at: open, set: {a: 1}, source: custom}", rest=OWN)
    assert problems(file) == [
        "5:10: open: a list is wanted, got the mapping {a: 1}; begin each entry with '- '"
    ]


def test_open_questions_come_in_where_a_change_took_all_others_out(tmp_path: Path) -> None:
    file = house(tmp_path, "anrufen", "{at: open, set: [], source: custom}", rest=OWN)
    assert [question.id for question in load_variant_file(file).open] == ["mine"]


def test_a_value_of_a_file_forges_no_line(tmp_path: Path) -> None:
    file = tmp_path / "forged.yaml"
    forged = "rules/anrufen/game.yaml:1:1: forged: no problem of yours"
    file.write_text(f'variant: "x\\n{forged}\\u200e"\nof: anrufen\n', encoding="utf-8")
    lines = "\n".join(str(problem) for problem in check([file])).splitlines()
    assert lines and all(line.startswith(str(file)) for line in lines)
    assert not any("\u200e" in line for line in lines)


def test_a_message_repeats_no_more_than_fits(tmp_path: Path) -> None:
    file = house(tmp_path, "anrufen", f"{{at: {'x' * 100_000}, drop: true, source: custom}}")
    assert all(len(str(problem)) < 4000 for problem in check([file]))


def test_many_problems_are_found_in_time_and_the_first_are_shown(tmp_path: Path) -> None:
    # Each change used to be held against all before it: 28,000 of them took minutes.
    wrong = [f"{{at: contracts.s{n}.value, set: 5, source: custom}}" for n in range(3000)]
    file = house(tmp_path, "anrufen", *wrong)
    shown = CliRunner().invoke(zwanz, ["check", str(file)]).output.splitlines()
    assert len(shown) == 302
    assert shown[-2] == "… and 2700 more, which are not shown; fix these first"
    assert shown[-1] == "3000 problems in 1 file"


def test_changes_that_touch_are_told_whatever_stands_between(tmp_path: Path) -> None:
    found = problems(
        house(
            tmp_path,
            "anrufen",
            "{at: contracts.simple.value, set: 5, source: custom}",
            "{at: contracts.simple, drop: true, source: custom}",
            "{at: contracts.simple.name, drop: true, source: custom}",
        )
    )
    assert [line.partition(": ")[2] for line in found] == [
        "contracts.simple: holds contracts.simple.value, which line 5 changes; "
        "make one change of both",
        "contracts.simple.name: lies inside contracts.simple, which line 6 changes; "
        "make one change of both",
    ]


def test_a_key_that_is_the_word_changes_with_a_dot_is_told(tmp_path: Path) -> None:
    file = house(tmp_path, "anrufen", "{at: contracts.simple.value, sett: 5}")
    text = file.read_text(encoding="utf-8").replace("changes:", "changes.:")
    for more in ("", "changes: []\n"):
        file.write_text(text + more, encoding="utf-8")
        assert "4:1: changes.: not a word here" in problems(file)[0]
