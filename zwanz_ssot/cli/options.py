"""The options that several commands share, with what a shell can complete, and which game they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isnan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from ..library import BASE, Library, library, load, load_variant_file
from ..problems import WrongCall, did_you_mean

if TYPE_CHECKING:
    from ..model import Game


FILES = (".yaml", ".yml")


def pick(game: str | None, variant: str | None = None, rules: Path | None = None) -> Game:
    """Load the game that is meant. Without a name it is the one that has the variant, else the
    first of the library. `WrongCall` where that is not clear.
    """
    shelf = library(rules)
    found, said = _named(shelf, game) if game else (None, None)
    if said is not None and variant is not None:
        raise WrongCall(f"{game!r} names a variant already", "leave --variant out")
    variant = said if said is not None else variant
    if variant is not None and variant.endswith(FILES):
        return _from_file(shelf, found, variant)
    return load(found or _only(shelf, variant), variant or BASE, rules=rules)


def _named(shelf: Library, text: str) -> tuple[str | None, str | None]:
    """The game and the variant that a text names; None for what it leaves open."""
    if text.endswith(FILES):
        return None, text
    if ":" in text:
        game, _, variant = text.partition(":")
        return game, variant
    if text in shelf.games():
        return text, None
    having = [game for game in shelf.games() if text == BASE or text in shelf.variants(game)]
    if len(having) == 1:
        return having[0], text
    if text == BASE and shelf.first_game() is not None:
        return shelf.first_game(), text
    if having:
        raise WrongCall(
            f"several games have a variant {text!r}",
            f"write GAME:{text}, with one of {_list(having)}",
        )
    variants = {variant for game in shelf.games() for variant in shelf.variants(game)}
    hint = did_you_mean(text, {*shelf.games(), *variants}) or f"games are {_list(shelf.games())}"
    raise WrongCall(f"there is no game or variant {text!r}", hint)


def _from_file(shelf: Library, game: str | None, file: str) -> Game:
    """A variant of one's own; the file itself says of which game."""
    loaded = load_variant_file(Path(file), rules=shelf.root)
    if game is not None and loaded.id != game:
        raise WrongCall(f"{file} is a variant of {loaded.id}, not of {game}")
    return loaded


def _only(shelf: Library, variant: str | None) -> str:
    games = shelf.games()
    having = [game for game in games if variant in shelf.variants(game)]
    first = having[0] if len(having) == 1 else shelf.first_game()
    if first is not None:
        return first
    if not games:
        raise WrongCall(f"there are no games in {shelf.root}")
    raise WrongCall("which game?", f"name one of {_list(games)}")


def _list(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names)


if TYPE_CHECKING:
    TextType = click.ParamType[str]
    PathType = click.Path[Path]
else:
    TextType = click.ParamType
    PathType = click.Path


class Known(TextType):
    """A text; the shell completes it with what there is."""

    def __init__(self, name: str, known: Callable[[], tuple[str, ...]]) -> None:
        self.name = name
        self._known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """What begins so."""
        return [CompletionItem(each) for each in self._known() if each.startswith(incomplete)]


def _games() -> tuple[str, ...]:
    from ..library import library

    return library().games()


def _variants() -> tuple[str, ...]:
    from ..library import BASE, library

    shelf = library()
    return (BASE, *sorted({variant for game in shelf.games() for variant in shelf.variants(game)}))


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
RECORD = click.Path(exists=True, dir_okay=False, path_type=Path)

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


def spread(files: Iterable[Path]) -> list[Path]:
    """The files; of a folder, every YAML file in it that is not hidden. `WrongCall` for one that
    has none.
    """
    return [each for file in files for each in (_inside(file) if file.is_dir() else [file])]


def _inside(folder: Path) -> list[Path]:
    from ..source import stay

    found = sorted(folder.rglob("*.yaml"))
    seen = [
        each
        for each in found
        if not any(part.startswith(".") for part in each.relative_to(folder).parts)
    ]
    if not seen:
        raise WrongCall(f"there is no .yaml file in {str(folder)!r}")
    for each in seen:
        stay(each, folder)
    return seen
