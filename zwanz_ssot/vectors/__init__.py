"""Test vectors for other engines, and the judge that plays them against one.

* ``files`` writes and reads rounds as lines of JSON, and makes rounds from examples and records.
* ``aiming`` chooses rounds that meet each rule; ``coverage`` notes which rules a round meets.
* ``engine`` runs another program and sends it questions.
* ``judging`` plays rounds against it.
* ``single_tricks`` asks about one trick, ``bare_outcomes`` about a settlement without its play.
* ``amounts`` explains an amount that differs: by its value, by a factor, by who gets it.
* ``card_points`` explains card points that differ: by what is counted otherwise.
* ``comparing`` compares the answers, and finds the rule at stake where they differ.
* ``differences`` holds what was found, and reads and writes the differences that are accepted.
"""

from .aiming import aimed_rounds, aimed_vectors
from .bare_outcomes import BareOutcome, example_outcomes
from .coverage import Coverage, Meeting, may_meet
from .differences import DifferenceKey, Discrepancy, read_known, written_known
from .engine import Engine, EngineBroken
from .files import ExampleRound, checked, example_rounds, read, text, vectors, vectors_of, whole
from .judging import Judge
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
    "checked",
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
