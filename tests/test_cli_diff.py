"""``zwanz diff`` and ``zwanz book``: what variants do differently, and a book from the command line."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded

from zwanz_ssot.cli.group import zwanz

HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: wikipedia §Contracts}
"""
NAMES = [variant for game, variant in VARIANTS if game == "zwanzigerrufen"]
PAIRS = [(f"{game}:{a}", f"{game}:{b}") for (game, a), (other, b) in permutations(VARIANTS, 2) if game == other]


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


def test_a_variant_of_ones_own_differs_in_what_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    for a in ("directnet", "zwanzigerrufen:directnet"):
        told = json.loads(call("diff", a, str(file), "--json").output)
        assert told["differences"] == [
            {
                "path": "contracts.solo.value",
                "sentence": "The Solo is worth 8 points instead of 4.",
                "a": 4,
                "b": 8,
                "sources": {
                    "a": ["wikipedia §Contracts", "directnet §Gewonnenes Spiel"],
                    "b": ["wikipedia §Contracts"],
                },
            }
        ]
    shown = call("diff", "directnet", str(file)).output
    assert shown.startswith("1 difference: directnet → house\n")
    assert "contracts.solo.value  wikipedia §Contracts" in shown


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_each_two_variants_have_each_difference_once_as_a_sentence(a: str, b: str, lang: str) -> None:
    told = json.loads(call("diff", a, b, "--lang", lang, "--json").output)
    paths = [each["path"] for each in told["differences"]]
    assert paths and len(paths) == len(set(paths))
    back = json.loads(call("diff", b, a, "--lang", lang, "--json").output)
    assert sorted(paths) == sorted(each["path"] for each in back["differences"])
    for each in told["differences"]:
        assert each["sentence"].endswith((".", ".)")) and "{" not in each["sentence"], each["sentence"]
        assert each["sources"]["a"] or each["sources"]["b"], each["path"]


def test_every_change_of_a_variant_is_among_its_differences_from_the_base() -> None:
    for variant in NAMES:
        changed = {".".join(map(str, each.path)) for each in loaded("zwanzigerrufen", variant).changes}
        told = json.loads(call("diff", "base", variant, "--json").output)
        paths = [each["path"] for each in told["differences"]]
        for path in changed:
            assert any(path.startswith(each) or each.startswith(path) for each in paths), path


def test_what_only_the_other_variant_has_is_still_called_by_its_name() -> None:
    gone = call("diff", "rulebook", "base", "--lang", "de").output
    assert "Der Valat mit Partner wird nicht gespielt." in gone
    assert "valat_called" not in gone.replace("contracts.valat_called", "")


def test_the_same_rules_have_no_difference() -> None:
    result = call("diff", "directnet", "zwanzigerrufen:directnet")
    assert result.output == "directnet and directnet are played by the same rules.\n" and result.exit_code == 0


def test_a_table_in_markdown_has_a_row_for_each_difference() -> None:
    rows = call("diff", "wikipedia", "directnet", "--markdown").output.splitlines()
    count = len(json.loads(call("diff", "wikipedia", "directnet", "--json").output)["differences"])
    assert rows[0] == f"**{count} differences: wikipedia → directnet**"
    assert rows[2:4] == ["| Difference | Rule | Source |", "| --- | --- | --- |"]
    assert len(rows) == count + 4
    assert all(row.replace(r"\|", "").count("|") == 4 for row in rows[2:])


def test_a_book_of_one_chapter(tmp_path: Path) -> None:
    chapters, out = tmp_path / "chapters", tmp_path / "out"
    chapters.mkdir()
    chapter = chapters / "01-start.md"
    chapter.write_text("# Start\n\nA short chapter.\n", encoding="utf-8")
    where = ("--out", str(out), "--chapters", str(chapters))
    args = ("book", *where, "zwanzigerrufen", "-v", "directnet", "--format", "html")
    result = call(*args)
    assert result.exit_code == 0, result.output
    page = out / "zwanzigerrufen.directnet.en.html"
    assert result.output.split()[0] == str(page) and "A short chapter." in page.read_text(encoding="utf-8")
    assert [path.name for path in out.iterdir()] == [page.name]
    before = page.read_bytes()
    chapter.write_text("# Start\n\n[no-such-block]\n[/no-such-block]\n", encoding="utf-8")
    result = call(*args)
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.startswith(f"{chapter}:3:")
    assert page.read_bytes() == before
