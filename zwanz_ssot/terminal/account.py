"""The settlement of a round as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..engine import Round
from ..explain import card_text
from ..model import Ledger, Path, seats_in
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
