"""Plain data from outside, such as JSON from a client or a database, read part by part.

`PlainData` has a part with its path, so that whatever is wrong with it is a `WrongCall` that names
the part and says what is wanted. It is behind each ``from_dict``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ..paths import Path, dotted
from ..problems import WrongCall, did_you_mean, of_kind, repeated
from ..schema import fault_of
from .cards import Card, CardSet, Suit
from .game import Game
from .identifiers import SEATS, Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlainData:
    """A part of plain data, for the game whose names stand in it.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen")
    >>> move = PlainData.of({"text": "play H-X", "kind": "play", "card": "H-X"}, game, "move")
    >>> move["text"].value
    'play H-X'
    >>> move["card"].card()
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: this is no move: card: the pack has no card 'H-X'
    """

    value: Any
    game: Game
    what: str
    """What the data should be, for messages."""
    path: Path = ()

    @classmethod
    def of(cls, data: Any, game: Game, what: str, schema: str = "") -> PlainData:
        """The whole data. Raises `WrongCall` for another shape than that of a published schema, by
        default the one that is called as the data are.

        >>> import zwanz_ssot
        >>> PlainData.of({"text": "pass"}, zwanz_ssot.load("zwanzigerrufen"), "move")
        Traceback (most recent call last):
        zwanz_ssot.problems.WrongCall: this is no move: 'kind' is missing
        """
        of_kind("game", Game, game)
        plain = dict(data) if isinstance(data, Mapping) else data
        if (fault := fault_of(plain, schema or what)) is not None:
            raise WrongCall(f"this is no {what}: {fault}")
        return cls(plain, game, what)

    def wrong(self, text: str, hint: str = "") -> WrongCall:
        """The error that names this part."""
        path = f"{repeated(dotted(self.path))}: " if self.path else ""
        return WrongCall(f"this is no {self.what}: {path}{text}", hint)

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def __getitem__(self, step: str | int) -> PlainData:
        return PlainData(self.value[step], self.game, self.what, (*self.path, step))

    def __iter__(self) -> Iterator[PlainData]:
        return (self[step] for step in range(len(self.value)))

    def items(self) -> Iterator[tuple[str, PlainData]]:
        """The parts of a mapping with their keys."""
        return ((key, self[key]) for key in self.value)

    def number(self) -> int:
        """A whole number."""
        if type(self.value) is not int:
            raise self.wrong("a whole number is wanted")
        return self.value

    def named(self, kind: str, known: Collection[str]) -> str:
        """One of the known names of a kind."""
        name = self.value
        if not isinstance(name, str) or name not in known:
            near = did_you_mean(name, known) if isinstance(name, str) else ""
            raise self.wrong(f"there is no {kind} {repeated(repr(name))}", near)
        return name

    def of_game(self) -> None:
        """Raise `WrongCall` for data that name another game or variant."""
        named, own = (self["game"].value, self["variant"].value), (self.game.id, self.game.variant)
        if named != own:
            raise WrongCall(f"this is a {self.what} of {':'.join(named)}, not of {self.game}")

    def seat(self) -> Seat:
        """A seat of the table by its name."""
        return Seat.of(self.named("seat", SEATS[: self.game.table.players]))

    def seat_if_any(self) -> Seat | None:
        """A seat, or None where the data have null."""
        return None if self.value is None else self.seat()

    def seats(self) -> tuple[Seat, ...]:
        """A list of seats."""
        return tuple(each.seat() for each in self)

    def by_seat(self, read: Callable[[PlainData], T], without: T | None = None) -> tuple[T, ...]:
        """What a mapping has for each seat of the table, in the order of play. A seat that it does
        not name has ``without``, or is missing where that is None.
        """
        seats = SEATS[: self.game.table.players]
        for name in self.value:
            if name not in seats:
                raise self.wrong(f"there is no seat {repeated(repr(name))}")
        found = []
        for name in seats:
            if name in self:
                found.append(read(self[name]))
            elif without is None:
                raise self.wrong(f"'{name}' is missing")
            else:
                found.append(without)
        return tuple(found)

    def card(self) -> Card:
        """A card of the pack by its id."""
        try:
            return self.game.deck.card(self.value)
        except WrongCall as wrong:
            raise self.wrong(wrong.text, wrong.hint) from None

    def card_if_any(self) -> Card | None:
        """A card, or None where the data have null."""
        return None if self.value is None else self.card()

    def cards(self) -> CardSet:
        """A list of cards, as a set."""
        if not isinstance(self.value, list):
            raise self.wrong("a list of cards is wanted")
        try:
            return CardSet.of(self.game.deck, self.value)
        except WrongCall:  # card by card, to name the wrong one
            return CardSet.of(self.game.deck, [each.card() for each in self])

    def suit(self) -> Suit:
        """A suit of the pack by its id."""
        suits = self.game.deck.suits
        return suits[self.named("suit", suits)]
