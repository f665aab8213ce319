"""Plays vectors against an engine: asks about every step, and compares the answers."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..engine import Round, deal
from ..engine.moves import seat_and_move
from ..model import SEATS, Game, Path, rule_at
from ..paths import dotted
from ..problems import WrongCall
from . import amounts, card_points, comparing, single_tricks
from . import engine as answers
from .amounts import FACTOR, Cause, WrongAmount
from .bare_outcomes import OUTCOME, BareOutcome
from .comparing import Deviation
from .coverage import Coverage, Meeting, asked_in, may_meet
from .differences import DifferenceKey, Discrepancies, Discrepancy
from .engine import Engine
from .files import Data, carried_of, head, play_position
from .single_tricks import TRICK, SingleTrick

PROTOCOL = 1
"""The version of the protocol, which `hello` names."""
MAY_ANSWER = ("legal", "refusals", "views", "settlement")
"""The questions about a round. An engine that plays all of it answers the first and the last."""
POSITION = "position"
"""The message that sets up the play; an engine need not accept it."""


@dataclass
class _Followed:
    """A round that is being played, and what its views have shown so far."""

    at: Round
    known: Data
    own: dict[str, Data]
    in_step: bool = True
    """Whether the engine is in the same position."""
    set_up: bool = False
    """Whether it has been asked to set up the play."""

    def learn(self, news: Data) -> None:
        """Update the views by what has changed."""
        self.known.update(news["known"])
        for seat, more in news["own"].items():
            self.own[seat].update(more)


class _Total(NamedTuple):
    """A score, or an amount of a line, that may differ for several causes."""

    difference: Discrepancy
    data: Data
    before: frozenset[DifferenceKey]
    """What differed before it in the same round."""
    amounts: dict[Cause, WrongAmount]
    """What could explain it, by the cause."""


class Judge:
    """Plays vectors against an engine, and keeps the differences.

    ``found`` holds the first difference of each `DifferenceKey`, ``times`` how often each was met.
    ``known`` are differences that are accepted: they are counted in ``times`` and not found.
    ``rounds``, ``tricks``, ``outcomes`` and ``asked`` count what was judged, ``coverage`` says
    which rules were met.

    >>> import sys, zwanz_ssot
    >>> from zwanz_ssot import vectors
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> program = '''import sys
    ... print('{"hello": {"answers": ["legal", "settlement"]}}', flush=True)
    ... for line in sys.stdin: print('{"sorry": "I am learning"}', flush=True)
    ... '''
    >>> with vectors.Engine([sys.executable, "-c", program], limit=60) as engine:
    ...     judge = Judge(game, engine)
    ...     judge.play(vectors.vectors(game, 1))
    ...     judge.play_tricks([])
    ...     judge.play_outcomes([])
    >>> judge.plays_rounds, judge.not_asked, judge.asked_in, judge.untold
    (True, ('refusals', 'views'), {}, {})
    >>> judge.rounds, judge.left, judge.never_met == judge.may_be_met
    (1, 1, True)
    >>> [(each.kind, each.key.rule, each.got) for each in judge.in_order]
    [('sorry', 'deal', 'I am learning')]
    >>> [(judge.times[key], judge.may_follow(key)) for key in judge.found], set(judge.known)
    ([(1, ())], set())
    >>> judge.whole_round(1).over, judge.undecided, judge.met_again, judge.untold_points
    (True, 0, (), '')
    """

    def __init__(self, game: Game, engine: Engine, known: Collection[DifferenceKey] = ()) -> None:
        self.game = game
        self._differences = Discrepancies(known)
        self._noted: list[Discrepancy] = []
        """The differences of the round that is being played."""
        self.rounds = 0
        self.left = 0
        """Rounds not judged to their end, as the engine was in another position."""
        self.tricks = 0
        """Single tricks that the engine was asked about."""
        self.tricks_left = 0
        """Single tricks that it was not asked about, as it does not answer that question."""
        self.outcomes = 0
        """Outcomes that the engine was asked to settle."""
        self.outcomes_left = 0
        """Outcomes that it was not asked to settle, as it does not answer that question."""
        self.hands_left = 0
        """Hands of examples that do not speak first, as these rules make somebody bid before."""
        self.asked: Counter[str] = Counter()
        self._wanted: dict[str, set[str]] = {}
        """By question, the parts of its answers that would have said something."""
        self._told: dict[str, set[str]] = {}
        """By question, the parts that an answer of the engine told."""
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
        self._judged = 0
        """How many of its moves were made with the engine in the same position."""
        self._at_end = False
        """Whether the engine has come to its end, too."""
        self._kept: dict[int, Data] = {}
        """The rounds in which a difference was found, by their number."""
        self.broke_in = (0, 0)
        """The number of the round in which the engine broke, and how many moves were made before.
        """
        self._answered: Mapping[str, frozenset[str] | None] = {}
        """The questions that the engine answers, each with its steps; None for all."""
        self._totals: list[_Total] = []
        """Scores that differ, from an engine that gives no lines."""
        self._sums: list[card_points.Sum] = []
        """All card points that the engine has told."""
        self._waiting: deque[str] = deque()
        """The keys of the questions whose answers have not been received."""

    def play(self, lines: Iterable[Data]) -> None:
        """Play all rounds, or none if the engine answers no question about rounds.

        Raises `EngineBroken` where the engine cannot be asked any further, `WrongCall` where it
        does not play this game or where the vectors were written with other rules.
        """
        try:
            for line in lines:
                if "vectors" not in line:
                    try:
                        self._round(line["round"])
                    finally:
                        self._close_round()
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
            self._explain_points()

    def play_tricks(self, tricks: Iterable[SingleTrick]) -> None:
        """Ask about single tricks, if the engine answers that question. Call `play` before.

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
        """Ask to settle outcomes, if the engine answers that question. Call `play` before.

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
        """Send a question about a single trick or an outcome, which belongs to no round."""
        self._number, self._step, self._data = 0, 0, {}
        self._example, self._question = example, question
        self._send({asked: question})

    @property
    def found(self) -> dict[DifferenceKey, Discrepancy]:
        """The differences found, by their keys."""
        return self._differences.found

    @property
    def times(self) -> Counter[DifferenceKey]:
        """How often each difference was met."""
        return self._differences.times

    @property
    def known(self) -> frozenset[DifferenceKey]:
        """The differences that are accepted."""
        return self._differences.known

    @property
    def in_order(self) -> tuple[Discrepancy, ...]:
        """The differences found: first those that follow from no other, the gravest first."""
        return self._differences.in_order

    def may_follow(self, key: DifferenceKey) -> tuple[DifferenceKey, ...]:
        """The differences from which this one may follow (`Discrepancies.may_follow`)."""
        return self._differences.may_follow(key)

    @property
    def untold_points(self) -> str:
        """Under which name the engine could tell card points, where a difference rests on them and
        it has told none; empty otherwise.
        """
        hidden = not self._sums and any(each.rests_on_points for each in self.found.values())
        return card_points.told_as(self.game) if hidden else ""

    @property
    def undecided(self) -> int:
        """How many scores that differ have no rule yet; `play` finds one at its end."""
        return len(self._totals)

    @property
    def met_again(self) -> tuple[DifferenceKey, ...]:
        """The known differences that were met again."""
        return tuple(sorted(key for key in self.known if self.times[key]))

    @property
    def may_be_met(self) -> tuple[Meeting, ...]:
        """Each rule, with a way to meet it, that rounds can meet and the engine is judged by."""
        return tuple(filter(self._judges, may_meet(self.game)))

    @property
    def never_met(self) -> tuple[Meeting, ...]:
        """Those of `may_be_met` that no round has met as far as it was judged, and at which
        nothing differs.
        """
        return tuple(filter(self._judges, self.coverage.never_met))

    def _judges(self, meeting: Meeting) -> bool:
        """Whether the engine answers a question that shows how it plays this rule."""
        steps = asked_in(meeting)
        settled = "over" in steps or "misdeal" in steps
        if settled and self._is_answered("settlement"):
            return True
        return "over" not in steps and any(self._answers("legal", step) for step in steps)

    @property
    def plays_rounds(self) -> bool:
        """Whether the engine answers a question about rounds."""
        return any(self._is_answered(each) for each in answers.OF_ROUNDS)

    @property
    def not_asked(self) -> tuple[str, ...]:
        """The questions about rounds that the engine does not answer in any step."""
        return tuple(each for each in MAY_ANSWER if not self._is_answered(each))

    def _is_answered(self, asked: str) -> bool:
        return self._answered.get(asked, frozenset()) != frozenset()

    @property
    def asked_in(self) -> dict[str, tuple[str, ...]]:
        """The questions that the engine answers in some steps only, with these steps."""
        found = ((each, self._answered.get(each)) for each in MAY_ANSWER)
        return {each: tuple(sorted(steps)) for each, steps in found if steps}

    @property
    def untold(self) -> dict[str, tuple[str, ...]]:
        """The parts of views and of single tricks that no answer of the engine told, by the
        question; only parts that said something, were it once.
        """
        found = {asked: parts - self._told[asked] for asked, parts in self._wanted.items()}
        return {asked: tuple(sorted(parts)) for asked, parts in found.items() if parts}

    def _note_told(self, asked: str, right: Data, given: Data) -> None:
        """Note which parts of the ``right`` answer say something, and which of them are given."""
        wanted = {part for part, value in right.items() if value}
        told = {part for part, value in given.items() if value is not None}
        self._wanted.setdefault(asked, set()).update(wanted)
        self._told.setdefault(asked, set()).update(told)

    def whole_round(self, number: int) -> Round:
        """The whole round of this number, in which a difference was found or the engine broke."""
        data = self._kept[number]
        played = deal(self.game, pack=data["deal"]["pack"], **carried_of(data).as_dict())
        for step in data["steps"]:
            played = played.after(step["move"])
        return played

    def _begin(self, stated: Data) -> None:
        """Compare the head of the vectors with the game, and greet the engine."""
        own = head(self.game)
        if any(stated.get(name) != value for name, value in own.items()):
            raise WrongCall(
                "these vectors were written with other rules than the game has now",
                "write them again with `zwanz vectors`",
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
        """Whether the engine starts each round at the play, from a position."""
        legal = self._answered.get("legal", frozenset())
        return POSITION in self._answered and legal is not None and legal <= {"play"}

    # a round

    def _round(self, data: Data) -> None:
        """Play a round of vectors, asking about each step and about its end."""
        self._number, self._step, self._data = self._number_of(data), 0, data
        self._example, self._question = data.get("example", ""), None
        self._judged, self._at_end = 0, False
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
            after = at.after(step["move"])
            if followed.in_step:
                self._judged = self._step
                self._ask(followed, step)
            followed.at = at = after
            self._step += 1

        # The end of the round, where nobody may move any more.
        followed.learn(data["end"])
        if followed.in_step:
            followed.in_step = self._end(followed, data["end"])
        self._at_end = followed.in_step
        self.left += not (self._at_end or (self._from_the_play and at.thrown_in))

    def _close_round(self) -> None:
        """Keep what was met and what differed, and the round itself where a difference is shown."""
        if self._judged or self._at_end:
            data = self._data
            moves = [step["move"] for step in data["steps"][: self._judged]]
            self.coverage.add(data["deal"]["pack"], carried_of(data), moves, over=self._at_end)
        self._differences.add_round(self._noted)
        self._noted = []
        self._keep(self._number, self._data)

    def _keep(self, number: int, data: Data) -> None:
        if any(each.round == number for each in self.found.values()):
            self._kept[number] = data

    def _trick(self, at: Round, answer: Data) -> None:
        """Compare what the engine says of a single trick: what may be played, and who wins it."""
        given = single_tricks.answered(answer)
        right = single_tricks.legal(at)
        self._note_told(TRICK, {"legal": right, "wins": at.state.played}, given)
        if right is not None and given.get("legal") is not None:
            moves = [[f"play {card}" for card in cards] for cards in (right, given["legal"])]
            self._legal(at, moves[0], frozenset(moves[1]), None)
        won = single_tricks.winner(at)
        if won is not None and "wins" in given and given["wins"] != won[0]:
            self._note("winner", at, won[1], Deviation(TRICK, won[0], given["wins"]))

    def _number_of(self, data: Data) -> int:
        """The number of a round in its vectors; a new one where another round has had it."""
        number: int = data["number"]
        if number in self._numbers:
            number = max(self._numbers) + 1
        self._numbers.add(number)
        return number

    def _set_up(self, followed: _Followed) -> None:
        """At the first lead, send the position to an engine that is not in it."""
        begins = not followed.at.state.played and not followed.set_up
        if followed.in_step or not begins or POSITION not in self._answered:
            return
        followed.set_up = True
        self._send({POSITION: play_position(followed.at)})
        followed.in_step = self._took(followed.at)

    def _ask(self, followed: _Followed, step: Data) -> None:
        """Send the questions about a step together with its move, then compare the answers."""
        at, move = followed.at, step["move"]
        moves = [*_moves(step["refused"]), *step["legal"]]
        legal: list[Data] = [{"legal": {}}] if self._answers("legal", at.step) else []
        self._send(*legal, *self._optional(at, moves), {"move": move})
        followed.in_step = self._compare_step(followed, step["legal"], step["refused"])
        if followed.in_step:
            self._judged += 1
            followed.in_step = self._took(at, move)

    def _end(self, followed: _Followed, end: Data) -> bool:
        """Ask about the end of a round; returns whether the engine is at it."""
        at = followed.at
        legal: list[Data] = [{"legal": {}}] if self._answers("legal", "play") else []
        settled: list[Data] = [{"settlement": {}}] if "settlement" in self._answered else []
        self._send(*legal, *self._optional(at, []), *settled)
        in_step = self._compare_step(followed, [], [])
        if in_step and settled:
            self._settlement(at, end)
        return in_step

    def _optional(self, at: Round, moves: list[str]) -> list[Data]:
        """The optional questions about a step that this engine answers."""
        questions: list[Data] = [{"refusals": moves}, {"views": {}}]
        return [each for each in questions if self._answers(next(iter(each)), at.step)]

    def _note(
        self,
        kind: str,
        at: Round,
        rule: Path,
        found: Deviation,
        of: str = "",
        reason: Data | None = None,
        causes: Iterable[WrongAmount] = (),
    ) -> None:
        """Count a difference, and keep the first of its key. An amount that has ``causes`` waits
        until all rounds are played: other rounds tell which of them it has.
        """
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
        self.coverage.add_applied(rule)
        if by_cause := {each.cause: each for each in causes}:
            before = frozenset(each.key for each in self._noted)
            self._totals.append(_Total(difference, self._data, before, by_cause))
        elif difference.round:
            self._noted.append(difference)
        else:
            self._differences.add(difference)

    # questions and answers

    def _send(self, *questions: Data) -> None:
        """Send several questions at once: waiting for each answer would take most of the time."""
        while self._waiting:  # answers of a round that was given up
            self._engine.receive(self._waiting.popleft())
        for question in questions:
            self._waiting.extend(question)
            self.asked.update(question.keys())
        self._engine.send(*questions)

    def _answer(self, at: Round, move: str = "") -> Data | None:
        """The next answer; None, with a difference noted, where the engine says `sorry`."""
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
        self._note("sorry", at, rule, Deviation(asked, None, answer["sorry"]), move or asked)
        return None

    def _took(self, at: Round, move: str = "") -> bool:
        """Whether the engine accepts the message sent: a round, a position or a move."""
        asked = self._waiting[0]
        answer = self._answer(at, move)
        if answer is not None and answer.get("ok") is not True:
            raise answers.malformed(asked, answer)
        return answer is not None

    def _compare_step(self, followed: _Followed, legal: list[str], refused: list[Data]) -> bool:
        """Compare the answers about a position; returns whether the engine is in the same one."""
        at = followed.at
        allowed: frozenset[str] | None = None
        if self._waiting and self._waiting[0] == "legal":
            answer = self._answer(at)
            if answer is None:
                return False
            seat, moves = answers.legal(answer, self.game.table.players)
            if seat != _turn(at):
                found = Deviation(at.step, _turn(at), seat)
                self._note("turn", at, comparing.of_turn(at, seat, moves), found)
                return False
            allowed = frozenset(_as_listed(at, move, legal) for move in moves)
        reasons = self._reasons(at, legal, refused)
        if allowed is not None:
            self._legal(at, legal, allowed, reasons)
        self._refusals(at, legal, refused, allowed or frozenset(), reasons)
        self._views(followed)
        return True

    def _reasons(
        self, at: Round, legal: list[str], refused: list[Data]
    ) -> dict[str, Data | None] | None:
        """The engine's reason for refusing each move, None for a legal one; None altogether where
        it was not asked.
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
        """Note legal moves left out by the engine and illegal ones allowed, each rule once."""
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
        """The rule behind a legal move that the engine refuses: the one that the engine names, if
        the game has it, else the one that allows the move.
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
        # Illegal moves that the engine refuses for another reason, or accepts when asked for one.
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

        # Legal moves that the engine lists and yet refuses.
        for move in legal:
            got = reasons[move]
            if got is None or move not in allowed:
                continue
            rule = self._refused_by(at, move, got)
            if _first(noted, "too_few", rule, move):
                self._note("too_few", at, rule, Deviation(_kind(move), "legal", None), move, got)

    def _views(self, followed: _Followed) -> None:
        """Compare the parts of views that the engine gives."""
        at, known, own = followed.at, followed.known, followed.own
        answer = self._answer(at) if self._waiting and self._waiting[0] == "views" else None
        if answer is None:
            return
        told = answers.views(answer, own, known)
        for seat, view in own.items():
            self._note_told("views", {**known, **view}, told.get(seat, {}))
        for seat, got in told.items():
            for deviation in comparing.compare_views({**known, **own[seat]}, got):
                self._note("view", at, comparing.of_view(at, deviation.part), deviation, seat)

    # the settlement

    def _settlement(self, at: Round, end: Data) -> None:
        answer = self._answer(at)
        if answer is None:
            return
        settled = answers.settlement(answer)
        if "scores" in end:
            self._card_points(at, answer)
        self._settled(at, end, settled)

    def _card_points(self, at: Round, answer: Data) -> None:
        """Compare the card points that the engine tells with a settlement."""
        name, players = card_points.told_as(self.game), self.game.table.players
        told = answers.points(answer, name, players)
        if len(at.state.winners) < at.state.tricks:
            return  # whose the cards are that nobody played is not settled
        found = [*card_points.sums(at, told)]
        self._sums += found
        if any(each.off for each in found):
            right = {each.name: each.right for each in found}
            self._note("points", at, self.game.count.at, Deviation(name, right, told))

    def _settled(self, at: Round, end: Data, got: Data) -> None:
        """Compare the engine's settlement with the expected one."""
        # Whether the round was thrown in, and whether the rules are silent about it.
        for name in ("thrown_in", "silent"):
            right, given = end[name], got.get(name)
            other_rule = isinstance(given, str) and given != right
            if bool(right) == bool(given) and not other_rule:
                continue
            if name == "thrown_in":
                rule = comparing.of_thrown_in(at, right or given)
            else:
                rule = rule_at(self.game, str(right or ""))
            self._note(name, at, rule, Deviation(name, right, given))
            return
        if "scores" not in end:
            return
        answers.check_amounts(got, self.game.table.players)

        # The lines of the settlement.
        differ = False
        got_lines: list[Data] = got["lines"] if "lines" in got else end["lines"]
        for line, told, deviation in comparing.compare_lines(end["lines"], got_lines):
            differ = True
            rule = comparing.of_line(at, end, line, deviation)
            causes = amounts.of_told(self.game, line, told or {}, deviation)
            self._note("line", at, rule, deviation, str(line["item"]), causes=causes)
        doubled = end["double_rounds"]
        if not differ and got.get("double_rounds", doubled) != doubled:
            found = Deviation("double_rounds", doubled, got["double_rounds"])
            self._note("score", at, comparing.of_double_rounds(at, end), found)

        # The scores. Where lines differ, those that are their sums follow from them.
        for name in ("scores", "paid"):
            if name not in end or (name == "paid" and name not in got):
                continue
            fine = [end[name]]
            if differ:
                sums = comparing.scores_of(got["lines"], name)
                fine.append(got[name] if sums is None else {**dict.fromkeys(end[name], 0), **sums})
            if got[name] not in fine:
                self._score(at, end, Deviation(name, end[name], got[name]), "lines" in got)

    def _score(self, at: Round, end: Data, found: Deviation, with_lines: bool) -> None:
        """Note a score that differs. Without lines, it may wait for `_explain_totals`."""
        each_pays = (*self.game.settlement.at, "each_pays")
        if with_lines:
            self._note("score", at, each_pays, found)
            return
        adds_up = sum(found.got.values()) == sum(found.expected.values())
        rule = self.game.settlement.at if adds_up else each_pays
        causes = amounts.explaining(self.game, end["lines"], found.expected, found.got)
        self._note("score", at, rule, found, causes=causes)

    def _explain_points(self) -> None:
        """Lay wrong card points to what the engine counts otherwise."""
        cause = card_points.explaining(self.game, self._sums)
        for key, each in self.found.items():
            if cause is not None and each.kind == "points":
                self.found[key] = replace(each, counted=cause)

    def _explain_totals(self) -> None:
        """Lay each amount to a cause that could explain it. Of several, the one that explains most
        of the amounts left comes first.
        """
        left, self._totals = self._totals, []
        while left:
            votes = Counter(each for total in left for each in total.amounts)
            best = max(votes, key=lambda each: (votes[each], each.what == FACTOR, str(each)))
            for total in left:
                if best in total.amounts:
                    amount = total.amounts[best]
                    item = str(amount.line["item"])
                    found = replace(total.difference, rule=best.rule, of=item, amount=amount)
                    self._add_total(total, found)
            left = [total for total in left if best not in total.amounts]

    def _add_total(self, total: _Total, difference: Discrepancy) -> None:
        self._differences.add(difference, total.before)
        if difference.round:
            self._keep(difference.round, total.data)


def _turn(at: Round) -> str | None:
    return None if at.turn is None else SEATS[at.turn]


def _as_listed(at: Round, move: str, legal: Collection[str]) -> str:
    """A legal move as ``legal`` lists it: with its side, and with its seat only out of turn."""
    if move in legal or at.why_not(move) is not None:
        return move
    return at.after(move).moves_made()[-1]


def _kind(move: str) -> str:
    return seat_and_move(move)[1].split(" ")[0]


def _moves(refused: list[Data]) -> list[str]:
    return [move for reason in refused for move in reason["moves"]]


def _first(noted: set[DifferenceKey], kind: str, rule: Path, move: str) -> bool:
    """Whether this is the first move of its kind noted for this rule in the same position."""
    key = DifferenceKey(kind, dotted(rule), _kind(move))
    if key in noted:
        return False
    noted.add(key)
    return True
