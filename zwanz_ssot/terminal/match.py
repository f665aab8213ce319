"""A match at the table: rounds dealt from seeds, one after the other; after each its settlement, the
scores, its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..console import show
from ..engine import Match, Round
from ..files import write_file
from ..model import Game
from ..players.simple import choose

if TYPE_CHECKING:
    from ..prose import Prose
    from ..prose.phrases import Phrases
    from .transcript import Transcript


MOST_THROWN_IN = 1000
"""So many deals in a row that are thrown in end a match: rules may throw in every hand there is."""


@dataclass(frozen=True)
class MatchOptions:
    """How long one stays at the table: the first seed, how many rounds, up to which score; where
    records go.
    """

    seed: int
    rounds: int
    target: int | None
    record: Path | None


@dataclass(frozen=True)
class DealtRound:
    """A round at the table: the match before it, the seed of its cards, how far it came."""

    match: Match
    seed: int
    round: Round

    @property
    def after(self) -> Match:
        """The match after it; the same one when it was not played to its end."""
        return self.match if self.round.turn is not None else self.match.after(self.round)


def rounds(
    game: Game, stay: MatchOptions, play: Callable[[DealtRound], Round]
) -> Iterator[DealtRound]:
    """Round after round, as ``play`` plays them; one that it does not play to its end is the last."""
    match = Match(game, target=stay.target)
    seed, thrown_in = stay.seed, 0
    while match.rounds < stay.rounds and not match.over and thrown_in < MOST_THROWN_IN:
        dealt = DealtRound(match, seed, match.deal(seed))
        dealt = replace(dealt, round=play(dealt))
        yield dealt
        if dealt.round.turn is not None:
            return
        match = dealt.after
        seed, thrown_in = seed + 1, thrown_in + 1 if dealt.round.thrown_in is not None else 0


def simple(played: Round) -> Round:
    """A round played to its end by the simple players."""
    while (seat := played.turn) is not None:
        played = played.after(choose(played.game, played.view(seat)))
    return played


def by_player(match: Match) -> list[int]:
    """The scores of the players, the forehand of the first round first."""
    first = Match(match.game)
    return [match.scores[first.player_at(seat)] for seat in range(match.game.table.players)]


def show_account(teller: Transcript, dealt: DealtRound) -> None:
    """Print the settlement of a round, or that it is dealt again."""
    from .account import account

    if silent := dealt.round.silent():
        show(silence(teller.prose, teller.phrases, silent.path))
        return
    ledger = dealt.round.ledger()
    if ledger is None:
        show(teller.phrases("thrown_in_again"))
        return
    match, after = dealt.match, dealt.after
    seats = range(match.game.table.players)
    totals = [after.scores[match.player_at(seat)] for seat in seats] if match.rounds else None
    show(account(teller.prose, teller.phrases, dealt.round, ledger, totals))


def silence(prose: Prose, phrases: Phrases, path: str) -> str:
    """That the rules do not say what a round comes to: their question, where they ask one, and its
    place.
    """
    question = prose.question(path)
    return phrases(
        "rules_silent" if question else "rules_silent_unasked", question=question, path=path
    )


def show_scores(teller: Transcript, last: DealtRound, you: int | None = None) -> None:
    """Print what a match came to; ``you`` is where a person sat in the first round."""
    from ..prose.accounts import standing

    pass

    after = last.after
    players = [
        f"{teller.phrases('player', n=n + 1)}{teller.phrases('you') if n == you else ''}: {standing(after.game, score)}"
        for n, score in enumerate(by_player(after))
    ]
    show(f"{teller.phrases('scores')}: {', '.join(players)}")
    if after.over:
        reached = after.target is not None and max(after.scores) >= after.target
        show(teller.phrases("target", n=after.target) if reached else teller.phrases("match_over"))
    elif last.round.thrown_in is not None:
        show(teller.phrases("never_dealt", n=MOST_THROWN_IN))


def write_record(file: Path | None, dealt: DealtRound) -> Path | None:
    """Write the record of a round; of a further one beside it, with its number. Gives the file."""
    if file is None or dealt.round.thrown_in is not None:
        return None
    from ..record import write

    number = dealt.match.rounds + 1
    path = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
    write_file(path, [write(dealt.round, dealt.seed).encode()])
    return path
