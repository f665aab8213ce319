"""Some hundreds of rounds of Slovenian Tarok against OpenSpiel; `python -m tests.peers.tarok` plays
more.
"""

from __future__ import annotations

import pytest

from zwanz_ssot.library import load

from .tarok import CONTRACTS, GAMES, compared

ROUNDS = 480


def test_openspiel_allows_the_same_moves_and_scores_the_same() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    told = compared(load("slovenian-tarok", "open_spiel", rules=GAMES), pyspiel, ROUNDS)
    assert not told.unexplained, told.unexplained[0]
    assert told.decisions > 20 * ROUNDS
    assert set(told.contracts) == set(CONTRACTS)
