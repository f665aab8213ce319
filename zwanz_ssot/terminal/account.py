"""The settlement as a table, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..engine import Round
from ..explain import card_text
from ..explain.legality import place
from ..model import SEATS, Factor, Game, Ledger, Line, seats_in
from ..prose import Prose
from ..prose.accounts import signed, standing
from ..prose.phrases import Phrases

_SEAT_WIDTH = 8
_GAP = 2


def account(
    prose: Prose,
    phrases: Phrases,
    played: Round,
    ledger: Ledger,
    totals: Sequence[int] | None = None,
) -> RenderableType:
    """The lines with their reasons, the scores of the round, and by seat what everybody has so far."""
    parts: list[RenderableType] = [Text(f"\n{phrases('account')}", style="bold cyan")]
    if ledger.lines:
        seats = [
            Text(card_text.seat(prose, seat), style="dim", justify="right")
            for seat in range(len(ledger.scores))
        ]
        parts.append(_row(Text(), "", seats))
    else:
        parts.append(Text(phrases("no_lines"), style="dim"))
    for row in prose.ledger(ledger, seats_in(played.state.declarers)):
        parts.append(
            _row(
                Text(row.item, style="bold"),
                str(row.amount),
                [_coloured(each) for each in row.each],
            )
        )
        why = f"{row.reason}; {row.value}, {row.factors}" if row.factors else row.reason
        parts.append(Padding(Text(why, style="dim"), (0, 0, 0, _GAP)))
    parts += _replaced(prose, phrases, ledger)
    parts += [
        Text(phrases("void", sentence=prose.setting(rule, prose.game.at(rule))), style="dim")
        for rule in ledger.void
    ]
    paid = ledger.paid if ledger.paid != ledger.scores else ()
    for key, amounts in (("sum", ledger.scores), ("paid", paid or None), ("total", totals)):
        if amounts is not None:
            told = [
                standing(prose.game, each) if key == "total" else signed(each) for each in amounts
            ]
            parts.append(
                _row(Text(phrases(key), style="bold"), "", [_coloured(each) for each in told])
            )
    return Group(*parts)


def _replaced(prose: Prose, phrases: Phrases, ledger: Ledger) -> Iterator[RenderableType]:
    """What was not settled, with the rule that says so."""
    for rule in dict.fromkeys(rule for _, rule in ledger.replaced):
        items = ", ".join(
            dict.fromkeys(prose.item(item) for item, why in ledger.replaced if why == rule)
        )
        says = prose.setting(rule, prose.game.at(rule))
        yield Text(phrases("replaced", items=items, sentence=says), style="dim")


def _row(item: Text, amount: str, cells: Sequence[Text]) -> RenderableType:
    """One line of the table: every line is one of its own, so that a reason can take the whole
    width below it.
    """
    table = Table(box=None, show_header=False, pad_edge=False, expand=True, padding=(0, _GAP, 0, 0))
    table.add_column(ratio=1)
    table.add_column(width=4, justify="right")
    for _ in cells:
        table.add_column(width=_SEAT_WIDTH, justify="right", vertical="bottom")
    table.add_row(item, amount, *cells)
    return table


def _coloured(amount: str) -> Text:
    style = "green" if amount.startswith("+") else "red" if amount != "0" else "dim"
    return Text(amount, style=style)


def ledger_data(game: Game, ledger: Ledger) -> dict[str, Any]:
    """A settlement for programs. Seats are named; rules have their path, file and line."""
    return {
        "lines": [_line(game, line) for line in ledger.lines],
        "replaced": [{"item": item, "rule": place(game, rule)} for item, rule in ledger.replaced],
        "scores": by_seat(ledger.scores),
        "paid": by_seat(ledger.paid or ledger.scores),
        "void": [place(game, rule) for rule in ledger.void],
        "double_rounds": ledger.double_rounds,
    }


def by_seat(amounts: Sequence[int]) -> dict[str, int]:
    """Numbers by the names of the seats."""
    return {SEATS[seat]: amount for seat, amount in enumerate(amounts)}


def _line(game: Game, line: Line) -> dict[str, Any]:
    return {
        "item": line.item,
        "rule": place(game, line.rule),
        "announced": line.announced,
        "verdict": line.verdict,
        "claimants": _seats(line.claimants),
        "value": line.value,
        "factors": [_factor(game, factor) for factor in line.factors],
        "winners": _seats(line.winners),
        "losers": _seats(line.losers),
        "each": by_seat(line.each),
        "measured": _measured(game, line.measured),
    }


def _factor(game: Game, factor: Factor) -> dict[str, Any]:
    told = {
        "word": factor.word,
        "times": factor.times,
        "adds": factor.adds,
        "rule": place(game, factor.rule),
    }
    return told if factor.seat < 0 else {**told, "against": SEATS[factor.seat]}


def _seats(seats: Sequence[int]) -> list[str]:
    return [SEATS[seat] for seat in seats]


def _measured(game: Game, facts: Mapping[str, int]) -> dict[str, Any]:
    """What decided, as the rules write it: cards by their ids, tricks counted from 1, points in
    whole ones.
    """
    counted = ("points", "others", "needed") if "points" in facts else ()
    return {
        name: _points(game, value) if name in counted else _fact(game, name, value)
        for name, value in facts.items()
    }


def _points(game: Game, parts: int) -> int | dict[str, int]:
    whole, rest = divmod(parts, game.unit)
    return whole if game.unit == 1 else {"whole": whole, "parts": rest, "of": game.unit}


def _fact(game: Game, name: str, value: int) -> int | str | tuple[str, ...] | None:
    match name:
        case "cards":
            return game.deck.shown(value)
        case "card" | "seat" | "trick" if value < 0:
            return None
        case "card":
            return game.deck.cards[value].id
        case "seat":
            return SEATS[value]
        case "trick":
            return value + 1
        case _:
            return value
