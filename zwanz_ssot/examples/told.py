"""An answer as text for a person, in the languages that there are titles and rules in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..source import spell
from .answer import Answer, Decisive, Difference

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"ok": "holds", "wrong": "does not hold", "expected": "expected {expected}, got {got}"},
    "de": {"ok": "stimmt", "wrong": "stimmt nicht", "expected": "erwartet {expected}, ergibt {got}"},
}


def told(answer: Answer, language: str = "en") -> str:
    """One line when the example holds; otherwise every difference with its place, and the rule that decided."""
    words = _WORDS.get(language, _WORDS["en"])
    title = answer.title.get(language) or answer.title.get("en", "")
    lines = [f"{answer.example} [{answer.variant}] {words['ok' if answer.ok else 'wrong']}: {title}"]
    for difference in answer.differences:
        lines += [f"  {line}" for line in _difference(difference, language, words)]
    return "\n".join(lines)


def _difference(difference: Difference, language: str, words: Mapping[str, str]) -> list[str]:
    said = words["expected"].format(expected=_spelled(difference.expected), got=_spelled(difference.got))
    lines = [f"{difference.mark}: {difference.path}: {said}"]
    if difference.note:
        lines.append(f"  {difference.note}")
    if difference.rule is not None:
        lines.append(f"  {_rule(difference.rule, language)}")
    return lines


def _rule(rule: Decisive, language: str) -> str:
    place = f" ({rule.file}:{rule.line})" if rule.file else ""
    sentence = rule.sentence.get(language) or rule.sentence.get("en", "")
    name = f"{rule.path}{place}" if rule.path else ""
    return ": ".join(part for part in (name, sentence) if part)


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else spell(value, 160)
