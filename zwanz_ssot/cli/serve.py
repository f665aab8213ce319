"""``zwanz serve``: the table in the browser."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from ..game_names import resolve_game
from ..problems import NotInstalled, WrongCall
from .framework import (
    FILE,
    CommandWithExamples,
    game_argument,
    rules_option,
    variant_option,
)

_NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy")
_HOME = "127.0.0.1"


@click.command("serve", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--house",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="House rules to choose from, too; may be given several times.",
)
@click.option(
    "--host",
    default=_HOME,
    show_default=True,
    help="The address to listen at; 0.0.0.0 lets the local network in.",
)
@click.option(
    "--port",
    type=click.IntRange(min=0, max=65535),
    default=8020,
    show_default=True,
    help="The port.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name under which browsers may ask for the server, beside its addresses.",
)
@click.option(
    "--database",
    envvar="ZWANZ_DATABASE",
    metavar="URL",
    help="Where tables are kept, as of SQLAlchemy: an SQLite file of your own without it; also "
    "ZWANZ_DATABASE.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=0.75,
    show_default=True,
    help="Seconds that a player of the house takes for a move.",
)
@rules_option
def command(
    game: str | None,
    variant: str | None,
    house: tuple[Path, ...],
    host: str,
    port: int,
    names: tuple[str, ...],
    database: str | None,
    pace: float,
    rules: Path | None,
) -> None:
    """Play in the browser, against simple players and with friends.

    Opens a table for any rules of the library and for house rules. Only this machine is served
    unless --host says more. A table outlives the server: started again, it goes on.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        text = f"the table in the browser needs {', '.join(missing)}"
        raise NotInstalled(f"{text}: pip install 'zwanz-ssot[web]'")
    chosen = resolve_game(game, variant, rules)
    own = chosen.own_file
    files = [*house, *([Path(own)] if own is not None else [])]
    from ..web.rule_sets import RuleSets
    from ..web.server import run

    known = RuleSets(list(dict.fromkeys(file.absolute() for file in files)), rules)
    usual = f"house:{own.stem}" if own is not None else f"{chosen.id}:{chosen.variant}"
    run(known, database or _usual_database(), usual, host, port, names, pace)


def _usual_database() -> str:
    """An SQLite file in the folder where programs keep what is the user's."""
    folder = Path(click.get_app_dir("zwanz"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "name another place with --database"
        raise WrongCall(f"{folder} cannot be made: {error.strerror}", hint) from None
    return f"sqlite:///{folder / 'tables.db'}"
