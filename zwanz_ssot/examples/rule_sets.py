"""In which rule sets an example holds: those that it names, and the variants of these.

A variant inherits the examples of what it is a variant of. Of a rule set, what that is a variant
of, and so on to the base, the nearest one that is named decides: under ``in`` the example holds,
under ``not_in`` it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..library import BASE, Library
from ..source import Document, Path


@dataclass(frozen=True)
class NamedRuleSets:
    """What ``in`` and ``not_in`` name, each with the place where it stands."""

    held: Mapping[str, Path] = field(default_factory=dict)
    excepted: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, held: Iterable[str], excepted: Iterable[str] = ()) -> NamedRuleSets:
        """Names without places."""
        return cls(dict.fromkeys(held, ()), dict.fromkeys(excepted, ()))

    def has(self, lineage: tuple[str, ...]) -> bool:
        """Whether the example holds in the first rule set of a lineage (`Library.lineage`)."""
        named = (name for name in lineage if name in self.held or name in self.excepted)
        return next(named, None) in self.held


def named_rule_sets(document: Document, number: int) -> NamedRuleSets | None:
    """What an example of a file names, or the top of the file for it; None without ``in``.

    The top of the file is for examples without an ``in`` of their own; their ``not_in`` adds to
    that of the file.
    """
    entry, at = document.data["examples"][number], ("examples", number)
    excepted = _places(entry, at, "not_in")
    if "in" in entry:
        return NamedRuleSets(_places(entry, at, "in"), excepted)
    if "in" not in document.data:
        return None
    return NamedRuleSets(
        _places(document.data, (), "in"), _places(document.data, (), "not_in") | excepted
    )


def is_about(document: Document, number: int, lineage: tuple[str, ...]) -> bool:
    """Whether an example holds in the first rule set of a lineage."""
    named = named_rule_sets(document, number)
    return named is not None and named.has(lineage)


def derived(folder: Library, game: str) -> dict[str, tuple[str, ...]]:
    """The rule sets of a game in a folder of rules, each with its lineage."""
    names = (BASE, *folder.variants(game))
    return {name: folder.lineage(game, name) for name in names}


def _places(data: Mapping[str, Any], at: Path, key: str) -> dict[str, Path]:
    return {name: (*at, key, place) for place, name in enumerate(data.get(key, ()))}
