"""``zwanz book --all``: the books of every rule set, and what is told of those that cannot be
built.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS

from zwanz_renderer import book, formats, leaflets, reference
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.places import data


@pytest.fixture
def chapters(tmp_path: Path) -> Path:
    """A folder with one chapter that stands in any book."""
    folder = tmp_path / "chapters"
    folder.mkdir()
    (folder / "01.md").write_text("# A\n\n[value at=name]\n", encoding="utf-8")
    return folder


def call(chapters: Path, *args: str) -> tuple[Result, set[str]]:
    """A call in this process for web pages alone, and the names of the books that it built."""
    out = chapters.parent / "out"
    done = CliRunner().invoke(
        zwanz,
        [
            "book",
            *args,
            "--all",
            "--chapters",
            str(chapters),
            "--format",
            "html",
            "--out",
            str(out),
        ],
    )
    return done, {file.name.removesuffix(".html") for file in out.glob("*.html")}


def test_the_choices_of_a_book_become_builds_by_paper() -> None:
    assert formats.builds(["booklet", "epub", "pdf", "html"]) == [
        ("a5", ("epub", "pdf", "html")),
        ("booklet", ("pdf",)),
    ]
    assert formats.builds(["letter"]) == [("letter", ("pdf",))]
    assert not formats.needs_press(["html", "epub"])
    for choice in ("pdf", "a5", "letter", "booklet"):
        assert formats.needs_press(["html", choice]), choice


def test_every_rule_set_of_every_game_has_a_book(chapters: Path) -> None:
    done, built = call(chapters, "--lang", "de")
    assert done.exit_code == 0, done.output
    assert built == {f"{game}.{variant}.de" for game, variant in VARIANTS}


def test_every_rule_set_of_a_game_has_a_book_in_every_language(chapters: Path) -> None:
    done, built = call(chapters, "rufmariasch")
    variants = [variant for game, variant in VARIANTS if game == "rufmariasch"]
    assert done.exit_code == 0 and "base" in variants and len(variants) > 1
    assert built == {
        f"rufmariasch.{variant}.{lang}" for variant in variants for lang in book.with_chapters()
    }


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (("anrufen:three",), "anrufen.three"),
        (("anrufen", "--variant", "three"), "anrufen.three"),
        (("slovenian-tarok:three",), "slovenian-tarok.three"),
        (("forced-dealer",), "anrufen.forced-dealer"),
    ],
)
def test_a_rule_set_that_is_named_is_meant_alone(
    chapters: Path, args: tuple[str, ...], meant: str
) -> None:
    assert call(chapters, *args)[1] == {f"{meant}.{lang}" for lang in book.with_chapters()}


def test_a_variant_that_several_games_have_is_refused_with_their_names(chapters: Path) -> None:
    done, built = call(chapters, "three")
    assert (done.exit_code, built) == (2, set())
    assert "zwanz: several games have a variant 'three'; write GAME:three" in done.output
    assert "with one of anrufen, slovenian-tarok" in done.output


def test_a_book_that_cannot_be_built_stands_in_the_way_of_no_other(chapters: Path) -> None:
    rules = chapters.parent / "rules"
    shutil.copytree(data("rules"), rules)
    file = rules / "anrufen" / "variants" / "forced-dealer.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "\nnonsense: 1\n", encoding="utf-8")
    (chapters / "02.md").write_text("# B\n\n[value at=auction.forced_bid]\n", encoding="utf-8")
    done, built = call(chapters, "anrufen", "--lang", "en", "--rules", str(rules))
    assert done.exit_code == 1 and "nonsense: not a word here" in done.output
    assert done.output.count("forced_bid") == 2  # of the base and of three
    assert not built
    (chapters / "02.md").unlink()
    done, built = call(chapters, "anrufen", "--lang", "en", "--rules", str(rules))
    assert done.exit_code == 1 and built == {"anrufen.base.en", "anrufen.three.en"}


def test_what_is_told_of_a_file_does_nothing_to_the_terminal(chapters: Path) -> None:
    text = '# A\n\nText \x1b]0;mine\x07.\n\n[card-row cards="\x1b[2J\u202e"]\n'
    (chapters / "0\x1b[31m.md").write_text(text, encoding="utf-8")
    done, built = call(chapters, "anrufen:three", "--lang", "en")
    assert done.exit_code == 1 and not built
    assert not {"\x1b", "\x07", "\u202e"} & set(done.output)
    assert (
        "0?[31m.md:3:6: '?' (U+001B) is in no font" in done.output and "got '?[2J?'" in done.output
    )


def house(folder: Path, of: str, change: str, *args: str) -> Result:
    """A call for the web page of house rules with one change."""
    file = folder / "house.yaml"
    text = f"variant: house\nof: {of}\nname: {{en: House, de: Haus}}\nchanges: [{{{change}, source: custom}}]\n"
    file.write_text(text, encoding="utf-8")
    call = [
        "book",
        of.partition(":")[0],
        "--variant",
        str(file),
        "--format",
        "html",
        "--out",
        str(folder),
        *args,
    ]
    return CliRunner().invoke(zwanz, call)


def test_house_rules_without_what_the_chapters_tell_of_are_shown_other_chapters(
    tmp_path: Path,
) -> None:
    rules = "koenigrufen-russbach:base", "at: bonuses.hundred, drop: true"
    refused = house(tmp_path, *rules)
    assert refused.exit_code == 1
    last = refused.stderr.splitlines()[-1]
    assert last.startswith(
        "The shipped chapters speak of what these rules do not have. --chapters "
    )
    other = last.split("--chapters ")[1].split(" ")[0]
    assert house(tmp_path, *rules, "--chapters", other).exit_code == 0


def test_rules_that_read_the_same_but_for_a_name_elsewhere_have_a_book(tmp_path: Path) -> None:
    any_rules = str(book.chapters_of(book.ANY, "en"))
    change = "at: contracts.rufer.name.de, set: Rufspiel"
    assert house(tmp_path, "zwanzigerrufen:base", change, "--chapters", any_rules).exit_code == 0
    assert "No rule reads otherwise." in (tmp_path / "zwanzigerrufen.house.en.html").read_text(
        encoding="utf-8"
    )


def test_a_chapter_with_a_round_of_which_no_rule_says_what_follows_is_told_at_its_line(
    tmp_path: Path,
) -> None:
    change = "at: contracts.simple.objective.points_at_least.by_declared, set: {'0': 50, '20': 60, '41': 80, '60': 100}"
    done = house(tmp_path, "koenigrufen-russbach:base", change)
    assert done.exit_code == 1
    assert re.search(
        r"\.md:\d+:\d+: score-panel: the rules do not tell what follows: contracts\.simple",
        done.stderr,
    )


def test_all_papers_of_a_game_need_no_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    made = leaflets.Leaflet(tmp_path / "a.html", tmp_path / "a.pdf", 1)
    for name in ("write_summary", "write_score_sheet"):
        monkeypatch.setattr(leaflets, name, lambda game, *_: written.append(game.id) or made)
    monkeypatch.setattr(book, "write_sources", lambda game, *_: written.append(game.id) or made)
    for name in ("write_reference", "write_cheat_sheet"):
        monkeypatch.setattr(reference, name, lambda *_: made)
    done = CliRunner().invoke(
        zwanz, ["leaflet", "--all", "rufmariasch", "--lang", "de", "--out", str(tmp_path)]
    )
    assert done.exit_code == 0, done.output
    assert written == ["rufmariasch"] * 3 * 2  # papers for players, rule sets


@pytest.mark.parametrize("words", [["sumary", "zwanzigerrufen"], ["sumary"]])
def test_a_paper_that_there_is_not_is_told_with_those_that_there_are(words: list[str]) -> None:
    done = CliRunner().invoke(zwanz, ["leaflet", *words])
    assert done.exit_code == 2 and "'sumary' is not one of 'summary'" in done.output


HOUSE = Path(__file__).parent / "house_rules" / "house.yaml"


@pytest.mark.parametrize(
    "named", [(str(HOUSE),), ("--variant", str(HOUSE)), ("zwanzigerrufen", "-v", str(HOUSE))]
)
def test_house_rules_are_watched_however_they_are_named(
    named: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    watched: list[list[Path]] = []

    def watch(load: object, *, rules: Iterable[Path], **given: object) -> Iterator[None]:
        watched.append([*rules])
        return iter(())

    monkeypatch.setattr(book, "watch", watch)
    for more, folders in (
        ([], [HOUSE.parent]),
        (["--rules", str(data("rules"))], [HOUSE.parent, data("rules")]),
    ):
        done = CliRunner().invoke(zwanz, ["book", *named, "--watch", *more])
        assert done.exit_code == 0 and watched.pop() == folders, done.output
