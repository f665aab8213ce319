"""``zwanz deck`` and ``zwanz leaflet``: cards as drawings or sheets, and papers beside the book."""

from __future__ import annotations

from pathlib import Path

import click

from ..game_names import resolve_game
from .framework import (
    DECK,
    CommandWithExamples,
    game_argument,
    lang_option,
    out_option,
    rules_option,
    variant_option,
)


@click.command("deck", cls=CommandWithExamples)
@click.argument("deck", type=DECK)
@out_option
@click.option(
    "--print",
    "to_print",
    is_flag=True,
    help="A PDF in true size, with bleed, crop marks and backs.",
)
@click.option(
    "--detail",
    type=click.Choice(("full", "book")),
    default="full",
    show_default=True,
    help="How finely.",
)
@lang_option
@rules_option
def deck_command(
    deck: str, out: Path, to_print: bool, detail: str, lang: str, rules: Path | None
) -> None:
    """Draw a pack of cards.

    Writes one SVG a card into OUT/DECK, with the backs and a page that shows them all; with --print
    the PDF OUT/DECK.pdf.
    """
    from ..library import load_deck

    pack = load_deck(deck, rules=rules)
    from zwanz_renderer import deck_print

    if to_print:
        click.echo(deck_print.print_pdf(pack, out / f"{deck}.pdf", lang))
        return
    made = deck_print.write_svgs(pack, out / deck, "book" if detail == "book" else "full", lang)
    click.echo(made[-1])


KINDS = ("summary", "score-sheet", "reference", "cheat-sheet")


@click.command("leaflet", cls=CommandWithExamples)
@click.argument("kind", type=click.Choice(KINDS))
@game_argument
@variant_option
@lang_option
@out_option
@rules_option
def leaflet_command(
    kind: str, game: str | None, variant: str | None, lang: str, out: Path, rules: Path | None
) -> None:
    """Print a paper beside the book, as HTML and as PDF.

    summary: the rules at a glance, on one page; score-sheet: to write on; for authors of chapters,
    reference: every block with its attributes and looks; cheat-sheet: the same on one sheet.
    """
    chosen = resolve_game(game, variant, rules)
    from zwanz_renderer import leaflets, reference

    write = {
        "summary": leaflets.write_summary,
        "score-sheet": leaflets.write_score_sheet,
        "reference": reference.write_reference,
        "cheat-sheet": reference.write_cheat_sheet,
    }[kind]
    made = write(chosen, lang, out)
    click.echo(made.html)
    click.echo(f"{made.pdf}  {made.pages} {'page' if made.pages == 1 else 'pages'}")
