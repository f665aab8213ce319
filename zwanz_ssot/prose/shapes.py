"""The kind of each value in a rule file, read from the schemas; its entry in a words file; and the
rules of a game that have a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from ..model import Game, Path
from ..paths import dotted
from ..problems import WrongCall, repeated
from ..schema import Node, below, definition, resolved, root

ANY = "*"
KINDS = (
    "role",
    "condition",
    "cards",
    "trick",
    "card",
    "text",
    "rung",
    "discard",
    "all_pass",
    "cite",
    "open",
)
"""The definitions of the terms schema that are a kind of their own."""
_UNSPOKEN = ("idle", "cover", "nouns")
"""Keys for tools, for the cover and for sentences: no rules, so without sentences."""


@dataclass(frozen=True)
class Shape:
    """The kind of a value (one of ``KINDS``, or ``object``, ``map``, ``list``, ``win`` or
    ``plain``) and its schema.
    """

    kind: str
    node: Node

    @property
    def has_parts(self) -> bool:
        """Whether the value is a mapping whose parts are rules of their own."""
        return self.kind in ("object", "map")


def shape(path: Path) -> Shape | None:
    """The shape of the value at a path of a game's rules; None if the schema has no such path."""
    here = _shape(root("game"))
    for step in path:
        part = below(here.node, step)
        if not part or here.kind in KINDS:
            return None
        here = _shape(part)
    return here


def has_parts(path: Path) -> bool:
    """Whether the rules have a mapping at this path whose parts are rules of their own."""
    found = shape(path)
    return found is not None and found.has_parts


def rule_around(path: Path) -> Path:
    """The beginning of a path up to a value that is no mapping of rules: a condition, a name, a
    number.
    """
    return next(
        (path[:length] for length in range(len(path)) if not has_parts(path[:length])), path
    )


def item_shape(of: Shape) -> Shape:
    """The shape of the entries of a list."""
    return _shape(of.node["items"])


def places(path: Path = ()) -> Iterator[Path]:
    """The path of every property that the game schema declares. ``*`` stands for any name."""
    here = shape(path)
    assert here is not None
    for step in [*here.node.get("properties", {})] if here.has_parts else []:
        if step in _UNSPOKEN:
            continue
        yield (*path, step)
        yield from places((*path, step))
    if here.kind == "map":
        yield (*path, ANY)
        yield from places((*path, ANY))


def _shape(node: Node) -> Shape:
    name, node = definition(node), resolved(node)
    if name in KINDS:
        return Shape(name, node)
    if "best_of" in node.get("properties", {}):
        return Shape("win", node)
    if isinstance(node.get("additionalProperties"), Mapping):
        return Shape("map", node)
    kinds = node.get("type", ())
    if "array" in kinds and "object" not in kinds:
        return Shape("list", node)
    return Shape("object" if "object" in kinds else "plain", node)


ANYWHERE = "**"
_END = ""
"""The key for the patterns that end at a step; no step is empty."""


@dataclass(frozen=True)
class Pattern:
    """An entry of ``settings``, for the paths that fit its ``steps``."""

    key: str
    entry: Mapping[str, Any]
    steps: tuple[str, ...]

    def names(self, path: Path) -> dict[str, str] | None:
        """The values of the wildcards for a path; None if the path does not fit."""
        if self.steps[0] == ANYWHERE:
            return {} if path[-len(self.steps) + 1 :] == self.steps[1:] else None
        if len(path) != len(self.steps):
            return None
        pairs = list(zip(self.steps, map(str, path), strict=True))
        if any(step != part and not step.startswith("<") for step, part in pairs):
            return None
        return {step[1:-1]: part for step, part in pairs if step.startswith("<")}


class Found(NamedTuple):
    """A pattern, the values of its wildcards, and the length of the path that fits."""

    pattern: Pattern
    names: Mapping[str, str]
    length: int


class NoRule(WrongCall, KeyError):
    """No game has a rule at this path."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"no game has a rule at '{repeated(dotted(path))}'")


class Patterns:
    """All patterns of a words file, in a tree of their steps."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.all = tuple(
            Pattern(
                key, entry if isinstance(entry, Mapping) else {"text": entry}, tuple(key.split("."))
            )
            for key, entry in entries.items()
        )
        self._first: dict[str, Any] = {}
        self._last: dict[str, list[Pattern]] = {}
        for it in self.all:
            if it.steps[0] == ANYWHERE:
                self._last.setdefault(it.steps[-1], []).append(it)
            else:
                self._grow(it)

    def _grow(self, pattern: Pattern) -> None:
        """Add a pattern at the end of its steps. All wildcards are the same step."""
        here = self._first
        for step in pattern.steps:
            here = here.setdefault(ANY if step.startswith("<") else step, {})
        here.setdefault(_END, []).append(pattern)

    def find(self, path: Path) -> Found | None:
        """The pattern for a path: of those that fit, the one with the fewest wildcards."""
        fitting = [
            Found(it, names, len(path))
            for it in self._ending(path)
            if (names := it.names(path)) is not None
        ]
        return min(fitting, key=lambda found: len(found.names)) if fitting else None

    def _ending(self, path: Path) -> Iterator[Pattern]:
        """The patterns that may fit, first those that fit anywhere."""
        if path:
            yield from self._last.get(str(path[-1]), ())
        ways = [self._first]
        for step in path:
            ways = [way[key] for way in ways for key in (str(step), ANY) if key in way]
        for way in ways:
            yield from way.get(_END, ())

    def speaks_whole(self, path: Path) -> bool:
        """Whether a path has one sentence for its whole value."""
        found = self.find(path)
        return found is not None and "text" in found.pattern.entry

    def around(self, path: Path) -> Found | None:
        """The pattern with a ``within`` for the beginning of a path; the rest of the path, from its
        last step on, has its own pattern.
        """
        for length in range(1, len(path) + 1):
            found = self.find(path[:length])
            if found and "within" in found.pattern.entry:
                return found
        return None

    def rest(self, path: Path) -> Path:
        """The path whose pattern is used: the whole, or the rest within a pattern around it."""
        around = self.around(path)
        return path[around.length - 1 :] if around else path

    def sayable(self, path: Path, *, composed: bool) -> bool:
        """Whether a path has a pattern, or, if ``composed``, parts that may have some."""
        rest = self.rest(path)
        return self.find(rest) is not None or (composed and has_parts(rest))

    def owner(self, path: Path) -> Path:
        """The nearest path at or above this one with a sentence. Raises `NoRule` if none has."""
        for length in range(len(path), 0, -1):
            if self.sayable(path[:length], composed=length == len(path)):
                return path[:length]
        raise NoRule(path)


UNSAID = frozenset({"source", "name", "names"})
"""Keys that are shown beside a rule: its source and its names."""
ABOUT_RULES = ("source", "cover", "nouns", "open", "not_used")
"""Keys with values about rules, which are no difference between two rule sets."""
_NO_RULES = ("game", "name", "as_played", "cover", "nouns", "deck", "not_used", "open")
"""Keys of a game's file that are no rules of play."""
_OF_ANNOUNCING = ("announced_by", "announce_if", "closes")
_WITH_ITS_STEP = {
    "kontra": "kontra",
    "announces_with_bid": "announcements",
    "must_announce": "announcements",
}
"""Rules of contracts, each with the part of the game without which it means nothing."""
_OF_BIDDING = ("by", "only", "requires")
"""Rules that mean nothing in a contract that nobody bids."""
_OF_ANNOUNCED = ("missed_announcement", "silent_beside_announced")
_OF_SPEECH = ("closes", "overcall_cancels")
_DOUBLES = ("doubles", "bonus_doubles")
"""Words of the lists of what is said that mean nothing where nothing is doubled."""

Says = Callable[[Path], bool]
"""Whether there is one sentence for the whole value at a path."""


def whole(game: Game, says: Says, path: Path, without: Collection[str] = ()) -> Iterator[Path]:
    """The paths of the rules at and below a path: the whole if it has a sentence, else its parts,
    except the keys in ``without`` and what makes no difference in this game.
    """
    found = game.at(path)
    parts = found if isinstance(found, Mapping) else {}
    if not without and says(path):
        yield path
        return
    for key in parts:
        if key not in without and key not in UNSAID and not moot(game, (*path, key)):
            yield from whole(game, says, (*path, key))


def single(game: Game, says: Says) -> Iterator[Path]:
    """The path of every rule of a game, divided into single settings as far as they have sentences.
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

    It is about announcing or doubling where nothing can be announced or doubled, about bidding what
    cannot be bid, about what a bid cancels where there is nothing to cancel, or about a value that
    is never paid.
    """
    part, key = path[:1], path[2:3]
    if part == ("bonuses",) and key and key[0] in _OF_ANNOUNCING:
        if not _announced(game, path[1]):
            return True
        if path[3:] == () and key[0] == "closes":
            return all(is_moot_word(game, path, word) for word in game.at(path) or ())
        return False
    if part == ("contracts",) and key and key[0] in _OF_BIDDING and game.auction.ladder:
        return path[1] not in game.auction.ladder
    if part == ("contracts",) and key == ("value",):
        contract = game.contracts.get(str(path[1]))
        return contract is not None and not game.pays_value(contract)
    if path == ("settlement", "each_pays"):
        return not game.bonuses and not any(map(game.pays_value, game.contracts.values()))
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


def is_moot_word(game: Game, path: Path, word: Any) -> bool:
    """Whether a word of a list of what is said is about doubles, and nothing is doubled."""
    return path[-1] in _OF_SPEECH and word in _DOUBLES and game.kontra is None


def _announced(game: Game, bonus: str | int) -> bool:
    """Whether the game has the bonus, and it can be announced."""
    found = game.bonuses.get(str(bonus))
    return found is not None and found.can_be_announced


def _divided(game: Game, says: Says, path: Path, *, must: bool) -> list[Path] | None:
    """The paths of the single rules of a part; an empty mapping has none.

    With ``must``, a part is not divided unless every rule in it has a sentence; None if it has no
    sentence itself either.
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
