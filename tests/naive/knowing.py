"""What a player knows of the others' sides, when announcements are made after the exchange."""

from __future__ import annotations

from zwanz_ssot.model import Role

from .items import GAME, standing
from .position import DECLARERS, DEFENDERS, Position
from .roles import declarers


def side(position: Position, viewer: int, seat: int) -> str | None:
    """The side of a player as far as another one knows it; None if it may be hidden."""
    contract, partners = position.plays, declarers(position) - {position.declarer}
    assert contract is not None
    shown = {word.seat for word in standing(position) if _shows_side(position, word.text)}
    shown |= _promised_and_called(position)
    known = (
        viewer == seat
        or seat == position.declarer
        or contract.secret_until is None  # then the partner is no secret
        or viewer in partners  # who is called knows all the others
        or seat in shown
        or bool(partners & shown)
        or _lay_open(position)
        or _was_played(position)
    )
    if not known:
        return None
    return DECLARERS if seat in declarers(position) else DEFENDERS


def known_to_all(position: Position, seat: int) -> bool:
    """Whether everybody knows the side of a player."""
    return all(side(position, viewer, seat) for viewer in range(position.players))


def _promised_and_called(position: Position) -> set[int]:
    """The player who promised the called card and has not discarded it, if any."""
    from .exchanging import discards_by, owed_call

    owed = owed_call(position)
    if owed is None or position.called != owed or position.promiser is None:
        return set()
    return set() if owed in discards_by(position, position.promiser) else {position.promiser}


def _lay_open(position: Position) -> bool:
    """Whether all have seen the called card in the talon, so that the declarer plays alone."""
    contract = position.exchanged
    if contract is None or contract.talon is None or contract.talon.seen_by != "everyone":
        return False
    return any(position.called in packet for packet in position.talon)


def _was_played(position: Position) -> bool:
    """Whether the card that shows the partner has been played."""
    contract = position.plays
    assert contract is not None
    called = position.called.id if position.called is not None else None
    card = called if contract.secret_until == "called_card" else contract.secret_until
    return any(each.id == card for trick in (*position.tricks, position.table) for _, each in trick)


def _shows_side(position: Position, text: str) -> bool:
    """Whether a word tells the speaker's side.

    Doubling the game does, and so does announcing what doubles it, or what only the called player
    or one side may announce; every word does if words speak for the last speaker's side.
    """
    verb, *rest = text.split()
    kontra, contract = position.game.kontra, position.plays
    after = position.game.announcements
    if after is not None and after.speaks_for and verb in ("announce", "double"):
        return True
    if verb == "announce":
        role = position.game.bonuses[rest[0]].announced_by
        only_called = role is not None and (role.arg == "called_card" or _is_a_side(role))
        can_double = contract is not None and contract.kontra != "none"
        return only_called or (kontra is not None and can_double and rest[0] in kontra.implied_by)
    return verb == "double" and rest[0] == GAME


def _is_a_side(role: Role) -> bool:
    """Whether a role is one of the sides, so that a player whom it means is known to be on it."""
    if role.word in ("declarers", "defenders", "side_of", "opponents_of"):
        return True
    return isinstance(role.arg, Role) and _is_a_side(role.arg)
