"""Random rounds as test vectors: lines of JSON, as ``schema/vectors.schema.json`` has them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ..engine import Round, View, deal, table
from ..engine.random_play import random_round
from ..model import SEATS, Factor, Game, Ledger, Line
from ..problems import Mark, Problem, RulesFault
from ..schema import check
from ..source import Document, dotted

Data = dict[str, Any]
"""An object of JSON."""
FORMAT = 1
_DOUBLE = 4
"""Where rules know double rounds, each fourth round is one."""
_WRONG_STEP = "wrong_step"
"""The refusal of a kind of move that has no place in the step."""


def common_view(game: Game, view: View) -> Data:
    """What everybody knows: the same in the view of each seat."""
    cards = game.deck.cards
    gone = sum(1 << card for _, card in view.played)
    return {
        "contract": view.contract,
        "declarer": _seat(view.declarer),
        "called_card": cards[view.called_card].id if view.called_card is not None else None,
        "trick": [[SEATS[seat], cards[card].id] for seat, card in view.trick],
        "won": [SEATS[seat] for seat in view.winners],
        "levels": _levels(game, view.levels),
        "sides_told": _by_seat(view.public.sides),
        "holds": _hands(game, view.public.holds),
        "lacks": _hands(game, [lacks & ~gone for lacks in view.public.lacks]),
        "open": _hands(game, view.open),
    }


def own_view(game: Game, view: View) -> Data:
    """What this seat alone knows."""
    return {
        "hand": ids(game, view.hand),
        "said": [[SEATS[seat], str(move)] for seat, move in view.said],
        "talon": [None if packet is None else ids(game, packet) for packet in view.talon],
        "discards": ids(game, view.discards),
        "sides": _by_seat(view.sides),
    }


def changed(now: Data, before: Mapping[str, Any]) -> Data:
    """The parts of a view that differ from an earlier one."""
    return {
        name: value for name, value in now.items() if name not in before or before[name] != value
    }


def outcome(played: Round) -> Data:
    """The outcome of a round that is over.

    ``silent`` is the rule that does not say what it comes to; then there are no lines.
    """
    silent = played.silent()
    ledger = None if silent else played.ledger()
    data = {"thrown_in": played.thrown_in, "silent": silent.path if silent else None}
    return {**data, **(_ledger(ledger) if ledger else {})}


def ids(game: Game, cards: int) -> list[str]:
    """The cards of a set, as the pack lists them."""
    return [card.id for card in game.deck.cards if cards >> card.index & 1]


def _ledger(ledger: Ledger) -> Data:
    money = {"paid": _by_seat(ledger.paid)} if ledger.paid else {}
    return {
        "lines": [_ledger_line(line) for line in ledger.lines],
        "replaced": [{"item": item, "rule": dotted(rule)} for item, rule in ledger.replaced],
        "void": [dotted(rule) for rule in ledger.void],
        "scores": _by_seat(ledger.scores),
        **money,
        "double_rounds": ledger.double_rounds,
    }


def _ledger_line(line: Line) -> Data:
    money = {"paid": _by_seat(line.paid)} if line.paid else {}
    return {
        "item": line.item,
        "rule": dotted(line.case or line.rule),
        "claimants": [SEATS[seat] for seat in line.claimants],
        "announced": line.announced,
        "verdict": line.verdict,
        "value": line.value,
        "factors": [_factor(factor) for factor in line.factors],
        "winners": [SEATS[seat] for seat in line.winners],
        "losers": [SEATS[seat] for seat in line.losers],
        "each": _by_seat(line.each),
        **money,
    }


def _factor(factor: Factor) -> Data:
    data: Data = {
        "word": factor.word,
        "times": factor.times,
        "adds": factor.adds,
        "rule": dotted(factor.rule),
    }
    if factor.only_paid:
        data["only_paid"] = True
    return data if factor.seat < 0 else {**data, "against": SEATS[factor.seat]}


def _levels(game: Game, levels: Sequence[int]) -> dict[str, int]:
    """How often each item has been doubled, by its words; only those that have been."""
    names = ["game"]
    for bonus in game.bonuses:
        names += [bonus, ""] if game.announcements else [f"{bonus} declarers", f"{bonus} defenders"]
    names += [f"game {SEATS[seat]}" for seat in range(game.table.players)]
    return {name: level for name, level in zip(names, levels, strict=True) if level}


def _hands(game: Game, hands: Sequence[int]) -> dict[str, list[str]]:
    return {SEATS[seat]: ids(game, cards) for seat, cards in enumerate(hands) if cards}


def _by_seat(values: Sequence[Any]) -> Data:
    return {SEATS[seat]: value for seat, value in enumerate(values)}


def _seat(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def vectors(game: Game, rounds: int, seed: int = 0) -> Iterator[Data]:
    """The head and random rounds from a seed; the same on every platform."""
    yield {"vectors": {**head(game), "seed": seed, "rounds": rounds}}
    compiled, random = table(game), Random(seed)
    for number in range(1, rounds + 1):
        stakes = 2 if game.match.double_rounds and number % _DOUBLE == 0 else 1
        log: list[int] = []
        state = random_round(compiled, random, stakes, log)
        assert state.pack is not None
        pack = [game.deck.cards[card].id for card in state.pack]
        played = deal(game, pack=pack, stakes=stakes)
        moves = [str(compiled.moves.all[move]) for move in log]
        yield {"round": _round(number, pack, played, moves)}


def head(game: Game) -> Data:
    """What is true of all rounds: the game with its rules and its pack as plain data."""
    data = {
        "format": FORMAT,
        "game": game.id,
        "variant": game.variant,
        "seats": list(SEATS[: game.table.players]),
        "rules": game.data,
        "deck": game.deck.data,
    }
    # Through JSON, so that keys that are numbers become texts as in every line.
    plain: Data = json.loads(json.dumps(data))
    return plain


def text(line: Data) -> str:
    """A line as JSON, without the newline."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _round(number: int, pack: list[str], played: Round, moves: list[str]) -> Data:
    game, seen = played.game, _Seen(played.game)
    steps = []
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
    hands = {SEATS[seat]: ids(game, hand) for seat, hand in enumerate(state.dealt)}
    talon = [ids(game, packet) for packet in state.talon]
    dealt: Data = {"pack": pack, "hands": hands}
    if talon:
        dealt["talon"] = talon
    end = {**seen.since(played), **outcome(played)}
    return {"number": number, "stakes": state.stakes, "deal": dealt, "steps": steps, "end": end}


class _Seen:
    """The views so far, so that a step holds only what changes in them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._common: Data = {}
        self._own: list[Data] = [{} for _ in range(game.table.players)]

    def since(self, played: Round) -> Data:
        """What has changed, for all (``known``) and for each seat (``own``)."""
        each: Data = {}
        for seat, before in enumerate(self._own):
            view = played.view(seat)
            if seat == 0:
                common = common_view(self._game, view)
                known = changed(common, self._common)
                self._common = common
            own = own_view(self._game, view)
            if news := changed(own, before):
                each[SEATS[seat]] = news
            self._own[seat] = own
        return {"known": known, "own": each}


def _refused(played: Round) -> list[Data]:
    """Every other move of the game by the code and the rule of its refusal.

    Of a kind that has no place in this step, only the first move is listed.
    """
    found: dict[tuple[str, str], list[str]] = {}
    done_kinds: set[str] = set()
    for move in played.table.moves.all:
        if move.kind in done_kinds:
            continue
        refusal = played.why_not(str(move))
        if refusal is not None:
            found.setdefault((refusal.code, dotted(refusal.rule)), []).append(str(move))
            if refusal.code == _WRONG_STEP:
                done_kinds.add(move.kind)
    return [{"code": code, "rule": rule, "moves": moves} for (code, rule), moves in found.items()]


def read(path: Path) -> Iterator[Data]:
    """The lines of a file, each checked by the schema.

    Raises `RulesFault` at the first line that is no vector, OSError for no file.
    """
    with path.open("rb") as lines:
        number = 0
        for number, line in enumerate(lines, 1):
            yield _checked_line(str(path), number, line)
        if number == 0:
            raise _fault(str(path), 1, "the file is empty", "write one with `zwanz vectors`")


def _checked_line(file: str, number: int, line: bytes) -> Data:
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise _fault(file, number, "this line is not JSON") from None
    kind = "vectors" if number == 1 else "round"
    if not isinstance(data, dict) or list(data) != [kind]:
        raise _fault(file, number, f"this line has to be an object with the one key '{kind}'")
    if faults := check(Document(file, data, {}, {}), "vectors"):
        at = Mark(file, number, 1)
        raise RulesFault(
            Problem(at, fault.path, fault.text, fault.hint, fault.code) for fault in faults
        )
    return data


def _fault(file: str, line: int, text: str, hint: str = "") -> RulesFault:
    return RulesFault([Problem(Mark(file, line, 1), "", text, hint, "vectors")])
