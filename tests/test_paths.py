"""Paths of rules: written with dots and read back, one inside another."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from zwanz_ssot import paths, places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.model import identifiers
from zwanz_ssot.paths import dotted, is_within, meet, parse_path

ROOT = Path(__file__).resolve().parent.parent


def test_the_examples_of_the_docstrings_hold() -> None:
    for module, least in ((paths, 5), (places, 1), (identifiers, 1)):
        tried = doctest.testmod(module)
        assert tried.attempted >= least and not tried.failed, module


def test_a_path_is_written_and_read_back() -> None:
    path = ("contracts", "solo", "declarers", 0)
    assert dotted(path) == "contracts.solo.declarers.0"
    assert parse_path("contracts.solo.declarers.0") == path
    assert dotted(()) == ""


@pytest.mark.parametrize("step", ["²", "٣", "9" * 5000, "-1", ""])
def test_what_python_reads_as_no_number_or_as_one_of_its_own_is_no_index(step: str) -> None:
    """Of ``"²".isdigit()`` and of 5000 digits ``int`` makes no number."""
    assert parse_path(f"open.{step}") == ("open", step)


@pytest.mark.parametrize("step", ["²", "9" * 5000])
def test_a_step_of_odd_digits_is_a_problem_wherever_it_is_written(
    step: str, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "rules", rules := tmp_path / "rules")
    files = {
        "key.yaml": f'variant: odd\nof: anrufen:three\nname: {{en: A, de: A}}\n? "{step}"\n: 3\n',
        "change.yaml": "variant: odd\nof: zwanzigerrufen:directnet\nname: {en: A, de: A}\n"
        f'changes: [{{at: "open.{step}", drop: true, source: custom}}]\n',
        "rules/zwanzigerrufen/disputes.yaml": "disputes:\n- id: C-01\n  topic: {en: A}\n"
        f'  at: ["play.{step}"]\n  said: {{custom: {{en: A}}}}\n',
        "rules/glossary.yaml": "terms:\n  odd:\n    name: {en: a, de: b, ja: c}\n    text: "
        f'{{en: a, de: b, ja: c}}\n    needs: ["play.{step}"]\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in files:
        told = CliRunner().invoke(zwanz, ["check", "--rules", str(rules), str(tmp_path / name)])
        assert told.exit_code == 1, (name, told.output)
        assert step[:20] in told.output and "Error" not in told.output, (name, told.output)
    told = CliRunner().invoke(zwanz, ["lsp", "--tcp", step])
    assert told.exit_code == 2 and "is no HOST:PORT" in told.output


def test_inside_means_by_whole_steps() -> None:
    assert is_within("play.lead", "play")
    assert is_within("play", "play")
    assert not is_within("playing", "play")
    assert not is_within("play", "play.lead")


def test_two_paths_meet_where_one_leads_to_the_other() -> None:
    assert meet(("play",), ("play", "lead"))
    assert meet(("play", "lead"), ("play",))
    assert meet((), ("play",))
    assert not meet(("play", "lead", 0), ("play", "lead", 1))
