"""Ways into a round: from the deal to a contract, on to each later step, and to the last tricks.

Nothing is said on such a way but what leads there. The *quiet* move passes, keeps the cards, plays
or discards a card, the first of these that is legal, and of several the first in the order of their
texts; where none of them is legal, it is the first text of all. A way to a contract is the shortest
one on which every move is quiet, opens without a contract, or names this contract (of several such
moves the first text); of ways equally long that which is quiet, then that which opens, for longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ..engine import Move, Round

QUIET = ("pass", "keep", "play", "discard")
LAST_TRICKS = 3
"""From so many tricks before the end a round can be counted to its end."""
BEFORE = ("deal", "misdeal", "auction")
"""Steps after which the contract stands; a game without an auction has its contract in them, too.
"""
_OPEN, PLAY = "open", "play"


def way(dealt: Round, contract: str) -> Round | None:
    """The first position after the auction under a contract; None where no such way leads there
    with these cards.
    """
    waiting = deque([dealt])
    while waiting:
        here = waiting.popleft()
        if here.turn is None:
            continue
        if _contract(here) == contract and here.step not in BEFORE:
            return here
        moves = sorted(here.moves(), key=str)
        opening = [move for move in moves if move.kind == _OPEN]
        naming = [move for move in moves if move.contract == contract]
        waiting.extend(
            here.after(move) for move in dict.fromkeys((quiet(here), *opening, *naming[:1]))
        )
    return None


def before(dealt: Round) -> Iterator[Round]:
    """The first position of each step up to the auction, on the quiet way from the deal."""
    here, step = dealt, ""
    while here.turn is not None and here.step in BEFORE:
        if here.step != step:
            yield here
        step, here = here.step, here.after(quiet(here))


def after(dealt: Round, contract: str) -> Iterator[Round]:
    """The first position of each step after the auction under a contract, and the one before the
    last tricks; nothing where no way leads there with these cards.
    """
    here, step = way(dealt, contract), ""
    while here is not None and here.turn is not None:
        last = here.step == PLAY and len(here.state.winners) == here.table.tricks - LAST_TRICKS
        if last or here.step != step:
            yield here
        if last:
            return
        step, here = here.step, here.after(quiet(here))


def quiet(here: Round) -> Move:
    """The move that leads on with the fewest words."""
    moves = sorted(here.moves(), key=str)
    return next((move for kind in QUIET for move in moves if move.kind == kind), moves[0])


def _contract(here: Round) -> str | None:
    number = here.state.contract
    return here.table.contract_ids[number] if number >= 0 else None
