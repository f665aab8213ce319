"""False claims for chapters: texts that contradict the rules, each with the message of refusal.

    in: ["<game>:base", …]           # where the claims are false, variants of it included
    not_in: ["<game>:<variant>", …]  # but for these; a claim may have both keys of its own
    lang: [en]
    values: {"<game>:base": {cards: 54}}  # what <cards> stands for; variants inherit it, and
                                          # <variant> is the name of each
    lies:
      - lie: the-pack-is-larger           # the kind of the claim
        says: The pack has <cards> cards.
        told: "1:14: '<cards>' is typed: …"  # line and column within the claim, and the message

`read` reads the files of a folder; `answer` puts a claim into a chapter and returns its problems.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from zwanz_ssot.examples import NamedRuleSets, derived
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Mark

from .shortcodes import BLOCKS
from .text.manuscript import Manuscript

_VALUE = re.compile(r"<([a-z_]+)>")
_HEAD = "# Told\n\n"
_ABOVE = _HEAD.count("\n")


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """A false claim in one rule set and one language."""

    kind: str
    rules: str
    """The rule set, as ``game:variant``."""
    lang: str
    text: str
    message: str
    """The refusal: line and column in the text, and the message."""


def read(folder: Path) -> Iterator[FalseClaim]:
    """Every false claim of the files of a folder, once for each of its rule sets and languages."""
    for file in sorted(folder.glob("*.yaml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        for entry in data["lies"]:
            for rules, lineage in _rule_sets(data, entry):
                values: dict[str, Any] = {"variant": rules.partition(":")[2]}
                for above in reversed(lineage):
                    values |= data.get("values", {}).get(above, {})
                    values |= entry.get("values", {}).get(above, {})
                text, message = _filled(entry["says"], values), _filled(entry["told"], values)
                for lang in entry.get("lang", data.get("lang", ["en"])):
                    yield FalseClaim(entry["lie"], rules, lang, text.rstrip("\n"), message)


def _rule_sets(
    data: Mapping[str, Any], entry: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rule sets of a claim, ``game:variant``, each with its lineage."""
    stated = [entry] if "in" in entry else [data, entry]
    named = NamedRuleSets.of(
        chain.from_iterable(each.get("in", ()) for each in stated),
        chain.from_iterable(each.get("not_in", ()) for each in stated),
    )
    folder = library()
    for game in folder.games():
        for names in derived(folder, game).values():
            lineage = tuple(f"{game}:{name}" for name in names)
            if named.has(lineage):
                yield lineage[0], lineage


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return _VALUE.sub(lambda name: str(values[name[1]]), text)


def answer(claim: FalseClaim, folder: Path) -> list[str]:
    """The problems of a chapter with this claim; the chapter is written into the empty `folder`.

    Lines are counted from the first of the claim.
    """
    chapter = folder / "told.md"
    chapter.write_text(f"{_HEAD}{claim.text}\n", encoding="utf-8")
    try:
        Manuscript(_loaded(claim.rules), claim.lang, folder, BLOCKS).chapters()
    except ChapterFault as fault:
        return [f"{_place(problem.mark)}{_words(str(problem))}" for problem in fault.problems]
    return []


def caught(folder: Path, empty: Path) -> dict[str, tuple[int, int]]:
    """By rule set: how many claims there are, and how many are refused with the expected message.

    `folder` has the claims; chapters are written into the folder `empty`.
    """
    planted: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for claim in read(folder):
        planted[claim.rules] += 1
        refused[claim.rules] += answer(claim, empty) == [claim.message]
    return {rules: (number, refused[rules]) for rules, number in planted.items()}


def _place(mark: Mark | None) -> str:
    return f"{mark.line - _ABOVE}:{mark.column}: " if mark else ""


def _words(problem: str) -> str:
    """A message without the place before it."""
    return re.sub(r"^.*?\.md:\d+:\d+: ", "", problem)


@cache
def _loaded(rules: str) -> Game:
    game, _, variant = rules.partition(":")
    return load(game, variant)
