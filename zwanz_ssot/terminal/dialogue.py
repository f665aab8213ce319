"""A person at the table: sees the own view, types moves, asks why."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import click

from ..console import show
from ..engine import Match, Move, Round
from ..explain import card_text
from ..explain.legality import judge, told
from ..model import Game
from ..players.simple import choose
from ..problems import repeated
from .match import DealtRound, MatchOptions, rounds, show_account, show_scores, write_record
from .move_parser import MoveParser, ParsedMove
from .player_view import PlayerView, sight
from .transcript import Transcript

with suppress(ImportError):  # lines can be edited and called back, where there is such a thing
    import readline  # noqa: F401

_DIGITS = 10
"""What has so many digits is the number of no move, and may be none that Python reads."""


class PlayerLeft(Exception):
    """The person leaves the table."""


def sit_down(game: Game, teller: Transcript, stay: MatchOptions, seat: int) -> None:
    """Play round after round with a person who sits at ``seat`` in the first one."""
    person = Person(teller, MoveParser(teller.prose), seat)
    last: DealtRound | None = None
    for last in rounds(game, stay, person.play):
        if last.round.turn is None:
            show(teller.whole(last.round))
            show_account(teller, last)
        if (file := write_record(stay.record, last)) is not None:
            click.echo(teller.phrases("recorded", file=file))  # a path in one piece, however long
    if last is None:
        return
    if last.round.turn is not None:
        show("", teller.phrases("left"))
    if last.after.rounds > 1:
        show_scores(teller, last, you=seat)
    show(teller.phrases("seed_told", seed=stay.seed))


@dataclass(frozen=True)
class Person:
    """A person at the table, who moves on by a seat when the deal does. ``first`` is the seat in
    the first round.
    """

    teller: Transcript
    typist: MoveParser
    first: int

    def play(self, dealt: DealtRound) -> Round:
        """Play a round with the simple players; as far as the person wants to."""
        seat = self.seat(dealt)
        show("", self.teller.heading(dealt.match.rounds + 1, dealt.round, dealt.seed))
        show(self.teller.phrases("you_are", seat=self.teller.prose.seat(seat)))
        current = dealt.round
        try:
            if dealt.match.rounds:
                self._read(self.teller.phrases("go_on"))
            while current.turn is not None:
                mine = current.turn == seat
                move = (
                    self._ask(current, seat)
                    if mine
                    else choose(current.game, current.view(current.turn))
                )
                current = self._made(current, move, seat)
        except PlayerLeft:
            pass
        return current

    def seat(self, dealt: DealtRound) -> int:
        """Where the person sits in this round."""
        players = range(dealt.match.game.table.players)
        player = Match(dealt.match.game).player_at(self.first)
        return next(seat for seat in players if dealt.match.player_at(seat) == player)

    def _made(self, current: Round, move: Move, seat: int) -> Round:
        """Make a move, and show what everybody sees of it."""
        assert current.turn is not None
        after = current.after(move)
        before = current.view(seat)
        if move.kind == "pass" and current.state.spoke:
            return after  # it only closes a turn
        if move.kind != "play":
            heard = after.view(seat).said[-1][1]
            show(sight(self.teller, current, seat).happened(current.turn, heard, before))
        elif len(after.state.winners) > len(before.winners):
            show(sight(self.teller, after, seat).last_trick())
        return after

    def _ask(self, current: Round, seat: int) -> Move:
        """What the person does; asked until it is legal."""
        moves = current.moves()
        if len(moves) == 1 and (moves[0].kind != "play" or len(current.hands[seat]) == 1):
            return moves[0]  # nothing to think about
        seen = sight(self.teller, current, seat)
        show(seen.whole())
        while True:
            typed = self._read(f"{self.teller.phrases('choose')}> ")
            move = self._understood(typed, current, seen) if typed else None
            if move is not None:
                return move

    def _read(self, prompt: str) -> str:
        """A line that the person types. At the end of the input the person leaves."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            raise PlayerLeft from None
        if self._asks(typed, "quit"):
            raise PlayerLeft
        return typed

    def _asks(self, word: str, key: str) -> bool:
        return word.casefold() in self.teller.phrases.commands(key)

    def _understood(self, typed: str, current: Round, seen: PlayerView) -> Move | None:
        """The legal move that was typed; otherwise the answer is shown."""
        word, _, rest = typed.partition(" ")
        if self._asks(word, "help"):
            show(self.teller.phrases("help"), "", seen.moves())
        elif self._asks(typed, "said"):
            show(*self.teller.said(current))
        elif self._asks(typed, "last"):
            show(seen.last_trick())
        elif self._asks(typed, "hand"):
            show(seen.whole())
        elif self._asks(word, "why") and rest:
            self._explain(self.typist.understand(rest, current), rest, current)
        else:
            return self._move(typed, current)
        return None

    def _move(self, typed: str, current: Round) -> Move | None:
        moves = card_text.in_order(current.game, current.moves())
        numbered = typed.isdecimal() and not any(move.kind == "cut" for move in moves)
        if numbered and len(typed) < _DIGITS and 1 <= int(typed) <= len(moves):
            return moves[int(typed) - 1]
        meant = self.typist.understand(typed, current)
        if meant.move is not None and meant.move in moves:
            return meant.move
        if numbered and not meant.several:
            show(self.teller.phrases("no_number", number=repeated(typed), last=len(moves)))
        else:
            self._explain(meant, typed, current)
        return None

    def _explain(self, meant: ParsedMove, typed: str, current: Round) -> None:
        """Why what was typed is no legal move, or that it is one."""
        phrases = self.teller.phrases
        if meant.several:
            show(phrases("several", moves=", ".join(map(str, meant.several))))
        elif meant.move is not None:
            show(
                told(
                    judge(current, meant.move, self.teller.prose, phrases),
                    self.teller.prose,
                    phrases,
                )
            )
        else:
            near = f" {phrases('nearest', move=meant.near)}" if meant.near else ""
            show(
                phrases("not_understood", text=repeated(typed))
                + (near or f" {phrases('ask_help')}")
            )
