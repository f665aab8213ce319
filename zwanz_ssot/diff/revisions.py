"""What changes between two git revisions: every rule of every game and variant, and the examples that
flip. The revisions lie in folders aside; the checkout is never touched.
"""

from __future__ import annotations

import io
import posixpath
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json
from ..problems import Problem, RulesFault, WrongCall
from ..prose.phrases import Phrases
from .behaviour import (
    BehaviourChange,
    FlippedExamples,
    PositionChange,
    TriedExamples,
    altered_data,
    altered_markdown,
    flips,
    is_close,
    moved,
    print_altered,
)
from .rules import RuleDifference, as_markdown, data, differences, print_told

if TYPE_CHECKING:
    from ..examples import Case
    from ..model import Game


def is_revision(name: str) -> bool:
    """Whether git knows a commit of this name here; False also where there is no git."""
    try:
        return _commit(name) is not None
    except OSError:
        return False


def commit(name: str, phrases: Phrases) -> str:
    """The full name of a commit. `WrongCall` without git, outside a repository and for an unknown
    revision.
    """
    try:
        if _git("rev-parse", "--git-dir").returncode:
            raise WrongCall(phrases("no_repository"))
    except OSError:
        raise WrongCall(phrases("no_git")) from None
    found = _commit(name)
    if found is None:
        raise WrongCall(phrases("no_revision", name=name))
    return found


def changed(old: str, new: str, paths: tuple[str, ...], phrases: Phrases) -> list[str]:
    """The YAML files that differ between two commits, below ``paths`` if there are any, as seen
    from the top. `WrongCall` for a path that neither commit has.
    """
    from ..library import is_rule_file

    for path in paths:
        if not any(
            _git("ls-tree", "-r", "--name-only", each, "--", path).stdout for each in (old, new)
        ):
            raise WrongCall(phrases("no_such_path", path=path))
    names = (
        _git("diff", "--name-only", "--no-renames", "-z", old, new, "--", *paths)
        .stdout.decode()
        .split("\0")
    )
    return [name for name in names if is_rule_file(name)]


def unpack(name: str, folder: Path) -> None:
    """Write the YAML files of a commit into a folder. A link becomes a copy of the file that it
    leads to; a link that leads out of the commit is left out.
    """
    folder.mkdir()
    top = _git("rev-parse", "--show-toplevel").stdout.decode().rstrip("\n") or "."
    packed = _git("archive", "--format=tar", name, "--", "*.yaml", at=top)
    if packed.returncode:  # no file fits: nothing to unpack
        return
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        members = {posixpath.normpath(member.name): member for member in archive}
        for path in members:
            content = _content(archive, members, path)
            if content is not None and _inside(folder, path):
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)


def _content(
    archive: tarfile.TarFile, members: Mapping[str, tarfile.TarInfo], path: str
) -> bytes | None:
    """The content of a file, through links to other files of the archive; None for anything else.

    `TarFile.extractall` with a filter would do it, but Python 3.11 has filters only since 3.11.4.
    """
    followed: set[str] = set()
    while path in members and path not in followed:
        followed.add(path)
        member = members[path]
        if member.issym():
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), member.linkname))
            continue
        reader = archive.extractfile(member) if member.isreg() else None
        return None if reader is None else reader.read()
    return None


def _inside(folder: Path, path: str) -> bool:
    """Whether a path below a folder stays there."""
    return (folder / path).resolve().is_relative_to(folder.resolve())


def _commit(name: str) -> str | None:
    if name.startswith("-") or "\0" in name:
        return None
    done = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def _git(*args: str, at: str | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *args], cwd=at, capture_output=True, check=False)


@dataclass(frozen=True)
class RevisionPair:
    """A rule set in the old and in the new state; None where one has none. ``fault`` says why one
    is unreadable.
    """

    name: str
    old: Game | None
    new: Game | None
    fault: str = ""
    told: tuple[RuleDifference, ...] = ()
    differs: bool = False
    """Whether any rule differs, told here or of the game already."""


def tell(
    old: str, new: str, paths: tuple[str, ...], *, lang: str, tries: int, play: bool, form: str
) -> None:
    """Print what changes from one revision to another: ``form`` is text, markdown or json;
    ``play``: with what it alters in play.
    """
    phrases = Phrases(lang)
    before, after = commit(old, phrases), commit(new, phrases)
    files = changed(before, after, paths, phrases)
    with TemporaryDirectory(prefix="zwanz-") as aside:
        folders = FilePath(aside).resolve() / "old", FilePath(aside).resolve() / "new"
        unpack(before, folders[0])
        unpack(after, folders[1])
        every = [*_packs(files, *folders, phrases), *_told(_pairs(files, *folders), lang)]
        altered = (
            BehaviourChange(_flips(every, folders[1], tries, lang), _moved(every))
            if play
            else BehaviourChange()
        )
        pairs = [each for each in every if _speaks(each)]
    games = {each.name: each.new for each in every if each.new}
    if form == "json":
        print_json(_data(old, new, pairs, altered))
    elif form == "markdown":
        click.echo("\n".join(_markdown(old, new, pairs, phrases)))
        click.echo("\n".join(altered_markdown(altered, games, lang, phrases)), nl=altered.tells)
    else:
        _print(old, new, pairs, phrases)
        print_altered(altered, games, lang, phrases)


def _pairs(files: Iterable[str], old: FilePath, new: FilePath) -> Iterator[RevisionPair]:
    """Every rule set that the changed files may touch."""
    from ..library import BASE, library

    homes: dict[FilePath, set[str]] = {}
    own = []
    for name in files:
        home = _home(FilePath(name), old, new)
        if home is None:
            own.append(name)
            continue
        inside = FilePath(name).relative_to(home).parts[0]
        games = {game for side in (old, new) for game in library(side / home).games()}
        homes.setdefault(home, set()).update({inside} & games or games)
    for home, games in sorted(homes.items()):
        shelves = library(old / home), library(new / home)
        for game in sorted(games):
            variants = {variant for shelf in shelves for variant in shelf.variants(game)}
            for variant in (BASE, *sorted(variants)):
                places = [
                    shelf.variant_file(game, variant)
                    if variant != BASE
                    else shelf.root / game / "game.yaml"
                    for shelf in shelves
                ]
                there = [place.exists() for place in places]
                yield _pair(
                    f"{game}:{variant}",
                    game,
                    [variant if each else None for each in there],
                    shelves,
                    (old, new),
                )
    for name in own:
        if _own_variant(old / name) or _own_variant(new / name):
            there = [(side / name).exists() for side in (old, new)]
            chosen = [
                str(side / name) if each else None
                for side, each in zip((old, new), there, strict=True)
            ]
            yield _pair(name, None, chosen, (library(), library()), (old, new))


def _packs(
    files: Iterable[str], old: FilePath, new: FilePath, phrases: Phrases
) -> Iterator[RevisionPair]:
    """The packs of cards that are not the same: that they are not is all that can be said of them."""
    for name in files:
        at_home = (
            FilePath(name).parent.name == "decks" and _home(FilePath(name), old, new) is not None
        )
        if at_home and _plain(old / name) != _plain(new / name):
            yield RevisionPair(name, None, None, phrases("pack_changed"))


def _home(name: FilePath, old: FilePath, new: FilePath) -> FilePath | None:
    """The folder of rules that a file lies in."""
    return next(
        (up for up in name.parents for side in (new, old) if (side / up / "sources.yaml").exists()),
        None,
    )


def _own_variant(file: FilePath) -> bool:
    found = _plain(file)
    return isinstance(found, dict) and {"variant", "of"} <= found.keys()


def _plain(file: FilePath) -> Any:
    """What stands in a file; None where it is not there or cannot be read."""
    from ..source import read

    with suppress(RulesFault, OSError):
        return read(file).data
    return None


def _pair(
    name: str,
    game: str | None,
    variants: list[str | None],
    shelves: Iterable[Any],
    folders: tuple[FilePath, FilePath],
) -> RevisionPair:
    from ..library import load

    games: list[Game | None] = []
    for variant, shelf, folder in zip(variants, shelves, folders, strict=True):
        try:
            of = game or shelf.games()[0]
            games.append(None if variant is None else load(of, variant, rules=shelf.root))
        except RulesFault as fault:
            return RevisionPair(name, None, None, _in_state(fault.problems[0], folder))
        except WrongCall as wrong:
            return RevisionPair(name, None, None, str(wrong))
    old, new = games
    return RevisionPair(name, old, new)


def _in_state(problem: Problem, folder: FilePath) -> str:
    """A problem with the state it is in, ``old`` or ``new``, and its file as seen from there."""
    seen = problem.seen_from(folder)
    return str(problem) if seen == problem else f"{folder.name}: {seen}"


def _told(pairs: Iterable[RevisionPair], lang: str) -> Iterator[RevisionPair]:
    """Each pair with its differences; what its game has already is not told of the variant again."""
    from ..library import BASE

    of_game: dict[str, set[tuple[Any, str]]] = {}
    for pair in pairs:
        if pair.old is None or pair.new is None or pair.old.id != pair.new.id:
            yield pair
            continue
        told = list(differences(pair.old, pair.new, lang))
        differs = bool(told)
        if pair.new.variant == BASE:
            of_game[pair.new.id] = {(each.path, each.sentence) for each in told}
        else:
            told = [
                each
                for each in told
                if (each.path, each.sentence) not in of_game.get(pair.new.id, ())
            ]
        yield replace(pair, told=tuple(told), differs=differs)


def _speaks(pair: RevisionPair) -> bool:
    """Whether there is anything to say of a pair."""
    return bool(pair.told or pair.fault or (pair.old is None) != (pair.new is None))


def _flips(pairs: list[RevisionPair], new: FilePath, tries: int, lang: str) -> FlippedExamples:
    """Hold at most ``tries`` examples of the new state against the old rules, those of changed
    rules first.
    """
    asked = {
        (each.new.id, each.new.variant): each
        for each in pairs
        if each.new and each.old and each.differs
    }
    found = []
    for case in _cases(new) if asked else ():
        pair = asked.get((case.game.id, case.game.variant))
        if pair and pair.old:
            close = is_close(case, [each.path for each in pair.told])
            found.append(TriedExamples(case, pair.old, pair.name, close))
    return flips(found, tries, lang)


def _moved(pairs: list[RevisionPair]) -> list[PositionChange]:
    """The positions that are more or fewer by the new rules."""
    asked = [
        (pair.name, pair.old, pair.new) for pair in pairs if pair.old and pair.new and pair.differs
    ]
    return [each for name, old, new in asked for each in moved(name, old, new)]


def _cases(folder: FilePath) -> Iterator[Case]:
    """Every example of a folder that can be read."""
    from ..examples import cases

    for file in sorted(folder.rglob("*.yaml")):
        if file.is_file() and "examples:" in file.read_text(encoding="utf-8", errors="replace"):
            with suppress(RulesFault):
                yield from cases(file)


def _heading(pair: RevisionPair, phrases: Phrases) -> str:
    if pair.fault:
        return phrases("unreadable", name=pair.name, problem=pair.fault)
    if pair.old is None or pair.new is None:
        return phrases("new_rules" if pair.old is None else "gone_rules", name=pair.name)
    return phrases("changed_rules", n=len(pair.told), name=pair.name)


def _print(old: str, new: str, pairs: list[RevisionPair], phrases: Phrases) -> None:
    if not pairs:
        click.echo(phrases("no_changes", a=old, b=new))
    for pair in pairs:
        print_told(_heading(pair, phrases), list(pair.told))
        click.echo()


def _markdown(old: str, new: str, pairs: list[RevisionPair], phrases: Phrases) -> Iterator[str]:
    if not pairs:
        yield phrases("no_changes", a=old, b=new)
        return
    yield f"## {phrases('changes', a=old, b=new)}"
    for pair in pairs:
        yield ""
        yield from as_markdown(f"**{_heading(pair, phrases)}**", list(pair.told), phrases)


def _data(
    old: str, new: str, pairs: list[RevisionPair], altered: BehaviourChange
) -> Mapping[str, Any]:
    rule_sets = [
        {
            "rules": each.name,
            "is_new": each.old is None and not each.fault,
            "is_gone": each.new is None and not each.fault,
            "problem": each.fault,
            "differences": [*map(data, each.told)],
        }
        for each in pairs
    ]
    return {"a": old, "b": new, "rule_sets": rule_sets, **altered_data(altered)}
