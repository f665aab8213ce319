"""The second implementation as an engine for ``zwanz judge``: ``PYTHONPATH=tests python -m
naive.answering``.

It answers the legal moves and the settlement of a round, in every game.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from zwanz_ssot.library import load
from zwanz_ssot.model import SEATS, Game

from . import Position, Silent, after, begin, legal_moves, settle


def legal(position: Position) -> dict[str, Any]:
    """Answer whose turn it is, and the legal moves."""
    seat = None if position.seat is None else SEATS[position.seat]
    return {"legal": {"seat": seat, "moves": legal_moves(position)}}


def settlement(position: Position, stakes: int, doubled_for: list[str]) -> dict[str, Any]:
    """Answer the settlement of the round."""
    try:
        scores = settle(position, frozenset(map(SEATS.index, doubled_for)))
    except Silent:
        return {"thrown_in": None, "silent": True}
    if scores is None:
        return {"thrown_in": position.thrown_in, "silent": None}
    written, paid = ([stakes * each for each in account] for account in scores)
    account = {"scores": dict(zip(SEATS, written, strict=False))}
    return {
        **account,
        "paid": dict(zip(SEATS, paid, strict=False)),
        "thrown_in": None,
        "silent": None,
    }


def main() -> None:
    """Answer questions until there are no more."""
    game: Game | None = None
    position: Position | None = None
    stakes = 1
    doubled_for: list[str] = []
    for line in sys.stdin:
        ((asked, given),) = json.loads(line).items()
        answer: dict[str, Any] = {"ok": True}
        if asked == "hello":
            game = load(given["game"], given["variant"])
            answer = {"hello": {"engine": "naive", "answers": ["legal", "settlement"]}}
        elif asked == "round":
            assert game is not None
            stakes, restricted = given["stakes"], given.get("restricted", False)
            doubled_for = given.get("doubled_for", [])
            position = begin(game, pack=given["deal"]["pack"], restricted=restricted)
        elif asked == "bye":
            break
        else:
            assert position is not None
            if asked == "legal":
                answer = legal(position)
            elif asked == "settlement":
                answer = {"settlement": settlement(position, stakes, doubled_for)}
            elif given in legal_moves(position):
                position = after(position, given)
            else:
                answer = {"sorry": f"{given} is not legal here"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
