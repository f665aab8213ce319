"""Situations that a chapter tells and the rules work out: examples of the rule files, or stated in
the chapter.

What does not follow from the rules is a problem at the line that says it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from zwanz_ssot.engine import Round
from zwanz_ssot.engine.state import State
from zwanz_ssot.examples import Case, collect
from zwanz_ssot.examples.brief_auction import said_in_short
from zwanz_ssot.examples.case_context import CaseContext
from zwanz_ssot.examples.dealing import Holdings, rounds
from zwanz_ssot.examples.outcomes import read as read_outcome
from zwanz_ssot.examples.playthrough import turns
from zwanz_ssot.examples.stated_outcome import NotStated, StatedFacts
from zwanz_ssot.model import Ledger
from zwanz_ssot.problems import Mark, RulesAreSilent, RulesFault, did_you_mean
from zwanz_ssot.schema import check
from zwanz_ssot.source import Document, parse, read, spell

from ..shortcodes import BadValue, Context, Raw
from .dealt import check_plays, check_stated
from .kinds import game_of

_FIRST = "examples.0."
_IDS = re.compile(r"^ *- (?:\{ *)?example: *([^\s,}]+)", re.MULTILINE)
_INDENT = 4
_EXPECT = "expect"


@dataclass(frozen=True, eq=False)
class Situation:
    """A situation: its case, and for one that a chapter states the line of the chapter that its
    first line is.
    """

    case: Case
    first: int | None = None
    header: int = 0
    paths: bool = False
    """Whether the chapter's own lines have the words that a path is made of."""

    @property
    def entry(self) -> dict[str, Any]:
        """What it states and expects."""
        return self.case.entry

    def desk(self) -> CaseContext:
        """A fresh desk to work it out on."""
        return CaseContext(self.case.document, self.case.number, self.case.game)

    def holds(self, ctx: Context) -> bool:
        """Whether all of it follows from the rules; what does not is reported."""
        try:
            answer = self.case.run()
        except RulesFault as fault:
            for problem in fault.problems:
                self._report(ctx, problem.mark, problem.path, problem.text, problem.hint)
            return False
        except RulesAreSilent as silent:
            self._report(ctx, None, "", f"the rules do not tell what follows: {silent}", "")
            return False
        for found in answer.differences:
            why = found.rule.sentence.get(ctx.lang, "") if found.rule else ""
            text = f"'{spell_plain(found.expected)}' does not follow: the rules give '{spell_plain(found.got)}'"
            self._report(
                ctx,
                found.mark,
                found.path,
                text,
                "; ".join(part for part in (why.rstrip("."), found.note) if part),
            )
        return answer.ok

    def _report(self, ctx: Context, mark: Mark | None, path: str, text: str, hint: str) -> None:
        path = path.removeprefix(_FIRST)
        if self.first is None:
            where = f"{mark}: " if mark else ""
            ctx.problem(
                f"the example '{self.entry['example']}' does not hold: {where}{path}: {text}", hint
            )
            return
        stated = mark is not None and mark.line > self.header
        line = self.first + mark.line - self.header - 1 if mark and stated else None
        column = max(mark.column - _INDENT, 1) if mark and stated else None
        told = path and stated and self.paths
        ctx.problem(
            f"{path}: {text}" if told else text,
            hint,
            line=line,
            column=column if self.paths else None,
        )


def spell_plain(value: Any) -> str:
    """A value as one writes it in an example."""
    return value if isinstance(value, str) else spell(value, 120)


@cache
def _read(path: Path, changed: float) -> Document | None:
    """An example file; None for one that has problems of its own, which are told elsewhere."""
    try:
        return read(path)
    except RulesFault:
        return None


def _files(ctx: Context) -> Iterator[tuple[Path, str]]:
    """The example files of the game, with their texts."""
    for path in collect():
        if path.parent.parent.name == game_of(ctx).id:
            yield path, path.read_text(encoding="utf-8")


def _named(ctx: Context, id: str) -> Iterator[Case]:
    """The examples of this id. Only the files that seem to have it are read, for there may be
    hundreds of others.
    """
    for path, text in _files(ctx):
        if id not in _IDS.findall(text) or not (document := _read(path, path.stat().st_mtime)):
            continue
        for number, entry in enumerate(document.data["examples"]):
            if entry["example"] == id:
                yield Case(document, number, game_of(ctx), path)


@dataclass(frozen=True, slots=True)
class _Example:
    """An example of the rule files that is about the rule set of the book."""

    wants: str = "the id of an example of the game"

    def parse(self, text: str, ctx: Context) -> Situation:
        variant, found = game_of(ctx).variant, list(_named(ctx, text))
        for case in found:
            if variant in case.entry.get("in", case.document.data.get("in", ())):
                return Situation(case)
        if found:
            raise BadValue(f"must be {self.wants}; '{text}' is not about the rule set '{variant}'")
        known = [id for _, its in _files(ctx) for id in _IDS.findall(its)]
        raise BadValue(f"must be {self.wants}; got '{text}'", did_you_mean(text, known))


ExampleRef = Annotated[Situation, _Example()]


def stated(
    ctx: Context,
    head: Mapping[str, Any],
    body: Sequence[str] = (),
    first: int = 1,
    *,
    paths: bool = False,
) -> Situation | None:
    """A situation of a chapter, or None with its problems reported.

    `head` are parts of it that attributes say; `body` are lines of it as they stand in an example
    file, the first of them in line `first` of the chapter. `paths`: the author wrote them so, and
    is told where in them a fault is.
    """
    game = game_of(ctx)
    lines = [
        f"game: {game.id}",
        f"in: [{json.dumps(game.variant)}]",
        "examples:",
        "  - example: told",
        "    title: {en: told, de: told}",
        "    because: {en: it is told, de: es wird erzählt}",
        *(f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()),
    ]
    asks = _EXPECT in head or any(line.startswith(f"{_EXPECT}:") for line in body)
    if not asks:
        lines.append(
            f"    {_EXPECT}: {{over: true}}"
        )  # an example has to expect something; this is taken out again
    text = "\n".join([*lines, *(" " * _INDENT + line for line in body)]) + "\n"
    header, file = len(lines), Path(ctx.file)
    try:
        document = parse(text, ctx.file)
        if problems := check(document, "examples"):
            raise RulesFault(problems)
    except RulesFault as fault:
        nothing = Situation(
            Case(Document(ctx.file, {"examples": [{}]}, {}, {}), 0, game, file),
            first,
            header,
            paths,
        )
        for problem in fault.problems:
            nothing._report(ctx, problem.mark, problem.path, problem.text, problem.hint)
        return None
    if not asks:
        document.data["examples"][0][_EXPECT] = {}
    check_stated(ctx, document.data["examples"][0])
    check_plays(ctx, document.data["examples"][0])
    return Situation(Case(document, 0, game, file), first, header, paths)


def lines_of(body: Raw) -> tuple[list[str], int]:
    """A body as lines, and the number of the first of them."""
    return [line.text for line in body], body[0].number if body else 1


def course(told: Situation, *, finish: bool) -> Round | None:
    """What was said and played, in the first deal in which all of it is legal; `finish`: then
    everybody passes.
    """
    desk = told.desk()
    said = turns(desk)
    holdings = Holdings(desk)
    holdings.state_hands()
    holdings.conclude(said)
    found = rounds(desk, holdings, said, finish=finish)
    return found[0] if found else None


def settled(told: Situation) -> tuple[State, Ledger] | None:
    """The account of a situation that holds; None where it tells too little for one. Raises
    `RulesAreSilent`.
    """
    desk, entry = told.desk(), told.entry
    if "outcome" not in entry:
        played = course(told, finish=True)
        ledger = played.ledger() if played else None
        return (played.state, ledger) if played and ledger else None
    if "says" in entry:
        played = course(told, finish=True)
        if played is None:
            return None
        said = played.state
    else:
        said = said_in_short(desk)
    try:
        outcome = read_outcome(desk, said)
        return said, desk.table.settlement.settle(
            StatedFacts(said, outcome), said.contract, said.stakes
        )
    except NotStated:
        return None
