"""Situations that a chapter shows: examples of the rule files, or stated in the chapter itself.

The engine works them out. What does not follow from the rules is a problem at the line that states
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from zwanz_ssot.engine import Round
from zwanz_ssot.engine.state import State
from zwanz_ssot.examples import Case, collect, is_about
from zwanz_ssot.examples.brief_auction import after_brief_auction
from zwanz_ssot.examples.case_context import NOT_LEGAL, CaseContext
from zwanz_ssot.examples.dealing import Holdings, rounds, turns
from zwanz_ssot.examples.outcomes import NotStated, StatedFacts
from zwanz_ssot.examples.outcomes import read as read_outcome
from zwanz_ssot.files import is_file
from zwanz_ssot.library import library_of
from zwanz_ssot.model import Ledger
from zwanz_ssot.places import short_path
from zwanz_ssot.problems import Mark, RulesAreSilent, RulesFault, did_you_mean
from zwanz_ssot.schema import check
from zwanz_ssot.source import Document, parse, read, spell
from zwanz_ssot.source import Path as DataPath

from ..shortcodes import BadValue, Context, Raw
from .dealt import check_plays, check_stated
from .kinds import game_of

_AT: DataPath = ("examples", 0)
_FIRST = "examples.0."
_EXPECT = "expect"
_ANYTHING = {"over": True}
_FRAME = {
    "example": "stated",
    "title": {"en": "stated", "de": "stated"},
    "because": {"en": "the chapter states it", "de": "so steht es im Kapitel"},
}
"""The keys that every example has; a chapter states the others."""
_IDS = re.compile(r"^ *- (?:\{ *)?example: *([^\s,}]+)", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class Situation:
    """An example of the rule files, or a situation that a chapter states.

    `tag` is the place of the shortcode that states it, None for an example of the rule files. With
    `by_path`, the chapter writes it as an example file does, so a problem names path and column.
    """

    case: Case
    tag: Mark | None = None
    by_path: bool = False

    @property
    def entry(self) -> dict[str, Any]:
        """Its data: what it states and what it expects."""
        return self.case.entry

    def case_context(self) -> CaseContext:
        """A new context in which the engine works it out."""
        return CaseContext(self.case.document, self.case.number, self.case.game)

    def holds(self, ctx: Context) -> bool:
        """True if all of it follows from the rules; what does not is reported."""
        try:
            answer = self.case.run()
        except RulesFault as fault:
            self.report_all(ctx, fault)
            return False
        except RulesAreSilent as silent:
            self.report(ctx, None, "", f"the rules do not tell what follows: {silent}")
            return False
        for found in answer.differences:
            expected, got = spell_plain(found.expected), spell_plain(found.got)
            sentence = found.rule.sentence.get(ctx.lang, "") if found.rule else ""
            reasons = [part for part in (sentence.rstrip("."), found.note) if part]
            if found.note == NOT_LEGAL and sentence:
                self.report(
                    ctx, found.mark, found.path, f"'{expected}' is refused: {sentence.rstrip('.')}"
                )
                continue
            text = f"'{expected}' does not follow: the rules give '{got}'"
            self.report(ctx, found.mark, found.path, text, "; ".join(reasons))
        return answer.ok

    def report_all(self, ctx: Context, fault: RulesFault) -> None:
        """Report the problems of a fault, each at its line of the chapter."""
        for problem in fault.problems:
            self.report(ctx, problem.mark, problem.path, problem.text, problem.hint)

    def report(self, ctx: Context, mark: Mark | None, path: str, text: str, hint: str = "") -> None:
        """Report a problem at a line of the chapter; one of a rule file at the tag."""
        path = path.removeprefix(_FIRST)
        if self.tag is None:
            where = f"{mark}: " if mark else ""
            whole = f"the example '{self.entry['example']}' does not hold: {where}{path}: {text}"
            ctx.problem(whole, hint)
        elif mark is None or mark == self.tag:
            ctx.problem(text, hint)
        elif self.by_path:
            whole = f"{path}: {text}" if path else text
            ctx.problem(whole, hint, line=mark.line, column=mark.column)
        else:
            ctx.problem(text, hint, line=mark.line)


def spell_plain(value: Any) -> str:
    """A value as one writes it in an example."""
    return value if isinstance(value, str) else spell(value, 120)


# examples of the rule files


@cache
def _read(path: Path, changed: float) -> Document | None:
    """An example file; None for one with problems, which its own check reports."""
    try:
        document = read(path)
    except RulesFault:
        return None
    return None if check(document, "examples") else document


def _files(ctx: Context) -> Iterator[tuple[Path, str]]:
    """The example files of the game, with their texts."""
    game = game_of(ctx)
    for path in collect(library_of(game).root):
        if path.parent.parent.name == game.id and is_file(path):
            yield path, path.read_text(encoding="utf-8", errors="replace")


def _with_id(ctx: Context, id: str) -> Iterator[Case]:
    """The examples of this id.

    Only files whose text has the id are parsed: there may be hundreds of others.
    """
    for path, text in _files(ctx):
        if id not in _IDS.findall(text) or not (document := _read(path, path.stat().st_mtime)):
            continue
        for number, entry in enumerate(document.data["examples"]):
            if entry["example"] == id:
                yield Case(document, number, game_of(ctx), path)


@dataclass(frozen=True, slots=True)
class _Example:
    """An example of the rule files for the rule set of the book."""

    wants: str = "the id of an example of the game"

    def parse(self, text: str, ctx: Context) -> Situation:
        game, found = game_of(ctx), list(_with_id(ctx, text))
        variant = game.variant
        lineage = library_of(game).lineage(game.id, variant, game.own_file)
        for case in found:
            if is_about(case.document, case.number, lineage):
                return Situation(case)
        if found:
            raise BadValue(f"must be {self.wants}; '{text}' is not about the rule set '{variant}'")
        written = {path: _IDS.findall(content) for path, content in _files(ctx)}
        broken = [path for path, ids in written.items() if text in ids]
        known = [id for ids in written.values() for id in ids]
        hint = f"zwanz examples {short_path(broken[0])} tells its problems" if broken else ""
        problem = f"must be {self.wants}; got '{text}'"
        raise BadValue(problem, hint or did_you_mean(text, known))


ExampleRef = Annotated[Situation, _Example()]


# situations of a chapter


@dataclass(frozen=True)
class _Statement:
    """What a chapter states, as data, with the places of its parts by their paths."""

    entry: Mapping[str, Any]
    marks: Mapping[DataPath, Mark] = field(default_factory=dict)
    keys: Mapping[DataPath, Mark] = field(default_factory=dict)
    by_path: bool = False


def stated(
    ctx: Context, entry: Mapping[str, Any], lines: Mapping[DataPath, int] | None = None
) -> Situation | None:
    """The situation of some data; None if it has problems, which are reported.

    `entry` is written as in an example file. `lines` has the chapter's lines of its parts, by their
    paths; a problem of another part is reported at the tag.
    """
    marks = {path: Mark(ctx.file, line, 1) for path, line in (lines or {}).items()}
    return _checked(ctx, _Statement(entry, marks))


def read_situation(ctx: Context, body: Raw) -> Situation | None:
    """The situation of a body that is written as an example file; None if it has problems, which
    are reported.
    """
    # Empty lines at the top give each part the number of its line in the chapter.
    first = body[0].number if body else 1
    text = "\n" * (first - 1) + "".join(f"{line.text}\n" for line in body)
    try:
        document = parse(text, ctx.file)
    except RulesFault as fault:
        codes = {problem.code for problem in fault.problems}
        if "source.empty" in codes:
            return _checked(ctx, _Statement({}, by_path=True))
        if "source.top" in codes:
            hint = "write 'key: value', with a space after the colon"
            ctx.problem("this line has no ': ' after its key", hint, line=first, column=1)
        else:
            _situation(ctx, _Statement({}, by_path=True)).report_all(ctx, fault)
        return None
    if strange := [document.keys[key,] for key in _FRAME if key in document.data]:
        for mark in strange:
            text = "this is for example files, and has no place in a chapter"
            ctx.problem(text, "take it out", line=mark.line, column=mark.column)
        return None
    return _checked(ctx, _Statement(document.data, document.marks, document.keys, by_path=True))


def _checked(ctx: Context, statement: _Statement) -> Situation | None:
    """The situation, if it has the form of an example and fits the deal and tricks shown
    above it.
    """
    situation = _situation(ctx, statement)
    # An example must expect something; a chapter need not.
    asks = _EXPECT in situation.entry
    if not asks:
        situation.entry[_EXPECT] = _ANYTHING
    if problems := check(situation.case.document, "examples"):
        situation.report_all(ctx, RulesFault(problems))
        return None
    if not asks:
        situation.entry[_EXPECT] = {}
    check_stated(ctx, situation.entry)
    check_plays(ctx, situation.entry)
    return situation


def _situation(ctx: Context, statement: _Statement) -> Situation:
    """A situation as the only example of a file, with marks in the chapter."""
    game, tag = game_of(ctx), Mark(ctx.file, ctx.line, ctx.column)
    data = {
        "game": game.id,
        "in": [game.variant],
        "examples": [{**_FRAME, **statement.entry}],
    }
    marks = {(*_AT, *path): mark for path, mark in statement.marks.items()}
    keys = {(*_AT, *path): mark for path, mark in statement.keys.items()}
    document = Document(ctx.file, data, {**marks, (): tag, _AT: tag}, keys)
    return Situation(Case(document, 0, game, Path(ctx.file)), tag, statement.by_path)


# what the engine makes of them


def playthrough(situation: Situation, *, finish: bool) -> Round | None:
    """The round of what was said and played, in the first deal in which all of it is legal.

    With `finish`, everybody passes at the end. None if no deal allows it.
    """
    case = situation.case_context()
    spoken = turns(case)
    holdings = Holdings(case)
    holdings.state_hands()
    holdings.conclude(spoken)
    found = rounds(case, holdings, spoken, finish=finish)
    return found[0] if found else None


def settled(situation: Situation) -> tuple[State, Ledger] | None:
    """The settlement of a situation that holds; None if it states too little for one.

    Raises `RulesAreSilent`.
    """
    case, entry = situation.case_context(), situation.entry
    if "outcome" not in entry:
        played = playthrough(situation, finish=True)
        ledger = played.ledger() if played else None
        return (played.state, ledger) if played and ledger else None
    if "says" not in entry:
        state = after_brief_auction(case)
    elif played := playthrough(situation, finish=True):
        state = played.state
    else:
        return None
    try:
        facts = StatedFacts(state, read_outcome(case, state))
        return state, case.table.settlement.settle(facts, state.contract, state.stakes)
    except NotStated:
        return None
