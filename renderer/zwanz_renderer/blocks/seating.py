"""The table seen from above: where the players sit, and the cards of a trick before them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from zwanz_ssot.model import Card, Game

from ..shortcodes import Context, Values
from .cards import alt
from .kinds import game_of, seats_of
from .wording import words

FLAT = 0.58
"""How high a table is drawn, by its width."""
_REACH = 50
_STEEP = 36
"""A seat so far from the middle line is one above or below the table."""
_INWARDS = 0.62
"""Where a card lies between the middle of the table and its player."""
_ANTICLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class PlacedSeat:
    """A seat: its name, and where it is drawn, in percent from the left and from the top. Forehand
    sits below. `side` is where its name stands, as seen from the table.
    """

    name: str
    x: float
    y: float

    @property
    def side(self) -> Literal["above", "below", "left", "right"]:
        """Where its name stands, as seen from the table."""
        if abs(self.y - _REACH) > _STEEP:
            return "below" if self.y > _REACH else "above"
        return "left" if self.x < _REACH else "right"


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A trick as far as it is played. Seats are numbers; `turn` is whose card is awaited."""

    leader: int
    cards: list[Card]
    winner: int | None = None
    turn: int | None = None


def round_table(ctx: Context) -> list[PlacedSeat]:
    """The seats in the order of play, placed in the direction of play."""
    seats = []
    for number, name in enumerate(seats_of(ctx)):
        x, y = place_of(game_of(ctx), number)
        seats.append(PlacedSeat(words(ctx).text("seats", name), x, y))
    return seats


def place_of(game: Game, number: float) -> tuple[float, float]:
    """Where a seat is, in percent; a number and a half is between two seats."""
    direction = 1 if game.table.direction == _ANTICLOCKWISE else -1
    turn = 2 * math.pi * number / game.table.players * direction
    return round(_REACH * (1 + math.sin(turn)), 1), round(_REACH * (1 + math.cos(turn)), 1)


def laid_on_table(ctx: Context, seen: SeenTrick) -> list[Values]:
    """Each seat with its card, the place of the card in the order of play, and what its player
    does.
    """
    return [_seat(ctx, seen, number, seat) for number, seat in enumerate(round_table(ctx))]


def _seat(ctx: Context, seen: SeenTrick, number: int, seat: PlacedSeat) -> Values:
    place = (number - seen.leader) % game_of(ctx).table.players
    card = seen.cards[place] if place < len(seen.cards) else None
    say = words(ctx).text
    deeds = {
        "leads": bool(card) and place == 0,
        "wins": number == seen.winner,
        "turn": number == seen.turn,
    }
    done = [say("scene", deed) for deed, is_done in deeds.items() if is_done]
    x, y = (round(50 + (part - 50) * _INWARDS, 1) for part in (seat.x, seat.y))
    return {
        "name": seat.name,
        "at": (seat.x, seat.y),
        "side": seat.side,
        "turn": place + 1,
        "deed": say("join", "comma").join(done),
        "wins": number == seen.winner,
        "card": ctx.card_image(card.id, alt(ctx, card), detail="head") if card else "",
        "lies": (x, y),
    }
