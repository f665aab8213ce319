"""What an example says was said and played, made move by move in a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Round
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
    """How far a round went. Where it stopped: the place, what was stated there, what the rules say."""

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


def turns(desk: CaseContext) -> tuple[Turn, ...]:
    """What was said. A word that is no move of the game is a problem."""
    found = []
    for number, row in enumerate(desk.entry.get("says", ())):
        ((seat, said),) = row.items()
        path: Path = ("says", number, seat)
        several = isinstance(said, list)
        if several and not said:
            desk.error(
                path, "nothing is said here", f"write {PASS} for a turn in which nothing is said"
            )
            continue
        words = [
            ((*path, place) if several else path, word)
            for place, word in enumerate(said if several else [said])
        ]
        for at, word in words:
            known_move(desk, at, word)
        found.append(Turn(path, desk.seat(path, seat), tuple(words)))
    return tuple(found)


def known_move(desk: CaseContext, path: Path, word: str) -> bool:
    """Whether the game knows the move; otherwise a problem with the nearest one."""
    moves = desk.table.moves
    return bool(moves.find(word)) or desk.named(path, word, moves.number, "move", where=desk.varies)


def follow(desk: CaseContext, start: Round, said: Sequence[Turn], *, finish: bool) -> Playthrough:
    """Make all moves that the example states. ``finish``: after the last word everybody passes."""
    course = Playthrough(start, 0)
    for number, turn in enumerate(said):
        closed = not (desk.entry.get("speaking") and number == len(said) - 1)
        course = _turn(course, turn, closed)
        if course.stopped:
            return course
    if not said or not said[-1].about_misdeal:
        course = _kept(course)
    if finish or "plays" in desk.entry:
        course = _all_pass(course)
    for number, trick in enumerate(desk.entry.get("plays", ())):
        for place, card in enumerate(trick):
            if course.stopped:
                return course
            course = _made(
                course, ("plays", number, place), card if SPACE in card else f"play {card}"
            )
    return course


def _turn(course: Playthrough, turn: Turn, closed: bool) -> Playthrough:
    if not turn.about_misdeal:
        course = _kept(course)
    elif turn.words[0][1] == THROW_IN:
        course = _kept(course, turn.seat)
    now = course.round.turn
    if now != turn.seat:
        return Playthrough(
            course.round,
            course.made,
            turn.path,
            SEATS[turn.seat],
            "nobody" if now is None else SEATS[now],
        )
    step = course.round.step
    for path, word in turn.words:
        step = course.round.step
        course = _made(course, path, word)
        if course.stopped:
            return course
    spoken = step in SPOKEN and turn.words[-1][1] != PASS
    open_turn = spoken and course.round.step == step and course.round.turn == turn.seat
    return _made(course, turn.path, PASS) if open_turn and closed else course


def _made(course: Playthrough, path: Path, move: str) -> Playthrough:
    refusal = course.round.why_not(move)
    if refusal is not None:
        return Playthrough(course.round, course.made, path, move, refusal.code, refusal)
    return Playthrough(course.round.after(move), course.made + 1)


def _kept(course: Playthrough, until: int = -1) -> Playthrough:
    """Nobody who is not said to throw the cards in does so."""
    while course.round.step == "misdeal" and course.round.turn != until:
        course = Playthrough(course.round.after(KEEP), course.made + 1)
    return course


def _all_pass(course: Playthrough) -> Playthrough:
    while not course.stopped and course.round.step in SPOKEN:
        if course.made > MOST_MOVES:
            return Playthrough(
                course.round,
                course.made,
                ("says",),
                "an end of the speaking",
                "they speak for ever",
            )
        course = _made(course, ("says",), PASS)
    return course
