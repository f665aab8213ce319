"""The second implementation: the course of any game once more, slowly. Cards are in sets, one by
one, and every question is answered from the words that were said.

It reads the rules as they are loaded, and shares nothing else with the engine. ``position`` is a
frozen round. Each kind of step has a module: ``dealing``, ``auction`` (with ``bids``), ``calling``,
``exchanging``, ``speaking``, ``playing``; several use ``announcing`` and ``items``. ``knowing``
says what a player knows of the others, ``refusing`` why a move is refused. ``outcome`` and
``settling`` work out the result of a round. ``ways`` and ``counting`` count positions; ``python -m
tests.naive --write`` writes the counts down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zwanz_ssot.model import SEATS, Game

from . import auction, calling, dealing, exchanging, playing, refusing, speaking
from .cards import named
from .outcome import Silent
from .position import Position
from .settling import settle

__all__ = [
    "Position",
    "Silent",
    "after",
    "begin",
    "kind",
    "legal_moves",
    "reasons",
    "settle",
]


class Room(NamedTuple):
    """A kind of step: how it begins, which moves it has, and what a move makes of a position.

    A position in which nobody is to move is at the end of the step.
    """

    enter: Callable[[Position], Position]
    moves: Callable[[Position], list[str]]
    apply: Callable[[Position, str], Position]


ROOMS = {
    "deal": Room(dealing.enter, dealing.moves, dealing.apply),
    "misdeal": Room(dealing.enter_misdeal, dealing.misdeal_moves, dealing.apply_misdeal),
    "passing": Room(dealing.enter_passing, dealing.passing_moves, dealing.apply_passing),
    "auction": Room(auction.enter, auction.moves, auction.apply),
    "call": Room(calling.enter, calling.moves, calling.apply),
    "naming": Room(calling.enter_naming, calling.suits_to_name, calling.apply_naming),
    "talon": Room(exchanging.enter_talon, exchanging.nothing_to_do, exchanging.apply),
    "exchange": Room(exchanging.enter, exchanging.moves, exchanging.apply),
    "announcements": Room(speaking.enter, speaking.moves, speaking.apply),
    "play": Room(playing.enter, playing.moves, playing.apply),
}


def begin(
    game: Game,
    seed: int | None = None,
    pack: Sequence[str] = (),
    number: int = 1,
    *,
    restricted: bool = False,
) -> Position:
    """The position before the first move, from the pack of a seed or these cards in their order.

    `number` is that of the round in its match; with `restricted`, only some contracts may be bid.
    """
    cards = (
        tuple(named(game)[card] for card in pack) if seed is None else dealing.shuffled(game, seed)
    )
    position = Position(game, cards, number=number, restricted=restricted)
    fixed = game.fixed_contract
    if fixed is not None:
        from .roles import one

        who = one(position, fixed.declarer) if fixed.declarer is not None else None
        position = position.but(contract=fixed.contract, declarer=who)
    return _go_on(position)


def kind(position: Position) -> str:
    """The kind of step that a position is in."""
    if position.over:
        return "thrown_in" if position.thrown_in else "over"
    return position.step.partition(".")[0]


def legal_moves(position: Position) -> list[str]:
    """Every legal move, sorted by its text; a move out of turn has the speaker's name before it."""
    if position.over:
        return []
    others = playing.out_of_turn(position) if kind(position) == "play" else []
    return sorted([*ROOMS[kind(position)].moves(position), *others])


VERBS = {
    "deal": ("cut", "knock", "take"),
    "misdeal": ("keep", "throw-in"),
    "passing": ("give",),
    "auction": ("bid", "number", "hold", "open", "name", "announce", "double", "pass"),
    "call": ("call", "trump"),
    "naming": ("trump",),
    "exchange": ("take", "discard", "concede"),
    "announcements": ("announce", "double", "pass", "raise"),
    "play": ("play", "declare", "raise", "announce", "double"),
}
"""The verbs of the moves of each kind of step."""

REFUSING = {
    "deal": refusing.of_deal,
    "misdeal": refusing.of_misdeal,
    "passing": refusing.of_passing,
    "auction": refusing.of_auction,
    "call": refusing.of_call,
    "naming": refusing.of_naming,
    "exchange": refusing.of_exchange,
    "announcements": refusing.of_announcements,
    "play": refusing.of_play,
}


def reasons(position: Position, move: str) -> frozenset[str]:
    """Every reason why the mover may not make a move, as refusals name them; none if it is
    legal.
    """
    here, (verb, _, rest) = kind(position), move.partition(" ")
    if position.over or verb not in VERBS[here]:
        return frozenset({"wrong_step"})
    named = REFUSING[here](position, verb, rest)
    return frozenset(code for code, holds in named if holds)


def after(position: Position, move: str) -> Position:
    """The position after a legal move; a word out of turn leaves the turn where it is."""
    speaker, colon, word = move.partition(": ")
    if colon:
        speaking = position.but(seat=SEATS.index(speaker))
        return playing.apply(speaking, word).but(seat=position.seat)
    moved = ROOMS[kind(position)].apply(position, move)
    if moved.seat is not None or moved.over:
        return moved
    return _go_on(moved.but(stage=moved.stage + 1))


def _go_on(position: Position) -> Position:
    """Pass through steps without a decision, to the next one that has a mover."""
    while not position.over:
        position = ROOMS[kind(position)].enter(position)
        if position.seat is not None:
            return position
        if not position.over:
            position = position.but(stage=position.stage + 1)
    return position
