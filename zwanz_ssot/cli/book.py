"""``zwanz book``: the rulebook of a game, as HTML, PDF and EPUB."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..problems import ChapterFault, RulesFault
from .ending import FINE, PROBLEMS
from .group import Taught
from .options import game_argument, lang_option, out_option, rules_option, variant_option
from .output import console, harmless, print_problems
from .picking import pick

if TYPE_CHECKING:
    from zwanz_renderer.book import Built
    from zwanz_renderer.styles import Paper

    from ..model import Game

FORMATS = ("html", "pdf", "epub", "a5", "letter", "booklet")
_OTHER_CHAPTERS = (
    "The shipped chapters speak of what these rules do not have. --chapters {} prints any rules; "
    "--draft builds these all the same; or write chapters of your own."
)
_STEPS = {
    "chapters": "reading the chapters",
    "html": "drawing the page",
    "drawings": "drawing the cards",
    "layout": "setting the pages",
    "pdf": "writing the pdf",
    "epub": "writing the epub",
    "booklet": "imposing the booklet",
    "files": "moving the files into place",
}


@click.command("book", cls=Taught)
@game_argument
@variant_option
@lang_option
@out_option
@click.option(
    "--format",
    "formats",
    type=click.Choice(FORMATS),
    multiple=True,
    help="May be given several times; a5 (pdf is the same), letter and booklet are PDFs.  [default: html and pdf]",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Every rule set in every language, of the game or of all games.",
)
@click.option(
    "--draft", is_flag=True, help="Build in spite of problems, with a box where something is wrong."
)
@click.option(
    "--watch",
    "watching",
    is_flag=True,
    help="Stay, and build again whenever rules or chapters change.",
)
@click.option(
    "--chapters",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of chapters instead of those that are shipped.",
)
@click.option("--timings", is_flag=True, help="Say where the time went.")
@rules_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    variant: str | None,
    lang: str,
    out: Path,
    formats: tuple[str, ...],
    every: bool,
    draft: bool,
    watching: bool,
    chapters: Path | None,
    timings: bool,
    rules: Path | None,
) -> int:
    """Build a rulebook.

    Writes OUT/GAME.VARIANT.LANG.html, .pdf and .epub, and says where they lie. With a problem in a
    chapter nothing is written: a book that was there before stays as it is. With --draft it is
    written all the same.
    """
    wanted = tuple(dict.fromkeys(formats)) or ("html", "pdf")
    gc.set_threshold(
        100_000, 50, 50
    )  # a book is built of much that stays, and little that goes in circles
    from zwanz_renderer.press import worker_client

    if set(wanted) - {"html", "epub"} and not watching:
        worker_client.begin()
    from zwanz_renderer import book
    from zwanz_renderer.text.manuscript import shown

    asked = ctx.get_parameter_source("lang") is not click.core.ParameterSource.DEFAULT
    langs = book.with_chapters() if every and not asked else [lang]
    if watching:
        if every or set(wanted) - set(book.FORMATS):
            raise click.UsageError("--watch goes with one book as html, pdf or epub")
        house = Path(variant).parent if variant is not None and _is_file(variant) else rules
        _watch(lambda: pick(game, variant, rules), lang, out, wanted, chapters, house)
        return FINE
    loads = (
        _every(game, rules) if every and variant is None else [partial(pick, game, variant, rules)]
    )
    sound = True
    for built in _shelf(loads, langs, out, wanted, chapters, draft):
        if isinstance(built, RulesFault):
            print_problems(built.problems, err=True)
            if chapters is None and _is_file(variant) and isinstance(built, ChapterFault):
                click.echo(
                    _OTHER_CHAPTERS.format(harmless(shown(book.chapters_of(book.ANY, lang)))),
                    err=True,
                )
            sound = False
            continue
        _tell(built)
        if timings:
            _tell_timings(built)
        sound = sound and not built.problems
    return FINE if sound else PROBLEMS


def _is_file(variant: str | None) -> bool:
    return variant is not None and variant.endswith((".yaml", ".yml"))


def _watch(
    load: Callable[[], Game],
    lang: str,
    out: Path,
    formats: tuple[str, ...],
    chapters: Path | None,
    rules: Path | None,
) -> None:
    """Build again after each change, as a draft, and say what is wrong; until the person
    interrupts.
    """
    from zwanz_renderer import watch
    from zwanz_renderer.text.manuscript import shown

    with suppress(KeyboardInterrupt), _progress("") as (show, rest):
        for outcome in watch.watch(
            load, lang=lang, out=out, rules=rules, chapters=chapters, formats=formats, progress=show
        ):
            rest()
            for path in outcome.changed:
                click.echo(f"~ {harmless(shown(path))}")
            if outcome.built is not None:
                _tell(outcome.built)
                click.echo(f"  {outcome.built.seconds:.2f} s")
            elif isinstance(outcome.error, RulesFault):
                print_problems(outcome.error.problems, err=True)
            else:
                click.echo(harmless(str(outcome.error)), err=True)


def _tell(built: Built) -> None:
    """Where the files of a build lie, and what is wrong in a draft."""
    for path in built.paths:
        pages = f"  {built.pages} pages," if path == built.pdf else " "
        click.echo(f"{path} {pages} {_size(path)}")
    print_problems(built.problems, err=True)


def _tell_timings(built: Built) -> None:
    """The seconds of each step. Pages are set while the web page is drawn, so that the steps may be
    longer than all.
    """
    for step, seconds in built.timings.items():
        click.echo(f"  {seconds:6.2f} s  {_STEPS.get(step, step)}")
    click.echo(f"  {built.seconds:6.2f} s  in all")


def _every(game: str | None, rules: Path | None) -> Iterator[Callable[[], Game]]:
    """What loads each rule set of the game, or of all games; of a variant that is named, that one."""
    from ..loading import BASE, library, load

    shelf = library(rules)
    if game is not None and game not in shelf.games():
        yield partial(pick, game, None, rules)
        return
    for each in shelf.games() if game is None else [game]:
        for variant in (BASE, *shelf.variants(each)):
            yield partial(load, each, variant, rules=rules)


def _shelf(
    loads: Iterable[Callable[[], Game]],
    langs: Sequence[str],
    out: Path,
    formats: tuple[str, ...],
    chapters: Path | None,
    draft: bool,
) -> Iterator[Built | RulesFault]:
    """Each build, or the fault that stood in its way; the others are built all the same."""
    for load in loads:
        try:
            game = load()
        except RulesFault as fault:
            yield fault
            continue
        for lang in langs:
            try:
                yield from _books(game, lang, out, formats, chapters, draft)
            except RulesFault as fault:
                yield fault


def _books(
    game: Game, lang: str, out: Path, formats: tuple[str, ...], chapters: Path | None, draft: bool
) -> Iterator[Built]:
    """One build for each paper that was asked for."""
    from zwanz_renderer import book

    plain = tuple(
        "pdf" if kind == "a5" else kind for kind in formats if kind in ("html", "pdf", "epub", "a5")
    )
    papers: list[tuple[Paper, tuple[str, ...]]] = [("a5", plain)] if plain else []
    if "letter" in formats:
        papers.append(("letter", ("pdf",)))
    if "booklet" in formats:
        papers.append(("booklet", ("pdf",)))
    for paper, kinds in papers:
        with _progress(f"{game.id}:{game.variant} {lang}: ") as (show, _):
            built = book.build(
                game,
                lang=lang,
                out=out,
                formats=kinds,
                paper=paper,
                chapters=chapters,
                progress=show,
                draft=draft,
                aside="pdf" in kinds,
            )
        yield built


@contextmanager
def _progress(title: str) -> Iterator[tuple[Callable[[str], None] | None, Callable[[], None]]]:
    """On a terminal, what is being done is shown meanwhile: by the first that this gives, until the
    second.
    """
    if not sys.stderr.isatty():
        yield None, lambda: None
        return
    status = console(err=True).status(title)

    def show(step: str) -> None:
        status.update(f"{title}{_STEPS.get(step, step)}")
        status.start()

    try:
        yield show, status.stop
    finally:
        status.stop()


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"
