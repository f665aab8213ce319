"""A rule set put together by chance: a variant, as a person would write it to a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from typing import Any

import yaml

from zwanz_ssot.library import Checking, Library, drafts, library
from zwanz_ssot.model import Game
from zwanz_ssot.overlay import MISSING, compare
from zwanz_ssot.paths import dotted
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.schema import check
from zwanz_ssot.source import parse

from .parts import Data, Donor

SOURCE = "custom"
VARIANT = "transplant"

if hasattr(yaml, "CSafeDumper"):
    _Dumper: Any = yaml.CSafeDumper
else:  # pragma: no cover - without the library written in C
    _Dumper = yaml.SafeDumper


@dataclass(frozen=True)
class RuleSet:
    """Changes of a shipped rule set; `origins` says in a few words where each comes from."""

    of: str
    changes: tuple[Data, ...]
    origins: tuple[str, ...] = ()
    seed: int = 0
    root: FilePath | None = None
    """The library that the rule set lies in; None: the shipped one."""

    @property
    def name(self) -> str:
        """The variant's name, another one for each seed."""
        return f"{VARIANT}-{self.seed}"

    @property
    def text(self) -> str:
        """The file of the variant."""
        head = [f"# seed {self.seed}: {note}" for note in self.origins]
        if self.root not in (None, library().root):
            head.append(f"# rules: {self.root}")
        data = {
            "variant": self.name,
            "of": self.of,
            "name": {"en": f"Transplant {self.seed}", "de": f"Verpflanzung {self.seed}"},
            "changes": list(self.changes),
        }
        options = {"allow_unicode": True, "sort_keys": False, "width": 100}
        body = yaml.dump(data, Dumper=_Dumper, default_flow_style=None, **options)
        return "".join(f"{line}\n" for line in head) + str(body)

    def without(self, number: int) -> RuleSet:
        """The rule set without one of its changes."""
        left = (*self.changes[:number], *self.changes[number + 1 :])
        return replace(self, changes=left)

    def load(self) -> Game:
        """The game. Raises `RulesFault` with every problem that `check` finds."""
        file = FilePath(f"{self.name}.yaml").absolute()  # as if it were written there
        document = parse(self.text, file.name)
        if problems := check(document, "overlay"):
            raise RulesFault(problems)
        known = Library(library(self.root).root, {file: document})
        return Checking(known).game(file, "variant")


def rule_set(host: Donor, data: Data, origins: Sequence[str], seed: int) -> RuleSet:
    """The changes that turn the rules of a donor into `data`."""
    changes = []
    for each in compare(host.data, data):
        change: Data = {"at": dotted(each.path)}
        if each.new is MISSING:
            change["drop"] = True
        else:
            change["add" if each.old is MISSING else "set"] = each.new
        changes.append({**change, "source": SOURCE})
    return RuleSet(host.name, tuple(changes), tuple(origins), seed, host.library.root)


@cache
def shipped(name: str, root: FilePath | None = None) -> Game:
    """The rule set of a name, of the shipped ones or those of another library."""
    game, _, variant = name.partition(":")
    known = library(root)
    if variant:
        return drafts.finish(drafts.variant(known, known.variant_file(game, variant)))
    return drafts.finish(drafts.base(known, game))
