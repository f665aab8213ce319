"""Rule sets as environments for training agents.

``observations`` numbers the moves, and writes what a seat knows as text and as an array; ``limits``
computes the longest round and the highest score; ``rounds`` plays rounds by numbers of actions, and
deals hidden cards anew; ``table_player`` seats what was trained among other players. ``aec`` is an
environment of PettingZoo, ``spiel`` a game of OpenSpiel; they need these libraries, so import them
by their names.
"""

from .limits import RoundLimits, round_limits
from .observations import WAIT, ActionList, TensorLayout
from .rounds import AgentGame, AgentRound, Decision
from .table_player import AgentPlayer

__all__ = [
    "WAIT",
    "ActionList",
    "AgentGame",
    "AgentPlayer",
    "AgentRound",
    "Decision",
    "RoundLimits",
    "TensorLayout",
    "round_limits",
]
