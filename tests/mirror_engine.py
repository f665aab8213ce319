"""An engine for the judge that asks the project itself: every game, every question. Its argument
spoils one answer.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import SEATS, CardSet, Game
from zwanz_ssot.vectors import files

SPOILT = sys.argv[1] if len(sys.argv) > 1 else ""


def reasons(played: Round, moves: list[str]) -> list[Any]:
    found = [played.why_not(move) for move in moves]
    return [each and {"code": each.code, "rule": ".".join(map(str, each.rule))} for each in found]


def seen(played: Round) -> dict[str, Any]:
    told = {}
    for seat in range(played.game.table.players):
        view = played.view(seat)
        told[SEATS[seat]] = {
            **view.known(),
            **view.own(),
        }
        if SPOILT == "talon":
            told[SEATS[seat]]["talon"] = [
                CardSet(played.game.deck, packet).ids for packet in played.state.talon
            ]
        if SPOILT == "sides":
            told[SEATS[seat]]["sides"] = played.view(0).sides
    return told


def settled(played: Round) -> dict[str, Any]:
    told = files.outcome(played)
    if SPOILT == "silent" and told["silent"]:
        told = {
            "thrown_in": None,
            "silent": None,
            "scores": dict.fromkeys(SEATS[: played.game.table.players], 0),
        }
    if SPOILT == "paid" and "paid" in told:
        told["paid"] = told["scores"]
    return told


def main() -> None:
    game: Game | None = None
    played: Round | None = None
    for line in sys.stdin:
        ((asked, told),) = json.loads(line).items()
        answer: dict[str, Any] = {"ok": True}
        if asked == "hello":
            game = load(told["game"], told["variant"])
            answer = {"hello": {"answers": ["legal", "refusals", "views", "settlement"]}}
        elif asked == "round":
            assert game is not None
            played = deal(game, pack=told["deal"]["pack"], stakes=told["stakes"])
        elif asked != "bye":
            assert played is not None
            if asked == "legal":
                seat = None if played.turn is None else SEATS[played.turn]
                answer = {"legal": {"seat": seat, "moves": list(played.texts())}}
                if SPOILT == "second_move" and len(played.history) == 1:
                    answer = {"sorry": "it is late"}
            elif asked == "refusals":
                answer = {"refusals": reasons(played, told)}
            elif asked == "views":
                answer = {"views": seen(played)}
            elif asked == "settlement":
                answer = {"settlement": settled(played)}
            else:
                played = played.after(told)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
