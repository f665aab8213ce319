"""A few hundred rounds of Skat and Hearts against OpenSpiel; `python -m tests.peers.openspiel`
plays more.
"""

from __future__ import annotations

import pytest

from .openspiel import WAYS, rounds

ROUNDS = 150


@pytest.mark.parametrize("name", sorted(WAYS))
def test_both_allow_the_same_cards_and_come_to_the_same_end(name: str) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    assert sum(rounds(name, ROUNDS)) > 20 * ROUNDS
