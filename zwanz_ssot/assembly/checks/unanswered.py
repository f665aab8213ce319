"""Finds what the rules leave to the table: results of a round that no rule covers.

Such a round cannot be settled. A variant can say what holds, and drop the question. One kind is an
amount of a table of payments that cannot be shared, as two points by three players in a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import lcm

from ...model import SEATS, Condition, Contract, Game, Kontra, Path, Payment, Role
from ...paths import dotted, is_within, parse_path
from ...problems import Problem
from ...words.compiling import Compiler
from ...words.facts import Facts
from ...words.registry import ROLES, RoleFact, Seats, Test, plain, role_is, roles_in
from ...words.roles import innermost, most_declarers
from ...words.settings.speech import doubled_in
from .objectives import Untold, compiler_of, telling_no_more
from .scopes import conditions, roles

_TABLE = "by_declared"
_LISTED = 10
"""How many sums without points are named; a table of a shipped game lacks two."""
_MOST_SUMS = 1000
"""After so many sums no more are added up: each declaration may double them."""


@dataclass(frozen=True)
class Silence:
    """A gap in the rules: its path, when it matters, and the changes that would close it."""

    at: Path
    when: str
    changes: tuple[str, ...]


def silences(game: Game) -> Iterator[Silence]:
    """Every gap in the rules of a game, once."""
    every = (*both_declare(game), *_beyond_the_table(game), *_cannot_share(game))
    found = {each.at: each for each in every}
    yield from found.values()


def questions(game: Game) -> Iterator[Problem]:
    """The questions that a table has to answer, at their lines; hints say what a variant writes."""
    for each in silences(game):
        path = dotted(each.at)
        where = next(
            game.marks[each.at[:length]]
            for length in range(len(each.at), -1, -1)
            if each.at[:length] in game.marks
        )
        asked = [one for one in game.open if is_within(path, one.at) and _is_of_rule(one.at)]
        drops = [f"{{at: open.{one.id}, drop: true, source: custom}}" for one in asked[:1]]
        text = f"the rules do not say what follows when {each.when}"
        if asked:
            text = f"left to the table: {asked[0].question.text('en').rstrip('.')}"
        yield Problem(
            where.mark,
            path,
            text,
            f"to answer it, a variant says {' and '.join((*each.changes, *drops))}",
            "open.question",
        )


def _is_of_rule(path: str) -> bool:
    """Whether a path names a rule, not a whole contract or bonus, of which it asks other things."""
    return len(parse_path(path)) > 2


def both_declare(game: Game) -> Iterator[Silence]:
    """Gaps where a rule is about the side that has declared: both may have."""
    named = [*roles(game)]
    for condition, moment in conditions(game):
        named += [(role, moment) for role in roles_in(condition)]
    for role, moment in named:
        role = innermost(role)
        if role_is(role, RoleFact.DECLARING_SIDE) and moment in ROLES[role.word].moments:
            change = f"{{at: {dotted(role.at)}, set: declarers, source: custom}}"
            yield Silence(role.at, "both sides have declared", (change,))


def _beyond_the_table(game: Game) -> Iterator[Silence]:
    """Gaps where points are listed by declared sums, and other sums can be declared."""
    every = (part for condition, _ in conditions(game) for part in plain(condition))
    tables = [part for part in every if _TABLE in part.args]
    reached = _sums(game) if tables else set()
    for part in tables:
        at = (*part.at, part.word, _TABLE)
        missing = sorted(reached - _rows(part))[:_LISTED]
        if missing:
            sums = " or ".join(map(str, missing))
            changes = tuple(
                f"{{at: {dotted(at)}.{each}, add: …, source: custom}}" for each in missing
            )
            yield Silence(at, f"a side has declared {sums}", changes)


def _cannot_share(game: Game) -> Iterator[Silence]:
    """Gaps where an amount cannot be shared by so many players, or is shared by nobody."""
    seen: set[str] = set()
    for each in unshared(game):
        amounts = str(game.at(each.at[:-1]))
        if amounts in seen:
            continue  # the payments of a contract that is like another one
        seen.add(amounts)
        at, amount, by = each.at, str(abs(each.amount)), each.by
        if each.doubles:
            at, amount = ("kontra", "adds"), f"{amount}, {game.at(at)} after kontra,"
        value = "[…]" if at[-1] == "by_place" else "…"
        change = f"{{at: {dotted(at)}, set: {value}, source: custom}}"
        yield Silence(each.at, f"{amount} is to be shared by {by or 'nobody'}", (change,))


def _rows(part: Condition) -> set[int]:
    rows = part.args[_TABLE]
    assert isinstance(rows, dict)
    return set(rows)


def _sums(game: Game) -> set[int]:
    """The points that one side can have declared, with each suit as trumps and without trumps."""
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
            if len(sums) < _MOST_SUMS:
                sums |= {each + worth for each in sums}
        found |= sums
    return found


def _has(game: Game, suit: str, rank: str) -> bool:
    return any(card.suit == suit and card.rank == rank for card in game.deck.cards)


# ------------------------------------------------------------------------------------------ shares


@dataclass(frozen=True)
class Unshared:
    """A case of payments that fails in some round: the amount, how many players share it, and how
    many words of doubling led to it.
    """

    at: Path
    amount: int
    by: int
    doubles: int = 0


def unshared(game: Game) -> Iterator[Unshared]:
    """The amounts that cannot be shared, once for each case."""
    words = _Compiled(compiler_of(game))
    for contract in game.contracts.values():
        if contract.payments:
            rounds = _of_sides(game, contract) if contract.declarers else _rounds(game)
            found: dict[Path, Unshared] = {}
            kontra = _adding(game, contract)
            for facts in rounds:
                for losers in _losers(game, words, contract, facts):
                    facts.losers = losers
                    for each in _in_round(words, contract, kontra, facts):
                        found.setdefault(each.at, each)
            yield from found.values()


class _Compiled:
    """The conditions and roles of a game, each compiled once for all rounds."""

    def __init__(self, words: Compiler) -> None:
        self._words = words
        self._tests: dict[Path, Test] = {}
        self._seats: dict[Path, Seats] = {}

    def test(self, condition: Condition) -> Test:
        """The test of a condition."""
        if condition.at not in self._tests:
            self._tests[condition.at] = self._words.test(condition)
        return self._tests[condition.at]

    def seats(self, role: Role) -> Seats:
        """The players of a role."""
        if role.at not in self._seats:
            self._seats[role.at] = self._words.seats(role)
        return self._seats[role.at]


def _adding(game: Game, contract: Contract) -> Kontra | None:
    """The rules of kontra that add to what a case of a contract pays; None where nothing does. What
    only multiplies it can be shared as before.
    """
    kontra = game.kontra
    if kontra is None or not kontra.adds or "game" not in kontra.doubles or contract.kontra:
        return None
    return kontra if contract in doubled_in(game) else None


def _losers(game: Game, words: _Compiled, contract: Contract, facts: Facts) -> Iterator[int]:
    """The players who may have lost a round. Where points and tricks do not tell it, as of who held
    a card, it may be each one, several where the role may mean several, and nobody if the card may
    lie in the talon.
    """
    role = contract.losers
    if role is None:
        yield facts.losers
        return
    try:
        yield words.seats(role)(facts, 0)
    except Untold:
        inner = innermost(role)
        several = role is not inner or role_is(role, RoleFact.SEVERAL) or game.deck.copies > 1
        nobody = game.talon is not None and not role_is(inner, RoleFact.BY_RESULT)
        for seats in range(0 if nobody else 1, (1 << facts.players) - 1):
            if several or seats.bit_count() <= 1:
                yield seats


def _in_round(
    words: _Compiled, contract: Contract, kontra: Kontra | None, facts: Facts
) -> Iterator[Unshared]:
    """The amounts that cannot be shared in a round, in cases up to the first that surely holds."""
    for case in contract.payments:
        holds = True if case.when is None else _asked(words.test(case.when), facts)
        if holds is False:
            continue
        for times in _times(words, contract, facts):
            yield from _case(words, case, kontra, facts, times)
        if holds:
            return


_SHARES = lcm(*range(1, len(SEATS) + 1))
"""Factors that differ by a multiple of this make amounts that any number of players share alike."""


def _times(words: _Compiled, contract: Contract, facts: Facts) -> Iterable[int]:
    """The possible factors of an amount, the smallest of each that are shared alike."""
    found = {1}
    for each in contract.value_times:
        holds = _asked(words.test(each.when), facts)
        if holds is not False:
            times = {factor * each.times for factor in found}
            every = times if holds else found | times
            found = set(
                {factor % _SHARES: factor for factor in sorted(every, reverse=True)}.values()
            )
    return sorted(found)


def _case(
    words: _Compiled, case: Payment, kontra: Kontra | None, facts: Facts, times: int
) -> Iterator[Unshared]:
    if case.by_place:
        place = 0
        points = [facts.points(1 << seat) for seat in range(facts.players)]
        for worth in sorted(set(points), reverse=True):
            tied = points.count(worth)
            amount = sum(case.by_place[place : place + tied])
            if amount % tied:
                yield Unshared((*case.at, "by_place"), amount, tied)
            place += tied
    amounts = [case.total * times]
    if kontra is not None:
        for _ in kontra.levels:
            amounts.append((amounts[-1] + kontra.adds) * kontra.times)
    for role in (case.from_, case.to):
        count = None if role is None else _count(words.seats(role), facts)
        for doubles, amount in enumerate(amounts if count is not None else ()):
            if not count or amount % count:
                yield Unshared((*case.at, "total"), amount, count or 0, doubles)


def _asked(test: Test, facts: Facts) -> bool | None:
    try:
        return test(facts, 0)
    except Untold:
        return None


def _count(seats: Seats, facts: Facts) -> int | None:
    try:
        return seats(facts, 0).bit_count()
    except Untold:
        return None


# rounds


class _OfSides(Facts):
    """A round of which only the declarers and losers are known and, if ``other`` is given, the
    tricks and card points of each player.
    """

    def __init__(self, game: Game, declarers: int, losers: int, other: Facts | None) -> None:
        self.players, self.tricks = game.table.players, game.hand_size
        self.declarer, self.declarers, self.losers = 0, declarers, losers
        self._other = other

    def points(self, seats: int) -> int:
        if self._other is None:
            raise Untold
        return self._other.points(seats)

    def won(self, seats: int) -> int:
        if self._other is None:
            raise Untold
        return self._other.won(seats)


class _OfEach(Facts):
    """A round of which only the tricks and card points of each player are known."""

    def __init__(self, game: Game, points: tuple[int, ...], won: tuple[int, ...]) -> None:
        self.players, self.tricks = len(points), game.hand_size
        self.declarer, self.declarers, self.losers = -1, 0, 0
        self._points, self._won = points, won

    def points(self, seats: int) -> int:
        return self._sum(self._points, seats)

    def won(self, seats: int) -> int:
        return self._sum(self._won, seats)

    @staticmethod
    def _sum(each: tuple[int, ...], seats: int) -> int:
        return sum(own for seat, own in enumerate(each) if seats >> seat & 1)


_Each: Callable[[Game, tuple[int, ...], tuple[int, ...]], Facts] = telling_no_more(_OfEach)
_Sides: Callable[[Game, int, int, Facts | None], Facts] = telling_no_more(_OfSides)


def _by_cards(case: Payment) -> bool:
    """Whether the cards that each player has taken tell who pays or who is paid."""
    roles = [innermost(role) for role in (case.from_, case.to) if role is not None]
    return any(role_is(role, RoleFact.MAY_CHANGE) for role in roles)


def _of_sides(game: Game, contract: Contract) -> Iterator[Facts]:
    """Rounds with each number of declarers and of losers among them: any number of losers if others
    may join, else all or none.
    """
    joined = contract.joined.most if contract.joined is not None else 0
    each = any(case.by_place or _by_cards(case) for case in contract.payments)
    others: list[Facts | None] = [*_rounds(game)] if each else [None]
    most = game.table.players - (contract.joined is None)  # all may join, and nobody is left
    for count in range(1, min(most_declarers(contract, game) + joined, most) + 1):
        for lost in range(count + 1) if joined else (0, count):
            for other in others:
                yield _Sides(game, (1 << count) - 1, (1 << lost) - 1, other)


def _rounds(game: Game) -> Iterator[Facts]:
    """Rounds with each order of the players by card points, with ties; with and without tricks of
    the last ones, and with more and less than half of all points for the first.
    """
    players = game.table.players
    for places in product(range(players), repeat=players):
        groups = max(places) + 1
        if set(places) != set(range(groups)):
            continue
        for nothing in (False, True) if groups > 1 else (False,):
            worth = [0 if nothing and place == groups - 1 else 9 - place for place in places]
            for ahead in (0, 90):
                weights = [
                    own + (ahead if not place else 0)
                    for own, place in zip(worth, places, strict=True)
                ]
                whole = sum(weights)
                if len(set(weights) - {0}) == 1 and game.worth_of_all * max(weights) % whole:
                    continue  # all points cannot be shared equally
                points = tuple(game.worth_of_all * own // whole for own in weights)
                won = [int(own > 0) for own in worth]
                won[places.index(0)] += game.hand_size - sum(won)
                yield _Each(game, points, tuple(won))
