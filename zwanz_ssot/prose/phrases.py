"""What the command line says by itself, beside the sentences of the rules:
``phrases.<language>.yaml``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ..places import table

_FOLDER = Path(__file__).resolve().parent
ENGLISH = "en"


@cache
def read(name: str) -> Any:
    """One of the YAML files beside this module."""
    return table(_FOLDER / f"{name}.yaml")


class Phrases:
    """The phrases of a language; English where there are none. `WrongCall` for a language that is
    not there at all.
    """

    def __init__(self, language: str) -> None:
        there = (_FOLDER / f"phrases.{language}.yaml").exists()
        if not there:
            from .template import words

            words(language)
        self._texts: dict[str, Any] = read(f"phrases.{language if there else ENGLISH}")

    def __call__(self, key: str, **values: object) -> str:
        """A phrase, filled in. One with ``one`` and ``many`` goes by ``n``, be it a number or how
        one is written.
        """
        text = self._texts[key]
        if isinstance(text, dict):
            text = text["one" if str(values["n"]) == "1" else "many"]
        return str(text).format(**values)

    def commands(self, key: str) -> tuple[str, ...]:
        """The words by which a person at the table asks for something."""
        return tuple(map(str, self._texts["commands"][key]))
