"""Explains an amount of a settlement that differs: by the value of an item, by a factor, or by who
gets it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from ..model import Game, Path, rule_at
from .comparing import Deviation, of_part
from .files import Data

VALUE, FACTOR, WITH_FACTORS, VERDICT, SHARE = "value", "factor", "with_factors", "verdict", "share"
"""What may be wrong: the value before the factors; a factor that was left out; a value that was
told with its factors; who gets it; or some part of the value.
"""


class Cause(NamedTuple):
    """What an engine may have wrong. Scores with the same cause are shown once.

    >>> Cause(("kontra", "times"), FACTOR, "kontra").what
    'factor'
    """

    rule: Path
    what: str
    detail: str
    """The value of the engine, the one factor that it left out (empty: all of the rule), or the
    share of the line that it paid.
    """


class WrongAmount(NamedTuple):
    """A line of a settlement with the amount that an engine must have settled instead, and why."""

    line: Data
    cause: Cause
    right: Fraction
    got: Fraction
    left_out: tuple[int, ...] = ()
    """The numbers of the factors that were left out."""


def explaining(game: Game, lines: list[Data], expected: Data, got: Data) -> Iterator[WrongAmount]:
    """The lines each of which alone could explain that the scores ``got`` differ from the expected
    ones, in each way that is true of its amount.
    """
    off = {seat: Fraction(got.get(seat, 0)) - amount for seat, amount in expected.items()}
    for line in lines:
        share = of_share(line, {seat: off[seat] for seat in line["each"]})
        others_agree = all(off[seat] == 0 for seat in off.keys() - line["each"].keys())
        if share and others_agree:
            yield from of_line(game, line, 1 + share)
    yield from _in_all_lines(game, lines, off)


def _in_all_lines(game: Game, lines: list[Data], off: Data) -> Iterator[WrongAmount]:
    """The rules whose factors, left out in several lines, make the scores differ so."""
    rules = dict.fromkeys(each["rule"] for line in lines for each in line["factors"])
    for rule in rules:
        without = [(line, _without(line, rule)) for line in lines]
        changed = [(line, left_out) for line, left_out in without if left_out]
        if len(changed) < 2 or not all(_grows_with_value(game, line) for line, _ in changed):
            continue
        lost = dict.fromkeys(off, Fraction(0))
        for line, left_out in changed:
            right, got = amount_of(line), amount_of(line, left_out)
            for seat, amount in line["each"].items():
                lost[seat] += amount * (got / right - 1)
        if lost == off:
            line, left_out = changed[0]
            cause = Cause(rule_at(game, rule), FACTOR, "")
            yield WrongAmount(line, cause, amount_of(line), amount_of(line, left_out), left_out)


def of_share(line: Data, got: Data) -> Fraction | None:
    """The share of a line that an engine has paid: 1 for the whole line; None where the seats
    differ in it.

    >>> of_share({"each": {"forehand": 4, "second": -4}}, {"forehand": 2, "second": -2})
    Fraction(1, 2)
    """
    each = line.get("each")
    if not each:
        return None
    shares = {Fraction(got.get(seat, 0)) / amount for seat, amount in each.items() if amount}
    agree = all(not got.get(seat, 0) for seat, amount in each.items() if not amount)
    return shares.pop() if len(shares) == 1 and agree else None


def of_line(game: Game, line: Data, share: Fraction) -> Iterator[WrongAmount]:
    """What could explain that an engine has paid this share of a line instead of the whole."""
    right = amount_of(line)
    got = share * right

    # Left out, or given to the other side; or an amount that need not grow with the value.
    if share <= 0 or not _grows_with_value(game, line):
        what = VERDICT if share <= 0 else SHARE
        rule = of_part(game, line, "verdict" if share <= 0 else "value")
        yield WrongAmount(line, Cause(rule, what, str(share)), right, got)
        return

    # A factor left out, or all of a rule.
    factors: list[Data] = line["factors"]
    ways = {(each["rule"], ""): _without(line, each["rule"]) for each in factors}
    ways |= {(each["rule"], each["word"]): (number,) for number, each in enumerate(factors)}
    for (named, word), left_out in ways.items():
        if amount_of(line, left_out) == got:
            cause = Cause(rule_at(game, named), FACTOR, word)
            yield WrongAmount(line, cause, right, got, left_out)

    # Another value, with the same factors.
    value = got
    for factor in reversed(_counting(line)):
        value = value / factor["times"] - factor["adds"]
    whole = value > 0 and value.denominator == 1
    rule = of_part(game, line, "value")
    cause = Cause(rule, VALUE, str(value)) if whole else Cause(rule, SHARE, str(share))
    yield WrongAmount(line, cause, right, got)


def of_told(game: Game, line: Data, told: Data, deviation: Deviation) -> Iterator[WrongAmount]:
    """What could explain an amount that differs in a line which an engine ``told``: only parts that
    it has not told.
    """
    if deviation.part == "value":
        own, got = Fraction(line["value"]), Fraction(deviation.got)
        rule = of_part(game, line, "value")
        yield WrongAmount(line, Cause(rule, VALUE, str(got)), own, got)
        if got == amount_of(line):
            yield WrongAmount(line, Cause(rule, WITH_FACTORS, ""), own, got)
    elif deviation.part == "each" and (share := of_share(line, deviation.got)) is not None:
        parts = {FACTOR: "factors", VALUE: "value", SHARE: "value", VERDICT: "winners"}
        for each in of_line(game, line, share):
            if parts[each.cause.what] not in told:
                yield each


def amount_of(line: Data, left_out: Collection[int] = ()) -> Fraction:
    """The value of a line after its factors, but for those with these numbers.

    >>> amount_of({"value": 4, "factors": [{"word": "kontra", "times": 2, "adds": 0}]})
    Fraction(8, 1)
    """
    amount = Fraction(line["value"])
    for factor in _counting(line, left_out):
        amount = (amount + factor["adds"]) * factor["times"]
    return amount


def _counting(line: Data, left_out: Collection[int] = ()) -> list[Data]:
    """The factors that count in the written score, but for those with these numbers."""
    every = enumerate(line["factors"])
    return [each for n, each in every if n not in left_out and not each.get("only_paid")]


def _without(line: Data, rule: str) -> tuple[int, ...]:
    """The numbers of the factors of a rule."""
    return tuple(n for n, each in enumerate(line["factors"]) if each["rule"] == rule)


def _grows_with_value(game: Game, line: Data) -> bool:
    """Whether all shares of a line grow with its value: not where a case of payments names them, or
    where a factor counts against one seat.
    """
    rule = rule_at(game, line["rule"])
    return len(rule) == 2 and not any("against" in each for each in line["factors"])
