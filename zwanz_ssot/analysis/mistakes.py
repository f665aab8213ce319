"""Mistakes in a round that was played, as they show when all cards lie open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine import Round
from ..kernel import NotSolved, Solution, solve
from ..kernel.machine import can_compile
from ..model import Card, Seat

NODES = 2_000_000
"""How many nodes a position is searched for: about a second with numba."""
PLAIN_NODES = 20_000
"""How many are looked at without numba first: half a second, less than it takes to load it. Without
numba no more than this is searched before the cards of a round.
"""


def solve_soon(
    position: Round, *, aim: str | None = None, nodes: int = NODES
) -> Solution | NotSolved:
    """`zwanz_ssot.kernel.solve`, without numba as long as that is quick. Where numba is not
    installed, all ``nodes`` are searched without it.
    """
    if can_compile() and nodes > PLAIN_NODES:
        found = solve(position, aim=aim, nodes=PLAIN_NODES, compiled=False)
        if isinstance(found, Solution):
            return found
    return solve(position, aim=aim, nodes=nodes, compiled=can_compile() and nodes > PLAIN_NODES)


@dataclass(frozen=True)
class JudgedCard:
    """A card that was played, beside the best one with all cards open."""

    number: int
    """Which move of the round it was, from 1."""
    seat: Seat
    card: Card
    value: int
    """What the position comes to after it, for the declarers' side (`zwanz_ssot.kernel.solve`)."""
    best: tuple[Card, ...]
    """The cards that were best."""
    best_value: int

    @property
    def lost(self) -> int:
        """What the card has cost the side of its player; 0 for one that was as good as any."""
        return abs(self.best_value - self.value)


@dataclass(frozen=True)
class JudgedPlay:
    """The cards of a round, from the first one that could be solved to the last."""

    aim: str
    parts: int
    """How many parts a point of the values has."""
    cards: tuple[JudgedCard, ...]
    not_solved: int
    """How many cards before them took too many nodes."""


def judge_play(rounds: Sequence[Round], *, nodes: int | None = None) -> JudgedPlay:
    """Solve the positions of a round before each card, from the last one back to the first that
    takes more than ``nodes``; None: `NODES` with numba, `PLAIN_NODES` without it. ``rounds`` are
    the round after each move, from the deal on.

    `WrongCall` for contracts that are not solved at all.
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
    """The round after each of its moves, from its start on."""
    yield start
    for seat, move in played.history:
        start = start.after(move, seat)
        yield start
