"""In which order words stand. What the letters of a language do not tell stands in
``readings.<language>.yaml``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

from zwanz_ssot.places import data, table

_LONG = "ー"


def alphabetical(name: str, lang: str) -> tuple[str, str]:
    """The sort key of a name: its letters without their marks, capitals like small ones; then the
    name itself.

    A name of signs that are read otherwise than they are written goes by its reading, which is
    folded to the plain katakana of the order of fifty sounds.
    """
    read = name
    for written, sound in _readings(lang):
        read = read.replace(written, sound)
    bare = unicodedata.normalize("NFKD", read.casefold())
    return "".join(_plain(letter for letter in bare if not unicodedata.combining(letter))), name


def _plain(letters: Iterator[str]) -> Iterator[str]:
    """Kana as large katakana, a long vowel as that vowel once more; other letters as they are."""
    before = ""
    for letter in letters:
        if letter == _LONG:
            letter = (
                unicodedata.lookup(f"KATAKANA LETTER {before[-1]}")
                if before[-1:] in tuple("AEIOU")
                else ""
            )
        called = unicodedata.name(letter, "") if letter else ""
        if called.startswith(("HIRAGANA LETTER ", "KATAKANA LETTER ")):
            before = called.rpartition(" ")[2]
            letter = unicodedata.lookup(f"KATAKANA LETTER {before}")
        yield letter


@cache
def _readings(lang: str) -> tuple[tuple[str, str], ...]:
    """What is written and how it is read, the longest first; nothing where a language has no such
    file.
    """
    file = data("templates") / f"readings.{lang}.yaml"
    told: dict[str, str] = table(file) if file.is_file() else {}
    return tuple(sorted(told.items(), key=lambda pair: -len(pair[0])))
