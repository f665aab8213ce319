"""All rules of a game with their proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..mutation.bench import Bench, RuleSet
from .code import Code, Readers, words
from .otherwise import Otherwise
from .rules import Part, Rule, rules
from .sides import Ground, Sides, of_condition, of_setting


@dataclass(frozen=True, slots=True)
class Proof:
    """The two sides of a rule, or (``part``) of a condition in it, and the functions that give it
    its meaning.
    """

    part: Part | None
    sides: Sides
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Traced:
    """A rule and all that stands behind it."""

    rule: Rule
    proofs: tuple[Proof, ...]
    code: tuple[Code, ...]


class Tracer:
    """The rule sets of a game on a bench. ``sets`` are its variants, those asked for."""

    def __init__(self, bench: Bench, sets: Sequence[RuleSet]) -> None:
        self.sets = tuple(sets)
        self.otherwise = Otherwise(bench, {each.game.variant: each for each in self.sets})
        self._grounds = {each.game.variant: Ground(each, bench.cases(each)) for each in self.sets}
        self._readers = Readers()
        for ground in self._grounds.values():
            self._readers.look(ground.rules.game, ground.cases)

    def rules(self, languages: Sequence[str]) -> tuple[Traced, ...]:
        """Every rule, traced."""
        return tuple(map(self._traced, rules([each.game for each in self.sets], languages)))

    def _traced(self, rule: Rule) -> Traced:
        grounds = [self._grounds[variant] for variant in rule.sets]
        meaning = words()
        proofs = [
            Proof(
                part,
                of_condition(condition, rule, grounds, self.otherwise),
                meaning.get(condition.word, ()),
            )
            for part in rule.parts
            for condition in (part.condition,)
        ]
        if not proofs:
            proofs.append(Proof(None, of_setting(rule, grounds, self.otherwise), ()))
        return Traced(rule, tuple(proofs), self._readers.code(rule.path))
