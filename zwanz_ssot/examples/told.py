"""An answer as text for a person, in the languages that there are titles and rules in."""

from __future__ import annotations

from typing import Any

from ..prose.template import Phrase
from ..prose.words import Words, words
from ..source import spell
from .answer import Answer, Decisive, Difference

_ENGLISH = "en"


def told(answer: Answer, language: str = _ENGLISH) -> str:
    """One line when the example holds; otherwise every difference with its place, and the rule that
    decided.
    """
    said = words(language)
    title = answer.title.get(language) or answer.title.get(_ENGLISH, "")
    lines = [
        f"{answer.example} [{answer.variant}] {said.text('examples', 'ok' if answer.ok else 'wrong')}: {title}"
    ]
    for difference in answer.differences:
        lines += [f"  {line}" for line in _difference(difference, language, said)]
    return "\n".join(lines)


def _difference(difference: Difference, language: str, said: Words) -> list[str]:
    expected, got = Phrase(_spelled(difference.expected)), Phrase(_spelled(difference.got))
    lines = [
        f"{difference.mark}: {difference.path}: {said.text('examples', 'expected', expected=expected, got=got)}"
    ]
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
