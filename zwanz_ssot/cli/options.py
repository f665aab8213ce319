"""The options that several commands share, and what a shell completes them with."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    TextType = click.ParamType[str]
    PathType = click.Path[Path]
else:
    TextType = click.ParamType
    PathType = click.Path


class Known(TextType):
    """A text that the shell completes with known names."""

    def __init__(self, name: str, known: Callable[[], tuple[str, ...]]) -> None:
        self.name = name
        self._known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(each) for each in self._known() if each.startswith(incomplete)]


def _games() -> tuple[str, ...]:
    from ..library import library

    return library().games()


def _variants() -> tuple[str, ...]:
    from ..library import BASE, library

    known = library()
    variants = {variant for game in known.games() for variant in known.variants(game)}
    return (BASE, *sorted(variants))


def _languages() -> tuple[str, ...]:
    from ..prose import languages

    return languages()


def _decks() -> tuple[str, ...]:
    from ..library import library

    return library().decks()


class ToWrite(PathType):
    """A file that is to be written: it has a name, and its folder is there."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(
        self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The file; a wrong call where none can be written there."""
        file = Path(super().convert(value, param, ctx))
        if not file.name:
            self.fail("a file is wanted, and this names none", param, ctx)
        if not file.absolute().parent.is_dir():
            self.fail(f"there is no folder {str(file.parent)!r} to write to", param, ctx)
        return file


class Seconds(click.FloatRange):
    """A number of seconds, up to a day."""

    def __init__(self) -> None:
        super().__init__(min=0.01, max=86_400)

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; a wrong call where it is out of range, or none."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


GAME = Known("game", _games)
VARIANT = Known("variant", _variants)
DECK = Known("deck", _decks)
RULE_SET = Known("rules", lambda: (*_games(), *_variants()))
FILE = click.Path(exists=True, path_type=Path)
TO_WRITE = ToWrite()

game_argument = click.argument("game", required=False, type=GAME)
variant_option = click.option(
    "--variant",
    "-v",
    type=VARIANT,
    metavar="VARIANT|FILE",
    help="Which variant, or the file of one of your own.",
)
out_option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="The folder that the files go to.",
)
lang_option = click.option(
    "--lang",
    "-l",
    type=Known("language", _languages),
    default="en",
    show_default=True,
    envvar="ZWANZ_LANG",
    metavar="LANG",
    help="The language of the sentences; also ZWANZ_LANG.",
)
rules_option = click.option(
    "--rules",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of rules instead of those that are shipped.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer as JSON, for programs.")
seed_type = click.IntRange(min=0)
