"""What one seat may know: its own cards, all that was said and played, and what follows from it.

What everybody knows is worked out from public things alone: the bid, the card called, who has told his side,
the cards played, and the cards that somebody has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .moves import Move
from .state import State
from .trick import Tricks


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows."""

    sides: tuple[str | None, ...]
    """``declarers``, ``defenders`` or None, by seat."""
    holds: tuple[int, ...]
    """Cards that a seat is known to hold now."""
    lacks: tuple[int, ...]
    """Cards that a seat is known not to hold now."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know. Hidden cards change nothing in it."""

    seat: int
    step: str
    turn: int | None
    hand: int
    contract: str | None
    declarer: int | None
    called_card: int | None
    said: tuple[tuple[int, Move], ...]
    """The words of the auction, and what was done before it."""
    played: tuple[tuple[int, int], ...]
    """Seat and card, in order."""
    trick: tuple[tuple[int, int], ...]
    """The trick on the table."""
    winners: tuple[int, ...]
    """Who won the tricks."""
    rules: Tricks | None
    """The rules for tricks that are in force; None before the play."""
    levels: tuple[int, ...]
    """How often each item has been doubled."""
    public: Public
    sides: tuple[str | None, ...]
    """Who plays with whom, as far as this seat knows."""
    moves: tuple[Move, ...]
    """The seat's own legal moves; empty when it is not its turn."""


def view(state: State, history: Sequence[tuple[int, Move]], seat: int) -> View:
    """The view of one seat."""
    plan = state.table
    over = state.over
    room = None if over else plan.rooms[state.step]
    played = tuple((mover, move.card) for mover, move in history if move.kind == "play" and move.card is not None)
    known = public(state)
    mine = room is not None and state.turn == seat
    return View(
        seat=seat,
        step=room.kind if room else "over",
        turn=None if over else state.turn,
        hand=state.hands[seat],
        contract=plan.contract_ids[state.contract] if state.contract >= 0 else None,
        declarer=state.declarer if state.declarer >= 0 else None,
        called_card=state.called_card if state.called_card >= 0 else None,
        said=tuple((mover, move if mover == seat else move.seen) for mover, move in history if move.kind != "play"),
        played=played,
        trick=played[len(played) - state.in_trick :] if state.in_trick else (),
        winners=tuple(state.winners),
        rules=state.rules,
        levels=tuple(state.levels),
        public=known,
        sides=_own_sides(state, seat, known),
        moves=tuple(plan.moves.all[n] for n in room.moves(state)) if mine and room else (),
    )


def public(state: State) -> Public:
    """What everybody knows."""
    players = state.players
    played = [0] * players
    lacks = [void | told for void, told in zip(_voids(state, played), state.told_lacks, strict=True)]
    gone = sum(played)
    sides = _sides(state, lacks, played)
    holds = list(state.told_holds)
    if state.called_card >= 0 and state.contract >= 0:
        called = 1 << state.called_card
        for seat in range(players):
            if seat != state.declarer and sides[seat] == "declarers":
                holds[seat] |= called
            elif sides[seat] is not None:
                lacks[seat] |= called
    for seat in range(players):
        others = 0
        for other in range(players):
            if other != seat:
                others |= holds[other]
        lacks[seat] = (lacks[seat] | others | gone) & ~(holds[seat] & ~gone)
    return Public(sides, tuple(held & ~gone for held in holds), tuple(lacks))


def _voids(state: State, played: list[int]) -> list[int]:
    """What each seat has shown not to hold: the rungs of the ladder that it could not serve, and where tricks must
    be headed the cards that would have headed one."""
    players = state.players
    lacks = [0] * players
    if not state.played:
        return lacks
    tricks = state.rules
    assert tricks is not None
    leader, cards, led = state.leader, 0, 0
    for place, card in enumerate(state.played):
        number, place_in = divmod(place, players)
        if place_in == 0:
            leader = state.winners[number - 1] if number else state.leader
            cards, led = 0, card
        seat = (leader + place_in) % players
        for mask in tricks.follow[led] if cards else tricks.lead:
            if mask >> card & 1:
                if tricks.beat and cards:
                    heads = tricks.heading(mask, cards, led)
                    lacks[seat] |= 0 if heads >> card & 1 else heads
                break
            lacks[seat] |= mask
        cards |= 1 << card
        played[seat] |= 1 << card
    return lacks


def _sides(state: State, lacks: Sequence[int], played: Sequence[int]) -> tuple[str | None, ...]:
    players = state.players
    if state.contract < 0 or not state.declarers:
        return (None,) * players
    contract = state.table.contracts[state.contract]
    if contract.secret_until is None:
        return tuple(_side(state, seat) for seat in range(players))
    card = state.called_card if contract.calls else state.table.index[contract.secret_until]
    bit = 1 << card
    told = state.shown | 1 << state.declarer
    if state.over or any(cards & bit for cards in played):
        return tuple(_side(state, seat) for seat in range(players))
    may_hold = [
        seat
        for seat in range(players)
        if seat != state.declarer and not lacks[seat] & bit and not (told >> seat & 1 and not _ours(state, seat))
    ]
    partner_told = any(told >> seat & 1 and _ours(state, seat) for seat in range(players) if seat != state.declarer)
    if partner_told or len(may_hold) == 1:
        return tuple(_side(state, seat) for seat in range(players))
    return tuple(
        "declarers" if seat == state.declarer else None if seat in may_hold else "defenders" for seat in range(players)
    )


def _ours(state: State, seat: int) -> bool:
    return bool(state.declarers >> seat & 1)


def _side(state: State, seat: int) -> str:
    return "declarers" if _ours(state, seat) else "defenders"


def _own_sides(state: State, seat: int, known: Public) -> tuple[str | None, ...]:
    """What everybody knows, and what the own hand tells besides."""
    if state.contract < 0 or not state.declarers or None not in known.sides:
        return known.sides
    if seat != state.declarer and _ours(state, seat):
        return tuple(_side(state, each) for each in range(state.players))
    sides = list(known.sides)
    sides[seat] = _side(state, seat)
    unknown = [each for each, side in enumerate(sides) if side is None]
    if len(unknown) == 1:
        sides[unknown[0]] = "declarers"
    return tuple(sides)
