"""A rule set played by the engine and by the second implementation, move by move."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bounded import TooLong, limited
from naive import Position, Silent, after, begin, kind, legal_moves, settle
from refusal_reasons import asked, unlike_reasons

from zwanz_ssot.diff.behaviour import differences
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game, Ledger
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.shapes import single
from zwanz_ssot.prose.template import languages

from .rule_set import RuleSet, shipped
from .secrets import leak, untrue

ROUNDS = 3
LANGUAGES = languages()
MOVES = 600
"""The limit of moves in a round: five times the longest of a shipped game."""
SECONDS = 20
"""The limit of each part in processor seconds: ten times what any takes."""
LOOKS, LONG, ASKED = 3, 50, 60
"""Refusals and views are examined at `LOOKS` positions, of the first `LONG` of a round; `ASKED`
moves are asked about.
"""
PASSING = (0.5, 0.15, 0.8)
"""The chance that a speaker passes, in each round."""


@dataclass(frozen=True)
class Fault:
    """A fault of a rule set: its kind, and where it showed."""

    kind: str
    text: str

    @property
    def sign(self) -> str:
        """A text that faults of one cause mostly share."""
        return f"{self.kind}: {self.text.splitlines()[0][:90]}" if self.text else self.kind


@dataclass
class Seen:
    """The result of a rule set."""

    accepted: bool = False
    fault: Fault | None = None
    positions: int = 0
    silent: int = 0
    played: int = 0


def judge(rules: RuleSet, *, rounds: int = ROUNDS, book: bool = False) -> Seen:
    """Examine a rule set: check, play and say it; with `book`, print it."""
    seen = Seen()
    game: Game | None = None

    def load() -> None:
        nonlocal game
        try:
            game = rules.load()
        except RulesFault as refused:
            assert refused.problems, "refused without a problem"
            for problem in refused.problems:
                assert problem.text and problem.mark is not None, f"no place: {problem}"

    seen.fault = _caught("check", load)
    if game is None or seen.fault:
        return seen
    seen.accepted = True
    accepted: Game = game
    seen.fault = _caught("play", lambda: _play(accepted, rules.seed, rounds, seen))
    if seen.fault is None:
        seen.fault = _caught("prose", lambda: _check_sentences(accepted, rules))
    if seen.fault is None and book:
        seen.fault = _caught("book", lambda: _print(accepted, _language(rules)))
    return seen


class Differs(Exception):
    """The two implementations, or two views, differ."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(text)
        self.what = what


def _caught(what: str, body: Callable[[], None]) -> Fault | None:
    """The fault in a call of `body`, if any."""
    try:
        with limited(SECONDS):
            body()
    except Differs as differs:
        return Fault(differs.what, str(differs))
    except TooLong as error:
        return Fault(f"{what}: endless", f"{_where(error)}")
    except Exception as error:
        return Fault(f"{what}: crash", f"{type(error).__name__}: {error} ({_where(error)})")
    return None


def _where(error: BaseException) -> str:
    """The last four lines of a traceback."""
    found, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " < ".join(reversed(found[-4:]))


def _check_sentences(game: Game, rules: RuleSet) -> None:
    """Say every rule, and every difference from the base, in one language; rule sets take the
    languages in turn.
    """
    before, language = shipped(rules.of, rules.root), _language(rules)
    prose = Prose(game, language)
    for path in single(game, prose.says):
        if not prose.setting(path, game.at(path)):
            raise Differs("prose: no sentence", f"{language} {path}")
    list(differences(before, game, language))
    list(differences(game, before, language))


def _language(rules: RuleSet) -> str:
    return LANGUAGES[rules.seed // 2 % len(LANGUAGES)]


def _print(game: Game, language: str) -> None:
    """Print the book for any game as HTML."""
    from zwanz_renderer import book

    chapters = book.chapters_of(book.ANY, language)
    with tempfile.TemporaryDirectory() as folder:
        book.build(game, lang=language, out=Path(folder), formats=["html"], chapters=chapters)


def _play(game: Game, seed: int, rounds: int, seen: Seen) -> None:
    prose = Prose(game, LANGUAGES[seed // 2 % len(LANGUAGES)])
    for number in range(rounds):
        random = Random(f"{seed} {number}")
        _round(game, seed * 1000 + number, random, PASSING[number % len(PASSING)], prose, seen)


def _round(game: Game, seed: int, random: Random, passing: float, prose: Prose, seen: Seen) -> None:
    """Play one round, and examine some positions closely."""
    played, own = deal(game, seed=seed), begin(game, seed)
    looks = set(random.sample(range(LONG), LOOKS))
    for number in range(MOVES):
        moves = _compare(played, own)
        seen.positions += 1
        if own.over:
            seen.played += 1
            _settle(played, own, prose, seen)
            return
        if not moves:
            raise Differs("dead end", f"no legal move {_history(played)}")
        if number in looks:
            _look(played, own, random, prose)
        move = "pass" if "pass" in moves and random.random() < passing else _draw(moves, random)
        played, own = played.after(move), after(own, move)
    raise Differs("endless", f"{MOVES} moves {_history(played)}")


def _compare(played: Round, own: Position) -> list[str]:
    """The legal moves; Differs if step, contract, seat or moves are not the same."""
    here = played.step.partition(".")[0]
    there = kind(own)
    if here != there and not (played.over and own.over):
        raise Differs("step differs", f"engine {here}, naive {there} {_history(played)}")
    ours, theirs = played.contract and played.contract.id, own.contract
    if ours != theirs:
        raise Differs("contract differs", f"engine {ours}, naive {theirs} {_history(played)}")
    if played.turn != own.seat:
        raise Differs(
            f"turn differs in {here}", f"engine {played.turn}, naive {own.seat} {_history(played)}"
        )
    found, moves = sorted(played.texts()), legal_moves(own)
    if found != moves:
        only = sorted(set(found) - set(moves)), sorted(set(moves) - set(found))
        verbs = "/".join(sorted({move.split()[0] for each in only for move in each}))
        raise Differs(
            f"moves differ in {here}: {verbs}",
            f"engine only {only[0]}, naive only {only[1]}; {_history(played)}",
        )
    return moves


def _draw(moves: list[str], random: Random) -> str:
    """A random move: first its kind is drawn."""
    kinds = sorted({move.split()[0] for move in moves})
    verb = random.choice(kinds)
    return random.choice([move for move in moves if move.split()[0] == verb])


def _look(played: Round, own: Position, random: Random, prose: Prose) -> None:
    """Examine a position.

    Every move is legal, or is refused with a sentence and for a reason that both know; what
    everybody knows is so; and no hidden card changes a view.
    """
    legal = set(map(str, played.moves()))
    every = [str(move) for move in played.table.moves.all]
    for move in asked(own, every, ASKED, random):
        refused = played.why_not(move)
        if (refused is None) != (move in legal):
            raise Differs("refusal differs", f"{move}: {refused} {_history(played)}")
        if difference := unlike_reasons(played, own, move):
            code = refused.code if refused is not None else None
            raise Differs(f"reasons differ: {code}", f"{difference} {_history(played)}")
        if refused is not None and not prose.refusal(refused):
            raise Differs(
                "refusal without a sentence", f"{move}: {refused.code} {_history(played)}"
            )
    if difference := untrue(played):
        raise Differs("view is wrong", f"{difference} {_history(played)}")
    difference = leak(played, random)
    if difference:
        raise Differs("view leaks", f"{difference} {_history(played)}")


def _settle(played: Round, own: Position, prose: Prose, seen: Seen) -> None:
    """Compare the settlements."""
    if played.thrown_in != own.thrown_in:
        raise Differs(
            "thrown in", f"engine {played.thrown_in}, naive {own.thrown_in} {_history(played)}"
        )
    silent = played.silent()
    ledger = None if silent is not None else played.ledger()
    got: object = "silent" if silent is not None else ledger and (ledger.scores, _paid(ledger))
    expected: object
    try:
        expected = settle(own)
    except Silent:
        expected = "silent"
    if got != expected:
        lines = [(line.item, line.each) for line in ledger.lines] if ledger else silent
        raise Differs("settlement", f"engine {got}, naive {expected}; {lines} {_history(played)}")
    if ledger is None:
        seen.silent += silent is not None
        return
    if played.game.sums_to_zero and sum(ledger.scores):
        raise Differs("sum", f"{ledger.scores} {_history(played)}")
    prose.ledger(ledger)


def _paid(ledger: Ledger) -> tuple[int, ...]:
    return ledger.paid or ledger.scores


def _history(played: Round) -> Any:
    moves = "; ".join(str(move) for _, move in played.history)
    return f"after {moves or 'the deal'}"
