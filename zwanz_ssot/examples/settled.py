"""Compares an expected settlement, and what follows the round, with its ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import Match
from ..model import SEATS, SIDES, Ledger, Line
from ..source import Path
from ..words.facts import Facts
from ..words.roles import forehand_from_dealer
from .case_context import NONE, CaseContext

AFTER_EXPECTS = frozenset(
    [
        *("next_dealer", "match_over", "standing", "double_rounds_of", "final", "next_restricted"),
        "loss_marks",
    ]
)


def compare_after(
    context: CaseContext,
    ledger: Ledger | None,
    thrown_in: str | None,
    declarer: int | None = None,
) -> None:
    """Note every difference in the match after a round with this ledger, or after one that was
    thrown in. ``declarer`` is the seat of the declarer, if any.
    """
    expect = context.entry["expect"]
    if not AFTER_EXPECTS & expect.keys():
        return
    before = _before(context)
    after = (
        before.again(thrown_in)
        if thrown_in is not None
        else before.settled(ledger, declarer)
        if ledger
        else before
    )
    if "next_dealer" in expect:
        wanted: Path = ("expect", "next_dealer")
        context.seat(wanted, expect["next_dealer"])
        context.compare(
            wanted, expect["next_dealer"], SEATS[after.dealer], ("table", "next_dealer")
        )
    for name, score in expect.get("standing", {}).items():
        here: Path = ("expect", "standing", name)
        player = before.player_at(context.seat(here, name))
        context.compare(here, score, after.scores[player], ("match",))
    for name, left in expect.get("double_rounds_of", {}).items():
        here = ("expect", "double_rounds_of", name)
        player = before.player_at(context.seat(here, name))
        context.compare(here, left, after.own_double_rounds[player], ("match", "double_rounds"))
    for name, score in expect.get("final", {}).items():
        here = ("expect", "final", name)
        player = before.player_at(context.seat(here, name))
        context.compare(here, score, after.final_scores[player], ("match", "double_rounds_left"))
    for name, marks in expect.get("loss_marks", {}).items():
        here = ("expect", "loss_marks", name)
        player = before.player_at(context.seat(here, name))
        context.compare(here, marks, after.loss_marks[player], ("match", "loss_marks"))
    if "next_restricted" in expect:
        path: Path = ("expect", "next_restricted")
        rule = ("match", "restricted_rounds")
        context.compare(path, expect["next_restricted"], after.restricted, rule)
    if "match_over" in expect:
        context.compare(("expect", "match_over"), expect["match_over"], after.over, ("match",))


def _before(context: CaseContext) -> Match:
    """The match before the round, as the example states it. Its players are numbered by their seats
    in this round, forehand first.
    """
    game, stated = context.game, context.entry.get("match", {})
    scores = [game.match.stock] * context.players
    for name, score in stated.get("scores", {}).items():
        scores[context.seat(("match", "scores", name), name)] = score
    own = [0] * context.players
    for name, count in stated.get("double_rounds", {}).items():
        own[context.seat(("match", "double_rounds", name), name)] = count
    dealer = -forehand_from_dealer(game.table) % context.players
    return Match(
        game,
        dealer,
        tuple(scores),
        own_double_rounds=tuple(own),
        restricted=stated.get("restricted", False),
        rounds=stated.get("rounds", 0),
    )


EXPECTS = frozenset(["ledger", "scores", "paid", "won", "not_won", "not_settled", "double_rounds"])


def compare(context: CaseContext, ledger: Ledger, facts: Facts) -> None:
    """Note every difference between the ledger and what the example expects of it."""
    declarers = facts.declarers
    expect = context.entry["expect"]
    if "ledger" in expect:
        _rows(context, ledger, declarers, expect["ledger"])
    for name, score in expect.get("scores", {}).items():
        path: Path = ("expect", "scores", name)
        context.compare(path, score, ledger.scores[context.seat(path, name)])
    for name, amount in expect.get("paid", {}).items():
        path = ("expect", "paid", name)
        context.compare(path, amount, (ledger.paid or ledger.scores)[context.seat(path, name)])
    items = {line.item: line for line in ledger.lines}
    won = {line.item for line in ledger.lines if line.verdict == "won"}
    for key in ("won", "not_won"):
        for number, item in enumerate(expect.get(key, ())):
            path = ("expect", key, number)
            context.item(path, item)
            if (item in won) != (key == "won"):
                _differ(
                    context,
                    path,
                    "won" if key == "won" else "not won",
                    _verdict(items.get(item)),
                    items.get(item),
                )
    replaced = dict(ledger.replaced)
    if "not_settled" in expect:
        for number, item in enumerate(expect["not_settled"]):
            context.item(("expect", "not_settled", number), item)
        rule = next(iter(replaced.values()), None)
        context.compare(("expect", "not_settled"), expect["not_settled"], list(replaced), rule)
    compare_after(context, ledger, None, facts.declarer if facts.declarer >= 0 else None)
    if "double_rounds" in expect:
        context.compare(("expect", "double_rounds"), expect["double_rounds"], ledger.double_rounds)


def _rows(context: CaseContext, ledger: Ledger, declarers: int, rows: list[dict[str, Any]]) -> None:
    """Compare the expected rows with the lines of the ledger, column by column."""
    left = list(ledger.lines)
    for number, row in enumerate(rows):
        path: Path = ("expect", "ledger", number)
        context.item((*path, "item"), row["item"])
        whose = context.side((*path, "of"), row["of"], declarers) if "of" in row else None
        fitting = [
            line
            for line in left
            if line.item == row["item"] and whose in (None, _mask(line.claimants))
        ]
        line = next(iter(fitting or [line for line in left if line.item == row["item"]]), None)
        if line is None:
            bonus = context.game.bonuses.get(row["item"])
            context.differ((*path, "item"), row["item"], NONE, bonus.at if bonus else None)
            continue
        left.remove(line)
        for key, expected in row.items():
            if key in _COLUMNS:
                got = _COLUMNS[key](context, line, declarers, expected)
                if (
                    (sorted(got) != sorted(expected))
                    if key in _SETS and isinstance(got, list)
                    else got != expected
                ):
                    _differ(context, (*path, key), expected, got, line)
    for line in left:
        _differ(context, ("expect", "ledger"), NONE, plain(line), line)


def _differ(context: CaseContext, path: Path, expected: Any, got: Any, line: Line | None) -> None:
    if line is None:
        context.differ(path, expected, got)
    else:
        context.differ(path, expected, got, line.rule, lambda prose: prose.line(line))


def _verdict(line: Line | None) -> str:
    return "not won" if line is None else line.verdict


def plain(line: Line) -> dict[str, Any]:
    """A line as a row of an example."""
    return {"item": line.item, "verdict": line.verdict, "each": line.amount, "gets": _gets(line)}


def _mask(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def _gets(line: Line) -> dict[str, int]:
    return {SEATS[seat]: amount for seat, amount in enumerate(line.each)}


def _side(
    context: CaseContext, seats: tuple[int, ...], declarers: int, expected: Any
) -> str | list[str]:
    """Some seats in the form of the expected value: the name of a side, a player, or a list."""
    mask, names = _mask(seats), context.sitting(_mask(seats))
    if expected in SIDES and mask in (declarers, context.everybody & ~declarers):
        return SIDES[mask != declarers]
    return names[0] if isinstance(expected, str) and len(names) == 1 else names


def _gets_of(
    context: CaseContext, line: Line, declarers: int, expected: dict[str, int]
) -> dict[str, int]:
    return {name: amount for name, amount in _gets(line).items() if name in expected}


def _levels(context: CaseContext, line: Line) -> int:
    """How often a line was doubled."""
    return sum(factor.is_level for factor in line.factors)


Column = Callable[[CaseContext, Line, int, Any], Any]
_SETS = ("of", "wins")
"""Columns whose order does not matter."""
_COLUMNS: dict[str, Column] = {
    "of": lambda context, line, declarers, expected: _side(
        context, line.claimants, declarers, expected
    ),
    "wins": lambda context, line, declarers, expected: _side(
        context, line.winners, declarers, expected
    ),
    "verdict": lambda context, line, declarers, expected: line.verdict,
    "announced": lambda context, line, declarers, expected: line.announced,
    "value": lambda context, line, declarers, expected: line.value,
    "doubled": lambda context, line, declarers, expected: _levels(context, line),
    "factors": lambda context, line, declarers, expected: [factor.word for factor in line.factors],
    "each": lambda context, line, declarers, expected: line.amount,
    "gets": _gets_of,
}
