"""An engine for the judge that is the project itself, in every game and for every question.

Its first argument spoils one answer, or makes it another kind of engine. A second one is the file
of a variant that it plays in place of the rules that it is asked about.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load, load_variant_file
from zwanz_ssot.model import SEATS, CardSet, Game, seats_in
from zwanz_ssot.vectors import files
from zwanz_ssot.vectors.amounts import amount_of

SPOILT = sys.argv[1] if len(sys.argv) > 1 else ""
HOUSE = Path(sys.argv[2]) if len(sys.argv) > 2 else None
ANSWERS: dict[str, Any] = {
    "play": {"legal": ["play"], "views": ["play"], "position": True},
    "turn": {"legal": True, "settlement": True, "position": True},
    "next_seat": {"legal": True, "settlement": True, "position": True},
    "settlement": {"settlement": True},
}
"""The questions that another kind of engine answers; by default all."""


_OTHER_WORDS: dict[str, Callable[[list[str], str | None], list[str]]] = {
    # Leaves out what others may say.
    "in_turn": lambda moves, seat: [move for move in moves if ": " not in move],
    # Lets a seat move that has no turn.
    "no_turn": lambda moves, seat: [*moves, "second: pass" if seat == "third" else "third: pass"],
    # Lets a seat move when the round is over.
    "after_all": lambda moves, seat: [*moves, *(["third: double game"] if seat is None else [])],
    # Leaves out whose item is doubled, where only one side's can be.
    "no_side": lambda moves, seat: [
        short if sum(each.startswith(short) for each in moves) == 1 else move
        for move in moves
        for short in [re.sub(r"^(double \w+) \w+$", r"\1", move)]
    ],
    # Lists a move twice.
    "twice": lambda moves, seat: [*moves, *moves[:1]],
    # Names the seat whose turn it is.
    "named": lambda moves, seat: [move if ": " in move else f"{seat}: {move}" for move in moves],
}
"""Other lists of legal moves, made of the right one and the seat whose turn it is."""


def taken(played: Round, seats: int, rank: str) -> int:
    """How many cards of a rank a player has taken."""
    cards = (card for card in played.game.deck.cards if card.rank == rank)
    return sum(bool(played.state.taken_by(seats) & card.bit) for card in cards)


def laid_away(played: Round, seats: int) -> int:
    """The worth of what a player has of the cards that nobody played."""
    cards = played.state.taken_by(seats) & ~played.state.all_played()
    return sum(played.game.worth(card) for card in played.game.deck.cards if cards & card.bit)


def declared(played: Round, seats: int, *, counts: bool, trump: bool = False) -> int:
    """The points of what was declared and counts or not, of all or of trumps alone."""
    declarations = played.table.play_step.in_play_calls.declarations
    return sum(
        points
        for seat in seats_in(seats)
        for pair, points, counting in declarations.declared_by(played.state, seat)
        if counting == counts and (not trump or declarations.is_trump(played.state, pair))
    )


_OTHER_POINTS: dict[str, Callable[[Round, int], float]] = {
    "points": lambda played, seats: 0,
    "other_unit": lambda played, seats: 0,
    "float": lambda played, seats: 0.0,
    "kings": lambda played, seats: -3 * taken(played, seats, "K"),
    "last_trick": lambda played, seats: 10 * (seats >> played.state.winners[-1] & 1),
    "no_talon": lambda played, seats: -laid_away(played, seats),
    "half_trumps": lambda played, seats: -declared(played, seats, counts=True, trump=True) // 2,
    "all_pairs": lambda played, seats: declared(played, seats, counts=False),
    "no_pairs": lambda played, seats: -declared(played, seats, counts=True),
    "kings_and_queens": lambda played, seats: taken(played, seats, "K") - taken(played, seats, "Q"),
}
"""By how many parts of a point the card points of a player are told wrong."""


_STRANGE: dict[str, tuple[str, Any]] = {
    "strange_claimants": ("claimants", "forehand"),
    "other_claimants": (
        "claimants",
        lambda claimants: [seat for seat in SEATS[:4] if seat not in claimants],
    ),
    "twice_claimants": ("claimants", ["forehand", "forehand"]),
    "strange_factors": ("factors", 2),
    "strange_factor": ("factors", ["kontra"]),
    "more_factors": ("factors", lambda factors: [*factors, {"times": 2}]),
    "strange_value": ("value", True),
    "strange_each": ("each", lambda each: list(each.values())),
    "no_scores": ("scores", None),
    "words": ("scores", lambda scores: dict.fromkeys(scores, "many")),
    "true_scores": ("scores", lambda scores: dict.fromkeys(scores, True)),
    "one_score": ("scores", lambda scores: {"forehand": scores["forehand"]}),
    "more_scores": ("scores", lambda scores: {**scores, "sixth": 0}),
    "other_scores": ("scores", lambda scores: {**scores, "north": 0}),
    "double_lines": ("lines", lambda lines: lines * 2),
    "no_line": ("lines", []),
    "thrown_in": ("thrown_in", True),
    "few_tarocks": ("thrown_in", "few_tarocks"),
    "strange_reason": ("silent", 5),
    "strange_doubles": ("double_rounds", "0"),
    "float": ("scores", lambda scores: {seat: float(score) for seat, score in scores.items()}),
}
"""A part of the last line of the settlement, or of the settlement itself, in another shape."""


def reasons(played: Round, moves: list[str]) -> list[Any]:
    found = [played.why_not(move) for move in moves]
    return [each and {"code": each.code, "rule": ".".join(map(str, each.rule))} for each in found]


def seen(played: Round) -> dict[str, Any]:
    views: dict[str, Any] = {}
    if SPOILT == "no_views":
        return views
    for seat in range(played.game.table.players):
        view = played.view(seat)
        views[SEATS[seat]] = {
            **view.known(),
            **view.own(),
        }
        if SPOILT == "talon":
            views[SEATS[seat]]["talon"] = [
                CardSet(played.game.deck, packet).ids for packet in played.state.talon
            ]
        if SPOILT == "undoubled":
            views[SEATS[seat]]["levels"] = {}
        if SPOILT == "blank":
            views[SEATS[seat]]["hand"] = ""
        if SPOILT == "true":
            levels = views[SEATS[seat]]["levels"]
            views[SEATS[seat]]["levels"] = {item: n == 1 or n for item, n in levels.items()}
        if SPOILT == "sides":
            views[SEATS[seat]]["sides"] = played.view(0).sides
    return views


def settled(played: Round) -> dict[str, Any]:
    outcome = files.outcome(played)
    if SPOILT == "silent" and outcome["silent"]:
        outcome = {
            "thrown_in": None,
            "silent": None,
            "scores": dict.fromkeys(SEATS[: played.game.table.players], 0),
        }
    if SPOILT == "value_with_factors":
        for line in outcome.get("lines", ()):
            line["value"] = int(amount_of(line))
    if SPOILT in _STRANGE and "scores" in outcome:
        part, value = _STRANGE[SPOILT]
        spoilt = outcome["lines"][-1] if part in outcome["lines"][-1] else outcome
        spoilt[part] = value(spoilt[part]) if callable(value) else value
    if SPOILT.startswith("undoubled"):
        undo_doubles(outcome)
    if SPOILT == "double_lines_and_one" and "scores" in outcome:
        outcome["lines"] *= 2
        outcome["scores"]["forehand"] += 1
    if SPOILT in ("only_each", "undoubled_each"):
        for line in outcome.get("lines", ()):
            for part in ("value", "factors", "rule"):
                del line[part]
    if SPOILT in ("no_lines", "undoubled_scores"):
        outcome.pop("lines", None)
    if SPOILT == "paid" and "paid" in outcome:
        outcome["paid"] = outcome["scores"]
    if SPOILT in _OTHER_POINTS:
        outcome["points" if (played.game.unit == 1) != (SPOILT == "other_unit") else "thirds"] = {
            SEATS[seat]: played.state.points(1 << seat) + _OTHER_POINTS[SPOILT](played, 1 << seat)
            for seat in range(played.game.table.players)
        }
    return outcome


def undo_doubles(outcome: dict[str, Any]) -> None:
    """Settle as if nothing had been doubled."""
    for line in outcome.get("lines", ()):
        whole = amount_of(line)
        line["factors"] = [each for each in line["factors"] if "kontra" not in each["rule"]]
        share = amount_of(line) / whole
        line["each"] = {seat: int(amount * share) for seat, amount in line["each"].items()}
        outcome["scores"] = {
            seat: sum(each["each"][seat] for each in outcome["lines"]) for seat in outcome["scores"]
        }


def set_up(played: Round, position: dict[str, Any]) -> Round:
    """The round of a position; this engine needs only what was said."""
    begun = deal(played.game, pack=[card.id for card in played.deal], **played.carried.as_dict())
    for _, move in position["said"]:
        begun = begun.after(move)
    assert begun.contract is not None and begun.contract.id == position["contract"]
    assert {
        seat: list(hand.ids) for seat, hand in zip(SEATS, begun.hands, strict=False)
    } == position["hands"]
    return begun


def main() -> None:
    game: Game | None = None
    played: Round | None = None
    for line in sys.stdin:
        ((asked, given),) = json.loads(line).items()
        answer: dict[str, Any] = {"ok": True}
        if asked == "hello":
            game = load_variant_file(HOUSE) if HOUSE else load(given["game"], given["variant"])
            whole = ["legal", "refusals", "views", "settlement"]
            answer = {"hello": {"answers": ANSWERS.get(SPOILT, whole)}}
        elif asked == "round":
            assert game is not None
            played = deal(game, pack=given["deal"]["pack"], **files.carried_of(given).as_dict())
        elif asked != "bye":
            assert played is not None
            if asked == "legal":
                seat = None if played.turn is None else SEATS[played.turn]
                answer = {"legal": {"seat": seat, "moves": list(played.texts())}}
                if SPOILT in _OTHER_WORDS:
                    answer["legal"]["moves"] = _OTHER_WORDS[SPOILT](answer["legal"]["moves"], seat)
                if SPOILT == "second_move" and len(played.history) == 1:
                    answer = {"sorry": "it is late"}
                if (
                    SPOILT == "next_seat"
                    and seat
                    and (played.step == "call" or played.view(0).trick)
                ):
                    count = played.game.table.players
                    answer["legal"]["seat"] = SEATS[(SEATS.index(seat) + 1) % count]
                if SPOILT == "turn" and played.step == "auction":
                    answer = {"legal": {"seat": None, "moves": []}}
            elif asked == "refusals":
                answer = {"refusals": reasons(played, given)}
                if SPOILT == "accepts":
                    answer = {"refusals": [None for _ in given]}
            elif asked == "position":
                played = set_up(played, given)
                answer = {"ok": True}
            elif asked == "views":
                answer = {"views": seen(played)}
            elif asked == "settlement":
                answer = {"settlement": settled(played)}
            elif refusal := played.why_not(given):
                answer = {"sorry": f"{given} is not legal here: {refusal}"}
            else:
                played = played.after(given)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
