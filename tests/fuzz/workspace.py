"""The sound files, in a folder where they can be spoilt, and the values in them."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from zwanz_ssot import places
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game
from zwanz_ssot.prose.template import fallback_first

OUTSIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "games"
HOUSE = Path(__file__).resolve().parent.parent / "house_rules"
LANGUAGES = fallback_first()
_SOUND = {"rules": places.data("rules"), "games": OUTSIDE}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes YAML without aliases, as the check refuses a file with one at once."""

    def represent_data(self, data: Any) -> yaml.Node:
        """The node of data: as by PyYAML 6's ``SafeRepresenter``, in a third of its time."""
        kind = type(data)
        if kind is str:
            return yaml.ScalarNode(_STR, data)
        if kind is int:
            return yaml.ScalarNode(_INT, str(data))
        if kind is dict:
            pairs = [(self.represent_data(k), self.represent_data(v)) for k, v in data.items()]
            nodes = [node for pair in pairs for node in pair]
            return yaml.MappingNode(_MAP, pairs, flow_style=_in_flow(nodes))
        if kind is list:
            nodes = [self.represent_data(each) for each in data]
            return yaml.SequenceNode(_SEQ, nodes, flow_style=_in_flow(nodes))
        return super().represent_data(data)

    def ignore_aliases(self, data: Any) -> bool:
        return True


_STR, _INT, _MAP, _SEQ = (f"tag:yaml.org,2002:{name}" for name in ("str", "int", "map", "seq"))


def _in_flow(nodes: list[yaml.Node]) -> bool:
    """Whether a collection stands in one line: all in it are plain scalars."""
    return all(type(node) is yaml.ScalarNode and not node.style for node in nodes)


_STAMPS = count(1)
"""Each text of a file has its own time, by which caches know it."""


def written(data: Any) -> str:
    """Data as a file."""
    options = {"allow_unicode": True, "sort_keys": False, "width": 100}
    return str(yaml.dump(data, Dumper=_Dumper, default_flow_style=None, **options))


def read(text: str) -> Any:
    """A file as plain data."""
    return yaml.load(text, Loader=_LOADER)


_TEXTS: dict[str, str] = {}
_DATA: dict[str, Any] = {}


@dataclass(eq=False)
class Workspace:
    """A copy of the shipped rules and of the games beside them, and a folder for a user's own
    files.
    """

    folder: Path

    @cached_property
    def roots(self) -> tuple[Path, ...]:
        """The folders of rules."""
        return tuple(self.folder / where for where in _SOUND)

    def root_of(self, place: str) -> Path:
        """The folder of rules that has a place; for a user's own files, the shipped one."""
        return self.roots[1] if place.startswith("games/") else self.roots[0]

    def places(self, pattern: str) -> list[str]:
        """The sound files of both folders by a pattern, as places."""
        return _places(self, pattern)

    def text(self, place: str) -> str:
        """The sound text of a file."""
        if place not in _TEXTS:
            _TEXTS[place] = (self.folder / place).read_text(encoding="utf-8")
        return _TEXTS[place]

    def data(self, place: str) -> Any:
        """The sound data of a file; spoil only a copy."""
        if place not in _DATA:
            _DATA[place] = read(self.text(place))
        return _DATA[place]

    @contextmanager
    def with_file(self, place: str, text: str) -> Iterator[Path]:
        """Give a file another text; afterwards it is as before, with its old time, so that caches
        stay good.
        """
        path = self.folder / place
        sound = (self.text(place), path.stat().st_mtime_ns) if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(path, text, next(_STAMPS))
            yield path
        finally:
            if sound is None:
                path.unlink()
            else:
                _write(path, *sound)

    @property
    def rule_sets(self) -> tuple[tuple[str, str, str], ...]:
        """Every rule set: where its folder of rules lies in the workspace, its game, its variant."""
        return _rule_sets()

    @property
    def donors(self) -> dict[str, list[Any]]:
        """The values under each key, in all rules, packs and examples."""
        return _donors()


@cache
def _places(where: Workspace, pattern: str) -> list[str]:
    found = [path for root in where.roots for path in sorted(root.glob(pattern))]
    return [path.relative_to(where.folder).as_posix() for path in found]


@cache
def _rule_sets() -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (where, game, variant)
        for where, root in _SOUND.items()
        for game, variant in library(root).rule_sets()
    )


@cache
def _donors() -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    every = ("*.yaml", "decks/*.yaml", "*/*.yaml", "*/variants/*.yaml", "*/examples/*.yaml")
    for pattern in every:
        for place in workspace().places(pattern):
            _collect(workspace().data(place), "", found)
    return found


def _write(path: Path, text: str, stamp: int) -> None:
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
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
    """A sound game, by an entry of `Workspace.rule_sets`."""
    return load(game, variant, rules=_SOUND[where])


_MINE = [0]


def workspace() -> Workspace:
    """The workspace of this process."""
    return _numbered(_MINE[0])


def take(number: int) -> None:
    """Use another workspace from now on: each process that spoils files needs one of its own.

    A process knows what was read of it before the fork.
    """
    _MINE[0] = number
    workspace()


@cache
def _numbered(number: int) -> Workspace:
    new = Workspace(around() / str(number))
    restored(new)
    return new


def restored(spoilt: Workspace) -> None:
    """Write all files of a workspace anew, as the process that spoilt one may have died."""
    shutil.rmtree(spoilt.folder, ignore_errors=True)
    for where, root in _SOUND.items():
        shutil.copytree(root, spoilt.folder / where, ignore=shutil.ignore_patterns("*.md"))
    (spoilt.folder / "own").mkdir()


@cache
def around() -> Path:
    """The folder of all workspaces, which goes with the process that made it."""
    folder, owner = Path(tempfile.mkdtemp(prefix="zwanz-fuzz-")), os.getpid()

    def clear() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(clear)
    return folder
