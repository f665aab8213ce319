"""Slow work of the studio: the page of a draft, and its differences. Each runs in a process of its
own, so that typing and tables do not wait; of several waiting requests only the newest is done.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path as FilePath
from typing import Any

from ..diff.report import ListSection, RuleSection, TableSection, of_variants
from ..paths import dotted
from ..problems import RulesFault, WrongCall
from ..prose.phrases import Phrases
from ..source import reading_unsaved
from ..web.rule_sets import rules_page
from ..workers import end_with_parent, no_code_from_here
from .folder import OpenRules

_TRIES = 200
"""The most examples that are run, as for `zwanz diff`."""
SAVED, BASE = "saved", "base"
"""What a draft is compared with: the saved text, or the base game."""


class Overtaken(Exception):
    """Raised if a newer request replaces this one."""


class Workshop:
    """Builds pages in one process and differences in another; `close` ends both."""

    def __init__(self) -> None:
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._newest: dict[str, int] = defaultdict(int)
        self._locks: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def page(self, draft: OpenRules, lang: str) -> Mapping[str, Any]:
        """The ``page`` of the book, or the ``problems`` of the rules. Raises `Overtaken`."""
        return await self._made("page", page_of, draft, lang)

    async def differences(self, draft: OpenRules, lang: str, against: str) -> Mapping[str, Any]:
        """Differences from `BASE` or `SAVED`: ``sections``, or ``problems``. Raises `Overtaken`."""
        return await self._made("differences", differences_of, draft, lang, against)

    async def _made(
        self, kind: str, make: Callable[..., Mapping[str, Any]], *given: Any
    ) -> Mapping[str, Any]:
        """Call ``make`` in the process for this kind, unless a newer request waits by then. Raises
        `WrongCall` where that process is killed; the next request gets another one.
        """
        self._newest[kind] += 1
        number = self._newest[kind]
        async with self._locks[kind]:
            if number != self._newest[kind]:
                raise Overtaken
            try:
                with no_code_from_here():
                    pool = self._pools.get(kind)
                    if pool is None:
                        pool = self._pools[kind] = ProcessPoolExecutor(
                            1, get_context("spawn"), initializer=end_with_parent
                        )
                    result = asyncio.get_running_loop().run_in_executor(pool, make, *given)
                return await result
            except BrokenProcessPool:
                self._pools.pop(kind).shutdown(wait=False)
                text = "the process that worked on this was killed"
                raise WrongCall(text, "this machine may be out of memory; try again") from None

    def close(self) -> None:
        """End both processes."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()


def problem_texts(wrong: RulesFault | WrongCall, folder: FilePath) -> Mapping[str, Any]:
    """The ``problems`` of faulty rules as texts, with paths of files relative to ``folder``.

    >>> problem_texts(WrongCall("there is no game 'bridge'"), FilePath("/rules"))
    {'problems': ["there is no game 'bridge'"]}
    """
    found = wrong.problems if isinstance(wrong, RulesFault) else ()
    return {"problems": [str(each.seen_from(folder)) for each in found] or [str(wrong)]}


def page_of(draft: OpenRules, lang: str) -> Mapping[str, Any]:
    """The ``page`` of a draft's book as HTML, or its ``problems`` as texts."""
    try:
        game = draft.load()
        with reading_unsaved(draft.texts):
            return {"page": rules_page(game, lang, _folder(), draft.chapters(lang))}
    except (RulesFault, WrongCall) as wrong:
        return problem_texts(wrong, draft.file.parent)


def differences_of(draft: OpenRules, lang: str, against: str) -> Mapping[str, Any]:
    """The differences of a draft as the ``sections`` of `zwanz diff`, or its ``problems``.

    Each section has a ``heading``, and ``rules`` (``sentence``, ``path``, ``sources``), ``rows`` of
    text, or a table of ``columns`` and ``cells`` whose last ``numbers`` columns are numbers.
    """
    try:
        after = draft.load()
    except (RulesFault, WrongCall) as wrong:
        return problem_texts(wrong, draft.file.parent)
    before = draft.parent() if against == BASE else None
    try:
        before = before or draft.saved().load()
    except (RulesFault, WrongCall):
        return {"sections": [], "missing": True}
    with reading_unsaved(draft.texts):
        report = of_variants(before, after, draft.root(), Phrases(lang), lang, _TRIES, True)
    return {"sections": [_as_data(each) for each in report.sections]}


def _as_data(section: RuleSection | ListSection | TableSection) -> Mapping[str, Any]:
    match section:
        case RuleSection(heading, differences):
            rules = [
                {"sentence": it.sentence, "path": dotted(it.path), "sources": list(it.cited)}
                for it in differences
            ]
            return {"heading": heading, "rules": rules}
        case ListSection(heading, rows):
            return {"heading": heading, "rows": list(rows)}
        case TableSection(heading, columns, rows, numbers):
            cells = [list(row) for row in rows]
            table = {"columns": list(columns), "cells": cells, "numbers": numbers}
            return {"heading": heading, "table": table}


@cache
def _folder() -> FilePath:
    """The folder in which this process builds pages."""
    return FilePath(_temporary().name)


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="zwanz-studio-")
