"""What a seat knows, and what a round came to, as plain data: cards by their ids, seats and items
by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine import Round, View
from ..model import SEATS, Factor, Game, Ledger, Line
from ..source import dotted

Data = dict[str, Any]


def common(game: Game, view: View) -> Data:
    """What everybody knows: the same in the view of each seat."""
    cards = game.deck.cards
    return {
        "contract": view.contract,
        "declarer": _seat(view.declarer),
        "called_card": cards[view.called_card].id if view.called_card is not None else None,
        "trick": [[SEATS[seat], cards[card].id] for seat, card in view.trick],
        "won": [SEATS[seat] for seat in view.winners],
        "levels": _levels(game, view.levels),
        "sides_told": _by_seat(view.public.sides),
        "holds": _hands(game, view.public.holds),
        "lacks": _hands(game, [lacks & ~_gone(view) for lacks in view.public.lacks]),
        "open": _hands(game, view.open),
    }


def own(game: Game, view: View) -> Data:
    """What this seat knows besides."""
    return {
        "hand": ids(game, view.hand),
        "said": [[SEATS[seat], str(move)] for seat, move in view.said],
        "talon": [None if packet is None else ids(game, packet) for packet in view.talon],
        "discards": ids(game, view.discards),
        "sides": _by_seat(view.sides),
    }


def changed(now: Data, before: Mapping[str, Any]) -> Data:
    """The parts of a view that are not as they were."""
    return {
        name: value for name, value in now.items() if name not in before or before[name] != value
    }


def outcome(played: Round) -> Data:
    """What a round that is over came to. ``silent`` is the rule that does not say it; then there
    are no lines.
    """
    silent = played.silent()
    ledger = None if silent else played.ledger()
    told = {"thrown_in": played.thrown_in, "silent": silent.path if silent else None}
    return {**told, **(_ledger(ledger) if ledger else {})}


def ids(game: Game, cards: int) -> list[str]:
    """The cards of a set, as the pack lists them."""
    return [card.id for card in game.deck.cards if cards >> card.index & 1]


def _ledger(ledger: Ledger) -> Data:
    money = {"paid": _by_seat(ledger.paid)} if ledger.paid else {}
    return {
        "lines": [_line(line) for line in ledger.lines],
        "replaced": [{"item": item, "rule": dotted(rule)} for item, rule in ledger.replaced],
        "void": [dotted(rule) for rule in ledger.void],
        "scores": _by_seat(ledger.scores),
        **money,
        "double_rounds": ledger.double_rounds,
    }


def _line(line: Line) -> Data:
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
    told: Data = {
        "word": factor.word,
        "times": factor.times,
        "adds": factor.adds,
        "rule": dotted(factor.rule),
    }
    if factor.only_paid:
        told["only_paid"] = True
    return told if factor.seat < 0 else {**told, "against": SEATS[factor.seat]}


def _levels(game: Game, levels: Sequence[int]) -> dict[str, int]:
    """How often each item has been doubled, by the words that double it; those that have not been
    are left out.
    """
    names = ["game"]
    for bonus in game.bonuses:
        names += [bonus, ""] if game.announcements else [f"{bonus} declarers", f"{bonus} defenders"]
    names += [f"game {SEATS[seat]}" for seat in range(game.table.players)]
    return {name: level for name, level in zip(names, levels, strict=True) if level}


def _gone(view: View) -> int:
    return sum(1 << card for _, card in view.played)


def _hands(game: Game, hands: Sequence[int]) -> dict[str, list[str]]:
    return {SEATS[seat]: ids(game, cards) for seat, cards in enumerate(hands) if cards}


def _by_seat(values: Sequence[Any]) -> Data:
    return {SEATS[seat]: value for seat, value in enumerate(values)}


def _seat(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]
