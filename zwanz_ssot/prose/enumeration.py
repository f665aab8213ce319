"""Which rules a game has: the places that have a sentence. What prints, compares and traces rules counts them here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ..model import Game, Path

UNSAID = frozenset({"source", "name", "names"})
"""Names and where a rule comes from are told beside the rules."""
_NO_RULES = ("game", "name", "as_played", "deck", "not_used", "open")
"""What of a game's file is no rule of play."""

Says = Callable[[Path], bool]
"""Whether there is a sentence for all that stands at a path."""


def whole(game: Game, says: Says, path: Path, without: Collection[str] = ()) -> Iterator[Path]:
    """The rules at and below a path: a whole one where it can be said as one, else its parts."""
    found = game.at(path)
    parts = found if isinstance(found, Mapping) else {}
    if not without and says(path):
        yield path
        return
    for key in parts:
        if key not in without and key not in UNSAID:
            yield from whole(game, says, (*path, key))


def single(game: Game, says: Says) -> Iterator[Path]:
    """Every rule of the game by itself: what can be said in parts is divided, down to single settings."""
    for key in game.data:
        if key not in _NO_RULES and key not in UNSAID:
            yield from _divided(game, says, (key,), must=False) or ()


def _divided(game: Game, says: Says, path: Path, *, must: bool) -> list[Path] | None:
    """The single rules of a part; None where some of it ``must`` be said together with the rest. Where nothing stands
    in a mapping there is no rule."""
    found = game.at(path)
    if found == {}:
        return []
    if isinstance(found, Mapping) and (keys := [key for key in found if key not in UNSAID]):
        parts = [_divided(game, says, (*path, key), must=True) for key in keys]
        if not must or None not in parts:
            return [rule for part in parts for rule in part or ()]
    return [path] if says(path) else None
