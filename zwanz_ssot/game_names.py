"""Loads a game by its name: GAME, GAME:VARIANT, a VARIANT of one game only, or a variant's file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .library import BASE, Library, is_rule_file, library, load, load_variant_file
from .model import Game
from .problems import WrongCall, did_you_mean


def resolve_game(game: str | None, variant: str | None = None, rules: Path | None = None) -> Game:
    """Load a game by its name, and by a variant that the name does not have.

    Without a name it is the only game that has the variant, else the first of the library.
    ``rules`` is a folder of rules to use instead of the shipped ones. Raises `WrongCall` for an
    unknown or ambiguous name.

    >>> resolve_game("directnet").variant
    'directnet'
    """
    known = library(rules)
    found, named = _parse(known, game) if game else (None, None)
    if named is not None and variant is not None:
        raise WrongCall(f"{game!r} names a variant already", "leave --variant out")
    variant = named if named is not None else variant
    if variant is not None and is_rule_file(variant):
        return _from_file(known, found, variant)
    return load(found or _only(known, variant), variant or BASE, rules=rules)


def own_file(*names: str | None) -> Path | None:
    """The file of house rules among the names of a game and a variant; None if neither is one.

    >>> own_file("anrufen", "house.yaml"), own_file("anrufen", None)
    (PosixPath('house.yaml'), None)
    """
    return next((Path(name) for name in names if name is not None and is_rule_file(name)), None)


def rule_set_names(known: Library) -> set[str]:
    """Every name of a game or a variant."""
    variants = {variant for game in known.games() for variant in known.variants(game)}
    return {BASE, *known.games(), *variants}


def _parse(known: Library, text: str) -> tuple[str | None, str | None]:
    """The game and the variant that a text names; None for what it leaves open."""
    if is_rule_file(text):
        return None, text
    if ":" in text:
        game, _, variant = text.partition(":")
        return game, variant
    if text in known.games():
        return text, None

    # A variant alone. Every game has the base; the library says which game comes first.
    having = [game for game in known.games() if text == BASE or text in known.variants(game)]
    if len(having) == 1:
        return having[0], text
    if text == BASE and known.first_game() is not None:
        return known.first_game(), text
    if having:
        raise _ambiguous(text, having)
    near = did_you_mean(text, rule_set_names(known) - {BASE})
    games = f"games are {_list(known.games())}"
    if known.root == library().root:
        games += "; those of your own are found with --rules FOLDER"
    raise WrongCall(f"there is no game or variant {text!r}", near or games)


def _from_file(known: Library, game: str | None, file: str) -> Game:
    """The variant in a file, which must be of ``game`` if that is given."""
    loaded = load_variant_file(Path(file), rules=known.root)
    if game is not None and loaded.id != game:
        raise WrongCall(f"{file} is a variant of {loaded.id}, not of {game}")
    return loaded


def _only(known: Library, variant: str | None) -> str:
    """The only game that has a variant, else the first of the library, unless others have it."""
    games = known.games()
    having = [game for game in games if variant in known.variants(game)]
    first = having[0] if len(having) == 1 else known.first_game()
    if variant is not None and len(having) > 1 and first not in having:
        raise _ambiguous(variant, having)
    if first is not None:
        return first
    if not games:
        raise no_games(known)
    raise WrongCall("which game?", f"name one of {_list(games)}")


def no_games(known: Library) -> WrongCall:
    """The error for a folder of rules without games."""
    return WrongCall(f"there are no games in {known.root}")


def _ambiguous(variant: str, games: Iterable[str]) -> WrongCall:
    """The error for a variant that several games have."""
    hint = f"write GAME:{variant}, with one of {_list(games)}"
    return WrongCall(f"several games have a variant {variant!r}", hint)


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
