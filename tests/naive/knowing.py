"""What a player knows of who plays with whom."""

from __future__ import annotations

from .cards import card
from .items import GAME, standing
from .position import DECLARERS, DEFENDERS, Position
from .roles import declarers


def side(position: Position, viewer: int | None, seat: int) -> str | None:
    """On which side a player is, as far as another knows (None: as far as everybody does); None where that may still be
    hidden."""
    actual = DECLARERS if seat in declarers(position) else DEFENDERS
    contract = position.plays
    assert contract is not None
    if viewer == seat or seat == position.declarer or not contract.calls:
        return actual
    if viewer is not None and viewer != position.declarer and viewer in declarers(position):
        return actual  # who is called knows all the others
    if _open(position, viewer):
        return actual
    told = {each for each in range(position.players) if _shown(position, each)}
    if seat in told or any(each in told and each != position.declarer for each in declarers(position)):
        return actual
    return None


def _open(position: Position, viewer: int | None) -> bool:
    """Whether the called card lies where this player sees it: in the declarer's own hand, in the open talon, on the
    table."""
    called = card(position, "called_card")
    contract = position.plays
    assert contract is not None
    if viewer is not None and viewer == position.declarer and called in position.hands[viewer]:
        return True
    seen = contract.talon is not None and contract.talon.seen_by == "everyone"
    if seen and any(called in packet for packet in position.talon):
        return True
    return any(called == each for trick in (*position.tricks, position.table) for _, each in trick)


def _shown(position: Position, seat: int) -> bool:
    """Whether a player's words have told its side: by announcing what only the called player may, by doubling the game
    or a bonus of the declarer's, by raising."""
    for word in standing(position):
        if word.seat != seat:
            continue
        verb, *rest = word.text.split()
        if verb == "raise":
            return True
        if verb == "double" and rest[0] == GAME:
            return True
        if verb == "announce":
            role = position.game.bonuses[rest[0]].announced_by
            if role is not None and role.arg == "called_card":
                return True
    return False
