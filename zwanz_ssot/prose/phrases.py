"""Phrases of the program itself, beside the sentences of the rules: ``phrases.<language>.yaml``.

All faces share them: the terminal, reports, a scaffolded repository.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ..places import table
from .template import words

_FOLDER = Path(__file__).resolve().parent
ENGLISH = "en"


@cache
def phrases_of(language: str) -> dict[str, Any] | None:
    """The phrases of a language by their keys; None where it has none."""
    file = _FOLDER / f"phrases.{language}.yaml"
    if not file.exists():
        return None
    found: dict[str, Any] = table(file)
    return found


class Phrases:
    """The phrases of a language; the English ones where it has none.

    `WrongCall` for a language that does not exist.

    >>> Phrases("en")("judged_rounds", n=3)
    '3 rounds'
    """

    def __init__(self, language: str) -> None:
        own = phrases_of(language)
        if own is None:
            words(language)  # refuses a language that does not exist
        self._texts: dict[str, Any] = own or phrases_of(ENGLISH) or {}

    def __call__(self, key: str, **values: object) -> str:
        """A phrase with values filled in; of ``one`` and ``many``, the number ``n`` chooses."""
        text = self._texts[key]
        if isinstance(text, dict):
            text = text["one" if str(values["n"]) == "1" else "many"]
        return str(text).format(**values)

    def commands(self, key: str) -> tuple[str, ...]:
        """The words by which a person who plays asks for something."""
        return tuple(map(str, self._texts["commands"][key]))
