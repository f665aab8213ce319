"""What a plain, unquoted word means: a text, a whole or decimal number, true, false or nothing.

A word that readers of YAML take for different things is a text here, and comes with a complaint.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Scalar = str | int | float | bool | None

_CONSTANTS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}
_YES_OR_NO = frozenset(["y", "n", "yes", "no", "on", "off"])
_LONGEST = 18
_INTEGER = re.compile(rf"-?(?:0|[1-9][0-9]{{0,{_LONGEST - 1}}})")
_DECIMAL = re.compile(rf"{_INTEGER.pattern}\.[0-9]{{1,{_LONGEST}}}")
_LIKE_A_NUMBER = re.compile(
    r"[-+]?(?:\.?[0-9][0-9_.:]*(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+|\.inf|\.nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[t ].*)?",
    re.IGNORECASE,
)


class Complaint(NamedTuple):
    """Why a word is not let through: a short code, a sentence, a hint."""

    code: str
    text: str
    hint: str


def plain(word: str, as_key: bool = False) -> tuple[Scalar, Complaint | None]:
    """The meaning of a plain word, and the complaint about it if it has no clear one."""
    if word in _CONSTANTS:
        return _CONSTANTS[word], None
    if _INTEGER.fullmatch(word):
        return int(word), None
    if _DECIMAL.fullmatch(word):
        return float(word), None
    return word, _complaint(word, as_key)


def shorten(word: str) -> str:
    """A word in quotes, cut off where it would fill the line."""
    return f"'{word}'" if len(word) <= 40 else f"'{word[:39]}…'"


def _complaint(word: str, as_key: bool) -> Complaint | None:
    lower = word.lower()
    if _LIKE_A_NUMBER.fullmatch(word):
        text = f"{shorten(word)} looks like a number, but readers of YAML do not agree on which"
        return Complaint(
            "number", text, "write plain digits such as 12, or put it in quotes if it is a text"
        )
    if lower in _YES_OR_NO:
        text = f"'{word}' is a text for some readers of YAML and true or false for others"
        instead = "choose another word" if as_key else "write true or false"
        return Complaint("boolean", text, f"{instead}, or put it in quotes: '{word}'")
    if lower in _CONSTANTS:
        text = f"'{word}' is a text for some readers of YAML and {lower} for others"
        return Complaint("boolean", text, f"write {lower}, or put it in quotes: '{word}'")
    return None
