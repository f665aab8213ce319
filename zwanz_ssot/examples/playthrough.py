"""What an example says was said and played, made move by move in a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Round
from ..engine.moves import seat_and_move
from ..model import SEATS, Refusal
from ..source import Path
from .case_context import CaseContext

PASS, KEEP, THROW_IN = "pass", "keep", "throw-in"
SPACE = " "
"""What stands in words that are said before a card, and in no card."""
MOST_MOVES = 1000
"""After so many, nobody will end an auction by passing: its rules have no end."""
SPOKEN = ("auction", "announcements")
"""The steps in which turns are closed by a pass."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The words of one player in one turn."""

    path: Path
    seat: int
    words: tuple[tuple[Path, str], ...]

    @property
    def about_misdeal(self) -> bool:
        """Whether it is about keeping the cards or throwing them in."""
        return self.words[0][1] in (KEEP, THROW_IN)


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How far a round went. Where it stopped: the place, what was stated there, what the rules
    say.
    """

    round: Round
    made: int
    path: Path = ()
    stated: Any = None
    got: Any = None
    refusal: Refusal | None = None

    @property
    def stopped(self) -> bool:
        """Whether something that is stated is not legal."""
        return bool(self.path)


def turns(context: CaseContext) -> tuple[Turn, ...]:
    """What was said. A word that is no move of the game is a problem."""
    found = []
    for number, row in enumerate(context.entry.get("says", ())):
        ((seat, spoken),) = row.items()
        path: Path = ("says", number, seat)
        several = isinstance(spoken, list)
        if several and not spoken:
            context.error(
                path, "nothing is said here", f"write {PASS} for a turn in which nothing is said"
            )
            continue
        words = [
            ((*path, place) if several else path, word)
            for place, word in enumerate(spoken if several else [spoken])
        ]
        for at, word in words:
            known_move(context, at, word)
        found.append(Turn(path, context.seat(path, seat), tuple(words)))
    return tuple(found)


def known_move(context: CaseContext, path: Path, word: str) -> bool:
    """Whether the game knows the move; otherwise a problem with the nearest one."""
    moves = context.table.moves
    _, move = seat_and_move(word)
    return bool(moves.find(move)) or context.named(
        path, move, moves.number, "move", where=context.varies
    )


def follow(
    context: CaseContext, start: Round, spoken: Sequence[Turn], *, finish: bool
) -> Playthrough:
    """Make all moves that the example states. ``finish``: after the last word everybody passes."""
    playthrough = Playthrough(start, 0)
    for number, turn in enumerate(spoken):
        closed = not (context.entry.get("speaking") and number == len(spoken) - 1)
        playthrough = _turn(playthrough, turn, closed)
        if playthrough.stopped:
            return playthrough
    if not spoken or not spoken[-1].about_misdeal:
        playthrough = _kept(playthrough)
    if finish or "plays" in context.entry:
        playthrough = _all_pass(playthrough)
    for number, trick in enumerate(context.entry.get("plays", ())):
        for place, card in enumerate(trick):
            if playthrough.stopped:
                return playthrough
            playthrough = _made(
                playthrough, ("plays", number, place), card if SPACE in card else f"play {card}"
            )
    return playthrough


def _turn(playthrough: Playthrough, turn: Turn, closed: bool) -> Playthrough:
    if not turn.about_misdeal:
        playthrough = _kept(playthrough)
    elif turn.words[0][1] == THROW_IN:
        playthrough = _kept(playthrough, turn.seat)
    now = playthrough.round.turn
    if now != turn.seat:
        return Playthrough(
            playthrough.round,
            playthrough.made,
            turn.path,
            SEATS[turn.seat],
            "nobody" if now is None else SEATS[now],
        )
    step = playthrough.round.step
    for path, word in turn.words:
        step = playthrough.round.step
        playthrough = _made(playthrough, path, word)
        if playthrough.stopped:
            return playthrough
    spoken = step in SPOKEN and turn.words[-1][1] != PASS
    open_turn = spoken and playthrough.round.step == step and playthrough.round.turn == turn.seat
    return _made(playthrough, turn.path, PASS) if open_turn and closed else playthrough


def _made(playthrough: Playthrough, path: Path, move: str) -> Playthrough:
    refusal = playthrough.round.why_not(move)
    if refusal is not None:
        return Playthrough(playthrough.round, playthrough.made, path, move, refusal.code, refusal)
    return Playthrough(playthrough.round.after(move), playthrough.made + 1)


def _kept(playthrough: Playthrough, until: int = -1) -> Playthrough:
    """Nobody who is not said to throw the cards in does so."""
    while playthrough.round.step == "misdeal" and playthrough.round.turn != until:
        playthrough = Playthrough(playthrough.round.after(KEEP), playthrough.made + 1)
    return playthrough


def _all_pass(playthrough: Playthrough) -> Playthrough:
    while not playthrough.stopped and playthrough.round.step in SPOKEN:
        if playthrough.made > MOST_MOVES:
            return Playthrough(
                playthrough.round,
                playthrough.made,
                ("says",),
                "an end of the speaking",
                "they speak for ever",
            )
        playthrough = _made(playthrough, ("says",), PASS)
    return playthrough
