"""What the rules leave to the table: where a round may come out as no rule foresees.

Such a round cannot be settled. A variant answers: it says what holds, and drops the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...model import Condition, Game, Path, Role
from ...paths import dotted, is_within
from ...problems import Mark, Problem
from ...words.registry import plain
from .scopes import conditions

_DECLARING = "declaring_side"
_TABLE = "by_declared"


@dataclass(frozen=True)
class Silence:
    """A place where the rules may say nothing: when, and the changes that would say it."""

    at: Path
    when: str
    changes: tuple[str, ...]


def silences(game: Game) -> Iterator[Silence]:
    """Every place of a game where the rules may say nothing, once."""
    found = {each.at: each for each in (*both_declare(game), *_beyond_the_table(game))}
    yield from found.values()


def questions(game: Game) -> Iterator[Problem]:
    """What a table has to answer, each as a note at its line with what to write in a variant."""
    for each in silences(game):
        path = dotted(each.at)
        where = next(
            game.marks[each.at[:length]]
            for length in range(len(each.at), -1, -1)
            if each.at[:length] in game.marks
        )
        asked = [one for one in game.open if is_within(path, one.at)]
        drops = [f"{{at: open.{one.id}, drop: true, source: custom}}" for one in asked[:1]]
        text = f"the rules do not say what follows when {each.when}"
        if asked:
            text = f"left to the table: {asked[0].question.said('en')}"
        yield Problem(
            Mark(where.file, where.line, where.column),
            path,
            text,
            f"to answer it, a variant says {' and '.join((*each.changes, *drops))}",
            "open.question",
        )


def both_declare(game: Game) -> Iterator[Silence]:
    """Where the side is meant that has declared: both may have."""
    roles = [contract.claimed_by for contract in game.contracts.values()]
    for condition, _ in conditions(game):
        for part in plain(condition):
            roles += [arg for arg in part.args.values() if isinstance(arg, Role)]
    for role in roles:
        if role is not None and role.word == _DECLARING:
            change = f"{{at: {dotted(role.at)}, set: declarers, source: custom}}"
            yield Silence(role.at, "both sides have declared", (change,))


def _beyond_the_table(game: Game) -> Iterator[Silence]:
    """Where the points wanted are told for some sums declared, and others can be declared."""
    reached = _sums(game)
    for condition, _ in conditions(game):
        for part in plain(condition):
            if _TABLE not in part.args:
                continue
            at = (*part.at, part.word, _TABLE)
            missing = sorted(reached - _rows(part))
            if missing:
                said = " or ".join(map(str, missing))
                changes = tuple(
                    f"{{at: {dotted(at)}.{each}, add: …, source: custom}}" for each in missing
                )
                yield Silence(at, f"a side has declared {said}", changes)


def _rows(part: Condition) -> set[int]:
    rows = part.args[_TABLE]
    assert isinstance(rows, dict)
    return set(rows)


def _sums(game: Game) -> set[int]:
    """The points that one side can have declared, one suit of its pairs being trumps or none."""
    pairs = [
        (suit, declaration.points)
        for declaration in game.declarations.values()
        for suit in game.deck.suits
        if all(_has(game, suit, rank) for rank in declaration.ranks)
    ]
    found: set[int] = set()
    for trump in (None, *game.deck.suits):
        sums = {0}
        for suit, points in pairs:
            worth = points.trump if suit == trump else points.elsewhere
            sums |= {each + worth for each in sums}
        found |= sums
    return found


def _has(game: Game, suit: str, rank: str) -> bool:
    return any(card.suit == suit and card.rank == rank for card in game.deck.cards)
