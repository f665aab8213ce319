"""Which game is meant: ``GAME``, ``GAME:VARIANT``, a variant alone where that is clear, or the file
of a variant.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..loading import BASE, Library, library, load
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
    games = shelf.games()
    loaded = load(game or (games[0] if games else ""), file, rules=shelf.root)
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
