"""A book from its chapters, once or at each change: HTML, PDF and EPUB, or every problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import watchfiles

from zwanz_ssot import places
from zwanz_ssot.files import write_files
from zwanz_ssot.library import is_rule_file
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Problem, RulesFault, WrongCall, ZwanzError

from . import pages, press, styles
from .book_parts import BookParts, Frame
from .building import Clock, Progress
from .formats import FORMATS, PAPERS, USUAL, BookSource, builds
from .leaflets import Leaflet
from .pictures import Pictures
from .press.worker import Unavailable, WorkerPrinter
from .shortcodes import BLOCKS, Registry
from .styles import Paper
from .text.manuscript import Manuscript
from .text.markdown import Chapter

if TYPE_CHECKING:
    from .book_parts import Pdf
    from .press.pdf import Printer

_OF_SOURCES = "*at-other-tables.md"
"""The chapter that the booklet of sources prints."""
ANY = "any"
"""The folder of the chapters that print any game."""
OPENING = "in-brief.md"
"""The chapter that opens every shipped book."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made.

    `files` has the path of each format. `pages` counts those of the PDF (of a booklet: of the book
    in it). `seconds` is the whole time, `timings` that of each step. Only a draft has `problems`.
    """

    files: Mapping[str, Path]
    pages: int
    seconds: float
    timings: Mapping[str, float]
    problems: tuple[Problem, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that were written."""
        return tuple(self.files.values())


class BookBuilder:
    """Builds one book, as often as wanted: chapters, pages, drawings and fonts that did not change
    are kept.

    `chapters` is a folder of Markdown files, by default the shipped ones. With `draft`, a book with
    problems is built too: a box stands where something is wrong, and `Built.problems` lists them.
    With `in_worker`, a second process sets the pages, if there is a processor for it. With
    `sources`, the book is the booklet of sources: what other tables play and what the sources say,
    complete on paper. WrongCall for a language or a paper that does not exist.
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
        in_worker: bool = False,
        sources: bool = False,
    ) -> None:
        shipped = () if chapters else _shipped_chapters(game.id, lang)
        pages.require_language(lang, shipped[sources:])
        if paper not in PAPERS:
            raise WrongCall(f"a book cannot be made as {paper!r}", f"known are {', '.join(PAPERS)}")
        self.game, self.lang, self.paper, self.draft = game, lang, paper, draft
        self._sources = sources
        folder = chapters or chapters_of(game.id, lang)
        self.manuscript = Manuscript(
            game,
            lang,
            folder,
            registry or _shipped_blocks(),
            templates,
            draft,
            opening_of(lang) if chapters is None and not sources else None,
        )
        if sources:
            self.manuscript.pattern = _OF_SOURCES
        self._pictures = Pictures.of(game, lang)
        self._worker: WorkerPrinter | None = None
        if in_worker:
            style = styles.for_paper(lang, paper)
            with suppress(Unavailable):
                self._worker = WorkerPrinter(self._pictures, style, strict=not draft)

    @cached_property
    def printer(self) -> Printer:
        """The printer of this process."""
        press.require()
        from .press import pdf

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
        if "pdf" in wanted and self._worker is None:
            assert self.printer  # loads its libraries before the clock starts
        clock, count = Clock(progress), 0
        made: dict[str, bytes] = {}
        with clock.step("chapters"):
            written = self.manuscript.chapters(
                self._ahead if "pdf" in wanted and self._worker else None
            )
            document = pages.document(self.game, self.lang, written, whole=self._sources)
        if "pdf" in wanted:
            parts = pages.parts(document, self.paper)
            self._start(parts, clock)
        source = BookSource(self.game, self.lang, written, document.page, self._pictures)
        for kind, form in FORMATS.items():
            if kind not in wanted:
                continue
            if form.write is not None:
                with clock.step(kind):
                    made[kind] = form.write(source)
            else:
                printed = self._printed(parts, clock)
                count, made[kind] = printed.pages, self._imposed(printed.data, clock)
        with clock.step("files"):
            paths = write_files({self._name(kind): data for kind, data in made.items()}, out)
        return Built(
            {kind: paths[self._name(kind)] for kind in made},
            count,
            clock.total,
            clock.seconds,
            self.manuscript.problems,
        )

    def close(self) -> None:
        """End the worker process, if there is one."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _ahead(self, number: int, chapter: Chapter) -> None:
        """Let the worker process begin with a chapter."""
        if self._worker is not None:
            (chapter,) = pages.on_paper(self.lang, [chapter], whole=self._sources)
            part = pages.chapter_part(pages.chapter_html(self.game, self.lang, chapter), self.paper)
            self._worker.ahead(number, self._frame, part)

    @cached_property
    def _frame(self) -> Frame:
        return pages.frame_of(self.game, self.lang)

    def _start(self, parts: BookParts, clock: Clock) -> None:
        """Let the worker process, if there is one, begin to print."""
        if self._worker is not None:
            try:
                self._worker.start(parts, clock)
            except Unavailable:
                self.close()

    def _printed(self, parts: BookParts, clock: Clock) -> Pdf:
        if self._worker is not None:
            try:
                return self._worker.finish(clock)
            except Unavailable:
                self.close()
        return self.printer.write(parts, clock)

    def _imposed(self, printed: bytes, clock: Clock) -> bytes:
        """The PDF for the paper: for a booklet two pages on each side of a sheet."""
        if self.paper != "booklet":
            return printed
        from . import booklet

        with clock.step("booklet"):
            return booklet.imposed(printed)

    def _name(self, kind: str) -> str:
        paper = f"{self.paper}." if kind == "pdf" and self.paper != "a5" else ""
        part = "sources." if self._sources else ""
        return f"{self.game.id}.{self.game.variant}.{self.lang}.{part}{paper}{kind}"


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
    in_worker: bool = False,
) -> Built:
    """Build a game's book in a language once; see `BookBuilder`."""
    workshop = BookBuilder(
        game,
        lang,
        paper=paper,
        chapters=chapters,
        registry=registry,
        templates=templates,
        draft=draft,
        in_worker=in_worker,
    )
    try:
        return workshop.build(out, formats=formats, progress=progress)
    finally:
        workshop.close()


def web_page(game: Game, lang: str, out: Path) -> Path:
    """Write the web page of a book from the shipped chapters.

    If these do not fit the rules, it is made of the chapters that print any game, with boxes that
    say what is wrong.
    """
    try:
        return build(game, lang=lang, out=out, formats=["html"]).files["html"]
    except ChapterFault:
        any_game = chapters_of(ANY, lang)
        made = build(game, lang=lang, out=out, formats=["html"], chapters=any_game, draft=True)
        return made.files["html"]


def write_sources(game: Game, lang: str, out: Path) -> Leaflet:
    """The booklet of sources as ``<game>.<variant>.<lang>.sources.html`` and ``.pdf``."""
    made = BookBuilder(game, lang, sources=True).build(out)
    return Leaflet(made.files["html"], made.files["pdf"], made.pages)


def build_all(
    loads: Iterable[Callable[[], Game]],
    *,
    out: Path,
    langs: Sequence[str],
    choices: Iterable[str] = USUAL,
    chapters: Path | None = None,
    progress: Progress | None = None,
    draft: bool = False,
    in_worker: bool = False,
) -> Iterator[Built | RulesFault]:
    """Build the books of several games or variants in several languages.

    `choices` are of `formats.CHOICES`. Yields what each build made, or the fault of a game that
    cannot be loaded or built; the others are built all the same. `progress` gets ``<game>:<variant>
    <lang>: <step>``.
    """
    wanted = builds(choices)
    for load in loads:
        try:
            game = load()
        except RulesFault as fault:
            yield fault
            continue
        for lang in langs:
            step = progress and _steps_of(f"{game.id}:{game.variant} {lang}", progress)
            try:
                for paper, formats in wanted:
                    yield build(
                        game,
                        lang=lang,
                        out=out,
                        formats=formats,
                        paper=paper,
                        chapters=chapters,
                        progress=step,
                        draft=draft,
                        in_worker=in_worker and "pdf" in formats,
                    )
            except RulesFault as fault:
                yield fault


def _steps_of(title: str, progress: Progress) -> Progress:
    def report(step: str) -> None:
        progress(f"{title}: {step}")

    return report


def with_chapters() -> list[str]:
    """The languages in which books are shipped."""
    return [lang for lang in pages.languages() if any(chapters_of(ANY, lang).glob("*.md"))]


def chapters_of(game: str, lang: str) -> Path:
    """The folder of the shipped chapters of a game; without any, of those that print any game."""
    shipped = places.data("templates") / "book" / lang
    own = shipped / game
    return own if any(own.glob("*.md")) else shipped / ANY


def _shipped_chapters(game: str, lang: str) -> tuple[str, str]:
    """The opening of a book and its other chapters, as patterns below ``templates``."""
    folder = chapters_of(game, lang).relative_to(places.data("templates"))
    return f"book/{lang}/{OPENING}", f"{folder.as_posix()}/*.md"


def opening_of(lang: str) -> Path:
    """The file of the chapter that opens every shipped book: the game on a spread."""
    return places.data("templates") / "book" / lang / OPENING


def write_chapters(
    game: Game, lang: str, folder: Path, registry: Registry, templates: Sequence[Path] | None = None
) -> list[Chapter]:
    """The chapters of a folder in the order of their names; ChapterFault with every problem."""
    return Manuscript(game, lang, folder, registry, templates).chapters()


def _shipped_blocks() -> Registry:
    from . import blocks  # registers them

    assert blocks
    return BLOCKS


# Built again at each change

_PAUSE = 60  # milliseconds; a build begins after one without a change


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """The book of one build, or the error that prevented it; `changed` are the files that caused
    the build.
    """

    changed: tuple[Path, ...]
    built: Built | None
    error: ZwanzError | None = None

    @property
    def sound(self) -> bool:
        """True if there is a book without problems."""
        return self.built is not None and not self.built.problems


def watch(
    load: Callable[[], Game],
    *,
    lang: str,
    out: Path,
    rules: Iterable[Path] = (),
    chapters: Path | None = None,
    formats: Iterable[str] = USUAL,
    progress: Progress | None = None,
    stop: Event | None = None,
) -> Iterator[BuildOutcome]:
    """Build now and after each change of rules or chapters, until `stop` is set.

    A change during a build leads to one more build. `load` gives the game; it is called again when
    a file in the folders of `rules` (by default the shipped ones) has changed.
    """
    formats = tuple(formats)
    folder = chapters or places.data("templates") / "book" / lang
    rule_folders = [each.resolve() for each in rules] or [places.data("rules").resolve()]
    builder: BookBuilder | None = None

    def again(changed: tuple[Path, ...]) -> BuildOutcome:
        nonlocal builder
        try:
            if builder is None or any(
                is_rule_file(path.name) and any(map(path.is_relative_to, rule_folders))
                for path in changed
            ):
                builder = None
                builder = BookBuilder(load(), lang, chapters=chapters, draft=True)
            return BuildOutcome(changed, builder.build(out, formats=formats, progress=progress))
        except ZwanzError as error:
            return BuildOutcome(changed, None, error)

    begun = False
    for changes in watchfiles.watch(
        *rule_folders,
        folder,
        stop_event=stop,
        step=_PAUSE,
        debounce=10 * _PAUSE,
        rust_timeout=_PAUSE,
        # at once, so that what changes during the first build is seen after it
        yield_on_timeout=True,
    ):
        changed = tuple(sorted(Path(name).resolve() for _, name in changes))
        relevant = tuple(
            path for path in changed if path.suffix == ".md" or is_rule_file(path.name)
        )
        if relevant or not begun:
            yield again(relevant if begun else ())
            begun = True
