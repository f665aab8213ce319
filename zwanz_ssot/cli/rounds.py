"""After a round: its settlement, the scores, its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .output import put, show

if TYPE_CHECKING:
    from ..prose import Prose
    from .phrases import Phrases
    from .table import Dealt
    from .telling import Teller


def show_account(teller: Teller, dealt: Dealt) -> None:
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


def show_scores(teller: Teller, last: Dealt, you: int | None = None) -> None:
    """Print what a match came to; ``you`` is where a person sat in the first round."""
    from ..prose.accounts import standing
    from .table import MOST_THROWN_IN, by_player

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


def write_record(file: Path | None, dealt: Dealt) -> Path | None:
    """Write the record of a round; of a further one beside it, with its number. Gives the file."""
    if file is None or dealt.round.thrown_in is not None:
        return None
    from ..record import write

    number = dealt.match.rounds + 1
    path = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
    put(path, [write(dealt.round, dealt.seed).encode()])
    return path
