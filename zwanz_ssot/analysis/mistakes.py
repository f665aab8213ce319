"""Mistakes in a round that was played: cards that cost points against best play with open cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine import Round
from ..kernel import NotSolved, Solution, solve
from ..kernel.machine import can_compile
from ..model import Card, Seat

NODES = 2_000_000
"""The most nodes of a search: about a second with numba."""
PLAIN_NODES = 20_000
"""The most nodes of a search without numba: half a second, less than it takes to load numba."""


def solve_soon(
    position: Round, *, aim: str | None = None, nodes: int = NODES
) -> Solution | NotSolved:
    """Solve a position as `zwanz_ssot.kernel.solve` does, first for `PLAIN_NODES` without numba,
    which takes time to load. Where it is not installed, all ``nodes`` are searched without it.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.vectors import whole
    >>> start = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> rounds = list(after_each(whole(start), start))
    >>> len(solve_soon(rounds[-2], nodes=1000).cards)  # before the last card
    1
    """
    if can_compile() and nodes > PLAIN_NODES:
        found = solve(position, aim=aim, nodes=PLAIN_NODES, compiled=False)
        if isinstance(found, Solution):
            return found
    return solve(position, aim=aim, nodes=nodes, compiled=can_compile() and nodes > PLAIN_NODES)


@dataclass(frozen=True)
class JudgedCard:
    """A card that was played, compared with the best ones when all cards lie open.

    >>> import zwanz_ssot
    >>> card = zwanz_ssot.load("rufmariasch").deck.cards[0]
    >>> JudgedCard(30, Seat(0), card, value=12, best=(), best_value=15).lost
    3
    """

    number: int
    """The number of the move in the round, from 1."""
    seat: Seat
    card: Card
    value: int
    """The value of the position after it, for the declarers (`zwanz_ssot.kernel.solve`)."""
    best: tuple[Card, ...]
    """The best cards."""
    best_value: int
    """The value of the position after any of these."""

    @property
    def lost(self) -> int:
        """What the card cost the side of its player; 0 for one of the best."""
        return abs(self.best_value - self.value)


@dataclass(frozen=True)
class JudgedPlay:
    """The cards of a round, from the first one that could be solved to the last."""

    aim: str
    parts: int
    """How many parts of the values make a point."""
    cards: tuple[JudgedCard, ...]
    not_solved: int
    """How many cards before these could not be solved."""


def judge_play(rounds: Sequence[Round], *, nodes: int | None = None) -> JudgedPlay:
    """Judge the cards of a round, from the last one back to the first whose position takes more
    than ``nodes`` to solve; by default `NODES` with numba, `PLAIN_NODES` without it. ``rounds`` are
    the positions of the round, from the deal on (`after_each`).

    Raises `WrongCall` for contracts that the solver does not know.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.vectors import whole
    >>> start = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> rounds = list(after_each(whole(start), start))
    >>> [card.lost for card in judge_play(rounds[-5:], nodes=1000).cards]  # of the last trick
    [0, 0, 0, 0]
    """
    found: list[JudgedCard] = []
    most = nodes or (NODES if can_compile() else PLAIN_NODES)
    aim, parts, left = "", 1, 0
    for number in reversed(range(len(rounds) - 1)):
        before, after = rounds[number], rounds[number + 1]
        seat, move = after.history[-1]
        if before.step != "play" or move.kind != "play" or move.card is None:
            continue
        if left:
            left += 1
            continue
        solved = solve_soon(before, nodes=most)
        aim = solved.aim
        if isinstance(solved, NotSolved):
            left = 1
            continue
        parts = solved.parts
        deck = before.game.deck.by_id
        best = tuple(deck[id] for id, value in solved.cards.items() if value == solved.value)
        value = solved.cards[move.card.id]
        found.append(JudgedCard(number + 1, seat, move.card, value, best, solved.value))
    return JudgedPlay(aim, parts, tuple(reversed(found)), left)


def after_each(played: Round, start: Round) -> Iterator[Round]:
    """The positions of a round: its start, and that after each of its moves.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.vectors import whole
    >>> start = zwanz_ssot.deal(zwanz_ssot.load("rufmariasch"), seed=1)
    >>> rounds = list(after_each(whole(start), start))
    >>> rounds[0] == start, rounds[-1].over
    (True, True)
    """
    yield start
    for seat, move in played.history:
        start = start.after(move, seat)
        yield start
