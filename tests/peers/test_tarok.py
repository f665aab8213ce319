"""Some hundreds of rounds of Slovenian Tarok against OpenSpiel; `python -m tests.peers.tarok` plays
more.
"""

from __future__ import annotations

import pytest

from .tarok import compared, rules

ROUNDS = 480


@pytest.mark.parametrize("players", [4, 3])
def test_openspiel_allows_the_same_moves_and_scores_the_same(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = rules(players)
    told = compared(game, pyspiel, ROUNDS)
    assert not told.unexplained, told.unexplained[0]
    assert told.decisions > 20 * ROUNDS
    assert set(told.contracts) == set(game.auction.ladder)
