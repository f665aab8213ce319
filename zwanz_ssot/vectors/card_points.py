"""Card points as an engine has counted them: what differs, and what it counts otherwise.

An engine may tell with a settlement what each side or player has taken. Wrong sums are laid to one
thing that explains all of them: declarations, cards with another worth, the last trick, cards that
nobody played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..engine import Round
from ..model import SEATS, SIDES, Game, Path, seats_in
from .engine import POINTS
from .files import Data

CARDS, LAST_TRICK, NOT_PLAYED = "counts_cards", "counts_last_trick", "counts_not_played"
DECLARATION, ALL_DECLARED, NONE_DECLARED = (
    *("counts_declaration", "counts_all_declared", "counts_none_declared"),
)
"""What an engine may count otherwise: some cards, the last trick, or cards that nobody played; a
declaration, one that does not count, or no declaration at all.
"""
_LEAST = 2
"""The fewest wrong sums that are explained: one alone fits nearly every card."""


class OtherCount(NamedTuple):
    """What an engine counts otherwise; ``right`` and ``got`` are parts of a point.

    >>> OtherCount(CARDS, ("H-Q", "D-Q"), Fraction(4), Fraction(3)).cards
    ('H-Q', 'D-Q')
    """

    what: str
    cards: tuple[str, ...]
    right: Fraction
    got: Fraction
    rule: Path = ()
    """The rule on it; empty: how cards are counted."""


class Declared(NamedTuple):
    """What a player has declared."""

    rule: Path
    """The rule on its points."""
    points: int
    counts: bool


class Sum(NamedTuple):
    """The card points of a side or a player, and by how many parts of a point an engine counts
    them otherwise.
    """

    name: str
    right: int
    off: Fraction
    cards: int
    """The cards that count, as a mask."""
    played: int
    """The cards that were played, by whomever."""
    won_last: bool
    declared: tuple[Declared, ...] = ()


def told_as(game: Game) -> str:
    """The name under which an engine tells card points.

    >>> import zwanz_ssot
    >>> told_as(zwanz_ssot.load("rufmariasch")), told_as(zwanz_ssot.load("koenigrufen"))
    ('points', 'thirds')
    """
    return POINTS[game.unit != 1]


def sums(at: Round, told: Data) -> Iterator[Sum]:
    """The sums that an engine has ``told``, by side or by seat, of a round whose tricks are all
    played.
    """
    state = at.state
    for name, amount in told.items():
        seats = _mask(at, name)
        right = state.points(seats)
        last = bool(seats >> state.winners[-1] & 1)
        off = Fraction(amount) - right
        declared = tuple(each for seat in seats_in(seats) for each in _declared_by(at, seat))
        yield Sum(name, right, off, state.taken_by(seats), state.all_played(), last, declared)


def _declared_by(at: Round, seat: int) -> Iterator[Declared]:
    declarations = at.table.play_step.in_play_calls.declarations
    for pair, points, counts in declarations.declared_by(at.state, seat):
        kind = "trump" if declarations.is_trump(at.state, pair) else "elsewhere"
        yield Declared((*pair.rule.at, "points", kind), points, counts)


def _mask(at: Round, name: str) -> int:
    """The seats of a side, or the one of this name."""
    if name in SEATS:
        return 1 << SEATS.index(name)
    declarers = at.state.declarers
    return declarers if name == SIDES[0] else (1 << at.game.table.players) - 1 & ~declarers


def explaining(game: Game, counted: Iterable[Sum]) -> OtherCount | None:
    """What alone explains all wrong sums and no right one; None where nothing does.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> ace = game.deck.by_id["H-A"].index
    >>> def counted(right, off):
    ...     return Sum("declarers", right, Fraction(off), 1 << ace, 1 << ace, False)
    >>> explaining(game, [counted(60, -1), counted(50, -1)]).got
    Fraction(9, 1)
    """
    every = list(dict.fromkeys(counted))
    if sum(each.off != 0 for each in every) < _LEAST:
        return None
    if found := _declaration(every):
        return found
    for worth, cards in _groups(game):
        if more := _more(every, [(each.cards & cards).bit_count() for each in every]):
            right = Fraction(worth)
            return OtherCount(CARDS, game.deck.shown(cards), right, right + more)
    if more := _more(every, [int(each.won_last) for each in every]):
        right = Fraction(game.count.last_trick * game.unit)
        return OtherCount(LAST_TRICK, (), right, right + more)
    left = [_worth(game, each.cards & ~each.played) for each in every]
    if _more(every, left) == -1:
        return OtherCount(NOT_PLAYED, (), Fraction(0), Fraction(0))
    return None


def _declaration(every: Sequence[Sum]) -> OtherCount | None:
    """The declaration that alone explains all wrong sums and no right one."""
    declared = dict.fromkeys(each for one in every for each in one.declared)
    for rule, points, counts in declared:
        times = [sum(each == (rule, points, True) for each in one.declared) for one in every]
        if counts and (more := _more(every, times)) not in (None, -points):
            return OtherCount(DECLARATION, (), Fraction(points), points + more, rule)
    for what, counting, way in ((ALL_DECLARED, False, 1), (NONE_DECLARED, True, -1)):
        for of in dict.fromkeys(rule[:2] for rule, _, _ in declared):
            sums = [
                sum(n for rule, n, counts in one.declared if rule[:2] == of and counts == counting)
                for one in every
            ]
            if _more(every, sums) == way:
                rule = of if counting else (*of, "counts_if")
                return OtherCount(what, (), Fraction(0), Fraction(0), rule)
    return None


def _more(every: Sequence[Sum], times: Sequence[int]) -> Fraction | None:
    """What makes each sum wrong as it is, if it comes in so many times; None if nothing does."""
    pairs = zip(every, times, strict=True)
    ways = {each.off / n if n else None for each, n in pairs if n or each.off}
    return ways.pop() if len(ways) == 1 else None


def _groups(game: Game) -> Iterator[tuple[int, int]]:
    """Cards that are easily counted wrong together, as masks, each with the worth of such a card:
    those of one rank, of one worth, of one suit, and each by itself.
    """
    cards = [(card, game.worth(card)) for card in game.deck.cards]
    found: dict[int, int] = {}
    for key in ("rank", "worth", "suit", "index"):
        groups: dict[Any, list[tuple[int, int]]] = {}
        for card, worth in cards:
            groups.setdefault(getattr(card, key, worth), []).append((worth, card.bit))
        for group in groups.values():
            worths = {worth for worth, _ in group}
            if len(worths) == 1:
                found[sum(bit for _, bit in group)] = worths.pop()
    return ((worth, cards) for cards, worth in found.items())


def _worth(game: Game, cards: int) -> int:
    return sum(game.worth(card) for card in game.deck.cards if cards & card.bit)
