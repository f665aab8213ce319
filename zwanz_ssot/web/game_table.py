"""A table: its chairs, its match and its round. All of them follow from its events."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..engine import Match, Move, Round
from ..model import Game, Refusal
from ..players.worlds import Worlds
from ..problems import ZwanzError

Event = Mapping[str, Any]
"""Something that happened at a table, as JSON: ``do`` says what.

``sit``: a ``player``, by a ``name``, who is a ``person`` or not. ``deal``: the next round, with its
``pack``. ``move``: by a ``seat``, its ``move`` as a text. ``back``: only the first ``moves`` of the
round are left.
"""
_WORLDS = 16
"""With so many deals of the hidden cards it is tried whether a player could have a choice."""
LONGEST_NAME = 24
"""The most characters of a player's name."""


class Denied(ZwanzError):
    """A refused request at a table. ``code`` is the reason, ``refusal`` that of the rules."""

    def __init__(self, code: str, refusal: Refusal | None = None) -> None:
        self.code = code
        self.refusal = refusal
        super().__init__(code)


@dataclass(frozen=True)
class TableSettings:
    """What was chosen when the table was opened."""

    rules: str
    """The key of the rules, as of `RuleSets`."""
    strength: str
    """The name of the computer players (`zwanz_ssot.players.named`)."""
    take_back: bool
    """Whether a player may take back a move."""
    owner: int
    """The player who opened the table."""

    def as_dict(self) -> dict[str, Any]:
        """The settings as JSON."""
        return {
            "rules": self.rules,
            "strength": self.strength,
            "take_back": self.take_back,
            "owner": self.owner,
        }


@dataclass(frozen=True)
class Chair:
    """The chair of a player: the name, and whether a person plays.

    >>> Chair("Ben").taken_by("Otto", person=True)
    Chair(name='Otto', person=True, house='Ben')
    """

    name: str = ""
    person: bool = False
    house: str = ""
    """The name of the player of the house whose chair a person has."""

    def taken_by(self, name: str, person: bool) -> Chair:
        """The chair with another one on it."""
        return Chair(name, person, (self.house if self.person else self.name) if person else "")


@dataclass(frozen=True)
class FinishedRound:
    """A round that is over, with the match before it."""

    match: Match
    round: Round
    players: tuple[str, ...]
    """The names of those who played it, by seat."""

    @property
    def after(self) -> Match:
        """The match after the round."""
        return self.match.after(self.round)


@dataclass
class GameTable:
    """A table as its events make it. Players are numbered as in a `Match`.

    Methods such as `move`, `take_back` and `next_round` return an event, or raise `Denied`, and
    change nothing. Only `apply` changes the table.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> table = GameTable(game, TableSettings("zwanzigerrufen:directnet", "simple", True, 2))
    >>> for event in (table.sit(2, "Anna"), table.next_round()):
    ...     table.apply(event)
    >>> table.seat_of(1), table.seat_of(2), table.position
    (0, 1, 1)
    """

    game: Game
    settings: TableSettings
    chairs: tuple[Chair, ...] = ()
    match: Match = field(init=False)
    round: Round | None = None
    finished: list[FinishedRound] = field(default_factory=list)
    events: int = 0
    """How many events were applied."""
    position: int = 0
    """How often the round has changed. A move names the position that it is meant for."""

    def __post_init__(self) -> None:
        self.match = Match(self.game)
        if not self.chairs:
            self.chairs = (Chair(),) * self.players

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.game.table.players

    def seat_of(self, player: int) -> int:
        """The seat of a player in this round."""
        seats = range(self.players)
        return next(seat for seat in seats if self.match.player_at(seat) == player)

    def persons(self) -> list[int]:
        """The players that are persons."""
        return [player for player, chair in enumerate(self.chairs) if chair.person]

    def is_over(self) -> bool:
        """Whether the round is over, so that the next one can be dealt."""
        return self.round is None or self.round.over

    def computer_to_move(self) -> int | None:
        """The seat to move if a computer plays there, else None."""
        if self.round is None or self.round.turn is None:
            return None
        seat = int(self.round.turn)
        return None if self.chairs[self.match.player_at(seat)].person else seat

    def forced(self) -> Move | None:
        """The only legal move, if it is made without asking, or None: the last card, or a word
        where all know that there is no other. Where only the hand leaves no choice the player is
        asked, as the pace would tell what he holds.
        """
        played = self.round
        if played is None or played.turn is None:
            return None
        moves = played.moves()
        if len(moves) > 1:
            return None
        if moves[0].kind == "play":
            return moves[0] if len(played.hands[played.turn]) == 1 else None
        return moves[0] if _has_no_choice(played, int(played.turn)) else None

    # requests as events

    def sit(self, player: int, name: str, person: bool = True) -> Event:
        """The event that a player comes, or is renamed. Raises `Denied` where another person has
        the name.
        """
        if not 0 <= player < self.players:
            raise Denied("no_chair")
        if person and any(self.chairs[other].person for other in self.called(name, player)):
            raise Denied("name_taken")
        return {"do": "sit", "player": player, "name": clean_name(name), "person": person}

    def called(self, name: str, besides: int) -> list[int]:
        """The players who have a name, in whatever letters, besides one."""
        return [
            player
            for player, chair in enumerate(self.chairs)
            if player != besides and chair.name and compared(chair.name) == compared(name)
        ]

    def house_sits(self, player: int, names: Sequence[str], wanted: str = "") -> Event:
        """The event that the house plays on a chair, by the name that its player has or had there,
        or else by the first of the names that nobody has, nor wants.
        """
        if not 0 <= player < self.players:
            raise Denied("no_chair")
        chair = self.chairs[player]
        own = chair.house if chair.person else chair.name
        left = [each for each in (own, *names) if each and compared(each) != compared(wanted)]
        free = (each for each in left if not self.called(each, player))
        return self.sit(player, next(free, chair.name), person=False)

    def next_round(self, pack: Sequence[str] | None = None) -> Event:
        """The event that the next round is dealt, by default from an unpredictable pack."""
        if not self.is_over():
            raise Denied("not_over")
        if self.after.over:
            raise Denied("match_over")
        ids = list(pack or [card.id for card in self.game.deck.cards])
        if pack is None:
            secrets.SystemRandom().shuffle(ids)
        return {"do": "deal", "pack": ids}

    def move(self, player: int, text: str, position: int) -> Event:
        """The event that a player makes a move, if ``position`` is the present one."""
        if self.round is None or self.round.over:
            raise Denied("round_over")
        if position != self.position:
            raise Denied("late")
        seat = self.seat_of(player)
        refusal = self.round.why_not(text, seat)
        if refusal is not None:
            raise Denied("illegal", refusal)
        return {"do": "move", "seat": seat, "move": text}

    def take_back(self, player: int, position: int) -> Event:
        """The event that a player takes back his last move for which there was a choice, and all
        later ones.
        """
        if not self.settings.take_back:
            raise Denied("no_take_back")
        if self.round is None or self.round.over:
            raise Denied("round_over")
        if position != self.position:
            raise Denied("late")
        seat, current = self.seat_of(player), self.round.begun()
        last = None
        for number, (mover, move) in enumerate(self.round.history):
            if mover == seat and len(current.moves(seat)) > 1:
                last = number
            current = current.after(move, mover)
        if last is None:
            raise Denied("nothing_to_take_back")
        return {"do": "back", "moves": last}

    @property
    def after(self) -> Match:
        """The match after the round if that is over, else before it."""
        if self.round is None or not self.round.over:
            return self.match
        return self.match.after(self.round)

    def rounds_over(self) -> list[FinishedRound]:
        """The rounds that are over, the present one among them."""
        if self.round is None or not self.round.over:
            return [*self.finished]
        return [*self.finished, self._present(self.round)]

    def _present(self, played: Round) -> FinishedRound:
        seats = range(self.players)
        names = tuple(self.chairs[self.match.player_at(seat)].name for seat in seats)
        return FinishedRound(self.match, played, names)

    def apply(self, event: Event) -> None:
        """Apply an event. Events must be those that this table returned, in their order."""
        match event["do"]:
            case "sit":
                chairs = list(self.chairs)
                old = chairs[event["player"]]
                chairs[event["player"]] = old.taken_by(event["name"], event["person"])
                self.chairs = tuple(chairs)
            case "deal":
                if self.round is not None:
                    self.finished.append(self._present(self.round))
                self.match = self.after
                self.round = self.match.deal(pack=event["pack"])
                self.position += 1
            case "move":
                assert self.round is not None
                self.round = self.round.after(event["move"], event["seat"])
                self.position += 1
            case "back":
                assert self.round is not None
                current = self.round.begun()
                for mover, move in self.round.history[: event["moves"]]:
                    current = current.after(move, mover)
                self.round = current
                self.position += 1
        self.events += 1


def _has_no_choice(played: Round, seat: int) -> bool:
    """Whether a seat had but one move with any cards that it may hold, as far as the next seat
    knows.
    """
    if not played.hands[seat]:
        return True
    seen = played.view((seat + 1) % played.game.table.players)
    states = [*Worlds(seen).states(Random(0), _WORLDS)]
    return bool(states) and all(len(played.table.moves_now(state)) == 1 for state in states)


def compared(name: str) -> str:
    """A name as names are compared: without differences that nobody hears.

    >>> compared(" Anna ") == compared("ＡＮＮＡ")
    True
    """
    return unicodedata.normalize("NFKC", clean_name(name)).casefold()


def clean_name(name: str) -> str:
    """A name as it is shown: short, on one line, without invisible characters.

    >>> clean_name("  Anna \\u202e\\n <b> ")
    'Anna <b>'
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST_NAME].strip()
