"""``zwanz check`` and ``zwanz examples``: problems and failing examples, for people and for
programs.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from textwrap import dedent

import jsonschema
import pytest
from click.testing import CliRunner, Result

from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library

BROKEN = """\
variant: house
of: zwanzigerrufen
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 3, set: 8, source: wikipedia §Contracts}
  - {at: contracts.slo.value, set: 8, source: wikipedia §Contracts}
"""
EXAMPLE = """\
game: zwanzigerrufen
in: [directnet]
examples:
  - example: follow
    title: {{en: Follow suit, de: Farbe bekennen}}
    source: directnet §Spielregeln
    contract: solo
    trick: [H-K]
    hand: [H-Q, T-V]
    expect: {{legal: [{legal}]}}
"""


def call(*args: str | Path) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, [str(arg) for arg in args])


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A variant with two problems."""
    file = tmp_path / "house.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    return file


def example(folder: Path, legal: str) -> Path:
    """A file with one example, which holds when the Queen of Hearts alone is legal."""
    file = folder / "mine.yaml"
    file.write_text(EXAMPLE.format(legal=legal), encoding="utf-8")
    return file


def test_the_shipped_rules_are_sound() -> None:
    result = call("check")
    assert result.exit_code == 0
    assert result.output == f"{len(library().files())} files, no problems\n"
    report = json.loads(call("check", "--json").output)
    assert report["problems"] == [] and len(report["files"]) == len(library().files())


def test_all_problems_are_told_at_their_lines_and_counted(house: Path) -> None:
    result = call("check", house)
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{house}:5:") and "contracts.solo.value: was 4 (game.yaml:" in first
    assert first.endswith("), not 3; write was: 4")
    assert second.startswith(f"{house}:6:") and second.endswith("; did you mean 'solo'?")
    assert result.stderr == "2 problems in 1 file\n"


def test_problems_for_programs(house: Path) -> None:
    result = call("check", house, "--json")
    assert result.exit_code == 1 and result.stderr == ""
    report = json.loads(result.stdout)
    assert report["files"] == [str(house)]
    assert [(each["line"], each["path"]) for each in report["problems"]] == [
        (5, "contracts.solo.value"),
        (6, "contracts.slo.value"),
    ]
    assert set(report["problems"][0]) == {"file", "line", "column", "path", "text", "hint", "code"}


def test_files_of_every_kind_and_folders_may_be_given(tmp_path: Path, house: Path) -> None:
    record = tmp_path / "round.yaml"
    assert call("play", "--auto", "--seed", "7", "--record", record).exit_code == 0
    good = example(tmp_path, "H-Q")
    assert call("check", record, good).output == "2 files, no problems\n"
    result = call("check", tmp_path)
    assert result.exit_code == 1 and result.stderr == "2 problems in 1 file\n"
    good.write_text(
        good.read_text(encoding="utf-8").replace("H-Q, T-V", "H-Q, T-VX"), encoding="utf-8"
    )
    record.write_text(
        record.read_text(encoding="utf-8").replace("seed: 7", "seed: 8"), encoding="utf-8"
    )
    result = call("check", record, good)
    assert result.exit_code == 1 and result.stderr.endswith("in 2 files\n")


def test_no_rules_in_a_folder_are_passed_over(tmp_path: Path, house: Path) -> None:
    example(tmp_path, "H-Q")  # it holds
    house.rename(house.with_suffix(".yml"))
    result = call("check", tmp_path)
    assert result.exit_code == 1 and "house.yml:" in result.stdout


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"a: b", b"- a", b"a: [", b"record: 3", b"examples: 3", b"\0"]
)
def test_whatever_a_file_holds_it_is_told_in_a_line(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.yaml"
    file.write_bytes(content)
    for command in ("check", "examples", "replay"):
        result = call(command, file)
        is_wrong_call = (command, content) in {
            ("replay", b"examples: 3"),
            ("examples", b"record: 3"),
        }
        assert result.exit_code == 1 + is_wrong_call, (command, result.output)
        begin = f"zwanz: '{file}'" if is_wrong_call else f"{file}"
        assert result.output.startswith(begin) and "Traceback" not in result.output


def test_a_slip_in_the_key_of_the_examples_is_told_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "slip.yaml"
    file.write_text("game: zwanzigerrufen\nexampels: []\n", encoding="utf-8")
    result = call("examples", file)
    assert result.exit_code == 1
    assert f"{file}:2:1: exampels: not a word here; did you mean 'examples'?" in result.output


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "game: zwanzigerrufen\nexampels: []\n",
            "2:1: exampels: not a word here; did you mean 'examples'?",
        ),
        (
            "exampels: []\n",
            "1:1: exampels: not a word here; did you mean 'examples'?",
        ),
        ("recrod: {}\n", "1:1: recrod: not a word here; did you mean 'record'?"),
    ],
)
def test_a_slip_in_the_key_that_tells_the_kind_is_what_check_tells(
    text: str, problem: str, tmp_path: Path
) -> None:
    """What is missing in a game would hide what is meant."""
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    done = call("check", file)
    assert done.exit_code == 1
    assert f"{file}:{problem}" in done.stdout
    assert "'deck' is missing" not in done.stdout


def test_broken_rules_stop_every_command_with_their_problems(house: Path) -> None:
    for args in (("play", "--auto", "-v"), ("diff", "base"), ("book", "-v"), ("random", "-v")):
        result = call(*args, house)
        assert result.exit_code == 1 and result.stdout == ""
        assert result.stderr.startswith(f"{house}:5:")


def test_a_folder_of_rules_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    assert "there are no games" in call("play", "--rules", rules, "--auto").output
    root = library().root
    shutil.copytree(root / "decks", rules / "decks")
    for path in (root / "sources.yaml", *(root / "anrufen").rglob("*.yaml")):
        copy = rules / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert call("check", "--rules", rules).exit_code == 0
    game = rules / "anrufen" / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("players: 4", "players: four"), encoding="utf-8"
    )
    result = call("check", "--rules", rules)
    assert result.exit_code == 1 and f"{game}:" in result.stdout


def test_the_shipped_examples_hold_and_are_answered_as_published() -> None:
    result = call("examples", "--json")
    assert result.exit_code == 0
    report = json.loads(result.output)
    schema = json.loads((places.data("schema") / "answers.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(report, schema)
    assert report["ok"] and len(report["answers"]) >= 40
    whole = places.data("rules") / "anrufen" / "examples"
    many = len(json.loads(call("examples", whole, "--json").output)["answers"])
    assert many > 3 and call("examples", whole).output == f"{many} examples, all of them hold\n"
    german, japanese = (call("examples", whole, "--lang", lang).output for lang in ("de", "ja"))
    assert german == f"{many} Beispiele, und alle stimmen\n"
    assert japanese == f"例は{many}個で、すべて成り立ちます\n"


def test_an_example_that_does_not_hold_is_shown_with_its_rule(tmp_path: Path) -> None:
    assert call("examples", example(tmp_path, "H-Q")).exit_code == 0
    wrong = example(tmp_path, "T-V")
    result = call("examples", wrong)
    assert result.exit_code == 1
    assert (
        "follow" in result.stdout and "expected" in result.stdout and "game.yaml:" in result.stdout
    )
    assert f"{wrong}:10:" in result.stdout
    assert result.stderr == "1 of 1 example does not hold\n"
    german, japanese = (call("examples", wrong, "--lang", lang) for lang in ("de", "ja"))
    assert "Farbe bekennen" in german.stdout
    assert german.stderr == "1 von 1 Beispiel stimmt nicht\n"
    assert japanese.stderr == "1個の例のうち1個が成り立ちません\n"
    report = json.loads(call("examples", tmp_path, "--json").stdout)
    assert not report["ok"]


def test_an_example_of_no_sense_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(
        dedent("""\
            game: zwanzigerrufen
            in: [directnt]
            examples:
              - {example: a, title: {en: A, de: A}, source: wikipedia, contract: solo, trick: [H-K],
                 hand: [H-Q], expect: {legal: [H-Q]}}
        """),
        encoding="utf-8",
    )
    result = call("examples", file)
    assert result.exit_code == 1 and "did you mean 'directnet'?" in result.output


def test_rules_in_a_folder_of_their_own_are_checked_with_it(tmp_path: Path) -> None:
    """A variant there changes the game there, whoever calls: the folder, the file, or examples."""
    rules = tmp_path / "my-rules"
    shutil.copytree(places.data("rules"), rules)
    game = rules / "zwanzigerrufen" / "game.yaml"
    before, solo, after = game.read_text(encoding="utf-8").partition("\n  solo:\n")
    assert solo
    game.write_text(before + solo + re.sub(r"\bvalue: \d+", "value: 77", after, count=1), "utf-8")
    ours = rules / "zwanzigerrufen" / "variants" / "ours.yaml"
    change = "  - {at: contracts.solo.value, was: 77, set: 78, source: custom}\n"
    head = "variant: ours\nof: zwanzigerrufen\nname: {en: Ours, de: Unseres}\nchanges:\n"
    ours.write_text(head + change, encoding="utf-8")
    for called in (ours, ours.parent):
        done = call("check", called)
        assert done.exit_code == 0, done.output
    away = tmp_path / "ours.yaml"
    away.write_text(ours.read_text(encoding="utf-8"), encoding="utf-8")
    assert "was" in call("check", away).output and call("check", away).exit_code == 1
    assert call("check", away, "--rules", rules).exit_code == 0


def test_a_folder_without_games_is_no_folder_of_rules(tmp_path: Path) -> None:
    for args in (["check"], ["games"], ["play", "--auto"]):
        done = call(*args, "--rules", tmp_path)
        assert (done.exit_code, done.stdout) == (2, ""), args
        assert done.stderr == f"zwanz: there are no games in {tmp_path}\n"


def test_a_link_that_leads_to_itself_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    done = call("check", tmp_path)
    assert done.exit_code == 1
    assert "loop.yaml: the file cannot be read: Too many levels of symbolic links" in done.output


def test_no_name_is_not_this_folder() -> None:
    """As where a script's variable is empty."""
    done = call("check", "")
    assert (done.exit_code, done.stderr) == (2, "zwanz: there is no file ''\n")


def test_a_variant_named_without_its_game_is_to_be_named_with_it(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(BROKEN.replace("of: zwanzigerrufen", "of: directnet"), encoding="utf-8")
    problem = "there is no game 'directnet'; the variant is written zwanzigerrufen:directnet"
    assert problem in call("check", file).stdout


@pytest.fixture
def own_rules(tmp_path: Path) -> Path:
    """A folder of rules with a game of one's own, in which nothing is wrong."""
    folder = tmp_path / "own"
    assert call("new", folder, "--game", "corner-tarock").exit_code == 0
    return folder


def test_a_folder_of_rules_is_checked_with_its_examples(own_rules: Path) -> None:
    sound = call("check", "--rules", own_rules)
    assert sound.exit_code == 0
    assert sound.output == call("check", own_rules).output
    file = own_rules / "corner-tarock" / "examples" / "first.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("contract: solo", "contract: sollo", 1), encoding="utf-8")
    spoilt = call("check", "--rules", own_rules)
    assert spoilt.exit_code == 1 and "did you mean 'solo'?" in spoilt.output


def test_a_long_chain_of_variants_is_refused(own_rules: Path) -> None:
    folder = own_rules / "corner-tarock" / "variants"
    head = "variant: v{}\nof: corner-tarock{}\nname: {{en: V}}\nchanges: []\n"
    for number in range(500):
        below = f":v{number - 1}" if number else ""
        (folder / f"v{number}.yaml").write_text(head.format(number, below), encoding="utf-8")
    assert call("check", folder / "v9.yaml").exit_code == 0
    deep = call("check", folder / "v499.yaml")
    assert deep.exit_code == 1
    assert "v489.yaml:2:5: of: a variant is based on a variant, and so on, 10 times" in deep.stdout


def test_a_name_of_no_text_below_a_variant_is_told(own_rules: Path) -> None:
    folder = own_rules / "corner-tarock" / "variants"
    change = "variant: {}\nof: corner-tarock{}\nname: {{en: X}}\nchanges:\n  - {}\n"
    for name in ("5", "[[1]]"):
        wrong = f"{{at: contracts.solo.name, set: {{en: {name}}}, source: custom}}"
        (folder / "below.yaml").write_text(change.format("below", "", wrong), encoding="utf-8")
        other = "{at: contracts.nix.value, set: 5, source: custom}"
        above = folder / "above.yaml"
        above.write_text(change.format("above", ":below", other), encoding="utf-8")
        found = call("check", above)
        assert found.exit_code == 1
        assert "above.yaml:5:10: contracts.nix.value: there is no 'nix'" in found.stdout


def test_a_file_is_checked_in_its_own_folder(
    own_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_rules / "corner-tarock")
    for name in ("game.yaml", "./game.yaml", "variants/dear.yaml"):
        assert call("check", name).exit_code == 0, name
    monkeypatch.chdir(own_rules / "corner-tarock" / "variants")
    assert call("check", "dear.yaml").exit_code == 0


def test_rules_of_ones_own_that_are_not_named_are_said_to_be(own_rules: Path) -> None:
    done = call("play", "--variant", own_rules / "corner-tarock" / "variants" / "dear.yaml")
    assert done.stderr.endswith(f"no game 'corner-tarock'; add --rules {own_rules}, where it is\n")
    done = call("play", "corner-tarock")
    assert done.stderr.endswith("; those of your own are found with --rules FOLDER\n")


def test_a_file_that_is_not_there_is_sought_beside(
    own_rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_rules)
    hint = "there is no file 'source.yaml'; did you mean 'sources.yaml'?\n"
    assert call("check", "source.yaml").stderr.endswith(hint)
    folder = Path("corner-tarock", "variants")
    for args in (["play", "--variant"], ["diff", "directnet"]):
        stderr = call(*args, folder / "deer.yaml").stderr
        assert "'; did you mean 'dear.yaml'?\n" in stderr, args
    assert call("check", "nowhere/x.yaml").stderr == "zwanz: there is no file 'nowhere/x.yaml'\n"


def test_house_rules_without_a_name_are_told_to_have_one(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text("of: directnet\nname: {en: A house}\nchanges: []\n", encoding="utf-8")
    assert "what this file is about; write variant: NAME" in call("check", file).stdout


def test_a_folder_of_chapters_is_no_folder_of_rules(own_rules: Path) -> None:
    done = call("check", own_rules / "chapters")
    assert done.exit_code == 2
    assert done.output.endswith(
        "own/chapters' holds chapters of a book, not rules; "
        "zwanz book --chapters builds a book of a folder of them, and tells what is wrong\n"
    )
    done = call("check", own_rules / "chapters" / "01-the-pack.md")
    assert done.exit_code == 2
    assert "01-the-pack.md' is a chapter of a book, not a file of rules; zwanz book" in done.output
