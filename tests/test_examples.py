"""Every example of every game, in every rule set that it names; and those that the documentation
prints.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import LANGUAGES

from zwanz_ssot.examples import Case, LoadedGames, as_text, cases, collect
from zwanz_ssot.problems import RulesFault

ROOT = Path(__file__).resolve().parent.parent
FILES = collect(ROOT / "rules")
PAGE = ROOT / "docs" / "examples.md"
GAMES: LoadedGames = {}


def _sound(path: Path) -> list[Case]:
    """The cases of a file; none of one with problems, which `test_file_is_sound` tells."""
    try:
        return cases(path, games=GAMES)
    except RulesFault:
        return []


CASES = {path: _sound(path) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_file_is_sound(path: Path) -> None:
    assert CASES[path] or cases(path)  # which raises the problems of one that is not


@pytest.mark.parametrize(
    "case", [case for found in CASES.values() for case in found], ids=lambda case: case.id
)
def test_example(case: Case) -> None:
    answer = case.run()
    assert answer.ok, as_text(answer)


@pytest.mark.parametrize(
    "number", range(len(re.findall(r"^```yaml$", PAGE.read_text("utf-8"), re.MULTILINE)))
)
def test_sample_of_the_page(number: int, tmp_path: Path) -> None:
    sample = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)[
        number
    ]
    path = tmp_path / "sample.yaml"
    path.write_text(sample, encoding="utf-8")
    answers = [case.run() for case in cases(path)]
    assert answers
    assert all(answer.ok for answer in answers), "\n".join(map(as_text, answers))


def test_the_page_names_every_key() -> None:
    """Each key of the schema stands as code on the page: alone or with what it has."""
    shapes = json.loads((ROOT / "schema" / "examples.schema.json").read_text("utf-8"))
    page = PAGE.read_text("utf-8")
    code = " ".join(re.findall(r"`([^`]+)`", page.replace("```", "")))
    named = set(re.findall(r"\w+", code))
    assert sorted(_keys(shapes) - named) == []


def _keys(shape: object) -> set[str]:
    """The names of all properties that a schema has, at any depth."""
    if isinstance(shape, list):
        return {key for part in shape for key in _keys(part)}
    if not isinstance(shape, dict):
        return set()
    own = shape.get("properties", {})
    return set(own) | {key for part in shape.values() for key in _keys(part)}


def test_every_shipped_example_has_a_title_in_every_language() -> None:
    lacking = [
        (case.id, lang)
        for found in CASES.values()
        for case in found
        for lang in LANGUAGES
        if lang not in case.entry["title"]
    ]
    assert lacking == []
