"""All rules of a game with their proofs; a missing proof is a problem at the rule's line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..mutation.bench import Bench, RuleSet
from ..problems import Mark, Problem
from ..source import dotted
from .code import Code, Readers, words
from .coverage import Counterfactuals
from .rules import ConditionPart, Rule, rules
from .witnesses import ExamplePool, Witnesses, of_condition, of_setting


@dataclass(frozen=True, slots=True)
class Proof:
    """The witnesses of a rule or of a condition in it (``part``), and the functions that read
    it.
    """

    part: ConditionPart | None
    witnesses: Witnesses
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Traced:
    """A rule with its proofs and the functions that read it."""

    rule: Rule
    proofs: tuple[Proof, ...]
    code: tuple[Code, ...]


class Tracer:
    """Traces the rules of some variants of a game."""

    def __init__(self, bench: Bench, sets: Sequence[RuleSet]) -> None:
        self.sets = tuple(sets)
        self.counterfactuals = Counterfactuals(
            bench, {each.game.variant: each for each in self.sets}
        )
        self._pools = {
            each.game.variant: ExamplePool(each, bench.cases(each)) for each in self.sets
        }
        self._readers = Readers()
        for pool in self._pools.values():
            self._readers.look(pool.rules.game, pool.cases)

    def rules(self, languages: Sequence[str]) -> tuple[Traced, ...]:
        """Every rule, traced."""
        return tuple(map(self._traced, rules([each.game for each in self.sets], languages)))

    def _traced(self, rule: Rule) -> Traced:
        pools = [self._pools[variant] for variant in rule.sets]
        meaning = words()
        proofs = [
            Proof(
                part,
                of_condition(condition, rule, pools, self.counterfactuals),
                meaning.get(condition.word, ()),
            )
            for part in rule.parts
            for condition in (part.condition,)
        ]
        if not proofs:
            proofs.append(Proof(None, of_setting(rule, pools, self.counterfactuals), ()))
        return Traced(rule, tuple(proofs), self._readers.code(rule.path))


_HINT = "write one, in rules/<game>/examples/"


def faults(traced: Traced) -> Iterator[Problem]:
    """A rule without a source, or without an example on one of its sides."""
    rule = traced.rule
    if not rule.sources:
        yield _problem(
            rule, "no source says this rule", "write source: beside it, or around it", "source"
        )
    for proof in traced.proofs:
        yield from _one_sided(rule, proof)


def nowhere(rule: Rule, silent: Mapping[str, Sequence[str]]) -> Problem:
    """A rule that some books do not say: by variant, the languages in which they are silent."""
    books = "; ".join(f"{variant} ({', '.join(langs)})" for variant, langs in silent.items())
    text = f"no block says this rule in the book of {books}"
    return _problem(
        rule, text, "write [rule at=PATH] in a chapter, or a block that reads it", "place"
    )


def _one_sided(rule: Rule, proof: Proof) -> Iterator[Problem]:
    if proof.witnesses.whole:
        return
    part = proof.part
    path = f"{dotted(part.condition.at)}.{part.condition.word}" if part else ""
    traced = ", ".join(rule.sets)  # examples of other variants may show it
    if proof.witnesses.positive is None:
        text = (
            "no example notices when this condition does not hold"
            if part
            else "no example shows this rule at work"
        )
        yield _problem(rule, f"{text} ({traced})", _HINT, "met", path)
    if proof.witnesses.near_miss is None and (part or proof.witnesses.positive is not None):
        text = (
            "no example notices when this condition holds after all"
            if part
            else "every example hangs on this rule"
        )
        yield _problem(rule, f"{text} ({traced})", _HINT, "missed", path)


def _problem(rule: Rule, text: str, hint: str, code: str, path: str = "") -> Problem:
    mark = Mark(*rule.where) if rule.where else None
    return Problem(mark, path or rule.dotted, text, hint, f"trace.{code}")
