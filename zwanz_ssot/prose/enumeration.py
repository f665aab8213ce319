"""Which rules a game has: the places that have a sentence. What prints, compares and traces rules counts them here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ..model import Game, Path

UNSAID = frozenset({"source", "name", "names"})
"""Names and where a rule comes from are told beside the rules."""
_NO_RULES = ("game", "name", "as_played", "deck", "not_used", "open")
"""What of a game's file is no rule of play."""
_OF_ANNOUNCING = ("announced_by", "announce_if")
_OF_ANNOUNCED = ("missed_announcement", "silent_beside_announced")

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
    """Every rule of the game by itself: what can be said in parts is divided, down to single settings. What is about
    something that the game does not have is left out."""
    for key in game.data:
        if key not in _NO_RULES and key not in UNSAID:
            yield from (path for path in _divided(game, says, (key,), must=False) or () if not moot(game, path))


def moot(game: Game, path: Path) -> bool:
    """Whether a rule makes no difference here: it is about announcing where nothing can be announced, or about what a
    bid cancels where there is nothing to cancel."""
    if path[:1] == ("bonuses",) and path[2:3] and path[2] in _OF_ANNOUNCING:
        return game.at((*path[:2], "value", "announced")) is None
    if path[:1] == ("settlement",) and path[1:] and path[1] in _OF_ANNOUNCED:
        return all(bonus.announced is None for bonus in game.bonuses.values())
    if path == ("auction", "overcall_cancels"):
        return not {"announce", "double"} & set(game.auction.in_one_turn)
    return False


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
