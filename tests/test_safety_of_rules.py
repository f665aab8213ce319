"""Rule files from strangers: a link leads nowhere, and nothing among them holds up a command."""

from __future__ import annotations

import os
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.examples import run_files
from zwanz_ssot.library import check, load
from zwanz_ssot.problems import RulesFault

ROOT = Path(__file__).resolve().parent.parent
SECRET = "the secret of the innkeeper"


def hostile_rules(tmp_path: Path, place: str) -> Path:
    """The shipped rules, with a link in this place to a file that stands elsewhere."""
    secret = tmp_path / "secret.yaml"
    secret.write_text(f"{SECRET}: 1\n", encoding="utf-8")
    rules = tmp_path / "rules"
    shutil.copytree(ROOT / "rules", rules)
    file = rules / place
    file.unlink(missing_ok=True)
    file.symlink_to(secret)
    return file


@pytest.mark.parametrize(
    "place",
    ["anrufen/game.yaml", "anrufen/variants/three.yaml", "sources.yaml", "decks/french-24.yaml"],
)
def test_a_rule_file_is_a_file_of_its_folder(tmp_path: Path, place: str) -> None:
    file = hostile_rules(tmp_path, place)
    found = [str(problem) for problem in check(rules=tmp_path / "rules")]
    assert f"{file}: this is a link that leads out of its folder" in found
    assert not any(SECRET in problem for problem in found)
    with pytest.raises(RulesFault, match="leads out of its folder"):
        load("anrufen", "three", rules=tmp_path / "rules")


def test_a_folder_of_rules_is_no_link_that_leads_out_either(tmp_path: Path) -> None:
    rules, elsewhere = tmp_path / "rules", tmp_path / "elsewhere"
    shutil.copytree(ROOT / "rules", rules)
    (rules / "anrufen" / "variants").rename(elsewhere)
    (rules / "anrufen" / "variants").symlink_to(elsewhere)
    with pytest.raises(RulesFault, match="leads out of its folder"):
        load("anrufen", "three", rules=rules)


def test_rules_may_lie_behind_a_link_that_the_reader_names(tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(ROOT / "rules")
    assert load("anrufen", "three", rules=tmp_path / "mine").table.players == 3


def test_examples_are_files_of_their_folder(tmp_path: Path) -> None:
    file = hostile_rules(tmp_path, "anrufen/examples/evil.yaml")
    with pytest.raises(RulesFault) as caught:
        run_files([file], tmp_path / "rules")
    assert [str(problem) for problem in caught.value.problems] == [
        f"{file}: this is a link that leads out of its folder"
    ]


@pytest.mark.parametrize("kind", ["endless", "pipe", "folder", "laughs", "a number"])
def test_differences_are_told_whatever_stands_among_the_examples(tmp_path: Path, kind: str) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(ROOT / "rules", rules)
    file = rules / "anrufen" / "examples" / "evil.yaml"
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "endless":
        file.symlink_to("/dev/zero")
    else:
        laughs = "a: &a [ha, ha]\n" + "".join(
            f"{b}: &{b} [*{a}, *{a}]\n" for a, b in pairwise("abcdefghijklmnopqrst")
        )
        file.write_text(
            "examples: [7]\n" if kind == "a number" else f"{laughs}examples: *t\n", encoding="utf-8"
        )
    done = CliRunner().invoke(zwanz, ["diff", "anrufen", "anrufen:three", "--rules", str(rules)])
    assert done.exit_code == 0 and "players" in done.output
