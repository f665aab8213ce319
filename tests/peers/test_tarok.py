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
    found = compared(game, pyspiel, ROUNDS)
    assert not found.unexplained, found.unexplained[0]
    assert found.decisions > 20 * ROUNDS
    assert set(found.contracts) == set(game.auction.ladder)
