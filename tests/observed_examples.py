"""What examples check, as two observers of settlements and refusals note it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from zwanz_ssot.engine.settlement import Settler
from zwanz_ssot.examples import Case, LoadedGames, as_text, cases, collect, settled
from zwanz_ssot.examples.case_context import CaseContext
from zwanz_ssot.examples.outcomes import NotStated
from zwanz_ssot.model import Contract, Game, Ledger, Line, Refusal
from zwanz_ssot.words.facts import Facts

ROOT = Path(__file__).resolve().parent.parent
GAME = "zwanzigerrufen"
HOUSE = ROOT / "tests" / "house_rules" / "examples.yaml"
RulePath = tuple[str | int, ...]


@dataclass(frozen=True)
class Settled:
    """A settlement that an example checks."""

    entry: dict[str, Any]
    contract: Contract
    facts: Facts
    ledger: Ledger

    def asks(self, item: str) -> bool:
        """Whether the example checks the result of this item."""
        expect = self.entry["expect"]
        named = (*expect.get("won", ()), *expect.get("not_won", ()))
        return bool({"ledger", "scores"} & expect.keys()) or item in named

    def lines(self, item: str) -> list[Line]:
        """The lines of an item; none if the example does not check it."""
        return [line for line in self.ledger.lines if line.item == item and self.asks(item)]

    def sides(self) -> tuple[int, ...]:
        """Both sides as sets of seats; everybody where all play against all."""
        everybody = (1 << self.facts.players) - 1
        return (
            (self.facts.declarers, everybody & ~self.facts.declarers)
            if self.facts.declarers
            else (everybody,)
        )

    def taken(self, word: str, seats: int) -> int | None:
        """The points or tricks of these seats; None if the example does not state them."""
        try:
            return self.facts.points(seats) if word == "points_at_least" else self.facts.won(seats)
        except NotStated:
            return None


@dataclass
class Heard:
    """What the examples of one rule set check."""

    game: Game
    settled: list[Settled] = field(default_factory=list)
    refusals: set[tuple[str, RulePath]] = field(default_factory=set)
    entries: list[dict[str, Any]] = field(default_factory=list)


def heard() -> dict[str, Heard]:
    """What the examples of `GAME` check, by rule set."""
    return {variant: each for (game, variant), each in heard_of_all().items() if game == GAME}


@cache
def heard_of_all() -> dict[tuple[str, str], Heard]:
    """What the examples of the library and of docs/games check, by game and rule set."""
    found: dict[tuple[str, str], Heard] = {}
    games: LoadedGames = {}
    for path in (*collect(ROOT / "rules"), *collect(ROOT / "docs" / "games"), HOUSE):
        for case in cases(path, games=games):
            listen(case, found.setdefault((case.game.id, case.game.variant), Heard(case.game)))
    return found


def listen(case: Case, to: Heard) -> None:
    """Run an example, and note what it checks."""
    latest: list[Any] = []
    settle, compare, refused = Settler.settle, settled.compare, CaseContext.refused

    def settle_heard(self: Settler, facts: Facts, contract: int, stakes: int = 1) -> Ledger:
        latest[:] = [facts, contract]
        return settle(self, facts, contract, stakes)

    def compare_heard(desk: CaseContext, ledger: Ledger, declarers: int) -> None:
        facts, contract = latest
        to.settled.append(Settled(case.entry, desk.table.contracts[contract], facts, ledger))
        compare(desk, ledger, declarers)

    def refused_heard(self: CaseContext, path: Any, expected: Any, refusal: Refusal | None) -> None:
        if refusal is not None:
            to.refusals.add((refusal.code, tuple(refusal.rule)))
        refused(self, path, expected, refusal)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settler, "settle", settle_heard)
        patch.setattr(settled, "compare", compare_heard)
        patch.setattr(CaseContext, "refused", refused_heard)
        answer = case.run()
    assert answer.ok, as_text(answer)
    to.entries.append(case.entry)


def missing(wanted: Iterable[Any], found: Iterable[Any]) -> list[Any]:
    """The wanted things that were not found, sorted."""
    return sorted(set(wanted) - set(found), key=str)
