"""Mutation tests of the rules: each value is changed in turn, to see whether anything notices.

A changed rule file (a mutant) is killed when ``zwanz check`` finds a problem in it, or when an
example no longer holds. A mutant that survives shows a rule that no example needs. A change that
makes no difference (an equivalent mutant) is marked in the rule file under ``idle``, with the
reason.

``mutants`` lists the changes of a file, from its schema; ``bench`` tries one mutant, or all of them
in several processes; ``results`` counts them, and reads the marks of equivalent mutants.

    results = mutate(Selection(only="contracts.solo"))
    for outcome in results.survivors:
        print(outcome.problem)
"""

from __future__ import annotations

from .bench import Selection, mutate
from .mutants import Mutant
from .results import FileResults, MutantOutcome, MutationResults

__all__ = ["FileResults", "Mutant", "MutantOutcome", "MutationResults", "Selection", "mutate"]
