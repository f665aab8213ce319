"""The settlement: from what was said and won to a ledger that sums to zero.

``settled_game`` the line of the game, ``settled_bonuses`` those beside it; ``doubling`` what
multiplies them, ``paying`` who pays whom.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Ledger, Line, Path
from ..problems import RulesAreSilent
from ..terms.facts import Facts
from .doubling import Doubling
from .lines import Lines
from .paying import evenly
from .plan import Plan
from .settled_bonuses import SettledBonuses
from .settled_game import SettledGame

__all__ = ["Settling", "evenly"]


class Settling:
    """The rules of settlement, compiled. Works on any `Facts`: a round played, or an outcome
    stated.
    """

    def __init__(self, table: Plan) -> None:
        self.table = table
        self._doubling = Doubling(table)
        lines = Lines(table)
        self._game = SettledGame(table, self._doubling, lines)
        self._bonuses = SettledBonuses(table, self._doubling, lines)
        self._late = self._game.has_late_partners
        bonuses = table.game.bonuses.values()
        self._double_rounds = {
            bonus.id: bonus.double_rounds for bonus in bonuses if bonus.double_rounds
        }
        self._replacing = {
            bonus.id: bonus for bonus in bonuses if bonus.replaces or bonus.replaces_silent
        }

    def close(self, facts: Facts, contract: int) -> None:
        """When the last trick is won: find out who was the partner, where only that tells."""
        if self._late:
            self._game.find_late_partner(facts, contract)

    def settle(self, facts: Facts, contract: int, stakes: int = 1) -> Ledger:
        """The ledger of a round in this contract. ``stakes`` 2 is a double round.

        Replaced items are left out of the lines and named in ``replaced``. Raises `RulesAreSilent`
        where a round came out as no rule foresees.
        """
        try:
            return self._settle(facts, contract, stakes)
        except RulesAreSilent as silent:
            asked = self.table.game.question(silent.path)
            text = asked.question.said("en") if asked else "no rule says what follows"
            raise RulesAreSilent(silent.path, text) from None

    def _settle(self, facts: Facts, contract: int, stakes: int) -> Ledger:
        if facts.conceded_item() >= 0:
            return self._ledger(self._conceded(facts, contract, stakes), [], ())
        void = self._doubling.void(facts, contract)
        lines = [self._game.line(facts, contract, stakes, void)]
        lines += self._bonuses.lines(facts, contract, stakes, void)
        lines, replaced = self._replace(lines)
        return self._ledger(lines, replaced, tuple(rule.at for rule in void))

    def _conceded(self, facts: Facts, contract: int, stakes: int) -> list[Line]:
        found = [self._game.conceded(facts, contract, stakes)]
        if facts.conceded_item() > 0:
            found.append(self._bonuses.conceded(facts, contract, stakes))
        return found

    def _ledger(
        self, lines: list[Line], replaced: list[tuple[str, Path]], void: tuple[Path, ...]
    ) -> Ledger:
        scores = tuple(map(sum, zip(*[line.each for line in lines], strict=True)))
        money: tuple[int, ...] = ()
        if self._doubling.two_accounts:
            money = tuple(map(sum, zip(*[line.paid for line in lines], strict=True)))
        double_rounds = 0
        if self._double_rounds:
            double_rounds = sum(
                self._double_rounds.get(line.item, 0) for line in lines if line.verdict == "won"
            )
        return Ledger(tuple(lines), scores, tuple(replaced), double_rounds, money, void)

    def _replace(self, lines: list[Line]) -> tuple[list[Line], list[tuple[str, Path]]]:
        """Leave out what bonuses of the round replace."""
        gone: dict[int, Path] = {}
        for line in lines[1:]:
            bonus = self._replacing.get(line.item)
            if bonus is not None and id(line) not in gone:
                replaced = self._replaced(lines, line)
                gone |= {
                    id(other): (*bonus.at, key) for other, key in replaced if id(other) not in gone
                }
        if not gone:
            return lines, []
        left = [line for line in lines if id(line) not in gone]
        return left, [(line.item, gone[id(line)]) for line in lines if id(line) in gone]

    def _replaced(self, lines: list[Line], by: Line) -> Iterator[tuple[Line, str]]:
        """The lines that a bonus takes the place of, each with the key of the rule that says so."""
        bonus = self.table.game.bonuses[by.item]
        for line in lines:
            if line.item == "game":
                kinds = {"game"}
            else:
                kinds = (
                    {"bonuses", line.item}
                    if line.announced
                    else {"bonuses", "silent_bonuses", line.item}
                )
            if line.item == by.item:
                continue
            if kinds & set(bonus.replaces):
                yield line, "replaces"
            elif not line.announced and line.item in bonus.replaces_silent:
                yield line, "replaces_silent"
