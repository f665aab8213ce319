"""A person plays rounds in the terminal: sees the view of a player, types moves, asks why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import RenderableType

from ..console import show
from ..engine import Match, Move, Round
from ..explain import card_text
from ..explain.legality import judge, verdict_text
from ..files import write_file
from ..model import Game
from ..move_parser import MoveParser, ParsedMove
from ..players.simple import choose
from ..problems import repeated
from ..prose import Prose
from ..prose.accounts import standing
from ..prose.phrases import Phrases
from ..record import write
from .player_view import PlayerView
from .transcript import Transcript, account, silence

with suppress(ImportError):  # lets a person edit lines and call them back, where Python has it
    import readline  # noqa: F401

_LONGEST_NUMBER = 9
"""Digits of the number of a move: a longer one is no number of a move."""


class PlayerLeft(Exception):
    """The person leaves the table."""


def play(game: Game, transcript: Transcript, options: MatchOptions, seat: int) -> None:
    """Play rounds with a person, who sits at ``seat`` in the first one."""
    phrases = transcript.phrases
    person = Person(transcript, MoveParser(transcript.prose), seat)
    last: DealtRound | None = None
    for last in play_rounds(game, options, person.play):
        if last.round.turn is None:
            show(transcript.whole(last.round))
            show(settlement(transcript.prose, phrases, last))
        if (file := write_record(options.record, last)) is not None:
            click.echo(phrases("recorded", file=file))  # a path in one piece, however long
    if last is None:
        return
    if last.round.turn is not None:
        show("", phrases("left"))
    if last.after.rounds > 1:
        show(*scores(phrases, last, you=seat))
    show(phrases("seed_told", seed=options.seed))


@dataclass(frozen=True)
class Person:
    """A person at the table; ``first`` is the seat in round 1, and moves on with the deal."""

    transcript: Transcript
    parser: MoveParser
    first: int

    @property
    def _prose(self) -> Prose:
        return self.transcript.prose

    @property
    def _phrases(self) -> Phrases:
        return self.transcript.phrases

    def play(self, dealt: DealtRound) -> Round:
        """The round played with the simple players; unfinished if the person left it."""
        seat = self.seat(dealt)
        show("", self.transcript.heading(dealt.number, dealt.round, dealt.seed))
        show(self._phrases("you_are", seat=self._prose.seat(seat)))
        current = dealt.round
        with suppress(PlayerLeft):
            if dealt.match.rounds:
                self._read(self._phrases("go_on"))
            while current.turn is not None:
                mover = int(current.turn)
                if mover == seat:
                    move = self._ask(current, seat)
                elif (word := self._interruption(current, seat)) is not None:
                    mover, move = seat, word
                else:
                    move = choose(current.game, current.view(mover))
                current = self._make(current, mover, move, seat)
        return current

    def seat(self, dealt: DealtRound) -> int:
        """The seat of the person in this round."""
        players = range(dealt.match.game.table.players)
        player = Match(dealt.match.game).player_at(self.first)
        return next(seat for seat in players if dealt.match.player_at(seat) == player)

    def _make(self, current: Round, mover: int, move: Move, seat: int) -> Round:
        """Make a move and print the public part of it; the round after it."""
        after = current.after(move, mover)
        before = current.view(seat)
        if move.kind == "pass" and current.state.spoke:
            return after  # it only closes a turn
        if move.kind != "play":
            heard = after.view(seat).said[-1][1]
            show(self._view(current, seat).happened(mover, heard, before))
        elif len(after.state.winners) > len(before.winners):
            show(self._view(after, seat).last_trick())
        return after

    def _ask(self, current: Round, seat: int) -> Move:
        """The move of the person, who is asked until it is legal."""
        moves = current.moves()
        if len(moves) == 1 and (moves[0].kind != "play" or len(current.hands[seat]) == 1):
            return moves[0]  # nothing to think about
        view = self._view(current, seat)
        show(view.whole())
        while True:
            typed = self._read(f"{self._phrases('choose')}> ")
            move = self._answer(typed, current, view, seat) if typed else None
            if move is not None:
                return move

    def _interruption(self, current: Round, seat: int) -> Move | None:
        """What the person says out of turn; None for nothing, and where nothing can be said."""
        if not current.moves(seat):
            return None
        assert current.turn is not None
        view = self._view(current, seat)
        turn = self._phrases("to_move", seat=self._prose.seat(current.turn))
        show("", turn, view.moves(), self._phrases("say_nothing"))
        while True:
            typed = self._read(f"{self._phrases('choose')}> ")
            if not typed:
                return None
            if (move := self._answer(typed, current, view, seat)) is not None:
                return move

    def _read(self, prompt: str) -> str:
        """A line that the person types. Raises PlayerLeft at the end of the input, and for quit."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            raise PlayerLeft from None
        if self._is_command(typed, "quit"):
            raise PlayerLeft
        return typed

    def _is_command(self, word: str, key: str) -> bool:
        return word.casefold() in self._phrases.commands(key)

    def _answer(self, typed: str, current: Round, view: PlayerView, seat: int) -> Move | None:
        """The legal move that was typed; None where an answer was printed instead."""
        word, _, rest = typed.partition(" ")
        if self._is_command(word, "help"):
            show(self._phrases("help"), "", view.moves())
        elif self._is_command(typed, "said"):
            show(*self.transcript.words_spoken(current))
        elif self._is_command(typed, "last"):
            show(view.last_trick())
        elif self._is_command(typed, "hand"):
            show(view.whole())
        elif self._is_command(word, "why") and rest:
            self._explain(self.parser.parse(rest, current, seat), rest, current, seat)
        else:
            return self._move(typed, current, seat)
        return None

    def _move(self, typed: str, current: Round, seat: int) -> Move | None:
        """The legal move of a number or a text; None where it was explained instead."""
        moves = card_text.in_order(current.game, current.moves(seat))
        # Where the pack is cut, a number is how many cards are lifted.
        numbered = typed.isdecimal() and not any(move.kind == "cut" for move in moves)
        if numbered and len(typed) <= _LONGEST_NUMBER and 1 <= int(typed) <= len(moves):
            return moves[int(typed) - 1]

        parsed = self.parser.parse(typed, current, seat)
        if parsed.move is not None and parsed.move in moves:
            return parsed.move
        if numbered and not parsed.several:
            show(self._phrases("no_number", number=repeated(typed), last=len(moves)))
        else:
            self._explain(parsed, typed, current, seat)
        return None

    def _explain(self, parsed: ParsedMove, typed: str, current: Round, seat: int) -> None:
        """Print why what was typed is no legal move, or that it is one."""
        phrases = self._phrases
        if parsed.several:
            show(phrases("several", moves=", ".join(map(str, parsed.several))))
        elif parsed.move is not None:
            verdict = judge(current, parsed.move, self._prose, phrases, seat)
            show(verdict_text(verdict, self._prose, phrases))
        else:
            hint = phrases("nearest", move=parsed.near) if parsed.near else phrases("ask_help")
            show(f"{phrases('not_understood', text=repeated(typed))} {hint}")

    def _view(self, current: Round, seat: int) -> PlayerView:
        return PlayerView(self._prose, self._phrases, current.view(seat))


MOST_THROWN_IN = 1000
"""A match ends after this many thrown-in deals in a row: rules may throw in every hand there is."""


@dataclass(frozen=True)
class MatchOptions:
    """The first seed, how many rounds at most, the score that ends the match, the record's file."""

    seed: int
    rounds: int
    target: int | None
    record: Path | None


@dataclass(frozen=True)
class DealtRound:
    """A round of a match: the match before it, the seed of its cards, how far it is played."""

    match: Match
    seed: int
    round: Round

    @property
    def after(self) -> Match:
        """The match after it; the same one if it was not played to its end."""
        return self.match if self.round.turn is not None else self.match.after(self.round)

    @property
    def number(self) -> int:
        """Its number in the match, from 1."""
        return self.match.rounds + 1


def play_rounds(
    game: Game, options: MatchOptions, play: Callable[[DealtRound], Round]
) -> Iterator[DealtRound]:
    """Round after round as ``play`` plays them; a round that it leaves unfinished is the last."""
    match = Match(game, target=options.target)
    seed, thrown_in = options.seed, 0
    while match.rounds < options.rounds and not match.over and thrown_in < MOST_THROWN_IN:
        dealt = DealtRound(match, seed, match.deal(seed))
        dealt = replace(dealt, round=play(dealt))
        yield dealt
        if dealt.round.turn is not None:
            return
        match = dealt.after
        seed += 1
        thrown_in = thrown_in + 1 if dealt.round.thrown_in is not None else 0


def scores_by_player(match: Match) -> list[int]:
    """The scores of the players; the forehand of the first round comes first."""
    first = Match(match.game)
    return [match.scores[first.player_at(seat)] for seat in range(match.game.table.players)]


def settlement(prose: Prose, phrases: Phrases, dealt: DealtRound) -> RenderableType:
    """The settlement of a round that is over, with the totals so far from the second round on.

    A sentence instead where it was thrown in, or where the rules do not say what it comes to.
    """
    if silent := dealt.round.silent():
        return silence(prose, phrases, silent.path)
    ledger = dealt.round.ledger()
    if ledger is None:
        return phrases("thrown_in_again")
    totals = None
    if dealt.match.rounds:
        seats = range(dealt.match.game.table.players)
        totals = [dealt.after.scores[dealt.match.player_at(seat)] for seat in seats]
    return account(prose, phrases, dealt.round, ledger, totals)


def scores(phrases: Phrases, last: DealtRound, you: int | None = None) -> list[str]:
    """The scores of a match after its last round, and why it ended.

    ``you`` is the seat of a person in the first round.
    """
    after = last.after
    players = []
    for number, score in enumerate(scores_by_player(after)):
        name = phrases("player", n=number + 1) + (phrases("you") if number == you else "")
        players.append(f"{name}: {standing(after.game, score)}")
    lines = [f"{phrases('scores')}: {', '.join(players)}"]
    if after.over:
        reached = after.target is not None and max(after.scores) >= after.target
        lines.append(phrases("target", n=after.target) if reached else phrases("match_over"))
    elif last.round.thrown_in is not None:
        lines.append(phrases("never_dealt", n=MOST_THROWN_IN))
    return lines


def write_record(file: Path | None, dealt: DealtRound) -> Path | None:
    """Write the record of a round; from the second one on, beside ``file`` with its number.

    The path that was written; None for a round that was thrown in, and where no file is wanted.
    """
    if file is None or dealt.round.thrown_in is not None:
        return None
    number = dealt.number
    path = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
    write_file(path, [write(dealt.round, dealt.seed, path.parent).encode()])
    return path
