"""The lines of a trick table: ``forehand: H-K | second: H-Q | third: T-XX | fourth: H-1 -> third :
comment``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zwanz_renderer.shortcodes import BadValue, Context, Line, Raw
from zwanz_ssot.model import Card
from zwanz_ssot.problems import did_you_mean

from .kinds import game_of

_SHAPE = "write seat: card | seat: card … -> winner : comment"
_PLAY = re.compile(r"\s*(?P<seat>[^\s:|]+)\s*:\s*(?P<card>[^\s|]+)\s*")
_END = re.compile(r"\s*(?P<winner>[^\s:]+)\s*(?::\s*(?P<comment>.*\S))?\s*")


@dataclass(frozen=True, slots=True)
class Trick:
    """One line: who played which card, in order, and who is said to win."""

    line: int
    plays: tuple[tuple[str, Card], ...]
    winner: str
    comment: str

    @property
    def leader(self) -> str:
        """Who led."""
        return self.plays[0][0]

    def card_of(self, seat: str) -> Card:
        """The card that a seat played."""
        return dict(self.plays)[seat]


class _Reader:
    """Reads the lines one after the other. After a line that will not do, anybody may lead."""

    def __init__(self, ctx: Context, seats: Sequence[str], lead: str) -> None:
        self.seats, self.leader = tuple(seats), lead
        self.cards = game_of(ctx).deck.by_id
        self.seen: dict[str, int] = {}

    def trick(self, line: Line) -> Trick:
        """The trick on a line; BadValue with what is wrong with it."""
        before, arrow, after = line.text.partition("->")
        end = _END.fullmatch(after)
        if not arrow or not end:
            raise BadValue("does not say who wins", _SHAPE)
        plays = tuple(self._play(part) for part in before.split("|"))
        leader, self.leader = self.leader or plays[0][0], ""
        winner = self._seat(end["winner"])
        first = self.seats.index(leader)
        due = self.seats[first:] + self.seats[:first]
        for (seat, _), expected in zip(plays, due, strict=False):
            if seat != expected:
                verb = "leads" if expected == leader else "plays"
                raise BadValue(
                    f"{expected} {verb} here, not {seat}", f"the order is {', '.join(due)}"
                )
        if len(plays) != len(due):
            raise BadValue(f"has {len(plays)} cards for {len(due)} players", _SHAPE)
        for _, card in plays:
            if card.id in self.seen:
                raise BadValue(f"{card.id} has been played already, in line {self.seen[card.id]}")
            self.seen[card.id] = line.number
        self.leader = winner
        return Trick(line.number, plays, winner, end["comment"] or "")

    def _play(self, text: str) -> tuple[str, Card]:
        play = _PLAY.fullmatch(text)
        if not play:
            raise BadValue(f"'{text.strip()}' is no seat and card", _SHAPE)
        if play["card"] not in self.cards:
            raise BadValue(
                f"there is no card '{play['card']}'", did_you_mean(play["card"], self.cards)
            )
        return self._seat(play["seat"]), self.cards[play["card"]]

    def _seat(self, name: str) -> str:
        if name not in self.seats:
            hint = did_you_mean(name, self.seats) or f"the seats are {', '.join(self.seats)}"
            raise BadValue(f"there is no seat '{name}'", hint)
        return name


def read(ctx: Context, body: Raw, seats: Sequence[str], lead: str) -> list[Trick]:
    """The tricks of a body; every line that cannot be one is a problem at its line."""
    reader, tricks = _Reader(ctx, seats, lead), []
    lines = [line for line in body if line.text.strip()]
    if not lines:
        ctx.problem("has no tricks", _SHAPE)
    for line in lines:
        try:
            tricks.append(reader.trick(line))
        except BadValue as bad:
            ctx.problem(bad.text, bad.hint, line=line.number)
    return tricks
