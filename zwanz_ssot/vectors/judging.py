"""Vectors played against an engine: every question of every step, and the first difference of each
kind.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..engine import Round, deal
from ..model import SEATS, Game, Path, rule_at
from ..problems import IllegalMove, WrongCall
from . import engine as asking
from . import stakes
from .engine import Engine, EngineBroken
from .files import head

Data = dict[str, Any]

_SETS = ("hand", "talon", "discards", "holds", "lacks", "open", "claimants", "winners", "losers")
"""Lists in which order says nothing."""


class Deviation(NamedTuple):
    """A part of an answer that is not as it should be."""

    part: str
    expected: Any
    got: Any


def of_view(expected: Data, got: Data) -> Iterator[Deviation]:
    """The parts of a view that an engine tells otherwise."""
    for part, value in got.items():
        if _plain(part, value) != _plain(part, expected[part]):
            yield Deviation(part, expected[part], value)


def of_refusal(expected: Data, got: Any) -> Deviation | None:
    """How an engine refuses a move for another reason, or does not; ``got`` None allows it."""
    if got is None:
        return Deviation("legal", expected["code"], None)
    for part in ("code", "rule"):
        if part in got and got[part] != expected[part]:
            return Deviation(part, expected[part], got[part])
    return None


def of_lines(
    expected: list[dict[str, Any]], got: list[dict[str, Any]]
) -> tuple[dict[str, Any], Deviation] | None:
    """The first line of a settlement that an engine tells otherwise, leaves out or adds, and what
    is unlike in it.
    """
    left = list(got)
    for line in expected:
        same = next((other for other in left if _of_same(line, other)), None)
        if same is None:
            return line, Deviation("line", line, None)
        left.remove(same)
        if unlike := _of_line(line, same):
            return line, unlike
    return (left[0], Deviation("line", None, left[0])) if left else None


def _of_same(line: Data, other: Data) -> bool:
    return bool(line["item"] == other["item"] and set(line["claimants"]) == set(other["claimants"]))


def _of_line(line: Data, other: Data) -> Deviation | None:
    for part in (
        "announced",
        "verdict",
        "winners",
        "losers",
        "value",
        "factors",
        "each",
        "paid",
        "rule",
    ):
        if part in other and part in line and _plain(part, other[part]) != _plain(part, line[part]):
            if part != "factors":
                return Deviation(part, line[part], other[part])
            if unlike := _of_factors(line[part], other[part]):
                return unlike
    return None


def _of_factors(expected: list[Any], got: Any) -> Deviation | None:
    """Factors are compared one by one, by what the engine tells of each."""
    if not isinstance(got, list) or len(got) != len(expected):
        return Deviation("factors", expected, got)
    same = not any(unlike_factor(one, other) for one, other in zip(expected, got, strict=True))
    return None if same else Deviation("factors", expected, got)


def unlike_factor(expected: Data, got: Any) -> bool:
    """Whether an engine tells a factor otherwise."""
    return not isinstance(got, dict) or any(
        name in expected and expected[name] != got[name] for name in got
    )


def _plain(part: str, value: Any) -> Any:
    """A value without what says nothing: the order of sets, hands that are empty, items never
    doubled.
    """
    if isinstance(value, dict):
        inner = {name: _plain(part, each) for name, each in value.items()}
        return {
            name: each
            for name, each in inner.items()
            if each not in ([], 0) or part in ("each", "paid")
        }
    if isinstance(value, list) and part in _SETS:
        return (
            sorted((_plain(part, each) for each in value), key=str)
            if part != "talon"
            else _packets(value)
        )
    return value


def _packets(value: list[Any]) -> list[Any]:
    return [sorted(packet, key=str) if isinstance(packet, list) else packet for packet in value]


PROTOCOL = 1
MAY_ANSWER = ("legal", "refusals", "views", "settlement")
"""What an engine can be asked; the first and the last it has to answer."""


@dataclass(frozen=True)
class Discrepancy:
    """Where an engine says something else than the rules. ``kind`` is ``turn``, ``too_many``,
    ``too_few``, ``refusal``, ``view``, ``thrown_in``, ``silent``, ``line``, ``score`` or ``sorry``
    (the engine knows no answer).
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
    """What of an answer is unlike: a part of a view or of a line, of what it is."""
    of: str = ""
    """The move, the seat whose view it is, or the item of a line."""


class Judge:
    """Plays vectors against an engine. ``found`` holds the first difference of each kind, ``times``
    how often each kind was met; ``rounds``, ``asked`` and ``parts`` what was judged.
    """

    def __init__(self, game: Game, engine: Engine) -> None:
        self.game = game
        self.found: dict[str, Discrepancy] = {}
        self.times: Counter[str] = Counter()
        self.rounds = 0
        self.asked: Counter[str] = Counter()
        self.parts: set[str] = set()
        """The parts of views that the engine told."""
        self.engine_name = engine.name
        self._engine = engine
        self._number = 0
        self._step = 0
        self._answers: frozenset[str] = frozenset()
        self._allowed: frozenset[str] = frozenset()
        """What the engine takes for legal now."""
        self._waiting: deque[str] = deque()
        """Questions whose answers have not been received."""

    def play(self, lines: Iterable[Data]) -> None:
        """Play all rounds. Raises `EngineBroken` where the engine cannot be asked any further,
        `WrongCall` where it does not play this game, or where the vectors are of other rules.
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
        return tuple(each for each in MAY_ANSWER if each not in self._answers)

    def _begin(self, told: Data) -> None:
        own = head(self.game)
        if any(told.get(name) != value for name, value in own.items()):
            raise WrongCall(
                "these vectors are of other rules than the game now has", "write them again"
            )
        named = {name: value for name, value in own.items() if name != "format"}
        self._answers, self.engine_name = asking.hello(
            self._engine, {"protocol": PROTOCOL, **named}
        )
        if not {"legal", "settlement"} <= self._answers:
            raise EngineBroken("the engine has to answer 'legal' and 'settlement'")

    def _round(self, told: Data) -> None:
        self._number, self._step = told["number"], 0
        at = deal(self.game, pack=told["deal"]["pack"], stakes=told["stakes"])
        known: Data = {}
        own: dict[str, Data] = {seat: {} for seat in SEATS[: self.game.table.players]}
        self._send({"round": {name: told[name] for name in ("number", "stakes", "deal")}})
        if not self._told(at):
            return
        for step in told["steps"]:
            _learn(known, own, step)
            self._send({"legal": {}}, *self._beside(step["refused"]), {"move": step["move"]})
            if not self._legal(at, step["legal"]):
                return
            self._refusals(at, step["refused"])
            self._views(at, known, own)
            if not self._told(at):
                return
            at = self._move(at, step)
            self._step += 1
        _learn(known, own, told["end"])
        self._send({"legal": {}}, *self._beside([]), {"settlement": {}})
        if self._legal(at, []):
            self._refusals(at, [])
            self._views(at, known, own)
            self._settlement(at, told["end"])

    def _beside(self, refused: list[Data]) -> list[Data]:
        """The questions of each step that not every engine answers."""
        moves = [move for reason in refused for move in reason["moves"]]
        questions: list[Data] = [{"refusals": moves}, {"views": {}}]
        return [question for question in questions if self._answers & set(question)]

    def _move(self, at: Round, step: Data) -> Round:
        try:
            return at.after(step["move"])
        except IllegalMove:
            said = (
                f"round {self._number} of the vectors has a move that is not legal: {step['move']}"
            )
            raise WrongCall(said) from None

    def _note(self, kind: str, at: Round, rule: Path, unlike: Deviation, of: str = "") -> None:
        self.times[kind] += 1
        if kind not in self.found:
            told = (unlike.expected, unlike.got, unlike.part, of)
            self.found[kind] = Discrepancy(kind, self._number, self._step, at, rule, *told)

    def _send(self, *questions: Data) -> None:
        """Ask several questions at once: to wait for each answer would take most of the time."""
        while self._waiting:  # a round was left before its end
            self._engine.receive(self._waiting.popleft())
        for question in questions:
            self._waiting.extend(question)
            self.asked.update(question.keys())
        self._engine.send(*questions)

    def _answer(self, at: Round) -> Data | None:
        """The next answer; None where the engine says that it has none."""
        asked = self._waiting.popleft()
        answer = self._engine.receive(asked)
        if "sorry" in answer:
            self._note(
                "sorry", at, stakes.of_turn(at), Deviation("", None, str(answer["sorry"])), asked
            )
            return None
        return answer

    def _told(self, at: Round) -> bool:
        """Whether the engine took the news."""
        asked = self._waiting[0]
        answer = self._answer(at)
        if answer is not None and answer.get("ok") is not True:
            raise asking.strange(asked, answer)
        return answer is not None

    def _legal(self, at: Round, legal: list[str]) -> bool:
        """Whether the engine is in the same position; its moves are compared."""
        answer = self._answer(at)
        if answer is None:
            return False
        seat, moves = asking.legal(answer)
        self._allowed = frozenset(moves)
        right = None if at.turn is None else SEATS[at.turn]
        if seat != right:
            self._note("turn", at, stakes.of_turn(at), Deviation("seat", right, seat))
            return False
        if more := [move for move in moves if move not in legal]:
            refusal = at.why_not(more[0])
            self._note(
                "too_many",
                at,
                refusal.rule if refusal else (),
                Deviation("legal", legal, moves),
                more[0],
            )
        if fewer := [move for move in legal if move not in self._allowed]:
            self._note(
                "too_few", at, stakes.of_turn(at), Deviation("legal", legal, moves), fewer[0]
            )
        return True

    def _refusals(self, at: Round, refused: list[Data]) -> None:
        if "refusals" not in self._answers:
            return
        moves = [(move, reason) for reason in refused for move in reason["moves"]]
        answer = self._answer(at)
        if answer is None:
            return
        for (move, reason), got in zip(moves, asking.refusals(answer, len(moves)), strict=True):
            told = got is None and move in self._allowed  # told already, as a move too many
            if not told and (unlike := of_refusal(reason, got)):
                self._note("refusal", at, rule_at(self.game, reason["rule"]), unlike, move)

    def _views(self, at: Round, known: Data, own: dict[str, Data]) -> None:
        if "views" not in self._answers:
            return
        answer = self._answer(at)
        if answer is None:
            return
        for seat, got in asking.views(answer, own, known).items():
            self.parts |= set(got)
            for unlike in of_view({**known, **own[seat]}, got):
                self._note("view", at, stakes.of_view(at, unlike.part), unlike, seat)

    def _settlement(self, at: Round, end: Data) -> None:
        answer = self._answer(at)
        if answer is None:
            return
        got = asking.settlement(answer)
        for name in ("thrown_in", "silent"):
            right, said = end[name], got.get(name)
            if bool(right) != bool(said) or (isinstance(said, str) and said != right):
                rule = (
                    stakes.of_turn(at)
                    if name == "thrown_in"
                    else rule_at(self.game, str(right or ""))
                )
                self._note(name, at, rule, Deviation(name, right, said))
                return
        if "scores" not in end:
            return
        if "lines" in got and (unlike := of_lines(end["lines"], got["lines"])):
            line, what = unlike
            self._note("line", at, self._rule_of(end, line, what), what, str(line["item"]))
        for name in ("scores", "paid"):
            if (name == "scores" or name in got) and name in end and got.get(name) != end[name]:
                rule = (*self.game.settlement.at, "each_pays")
                self._note("score", at, rule, Deviation(name, end[name], got.get(name)))

    def _rule_of(self, end: Data, line: Data, unlike: Deviation) -> Path:
        """The rule behind a line that is unlike; of one too many, the rule that replaces it or the
        item's own.
        """
        if unlike.expected is None and unlike.part == "line":
            gone = next(
                (each["rule"] for each in end["replaced"] if each["item"] == line["item"]), None
            )
            bonus = self.game.bonuses.get(str(line["item"]))
            return (
                rule_at(self.game, gone) if gone else bonus.at if bonus else self.game.settlement.at
            )
        if unlike.part == "factors":
            got = unlike.got if isinstance(unlike.got, list) else []
            pairs = zip(unlike.expected, [*got, *[None] * len(unlike.expected)], strict=False)
            other = next(
                (one for one, two in pairs if two is None or unlike_factor(one, two)),
                None,
            )
            return rule_at(self.game, other["rule"]) if other else ("kontra",)
        return stakes.of_line(self.game, line, unlike.part)


def _learn(known: Data, own: dict[str, Data], news: Data) -> None:
    known.update(news["known"])
    for seat, more in news["own"].items():
        own[seat].update(more)
