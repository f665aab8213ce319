"""Which rules a game has: the paths that have a sentence, for printing, comparing and tracing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain

from ..model import Game, Path

UNSAID = frozenset({"source", "name", "names"})
"""Keys that are shown beside a rule: its source and its names."""
_NO_RULES = ("game", "name", "as_played", "deck", "not_used", "open")
"""Keys of a game's file that are no rules of play."""
_OF_ANNOUNCING = ("announced_by", "announce_if", "closes")
_WITH_ITS_STEP = {
    "kontra": "kontra",
    "announces_with_bid": "announcements",
    "must_announce": "announcements",
}
"""Rules of contracts by the part of the game without which they mean nothing."""
_OF_ANNOUNCED = ("missed_announcement", "silent_beside_announced")

Says = Callable[[Path], bool]
"""Whether one sentence covers the whole value at a path."""


def whole(game: Game, says: Says, path: Path, without: Collection[str] = ()) -> Iterator[Path]:
    """The rules at and below a path: the whole if it has a sentence, else its parts."""
    found = game.at(path)
    parts = found if isinstance(found, Mapping) else {}
    if not without and says(path):
        yield path
        return
    for key in parts:
        if key not in without and key not in UNSAID:
            yield from whole(game, says, (*path, key))


def single(game: Game, says: Says) -> Iterator[Path]:
    """Every rule of the game by itself, divided down to single settings where they have sentences.

    Rules about something that the game does not have are left out.
    """
    for key in game.data:
        if key in _NO_RULES or key in UNSAID:
            continue
        for path in _divided(game, says, (key,), must=False) or ():
            if not moot(game, path):
                yield path


def moot(game: Game, path: Path) -> bool:
    """Whether a rule makes no difference in this game.

    It is about announcing or doubling where nothing can be announced or doubled, or about what a
    bid cancels where there is nothing to cancel.
    """
    part, key = path[:1], path[2:3]
    if part == ("bonuses",) and key and key[0] in _OF_ANNOUNCING:
        return not _announced(game, path[1])
    if part == ("contracts",) and key and key[0] in _WITH_ITS_STEP:
        return game.at((_WITH_ITS_STEP[str(key[0])],)) is None
    if (part == ("settlement",) and path[1:] and path[1] in _OF_ANNOUNCED) or path[:2] == (
        "play",
        "announced_cards",
    ):
        return not any(_announced(game, bonus) for bonus in game.bonuses)
    if path == ("auction", "overcall_cancels"):
        return not {"announce", "double"} & set(game.auction.in_one_turn)
    return False


def _announced(game: Game, bonus: str | int) -> bool:
    """Whether the game has the bonus, and it can be announced."""
    found = game.bonuses.get(str(bonus))
    return found is not None and found.can_be_announced


def _divided(game: Game, says: Says, path: Path, *, must: bool) -> list[Path] | None:
    """The single rules of a part; an empty mapping has none.

    None where some of the part has no sentence by itself and it ``must`` be divided whole or not.
    """
    found = game.at(path)
    if found == {}:
        return []
    keys = [key for key in found if key not in UNSAID] if isinstance(found, Mapping) else []
    if keys:
        parts = [_divided(game, says, (*path, key), must=True) for key in keys]
        if not must or None not in parts:
            return list(chain.from_iterable(part or () for part in parts))
    return [path] if says(path) else None
