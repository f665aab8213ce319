"""A position: frozen, in plain words. It keeps nothing that can be worked out from what was
said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from zwanz_ssot.model import Contract, Game, Role


class Card(NamedTuple):
    """A card."""

    id: str
    suit: str
    rank: str


Hand = frozenset[Card]
Trick = tuple[tuple[int, Card], ...]
"""The cards of a trick in order, each with its player."""

DECLARERS, DEFENDERS = "declarers", "defenders"


class Word(NamedTuple):
    """A word: its step and turn, how often all had passed before, the speaker, and the speaker's
    side then.
    """

    step: str
    turn: int
    chance: int
    seat: int
    text: str
    side: str


@dataclass(frozen=True)
class Position:
    """A round in progress; seats are counted from the forehand, 0."""

    game: Game
    pack: tuple[Card, ...]
    stage: int = 0
    """The number of the step in the order of a round."""
    seat: int | None = None
    """The mover; None between steps, and when the round is over."""
    turn: int = 0
    """How many turns there have been."""
    stacks: tuple[Hand, ...] = ()
    """The stacks of a pack that was knocked upon; a taken one is empty."""
    left: tuple[Card, ...] = ()
    """The cards that have not been dealt."""
    hands: tuple[Hand, ...] = ()
    dealt: tuple[Hand, ...] = ()
    number: int = 1
    """The number of the round in its match."""
    given: tuple[tuple[int, Card], ...] = ()
    """The cards that were passed, each with its giver."""
    talon: tuple[Hand, ...] = ()
    """The packets of the talon."""
    talon_cards: tuple[Card, ...] = ()
    """Its cards in the order in which they were laid."""
    words: tuple[Word, ...] = ()
    chance: int = 0
    """How often all have passed."""
    must: int | None = None
    """The player who must bid, as all have passed."""
    taken_over: int = 0
    """How many words there were when the highest bid, or its bidder, last changed."""
    contract: str | None = None
    raised_from: str | None = None
    """The contract in which the talon was exchanged, if the declarer has raised it since."""
    declarer: int | None = None
    joined: frozenset[int] = frozenset()
    laid: tuple[tuple[int, Card], ...] = ()
    naming: tuple[int, ...] = ()
    """The players who must name a suit, as they have bid the same."""
    named: tuple[tuple[int, str], ...] = ()
    """The suits named for the contract, by seat."""
    promised: Card | None = None
    """The card of the first promise in the auction; `promiser` has made it."""
    promiser: int | None = None
    called: Card | None = None
    trump: str | None = None
    taken: tuple[int, ...] = ()
    """The packets of the talon that the declarer has taken."""
    discards: Hand = frozenset()
    laid_away: tuple[tuple[int, Card], ...] = ()
    """The discarded cards, each with its player."""
    conceded: bool = False
    tricks: tuple[Trick, ...] = ()
    winners: tuple[int, ...] = ()
    table: Trick = ()
    thrown_in: str | None = None
    restricted: bool = False
    """Whether only some contracts may be bid, because of the round before."""

    @property
    def players(self) -> int:
        """The number of players."""
        return self.game.table.players

    @property
    def dealer(self) -> int:
        """The dealer: the player before the forehand, unless the rules have another."""
        steps, role = 0, self.game.table.forehand
        while isinstance(role.arg, Role):
            steps, role = steps + (1 if role.word == "next_to" else -1), role.arg
        return -steps % self.players

    @property
    def step(self) -> str:
        """The name of the step in the rules; ``settlement`` when all is played."""
        return self.game.order[self.stage] if self.stage < len(self.game.order) else "settlement"

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.step == "settlement"

    @property
    def plays(self) -> Contract | None:
        """The contract that stands."""
        return None if self.contract is None else self.game.contracts[self.contract]

    @property
    def exchanged(self) -> Contract | None:
        """The contract in which the talon was exchanged."""
        return self.plays if self.raised_from is None else self.game.contracts[self.raised_from]

    @property
    def mover(self) -> int:
        """The mover, who must exist."""
        assert self.seat is not None
        return self.seat

    @property
    def hand(self) -> Hand:
        """The mover's cards."""
        return self.hands[self.mover]

    def but(self, **changes: Any) -> Position:
        """This position with some things changed."""
        return replace(self, **changes)

    def next(self, seat: int) -> int:
        """The next player in the order of play."""
        return (seat + 1) % self.players

    def said(self, step: str | None = None) -> tuple[Word, ...]:
        """The words of this step, or another."""
        return tuple(word for word in self.words if word.step == (step or self.step))

    def this_turn(self) -> tuple[str, ...]:
        """What the mover has said in this turn."""
        return tuple(
            word.text for word in self.words if word.turn == self.turn and word.seat == self.mover
        )

    def with_word(self, text: str) -> Position:
        """The position with a word added."""
        from .roles import declarers

        side = DECLARERS if self.mover in declarers(self) else DEFENDERS
        word = Word(self.step, self.turn, self.chance, self.mover, text, side)
        return self.but(words=(*self.words, word))

    def end_step(self) -> Position:
        """The position in which this step is over."""
        return self.but(seat=None, turn=self.turn + 1)

    def turn_of(self, seat: int) -> Position:
        """The position in which another turn begins."""
        return self.but(seat=seat, turn=self.turn + 1)
