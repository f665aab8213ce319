"""The round of announcements after the exchange."""

from __future__ import annotations

from .announcing import announcements, counts, doublings, has_to_double
from .items import announced
from .numbers import enough
from .position import Position
from .roles import one, seats


def enter(position: Position) -> Position:
    """Begin, if anything can be said."""
    after, contract = position.game.announcements, position.plays
    assert after is not None and contract is not None
    kontra, words = position.game.kontra, after.in_one_turn
    can_announce = "announce" in words and any(
        counts(position, bonus) for bonus in position.game.bonuses.values()
    )
    can_double = (
        kontra is not None
        and "double" in words
        and "game" in kontra.doubles
        and contract.kontra != "none"
        and bool(contract.declarers)
    )
    changes = contract.raised_after_exchange or contract.becomes
    if not can_announce and not can_double and not changes:
        return position.end_step()
    if contract.announces_with_bid:
        assert position.declarer is not None
        return position.turn_of(position.next(position.declarer))  # the declarer has spoken
    return position.turn_of(one(position, after.first))


def moves(position: Position) -> list[str]:
    """To announce, to double, to pass."""
    after = position.game.announcements
    assert after is not None
    found = raises(position)
    if position.plays is not None and position.plays.becomes:
        return found
    if "announce" in after.in_one_turn and not done_announcing(position):
        found += announcements(position)
    if "double" in after.in_one_turn:
        found += doublings(position)
    if after.one_word and has_to_announce(position):  # it is the only word of this turn
        owed = {f"announce {bonus}" for bonus in due(position)}
        return [move for move in found if move in owed or move.startswith("raise ")]
    if after.one_word and has_to_double(position):
        return [move for move in found if move == "double game" or move.startswith("raise ")]
    owes = has_to_announce(position) or has_to_double(position)
    return found if owes else [*found, "pass"]


def raises(position: Position) -> list[str]:
    """The contracts to which the declarer may raise the game, as the first word of this step."""
    words = [word for word in position.said() if not word.text.startswith("raise ")]
    if words or position.mover != position.declarer or position.plays is None:
        return []
    others = position.plays.becomes or position.plays.raised_after_exchange
    contracts = [position.game.contracts[each] for each in others]
    return [f"raise {contract.id}" for contract in contracts if enough(position, contract)]


def apply(position: Position, move: str) -> Position:
    """The position after a word: a pass closes the turn, and enough silent turns close the step."""
    spoken = position.with_word(move)
    if move.startswith("raise "):
        before = position.raised_from or position.contract
        raised = spoken.but(contract=move.split()[1], raised_from=before)
        # The step is over if nothing can be said of the new contract.
        return raised if enter(raised).seat is not None else raised.end_step()
    after = position.game.announcements
    assert after is not None
    if move != "pass" and not after.one_word:
        return spoken
    turns = sorted({word.turn for word in spoken.said()})
    # The first turn is never silent: it says what is played, here or with the bid.
    first_turn = None if spoken.plays is not None and spoken.plays.announces_with_bid else turns[0]
    silent = [
        [w.text for w in spoken.said() if w.turn == turn] == ["pass"] and turn != first_turn
        for turn in turns
    ]
    if silent[-after.ends_after_passes :] == [True] * after.ends_after_passes:
        return spoken.end_step()
    return spoken.turn_of(spoken.next(spoken.mover))


def done_announcing(position: Position) -> bool:
    """Whether the mover announces nothing more, as a turn has passed in which he announced or spoke
    first; or as nobody may in a later turn.
    """
    after = position.game.announcements
    assert after is not None
    if after.each_announces == "freely":
        return False
    earlier = [
        word
        for word in position.said()
        if word.seat == position.mover and word.turn != position.turn
    ]
    if any(word.text.startswith("announce ") for word in earlier) or (
        after.each_announces == "first_turn" and earlier
    ):
        return True
    if position.plays is not None and position.plays.announces_with_bid:
        return position.mover == position.declarer  # who spoke first, with the bid
    return bool(earlier) and position.said()[0].seat == position.mover


def has_to_announce(position: Position) -> bool:
    """Whether the declarer must still make an announcement that goes with the contract, and can."""
    if position.mover != position.declarer or _announced_due(position):
        return False
    if len({word.turn for word in position.said()} - {position.turn}):
        return False  # his first turn is over
    return bool({f"announce {bonus}" for bonus in due(position)} & set(announcements(position)))


def due(position: Position) -> list[str]:
    """The bonuses of which the declarer must announce one: he was dealt their cards, and still has
    them.
    """
    contract, declarer = position.plays, position.declarer
    assert contract is not None and declarer is not None
    before = position.but(hands=position.dealt)
    found = []
    for bonus in contract.must_announce:
        role = position.game.bonuses[bonus].announced_by
        assert role is not None
        if declarer in seats(before, role) and declarer in seats(position, role):
            found.append(bonus)
    return found


def _announced_due(position: Position) -> bool:
    own = {bonus for bonus, word in announced(position) if word.seat == position.declarer}
    return bool(own & set(due(position)))
