"""``zwanz games``: what there is to play, and in which languages it is told."""

from __future__ import annotations

from pathlib import Path

import click

from .group import Taught
from .options import json_option, lang_option, rules_option
from .output import print_json, show


@click.command("games", cls=Taught)
@lang_option
@rules_option
@json_option
def command(lang: str, rules: Path | None, as_json: bool) -> None:
    """List the games, their variants, and the languages."""
    from ..loading import BASE, library, load
    from ..prose import Prose, languages

    shelf = library(rules)
    every = {
        game: {
            variant: load(game, variant, rules=rules) for variant in (BASE, *shelf.variants(game))
        }
        for game in shelf.games()
    }
    for variants in every.values():
        Prose(variants[BASE], lang)  # refuses a language that there is not
    if as_json:
        games = [
            {
                "game": game,
                "name": dict(variants[BASE].game_name.texts),
                "variants": [
                    {"variant": key, "name": dict(each.name.texts)}
                    for key, each in variants.items()
                ],
            }
            for game, variants in every.items()
        ]
        print_json({"games": games, "languages": list(languages())})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("Game", style="bold")
    table.add_column("Variant", style="cyan")
    table.add_column("Name")
    for game, variants in every.items():
        for number, (key, each) in enumerate(variants.items()):
            table.add_row(game if number == 0 else "", key, each.name.said(lang))
    show(table, f"\nLanguages: {', '.join(languages())}")
