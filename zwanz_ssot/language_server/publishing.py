"""When diagnostics are worked out, and what is sent: the file that is typed in first, then those
that depend on it, then examples, one after the other, always giving way to the next keystroke.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Literal

from lsprotocol import types

from ..examples import LoadedGames
from .diagnostics import (
    FoundProblem,
    as_diagnostic,
    dependents,
    example_files,
    example_problems,
    is_ours,
    problems_of,
)
from .session import Session

_LOG = logging.getLogger(__name__)
DEBOUNCE = 0.04
"""Seconds without a keystroke before a file is checked: less than between two of a quick writer,
which are 0.06 to 0.1 apart, would check texts that are gone already; more is noticed.
"""
PAUSE = 0.3
"""Seconds without a keystroke before examples are run: one takes up to 0.03, some thousand lie in a
library, and none shall stand between two keystrokes.
"""
Work = Literal["rules", "examples"]
Send = Callable[[str, list[types.Diagnostic]], None]
"""Shows the diagnostics of a file, by its path."""


@dataclass(slots=True)
class DiagnosticsQueue:
    """What is still to be checked, and what has been found so far.

    ``send`` is called for each file of which something else is shown than before. `edited` and
    `opened` are called from the event loop.
    """

    session: Session
    send: Send
    _first: dict[str, None] = field(default_factory=dict)
    _later: dict[tuple[str, Work], None] = field(default_factory=dict)
    _found: dict[tuple[str, Work], list[FoundProblem]] = field(default_factory=dict)
    _shown: dict[str, list[types.Diagnostic]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    def edited(self, path: FilePath, *, at_once: bool = False) -> None:
        """A file has another text now."""
        self._first[str(path)] = None
        if self._task is not None:
            self._task.cancel()
        work = self._work(0.0 if at_once else DEBOUNCE)
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(_tell)

    def all_open(self) -> None:
        """Check everything that is open again."""
        for path in list(self.session.texts):
            self.edited(FilePath(path), at_once=True)

    def forget(self, path: FilePath) -> None:
        """A file is closed: nothing of what was found in it is shown any longer, unless it is on
        the disk.
        """
        if not path.exists():
            for work in ("rules", "examples"):
                self._keep(str(path), work, [])

    async def settled(self) -> None:
        """Wait until nothing is left to be checked."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _work(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        while self._first:
            path = FilePath(next(iter(self._first)))
            with self.session.reading():
                self._keep(str(path), "rules", problems_of(self.session, path))
                self._put_off(path)
            del self._first[str(path)]
            await asyncio.sleep(0)
        rested = False
        while self._later:
            path_work = min(self._later, key=lambda each: each[1] == "examples")
            path, work = FilePath(path_work[0]), path_work[1]
            if work == "rules":
                with self.session.reading():
                    self._keep(str(path), "rules", problems_of(self.session, path))
            else:
                if not rested:
                    rested = True
                    await asyncio.sleep(PAUSE)
                await self._examples(path)
            del self._later[path_work]
            await asyncio.sleep(0)

    def _put_off(self, path: FilePath) -> None:
        """Note what has to be checked later because a file has changed."""
        if not is_ours(self.session, path):
            return
        for file in dependents(self.session, path):
            self._later.setdefault((str(file), "rules"))
        for file in example_files(self.session, path):
            self._later.setdefault((str(file), "examples"))

    async def _examples(self, path: FilePath) -> None:
        """Run the examples of a file, and give way after each."""
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
        """Keep what was found by looking at a file, and show each file of which that says something
        new.
        """
        before = self._found.get((origin, work), [])
        self._found[origin, work] = found
        for file in dict.fromkeys([origin, *(each.file for each in (*before, *found))]):
            self._show(file)

    def _show(self, file: str) -> None:
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


def _tell(task: asyncio.Task[None]) -> None:
    """Log what should not have happened."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("diagnostics stopped", exc_info=error)


def changed_on_disk(session: Session, uris: Iterable[str]) -> list[FilePath]:
    """The files of ours among those that have changed on the disk, and that are not open."""
    paths = (FilePath(os.path.normpath(uri)) for uri in uris)
    return [
        path
        for path in paths
        if str(path) not in session.texts and path.exists() and session.kind(path)
    ]
