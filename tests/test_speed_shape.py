"""What is kept between builds: only what changed is made again, and the bytes are those of a first
build.
"""

from __future__ import annotations

import shutil
import threading
from functools import partial
from pathlib import Path

import pytest
from conftest import loaded

from zwanz_renderer import book, formats
from zwanz_ssot import places
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import Problem, RulesFault

PATIENCE = 300
"""Seconds after which a watch that tells nothing is ended."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The shipped chapters, to be written in."""
    return Path(
        shutil.copytree(
            places.data("templates") / "book" / "en" / "zwanzigerrufen", tmp_path / "chapters"
        )
    )


def write_more(folder: Path, at: int, text: str) -> None:
    file = sorted(folder.glob("*.md"))[at]
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_only_the_chapter_that_changed_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "chapters"
    shutil.copytree(places.data("templates") / "book" / "en" / "rufmariasch", folder)
    workshop = book.BookBuilder(loaded("rufmariasch", "base"), "en", chapters=folder)
    workshop.build(tmp_path, formats=["pdf"])
    assert workshop.printer._patched is not None
    typesetter = workshop.printer._patched.typesetter
    drawn, laid_out = workshop.manuscript.drawn, typesetter.laid_out
    assert drawn == len(list(folder.glob("*.md")))
    workshop.build(tmp_path, formats=["pdf"])
    assert (workshop.manuscript.drawn, typesetter.laid_out) == (drawn, laid_out)
    for file in sorted(folder.glob("*.md")):
        file.write_text(
            file.read_text(encoding="utf-8").replace(" the ", " quite the ", 1), encoding="utf-8"
        )
        break
    workshop.build(tmp_path, formats=["pdf"])
    assert workshop.manuscript.drawn == drawn + 1
    assert typesetter.laid_out == laid_out + 1


def test_what_is_built_again_is_what_is_built_first(tmp_path: Path) -> None:
    game = loaded("rufmariasch", "base")  # the smallest book: it is built seven times
    folder = tmp_path / "chapters"
    shutil.copytree(places.data("templates") / "book" / "en" / "rufmariasch", folder)
    workshop = book.BookBuilder(game, "en", chapters=folder)
    formats = ("html", "pdf", "epub")
    changes = (
        (0, "\nOne more sentence at the end of this chapter.\n"),
        (
            2,
            "\n## A new section {#brand-new}\n\nWith a link to [itself](#brand-new).\n"
            + "\nAnd a line.\n" * 60,
        ),
        (-1, "\nThe last words, see [the new section](#brand-new).\n"),
    )
    workshop.build(tmp_path / "kept", formats=formats)
    for at, text in changes:
        write_more(folder, at, text)
        kept = workshop.build(tmp_path / "kept", formats=formats)
        first = book.build(
            game, lang="en", out=tmp_path / "first", chapters=folder, formats=formats
        )
        assert kept.pages == first.pages
        for one, other in zip(kept.paths, first.paths, strict=True):
            assert one.read_bytes() == other.read_bytes(), (at, one.suffix)


def test_a_build_tells_its_steps_and_their_seconds(tmp_path: Path) -> None:
    found: list[str] = []
    game = loaded("zwanzigerrufen", "wikipedia")
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (chapters / "01.md").write_text('# Cards\n\n[card-row cards="T-Sk T-XXI"]\n')
    built = book.build(
        game,
        lang="en",
        out=tmp_path,
        chapters=chapters,
        formats=formats.FORMATS,
        paper="booklet",
        progress=found.append,
    )
    assert found == ["chapters", "html", "drawings", "layout", "pdf", "booklet", "epub", "files"]
    assert list(built.timings) == found
    assert sum(built.timings.values()) <= built.seconds


def test_all_books_are_built_though_one_cannot_be(tmp_path: Path) -> None:
    found: list[str] = []
    fault = RulesFault([Problem(None, "", "these rules are broken", "", "test")])

    def broken() -> Game:
        raise fault

    loads = [
        partial(loaded, "zwanzigerrufen", "wikipedia"),
        broken,
        partial(loaded, "zwanzigerrufen", "directnet"),
    ]
    made = list(
        book.build_all(
            loads, out=tmp_path, langs=["en"], choices=["html", "epub"], progress=found.append
        )
    )
    assert isinstance(made[0], book.Built) and isinstance(made[2], book.Built)
    assert made[1] is fault
    assert found[0] == "zwanzigerrufen:wikipedia en: chapters"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "zwanzigerrufen.directnet.en.epub",
        "zwanzigerrufen.directnet.en.html",
        "zwanzigerrufen.wikipedia.en.epub",
        "zwanzigerrufen.wikipedia.en.html",
    ]


def test_a_draft_shows_what_is_wrong_and_tells_it(tmp_path: Path) -> None:
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (chapters / "01.md").write_text(
        "# A\n\n[[Queen]] of 45 <b>x</b> and [nowhere](#nowhere).\n\n[card-row]\n"
    )
    game = loaded("zwanzigerrufen", "wikipedia")
    built = book.build(
        game, lang="en", out=tmp_path, chapters=chapters, draft=True, formats=formats.FORMATS
    )
    assert len(built.problems) == 6
    assert built.pages == 6  # cover, imprint, contents, the one chapter, notes, back cover
    html = built.files["html"].read_text(encoding="utf-8")
    assert (
        html.count('class="problem"') == 8
    )  # six told below the heading, two where a block is missing
    assert "&#39;45&#39; is typed" in html and "<b>" not in html.partition("<body>")[2]


def test_watching_builds_after_each_change_and_says_what_is_wrong(
    folder: Path, tmp_path: Path
) -> None:
    stop = threading.Event()
    outcomes = book.watch(
        lambda: load("zwanzigerrufen", "wikipedia"),
        lang="en",
        out=tmp_path / "out",
        chapters=folder,
        formats=["html"],
        stop=stop,
    )
    guard = threading.Timer(PATIENCE, stop.set)
    guard.start()
    try:
        first = next(outcomes)
        assert first.sound and first.changed == () and first.built is not None
        threading.Timer(1, write_more, (folder, 0, "\nSee [[Queen]].\n")).start()
        second = next(outcomes)
        assert second.built is not None and not second.sound
        assert [problem.text for problem in second.built.problems] == [
            "id must be a card of the deck; got 'Queen'"
        ]
        assert "See" in first.built.files["html"].read_text(encoding="utf-8")
    finally:
        stop.set()
        guard.cancel()
        outcomes.close()


def test_a_change_during_the_first_build_is_seen_after_it(folder: Path, tmp_path: Path) -> None:
    def load_slowly() -> Game:
        write_more(folder, 0, "\nOne word more.\n")
        return load("zwanzigerrufen", "wikipedia")

    stop = threading.Event()
    outcomes = book.watch(
        load_slowly, lang="en", out=tmp_path / "out", chapters=folder, formats=["html"], stop=stop
    )
    guard = threading.Timer(PATIENCE, stop.set)
    guard.start()
    try:
        assert next(outcomes).changed == ()
        assert [path.suffix for path in next(outcomes).changed] == [".md"]
    finally:
        stop.set()
        guard.cancel()
        outcomes.close()


def test_chapters_beside_the_rules_are_no_rules(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "house.yml").write_text("", encoding="utf-8")
    loads = []

    def load_house() -> Game:
        loads.append(1)
        return load("zwanzigerrufen", "wikipedia")

    stop = threading.Event()
    outcomes = book.watch(
        load_house,
        lang="en",
        out=tmp_path / "out",
        rules=[folder.parent],
        chapters=folder,
        formats=["html"],
        stop=stop,
    )
    guard = threading.Timer(PATIENCE, stop.set)
    guard.start()
    try:
        assert next(outcomes).sound
        threading.Timer(1, write_more, (folder, 0, "\nOne word more.\n")).start()
        assert [path.suffix for path in next(outcomes).changed] == [".md"] and len(loads) == 1
        threading.Timer(1, (folder.parent / "house.yml").write_text, ("# a word\n",)).start()
        assert [path.suffix for path in next(outcomes).changed] == [".yml"] and len(loads) == 2
    finally:
        stop.set()
        guard.cancel()
        outcomes.close()
