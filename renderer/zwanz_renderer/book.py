"""A book from its chapters: HTML, PDF and EPUB, or every problem that stands in the way.

    built = book.build(game, lang="en", out=Path("build"))

    workshop = book.Workshop(game, "en")        # builds again and again; keeps what did not change
    built = workshop.build(Path("build"))

Files are written aside and moved into place, so that a build that fails leaves the last book as it
was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from zwanz_renderer import pages, press, styles
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press.parts import BookParts, Frame
from zwanz_renderer.press.worker_client import Unavailable, WorkerPrinter
from zwanz_renderer.putting import Clock, Progress, put
from zwanz_renderer.shortcodes import BLOCKS, Registry
from zwanz_renderer.styles import Paper
from zwanz_renderer.text.manuscript import Manuscript
from zwanz_renderer.text.markdown import Chapter
from zwanz_ssot import places
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Problem, WrongCall

if TYPE_CHECKING:
    from zwanz_renderer.press.parts import Pdf
    from zwanz_renderer.press.pdf import Printer

FORMATS = ("html", "pdf", "epub")
USUAL = ("html", "pdf")
PAPERS: tuple[Paper, ...] = get_args(Paper)
ANY = "any"
"""Where the chapters lie that print any game."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made.

    A format that was not asked for is None. `pages` counts those of the PDF (of a booklet: of the
    book in it), `seconds` is the whole time and `timings` what each step took of it. `problems` is
    empty but for a draft.
    """

    html: Path | None
    pdf: Path | None
    epub: Path | None
    pages: int
    seconds: float
    timings: Mapping[str, float]
    problems: tuple[Problem, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that were written."""
        return tuple(path for path in (self.html, self.pdf, self.epub) if path is not None)


class Workshop:
    """Builds one book again and again: chapters, pages, drawings and fonts that did not change are
    kept.

    `chapters` is a folder of Markdown files, by default the shipped ones. With `draft`, a book with
    problems is built all the same, with a box where something is wrong, and `Built.problems` has
    them. With `aside`, a process of its own sets the pages, where there is a processor for it.
    WrongCall for a language or a paper that does not exist.
    """

    def __init__(
        self,
        game: Game,
        lang: str,
        *,
        paper: Paper = "a5",
        chapters: Path | None = None,
        registry: Registry | None = None,
        templates: Sequence[Path] | None = None,
        draft: bool = False,
        aside: bool = False,
    ) -> None:
        if lang not in pages.languages():
            raise WrongCall(
                f"there is no book in {lang!r}", f"known are {', '.join(pages.languages())}"
            )
        if paper not in PAPERS:
            raise WrongCall(f"a book cannot be made as {paper!r}", f"known are {', '.join(PAPERS)}")
        self.game, self.lang, self.paper, self.draft = game, lang, paper, draft
        folder = chapters or chapters_of(game.id, lang)
        self.manuscript = Manuscript(
            game, lang, folder, registry or _shipped_blocks(), templates, draft
        )
        self._pictures = Pictures(game.deck.cards, game.deck.corners_in(lang))
        self._aside: WorkerPrinter | None = None
        if aside:
            style = styles.for_paper(lang, paper)
            with suppress(Unavailable):
                self._aside = WorkerPrinter(self._pictures, style, lang, strict=not draft)

    @cached_property
    def printer(self) -> Printer:
        """The printer of this process."""
        press.require()
        from zwanz_renderer.press import pdf

        return pdf.Printer(self._pictures, strict=not self.draft)

    def build(
        self, out: Path, *, formats: Iterable[str] = USUAL, progress: Progress | None = None
    ) -> Built:
        """Build into the folder `out` as ``<game>.<variant>.<lang>.html``, ``.pdf`` and ``.epub``.

        The PDF of another paper than A5 bears its name: ``….letter.pdf``. `progress` is told each
        step. Raises ChapterFault with every problem of every chapter, WrongCall for a format that
        does not exist.
        """
        wanted = tuple(dict.fromkeys(formats))
        for kind in wanted:
            if kind not in FORMATS:
                raise WrongCall(
                    f"a book cannot be made as {kind!r}", f"known are {', '.join(FORMATS)}"
                )
        if "pdf" in wanted and self._aside is None:
            assert self.printer  # whose libraries take their time
        clock, count = Clock(progress), 0
        made: dict[str, bytes] = {}
        with clock.step("chapters"):
            written = self.manuscript.chapters(
                self._ahead if "pdf" in wanted and self._aside else None
            )
            page = pages.document(self.game, self.lang, written)
        if "pdf" in wanted:
            parts = pages.parts(page, self.paper)
            self._start(parts, clock)
        if "html" in wanted:
            with clock.step("html"):
                made["html"] = pages.self_contained(page.html, self._pictures).encode()
        if "pdf" in wanted:
            printed = self._printed(parts, clock)
            count, made["pdf"] = printed.pages, printed.data
            if self.paper == "booklet":
                from zwanz_renderer.press import booklet

                with clock.step("booklet"):
                    made["pdf"] = booklet.imposed(printed.data)
        if "epub" in wanted:
            from zwanz_renderer import epub

            with clock.step("epub"):
                made["epub"] = epub.write(self.game, self.lang, written, self._pictures)
        with clock.step("files"):
            paths = put({self._name(kind): data for kind, data in made.items()}, out)
        path = {kind: paths[self._name(kind)] for kind in made}
        return Built(
            path.get("html"),
            path.get("pdf"),
            path.get("epub"),
            count,
            clock.total,
            clock.seconds,
            self.manuscript.problems,
        )

    def close(self) -> None:
        """End the process that stands aside, if there is one."""
        if self._aside is not None:
            self._aside.close()
            self._aside = None

    def _ahead(self, number: int, chapter: Chapter) -> None:
        """Let the process that stands aside begin with a chapter."""
        if self._aside is not None:
            part = pages.chapter_part(pages.chapter_html(self.game, self.lang, chapter), self.paper)
            try:
                self._aside.ahead(number, self._frame, part)
            except Unavailable:
                self.close()

    @cached_property
    def _frame(self) -> Frame:
        return pages.frame_of(self.game, self.lang)

    def _start(self, parts: BookParts, clock: Clock) -> None:
        """Begin to print where there is a process for it."""
        if self._aside is not None:
            try:
                self._aside.start(parts, clock)
            except Unavailable:
                self.close()

    def _printed(self, parts: BookParts, clock: Clock) -> Pdf:
        if self._aside is not None:
            try:
                return self._aside.finish(clock)
            except Unavailable:
                self.close()
        return self.printer.write(parts, clock)

    def _name(self, kind: str) -> str:
        paper = f"{self.paper}." if kind == "pdf" and self.paper != "a5" else ""
        return f"{self.game.id}.{self.game.variant}.{self.lang}.{paper}{kind}"


def build(
    game: Game,
    *,
    lang: str,
    out: Path,
    formats: Iterable[str] = USUAL,
    paper: Paper = "a5",
    chapters: Path | None = None,
    progress: Progress | None = None,
    registry: Registry | None = None,
    templates: Sequence[Path] | None = None,
    draft: bool = False,
    aside: bool = False,
) -> Built:
    """Build a game's book in a language once; see `Workshop`."""
    workshop = Workshop(
        game,
        lang,
        paper=paper,
        chapters=chapters,
        registry=registry,
        templates=templates,
        draft=draft,
        aside=aside,
    )
    try:
        return workshop.build(out, formats=formats, progress=progress)
    finally:
        workshop.close()


def build_all(
    games: Iterable[Game],
    *,
    out: Path,
    langs: Sequence[str] | None = None,
    formats: Iterable[str] = USUAL,
    paper: Paper = "a5",
    progress: Progress | None = None,
    draft: bool = False,
) -> Iterator[Built | tuple[Game, str, ChapterFault]]:
    """Build the books of several games or variants, by default in every language that has chapters.

    Gives what each build made, or game, language and fault of one that could not be built; the
    others are built all the same. `progress` is told ``<game>:<variant> <lang>: <step>``.
    """
    formats = tuple(formats)
    for game in games:
        for lang in langs or with_chapters():
            about = f"{game.id}:{game.variant} {lang}"
            tell = None if progress is None else _telling(progress, about)
            try:
                yield build(
                    game,
                    lang=lang,
                    out=out,
                    formats=formats,
                    paper=paper,
                    progress=tell,
                    draft=draft,
                )
            except ChapterFault as fault:
                yield game, lang, fault


def with_chapters() -> list[str]:
    """The languages in which books are shipped."""
    return [lang for lang in pages.languages() if any(chapters_of(ANY, lang).glob("*.md"))]


def chapters_of(game: str, lang: str) -> Path:
    """The folder of the chapters that are shipped for a game; of those that print any game where it
    has none.
    """
    shipped = places.data("templates") / "book" / lang
    own = shipped / game
    return own if any(own.glob("*.md")) else shipped / ANY


def write_chapters(
    game: Game, lang: str, folder: Path, registry: Registry, templates: Sequence[Path] | None = None
) -> list[Chapter]:
    """The chapters of a folder in the order of their names; ChapterFault with all that is wrong in
    them.
    """
    return Manuscript(game, lang, folder, registry, templates).chapters()


def _telling(progress: Progress, about: str) -> Progress:
    def tell(step: str) -> None:
        progress(f"{about}: {step}")

    return tell


def _shipped_blocks() -> Registry:
    from zwanz_renderer import blocks  # registers them

    assert blocks
    return BLOCKS
