"""``zwanz serve``: play in the browser; ``zwanz studio``: edit rules there, and play them."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..game_names import resolve_game
from ..problems import NotInstalled, WrongCall
from ..web.pace import PACE
from .framework import (
    FILE,
    CommandWithExamples,
    WholeNumber,
    game_argument,
    rules_option,
    variant_option,
)

_NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy")
_HOME = "127.0.0.1"
_Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def _listening_options(port: int, others: str) -> _Option:
    """The options for the address of a server; ``others`` says what another host is for."""
    host = click.option(
        "--host", default=_HOME, show_default=True, help=f"The address to listen at; {others}."
    )
    number = click.option(
        "--port",
        type=WholeNumber(min=0, max=65535),
        default=port,
        show_default=True,
        help="The port.",
    )
    return lambda command: host(number(command))


def _ask_for(what: str, *modules: str) -> None:
    """Raise `NotInstalled` where a module is missing. Its package must have the same name."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise NotInstalled(f"{what} needs more: pip install {' '.join(missing)}")


@click.command("serve", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--house",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="House rules that tables may use, too; may be given several times.",
)
@_listening_options(8020, "0.0.0.0 lets the local network in")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A host name under which browsers reach the server, besides its addresses.",
)
@click.option(
    "--database",
    envvar="ZWANZ_DATABASE",
    metavar="URL",
    help="The database of tables, as a URL of SQLAlchemy; by default an SQLite file in your home; "
    "also ZWANZ_DATABASE.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=PACE,
    show_default=True,
    help="Seconds that a player of the computer takes for a move.",
)
@rules_option
def serve(
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

    Opens tables for any rules of the library and for house rules. Only this machine can connect,
    unless --host allows more. Tables are kept when the server ends, and go on when it starts again.
    """
    _ask_for("the table in the browser", *_NEEDED)
    chosen = resolve_game(game, variant, rules)
    own = chosen.own_file
    files = [*house, *([Path(own)] if own is not None else [])]
    from ..web.app import run
    from ..web.rule_sets import RuleSets

    known = RuleSets(list(dict.fromkeys(file.absolute() for file in files)), rules)
    usual = f"house:{own.stem}" if own is not None else f"{chosen.id}:{chosen.variant}"
    run(known, database or _usual_database(), usual, host, port, names, pace)


def _usual_database() -> str:
    """The URL of an SQLite file in the user's folder for programs, made if missing."""
    folder = Path(click.get_app_dir("zwanz"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "name another place with --database"
        raise WrongCall(f"{folder} cannot be made: {error.strerror}", hint) from None
    return f"sqlite:///{folder / 'tables.db'}"


@click.command("studio", cls=CommandWithExamples)
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@_listening_options(
    8021,
    "at 0.0.0.0 friends can sit down at tables, but the studio still answers this machine alone",
)
@rules_option
def studio(folder: Path, host: str, port: int, rules: Path | None) -> None:
    """Edit rules and chapters in the browser, and play them.

    Prints an address with a token: whoever has it may edit. The page shows the text and, beside it,
    the problems, the printed page, the differences as sentences, and a table that plays by the
    rules as they are, saved or not.
    """
    _ask_for("the studio", *_NEEDED, "pygls")
    from ..studio.server import run

    run(folder, host, port, click.echo, rules)
