"""Announcing and doubling: in the auction, after the exchange, during the play."""

from __future__ import annotations

from zwanz_ssot.model import SEATS, Bonus

from .items import GAME, announced, doubles
from .knowing import known_to_all, side
from .position import DECLARERS, DEFENDERS, Position, Word
from .roles import declarers, holds, seats

OTHER = {DECLARERS: DEFENDERS, DEFENDERS: DECLARERS}


def announcements(position: Position) -> list[str]:
    """The announcements that the speaker may make."""
    return [
        f"announce {bonus.id}"
        for bonus in position.game.bonuses.values()
        if _may_announce(position, bonus)
    ]


def counts(position: Position, bonus: Bonus) -> bool:
    """Whether a bonus can be announced in this contract at all."""
    contract = position.plays
    if contract is None or not contract.declarers:
        return False
    return bonus.can_be_announced and (not bonus.contracts or contract.id in bonus.contracts)


def _may_announce(position: Position, bonus: Bonus) -> bool:
    speaker = position.mover
    if not counts(position, bonus) or closed(position, "announcements"):
        return False
    if excluded(position, bonus.id) and any(
        word.seat == speaker for word in doubles(position, GAME)
    ):
        return False
    if bonus.announced_by is not None and speaker not in seats(
        position, bonus.announced_by, speaker
    ):
        return False
    if taken_for_another(position):
        return False
    return holds(position, bonus.announce_if, speaker) and not is_announced(position, bonus.id)


def taken_for_another(position: Position) -> bool:
    """Whether an announcement would count for the wrong side.

    Words may speak for the side of whoever last announced or doubled, or else of the declarer. This
    goes wrong if the speaker is on the other side and not everybody knows it.
    """
    after, speaker = position.game.announcements, position.mover
    if position.step != "announcements" or after is None or after.speaks_for != "last_speaker":
        return False
    words = [word.seat for word in position.words if word.text.split()[0] in ("announce", "double")]
    last = words[-1] if words else position.declarer
    ours = declarers(position)
    return (last in ours) != (speaker in ours) and not known_to_all(position, speaker)


def excluded(position: Position, bonus: str) -> bool:
    """Whether the speaker is an opponent who may announce this or double the game, but not both."""
    kontra = position.game.kontra
    here = kontra is not None and position.contract in kontra.excludes.get(bonus, ())
    return here and position.mover not in declarers(position)


def is_announced(position: Position, bonus: str) -> bool:
    """Whether the speaker may no longer announce a bonus, as it is announced.

    In the auction and after the exchange each side may announce it once; only one side may, if
    announcements after an exchange tell no side. During the play each player may once, as nobody
    says whose partner he is.
    """
    words = [word for each, word in announced(position) if each == bonus]
    if position.step in ("auction", "announcements") and open_items(position):
        return bool(words)
    own = DECLARERS if position.mover in declarers(position) else DEFENDERS
    if position.step in ("auction", "announcements"):
        return any(word.side == own for word in words)
    return any(word.seat == position.mover for word in words)


def closed(position: Position, *what: str, but: str = "") -> bool:
    """Whether an announcement has closed one of these; that of the bonus `but` does not count."""
    bonuses = position.game.bonuses
    heard = {bonus for bonus, _ in announced(position)} - {but}
    return any(each in bonuses[bonus].closes for bonus in heard for each in what)


def doublings(position: Position) -> list[str]:
    """The doubles that the speaker may say."""
    game, contract = position.game, position.plays
    if (
        game.kontra is None
        or contract is None
        or not contract.declarers
        or contract.kontra == "none"
    ):
        return []
    # The game; whoever has announced a bonus that excludes it cannot double it.
    found = []
    instead = [bonus for bonus, word in announced(position) if word.seat == position.mover]
    instead_of = any(excluded(position, bonus) for bonus in instead)
    if "game" in game.kontra.doubles and not closed(position, "doubles") and not instead_of:
        found += _individual(position) if contract.kontra == "individual" else _game(position)

    # Announced bonuses; where sides are hidden a double names only the bonus.
    if "announcements" in game.kontra.doubles:
        for bonus, word in announced(position):
            if not closed(position, "doubles", "bonus_doubles", but=bonus):
                if open_items(position):
                    if _may_double(position, bonus, None, word.seat):
                        found.append(f"double {bonus}")
                elif _may_double(position, bonus, word.side, owner_of(position, word)):
                    found.append(f"double {bonus} {word.side}")
    return sorted(set(found))


def open_items(position: Position) -> bool:
    """Whether a double names no side: sides may be hidden, and words do not tell them."""
    after = position.game.announcements
    return after is not None and not after.speaks_for


def owner_of(position: Position, word: Word) -> int | None:
    """The seat that announced a bonus, if its side may be hidden; else None."""
    return None if position.game.announcements is None else word.seat


def _game(position: Position) -> list[str]:
    assert position.declarer is not None
    return ["double game"] if _may_double(position, GAME, None, position.declarer) else []


def _individual(position: Position) -> list[str]:
    """The doubles of the game between the declarer and each opponent alone."""
    speaker, levels = position.mover, _levels(position)
    if speaker != position.declarer:
        doubled = len(doubles(position, GAME, speaker))
        return (
            ["double game"]
            if doubled % 2 == 0 and doubled < levels and in_time(position, GAME, speaker)
            else []
        )
    found = []
    for seat in range(position.players):
        doubled = len(doubles(position, GAME, seat)) if seat != speaker else 0
        if doubled % 2 == 1 and doubled < levels and in_time(position, GAME, seat):
            found.append(f"double game {SEATS[seat]}")
    return found


def _levels(position: Position) -> int:
    assert position.game.kontra is not None
    return len(position.game.kontra.levels)


def _may_double(position: Position, item: str, whose: str | None, owner: int | None) -> bool:
    """Whether the speaker may say the next word on an item."""
    doubled = len(doubles(position, item, whose))
    if doubled >= _levels(position) or not in_time(position, item, whose):
        return False
    return has_the_word(position, item, whose, owner)


def has_the_word(position: Position, item: str, whose: str | None, owner: int | None) -> bool:
    """Whether the next word on an item would be the speaker's: the opponents begin, then the sides
    take turns.

    `whose` is the side that owns the item. If that side may be hidden, `owner` is the seat. Then
    whoever may be an opponent begins; whoever knows to be on the owner's side answers; after that,
    whoever knows to be against it, or has begun.
    """
    speaker = position.mover
    before = doubles(position, item, whose)
    doubled = len(before)
    hidden = position.game.announcements is not None
    if before and before[-1].seat == speaker:
        return False  # nobody answers himself
    own = DECLARERS if speaker in declarers(position) else DEFENDERS
    owners = whose if owner is None else side(position, speaker, owner)
    if doubled == 0:
        return own != owners
    if doubled % 2 == 1:
        return own == owners
    began = hidden and speaker == before[0].seat
    return began or own == OTHER.get(owners or "")


def in_time(position: Position, item: str, whose: str | int | None) -> bool:
    """Whether this is the speaker's first turn after the word that is to be doubled."""
    after = position.game.announcements
    if position.step != "announcements" or after is None or after.doubles_wait == "always":
        return True
    words = doubles(position, item, whose)
    if words:
        last = words[-1].turn
    elif item == GAME:
        last = -1  # the game was bid before this step
    else:
        last = next(
            word.turn
            for bonus, word in announced(position)
            if bonus == item and whose in (None, word.side)
        )
    turns = {word.turn for word in position.said() if word.seat == position.mover}
    return not any(last < turn < position.turn for turn in turns)


def has_to_double(position: Position) -> bool:
    """Whether the speaker must double before passing, and can."""
    game, contract = position.game, position.plays
    kontra = game.kontra
    place = game.auction if position.step == "auction" else game.announcements
    if kontra is None or contract is None or place is None or "double" not in place.in_one_turn:
        return False
    for forced in kontra.forced:
        here = not forced.contracts or contract.id in forced.contracts
        if (
            here
            and position.mover in seats(position, forced.who)
            and holds(position, forced.when, position.mover)
        ):
            whose = position.mover if contract.kontra == "individual" else None
            doubled = len(doubles(position, forced.item, whose))
            if doubled <= kontra.levels.index(forced.say) and f"double {forced.item}" in doublings(
                position
            ):
                return True
    return False
