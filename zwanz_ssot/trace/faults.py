"""What a rule lacks, as problems at its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..problems import Mark, Problem
from ..source import dotted
from .rules import Rule
from .tracing import Proof, Traced

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
    if proof.sides.whole:
        return
    part = proof.part
    path = f"{dotted(part.condition.at)}.{part.condition.word}" if part else ""
    traced = ", ".join(rule.sets)  # examples of other variants may show it
    if proof.sides.met is None:
        text = (
            "no example notices when this condition does not hold"
            if part
            else "no example shows this rule at work"
        )
        yield _problem(rule, f"{text} ({traced})", _HINT, "met", path)
    if proof.sides.missed is None and (part or proof.sides.met is not None):
        text = (
            "no example notices when this condition holds after all"
            if part
            else "every example hangs on this rule"
        )
        yield _problem(rule, f"{text} ({traced})", _HINT, "missed", path)


def _problem(rule: Rule, text: str, hint: str, code: str, path: str = "") -> Problem:
    mark = Mark(*rule.where) if rule.where else None
    return Problem(mark, path or rule.dotted, text, hint, f"trace.{code}")
