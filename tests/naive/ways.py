"""Ways into a round, as `docs/command-line.md` has them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from . import Position, after, kind, legal_moves

FIRST = ("deal", "misdeal", "auction")
LAST_TRICKS = 3

Way = tuple[str, ...]


def quiet(position: Position) -> str:
    """The quiet move: passing, keeping the cards, the first card by its text; else the first move
    by its text.
    """
    moves = legal_moves(position)
    for word in ("pass", "keep", "play", "discard"):
        for move in moves:
            if move.split()[0] == word:
                return move
    return moves[0]


def to_contract(start: Position, contract: str) -> tuple[Way, Position] | None:
    """The shortest way to a contract, with no other word: quiet moves, opening, naming the
    contract.
    """
    waiting: deque[tuple[Way, Position]] = deque([((), start)])
    while waiting:
        way, here = waiting.popleft()
        if here.over:
            continue
        if here.contract == contract and kind(here) not in FIRST:
            return way, here
        moves = legal_moves(here)
        naming = [
            move
            for move in moves
            if move.split()[0] in ("bid", "raise") and move.split()[1] == contract
        ]
        following = [quiet(here), *(move for move in moves if move == "open"), *naming[:1]]
        waiting.extend(((*way, move), after(here, move)) for move in dict.fromkeys(following))
    return None


def before(start: Position) -> Iterator[tuple[Way, Position]]:
    """The first position of each step up to the auction."""
    here, way, step = start, Way(), ""
    while not here.over and kind(here) in FIRST:
        if kind(here) != step:
            yield way, here
        step, move = kind(here), quiet(here)
        here, way = after(here, move), (*way, move)


def under(start: Position, contract: str) -> Iterator[tuple[Way, Position]]:
    """The first position of each step under a contract, and the one before the last tricks."""
    found = to_contract(start, contract)
    if found is None:
        return
    way, here = found
    step = ""
    while not here.over:
        last = kind(here) == "play" and len(here.tricks) == here.game.hand_size - LAST_TRICKS
        if last or kind(here) != step:
            yield way, here
        if last:
            return
        step, move = kind(here), quiet(here)
        here, way = after(here, move), (*way, move)


def wild(position: Position, number: int) -> tuple[Way, Position]:
    """A way of random moves that ends anywhere before the end of the round."""
    random = Random(number)
    ways: list[tuple[Way, Position]] = []
    way: Way = ()
    while not position.over:
        ways.append((way, position))
        moves = legal_moves(position)
        move = (
            "pass"
            if "pass" in moves and random.random() < 0.5
            else moves[int(random.random() * len(moves))]
        )
        way, position = (*way, move), after(position, move)
    return ways[int(random.random() * len(ways))] if ways else ((), position)
