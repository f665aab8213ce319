"""Test vectors for other engines, and the judge that plays them against one.

``files`` writes and reads rounds as lines of JSON, and makes some of examples and records;
``aiming`` chooses rounds that meet each rule, ``coverage`` says which they meet; ``engine`` runs
another program and asks it; ``judging`` plays rounds against it and keeps differences that are
accepted; ``single_tricks`` has what is asked of a trick alone, ``bare_outcomes`` of an outcome
without its play; ``comparing`` compares its answers and finds the rule at stake where they differ.
"""

from .aiming import aimed_rounds, aimed_vectors
from .bare_outcomes import BareOutcome, example_outcomes
from .coverage import Coverage, Meeting, may_meet
from .engine import Engine, EngineBroken, ended_by_signals
from .files import ExampleRound, example_rounds, read, text, vectors, vectors_of, whole
from .judging import DifferenceKey, Discrepancy, Judge, read_known, written_known
from .single_tricks import SingleTrick, example_tricks

__all__ = [
    "BareOutcome",
    "Coverage",
    "DifferenceKey",
    "Discrepancy",
    "Engine",
    "EngineBroken",
    "ExampleRound",
    "Judge",
    "Meeting",
    "SingleTrick",
    "aimed_rounds",
    "aimed_vectors",
    "ended_by_signals",
    "example_outcomes",
    "example_rounds",
    "example_tricks",
    "may_meet",
    "read",
    "read_known",
    "text",
    "vectors",
    "vectors_of",
    "whole",
    "written_known",
]
