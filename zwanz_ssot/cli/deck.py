"""``zwanz deck``: a pack of cards as drawings, or as sheets to print, cut and play with."""

from __future__ import annotations

from pathlib import Path

import click

from .group import Taught
from .options import DECK, lang_option, out_option, rules_option


@click.command("deck", cls=Taught)
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
def command(
    deck: str, out: Path, to_print: bool, detail: str, lang: str, rules: Path | None
) -> None:
    """Draw a pack of cards.

    Writes one SVG a card into OUT/DECK, with the backs and a page that shows them all; with --print
    the PDF OUT/DECK.pdf.
    """
    from ..loading import load_deck

    pack = load_deck(deck, rules=rules)
    from zwanz_renderer import deck_print

    if to_print:
        click.echo(deck_print.print_pdf(pack, out / f"{deck}.pdf", lang))
        return
    made = deck_print.write_svgs(pack, out / deck, "book" if detail == "book" else "full", lang)
    click.echo(made[-1])
