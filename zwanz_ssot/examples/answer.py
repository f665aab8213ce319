"""What an example came to: an answer, its differences from what is expected, and both as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..problems import Mark
from ..prose.template import Phrase, WordsFile, words
from ..source import spell

NOT_LEGAL = "it is not legal here"
"""The note on a move that is refused where the example makes it."""


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
class Mismatch:
    """An expected value that does not follow from the rules. ``expected`` and ``got`` are plain
    data.
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
    differences: tuple[Mismatch, ...] = ()

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


_ENGLISH = "en"


def as_text(answer: Answer, language: str = _ENGLISH) -> str:
    """One line if the example holds; else each difference with its place and the deciding rule."""
    phrases = words(language)
    verdict = phrases.text("examples", "ok" if answer.ok else "wrong")
    title = answer.title.get(language) or answer.title.get(_ENGLISH, "")
    lines = [f"{answer.example} [{answer.variant}] {verdict}: {title}"]
    for difference in answer.differences:
        lines += [f"  {line}" for line in _difference(difference, language, phrases)]
    return "\n".join(lines)


def _difference(difference: Mismatch, language: str, phrases: WordsFile) -> list[str]:
    expected, got = Phrase(_spelled(difference.expected)), Phrase(_spelled(difference.got))
    text = phrases.text("examples", "expected", expected=expected, got=got)
    lines = [f"{difference.mark}: {difference.path}: {text}"]
    if difference.note:
        lines.append(f"  {difference.note}")
    if difference.rule is not None:
        lines.append(f"  {_rule(difference.rule, language)}")
    return lines


def _rule(rule: Decisive, language: str) -> str:
    place = f" ({rule.file}:{rule.line})" if rule.file else ""
    sentence = rule.sentence.get(language) or rule.sentence.get(_ENGLISH, "")
    name = f"{rule.path}{place}" if rule.path else ""
    return ": ".join(part for part in (name, sentence) if part)


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else spell(value, 160)
