"""Compares refusals of the engine with the reasons of the second implementation."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from naive import VERBS, Position, kind, reasons

from zwanz_ssot.engine import Round

ELSEWHERE = 5
"""How many of the moves that are asked about are of any step; the others are of this one."""


def asked(own: Position, every: Sequence[str], count: int, random: Random) -> list[str]:
    """At most `count` moves to ask about at a position, of `every` move of its game."""
    here = [move for move in every if move.split()[0] in VERBS[kind(own)]]
    chosen = random.sample(here, min(len(here), count - ELSEWHERE))
    return [*chosen, *random.sample(list(every), min(len(every), ELSEWHERE))]


def unlike_reasons(played: Round, own: Position, move: str) -> str:
    """How the engine's answer about a move differs from all true reasons; empty if it is one of
    them, or both allow the move.
    """
    refused = played.why_not(move)
    code, known = refused and refused.code, reasons(own, move)
    if code in known or (code is None and not known):
        return ""
    return f"{move}: engine {code}, naive {' or '.join(sorted(known)) or None}"
