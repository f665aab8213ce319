"""The ways of each language to say in words what the rules know:
``templates/claims.<language>.yaml``, read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from zwanz_ssot.places import data, table

_SMALL, _LARGEST, _TENS = 10, 100, 10
"""Up to ten, a number in words is no number of the rules but a way of speaking."""
WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = 3
"""So many little words of another language, and none of the book's own, make a text one of that
language.
"""


@dataclass(frozen=True)
class Ways:
    """The ways of a language to say what the rules know."""

    numbers: Mapping[str, int]
    signs: frozenset[str]
    """The words of numbers (or the signs, where words have no blanks between them): most texts have
    none of them.
    """
    counts: Mapping[str, re.Pattern[str]]
    large: re.Pattern[str]
    as_card: re.Pattern[str] | None
    said: Mapping[str, Mapping[str, re.Pattern[str]]]


def foreign(lang: str, said: str) -> str | None:
    """The language that a text is in, where it is certainly not that of the book."""
    heard = WORD.findall(said.lower())
    counts = {other: sum(map(common(other).__contains__, heard)) for other in languages()}
    if counts[lang] or (not common(lang) and not said.isascii() and _own_letters(said)):
        return None
    most = max(counts, key=lambda other: counts[other])
    return most if counts[most] >= _FOREIGN else None


def _own_letters(said: str) -> bool:
    """Whether a text has letters that are written without blanks between words."""
    return any("\u3040" <= sign <= "\u9fff" for sign in said)


@cache
def languages() -> tuple[str, ...]:
    """Those that have a file of their own."""
    return tuple(
        sorted(file.name.split(".")[1] for file in data("templates").glob("claims.*.yaml"))
    )


@cache
def _told(lang: str) -> Mapping[str, Any]:
    told: Mapping[str, Any] = table(data("templates") / f"claims.{lang}.yaml")["claims"]
    return told


@cache
def common(lang: str) -> frozenset[str]:
    """The little words that tell a language; none where there are no blanks between words."""
    return frozenset(_told(lang)["common"].split())


@cache
def ways(lang: str) -> Ways:
    """The ways of a language, as its file has them."""
    told = _told(lang)
    numbers = _numbers(table(data("templates") / f"book.{lang}.yaml")["book"]["numbers"])
    spaced = bool(common(lang))

    def of(names: Mapping[str, int]) -> str:
        return "|".join(sorted(map(re.escape, names), key=len, reverse=True))

    bound = r"\b(?:{})\b" if spaced else "(?:{})"
    every, large = (
        of(numbers),
        {name: number for name, number in numbers.items() if number > _SMALL},
    )
    counts = {
        what: re.compile(
            "|".join(bound.format(way.replace("{n}", f"({every})")) for way in each), re.IGNORECASE
        )
        for what, each in told["counts"].items()
    }
    capitals = "|".join(
        sorted((re.escape(name.capitalize()) for name in numbers), key=len, reverse=True)
    )
    card = told["as_card"].replace("{n:^}", f"(?:{capitals})").replace("{n}", f"(?:{every})")
    return Ways(
        numbers,
        frozenset(numbers) if spaced else frozenset("".join(numbers)),
        counts,
        re.compile(bound.format(of(large)), re.IGNORECASE),
        re.compile(card) if card else None,
        {
            path: {
                value: re.compile("|".join(each), re.IGNORECASE) for value, each in values.items()
            }
            for path, values in told["words"].items()
        },
    )


def _numbers(said: Mapping[str, str]) -> Mapping[str, int]:
    """The numbers below a hundred in words."""
    numbers = {}
    for number in range(_LARGEST):
        tens, ones = number // _TENS * _TENS, number % _TENS
        word = said.get(str(number))
        if word is None:
            one = said.get(f"{ones}.compound", said[str(ones)])
            word = said["compound"].format(tens=said[str(tens)], ones=one)
        numbers[word.lower()] = number
    return numbers
