"""What an example came to: an answer, and the differences between what it expects and what the
rules give.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..problems import Mark


@dataclass(frozen=True, slots=True)
class Decisive:
    """The rule that decided: its dotted path, where it is written, and what it says by language."""

    path: str
    file: str | None
    line: int | None
    sentence: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The parts by name."""
        return {
            "path": self.path,
            "file": self.file,
            "line": self.line,
            "sentence": dict(self.sentence),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that an example expects and that does not follow. ``expected`` and ``got`` are
    plain values.
    """

    mark: Mark
    path: str
    expected: Any
    got: Any
    rule: Decisive | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The parts by name, as ``schema/answers.schema.json`` tells."""
        return {
            "path": self.path,
            "file": self.mark.file,
            "line": self.mark.line,
            "column": self.mark.column,
            "expected": self.expected,
            "got": self.got,
            "note": self.note,
            "rule": self.rule.as_dict() if self.rule else None,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """One example, run in one rule set."""

    example: str
    title: Mapping[str, str]
    game: str
    variant: str
    mark: Mark
    differences: tuple[Difference, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all that the example expects follows from the rules."""
        return not self.differences

    def as_dict(self) -> dict[str, Any]:
        """The parts by name, as ``schema/answers.schema.json`` tells."""
        return {
            "example": self.example,
            "title": dict(self.title),
            "game": self.game,
            "variant": self.variant,
            "file": self.mark.file,
            "line": self.mark.line,
            "ok": self.ok,
            "differences": [difference.as_dict() for difference in self.differences],
        }


def report(answers: Sequence[Answer]) -> dict[str, Any]:
    """All answers of a run as one document of the shape of ``schema/answers.schema.json``."""
    return {
        "ok": all(answer.ok for answer in answers),
        "answers": [answer.as_dict() for answer in answers],
    }
