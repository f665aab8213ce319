"""Plays and scores a round from the rules and nothing else.

A game is compiled once: ``plan`` its numbers, masks and functions, ``moves`` its numbered moves,
``compiled`` its steps in their order. ``state`` holds the fields of a round.

The steps are ``deal``, ``misdeal``, ``auction`` (with ``bids``), ``call``, ``exchange``,
``announcements`` and ``play`` (with ``trick``, ``in_play_calls`` and ``obligations``);
``announcer`` announces and doubles in three of them. ``settlement`` makes the ledger, with
``payments`` for its lines and ``facts`` for what it asks of a round.

Others work with ``round``, what one seat may know is a ``view``, ``match`` is round after round,
``random_play`` many rounds at once.
"""

from .compiled import CompiledGame, table
from .match import Match
from .moves import Move
from .round import Round, deal, hypothetical
from .view import View

__all__ = ["CompiledGame", "Match", "Move", "Round", "View", "deal", "hypothetical", "table"]
