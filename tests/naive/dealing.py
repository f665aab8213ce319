"""Cutting, knocking, dealing, throwing in."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from zwanz_ssot.model import Condition, DealStep, Game, MisdealReason, Role

from .cards import named, pack
from .position import Card, Hand, Position
from .roles import holds, one


def shuffled(game: Game, seed: int) -> tuple[Card, ...]:
    """The pack of a seed: sorted by the numbers that each card draws."""
    random = Random(seed)
    drawn = [(random.random(), number) for number in range(len(pack(game)))]
    return tuple(pack(game)[number] for _, number in sorted(drawn))


def enter(position: Position) -> Position:
    """Begin to deal."""
    step = _step(position)
    if step.cut:
        return position.turn_of(one(position, step.cut.by))
    return _deal(position)


def moves(position: Position) -> list[str]:
    """Cutting and knocking, or the stacks to take."""
    cut = _step(position).cut
    if position.stacks:
        return [f"take {n + 1}" for n, stack in enumerate(position.stacks) if stack]
    assert cut is not None
    cuts = [f"cut {n}" for n in range(cut.leaves, len(position.pack) - cut.leaves + 1)]
    return [*cuts, "knock"] if cut.knock else cuts


def apply(position: Position, move: str) -> Position:
    """Cut the pack, lay stacks out, take one."""
    word, _, number = move.partition(" ")
    if word == "cut":
        lifted = int(number)
        return _deal(position.but(pack=position.pack[lifted:] + position.pack[:lifted]))
    if word == "knock":
        size = position.game.hand_size
        stacks = tuple(
            frozenset(position.pack[n * size : (n + 1) * size]) for n in range(position.players)
        )
        empty: tuple[Hand, ...] = (frozenset(),) * position.players
        return position.but(stacks=stacks, hands=empty).turn_of(
            one(position, _step(position).first)
        )
    taken = int(number) - 1
    hands = _with(position.hands, position.mover, position.stacks[taken])
    stacks = _with(position.stacks, taken, frozenset())
    chosen = position.but(hands=hands, stacks=stacks)
    following = position.next(position.mover)
    left = [stack for stack in stacks if stack]
    if len(left) > 1:
        return chosen.turn_of(following)
    hands = _with(hands, following, left[0])
    return chosen.but(hands=hands, dealt=hands, stacks=()).end_step()


def _step(position: Position) -> DealStep:
    return position.game.deals[position.step.removeprefix("deal.")]


def _with(piles: tuple[Hand, ...], number: int, pile: Hand) -> tuple[Hand, ...]:
    return (*piles[:number], pile, *piles[number + 1 :])


def _deal(position: Position) -> Position:
    """Deal packet after packet to each player in turn, and the talon where its turn is."""
    step, game = _step(position), position.game
    left = list(position.left or position.pack)
    hands = list(position.hands or (frozenset(),) * position.players)
    talon, laid = list(position.talon), list(position.talon_cards)
    first = one(position, step.first)
    for packet in step.packets:
        if packet == 0:
            assert game.talon is not None
            laid += left[: sum(game.talon.packets)]
            for size in game.talon.packets:
                talon.append(frozenset(left[:size]))
                del left[:size]
            continue
        for n in range(position.players):
            seat = (first + n) % position.players
            hands[seat] |= frozenset(left[:packet])
            del left[:packet]
    done = position.but(
        left=tuple(left),
        hands=tuple(hands),
        dealt=tuple(hands),
        talon=tuple(talon),
        talon_cards=tuple(laid),
    )
    return done.end_step()


def enter_misdeal(position: Position) -> Position:
    """Throw in the cards if they must be; else ask everybody, if anybody may throw in, reason or
    none.
    """
    players = position.players
    for reason in position.game.misdeal:
        if reason.thrown_in == "must" and any(map(asked_of(position, reason), range(players))):
            return thrown_in(position, reason.id)
    if any(reason.thrown_in == "may" for reason in position.game.misdeal):
        return position.turn_of(0)
    return position.end_step()


def misdeal_moves(position: Position) -> list[str]:
    """Keeping the cards, or throwing them in with a reason."""
    return ["keep", "throw-in"] if _may(position, position.mover) else ["keep"]


def apply_misdeal(position: Position, move: str) -> Position:
    """Ask the next player, until all have been asked."""
    if move == "throw-in":
        return thrown_in(position, str(_may(position, position.mover)))
    following = position.next(position.mover)
    return position.turn_of(following) if following else position.end_step()


def thrown_in(position: Position, reason: str) -> Position:
    """The end of a round that is not played."""
    return position.but(stage=len(position.game.order), seat=None, thrown_in=reason)


def _may(position: Position, seat: int) -> str | None:
    """The reason for which this hand may be thrown in."""
    for reason in position.game.misdeal:
        if reason.thrown_in == "may" and asked_of(position, reason)(seat):
            return reason.id
    return None


def asked_of(position: Position, reason: MisdealReason) -> Callable[[int], bool]:
    """Whether a seat has the reason in its hand; every reason asks about one hand."""

    def own(asked: Any) -> Any:
        if isinstance(asked, Condition):
            args = {key: own(value) for key, value in asked.args.items()}
            if asked.word == "hand_has":
                args["who"] = Role("speaker", None, asked.at)
            return Condition(asked.word, args, asked.at)
        return tuple(map(own, asked)) if isinstance(asked, list | tuple) else asked

    when = own(reason.when)
    return lambda seat: holds(position, when, seat)


def enter_passing(position: Position) -> Position:
    """Begin with the forehand, in rounds in which cards are passed."""
    return position.turn_of(0) if _way(position) != "nobody" else position.end_step()


def passing_moves(position: Position) -> list[str]:
    """Giving any card of the hand away."""
    return [f"give {card.id}" for card in position.hand]


def apply_passing(position: Position, move: str) -> Position:
    """Give one card.

    After a player's last card the next one gives, and at the end all take theirs.
    """
    rules = position.game.passing
    assert rules is not None
    seat = position.mover
    card = named(position.game)[move.removeprefix("give ")]
    given = (*position.given, (seat, card))
    hands = _with(position.hands, seat, position.hand - {card})
    done = position.but(hands=hands, given=given)
    if len([giver for giver, _ in given if giver == seat]) < rules.cards:
        return done
    if position.next(seat):
        return done.turn_of(position.next(seat))
    for giver, each in given:
        to = _neighbour(position, giver)
        hands = _with(hands, to, hands[to] | {each})
    return done.but(hands=hands).end_step()


def _way(position: Position) -> str:
    """The direction of passing in this round: the entries of the list in turn, again and again."""
    rules = position.game.passing
    assert rules is not None
    ways = list(rules.to)
    for _ in range(position.number - 1):
        ways.append(ways.pop(0))
    return ways[0]


def _neighbour(position: Position, seat: int) -> int:
    """Who sits to the left of a player, to the right, or across: counted round the table, where
    clockwise play goes from right to left.
    """
    way, table = _way(position), position.game.table
    if way == "across":
        for _ in range(position.players // 2):
            seat = position.next(seat)
        return seat
    if (way == "left") == (table.direction == "clockwise"):
        return position.next(seat)
    return next(each for each in range(position.players) if position.next(each) == seat)
