"""Plays vectors against an engine: asks about every step, and compares the answers."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from ..engine import Round, deal
from ..engine.moves import seat_and_move
from ..model import SEATS, Game, Path, rule_at
from ..paths import dotted
from ..problems import IllegalMove, WrongCall
from . import comparing, single_tricks
from . import engine as answers
from .bare_outcomes import OUTCOME, BareOutcome
from .comparing import Deviation
from .coverage import Coverage, Meeting, asked_in, may_meet
from .engine import Engine
from .files import Data, carried_of, head, play_position
from .single_tricks import TRICK, SingleTrick

PROTOCOL = 1
MAY_ANSWER = ("legal", "refusals", "views", "settlement")
"""What an engine can be asked of a round. One that plays all of it answers the first and last."""
POSITION = "position"
"""What sets up the play; an engine need not take it."""
_ORDER = (
    *("accepted", "too_many", "too_few", "turn", "winner", "thrown_in", "silent", "line", "score"),
    *("view", "refusal", "sorry"),
)
"""The kinds in the order in which they are told: an illegal move that is let through before all."""


class DifferenceKey(NamedTuple):
    """What makes two differences one: their kind, the rule at stake, and the part that differs."""

    kind: str
    rule: str
    part: str


@dataclass(frozen=True)
class Discrepancy:
    """Where an engine answers something else than the rules.

    ``kind`` is ``accepted`` (an illegal move), ``too_many``, ``too_few``, ``turn``, ``winner`` (of
    a trick alone), ``thrown_in``, ``silent``, ``line``, ``score``, ``view``, ``refusal`` or
    ``sorry`` (the engine knows no answer).
    """

    kind: str
    round: int
    """The number of the round, from 1; 0 for a trick or an outcome alone."""
    step: int
    """The moves made before, from 0."""
    at: Round
    """The position."""
    rule: Path
    """The rule at stake."""
    expected: Any
    got: Any
    part: str = ""
    """The part of an answer that differs: of a view, a line or a settlement; the kind of a move,
    the step of a turn.
    """
    of: str = ""
    """The move, the seat of a view, or the item of a line."""
    reason: Data | None = None
    """Why the engine refuses a legal move, where it tells."""
    example: str = ""
    """The example that the round was made from."""
    question: Data | None = None
    """What the engine was told of a trick or an outcome alone."""

    @property
    def key(self) -> DifferenceKey:
        """What makes another difference the same."""
        return DifferenceKey(self.kind, dotted(self.rule), self.part)


@dataclass
class _Followed:
    """A round on its way: where it is, and what every seat has been told by the vectors."""

    at: Round
    known: Data
    own: dict[str, Data]
    in_step: bool = True
    """Whether the engine is in the same position."""
    set_up: bool = False
    """Whether it has been asked to set up the play."""

    def learn(self, news: Data) -> None:
        """Take in what has changed."""
        self.known.update(news["known"])
        for seat, more in news["own"].items():
            self.own[seat].update(more)


class _Total(NamedTuple):
    """A score that differs, without the lines that it is made of."""

    difference: Discrepancy
    data: Data
    lines: dict[tuple[Path, Fraction], str]
    """The rules that alone could explain it, each with the share of its line that was paid; and the
    item of the line.
    """


class Judge:
    """Plays vectors against an engine.

    ``found`` holds the first difference of each `DifferenceKey`, ``times`` how often each was met.
    ``known`` are differences that are accepted: they are counted in ``times`` and not found.
    ``rounds``, ``tricks``, ``outcomes``, ``asked`` and ``parts`` count what was judged,
    ``coverage`` says which rules were met.
    """

    def __init__(self, game: Game, engine: Engine, known: Collection[DifferenceKey] = ()) -> None:
        self.game = game
        self.found: dict[DifferenceKey, Discrepancy] = {}
        self.times: Counter[DifferenceKey] = Counter()
        self.known = frozenset(known)
        self.rounds = 0
        self.left = 0
        """Rounds of which the rest could not be judged, as the engine was in another position."""
        self.tricks = 0
        """Single tricks that the engine was asked about."""
        self.tricks_left = 0
        """Single tricks that it was not, as it does not answer that question."""
        self.outcomes = 0
        """Outcomes without their play that the engine was asked about."""
        self.outcomes_left = 0
        """Such outcomes that it was not."""
        self.hands_left = 0
        """Hands of examples whose first word came behind a bid, which these rules ask for."""
        self.asked: Counter[str] = Counter()
        self.parts: set[str] = set()
        """The parts of views that the engine gave."""
        self.coverage = Coverage(game)
        self.engine_name = engine.name
        self._engine = engine
        self._number = 0
        self._numbers: set[int] = set()
        """The numbers of the rounds so far."""
        self._step = 0
        self._example = ""
        self._question: Data | None = None
        self._data: Data = {}
        """The round that is being played."""
        self._kept: dict[int, Data] = {}
        """The rounds in which a difference was found, by their number."""
        self.broke_in = (0, 0)
        """The round in which the engine could not be asked any further, and the moves before."""
        self._answered: Mapping[str, frozenset[str] | None] = {}
        """The questions that the engine answers; the steps in which it does, None for all."""
        self._totals: list[_Total] = []
        """Scores that differ, of an engine that tells no lines."""
        self._waiting: deque[str] = deque()
        """Questions whose answers have not been received."""

    def play(self, lines: Iterable[Data]) -> None:
        """Play all rounds; none where the engine answers nothing of a round.

        Raises `EngineBroken` where the engine cannot be asked any further, `WrongCall` where it
        does not play this game or where the vectors are of other rules.
        """
        try:
            for line in lines:
                if "vectors" not in line:
                    self._round(line["round"])
                    self.rounds += 1
                elif not self._answered:
                    self._begin(line["vectors"])
                    if not self.plays_rounds:
                        break
        except answers.EngineBroken:
            if self._data:
                self._kept[self._number] = self._data
                self.broke_in = (self._number, self._step)
            raise
        finally:
            self._explain_totals()

    def play_tricks(self, tricks: Iterable[SingleTrick]) -> None:
        """Ask about single tricks, if the engine answers that; `play` comes first.

        Raises `EngineBroken` where the engine cannot be asked any further.
        """
        for example, at in tricks:
            if not self._is_answered(TRICK):
                self.tricks_left += 1
                continue
            self._put(TRICK, example, single_tricks.question(at))
            answer = self._answer(at)
            if answer is not None:
                self._trick(at, answer)
            self.tricks += 1

    def play_outcomes(self, outcomes: Iterable[BareOutcome]) -> None:
        """Ask for the settlement of outcomes alone, if the engine answers that; `play` comes first.

        Raises `EngineBroken` where the engine cannot be asked any further.
        """
        try:
            for example, at, question, end in outcomes:
                if not self._is_answered(OUTCOME):
                    self.outcomes_left += 1
                    continue
                self._put(OUTCOME, example, question)
                answer = self._answer(at)
                if answer is not None:
                    self._settled(at, end, answers.settlement(answer, OUTCOME))
                self.outcomes += 1
        finally:
            self._explain_totals()

    def _put(self, asked: str, example: str, question: Data) -> None:
        """Ask about what an example tells alone, which belongs to no round."""
        self._number, self._step, self._data = 0, 0, {}
        self._example, self._question = example, question
        self._send({asked: question})

    @property
    def in_order(self) -> tuple[Discrepancy, ...]:
        """What was found, by what matters most."""
        return tuple(sorted(self.found.values(), key=lambda each: _ORDER.index(each.kind)))

    @property
    def undecided(self) -> int:
        """Scores that differ and are laid to a rule when all rounds have been played."""
        return len(self._totals)

    @property
    def met_again(self) -> tuple[DifferenceKey, ...]:
        """The known differences that were met."""
        return tuple(sorted(key for key in self.known if self.times[key]))

    @property
    def may_be_met(self) -> tuple[Meeting, ...]:
        """The rules that rounds can meet, each with a way, of which the engine is asked."""
        return tuple(filter(self._judges, may_meet(self.game)))

    @property
    def never_met(self) -> tuple[Meeting, ...]:
        """Of these the ones that no round has met."""
        return tuple(filter(self._judges, self.coverage.never_met))

    def _judges(self, meeting: Meeting) -> bool:
        steps = asked_in(meeting)
        settled = "over" in steps or "misdeal" in steps
        if settled and self._is_answered("settlement"):
            return True
        return "over" not in steps and any(self._answers("legal", step) for step in steps)

    @property
    def plays_rounds(self) -> bool:
        """Whether the engine answers anything of a round."""
        return any(self._is_answered(each) for each in answers.OF_ROUNDS)

    @property
    def not_asked(self) -> tuple[str, ...]:
        """What the engine does not answer in any step."""
        return tuple(each for each in MAY_ANSWER if not self._is_answered(each))

    def _is_answered(self, asked: str) -> bool:
        return self._answered.get(asked, frozenset()) != frozenset()

    @property
    def asked_in(self) -> dict[str, tuple[str, ...]]:
        """What the engine answers in some steps alone, and in which."""
        found = ((each, self._answered.get(each)) for each in MAY_ANSWER)
        return {each: tuple(sorted(steps)) for each, steps in found if steps}

    def whole_round(self, number: int) -> Round:
        """The whole round in which a difference was found, or in which the engine broke."""
        data = self._kept[number]
        played = deal(self.game, pack=data["deal"]["pack"], **carried_of(data).as_dict())
        for step in data["steps"]:
            played = played.after(step["move"])
        return played

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

    def _answers(self, asked: str, step: str) -> bool:
        """Whether the engine answers a question in a step."""
        steps = self._answered.get(asked, frozenset())
        return steps is None or step in steps

    @property
    def _from_the_play(self) -> bool:
        """Whether the engine knows nothing of what comes before the play."""
        legal = self._answered.get("legal", frozenset())
        return POSITION in self._answered and legal is not None and legal <= {"play"}

    # a round

    def _round(self, data: Data) -> None:
        self._number, self._step, self._data = self._number_of(data), 0, data
        self._example, self._question = data.get("example", ""), None
        at = deal(self.game, pack=data["deal"]["pack"], **carried_of(data).as_dict())
        seats = SEATS[: self.game.table.players]
        followed = _Followed(at, {}, {seat: {} for seat in seats}, not self._from_the_play)
        begun = {"stakes": data["stakes"], **carried_of(data).as_dict()}
        self._send({"round": {**begun, "number": self._number, "deal": data["deal"]}})
        if not self._took(at):
            self.left += 1
            return
        for step in data["steps"]:
            followed.learn(step)
            if at.step == "play":
                self._set_up(followed)
            if followed.in_step:
                self._ask(followed, step)
            followed.at = at = self._move(at, step)
            self._step += 1

        # The end of the round, where nobody may move any more.
        followed.learn(data["end"])
        if followed.in_step:
            followed.in_step = self._end(followed, data["end"])
        if followed.in_step:
            moves = [step["move"] for step in data["steps"]]
            self.coverage.add(data["deal"]["pack"], carried_of(data), moves)
        else:
            self.left += not (self._from_the_play and at.thrown_in)

    def _trick(self, at: Round, answer: Data) -> None:
        """Compare what the engine says of a single trick: what may be played, and who wins it."""
        given = single_tricks.answered(answer)
        right = single_tricks.legal(at)
        if right is not None and given.get("legal") is not None:
            moves = [[f"play {card}" for card in cards] for cards in (right, given["legal"])]
            self._legal(at, moves[0], frozenset(moves[1]), None)
        won = single_tricks.winner(at)
        if won is not None and "wins" in given and given["wins"] != won[0]:
            self._note("winner", at, won[1], Deviation(TRICK, won[0], given["wins"]))

    def _number_of(self, data: Data) -> int:
        """The number that a round has in its vectors; another one where that has been."""
        number: int = data["number"]
        if number in self._numbers:
            number = max(self._numbers) + 1
        self._numbers.add(number)
        return number

    def _set_up(self, followed: _Followed) -> None:
        """Ask for the position in which the play begins, where the engine is not in it."""
        begins = not followed.at.state.played and not followed.set_up
        if followed.in_step or not begins or POSITION not in self._answered:
            return
        followed.set_up = True
        self._send({POSITION: play_position(followed.at)})
        followed.in_step = self._took(followed.at)

    def _ask(self, followed: _Followed, step: Data) -> None:
        """Ask about a step: the questions and the move go together, then answers are compared."""
        at, move = followed.at, step["move"]
        moves = [*_moves(step["refused"]), *step["legal"]]
        legal: list[Data] = [{"legal": {}}] if self._answers("legal", at.step) else []
        self._send(*legal, *self._optional(at, moves), {"move": move})
        followed.in_step = self._compare_step(followed, step["legal"], step["refused"])
        if followed.in_step:
            followed.in_step = self._took(at, move)

    def _end(self, followed: _Followed, end: Data) -> bool:
        """Ask about the end of a round; whether the engine was there."""
        at = followed.at
        legal: list[Data] = [{"legal": {}}] if self._answers("legal", "play") else []
        settled: list[Data] = [{"settlement": {}}] if "settlement" in self._answered else []
        self._send(*legal, *self._optional(at, []), *settled)
        in_step = self._compare_step(followed, [], [])
        if in_step and settled:
            self._settlement(at, end)
        return in_step

    def _optional(self, at: Round, moves: list[str]) -> list[Data]:
        """The questions of a step that an engine need not answer, if it does."""
        questions: list[Data] = [{"refusals": moves}, {"views": {}}]
        return [each for each in questions if self._answers(next(iter(each)), at.step)]

    def _move(self, at: Round, step: Data) -> Round:
        try:
            return at.after(step["move"])
        except IllegalMove:
            raise WrongCall(
                f"round {self._number} of the vectors has a move that is not legal: {step['move']}"
            ) from None

    def _note(
        self,
        kind: str,
        at: Round,
        rule: Path,
        found: Deviation,
        of: str = "",
        reason: Data | None = None,
    ) -> None:
        """Count a difference, and keep the first of its key."""
        difference = Discrepancy(
            kind,
            self._number,
            self._step,
            at,
            rule,
            expected=found.expected,
            got=found.got,
            part=found.part,
            of=of,
            reason=reason,
            example=self._example,
            question=self._question,
        )
        self._count(difference, self._data)

    def _count(self, difference: Discrepancy, data: Data) -> None:
        key = difference.key
        self.times[key] += 1
        if key not in self.found and key not in self.known:
            self._kept[difference.round] = data
            self.found[key] = difference

    # questions and answers

    def _send(self, *questions: Data) -> None:
        """Ask several questions at once: waiting for each answer would take most of the time."""
        while self._waiting:  # a round was left before its end
            self._engine.receive(self._waiting.popleft())
        for question in questions:
            self._waiting.extend(question)
            self.asked.update(question.keys())
        self._engine.send(*questions)

    def _answer(self, at: Round, move: str = "") -> Data | None:
        """The next answer; None where the engine answers that it has none."""
        asked = self._waiting.popleft()
        answer = self._engine.receive(asked)
        if "sorry" not in answer:
            return answer
        settling = self.game.settlement.at
        rules: dict[str, Path] = {"round": ("deal",), "settlement": settling, OUTCOME: settling}
        if move:
            rule = comparing.of_refusal(at, move)
        else:
            rule = rules.get(asked) or comparing.of_turn(at, _turn(at), ())
        self._note("sorry", at, rule, Deviation(asked, None, str(answer["sorry"])), move or asked)
        return None

    def _took(self, at: Round, move: str = "") -> bool:
        """Whether the engine took the news."""
        asked = self._waiting[0]
        answer = self._answer(at, move)
        if answer is not None and answer.get("ok") is not True:
            raise answers.malformed(asked, answer)
        return answer is not None

    def _compare_step(self, followed: _Followed, legal: list[str], refused: list[Data]) -> bool:
        """Compare what the engine answers of a position; whether it is in the same one."""
        at = followed.at
        allowed: frozenset[str] | None = None
        if self._waiting and self._waiting[0] == "legal":
            answer = self._answer(at)
            if answer is None:
                return False
            seat, moves = answers.legal(answer)
            if seat != _turn(at):
                found = Deviation(at.step, _turn(at), seat)
                self._note("turn", at, comparing.of_turn(at, seat, moves), found)
                return False
            allowed = frozenset(moves)
        reasons = self._reasons(at, legal, refused)
        if allowed is not None:
            self._legal(at, legal, allowed, reasons)
        self._refusals(at, legal, refused, allowed or frozenset(), reasons)
        self._views(followed)
        return True

    def _reasons(
        self, at: Round, legal: list[str], refused: list[Data]
    ) -> dict[str, Data | None] | None:
        """The reason that the engine has for each move, None for a legal one; None where it is not
        asked for any.
        """
        answer = self._answer(at) if self._waiting and self._waiting[0] == "refusals" else None
        if answer is None:
            return None
        moves = [*_moves(refused), *legal]
        return dict(zip(moves, answers.refusals(answer, len(moves)), strict=True))

    def _legal(
        self,
        at: Round,
        legal: list[str],
        allowed: frozenset[str],
        reasons: Mapping[str, Data | None] | None,
    ) -> None:
        """Note the moves that the engine allows too many and too few, each rule once."""
        noted: set[DifferenceKey] = set()
        for move in sorted(allowed.difference(legal)):
            refusal = at.why_not(move)
            rule = refusal.rule if refusal else ()
            if _first(noted, "too_many", rule, move):
                found = Deviation(_kind(move), refusal.code if refusal else None, "legal")
                self._note("too_many", at, rule, found, move)
        for move in legal:
            if move in allowed:
                continue
            reason = (reasons or {}).get(move)
            rule = self._refused_by(at, move, reason)
            if _first(noted, "too_few", rule, move):
                found = Deviation(_kind(move), "legal", None)
                self._note("too_few", at, rule, found, move, reason)

    def _refused_by(self, at: Round, move: str, reason: Data | None) -> Path:
        """The rule behind a legal move that is refused: the one that the engine names, if there is
        one, else the one by which the move is legal.
        """
        named = rule_at(self.game, str((reason or {}).get("rule") or ""))
        return (
            named if named and self.game.at(named) is not None else comparing.of_refusal(at, move)
        )

    def _refusals(
        self,
        at: Round,
        legal: list[str],
        refused: list[Data],
        allowed: frozenset[str],
        reasons: Mapping[str, Data | None] | None,
    ) -> None:
        if reasons is None:
            return
        noted: set[DifferenceKey] = set()
        for reason in refused:
            rule = rule_at(self.game, reason["rule"])
            for move in reason["moves"]:
                got = reasons[move]
                if got is not None and (deviation := comparing.compare_refusal(reason, got)):
                    self._note("refusal", at, rule, deviation, move)
                elif got is None and move not in allowed and _first(noted, "accepted", rule, move):
                    found = Deviation(_kind(move), reason["code"], "legal")
                    self._note("accepted", at, rule, found, move)
        for move in legal:
            got = reasons[move]
            if got is None or move not in allowed:
                continue
            rule = self._refused_by(at, move, got)
            if _first(noted, "too_few", rule, move):
                self._note("too_few", at, rule, Deviation(_kind(move), "legal", None), move, got)

    def _views(self, followed: _Followed) -> None:
        at, known, own = followed.at, followed.known, followed.own
        answer = self._answer(at) if self._waiting and self._waiting[0] == "views" else None
        if answer is None:
            return
        for seat, got in answers.views(answer, own, known).items():
            self.parts |= set(got)
            for deviation in comparing.compare_views({**known, **own[seat]}, got):
                self._note("view", at, comparing.of_view(at, deviation.part), deviation, seat)

    # the settlement

    def _settlement(self, at: Round, end: Data) -> None:
        answer = self._answer(at)
        if answer is not None:
            self._settled(at, end, answers.settlement(answer))

    def _settled(self, at: Round, end: Data, got: Data) -> None:
        """Compare a settlement with what the round comes to."""
        # Whether it was thrown in, and whether the rules say what it comes to.
        for name in ("thrown_in", "silent"):
            right, given = end[name], got.get(name)
            other_rule = isinstance(given, str) and given != right
            if bool(right) == bool(given) and not other_rule:
                continue
            if name == "thrown_in":
                rule = comparing.of_turn(at, None, ())
            else:
                rule = rule_at(self.game, str(right or ""))
            self._note(name, at, rule, Deviation(name, right, given))
            return
        if "scores" not in end:
            return

        # The lines, and what they add up to.
        differ = False
        got_lines: list[Data] = got["lines"] if "lines" in got else end["lines"]
        for line, deviation in comparing.compare_lines(end["lines"], got_lines):
            differ = True
            rule = comparing.of_line(at, end, line, deviation)
            self._note("line", at, rule, deviation, str(line["item"]))
        doubled = end["double_rounds"]
        if not differ and got.get("double_rounds", doubled) != doubled:
            found = Deviation("double_rounds", doubled, got["double_rounds"])
            self._note("score", at, comparing.of_double_rounds(at, end), found)
        for name in ("scores", "paid"):
            if name not in end or (name == "paid" and name not in got):
                continue
            right = comparing.scores_of(got["lines"], name) if differ else end[name]
            if right is None or got.get(name) == {**dict.fromkeys(end[name], 0), **right}:
                continue
            self._score(at, end, Deviation(name, right, got.get(name)), "lines" in got)

    def _score(self, at: Round, end: Data, found: Deviation, with_lines: bool) -> None:
        """Note another score; of an engine without lines when all rounds have been played."""
        each_pays = (*self.game.settlement.at, "each_pays")
        if with_lines:
            self._note("score", at, each_pays, found)
            return
        difference = Discrepancy(
            "score",
            self._number,
            self._step,
            at,
            each_pays if sum(found.expected.values()) != _sum(found.got) else (*each_pays[:-1],),
            expected=found.expected,
            got=found.got,
            part=found.part,
            example=self._example,
            question=self._question,
        )
        lines = {
            (comparing.of_share(self.game, line, share), share): str(line["item"])
            for line, share in comparing.explaining(end["lines"], found.expected, found.got)
        }
        self._totals.append(_Total(difference, self._data, lines))

    def _explain_totals(self) -> None:
        """Lay each score without lines to the line that could explain it: of several, to the one
        that explains most of those that are left.
        """
        left, self._totals = self._totals, []
        while left:
            votes = Counter(each for total in left for each in total.lines)
            if not votes:
                break
            best = max(votes, key=lambda each: (votes[each], str(each)))
            for total in left:
                if best in total.lines:
                    difference = replace(total.difference, rule=best[0], of=total.lines[best])
                    self._count(difference, total.data)
            left = [total for total in left if best not in total.lines]
        for total in left:
            self._count(total.difference, total.data)


def _turn(at: Round) -> str | None:
    return None if at.turn is None else SEATS[at.turn]


def _sum(scores: Any) -> Any:
    return sum(scores.values()) if isinstance(scores, dict) else None


def _kind(move: str) -> str:
    return seat_and_move(move)[1].split(" ")[0]


def _moves(refused: list[Data]) -> list[str]:
    return [move for reason in refused for move in reason["moves"]]


def _first(noted: set[DifferenceKey], kind: str, rule: Path, move: str) -> bool:
    """Whether no other move of this kind was told of this rule in the same position."""
    key = DifferenceKey(kind, dotted(rule), _kind(move))
    if key in noted:
        return False
    noted.add(key)
    return True


# Differences that are accepted: a file of JSON, written by the judge or copied from its answer.

_KEY_PARTS = DifferenceKey._fields


def read_known(path: FilePath) -> frozenset[DifferenceKey]:
    """The differences of a file: a list of them, or an object that has one under ``known`` or
    ``differences``, as ``zwanz judge --json`` prints it. What else is told of each is not read.

    Raises `WrongCall` for another shape, OSError for no file.

    >>> import tempfile
    >>> key = DifferenceKey("too_few", "play.follow", "H-K")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = FilePath(folder, "known.json")
    ...     _ = file.write_text(written_known([key]), "utf-8")
    ...     read_known(file) == {key}
    True
    """
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except (ValueError, RecursionError):
        raise _no_list(path, "it is not JSON") from None
    lists = [data]
    if isinstance(data, dict):
        lists = [data[name] for name in ("known", "differences") if name in data]
        if not lists:
            raise _no_list(path, "it has neither 'known' nor 'differences'")
    found = set()
    for number, each in enumerate((each for some in lists for each in _rows(path, some)), 1):
        if not isinstance(each, dict) or not all(isinstance(each.get(p), str) for p in _KEY_PARTS):
            raise _no_list(path, f"entry {number} lacks one of {', '.join(_KEY_PARTS)}")
        found.add(DifferenceKey(*(each[part] for part in _KEY_PARTS)))
    return frozenset(found)


def _rows(path: FilePath, rows: object) -> list[object]:
    if not isinstance(rows, list):
        raise _no_list(path, "the differences are no list")
    return rows


def written_known(known: Iterable[DifferenceKey]) -> str:
    """The differences as a file that `read_known` reads, one a line.

    >>> print(written_known([DifferenceKey("too_few", "play.follow", "H-K")]), end="")
    {"known": [
      {"kind": "too_few", "rule": "play.follow", "part": "H-K"}
    ]}
    """
    rows = [json.dumps(each._asdict(), ensure_ascii=False) for each in sorted(known)]
    return '{"known": [\n' + ",\n".join(f"  {row}" for row in rows) + "\n]}\n"


def _no_list(path: FilePath, why: str) -> WrongCall:
    return WrongCall(
        f"{path} is no list of known differences: {why}", "write one with `--write-known`"
    )
