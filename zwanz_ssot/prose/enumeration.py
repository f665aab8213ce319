"""Which rules a game has: the places that have a sentence. What prints, compares and traces rules
counts them here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from ..model import Game, Path

UNSAID = frozenset({"source", "name", "names"})
"""Names and where a rule comes from are told beside the rules."""
_NO_RULES = ("game", "name", "as_played", "deck", "not_used", "open")
"""What of a game's file is no rule of play."""
_OF_ANNOUNCING = ("announced_by", "announce_if", "closes")
_WITH_ITS_STEP = {
    "kontra": "kontra",
    "announces_with_bid": "announcements",
    "must_announce": "announcements",
}
"""Rules of contracts, each with the part of the game that it is about."""
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
    """Every rule of the game by itself: what can be said in parts is divided, down to single
    settings. What is about something that the game does not have is left out.
    """
    for key in game.data:
        if key not in _NO_RULES and key not in UNSAID:
            yield from (
                path
                for path in _divided(game, says, (key,), must=False) or ()
                if not moot(game, path)
            )


def moot(game: Game, path: Path) -> bool:
    """Whether a rule makes no difference here: it is about announcing or doubling where nothing can
    be announced or doubled, or about what a bid cancels where there is nothing to cancel.
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
    """Whether there is a bonus, and it can be announced."""
    found = game.bonuses.get(str(bonus))
    return found is not None and found.can_be_announced


def _divided(game: Game, says: Says, path: Path, *, must: bool) -> list[Path] | None:
    """The single rules of a part; None where some of it ``must`` be said together with the rest.
    Where nothing stands in a mapping there is no rule.
    """
    found = game.at(path)
    if found == {}:
        return []
    if isinstance(found, Mapping) and (keys := [key for key in found if key not in UNSAID]):
        parts = [_divided(game, says, (*path, key), must=True) for key in keys]
        if not must or None not in parts:
            return [rule for part in parts for rule in part or ()]
    return [path] if says(path) else None
