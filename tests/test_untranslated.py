"""A language may lack a sentence for a while: the English one is shown, and the report says so."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from conftest import LANGUAGES, loaded

from zwanz_renderer import book, pages
from zwanz_renderer.blocks import wording
from zwanz_ssot import places
from zwanz_ssot.cli import report
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose, template
from zwanz_ssot.prose.shapes import single
from zwanz_ssot.prose.template import WordsFile, words

MINI = Path(__file__).parent / "mutants"
LACKING = (
    ("conditions", "points_at_least"),
    ("conditions", "not.points_at_least"),
    ("tricks", "last"),
    ("roles", "forehand"),
    ("settings", "table.players"),
    ("settings", "table.direction", "is", "clockwise"),
    ("refusals", "must_follow"),
)
KEYS = {".".join(path) for path in LACKING}


def without(content: dict[str, Any], path: tuple[str, ...]) -> None:
    """Take an entry out of a words file."""
    *around, last = path
    for key in around:
        content = content[key]
    del content[last]


@pytest.fixture
def without_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that plants no lies, as where the package is installed: they take nearly all time."""
    monkeypatch.setattr(report.places, "tests", lambda: None)


@pytest.fixture
def unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Templates in which German lacks some sentences."""
    folder = Path(shutil.copytree(places.data("templates"), tmp_path / "templates"))
    file = folder / "words.de.yaml"
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    for path in LACKING:
        without(content, path)
    file.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    monkeypatch.setattr(template, "data", lambda kind: folder)
    template.forget()
    yield folder
    template.forget()


def test_what_is_shipped_is_translated() -> None:
    """The one test that a language fails which is only begun: all others leave it out."""
    lacking = {language: len(words(language).untranslated) for language in template.languages()}
    assert lacking == dict.fromkeys(template.languages(), 0), "zwanz report tells them"
    assert {*pages.languages()} == {*template.languages()}, "zwanz book tells what to write"


def test_what_is_missing_is_known_by_its_key(unfinished: Path) -> None:
    assert set(words("de").untranslated) == KEYS
    assert words("ja").untranslated == words("en").untranslated == ()


def test_a_missing_sentence_is_the_english_one(unfinished: Path) -> None:
    game = loaded("zwanzigerrufen", "base")
    german, english = Prose(game, "de"), Prose(game, "en")
    # The frame is English; names and numbers that it frames are those of the language.
    assert german.setting(("table", "players"), 4) == "The game is for vier players."
    direction = ("table", "direction")
    assert german.setting(direction, "clockwise") == english.setting(direction, "clockwise")
    assert german.setting(direction, "counterclockwise").startswith("Gegeben")
    objective = game.contracts["rufer"].objective
    assert objective is not None
    assert german.condition(objective) == "die Spielpartei takes at least 45 card points"


def test_an_own_entry_goes_before_a_narrower_english_one() -> None:
    own = {"roles": {"speaker": "der Sprecher"}}
    english = {"roles": {"speaker": "the speaker", "speaker.contracts": "the bidder", "you": "you"}}
    both = WordsFile(own, english)
    assert both.entry("roles", "speaker.contracts", "speaker") == "der Sprecher"
    assert both.entry("roles", "you") == "you" and both.has("roles", "you")
    assert both.untranslated == ("roles.speaker.contracts", "roles.you")
    with pytest.raises(KeyError, match=r"roles\.nobody"):
        both.entry("roles", "nobody")


def test_an_empty_sentence_is_one_that_is_lacking() -> None:
    own = {"settings": {"auction.first": "", "value": {"text": "", "gone": "Ohne Wert."}}}
    english = {
        "settings": {"auction.first": "{value} speaks.", "value": {"text": "Worth {value}."}}
    }
    both = WordsFile(own, english)
    assert both.settings["auction.first"] == {"text": "{value} speaks."}
    assert both.settings["value"] == {"text": "Worth {value}.", "gone": "Ohne Wert."}
    assert both.untranslated == ("settings.auction.first.text", "settings.value.text")


def test_words_that_no_language_has_are_told_with_the_file_to_write_them_in() -> None:
    both = WordsFile({}, {"conditions": {}}, file="words.en.yaml")
    with pytest.raises(WrongCall) as told:
        both.text("conditions", "not.cards_taken", "cards_taken")
    assert str(told.value) == (
        "there are no words for 'conditions.cards_taken'; write them into templates/words.en.yaml"
    )


def test_a_block_whose_words_a_language_lacks_has_them_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(places.data("templates"), tmp_path / "templates"))
    file = folder / "book.de.yaml"
    content = yaml.safe_load(file.read_text(encoding="utf-8"))
    del content["book"]["ladder"]
    file.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
    english = wording.book_words("en").text("ladder", "announced", cards="x")
    assert wording.book_words("de").text("ladder", "announced", cards="x") != english
    monkeypatch.setattr(wording, "data", lambda kind: folder)
    wording.book_words.cache_clear()
    try:
        assert wording.book_words("de").text("ladder", "announced", cards="x") == english
    finally:
        wording.book_words.cache_clear()


def test_grammar_is_never_taken_from_english() -> None:
    both = WordsFile({"nouns": {}}, {"nouns": {"Ace": "an"}, "grammar": {"default": "the"}})
    assert both.untranslated == () and not both.has("nouns", "Ace")


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Templates with a language of which there is nothing yet but its name."""
    folder = Path(shutil.copytree(places.data("templates"), tmp_path / "templates"))
    (folder / "words.cs.yaml").write_text("language: cs\n", encoding="utf-8")
    monkeypatch.setattr(template, "data", lambda kind: folder)
    template.forget()
    yield
    template.forget()


@pytest.mark.usefixtures("begun")
def test_a_language_that_is_only_begun_speaks_english() -> None:
    game = loaded("koenigrufen", "base")
    czech, english = Prose(game, "cs"), Prose(game, "en")
    direction = ("table", "direction")
    assert czech.setting(direction, "clockwise") == english.setting(direction, "clockwise")
    for path in single(game, czech.says):
        assert czech.setting(path, game.at(path)), path


def test_every_rule_has_a_sentence_all_the_same(unfinished: Path) -> None:
    game = loaded("koenigrufen", "base")
    prose = Prose(game, "de")
    for path in single(game, prose.says):
        assert prose.setting(path, game.at(path)), path


@pytest.mark.parametrize("call", [("check",), ("examples", "--lang", "de")])
def test_the_commands_go_on(unfinished: Path, call: tuple[str, ...]) -> None:
    done = CliRunner().invoke(zwanz, [*call, "--rules", str(MINI)])
    assert done.exit_code == 0, done.output


def test_a_book_is_built(unfinished: Path, tmp_path: Path) -> None:
    game = loaded("koenigrufen-russbach", "base")
    built = book.build(game, lang="de", out=tmp_path / "out", formats=("html",))
    assert "at least" in built.files["html"].read_text(encoding="utf-8")


@pytest.mark.usefixtures("unfinished", "without_lies")
def test_the_report_says_what_is_to_be_translated() -> None:
    answer = CliRunner().invoke(zwanz, ["report", "--rules", str(MINI)])
    assert answer.exit_code == 0
    begins = "To be translated (de)"
    (line,) = (line for line in answer.output.splitlines() if line.startswith(begins))
    assert f"{len(KEYS)} sentences" in line
    assert set(line.partition(": ")[2].split(", ")) == KEYS
    data = json.loads(CliRunner().invoke(zwanz, ["report", "--rules", str(MINI), "--json"]).output)
    assert set(data["to_be_translated"]["de"]) == KEYS


@pytest.mark.usefixtures("begun", "without_lies")
def test_the_report_counts_what_a_language_lacks_by_section() -> None:
    keys = words("cs").untranslated
    sections = Counter(key.partition(".")[0] for key in keys)
    answer = CliRunner().invoke(zwanz, ["report", "--rules", str(MINI)])
    at = answer.output.splitlines()
    begin = next(n for n, line in enumerate(at) if line.startswith("To be translated (cs)"))
    assert at[begin].endswith(f"{len(keys)} sentences: all keys with --json")
    told = [line.split() for line in at[begin + 1 : begin + 1 + len(sections)]]
    assert told == [[section, str(n)] for section, n in sections.items()]
    assert max(map(len, at)) < 200
    data = json.loads(CliRunner().invoke(zwanz, ["report", "--rules", str(MINI), "--json"]).output)
    assert data["to_be_translated"]["cs"] == [*keys]


@pytest.mark.usefixtures("without_lies")
def test_a_whole_report_says_nothing_of_it() -> None:
    answer = CliRunner().invoke(zwanz, ["report", "--rules", str(MINI)])
    for language in LANGUAGES:
        assert f"To be translated ({language})" not in answer.output
    data = json.loads(CliRunner().invoke(zwanz, ["report", "--rules", str(MINI), "--json"]).output)
    assert data["to_be_translated"].keys().isdisjoint(LANGUAGES)
