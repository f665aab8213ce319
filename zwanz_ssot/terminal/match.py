"""A match at the table: rounds dealt from seeds in turn, the scores so far, the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import RenderableType

from ..engine import Match, Round
from ..files import write_file
from ..model import Game
from ..prose import Prose
from ..prose.accounts import standing
from ..prose.phrases import Phrases
from ..record import write
from .account import account, silence

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
    write_file(path, [write(dealt.round, dealt.seed).encode()])
    return path
