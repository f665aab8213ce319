"""The sound files, in a folder where they can be spoilt, and the values that stand in them."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from zwanz_ssot import places
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game

OUTSIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "games"
HOUSE = Path(__file__).resolve().parent.parent / "house_rules"
_SOUND = {"rules": places.data("rules"), "games": OUTSIDE}
LANGUAGES = ("en", "de", "ja")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_STAMPS = count(1)
"""Each state of a file has a time of its own: what was read before is told by it."""


def written(data: Any) -> str:
    """Data as a file."""
    options = {"allow_unicode": True, "sort_keys": False, "width": 100}
    return str(yaml.dump(data, Dumper=_DUMPER, default_flow_style=None, **options))


def read(text: str) -> Any:
    """A file as plain data."""
    return yaml.load(text, Loader=_LOADER)


@dataclass(eq=False)
class Shelf:
    """A copy of the shipped rules and of the games beside them, and a folder for files of one's
    own.
    """

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def roots(self) -> tuple[Path, ...]:
        """The folders of rules."""
        return tuple(self.folder / where for where in _SOUND)

    def root_of(self, place: str) -> Path:
        """The folder of rules that a place lies in; of one's own files, the shipped one."""
        return self.roots[1] if place.startswith("games/") else self.roots[0]

    def places(self, pattern: str) -> list[str]:
        """Files of both folders by a pattern, as places."""
        found = [path for root in self.roots for path in sorted(root.glob(pattern))]
        return [path.relative_to(self.folder).as_posix() for path in found]

    def text(self, place: str) -> str:
        """The sound text of a file."""
        if place not in self.texts:
            self.texts[place] = (self.folder / place).read_text(encoding="utf-8")
        return self.texts[place]

    def data(self, place: str) -> Any:
        """The sound data of a file, to be spoilt."""
        return read(self.text(place))

    @contextmanager
    def with_file(self, place: str, text: str) -> Iterator[Path]:
        """The shelf with another text in a place."""
        path = self.folder / place
        sound = self.text(place) if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(path, text)
            yield path
        finally:
            if sound is None:
                path.unlink()
            else:
                _write(path, sound)

    @cached_property
    def rule_sets(self) -> tuple[tuple[str, str, str], ...]:
        """Every rule set: where its folder of rules lies on the shelf, its game, its variant."""
        return tuple(
            (where, game, variant)
            for where, root in _SOUND.items()
            for game, variant in library(root).rule_sets()
        )

    @cached_property
    def donors(self) -> dict[str, list[Any]]:
        """What stands under each key, in all rules, packs and examples."""
        found: dict[str, list[Any]] = {}
        every = ("*.yaml", "decks/*.yaml", "*/*.yaml", "*/variants/*.yaml", "*/examples/*.yaml")
        for pattern in every:
            for place in self.places(pattern):
                _collect(self.data(place), "", found)
        return found


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    stamp = next(_STAMPS)
    os.utime(path, ns=(stamp, stamp))


def _collect(data: Any, key: str, found: dict[str, list[Any]]) -> None:
    if key:
        found.setdefault(key, []).append(data)
    if isinstance(data, dict):
        for name, value in data.items():
            _collect(value, str(name), found)
    elif isinstance(data, list):
        for value in data:
            _collect(value, f"{key}[]", found)


@cache
def sound_game(where: str, game: str, variant: str) -> Game:
    """A game without slips, by `Shelf.rule_sets`."""
    return load(game, variant, rules=_SOUND[where])


_SHELVES: list[Shelf] = []


def shelf() -> Shelf:
    """The shelf of this process."""
    if not _SHELVES:
        renew()
    return _SHELVES[-1]


@cache
def _around() -> Path:
    """The folder of all shelves, which goes with the process that made it."""
    folder = Path(tempfile.mkdtemp(prefix="zwanz-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def renew() -> None:
    """Another folder, for a process that was forked; what was read is kept."""
    folder = _around() / str(os.getpid())
    for where, root in _SOUND.items():
        shutil.copytree(root, folder / where, ignore=shutil.ignore_patterns("*.md"))
    (folder / "own").mkdir()
    new = Shelf(folder)
    if _SHELVES:
        new.__dict__.update({**_SHELVES[-1].__dict__, "folder": folder})
        new.__dict__.pop("roots", None)
    _SHELVES.append(new)


def warm() -> None:
    """Read all that every process needs, before they are forked."""
    assert shelf().donors
    for rules in shelf().rule_sets:
        sound_game(*rules)
