"""The chapters that print any game print games whose parts have other names than the shipped ones."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import LANGUAGES

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.places import data

# A shipped game, and what its parts are called instead.
GAMES = [
    ("rufmariasch", {"marriage": "pair"}),
    ("koenigrufen-russbach", {"marriage": "pair", "hundred": "century", "simple": "plain_game"}),
    ("anrufen", {"marriage": "couple", "no_tricks": "beggar", "hundred": "hundred_game"}),
    ("koenigrufen-graden", {"bettler": "beggar", "plauderer": "chatter"}),
]


def renamed(folder: Path, game: str, names: dict[str, str]) -> Path:
    """The rules with this game under another name, whose parts have other names."""
    rules = folder / "rules"
    shutil.copytree(data("rules"), rules)
    text = (rules / game / "game.yaml").read_text(encoding="utf-8")
    for old, new in names.items():
        text = re.sub(rf"(?<![\w§/-]){old}(?![\w-])(?=[:.,\]}} \n])", new, text)
    text = text.replace(f"game: {game}", "game: strange", 1)
    (rules / "strange").mkdir()
    (rules / "strange" / "game.yaml").write_text(text, encoding="utf-8")
    return rules


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "names"), GAMES)
def test_a_game_with_parts_of_other_names_is_printed(
    game: str, names: dict[str, str], tmp_path: Path
) -> None:
    rules = renamed(tmp_path, game, names)
    for lang in LANGUAGES:
        args = ["book", "strange", "--rules", str(rules), "--lang", lang, "--format", "html"]
        result = CliRunner().invoke(zwanz, [*args, "--out", str(tmp_path / "books")])
        assert result.exit_code == 0, result.output


def test_forehand_is_whoever_sits_after_the_dealer(tmp_path: Path) -> None:
    rules = renamed(tmp_path, "rufmariasch", {})
    args = ["book", "strange", "--rules", str(rules), "--format", "html", "--lang", "en"]
    CliRunner().invoke(zwanz, [*args, "--out", str(tmp_path)])
    (page,) = tmp_path.glob("strange*.html")
    text = re.sub(r"<[^>]+>|\u00ad", "", page.read_text(encoding="utf-8"))
    assert "The player after the dealer" in text
    assert "Whoever speaks first and" not in text
