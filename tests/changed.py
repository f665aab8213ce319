"""Rule sets of the library with changes, and random rounds that both implementations play."""

from __future__ import annotations

from pathlib import Path
from random import Random

from naive import Position, Silent, after, begin, legal_moves, settle
from refusal_reasons import asked, unlike_reasons

from zwanz_ssot import places
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game


def changed(folder: Path, of: str, *changes: str, rules: Path | None = None) -> Game:
    """A rule set of the library (``game`` or ``game:variant``) with changes, each written as the
    inside of ``{…}``; ``rules``: another library.
    """
    lines = "\n".join(f"  - {{{change}, source: custom}}" for change in changes)
    text = f"variant: changed\nof: {of}\nname: {{en: Changed, de: Anders}}\nchanges:\n{lines}\n"
    file = folder / "changed.yaml"
    file.write_text(text, encoding="utf-8")
    return load(of.partition(":")[0], str(file), rules=rules or places.data("rules"))


def played_by_both(game: Game, seed: int, towards: str = "", quiet: float = 0.9) -> Round:
    """Play a random round to its end; after each move the second implementation finds the same
    moves, and at the end the same scores.

    `towards` is a contract that the first player who may bids; `quiet` is the chance that a player
    passes.
    """
    random = Random(seed)
    played, own = deal(game, seed=seed), begin(game, seed)
    everything = [move.text for move in played.table.moves.all]
    while not played.over:
        moves = sorted(played.texts())
        assert moves == legal_moves(own), [str(move) for _, move in played.history]
        for move in asked(own, everything, 10, random):
            assert not unlike_reasons(played, own, move), [str(move) for _, move in played.history]
        aimed = [move for move in moves if towards and move.split()[:2] == ["bid", towards]]
        aimed += [move for move in moves if towards and move == "open"]
        passes = "pass" in moves and random.random() < quiet
        move = aimed[0] if aimed else "pass" if passes else random.choice(moves)
        played, own = played.after(move), after(own, move)
    assert not legal_moves(own)
    assert scored(played) == scores_of(own), [str(move) for _, move in played.history]
    return played


def scored(played: Round) -> tuple[int, ...] | None:
    """The scores of a round; None where nothing is settled, or no rule says what follows."""
    ledger = None if played.silent() else played.ledger()
    return ledger.scores if ledger is not None else None


def scores_of(own: Position) -> tuple[int, ...] | None:
    """The scores of a round by the second implementation, as `scored` gives them."""
    try:
        settled = settle(own)
    except Silent:
        return None
    return settled[0] if settled is not None else None
