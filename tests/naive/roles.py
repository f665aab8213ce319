"""Roles and sides, and the conditions on a player's cards and words."""

from __future__ import annotations

from typing import Any

from zwanz_ssot.model import Condition, Role

from .cards import equal_cards, group
from .position import Position

Seats = frozenset[int]


def seats(position: Position, role: Role, speaker: int | None = None) -> frozenset[int]:
    """The players that a role means."""
    everybody = frozenset(range(position.players))
    match role.word:
        case "forehand":
            return frozenset({0})
        case "dealer":
            return frozenset({position.dealer})
        case "declarer":
            return frozenset() if position.declarer is None else frozenset({position.declarer})
        case "speaker":
            return frozenset() if speaker is None else frozenset({speaker})
        case "anyone":
            return everybody
        case "declarers":
            return declarers(position)
        case "defenders":
            return everybody - declarers(position)
        case "next_to" | "before":
            assert isinstance(role.arg, Role)
            by = 1 if role.word == "next_to" else -1
            return frozenset(
                (seat + by) % position.players for seat in seats(position, role.arg, speaker)
            )
        case "side_of":
            assert isinstance(role.arg, Role)
            return with_them(seats(position, role.arg, speaker), declarers(position), everybody)
        case "opponents_of":
            assert isinstance(role.arg, Role)
            return against(seats(position, role.arg, speaker), declarers(position), everybody)
        case "all_but":
            assert isinstance(role.arg, Role)
            left_out = seats(position, role.arg, speaker)
            return everybody - left_out if left_out else frozenset()
        case "holder_of":
            return holder(position, str(role.arg))
        case "holder_of_all":
            return dealt_all(position, role.arg)
        case "discarder_of":
            wanted = equal_cards(position, str(role.arg))
            return frozenset(seat for seat, each in position.laid_away if each in wanted)
        case "announcer_of":
            from .items import announced

            return frozenset(word.seat for bonus, word in announced(position) if bonus == role.arg)
        case "winner_of":
            return frozenset()  # the result alone tells who it is
    raise NotImplementedError(role.word)


def with_them(meant: Seats, declarers: Seats, everybody: Seats) -> Seats:
    """Whoever plays on a side with one of these players; without sides, these players."""
    if not declarers:
        return meant
    return frozenset(
        seat
        for seat in everybody
        if any((seat in declarers) == (one in declarers) for one in meant)
    )


def against(meant: Seats, declarers: Seats, everybody: Seats) -> Seats:
    """Whoever plays against one of these players; without sides, all others."""
    if not declarers:
        return everybody - meant if meant else meant
    return frozenset(
        seat
        for seat in everybody
        if any((seat in declarers) != (one in declarers) for one in meant)
    )


def one(position: Position, role: Role) -> int:
    """The one player that a role means."""
    (seat,) = seats(position, role)
    return seat


def holder(position: Position, name: str) -> frozenset[int]:
    """The player who holds a card or has played it; none if it is in the talon or not dealt yet."""
    wanted = equal_cards(position, name)
    held = {seat for seat, hand in enumerate(position.hands) if wanted & hand}
    played = {
        seat
        for trick in (*position.tricks, position.table)
        for seat, each in trick
        if each in wanted
    }
    return frozenset(held | played)


def dealt_all(position: Position, cards: Any) -> frozenset[int]:
    """The players who were dealt all of these cards."""
    wanted = group(position.game, cards)
    return frozenset(seat for seat, hand in enumerate(position.dealt) if wanted <= hand)


def declarers(position: Position) -> frozenset[int]:
    """The players on the declarers' side, as far as the cards tell."""
    contract = position.plays
    if contract is None:
        return frozenset()
    found = [seats(position, role) for role in contract.declarers]
    return position.joined.union(*found)


def holds(position: Position, condition: Condition | None, speaker: int | None = None) -> bool:
    """Whether a condition holds of the cards in the hands and of what was said."""
    if condition is None:
        return True
    args = condition.args
    match condition.word:
        case "all":
            return all(holds(position, each, speaker) for each in args["of"])
        case "any":
            return any(holds(position, each, speaker) for each in args["of"])
        case "not":
            return not holds(position, args["of"], speaker)
        case "hand_has":
            wanted = group(position.game, args["cards"])
            counts = [
                len(position.hands[seat] & wanted) for seat in seats(position, args["who"], speaker)
            ]
            return any(_within(count, args) for count in counts)
        case "is":
            return seats(position, args["who"], speaker) <= seats(position, args["among"], speaker)
        case "announced_by":
            from .items import announced

            who = seats(position, args["side"], speaker)
            return any(
                bonus == args["bonus"] and it.seat in who for bonus, it in announced(position)
            )
        case "announced":
            from .items import announced

            return any(bonus == args["item"] for bonus, _ in announced(position))
        case "doubled":
            from .items import level

            return any(level(position, args["item"], seat) for seat in range(position.players))
    raise NotImplementedError(condition.word)


def _within(count: int, args: object) -> bool:
    assert isinstance(args, dict) or hasattr(args, "get")
    least, most, exactly = args.get("at_least"), args.get("at_most"), args.get("exactly")
    return (
        (least is None or count >= least)
        and (most is None or count <= most)
        and (exactly is None or count == exactly)
    )
