"""Plays and scores a round from the rules and nothing else.

``plan`` the game compiled; ``table`` its rooms in order; ``state`` a round's fields; the rooms
``deal``, ``misdeal``, ``auction`` (``bids``, ``sayings``), ``play`` (``trick``), ``settlement``;
``round`` what others work with; ``view`` what one seat may know; ``shuffle`` packs from seeds;
``match`` round after round; ``random_play`` many rounds at once; ``hypothetical`` rounds with hands and
contract given.
"""

from .compiled import CompiledGame, table
from .match import Match
from .moves import Move
from .round import Round, deal, hypothetical
from .view import View

__all__ = ["CompiledGame", "Match", "Move", "Round", "View", "deal", "hypothetical", "table"]
