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
from ..model import SEATS, Factor, Game, Ledger, Line, Path, seats_in
from ..prose import Prose
from ..prose.accounts import signed, standing
from ..prose.phrases import Phrases
from ..record import record

_SEAT_WIDTH = 8
_GAP = 2


def account(
    prose: Prose,
    phrases: Phrases,
    played: Round,
    ledger: Ledger,
    totals: Sequence[int] | None = None,
) -> RenderableType:
    """The lines with their reasons, the scores of the round, and the totals by seat so far."""
    game = prose.game
    parts: list[RenderableType] = [Text(f"\n{phrases('account')}", style="bold cyan")]
    if ledger.lines:
        names = [card_text.seat(prose, seat) for seat in range(len(ledger.scores))]
        heads = [Text(name, style="dim", justify="right") for name in names]
        parts.append(_row(Text(), "", heads))
    else:
        parts.append(Text(phrases("no_lines"), style="dim"))

    # Each line of the ledger, with its reason below it.
    for row in prose.ledger(ledger, seats_in(played.state.declarers)):
        cells = [_coloured(each) for each in row.each]
        parts.append(_row(Text(row.item, style="bold"), str(row.amount), cells))
        why = f"{row.reason}; {row.value}, {row.factors}" if row.factors else row.reason
        parts.append(Padding(Text(why, style="dim"), (0, 0, 0, _GAP)))

    # Rules that keep something from being settled or doubled.
    parts += _replaced(prose, phrases, ledger)
    for rule in ledger.void:
        sentence = prose.setting(rule, game.at(rule))
        parts.append(Text(phrases("void", sentence=sentence), style="dim"))

    # Sums: of the round, what is paid if that is something else, and so far.
    sums = {"sum": [signed(each) for each in ledger.scores]}
    if ledger.paid and ledger.paid != ledger.scores:
        sums["paid"] = [signed(each) for each in ledger.paid]
    if totals is not None:
        sums["total"] = [standing(game, each) for each in totals]
    for key, amounts in sums.items():
        cells = [_coloured(each) for each in amounts]
        parts.append(_row(Text(phrases(key), style="bold"), "", cells))
    return Group(*parts)


def silence(prose: Prose, phrases: Phrases, path: str) -> str:
    """A sentence for a round whose result the rules leave open, with their question if any."""
    question = prose.question(path)
    key = "rules_silent" if question else "rules_silent_unasked"
    return phrases(key, question=question, path=path)


def _replaced(prose: Prose, phrases: Phrases, ledger: Ledger) -> Iterator[RenderableType]:
    """What was not settled, by the rule that says so."""
    by_rule: dict[Path, list[str]] = {}
    for item, rule in ledger.replaced:
        by_rule.setdefault(rule, []).append(prose.item(item))
    for rule, items in by_rule.items():
        sentence = prose.setting(rule, prose.game.at(rule))
        names = ", ".join(dict.fromkeys(items))
        yield Text(phrases("replaced", items=names, sentence=sentence), style="dim")


def _row(item: Text, amount: str, cells: Sequence[Text]) -> RenderableType:
    """One line, as a table of its own: the reason below it can then take the whole width."""
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


def round_data(played: Round, seed: int | None = None) -> dict[str, Any]:
    """A round that is over, for programs: its record, why it was thrown in, its settlement."""
    ledger = None if played.silent() else played.ledger()
    return {
        **record(played, seed),
        "thrown_in": played.thrown_in,
        "ledger": ledger_data(played.game, ledger) if ledger else None,
    }


def ledger_data(game: Game, ledger: Ledger) -> dict[str, Any]:
    """A settlement for programs: seats by name, rules with their path, file and line."""
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
    data = {
        "word": factor.word,
        "times": factor.times,
        "adds": factor.adds,
        "rule": place(game, factor.rule),
    }
    return data if factor.seat < 0 else {**data, "against": SEATS[factor.seat]}


def _seats(seats: Sequence[int]) -> list[str]:
    return [SEATS[seat] for seat in seats]


def _measured(game: Game, facts: Mapping[str, int]) -> dict[str, Any]:
    """The facts that decided, as rules write them: ids of cards, tricks from 1, whole points."""
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
