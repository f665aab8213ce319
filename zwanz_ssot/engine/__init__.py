"""Plays and settles rounds of a game by its rules.

A game is compiled once: ``plan`` has its numbers, bit masks and functions, ``moves`` its numbered
moves, ``compiled`` its steps in order. ``state`` has the fields of a round.

The steps are ``deal``, ``misdeal``, ``auction`` (with ``bids``), ``call``, ``exchange``,
``announcements`` and ``play`` (with ``trick`` and ``in_play_calls``); ``announcer`` handles
announcements and doubles in three of them. ``settlement`` makes the ledger, with ``payments`` for
its lines and ``facts`` for what conditions ask of a round.

Other packages use ``round``. ``view`` is what one seat may know, ``match`` a sequence of rounds,
``random_play`` random rounds in large numbers.
"""

from .compiled import CompiledGame, table
from .match import Match
from .moves import Move
from .round import Round, deal, hypothetical
from .view import View

__all__ = ["CompiledGame", "Match", "Move", "Round", "View", "deal", "hypothetical", "table"]
