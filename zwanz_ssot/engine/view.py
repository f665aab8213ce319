"""What one seat may know: its own cards, all that was said and played, and what follows from it.

What everybody knows is worked out from public things alone: the bid, the card called, who has told
his side, the cards played, and the cards that somebody has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .compiled import table
from .moves import Move
from .state import State
from .trick import TrickRules


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
    """The words of the auction and of the play, and what was done before it, as this seat has heard
    them.
    """
    played: tuple[tuple[int, int], ...]
    """Seat and card, in order."""
    trick: tuple[tuple[int, int], ...]
    """The trick on the table."""
    winners: tuple[int, ...]
    """Who won the tricks."""
    rules: TrickRules | None
    """The rules for tricks that are in force; None before the play."""
    levels: tuple[int, ...]
    """How often each item has been doubled; where sides may be hidden, a bonus as if the declarers
    had announced it.
    """
    talon: tuple[int | None, ...]
    """Its packets as they were laid; None for one that this seat has not seen."""
    discards: int
    """The discarded cards that this seat has seen."""
    public: Public
    open: tuple[int, ...]
    """The hands that lie open, by seat; 0 for a closed one."""
    sides: tuple[str | None, ...]
    """Who plays with whom, as far as this seat knows."""
    moves: tuple[Move, ...]
    """The seat's own legal moves; empty when it is not its turn."""


def view(state: State, history: Sequence[tuple[int, Move]], seat: int) -> View:
    """The view of one seat."""
    plan = state.plan
    over = state.over
    room = None if over else plan.steps[state.step]
    played = tuple(
        (mover, move.card)
        for mover, move in history
        if move.kind == "play" and move.card is not None
    )
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
        said=tuple(
            (mover, _heard(state, mover, move, seat))
            for mover, move in history
            if move.kind != "play"
        ),
        played=played,
        trick=played[len(played) - state.in_trick :] if state.in_trick else (),
        winners=tuple(state.winners),
        rules=state.rules,
        levels=_levels(state),
        talon=tuple(packet if sees_talon(state, seat) else None for packet in state.talon),
        discards=state.discarded if seat == state.declarer else state.discards_shown,
        public=known,
        open=open_hands(state),
        sides=_own_sides(state, seat, known),
        moves=tuple(plan.moves.all[n] for n in room.moves(state)) if mine and room else (),
    )


def _heard(state: State, mover: int, move: Move, seat: int) -> Move:
    """A move as this seat takes it in: cards laid or discarded face down are not told."""
    if mover == seat:
        return move
    if (
        move.kind == "discard"
        and move.card is not None
        and not state.discards_shown >> move.card & 1
    ):
        return Move(move.kind, move.kind)
    if move.kind == "declare":
        return table(state.plan.game).play_step.in_play_calls.declarations.heard(state, move)
    return move.seen


def _levels(state: State) -> tuple[int, ...]:
    levels = list(state.levels)
    if state.plan.game.announcements is not None:
        for ours in range(1, len(levels), 2):
            levels[ours], levels[ours + 1] = levels[ours] + levels[ours + 1], 0
    return (*levels, *state.duels)


def sees_talon(state: State, seat: int = -1) -> bool:
    """Whether a seat has seen the talon; without a seat, whether everybody has."""
    use = state.plan.contracts[state.contract].talon if state.contract >= 0 else None
    if use is None or use.seen_by == "nobody" or not _opened(state):
        return False
    return use.seen_by == "everyone" or seat == state.declarer


def _opened(state: State) -> bool:
    """Whether the exchange has begun."""
    rooms = state.plan.steps
    return state.over or any(room.kind == "exchange" for room in rooms[: state.step + 1])


def open_hands(state: State) -> tuple[int, ...]:
    """The hands that lie open on the table, by seat; 0 for a closed one."""
    rule = state.plan.contracts[state.contract].play.open_hands if state.rules is not None else None
    if rule is None or len(state.winners) < rule.after_trick:
        return (0,) * state.players
    closed = state.declarers if rule.of == "opponents" else 0
    return tuple(0 if closed >> seat & 1 else hand for seat, hand in enumerate(state.hands))


def public(state: State) -> Public:
    """What everybody knows."""
    players = state.players
    played = [0] * players
    lacks = [
        void | told for void, told in zip(_voids(state, played), state.shown_lacking, strict=True)
    ]
    gone = sum(played)
    sides = _sides(state, lacks, played)
    holds = list(state.shown_holding)
    if state.called_card >= 0 and state.contract >= 0:
        called = 1 << state.called_card
        for seat in range(players):
            if seat != state.declarer and sides[seat] == "declarers":
                holds[seat] |= called
            elif seat != state.declarer and sides[seat] is not None:
                lacks[seat] |= called
        if None not in sides and not sees_talon(state) and any(held & called for held in holds):
            lacks[state.declarer] |= called
    _see_exchange(state, holds, lacks)
    for seat in range(players):
        others = 0
        for other in range(players):
            if other != seat:
                others |= holds[other]
        lacks[seat] = (lacks[seat] | others | gone) & ~(holds[seat] & ~gone)
    for seat, hand in enumerate(open_hands(state)):
        if hand:
            holds[seat], lacks[seat] = hand, state.plan.game.deck.all & ~hand
            lacks = [lack if other == seat else lack | hand for other, lack in enumerate(lacks)]
    return Public(sides, tuple(held & ~gone for held in holds), tuple(lacks))


def _see_exchange(state: State, holds: list[int], lacks: list[int]) -> None:
    """What everybody knows by an open talon and by cards discarded face up."""
    if sees_talon(state):
        hidden = 0
        exchange = next(room for room in state.plan.steps if room.kind == "exchange")
        for rung in exchange.ladder(state.contract):
            if rung.shown:
                break
            hidden |= rung.cards.mask
        if state.discards_shown:
            lacks[state.declarer] |= hidden
        for number, packet in enumerate(state.talon):
            if state.talon_taken >> number & 1:
                holds[state.declarer] |= packet & ~hidden & ~state.discards_shown
            else:
                for seat in range(state.players):
                    lacks[seat] |= packet
    for seat in range(state.players):
        lacks[seat] |= state.discards_shown


def _voids(state: State, played: list[int]) -> list[int]:
    """What each seat has shown not to hold: the rungs of the ladder that it could not serve, and
    where tricks must be headed the cards that would have headed one.
    """
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
        laid = not number and state.laid[seat] >= 0  # it need not follow, so it shows nothing
        for mask in () if laid else tricks.follow[led] if cards else tricks.lead:
            if mask >> card & 1:
                if tricks.beat and cards:
                    heads = tricks.heading(mask, cards, led, state.played)
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
    contract = state.plan.contracts[state.contract]
    if contract.secret_until is None:
        return tuple(_side(state, seat) for seat in range(players))
    if contract.calls and state.called_card < 0:
        return tuple("declarers" if seat == state.declarer else None for seat in range(players))
    card = state.called_card if contract.calls else state.plan.index[contract.secret_until]
    bit = 1 << card
    told = state.shown | 1 << state.declarer
    if state.over or any(cards & bit for cards in played):
        return tuple(_side(state, seat) for seat in range(players))
    may_hold = [
        seat
        for seat in range(players)
        if seat != state.declarer
        and not lacks[seat] & bit
        and not (told >> seat & 1 and not _ours(state, seat))
    ]
    in_talon = sees_talon(state) and any(packet & bit for packet in state.talon)
    partner_told = any(
        told >> seat & 1 and _ours(state, seat) for seat in range(players) if seat != state.declarer
    )
    if partner_told or in_talon or len(may_hold) + _nobody(state, lacks, bit) <= 1:
        return tuple(_side(state, seat) for seat in range(players))
    return tuple(
        "declarers" if seat == state.declarer else None if seat in may_hold else "defenders"
        for seat in range(players)
    )


def _nobody(state: State, lacks: Sequence[int], card: int) -> bool:
    """Whether the called card may be with no other player: in the talon, or with the declarer
    himself.
    """
    call = state.plan.game.call
    hidden = bool(state.talon) and not sees_talon(state)
    own = call is not None and call.choose == "free" and not lacks[state.declarer] & card
    return hidden or own


def _ours(state: State, seat: int) -> bool:
    return bool(state.declarers >> seat & 1)


def _side(state: State, seat: int) -> str:
    return "declarers" if _ours(state, seat) else "defenders"


def _own_sides(state: State, seat: int, known: Public) -> tuple[str | None, ...]:
    """What everybody knows, and what the own hand tells besides."""
    if state.contract < 0 or not state.declarers or None not in known.sides:
        return known.sides
    if state.called_card < 0 and state.plan.contracts[state.contract].calls:
        return known.sides
    if seat != state.declarer and _ours(state, seat):
        return tuple(_side(state, each) for each in range(state.players))
    called = 1 << state.called_card if state.called_card >= 0 else 0
    had = state.dealt[seat] | state.exchanged[seat] if state.exchanged else state.dealt[seat]
    seen = (sum(state.talon) if sees_talon(state, seat) else 0) | had
    if called & seen:
        return tuple(_side(state, each) for each in range(state.players))
    sides = list(known.sides)
    sides[seat] = _side(state, seat)
    unknown = [each for each, side in enumerate(sides) if side is None]
    lacks = list(known.lacks)
    if len(unknown) == 1 and not _nobody(state, lacks, called):
        sides[unknown[0]] = "declarers"
    return tuple(sides)
