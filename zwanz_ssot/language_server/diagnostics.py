"""The problems of open files and of files that depend on them, in the form of the protocol; and the
queue that finds and sends them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Literal

from lsprotocol import types

from ..examples import Answer, LoadedGames, as_text, cases, sound_cases
from ..file_checks import problems_in
from ..library import KINDS, library, questions
from ..problems import Problem, RulesFault, WrongCall, ZwanzError
from ..source import exists
from .chapters import chapter_problems, chapters_about, is_chapter
from .session import Session

SOURCE = "zwanz"
"""The name that an editor shows with each problem."""
_HEADER = re.compile(r"\A# yaml-language-server: \$schema=\S*(overlay|game|deck|examples|record)\b")
_WORD = re.compile(r"[^\s,\[\]{}:#\"']+(?::(?=\S)[^\s,\[\]{}:#\"']+)*")


@dataclass(frozen=True, slots=True)
class FoundProblem:
    """A problem with its file and severity."""

    file: str
    problem: Problem
    severity: types.DiagnosticSeverity = types.DiagnosticSeverity.Error


def is_ours(session: Session, path: FilePath) -> bool:
    """Whether this server checks a file: rules, examples, records, and chapters."""
    if path.suffix == ".md":
        return is_chapter(session, path)
    text = session.text(path)
    return session.kind(path) != "" or _HEADER.match(text) is not None


def problems_of(session: Session, path: FilePath) -> list[FoundProblem]:
    """The problems that `zwanz check` finds in a file, or `zwanz book` in a chapter. Examples are
    read, but not run, as this takes longer.
    """
    if not is_ours(session, path):
        return []
    found: list[FoundProblem] = []
    try:
        if path.suffix == ".md":
            found += _located(path, chapter_problems(session, path))
        elif session.kind(path) in KINDS:
            root = session.root(path)
            found += _located(path, problems_in([path], root))
            asked = questions([path], rules=root)
            found += _located(path, asked, types.DiagnosticSeverity.Information)
        elif session.kind(path) == "record":
            found += _located(path, problems_in([path], session.root(path)))
        else:
            cases(path, games={})
    except RulesFault as fault:
        found += _located(path, fault.problems)
    except WrongCall as wrong:
        found += _located(path, [Problem(None, str(path), wrong.text, wrong.hint)])
    except (ZwanzError, OSError) as error:
        found += _located(path, [Problem(None, str(path), str(error))])
    return found


def example_files(session: Session, path: FilePath) -> list[FilePath]:
    """The files of examples about a rule file; for a file of examples the file itself."""
    if session.kind(path) == "examples":
        return [path]
    if session.kind(path) not in ("variant", "game", "deck"):
        return []
    root = session.root(path)
    is_house = not path.is_relative_to(root)  # examples of the library are not about house rules
    return [
        file
        for file in session.game_files(path)
        if session.kind(file) == "examples" and not (is_house and file.is_relative_to(root))
    ]


def example_problems(
    path: FilePath, games: LoadedGames, language: str
) -> Iterator[list[FoundProblem]]:
    """The problems that `zwanz examples` finds in a file, example by example, so that other tasks
    can run in between.
    """
    try:
        found, problems = sound_cases(path, games=games)
    except RulesFault as fault:
        yield _located(path, fault.problems)
        return
    except (ZwanzError, OSError):
        return
    yield _located(path, problems)
    for case in found:
        try:
            yield _mismatches(path, case.run(), language)
        except RulesFault as fault:
            yield _located(path, fault.problems)


def _mismatches(path: FilePath, answer: Answer, language: str) -> list[FoundProblem]:
    """The differences of an example, each at its expected value."""
    lines = as_text(answer, language).split("\n")[1:]
    place = re.compile(r"^\s*\S+:\d+:\d+: ")
    texts: list[str] = []
    for line in lines:
        if place.match(line):
            texts.append(place.sub("", line))
        elif texts:
            texts[-1] += f"\n{line.strip()}"
    return _located(
        path,
        (
            replace(
                Problem(each.mark, f"[{answer.variant}] {each.path}", "", "", "example"),
                text=text.partition(": ")[2],
            )
            for each, text in zip(answer.differences, texts, strict=True)
        ),
    )


def dependents(session: Session, path: FilePath) -> list[FilePath]:
    """The other files whose problems may change with a file."""
    kind = session.kind(path)
    if kind not in ("variant", "game", "deck", "sources"):
        return []
    root = session.root(path)
    known = library(root)
    about = session.base_of(path)
    games = [about.id] if about is not None and kind in ("variant", "game") else known.games()
    found: dict[str, None] = {}
    is_house = not path.is_relative_to(root)  # house rules have no variants
    for game in games if not is_house else ():
        for variant in known.variants(game):
            file = known.variant_file(game, variant)
            if kind != "variant" or path.stem in known.lineage(game, variant)[1:]:
                found.setdefault(str(file))
        if kind != "variant":
            found.setdefault(str(root / game / "disputes.yaml"))
    for file in session.house_files():
        wanted = ("record",) if is_house else ("variant", "record")
        if session.kind(file) in wanted and session.names_game(file) in games:
            found.setdefault(str(file))
    for file in chapters_about(session, path):
        found.setdefault(str(file))
    found.pop(str(path), None)
    return [file for file in map(FilePath, found) if exists(file)]


def _located(
    path: FilePath,
    problems: Iterable[Problem],
    severity: types.DiagnosticSeverity = types.DiagnosticSeverity.Error,
) -> list[FoundProblem]:
    """Problems with the absolute paths of their files; ``path`` for those without a place."""
    found = []
    for problem in problems:
        mark = problem.mark
        file = os.path.abspath(mark.file) if mark else str(path)  # noqa: PTH100
        found.append(FoundProblem(file, problem, severity))
    return found


def as_diagnostic(found: FoundProblem, lines: list[str]) -> types.Diagnostic:
    """A problem in the form of the protocol, with columns in characters."""
    problem = found.problem
    mark = problem.mark
    line = min(mark.line - 1, max(len(lines) - 1, 0)) if mark else 0
    start = mark.column - 1 if mark else 0
    text = lines[line] if line < len(lines) else ""
    start += mark is not None and line == 0 and text.startswith("\ufeff")  # not counted there
    hint = f"; {problem.hint}" if problem.hint else ""
    place = f"{problem.path}: " if problem.path and mark else ""
    return types.Diagnostic(
        range=types.Range(
            types.Position(line, min(start, len(text))),
            types.Position(line, extent(text, start)),
        ),
        message=f"{place}{problem.text}{hint}",
        severity=found.severity,
        code=problem.code or None,
        source=SOURCE,
        data={
            "hint": str(problem.hint),
            "path": problem.path,
            "key": problem.key,
            "meant": problem.meant,
            "instead_of": problem.instead_of,
        },
    )


def extent(text: str, start: int) -> int:
    """The end of the word, the quoted text or the brackets that begin in a column of a line.

    >>> extent("value: {silent: 1}  # a note", 7)
    18
    """
    if start >= len(text):
        return len(text)
    sign = text[start]
    if sign in "\"'":
        end = text.find(sign, start + 1)
        return len(text) if end < 0 else end + 1
    if sign in "{[":
        depth = 0
        for at in range(start, len(text)):
            depth += (text[at] in "{[") - (text[at] in "}]")
            if depth == 0:
                return at + 1
        return len(text.rstrip())
    found = _WORD.match(text, start)
    return found.end() if found else start + 1


# The queue

_LOG = logging.getLogger(__name__)
DEBOUNCE = 0.04
"""Seconds without a keystroke before a file is checked. The keystrokes of a quick writer are 0.06
to 0.1 seconds apart; a longer pause before the check would be noticed.
"""
PAUSE = 0.3
"""Seconds without a keystroke before examples are run. One takes up to 0.03 seconds, a library has
some thousands, and none should delay a keystroke.
"""
Work = Literal["rules", "examples"]
Send = Callable[[str, list[types.Diagnostic]], None]
"""Shows the diagnostics of a file, by its path."""


@dataclass(slots=True)
class DiagnosticsQueue:
    """The files that are still to be checked, and the problems found so far.

    ``send`` is called for each file whose problems change. Call the methods from the event loop.
    """

    session: Session
    send: Send
    _first: dict[str, None] = field(default_factory=dict)
    _later: dict[tuple[str, Work], None] = field(default_factory=dict)
    _found: dict[tuple[str, Work], list[FoundProblem]] = field(default_factory=dict)
    _shown: dict[str, list[types.Diagnostic]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    def edited(self, path: FilePath, *, at_once: bool = False) -> None:
        """Check a file whose text has changed, after `DEBOUNCE` or ``at_once``."""
        self._first[str(path)] = None
        if self._task is not None:
            self._task.cancel()
        work = self._work(0.0 if at_once else DEBOUNCE)
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(_log_failure)

    def all_open(self) -> None:
        """Check all open files again."""
        for path in list(self.session.texts):
            self.edited(FilePath(path), at_once=True)

    def changed_on_disk(self, path: FilePath) -> None:
        """Check a file that is not open; without it, or if it is no longer ours, forget its
        problems.
        """
        if path.exists() and is_ours(self.session, path):
            self.edited(path, at_once=True)
            return
        works: tuple[Work, ...] = ("rules", "examples")
        for work in works:
            if self._found.get((str(path), work)):
                self._keep(str(path), work, [])

    async def settled(self) -> None:
        """Wait until all is checked."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _work(self, seconds: float) -> None:
        """Check edited files, then the files that depend on them, then run examples."""
        await asyncio.sleep(seconds)
        while self._first:
            path = FilePath(next(iter(self._first)))
            with self.session.reading(), _logged(path):
                self._keep(str(path), "rules", problems_of(self.session, path))
                self._put_off(path)
            del self._first[str(path)]
            await asyncio.sleep(0)
        rested = False
        while self._later:
            path_work = min(self._later, key=lambda each: each[1] == "examples")
            path, work = FilePath(path_work[0]), path_work[1]
            if work == "rules":
                with self.session.reading(), _logged(path):
                    self._keep(str(path), "rules", problems_of(self.session, path))
            else:
                if not rested:
                    rested = True
                    await asyncio.sleep(PAUSE)
                with _logged(path):
                    await self._examples(path)
            del self._later[path_work]
            await asyncio.sleep(0)

    def _put_off(self, path: FilePath) -> None:
        """Queue what has to be checked later as a file has changed."""
        if not is_ours(self.session, path):
            return
        for file in dependents(self.session, path):
            self._later.setdefault((str(file), "rules"))
        for file in example_files(self.session, path):
            self._later.setdefault((str(file), "examples"))

    async def _examples(self, path: FilePath) -> None:
        """Run the examples of a file. Other tasks run after each."""
        found: list[FoundProblem] = []
        games: LoadedGames = {}
        with self.session.reading():
            about = self.session.base_of(path)
            root = self.session.root(path)
            if about is not None:
                for game in self.session.rule_sets(path):
                    games[root, game.id, game.variant] = game
            running = example_problems(path, games, self.session.language)
        while True:
            with self.session.reading():
                part = next(running, None)
            if part is None:
                break
            found += part
            await asyncio.sleep(0)
        self._keep(str(path), "examples", found)

    def _keep(self, origin: str, work: Work, found: list[FoundProblem]) -> None:
        """Keep the problems found by checking ``origin``, and show each file that
        has or had some.
        """
        before = self._found.get((origin, work), [])
        self._found[origin, work] = found
        for file in dict.fromkeys([origin, *(each.file for each in (*before, *found))]):
            self._show(file)

    def _show(self, file: str) -> None:
        """Send the problems of a file, each once, if they have changed."""
        lines = self.session.text(FilePath(file)).split("\n")
        known: dict[tuple[object, ...], types.Diagnostic] = {}
        for each in self._of(file):
            diagnostic = as_diagnostic(each, lines)
            at = diagnostic.range.start
            known.setdefault((at.line, at.character, diagnostic.message), diagnostic)
        wanted = list(known.values())
        if wanted != self._shown.get(file, [] if file not in self.session.texts else None):
            self._shown[file] = wanted
            self.send(file, wanted)

    def _of(self, file: str) -> Iterable[FoundProblem]:
        for found in self._found.values():
            yield from (each for each in found if each.file == file)


@contextmanager
def _logged(path: FilePath) -> Iterator[None]:
    """A context whose exceptions are logged, so that a file that cannot be checked does not keep
    the others from it.
    """
    try:
        yield
    except Exception:
        _LOG.exception("%s was not checked", path)


def _log_failure(task: asyncio.Task[None]) -> None:
    """Log an exception that ended the task."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("diagnostics stopped", exc_info=error)
