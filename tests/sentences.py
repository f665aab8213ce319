"""The places in the code that report a problem, and which of them tests have reached."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from zwanz_ssot import yaml_reader
from zwanz_ssot.problems import Problem
from zwanz_ssot.words.limits import Remark
from zwanz_ssot.words.premises import PremiseUse

ROOT = Path(__file__).parent.parent
# Modules that report problems of rules and chapters; the blocks of the book have their own tests.
_ROOMS = (
    *(
        "zwanz_ssot/source.py",
        "zwanz_ssot/yaml_reader.py",
        "zwanz_ssot/overlay.py",
        "zwanz_ssot/schema.py",
    ),
    *("zwanz_ssot/assembly", "zwanz_ssot/library", "zwanz_ssot/record.py"),
    *(
        "renderer/zwanz_renderer/text/lints.py",
        "renderer/zwanz_renderer/text/markdown.py",
        "renderer/zwanz_renderer/shortcodes",
    ),
)
_NOTES = {
    *(
        "fault",
        "named",
        "never",
        "always",
        "unfit",
        "unknown",
        "note",
        "Problem",
        "add",
        "_add",
        "_say",
    ),
    *("complain", "problem", "_refuse"),
}
_WORDS = "zwanz_ssot/words"
"""Here problems are worded that a check reports later: remarks on conditions, premises and uses."""
_WORDED = {"never", "always", "unfit", "needs", "bars"}
_LEAST = {"add": 3, "_add": 3, "note": 3, "named": 4}
"""The arguments from which on a call with a common name reports a problem."""


@cache
def _calls(file: Path) -> tuple[tuple[int, int], ...]:
    """First and last line of each call in a file that reports a problem."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else getattr(node.func, "id", "")
            )
            worded = name in _WORDED and file.is_relative_to(ROOT / _WORDS)
            if worded or (name in _NOTES and len(node.args) >= _LEAST.get(name, 1)):
                found.append((node.lineno, node.end_lineno or node.lineno))
    return tuple(found)


def _files() -> list[Path]:
    rooms = [ROOT / room for room in (*_ROOMS, _WORDS)]
    return [
        file for room in rooms for file in (sorted(room.rglob("*.py")) if room.is_dir() else [room])
    ]


def _name(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT).as_posix()}:{line}"


def speakers() -> set[str]:
    """Every place that reports a problem, as file and line."""
    return {
        _name(file, first)
        for file in _files()
        for first, _ in _calls(file)
        if not _unreachable(file, first)
    }


def _unreachable(file: Path, line: int) -> bool:
    """Whether a place guards against something that no known parser does."""
    return '"this is not YAML"' in file.read_text(encoding="utf-8").splitlines()[line - 1]


def sentences() -> list[str]:
    """The longest fixed part of each message about text that the C parser does not accept
    as YAML.
    """
    explanations = [
        explanation
        for explanation in yaml_reader._EXPLANATIONS
        if explanation.part != "<block end>"
    ]
    return [
        max(re.split(r"\{\w+\}", explanation.sentence.replace("{{", "{")), key=len)
        for explanation in explanations
    ]


@contextmanager
def speaking() -> Iterator[set[str]]:
    """Record the places that report a problem in the body."""
    reached: set[str] = set()
    worded: dict[int, tuple[Remark | PremiseUse, set[str]]] = {}
    """What was worded for a check to report, and where, by identity."""
    rooms = {str(file): file for file in _files()}
    plain = Problem.__init__

    def places_in(frame: FrameType | None) -> set[str]:
        found = set()
        while frame is not None:
            file = rooms.get(frame.f_code.co_filename)
            if file is not None:
                line = frame.f_lineno
                found |= {
                    _name(file, first) for first, last in _calls(file) if first <= line <= last
                }
            frame = frame.f_back
        return found

    def recorded(self: Problem, *args: Any, **more: Any) -> None:
        frame: FrameType | None = sys._getframe(1)
        reached.update(places_in(frame))
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, Remark | PremiseUse) and id(value) in worded:
                    reached.update(worded[id(value)][1])
            frame = frame.f_back
        plain(self, *args, **more)

    def remembered(kind: type[Remark | PremiseUse]) -> Any:
        plain = kind.__init__

        def init(self: Remark | PremiseUse, *args: Any, **more: Any) -> None:
            plain(self, *args, **more)
            worded[id(self)] = self, places_in(sys._getframe(1))

        return patch.object(kind, "__init__", init)

    with patch.object(Problem, "__init__", recorded), remembered(Remark), remembered(PremiseUse):
        yield reached
