"""What comes after a round: who deals the next one, what players have then, and whether the match
is over.
"""

from __future__ import annotations

from ..engine import Match
from ..model import SEATS, Ledger
from ..source import Path
from .desk import Desk

EXPECTS = frozenset(["next_dealer", "match_over", "standing"])


def compare(desk: Desk, ledger: Ledger | None, thrown_in: str | None) -> None:
    """Note every difference in what comes after a round with this ledger, or one that was thrown
    in.
    """
    expect = desk.entry["expect"]
    if not EXPECTS & expect.keys():
        return
    before = _before(desk)
    after = (
        before.again(thrown_in)
        if thrown_in is not None
        else before.settled(ledger)
        if ledger
        else before
    )
    if "next_dealer" in expect:
        wanted: Path = ("expect", "next_dealer")
        desk.seat(wanted, expect["next_dealer"])
        desk.compare(wanted, expect["next_dealer"], SEATS[after.dealer], ("table", "next_dealer"))
    for name, score in expect.get("standing", {}).items():
        here: Path = ("expect", "standing", name)
        player = before.player_at(desk.seat(here, name))
        desk.compare(here, score, after.scores[player], ("match",))
    if "match_over" in expect:
        desk.compare(("expect", "match_over"), expect["match_over"], after.over, ("match",))


def _before(desk: Desk) -> Match:
    """The match before the round. Its players are numbered as they sit in this round, the forehand
    first.
    """
    game, stated = desk.game, desk.entry.get("match", {})
    scores = [game.match.stock] * desk.players
    for name, score in stated.get("scores", {}).items():
        scores[desk.seat(("match", "scores", name), name)] = score
    dealer = -game.table.forehand_from_dealer % desk.players
    return Match(game, dealer, tuple(scores), rounds=stated.get("rounds", 0))
