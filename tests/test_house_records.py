"""Records of rounds by house rules: they name the file, are replayed from anywhere, and say when the
rules have changed since.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

import zwanz_ssot
from zwanz_ssot import source
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.record import replay, write
from zwanz_ssot.source import Document

HOUSE = """\
variant: evening
of: zwanzigerrufen:directnet
name: {en: Evening, de: Abend}
changes:
  - {at: contracts.solo.value, was: 4, set: 5, source: custom}
"""
SILENT = ("absolut", "pagat_ultimo", "trull", "four_kings", "mondfang")
"""Bonuses of one point that count without a word."""
CHANGED = "The rules have changed since this round was recorded"


def call(*args: str) -> Result:
    return CliRunner().invoke(zwanz, list(args))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A round of house rules in one folder, recorded in another."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rounds").mkdir()
    house, file = tmp_path / "rules" / "evening.yaml", tmp_path / "rounds" / "r.yaml"
    house.write_text(HOUSE)
    args = ("--variant", str(house), "--auto", "--seed", "7", "--record", str(file))
    assert call("play", *args).exit_code == 0
    return file


def test_a_record_names_the_file_of_its_rules_from_its_own_folder(record: Path) -> None:
    entry = yaml.safe_load(record.read_text())["record"]
    assert entry["variant"] == "../rules/evening.yaml"


def test_it_is_replayed_asked_about_and_checked(record: Path) -> None:
    result = call("replay", str(record))
    assert (result.exit_code, CHANGED in result.output) == (0, False), result.output
    assert call("check", str(record)).exit_code == 0
    result = call("why", str(record), "--after", "0", "bid solo")
    assert result.exit_code == 0, result.output
    assert replay(record).game.variant == "evening"


@pytest.mark.parametrize("call_of", [("replay",), ("why", "--after", "0", "bid solo")])
def test_a_record_is_read_once(
    record: Path, monkeypatch: pytest.MonkeyPatch, call_of: tuple[str, ...]
) -> None:
    """Its moves, its names and its rules: it may be changed meanwhile."""
    files: list[str] = []

    def noted(file: Path) -> Document:
        files.append(file.name)
        return source.read(file)

    monkeypatch.setattr("zwanz_ssot.record.read", noted)
    command, *more = call_of
    assert call(command, str(record), *more).exit_code == 0
    assert files == ["r.yaml"]


def test_rules_that_have_moved_are_named(record: Path) -> None:
    house = record.parent.parent / "rules" / "evening.yaml"
    moved = house.rename(record.parent / "moved.yaml")
    result = call("replay", str(record))
    assert result.exit_code == 1
    assert "record.variant: there is no variant file" in result.output
    hint = (
        "put it there, or write the path of their file here; replay, why and solve take --variant"
    )
    assert hint in " ".join(result.output.split())
    for args in (["replay", str(record)], ["why", str(record), "--after", "0", "bid solo"]):
        result = call(*args, "--variant", str(moved))
        assert result.exit_code == 0, result.output
        assert CHANGED not in result.output


@pytest.mark.parametrize(
    "line", ["check {}", "vectors {} --out {}.jsonl", "perft --deal {} --depth 1"]
)
def test_rules_that_have_moved_are_put_back_where_no_option_names_them(
    record: Path, line: str
) -> None:
    """What the hint says can be done whatever the command takes."""
    house = record.parent.parent / "rules" / "evening.yaml"
    moved = house.rename(record.parent / "moved.yaml")
    result = call(*line.format(record, record).split())
    assert result.exit_code == 1 and "put it there, or write the path" in result.output
    record.write_text(record.read_text().replace("../rules/evening.yaml", moved.name))
    result = call(*line.format(record, record).split())
    assert result.exit_code == 0, result.output


def test_a_record_of_another_game_than_its_rules_is_told_so_alone(record: Path) -> None:
    record.write_text(record.read_text().replace("game: zwanzigerrufen", "game: koenigrufen"))
    result = call("replay", str(record))
    assert "is a variant of zwanzigerrufen, not of koenigrufen" in " ".join(result.output.split())
    assert "--variant" not in result.output


def test_a_record_of_another_program_is_replayed_by_the_rules_one_names(record: Path) -> None:
    text = record.read_text().replace("../rules/evening.yaml", "evening")
    record.write_text(text)
    result = call("replay", str(record))
    assert "has no variant 'evening'" in result.output
    assert "--variant FILE" in result.output
    house = record.parent.parent / "rules" / "evening.yaml"
    assert call("replay", str(record), "--variant", str(house)).exit_code == 0


def test_changed_rules_are_told_where_the_round_still_comes_out(record: Path) -> None:
    house = record.parent.parent / "rules" / "evening.yaml"
    house.write_text(HOUSE + "  - {at: table.direction, set: counterclockwise, source: custom}\n")
    for args in (["replay", str(record)], ["why", str(record), "--after", "0", "bid solo"]):
        result = call(*args)
        assert result.exit_code == 0, result.output
        assert result.output.startswith(CHANGED)


def test_other_rules_that_are_named_are_not_said_to_have_changed(record: Path) -> None:
    for args in (["replay", str(record)], ["why", str(record), "--after", "0", "bid solo"]):
        result = call(*args, "--variant", "directnet")
        assert result.exit_code == 0, result.output
        assert result.output.startswith("This round was recorded by other rules than those named")
        assert CHANGED not in result.output
    result = call("replay", str(record), "--variant", "rulebook")
    assert result.exit_code == 1
    assert "record.rules: this round was recorded by other rules than those named" in " ".join(
        result.output.split()
    )


def test_records_of_two_games_are_told_with_their_files(record: Path) -> None:
    other = record.parent / "k1.yaml"
    args = ("koenigrufen", "--auto", "--seed", "1", "--record", str(other))
    assert call("play", *args).exit_code == 0
    result = call("replay", str(other), str(record))
    assert result.exit_code == 2
    house = record.parent.parent / "rules" / "evening.yaml"
    assert result.output == (
        f"zwanz: {record} is a round of {house}, {other} of koenigrufen:base; a match is of one "
        "game\n"
    )


def test_other_words_are_no_other_rules(record: Path) -> None:
    house = record.parent.parent / "rules" / "evening.yaml"
    house.write_text(HOUSE.replace("Evening", "Sunday").replace("custom", "wikipedia §Scoring"))
    assert CHANGED not in call("replay", str(record)).output


def test_changed_rules_are_told_where_the_round_no_longer_comes_out(record: Path) -> None:
    house = record.parent.parent / "rules" / "evening.yaml"
    more = "  - {at: contracts.rufer.value, set: 3, source: custom}\n"
    more += "  - {at: contracts.farbensolo.value, set: 9, source: custom}\n"
    house.write_text(HOUSE.replace("set: 5", "set: 7") + more)
    result = call("replay", str(record))
    assert result.exit_code == 1
    assert "record.rules: the rules have changed since this round was recorded" in result.output
    assert "record.scores" in result.output


def test_the_interface_takes_a_written_record(record: Path) -> None:
    house = record.parent.parent / "rules" / "evening.yaml"
    game = zwanz_ssot.load("zwanzigerrufen", str(house))
    round = zwanz_ssot.deal(game, seed=7).after("bid solo")
    data = yaml.safe_load(write(round, 7))
    assert zwanz_ssot.Round.from_dict(data, game) == round
    assert yaml.safe_load(write(zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen"), seed=7), 7)) == {
        "record": {"game": "zwanzigerrufen", "variant": "base", "seed": 7, "moves": []}
    }


def test_a_round_of_five_is_read_again(tmp_path: Path) -> None:
    """Eight cards each; what two pay to three is even."""
    values = ("contracts.rufer.value", *(f"bonuses.{name}.value.silent" for name in SILENT))
    changes = [
        {"at": "table.players", "set": 5, "source": "custom"},
        {"at": "deal.all.packets", "set": [4, 4], "source": "custom"},
        *({"at": path, "set": 2, "source": "custom"} for path in values),
    ]
    name = {"en": "Five at a table", "de": "Zu fünft"}
    house, file = tmp_path / "five.yaml", tmp_path / "r.yaml"
    house.write_text(
        yaml.safe_dump(
            {"variant": "five", "of": "zwanzigerrufen", "name": name, "changes": changes}
        )
    )
    args = ("--variant", str(house), "--auto", "--seed", "7", "--record", str(file))
    assert call("play", *args).exit_code == 0
    assert len(yaml.safe_load(file.read_text())["record"]["scores"]) == 5
    result = call("replay", str(file))
    assert result.exit_code == 0, result.output
