"""Doors for those who train agents: numbered actions, sizes and limits, what a seat knows as text
and as numbers, rounds in which one seat decides at a time.

``observations`` has the numbers of moves, what is promised of them, and what a seat has come to
know; ``limits`` the longest round and the highest score; ``rounds`` a rule set, its rounds, and
others that look the same to a seat. Over these: ``aec``, an environment of PettingZoo, and
``spiel``, a game of OpenSpiel; neither is imported unless it is asked for.
"""

from .limits import RoundLimits, round_limits
from .observations import WAIT, ActionList, TensorLayout
from .rounds import AgentGame, AgentRound

__all__ = [
    "WAIT",
    "ActionList",
    "AgentGame",
    "AgentRound",
    "RoundLimits",
    "TensorLayout",
    "round_limits",
]
