"""Random rounds as test vectors: a head, then a line a round, as ``schema/vectors.schema.json`` has
them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from ..engine import Round, deal, table
from ..engine.random_play import random_round
from ..model import SEATS, Game
from ..source import dotted
from . import views

Data = dict[str, Any]

FORMAT = 1
_DOUBLE = 4
"""Where rules know double rounds, each fourth round is one."""
_ELSEWHERE = "wrong_step"


def vectors(game: Game, rounds: int, seed: int = 0) -> Iterator[Data]:
    """The head and ``rounds`` rounds, played at random from ``seed``; the same on every platform."""
    yield {"vectors": {**head(game), "seed": seed, "rounds": rounds}}
    compiled, random = table(game), Random(seed)
    for number in range(1, rounds + 1):
        stakes = 2 if game.match.double_rounds and number % _DOUBLE == 0 else 1
        log: list[int] = []
        state = random_round(compiled, random, stakes, log)
        assert state.pack is not None
        pack = [game.deck.cards[card].id for card in state.pack]
        played = deal(game, pack=pack, stakes=stakes)
        yield {
            "round": _round(number, pack, played, [str(compiled.moves.all[move]) for move in log])
        }


def head(game: Game) -> Data:
    """What is true of all rounds: the game with its rules and its pack as plain data."""
    told = {
        "format": FORMAT,
        "game": game.id,
        "variant": game.variant,
        "seats": list(SEATS[: game.table.players]),
        "rules": game.data,
        "deck": game.deck.data,
    }
    found: Data = json.loads(
        json.dumps(told)
    )  # keys that are numbers become texts, as in every line
    return found


def text(line: Data) -> str:
    """A line as it stands in a file, without its end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _round(number: int, pack: list[str], played: Round, moves: list[str]) -> Data:
    game, seen, steps = played.game, _Seen(played.game), []
    for move in moves:
        assert played.turn is not None
        steps.append(
            {
                "step": played.step,
                "seat": SEATS[played.turn],
                "legal": [str(each) for each in played.moves()],
                "refused": _refused(played),
                **seen.since(played),
                "move": move,
            }
        )
        played = played.after(move)
    state = played.state
    hands = {SEATS[seat]: views.ids(game, hand) for seat, hand in enumerate(state.dealt)}
    talon = [views.ids(game, packet) for packet in state.talon]
    dealt = {"pack": pack, "hands": hands, **({"talon": talon} if talon else {})}
    end = {**seen.since(played), **views.outcome(played)}
    return {"number": number, "stakes": state.stakes, "deal": dealt, "steps": steps, "end": end}


class _Seen:
    """What everybody has seen so far, so that only changes are told."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._common: Data = {}
        self._own: list[Data] = [{} for _ in range(game.table.players)]

    def since(self, played: Round) -> Data:
        """What has changed: for all, and for each seat."""
        each: Data = {}
        for seat, before in enumerate(self._own):
            view = played.view(seat)
            if seat == 0:
                common = views.common(self._game, view)
                known = views.changed(common, self._common)
                self._common = common
            own = views.own(self._game, view)
            if news := views.changed(own, before):
                each[SEATS[seat]] = news
            self._own[seat] = own
        return {"known": known, "own": each}


def _refused(played: Round) -> list[Data]:
    """Every other move of the game by why it is refused: the code and the rule. Of a kind that has
    no place in this step the first move stands for all.
    """
    found: dict[tuple[str, str], list[str]] = {}
    kinds: set[str] = set()
    for move in played.table.moves.all:
        if move.kind in kinds:
            continue
        refusal = played.why_not(str(move))
        if refusal is not None:
            found.setdefault((refusal.code, dotted(refusal.rule)), []).append(str(move))
            if refusal.code == _ELSEWHERE:
                kinds.add(move.kind)
    return [{"code": code, "rule": rule, "moves": moves} for (code, rule), moves in found.items()]
