"""Seats: numbers with names, in the order of play."""

from __future__ import annotations

from enum import IntEnum


class Seat(IntEnum):
    """A seat in the order of play: the forehand is 0. It is a number, and ``str`` is its name.

    >>> Seat.SECOND, str(Seat.SECOND), Seat.SECOND == 1
    (Seat.SECOND, 'second', True)
    >>> Seat.of("third")
    Seat.THIRD
    >>> Seat(0)
    Seat.FOREHAND
    """

    FOREHAND = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3
    FIFTH = 4
    SIXTH = 5

    @classmethod
    def of(cls, seat: int | str) -> Seat:
        """The seat with this number or name; ValueError where there is none."""
        return cls(SEATS.index(seat) if isinstance(seat, str) else seat)

    def __str__(self) -> str:
        return SEATS[self]

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


SEATS = tuple(seat.name.lower() for seat in Seat)
"""The names of the seats, in the order of play."""


_SEATS_IN = tuple(
    tuple(seat for seat in range(len(SEATS)) if mask >> seat & 1) for mask in range(1 << len(SEATS))
)


def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a set, in the order of play."""
    return _SEATS_IN[mask]
