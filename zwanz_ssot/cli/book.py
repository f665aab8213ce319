"""``zwanz book``: the rulebook of a game, as HTML and as PDF."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .ending import Missing
from .group import Taught
from .options import game_argument, lang_option, rules_option, variant_option
from .output import console
from .picking import pick

if TYPE_CHECKING:
    from renderer.book import Built

    from ..model import Game

FORMATS = ("html", "pdf")
NO_LIBRARIES = "The Pango libraries are missing; scripts/book of a checkout installs them or says how"
_STEPS = {"chapters": "reading the chapters", "html": "drawing the page", "pdf": "printing the pages"}


@click.command("book", cls=Taught)
@game_argument
@variant_option
@lang_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="The folder that the book goes to.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(FORMATS),
    multiple=True,
    help="Only this one; may be given twice.  [default: both]",
)
@click.option(
    "--chapters",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of chapters instead of those that are shipped.",
)
@rules_option
def command(
    game: str | None,
    variant: str | None,
    lang: str,
    out: Path,
    formats: tuple[str, ...],
    chapters: Path | None,
    rules: Path | None,
) -> None:
    """Build a rulebook, as HTML and as PDF.

    Writes OUT/GAME.VARIANT.LANG.html and .pdf, and says where they lie. With a problem in a chapter nothing is
    written: a book that was there before stays as it is.
    """
    built = _build(pick(game, variant, rules), lang, out, tuple(dict.fromkeys(formats)) or FORMATS, chapters)
    for path in (built.html, built.pdf):
        if path is not None:
            pages = f"  {built.pages} pages," if path == built.pdf else " "
            click.echo(f"{path} {pages} {_size(path)}")


def _build(game: Game, lang: str, out: Path, formats: tuple[str, ...], chapters: Path | None) -> Built:
    """The book; on a terminal what is being done is shown meanwhile."""
    try:
        from renderer import book
    except OSError as error:  # WeasyPrint has not found the libraries that set the pages
        raise Missing(f"{NO_LIBRARIES} ({str(error).splitlines()[0]})") from None
    if not sys.stderr.isatty():
        return book.build(game, lang=lang, out=out, formats=formats, chapters=chapters)
    with console(err=True).status("beginning") as status:

        def show(step: str) -> None:
            status.update(_STEPS.get(step, step))

        return book.build(game, lang=lang, out=out, formats=formats, chapters=chapters, progress=show)


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"
