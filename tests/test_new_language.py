"""A language that is only begun: what works already, and which files are told to be written."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import loaded

from zwanz_renderer import book, leaflets, pages
from zwanz_renderer.text import lints
from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import template

OF_A_BOOK = ("page", "book", "claims")


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data of a checkout, where the words of one more language have begun."""
    checkout = tmp_path / "checkout"
    for kind in ("docs", "rules", "schema"):
        (checkout / kind).parent.mkdir(exist_ok=True)
        (checkout / kind).symlink_to(places.data(kind))
    folder = Path(shutil.copytree(places.data("templates"), checkout / "templates"))
    for file in folder.glob("*.cs.yaml"):
        file.unlink()
    shutil.rmtree(folder / "book" / "cs", ignore_errors=True)
    (folder / "words.cs.yaml").write_text("language: cs\n", encoding="utf-8")
    monkeypatch.setattr(places, "_PACKAGE", checkout / "zwanz_ssot")
    _forget()
    yield folder
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    template.forget()
    for cached in (lints.languages, lints.common, pages.words):
        cached.cache_clear()


def _written(templates: Path) -> None:
    """The words of a book, which are English for now."""
    for kind in OF_A_BOOK:
        shutil.copyfile(templates / f"{kind}.en.yaml", templates / f"{kind}.cs.yaml")


def _called(*args: str | Path) -> Result:
    return CliRunner().invoke(zwanz, [*map(str, args), "--lang", "cs"])


def test_the_files_that_a_book_needs_are_named_together(templates: Path, tmp_path: Path) -> None:
    done = _called("book", "anrufen", "--format", "html", "--out", tmp_path)
    assert done.exit_code == 2, done.output
    assert done.output.strip() == (
        "zwanz: there is no book in 'cs' yet; write templates/page.cs.yaml, "
        "templates/book.cs.yaml, templates/claims.cs.yaml, templates/book/cs/in-brief.md, "
        "templates/book/cs/any/*.md (see “Adding a language” in CONTRIBUTING.md)"
    )
    _written(templates)
    shutil.copytree(templates / "book/en/any", templates / "book/cs/any")
    with pytest.raises(WrongCall, match=r"write templates/book/cs/in-brief\.md \(see"):
        book.BookBuilder(loaded("anrufen", "base"), "cs")


def test_a_leaflet_needs_no_chapters(templates: Path) -> None:
    game = loaded("anrufen", "base")
    with pytest.raises(WrongCall, match=r"write templates/page\.cs\.yaml, [^/]*/book\.cs\.yaml"):
        leaflets.writer(game, "cs", "summary")
    _written(templates)
    assert leaflets.writer(game, "cs", "summary")


def test_a_language_without_words_is_none(templates: Path) -> None:
    known = ", ".join(pages.languages())
    with pytest.raises(WrongCall, match=f"there is no book in 'xx'; known are {known}"):
        book.BookBuilder(loaded("anrufen", "base"), "xx")


def test_a_new_game_has_a_book_with_its_chapters(templates: Path, tmp_path: Path) -> None:
    """Names and titles that the language lacks are English ones."""
    _written(templates)
    rules = tmp_path / "tapp"
    assert _called("new", rules, "--game", "tapp").exit_code == 0
    chapters = rules / "chapters"
    (chapters / "07-glossary.md").unlink()  # which wants every word of a language
    more = chapters / "99-more.md"
    more.write_text("# More\n\n[name of=contracts.solo]\n", encoding="utf-8")
    done = _called(
        *("book", "tapp", "--rules", rules, "--chapters", chapters),
        *("--format", "html", "--out", tmp_path / "out"),
    )
    assert done.exit_code == 0, done.output


def test_a_begun_language_is_not_among_those_with_books(templates: Path) -> None:
    assert "cs" in template.languages() and "cs" not in pages.languages()
    _written(templates)
    assert "cs" in pages.languages()


@pytest.mark.parametrize(
    ("block", "example", "title"),
    [
        ("scene", "no-tricks-follow-and-beat", "In No Tricks"),
        ("bid-script", "equal-bids-and-the-higher-suit", "Of two equal bids"),
    ],
)
def test_an_example_without_a_title_in_a_language_has_the_english_one(
    templates: Path, tmp_path: Path, block: str, example: str, title: str
) -> None:
    _written(templates)
    (tmp_path / "01.md").write_text(f"# A\n\n[{block} example={example}]\n", encoding="utf-8")
    built = book.build(
        loaded("anrufen", "base"), lang="cs", out=tmp_path, formats=["html"], chapters=tmp_path
    )
    assert title in built.files["html"].read_text(encoding="utf-8").replace("\u00ad", "")
