"""Counts of the outcomes of many rounds with random moves: contracts, bonuses, deals thrown in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .engine.random_play import Outcome, random_rounds
from .engine.state import State
from .model import Game
from .problems import RulesAreSilent

_GAME = "game"


@dataclass
class ContractCounts:
    """The rounds of one contract, added up."""

    rounds: int = 0
    won: int = 0
    points: float = 0
    """Card points of the declarers."""
    declarer: int = 0
    """Scores of the declarer."""
    alone: bool = True
    """Whether there is no declaring side: everybody plays for himself."""


@dataclass
class RoundCounts:
    """What random rounds of a game came to."""

    game: Game
    seed: int = 0
    rounds: int = 0
    contracts: dict[str, ContractCounts] = field(default_factory=dict)
    bonuses: Counter[tuple[str, bool, str]] = field(default_factory=Counter)
    """By bonus, whether it was announced, and how it came out."""
    thrown_in: Counter[str] = field(default_factory=Counter)
    silent: Counter[str] = field(default_factory=Counter)
    """Rounds of which the rules do not say what they come to, by the rule in question."""

    def add(self, state: State, ledger: Outcome) -> None:
        """Count one round."""
        self.rounds += 1
        if isinstance(ledger, RulesAreSilent):
            self.silent[ledger.path] += 1
            return
        if ledger is None:
            self.thrown_in[str(state.thrown_in)] += 1
            return
        row = self.contracts.setdefault(state.plan.contract_ids[state.contract], ContractCounts())
        row.rounds += 1
        if state.declarers:
            row.alone = False
            row.points += state.points(state.declarers) / state.plan.unit
            one = state.declarers & -state.declarers if state.declarer < 0 else 0
            row.declarer += ledger.scores[one.bit_length() - 1 if one else state.declarer]
        for line in ledger.lines:
            if line.item != _GAME:
                self.bonuses[line.item, line.announced, line.verdict] += 1
            elif line.verdict == "won":
                row.won += 1

    def by_contract(self) -> dict[str, ContractCounts]:
        """The counts of every contract of the game, in its order."""
        return {name: self.contracts.get(name, ContractCounts()) for name in self.game.contracts}

    def by_bonus(self) -> list[tuple[str, bool, str, int]]:
        """Bonus, whether announced, verdict and times; in the order of the game."""
        order = list(self.game.bonuses)
        rows = [(*key, times) for key, times in self.bonuses.items()]
        return sorted(rows, key=lambda row: (order.index(row[0]), not row[1], row[2]))

    def as_dict(self) -> dict[str, Any]:
        """The counts for programs."""
        contracts = {}
        for name, row in self.by_contract().items():
            contracts[name] = {
                "rounds": row.rounds,
                "won": None if row.alone else row.won,
                "declarers_points": None if row.alone else row.points / row.rounds,
                "declarer_score": None if row.alone else row.declarer / row.rounds,
            }
        bonuses = [
            {"bonus": bonus, "announced": announced, "verdict": verdict, "times": times}
            for bonus, announced, verdict, times in self.by_bonus()
        ]
        return {
            "game": self.game.id,
            "variant": self.game.variant,
            "seed": self.seed,
            "rounds": self.rounds,
            "contracts": contracts,
            "bonuses": bonuses,
            "rules_are_silent": dict(sorted(self.silent.items())),
            "thrown_in": {reason: self.thrown_in[reason] for reason in self.game.deals_again},
        }


def count_rounds(game: Game, rounds: int, seed: int = 0) -> RoundCounts:
    """Play random rounds from a seed, and count what they come to."""
    counts = RoundCounts(game, seed)
    for state, ledger in random_rounds(game, rounds, seed):
        counts.add(state, ledger)
    return counts
