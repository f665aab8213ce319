"""Test vectors for other engines, and the judge that plays them against one.

``files`` writes and reads rounds as lines of JSON; ``engine`` runs another program and asks it;
``judging`` plays rounds against it and compares its answers; ``stakes`` finds the rule at stake
where they differ.
"""

from .engine import Engine, EngineBroken
from .files import read, text, vectors
from .judging import Discrepancy, Judge

__all__ = ["Discrepancy", "Engine", "EngineBroken", "Judge", "read", "text", "vectors"]
