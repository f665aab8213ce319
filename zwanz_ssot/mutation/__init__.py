"""Every value bears load: each value of the rules changed in turn, and what notices it.

A changed rule (a mutant) is noticed when ``zwanz check`` would find a problem, or when an example
no longer holds. What nothing notices survives: the rules say something there that no example needs.
Where that cannot be otherwise, the file itself says so, with the reason, under ``idle``.

``mutants`` what can be changed in a file, read from its schema (``names`` what a name's neighbours
are); ``bench`` tries one mutant; ``running`` all of them, on several processors; ``tally`` what
came of it.

    tally = mutate(only="contracts.solo")
    for outcome in tally.survivors:
        print(outcome.problem)
"""

from __future__ import annotations

from .mutants import Mutant
from .results import FileResults, MutantOutcome, MutationResults
from .running import Selection, mutate

__all__ = ["FileResults", "Mutant", "MutantOutcome", "MutationResults", "Selection", "mutate"]
