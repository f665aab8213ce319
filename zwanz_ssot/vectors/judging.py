"""Plays vectors against an engine: asks about every step, and compares the answers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..engine import Round, deal
from ..model import SEATS, Game, Path, rule_at
from ..problems import IllegalMove, WrongCall
from . import engine as answers
from . import stakes
from .engine import Engine, EngineBroken
from .files import Data, head

PROTOCOL = 1
MAY_ANSWER = ("legal", "refusals", "views", "settlement")
"""What an engine can be asked; it has to answer the first and the last."""
_UNORDERED = (
    "hand",
    "talon",
    "discards",
    "holds",
    "lacks",
    "open",
    "claimants",
    "winners",
    "losers",
)
"""Lists whose order means nothing."""
_OF_LINE = ("announced", "verdict", "winners", "losers", "value", "factors", "each", "paid", "rule")
"""Parts of a line of the settlement that are compared, in this order."""
_ALL_SEATS = ("each", "paid")
"""Parts in which a 0 counts."""


class Deviation(NamedTuple):
    """A part of an answer that is not as it should be."""

    part: str
    expected: Any
    got: Any


def compare_views(expected: Data, got: Data) -> Iterator[Deviation]:
    """The parts of a view in which an engine differs."""
    for part, value in got.items():
        if _plain(part, value) != _plain(part, expected[part]):
            yield Deviation(part, expected[part], value)


def compare_refusals(expected: Data, got: Any) -> Deviation | None:
    """How the refusal of a move differs; ``got`` is None where the engine allows it."""
    if got is None:
        return Deviation("legal", expected["code"], None)
    for part in ("code", "rule"):
        if part in got and got[part] != expected[part]:
            return Deviation(part, expected[part], got[part])
    return None


def compare_lines(expected: list[Data], got: list[Data]) -> tuple[Data, Deviation] | None:
    """The first line of a settlement that differs, is missing or is one too many, and how."""
    left = list(got)
    for line in expected:
        same = next((other for other in left if _is_about_the_same(line, other)), None)
        if same is None:
            return line, Deviation("line", line, None)
        left.remove(same)
        if deviation := _compare_line(line, same):
            return line, deviation
    return (left[0], Deviation("line", None, left[0])) if left else None


def _is_about_the_same(line: Data, other: Data) -> bool:
    return bool(line["item"] == other["item"] and set(line["claimants"]) == set(other["claimants"]))


def _compare_line(line: Data, other: Data) -> Deviation | None:
    for part in _OF_LINE:
        if part not in other or part not in line:
            continue
        if _plain(part, other[part]) == _plain(part, line[part]):
            continue
        if part != "factors" or _factors_differ(line[part], other[part]):
            return Deviation(part, line[part], other[part])
    return None


def _factors_differ(expected: list[Any], got: Any) -> bool:
    if not isinstance(got, list) or len(got) != len(expected):
        return True
    return any(factor_differs(one, other) for one, other in zip(expected, got, strict=True))


def factor_differs(expected: Data, got: Any) -> bool:
    """Whether a factor differs in what the engine gives of it."""
    if not isinstance(got, dict):
        return True
    return any(name in expected and expected[name] != got[name] for name in got)


def _plain(part: str, value: Any) -> Any:
    """A value without what means nothing: order of sets, empty hands, items never doubled."""
    if isinstance(value, dict):
        plain = {name: _plain(part, each) for name, each in value.items()}
        if part in _ALL_SEATS:
            return plain
        return {name: each for name, each in plain.items() if each not in ([], 0)}
    if isinstance(value, list) and part == "talon":
        return [sorted(each, key=str) if isinstance(each, list) else each for each in value]
    if isinstance(value, list) and part in _UNORDERED:
        return sorted((_plain(part, each) for each in value), key=str)
    return value


@dataclass(frozen=True)
class Discrepancy:
    """Where an engine answers something else than the rules.

    ``kind`` is ``turn``, ``too_many``, ``too_few``, ``refusal``, ``view``, ``thrown_in``,
    ``silent``, ``line``, ``score`` or ``sorry`` (the engine knows no answer).
    """

    kind: str
    round: int
    step: int
    """The moves made before, from 0."""
    at: Round
    """The position."""
    rule: Path
    """The rule at stake."""
    expected: Any
    got: Any
    part: str = ""
    """The part of an answer that differs, as of a view or a line."""
    of: str = ""
    """The move, the seat of a view, or the item of a line."""


class Judge:
    """Plays vectors against an engine.

    ``found`` holds the first difference of each kind, ``times`` how often each kind was met.
    ``rounds``, ``asked`` and ``parts`` count what was judged.
    """

    def __init__(self, game: Game, engine: Engine) -> None:
        self.game = game
        self.found: dict[str, Discrepancy] = {}
        self.times: Counter[str] = Counter()
        self.rounds = 0
        self.asked: Counter[str] = Counter()
        self.parts: set[str] = set()
        """The parts of views that the engine gave."""
        self.engine_name = engine.name
        self._engine = engine
        self._number = 0
        self._step = 0
        self._answered: frozenset[str] = frozenset()
        """The questions that the engine answers."""
        self._allowed: frozenset[str] = frozenset()
        """The moves that the engine allows now."""
        self._waiting: deque[str] = deque()
        """Questions whose answers have not been received."""

    def play(self, lines: Iterable[Data]) -> None:
        """Play all rounds.

        Raises `EngineBroken` where the engine cannot be asked any further, `WrongCall` where it
        does not play this game or where the vectors are of other rules.
        """
        for line in lines:
            if "vectors" in line:
                self._begin(line["vectors"])
            else:
                self._round(line["round"])
                self.rounds += 1

    @property
    def not_asked(self) -> tuple[str, ...]:
        """What the engine does not answer."""
        return tuple(each for each in MAY_ANSWER if each not in self._answered)

    def _begin(self, stated: Data) -> None:
        own = head(self.game)
        if any(stated.get(name) != value for name, value in own.items()):
            raise WrongCall(
                "these vectors are of other rules than the game now has", "write them again"
            )
        named = {name: value for name, value in own.items() if name != "format"}
        self._answered, self.engine_name = answers.hello(
            self._engine, {"protocol": PROTOCOL, **named}
        )
        if not {"legal", "settlement"} <= self._answered:
            raise EngineBroken("the engine has to answer 'legal' and 'settlement'")

    def _round(self, data: Data) -> None:
        self._number, self._step = data["number"], 0
        at = deal(self.game, pack=data["deal"]["pack"], stakes=data["stakes"])
        known: Data = {}
        own: dict[str, Data] = {seat: {} for seat in SEATS[: self.game.table.players]}
        self._send({"round": {name: data[name] for name in ("number", "stakes", "deal")}})
        if not self._took(at):
            return

        # Each step: the questions and the move go together, then the answers are compared.
        for step in data["steps"]:
            _learn(known, own, step)
            self._send({"legal": {}}, *self._optional(step["refused"]), {"move": step["move"]})
            if not self._legal(at, step["legal"]):
                return
            self._refusals(at, step["refused"])
            self._views(at, known, own)
            if not self._took(at):
                return
            at = self._move(at, step)
            self._step += 1

        # The end of the round, where nobody may move any more.
        _learn(known, own, data["end"])
        self._send({"legal": {}}, *self._optional([]), {"settlement": {}})
        if self._legal(at, []):
            self._refusals(at, [])
            self._views(at, known, own)
            self._settlement(at, data["end"])

    def _optional(self, refused: list[Data]) -> list[Data]:
        """The questions of a step that an engine need not answer, if it does."""
        moves = [move for reason in refused for move in reason["moves"]]
        questions: list[Data] = [{"refusals": moves}, {"views": {}}]
        return [question for question in questions if self._answered & set(question)]

    def _move(self, at: Round, step: Data) -> Round:
        try:
            return at.after(step["move"])
        except IllegalMove:
            raise WrongCall(
                f"round {self._number} of the vectors has a move that is not legal: {step['move']}"
            ) from None

    def _note(self, kind: str, at: Round, rule: Path, found: Deviation, of: str = "") -> None:
        """Count a difference, and keep the first of its kind."""
        self.times[kind] += 1
        if kind not in self.found:
            self.found[kind] = Discrepancy(
                kind,
                self._number,
                self._step,
                at,
                rule,
                expected=found.expected,
                got=found.got,
                part=found.part,
                of=of,
            )

    def _send(self, *questions: Data) -> None:
        """Ask several questions at once: waiting for each answer would take most of the time."""
        while self._waiting:  # a round was left before its end
            self._engine.receive(self._waiting.popleft())
        for question in questions:
            self._waiting.extend(question)
            self.asked.update(question.keys())
        self._engine.send(*questions)

    def _answer(self, at: Round) -> Data | None:
        """The next answer; None where the engine answers that it has none."""
        asked = self._waiting.popleft()
        answer = self._engine.receive(asked)
        if "sorry" not in answer:
            return answer
        excuse = Deviation("", None, str(answer["sorry"]))
        self._note("sorry", at, stakes.of_turn(at), excuse, asked)
        return None

    def _took(self, at: Round) -> bool:
        """Whether the engine took the news."""
        asked = self._waiting[0]
        answer = self._answer(at)
        if answer is not None and answer.get("ok") is not True:
            raise answers.malformed(asked, answer)
        return answer is not None

    def _legal(self, at: Round, legal: list[str]) -> bool:
        """Whether the engine is in the same position; its moves are compared."""
        answer = self._answer(at)
        if answer is None:
            return False
        seat, moves = answers.legal(answer)
        self._allowed = frozenset(moves)
        right = None if at.turn is None else SEATS[at.turn]
        if seat != right:
            self._note("turn", at, stakes.of_turn(at), Deviation("seat", right, seat))
            return False
        deviation = Deviation("legal", legal, moves)
        if more := [move for move in moves if move not in legal]:
            refusal = at.why_not(more[0])
            self._note("too_many", at, refusal.rule if refusal else (), deviation, more[0])
        if fewer := [move for move in legal if move not in self._allowed]:
            self._note("too_few", at, stakes.of_turn(at), deviation, fewer[0])
        return True

    def _refusals(self, at: Round, refused: list[Data]) -> None:
        if "refusals" not in self._answered:
            return
        answer = self._answer(at)
        if answer is None:
            return
        moves = [(move, reason) for reason in refused for move in reason["moves"]]
        found = answers.refusals(answer, len(moves))
        for (move, reason), got in zip(moves, found, strict=True):
            if got is None and move in self._allowed:
                continue  # noted already, as a move too many
            if deviation := compare_refusals(reason, got):
                rule = rule_at(self.game, reason["rule"])
                self._note("refusal", at, rule, deviation, move)

    def _views(self, at: Round, known: Data, own: dict[str, Data]) -> None:
        if "views" not in self._answered:
            return
        answer = self._answer(at)
        if answer is None:
            return
        for seat, got in answers.views(answer, own, known).items():
            self.parts |= set(got)
            for deviation in compare_views({**known, **own[seat]}, got):
                self._note("view", at, stakes.of_view(at, deviation.part), deviation, seat)

    def _settlement(self, at: Round, end: Data) -> None:
        answer = self._answer(at)
        if answer is None:
            return
        got = answers.settlement(answer)

        # Whether it was thrown in, and whether the rules say what it comes to.
        for name in ("thrown_in", "silent"):
            right, given = end[name], got.get(name)
            other_rule = isinstance(given, str) and given != right
            if bool(right) == bool(given) and not other_rule:
                continue
            if name == "thrown_in":
                rule = stakes.of_turn(at)
            else:
                rule = rule_at(self.game, str(right or ""))
            self._note(name, at, rule, Deviation(name, right, given))
            return
        if "scores" not in end:
            return

        # The lines, and what they add up to.
        if "lines" in got and (found := compare_lines(end["lines"], got["lines"])):
            line, deviation = found
            rule = self._rule_of(end, line, deviation)
            self._note("line", at, rule, deviation, str(line["item"]))
        each_pays = (*self.game.settlement.at, "each_pays")
        for name in ("scores", "paid"):
            asked = name == "scores" or name in got
            if asked and name in end and got.get(name) != end[name]:
                self._note("score", at, each_pays, Deviation(name, end[name], got.get(name)))

    def _rule_of(self, end: Data, line: Data, deviation: Deviation) -> Path:
        """The rule behind a line that differs.

        Of a line too many it is the rule that replaces it, or the item's own.
        """
        if deviation.part == "line" and deviation.expected is None:
            for each in end["replaced"]:
                if each["item"] == line["item"]:
                    return rule_at(self.game, each["rule"])
            bonus = self.game.bonuses.get(str(line["item"]))
            return bonus.at if bonus else self.game.settlement.at
        if deviation.part == "factors":
            got = deviation.got if isinstance(deviation.got, list) else []
            for number, factor in enumerate(deviation.expected):
                if number >= len(got) or factor_differs(factor, got[number]):
                    return rule_at(self.game, factor["rule"])
            return ("kontra",)
        return stakes.of_line(self.game, line, deviation.part)


def _learn(known: Data, own: dict[str, Data], news: Data) -> None:
    known.update(news["known"])
    for seat, more in news["own"].items():
        own[seat].update(more)
