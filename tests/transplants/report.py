"""Many rule sets judged, counted, and those that fail made small."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .grafting import grafted
from .judging import Fault, Seen, judge
from .rule_set import RuleSet


@dataclass
class Report:
    """The results of some rule sets."""

    tried: int = 0
    accepted: int = 0
    positions: int = 0
    played: int = 0
    silent: int = 0
    faults: list[tuple[RuleSet, Fault]] = field(default_factory=list)

    def add(self, rules: RuleSet, seen: Seen) -> None:
        """Count a rule set."""
        self.tried += 1
        self.accepted += seen.accepted
        self.positions += seen.positions
        self.played += seen.played
        self.silent += seen.silent
        if seen.fault is not None:
            self.faults.append((rules, seen.fault))

    def merge(self, other: Report) -> None:
        """Add the results of others."""
        self.tried += other.tried
        self.accepted += other.accepted
        self.positions += other.positions
        self.played += other.played
        self.silent += other.silent
        self.faults += other.faults

    def by_sign(self) -> dict[str, list[tuple[RuleSet, Fault]]]:
        """The faults by their kinds, the most frequent first."""
        found: dict[str, list[tuple[RuleSet, Fault]]] = {}
        for rules, fault in self.faults:
            found.setdefault(fault.kind, []).append((rules, fault))
        return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))

    def __str__(self) -> str:
        return (
            f"{self.tried} rule sets, {self.accepted} accepted, {self.played} rounds to the end "
            f"({self.silent} on which the rules are silent), {self.positions} positions, "
            f"{len(self.faults)} that fail"
        )


def examine(seeds: range, books: int = 0) -> Iterator[tuple[RuleSet, Seen]]:
    """Judge the rule sets of these seeds; every `books`-th seed gets a book, with 0 none does."""
    for seed in seeds:
        rules = grafted(seed)
        yield rules, judge(rules, book=books > 0 and seed % books == 0)


def smallest(rules: RuleSet, fault: Fault) -> tuple[RuleSet, Fault]:
    """The rule set with as few changes as still show a fault of the kind."""
    number = len(rules.changes) - 1
    while number >= 0 and len(rules.changes) > 1:
        less = rules.without(number)
        found = judge(less, book=fault.kind.startswith("book")).fault
        if found is not None and found.kind == fault.kind:
            rules, fault = less, found
        number -= 1
    return rules, fault
