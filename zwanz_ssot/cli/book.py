"""``zwanz book``, ``leaflet`` and ``deck``: the rulebook, leaflets, and cards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zwanz_renderer.formats import CHOICES, FORMATS, USUAL, needs_press

from ..console import console, harmless, print_problems
from ..game_names import own_file, resolve_game
from ..problems import ChapterFault, RulesFault
from .framework import (
    DECK,
    FINE,
    PROBLEMS,
    CommandWithExamples,
    ended_by_signals,
    game_argument,
    is_given,
    lang_option,
    out_option,
    rules_option,
    variant_option,
)

if TYPE_CHECKING:
    from zwanz_renderer.book import Built

    from ..model import Game

_OTHER_CHAPTERS = (
    "The shipped chapters speak of what these rules do not have. --chapters {} prints any rules; "
    "--draft builds these all the same; or write chapters of your own."
)
"""Printed where the shipped chapters do not fit; the blank is the folder of those that do."""
_STEPS = {
    "chapters": "reading the chapters",
    "drawings": "drawing the cards",
    "layout": "setting the pages",
    "booklet": "imposing the booklet",
    "files": "moving the files into place",
    **{name: form.step for name, form in FORMATS.items()},
}
"""What is shown for each step of a build."""


@click.command("book", cls=CommandWithExamples)
@game_argument
@variant_option
@lang_option
@out_option
@click.option(
    "--format",
    "formats",
    type=click.Choice(CHOICES),
    multiple=True,
    help="May be given several times; a5 (pdf is the same), letter and booklet are PDFs."
    "  [default: html and pdf]",
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
    help="Keep running, and build again whenever rules or chapters change.",
)
@click.option(
    "--chapters",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of chapters to use instead of the shipped ones.",
)
@click.option("--timings", is_flag=True, help="Print the time that each step takes.")
@rules_option
def command(
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

    Writes OUT/GAME.VARIANT.LANG.html, .pdf and .epub, and prints their names. If a chapter has a
    problem, nothing is written and an older book stays as it is, unless --draft is given.
    """
    wanted = tuple(dict.fromkeys(formats)) or USUAL
    own = own_file(game, variant)
    from zwanz_renderer.press import worker

    if needs_press(wanted) and not watching:
        worker.begin()
    from zwanz_renderer import book

    if watching:
        if every or set(wanted) - set(FORMATS):
            *most, last = FORMATS
            raise click.UsageError(f"--watch goes with one book as {', '.join(most)} or {last}")
        folders = [each for each in (own and own.parent, rules) if each is not None]
        _watch(lambda: resolve_game(game, variant, rules), lang, out, wanted, chapters, folders)
        return FINE

    asked = is_given("lang")
    langs = book.with_chapters() if every and not asked else [lang]
    several = every and variant is None
    loads = _every(game, rules) if several else [partial(resolve_game, game, variant, rules)]
    hint = chapters is None and own is not None
    sound = True
    with _progress() as (show, rest):
        for built in book.build_all(
            loads,
            out=out,
            langs=langs,
            choices=wanted,
            chapters=chapters,
            progress=show,
            draft=draft,
            in_worker=True,
        ):
            rest()
            if isinstance(built, RulesFault):
                _print_fault(built, lang if hint else None)
                sound = False
                continue
            _print_built(built)
            if timings:
                _print_timings(built)
            sound = sound and not built.problems
    return FINE if sound else PROBLEMS


def _print_fault(fault: RulesFault, hint: str | None) -> None:
    """Print the problems of a book that could not be built.

    ``hint`` is the language of the book where chapters for any rules could help, else None.
    """
    print_problems(fault.problems, err=True)
    if hint is not None and isinstance(fault, ChapterFault):
        from zwanz_renderer import book
        from zwanz_renderer.text.manuscript import shown

        folder = harmless(shown(book.chapters_of(book.ANY, hint)))
        click.echo(_OTHER_CHAPTERS.format(folder), err=True)


def _watch(
    load: Callable[[], Game],
    lang: str,
    out: Path,
    formats: tuple[str, ...],
    chapters: Path | None,
    rules: Sequence[Path],
) -> None:
    """Build a draft after each change and print its problems, until an interrupt."""
    from zwanz_renderer.book import watch
    from zwanz_renderer.text.manuscript import shown

    with suppress(KeyboardInterrupt), ended_by_signals(), _progress() as (show, rest):
        for outcome in watch(
            load, lang=lang, out=out, rules=rules, chapters=chapters, formats=formats, progress=show
        ):
            rest()
            for path in outcome.changed:
                click.echo(f"~ {harmless(shown(path))}")
            if outcome.built is not None:
                _print_built(outcome.built)
                click.echo(f"  {outcome.built.seconds:.2f} s")
            elif isinstance(outcome.error, RulesFault):
                print_problems(outcome.error.problems, err=True)
            else:
                click.echo(harmless(str(outcome.error)), err=True)


def _print_built(built: Built) -> None:
    """Print the files of a build, and the problems of a draft."""
    for path in built.paths:
        pages = f"  {built.pages} pages," if path == built.files.get("pdf") else " "
        click.echo(f"{path} {pages} {_size(path)}")
    print_problems(built.problems, err=True)


def _print_timings(built: Built) -> None:
    """Print the seconds of each step. Their sum may exceed the total, as steps overlap."""
    for step, seconds in built.timings.items():
        click.echo(f"  {seconds:6.2f} s  {_STEPS.get(step, step)}")
    click.echo(f"  {built.seconds:6.2f} s  in all")


def _every(game: str | None, rules: Path | None) -> Iterator[Callable[[], Game]]:
    """A loader for each rule set of a game, or of all games, or for the one that ``game`` names."""
    from ..library import library, load

    known = library(rules)
    if game is not None and game not in known.games():
        yield partial(resolve_game, game, None, rules)
        return
    for each, variant in known.rule_sets(*([game] if game is not None else [])):
        yield partial(load, each, variant, rules=rules)


@contextmanager
def _progress() -> Iterator[tuple[Callable[[str], None] | None, Callable[[], None]]]:
    """Gives two functions: one shows a step on a terminal, the other stops showing it."""
    if not sys.stderr.isatty():
        yield None, lambda: None
        return
    status = console(err=True).status("")

    def show(named_step: str) -> None:
        title, colon, step = named_step.rpartition(": ")
        status.update(f"{title}{colon}{_STEPS.get(step, step)}")
        status.start()

    try:
        yield show, status.stop
    finally:
        status.stop()


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"


@click.command("deck", cls=CommandWithExamples)
@click.argument("deck", type=DECK)
@out_option
@click.option(
    "--print",
    "to_print",
    is_flag=True,
    help="A PDF in true size, with bleed, crop marks and backs.",
)
@click.option("--box", is_flag=True, help="With --print: add a title card and a box to fold.")
@click.option(
    "--paper",
    type=click.Choice(("a4", "a3", "letter", "tabloid")),
    default="a4",
    show_default=True,
    help="With --print: the size of the paper.",
)
@click.option(
    "--thickness",
    type=click.FloatRange(0.1, 1),
    metavar="MM",
    default=0.35,
    show_default=True,
    help="With --box: the thickness of a card.",
)
@click.option(
    "--detail",
    type=click.Choice(("full", "book")),
    default="full",
    show_default=True,
    help="How finely the cards are drawn.",
)
@lang_option
@rules_option
def deck_command(
    deck: str,
    out: Path,
    to_print: bool,
    box: bool,
    paper: str,
    thickness: float,
    detail: str,
    lang: str,
    rules: Path | None,
) -> None:
    """Draw a pack of cards.

    Writes an SVG for each card into OUT/DECK, with the backs and a page that shows all of them.
    With --print it writes OUT/DECK.pdf, to which --box adds a title card and the net of a box.
    """
    if box and not to_print:
        raise click.UsageError("--box goes with --print")
    if not to_print and is_given("paper"):
        raise click.UsageError("--paper goes with --print")
    if not box and is_given("thickness"):
        raise click.UsageError("--thickness goes with --print --box")
    from ..library import load_deck

    pack = load_deck(deck, rules=rules)
    from zwanz_renderer import deck_print

    if to_print:
        file = out / f"{deck}.pdf"
        made_of = partial(deck_print.print_pdf, thickness=thickness, rules=rules)
        click.echo(made_of(pack, file, lang, paper, box=box))
        return
    made = deck_print.write_svgs(pack, out / deck, "book" if detail == "book" else "full", lang)
    click.echo(made[-1])


FOR_AUTHORS = ("reference", "cheat-sheet")
KINDS = ("summary", "score-sheet", "sources", *FOR_AUTHORS)


class _KindOrGame(click.Choice[str]):
    """A kind of leaflet. Any other word is accepted, as it may be the game when --all is given."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value


@click.command("leaflet", cls=CommandWithExamples)
@click.argument("kind", type=_KindOrGame(KINDS), required=False)
@game_argument
@variant_option
@lang_option
@out_option
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="For every rule set in every language, of the game or of all games; without KIND, all.",
)
@rules_option
@click.pass_context
def leaflet_command(
    ctx: click.Context,
    kind: str | None,
    game: str | None,
    variant: str | None,
    lang: str,
    out: Path,
    every: bool,
    rules: Path | None,
) -> None:
    """Print a leaflet, as HTML and as PDF.

    summary: the rules at a glance, on one page; score-sheet: to write scores on; sources: what
    other tables play, where the sources disagree and where they are silent. For authors of
    chapters, reference: every block with its attributes and its look; cheat-sheet: the same on one
    sheet.
    """
    if kind not in KINDS and every and game is None:
        kind, game = None, kind
    if kind is None and not every:
        raise click.UsageError(f"name a paper ({', '.join(KINDS)}), or print all with --all")
    if kind is not None:
        click.Choice(KINDS).convert(kind, ctx.command.params[0], ctx)
    from zwanz_renderer import book, leaflets, reference

    kinds = KINDS if kind is None else (kind,)
    write = {
        "summary": leaflets.write_summary,
        "score-sheet": leaflets.write_score_sheet,
        "sources": book.write_sources,
        "reference": reference.write_reference,
        "cheat-sheet": reference.write_cheat_sheet,
    }
    asked = is_given("lang")
    langs = book.with_chapters() if every and not asked else [lang]
    one = partial(resolve_game, game, variant, rules)
    loads = list(_every(game, rules)) if every and variant is None else [one]

    for each in kinds:
        for load in [one] if each in FOR_AUTHORS else loads:
            chosen = load()
            for spoken in langs:
                made = write[each](chosen, spoken, out)
                click.echo(made.html)
                click.echo(f"{made.pdf}  {made.pages} {'page' if made.pages == 1 else 'pages'}")
