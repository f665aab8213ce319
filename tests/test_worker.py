"""A printer in a process of its own prints what this process prints, and is missed by nobody where
it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import loaded

from zwanz_renderer import book, styles
from zwanz_renderer.book_parts import BookPart, BookParts, Frame
from zwanz_renderer.building import Clock
from zwanz_renderer.press import worker
from zwanz_renderer.press.weasyprint_calls import PdfFault
from zwanz_ssot.problems import NotInstalled

FRAME = Frame("en", "", "<title>T</title>\n")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which a second process is worth its while."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.delenv(worker.ALONE, raising=False)
    worker.end()  # another test's command may have left a worker that waits
    yield
    worker.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two chapters with links, cards and a note."""
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (chapters / "01-first.md").write_text(
        '# First {#first}\n\nA card, [[T-I]], and [the second](#second).\n\n[card-row cards="T-I T-XXI"]\n',
        encoding="utf-8",
    )
    (chapters / "02-second.md").write_text(
        "# Second {#second}\n\nBack to [the first](#first).\n", encoding="utf-8"
    )
    return chapters


def _in_german(text: str) -> str:
    for english, german in (
        ("A card, ", "Eine Karte, "),
        (" and [the second]", " und [das zweite]"),
        ("Back to [the first]", "Zurück zum [ersten]"),
        ("# First", "# Erstes"),
        ("# Second", "# Zweites"),
    ):
        text = text.replace(english, german)
    return text


def workshop(folder: Path, *, beside: bool, lang: str = "en") -> book.BookBuilder:
    return book.BookBuilder(
        loaded("zwanzigerrufen", "wikipedia"), lang, chapters=folder, in_worker=beside
    )


def test_a_book_is_the_same_to_the_byte_wherever_it_is_printed(
    folder: Path, tmp_path: Path
) -> None:
    found: list[str] = []
    for lang in ("en", "de"):  # the second book takes over the process of the first
        if lang == "de":
            for file in folder.glob("*.md"):
                file.write_text(_in_german(file.read_text(encoding="utf-8")), encoding="utf-8")
        here = workshop(folder, beside=False, lang=lang).build(tmp_path / "here")
        shop = workshop(folder, beside=True, lang=lang)
        there = shop.build(tmp_path / "there", progress=found.append)
        again = shop.build(tmp_path / "again")
        shop.close()
        assert shop.__dict__.get("printer") is None
        assert here.pages == there.pages
        assert set(there.timings) == set(here.timings) and {"layout", "pdf"} <= set(found)
        for one, *others in zip(here.paths, there.paths, again.paths, strict=True):
            assert all(one.read_bytes() == other.read_bytes() for other in others), (
                lang,
                one.suffix,
            )


def test_a_process_that_ends_is_no_loss(folder: Path, tmp_path: Path) -> None:
    here = workshop(folder, beside=False).build(tmp_path / "here")
    shop = workshop(folder, beside=True)
    assert shop._worker is not None
    shop._worker._process.kill()
    there = shop.build(tmp_path / "there")
    assert [path.read_bytes() for path in there.paths] == [path.read_bytes() for path in here.paths]


@pytest.fixture
def passing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of a new process are for a while."""
    passing = tmp_path / "while"
    passing.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(passing))
    monkeypatch.setattr(worker, "_waiting", [])
    return passing


def test_nothing_stays_where_files_are_for_a_while(
    folder: Path, tmp_path: Path, passing: Path
) -> None:
    """Its fonts are files that WeasyPrint writes, and a process that is killed does not remove."""
    shop = workshop(folder, beside=True)
    shop.build(tmp_path / "out", formats=["pdf"])
    (there,) = passing.iterdir()
    assert list(there.glob("weasyprint-*/*"))
    shop.close()
    worker.end()
    assert not there.exists()


def test_it_ends_and_clears_up_with_the_one_who_asked(
    folder: Path, tmp_path: Path, passing: Path
) -> None:
    shop = workshop(folder, beside=True)
    shop.build(tmp_path / "out", formats=["pdf"])
    process = shop._worker._process  # type: ignore[union-attr]
    assert process.stdin is not None and list(passing.iterdir())
    process.terminate()  # as it is when both are told to end
    process.stdin.close()  # as it is when that one is killed
    assert process.wait() == 0 and not list(passing.iterdir())


def test_what_cannot_be_printed_is_said_as_it_is_here(folder: Path) -> None:
    shop = workshop(folder, beside=True)
    chapter = '<section class="chapter"><h2>A</h2><p style="colour: red">b</p></section>\n'
    page = BookParts(styles.for_paper("en", "a5"), FRAME, (BookPart("chapter", chapter),), "a")
    with pytest.raises(PdfFault) as here:
        shop.printer.write(page)
    assert shop._worker is not None
    shop._worker.start(page, Clock())
    with pytest.raises(PdfFault) as there:
        shop._worker.finish(Clock())
    assert str(there.value) == str(here.value)
    shop.close()


@pytest.mark.parametrize("ended", [False, True])
def test_missing_libraries_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    """The worker may have `ended` before it gets the book."""
    broken = """
import sys
sys.path[:] = {path!r}
class Finder:
    def find_spec(self, name, *_):
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
sys.meta_path.insert(0, Finder())
from zwanz_renderer.press.worker import serve
serve({folder!r})
"""
    monkeypatch.setattr(worker, "_BOOT", broken)
    shop = workshop(folder, beside=True)
    assert shop._worker is not None
    if ended:
        shop._worker._process.wait()
    shop._worker.start(BookParts(styles.for_paper("en", "a5"), FRAME, (), "a"), Clock())
    with pytest.raises(NotInstalled, match="libpango"):
        shop._worker.finish(Clock())
    shop.close()


@pytest.mark.parametrize("why", ["asked", "one processor"])
def test_where_it_is_of_no_use_there_is_no_second_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "asked":
        monkeypatch.setenv(worker.ALONE, "1")
    else:
        monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setattr(worker, "_waiting", [])  # another test's command may have left one
    worker.begin()
    assert not worker._waiting
    assert workshop(folder, beside=True)._worker is None
