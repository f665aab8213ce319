"""``zwanz leaflet``: papers beside the book, for the table and for authors."""

from __future__ import annotations

from pathlib import Path

import click

from .group import Taught
from .options import game_argument, lang_option, out_option, rules_option, variant_option
from .picking import pick

KINDS = ("summary", "score-sheet", "reference", "cheat-sheet")


@click.command("leaflet", cls=Taught)
@click.argument("kind", type=click.Choice(KINDS))
@game_argument
@variant_option
@lang_option
@out_option
@rules_option
def command(
    kind: str, game: str | None, variant: str | None, lang: str, out: Path, rules: Path | None
) -> None:
    """Print a paper beside the book, as HTML and as PDF.

    summary: the rules at a glance, on one page; score-sheet: to write on; for authors of chapters,
    reference: every block with its attributes and looks; cheat-sheet: the same on one sheet.
    """
    chosen = pick(game, variant, rules)
    from zwanz_renderer import handouts, reference

    write = {
        "summary": handouts.write_summary,
        "score-sheet": handouts.write_score_sheet,
        "reference": reference.write_reference,
        "cheat-sheet": reference.write_cheat_sheet,
    }[kind]
    made = write(chosen, lang, out)
    click.echo(made.html)
    click.echo(f"{made.pdf}  {made.pages} {'page' if made.pages == 1 else 'pages'}")
