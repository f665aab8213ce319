"""A position: frozen, everything in plain words. What can be worked out from what was said is not
kept.
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
"""Who played which card, in order."""

DECLARERS, DEFENDERS = "declarers", "defenders"


class Word(NamedTuple):
    """Something said: in which step and turn, how often all had passed before, by whom; and the
    speaker's side then.
    """

    step: str
    turn: int
    chance: int
    seat: int
    text: str
    side: str


@dataclass(frozen=True)
class Position:
    """A round on its way. Seats are counted from the forehand, 0."""

    game: Game
    pack: tuple[Card, ...]
    stage: int = 0
    """The number of the step in the order of a round."""
    seat: int | None = None
    """Who is to move; None while a step is passed through, and when the round is over."""
    turn: int = 0
    """How many turns there have been."""
    stacks: tuple[Hand, ...] = ()
    """Those that nobody has taken, where the pack was knocked upon; a taken one is empty."""
    left: tuple[Card, ...] = ()
    """What has not been dealt."""
    hands: tuple[Hand, ...] = ()
    dealt: tuple[Hand, ...] = ()
    number: int = 1
    """Which round of the match it is."""
    given: tuple[tuple[int, Card], ...] = ()
    """The cards given away, with who gave them."""
    talon: tuple[Hand, ...] = ()
    """The packets of the talon."""
    talon_cards: tuple[Card, ...] = ()
    """Its cards in the order in which they were laid."""
    words: tuple[Word, ...] = ()
    chance: int = 0
    """How often all have passed."""
    must: int | None = None
    """Who has to bid, as all have passed."""
    taken_over: int = 0
    """How many words there were when the highest bid last became another one, or another's."""
    contract: str | None = None
    raised_from: str | None = None
    """The contract in which the talon was exchanged, where the declarer has raised it since."""
    declarer: int | None = None
    joined: frozenset[int] = frozenset()
    laid: tuple[tuple[int, Card], ...] = ()
    naming: tuple[int, ...] = ()
    """Who has to name a suit, as two have bid the same."""
    named: tuple[tuple[int, str], ...] = ()
    """The suits named for the contract, by seat."""
    promised: Card | None = None
    """The card that the first promise of the auction was about, and who made it."""
    promiser: int | None = None
    called: Card | None = None
    trump: str | None = None
    taken: tuple[int, ...] = ()
    """The packets of the talon that the declarer has taken."""
    discards: Hand = frozenset()
    laid_away: tuple[tuple[int, Card], ...] = ()
    """Who discarded which card."""
    conceded: bool = False
    tricks: tuple[Trick, ...] = ()
    winners: tuple[int, ...] = ()
    table: Trick = ()
    thrown_in: str | None = None
    restricted: bool = False
    """Whether only some contracts may be bid, because of the round before."""

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.table.players

    @property
    def dealer(self) -> int:
        """Forehand is the next one after the dealer, or as the rules have it."""
        steps, role = 0, self.game.table.forehand
        while isinstance(role.arg, Role):
            steps, role = steps + (1 if role.word == "next_to" else -1), role.arg
        return -steps % self.players

    @property
    def step(self) -> str:
        """The step as the rules name it, ``settlement`` when all is played."""
        return self.game.order[self.stage] if self.stage < len(self.game.order) else "settlement"

    @property
    def over(self) -> bool:
        """Whether nobody is to move any more."""
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
        """Who is to move; there has to be somebody."""
        assert self.seat is not None
        return self.seat

    @property
    def hand(self) -> Hand:
        """The cards of the player whose turn it is."""
        return self.hands[self.mover]

    def but(self, **changes: Any) -> Position:
        """This position with some things changed."""
        return replace(self, **changes)

    def next(self, seat: int) -> int:
        """Who is next in the order of play."""
        return (seat + 1) % self.players

    def said(self, step: str | None = None) -> tuple[Word, ...]:
        """The words of this step, or another."""
        return tuple(word for word in self.words if word.step == (step or self.step))

    def this_turn(self) -> tuple[str, ...]:
        """What the mover has said in the turn that goes on."""
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
