"""The changes between two git revisions: the rules of every game and variant, and how they play.

The revisions are unpacked into temporary folders; the checkout is never changed.
"""

from __future__ import annotations

import os
import posixpath
import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

from ..examples import Case, LoadedGames, cases
from ..library import BASE, Library, is_rule_file, library, load, load_variant_file
from ..model import Game
from ..model import Path as RulePath
from ..problems import Problem, RulesFault, WrongCall
from ..prose.phrases import Phrases
from ..source import read
from .behaviour import (
    BehaviourChange,
    FlippedExamples,
    PositionChange,
    RuleDifference,
    TriedExample,
    differences,
    is_close,
    moved_positions,
    run_by_other_rules,
)


def is_revision(name: str) -> bool:
    """Whether git knows a commit of this name here. False where git is missing."""
    try:
        return _commit(name) is not None
    except OSError:
        return False


def commit(name: str, phrases: Phrases) -> str:
    """The full name of a commit. Raises `WrongCall` without git, outside a repository, and for an
    unknown revision.
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
    """The YAML files that differ between two commits, relative to the top of the repository; only
    those below ``paths``, if there are any. Raises `WrongCall` for a path that neither commit has.
    """
    for path in paths:
        if not any(
            _git("ls-tree", "-r", "--name-only", each, "--", path).stdout for each in (old, new)
        ):
            raise WrongCall(phrases("no_such_path", path=path))
    options = ("--name-only", "--no-renames", "--no-relative", "-z")
    found = os.fsdecode(_git("diff", *options, old, new, "--", *paths).stdout)
    return [name for name in found.split("\0") if is_rule_file(name)]


def unpack(name: str, folder: Path) -> None:
    """Write the YAML files of a commit into a new folder. A link becomes a copy of the file that it
    leads to; a link out of the commit is left out.
    """
    folder.mkdir()
    top = os.fsdecode(_git("rev-parse", "--show-toplevel").stdout).rstrip("\n") or "."
    with TemporaryFile() as packed:  # on disk: a file of a commit may have any size
        big = ("-c", "core.bigFileThreshold=4m")  # git keeps no larger file in memory
        made = _git(*big, "archive", "--format=tar", name, "--", "*.y*ml", at=top, out=packed)
        if made.returncode:  # no file fits: nothing to unpack
            return
        packed.seek(0)
        with tarfile.open(fileobj=packed) as archive:
            members = {posixpath.normpath(member.name): member for member in archive}
            for path in members:
                content = _content(archive, members, path) if is_rule_file(path) else None
                if content is not None and _inside(folder, path):
                    target = folder / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with content, target.open("wb") as file:
                        shutil.copyfileobj(content, file)


def _content(
    archive: tarfile.TarFile, members: Mapping[str, tarfile.TarInfo], path: str
) -> IO[bytes] | None:
    """The content of a file, or of the file in the archive that a link leads to; None for anything
    else. (`TarFile.extractall` has a filter for that, but in Python 3.11 only from 3.11.4 on.)
    """
    followed: set[str] = set()
    while path in members and path not in followed:
        followed.add(path)
        member = members[path]
        if member.issym():
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), member.linkname))
            continue
        return archive.extractfile(member) if member.isreg() else None
    return None


def _inside(folder: Path, path: str) -> bool:
    """Whether a path below a folder stays in it, links followed."""
    return Path(os.path.realpath(folder / path)).is_relative_to(os.path.realpath(folder))


def _commit(name: str) -> str | None:
    """The full name of a commit; None for an unknown one."""
    if name.startswith("-") or "\0" in name:
        return None
    done = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def _git(
    *args: str, at: str | None = None, out: IO[bytes] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *args], cwd=at, stdout=out, stderr=subprocess.PIPE, check=False)


@dataclass(frozen=True)
class RuleSetChange:
    """A rule set in the old and in the new state; None where it does not exist.

    ``fault`` says why it cannot be read, or that it is a pack that changes; ``is_faulty`` whether
    that is a problem of the new state. ``differences`` of a variant leave out those that its base
    has, too; ``differs`` says whether there are any differences, with these.
    """

    name: str
    old: Game | None
    new: Game | None
    fault: str = ""
    is_faulty: bool = False
    differences: tuple[RuleDifference, ...] = ()
    differs: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether it has a difference or a fault to report."""
        return bool(self.differences or self.fault or (self.old is None) != (self.new is None))


@dataclass(frozen=True)
class RevisionsDiff:
    """The rule sets that change between two revisions, and how their play changes."""

    rule_sets: tuple[RuleSetChange, ...]
    behaviour: BehaviourChange

    @property
    def games(self) -> dict[str, Game]:
        """The new rule sets by their names."""
        return {each.name: each.new for each in self.rule_sets if each.new}

    @property
    def is_faulty(self) -> bool:
        """Whether rules of the new state have a problem."""
        return any(each.is_faulty for each in self.rule_sets)


def compare_revisions(
    old: str, new: str, paths: tuple[str, ...], *, lang: str, tries: int, play: bool
) -> RevisionsDiff:
    """The changes from one revision to another in YAML files; only those below ``paths``, if there
    are any. With ``play`` also how play changes, by at most ``tries`` examples and by positions.

    Raises `WrongCall` without git, outside a repository, and for a revision or a path that does not
    exist.
    """
    phrases = Phrases(lang)
    before, after = commit(old, phrases), commit(new, phrases)
    files = changed(before, after, paths, phrases)
    with TemporaryDirectory(prefix="zwanz-") as temporary:
        folder = Path(temporary).resolve()
        states = folder / "old", folder / "new"
        unpack(before, states[0])
        unpack(after, states[1])
        packs = _packs(files, *states, phrases)
        rule_sets = _with_differences(_rule_sets(files, *states), lang)
        every = (*packs, *rule_sets)
        behaviour = BehaviourChange()
        if play:
            flips = _flips(every, states[1], tries, lang)
            behaviour = BehaviourChange(flips, _moved(every))
    return RevisionsDiff(every, behaviour)


def _rule_sets(files: Iterable[str], old: Path, new: Path) -> Iterator[RuleSetChange]:
    """Every rule set that the changed files may touch."""
    # The games by their folder of rules. A file that is of no game touches all games of its folder.
    homes: dict[Path, set[str]] = {}
    alone = []
    for name in files:
        home = _home(Path(name), old, new)
        if home is None:
            alone.append(name)
            continue
        inside = Path(name).relative_to(home).parts[0]
        games = {game for state in (old, new) for game in library(state / home).games()}
        homes.setdefault(home, set()).update({inside} & games or games)
    for home, games in sorted(homes.items()):
        known = library(old / home), library(new / home)
        for game in sorted(games):
            yield from _of_game(game, known, (old, new))

    # Variants that lie outside any folder of rules.
    for name in alone:
        if _is_variant(old / name) or _is_variant(new / name):
            chosen = [
                str(state / name) if (state / name).exists() else None for state in (old, new)
            ]
            yield _rule_set(name, None, chosen, (library(), library()), (old, new))


def _of_game(
    game: str, known: tuple[Library, Library], folders: tuple[Path, Path]
) -> Iterator[RuleSetChange]:
    """The base of a game and all its variants, in the old and in the new state."""
    variants = {variant for each in known for variant in each.variants(game)}
    for variant in (BASE, *sorted(variants)):
        chosen = []
        for each in known:
            if variant == BASE:
                file = each.root / game / "game.yaml"
            else:
                file = each.variant_file(game, variant)
            chosen.append(variant if file.exists() else None)
        yield _rule_set(f"{game}:{variant}", game, chosen, known, folders)


def _packs(files: Iterable[str], old: Path, new: Path, phrases: Phrases) -> Iterator[RuleSetChange]:
    """A change for each pack of cards that changes, without a list of differences."""
    for name in files:
        file = Path(name)
        is_pack = file.parent.name == "decks" and _home(file, old, new) is not None
        if is_pack and _plain(old / name) != _plain(new / name):
            yield RuleSetChange(name, None, None, phrases("pack_changed"))


def _home(name: Path, old: Path, new: Path) -> Path | None:
    """The folder of rules that a file lies in; None for a file outside any."""
    for above in name.parents:
        if any((state / above / "sources.yaml").exists() for state in (new, old)):
            return above
    return None


def _is_variant(file: Path) -> bool:
    """Whether a file holds a variant."""
    found = _plain(file)
    return isinstance(found, dict) and {"variant", "of"} <= found.keys()


def _plain(file: Path) -> Any:
    """The content of a file; None where it does not exist or cannot be read."""
    with suppress(RulesFault, OSError):
        return read(file).data
    return None


def _rule_set(
    name: str,
    game: str | None,
    variants: list[str | None],
    known: Iterable[Library],
    folders: tuple[Path, Path],
) -> RuleSetChange:
    """A rule set in both states; ``variants`` are the name or file of its variant in each. Of
    problems in both states, that of the new one is told.
    """
    games: list[Game | None] = [None, None]
    faults = ["", ""]
    states = zip(variants, known, folders, strict=True)
    for n, (variant, each, folder) in enumerate(states):
        if variant is None:
            continue
        try:
            if game is None:
                games[n] = load_variant_file(Path(variant), rules=each.root)
            else:
                games[n] = load(game, variant, rules=each.root)
        except RulesFault as fault:
            faults[n] = _in_state(fault.problems[0], folder)
        except WrongCall as wrong:
            faults[n] = str(wrong)
    if any(faults):
        return RuleSetChange(name, None, None, faults[1] or faults[0], is_faulty=bool(faults[1]))
    old, new = games
    return RuleSetChange(name, old, new)


def _in_state(problem: Problem, folder: Path) -> str:
    """A problem as text, with its state, ``old`` or ``new``, and its file relative to that."""
    seen = problem.seen_from(folder)
    return str(problem) if seen == problem else f"{folder.name}: {seen}"


def _with_differences(rule_sets: Iterable[RuleSetChange], lang: str) -> Iterator[RuleSetChange]:
    """The rule sets with their differences. Those of the base are not repeated for a variant."""
    of_game: dict[str, set[tuple[Any, str]]] = {}
    for each in rule_sets:
        if each.old is None or each.new is None or each.old.id != each.new.id:
            yield each
            continue
        found = list(differences(each.old, each.new, lang))
        differs = bool(found)
        if each.new.variant == BASE:
            of_game[each.new.id] = {(one.path, one.sentence) for one in found}
        else:
            known = of_game.get(each.new.id, ())
            found = [one for one in found if (one.path, one.sentence) not in known]
        yield replace(each, differences=tuple(found), differs=differs)


def _flips(rule_sets: Iterable[RuleSetChange], new: Path, tries: int, lang: str) -> FlippedExamples:
    """Run the examples of the new state with the old rules, first those of changed rules."""
    changed_sets = {
        (each.new.id, each.new.variant): each
        for each in rule_sets
        if each.new and each.old and each.differs
    }
    # Of each game: what changes in it is not repeated among the differences of its variants.
    paths: dict[str, set[RulePath]] = {}
    for (game, _), each in changed_sets.items():
        paths.setdefault(game, set()).update(one.path for one in each.differences)
    found = []
    for case in _cases(new) if changed_sets else ():
        tried = changed_sets.get((case.game.id, case.game.variant))
        if tried and tried.old:
            close = is_close(case, paths[case.game.id])
            found.append(TriedExample(case, tried.old, tried.name, close))
    return run_by_other_rules(found, tries, lang)


def _moved(rule_sets: Iterable[RuleSetChange]) -> list[PositionChange]:
    """The changes in the number of positions."""
    found = []
    for each in rule_sets:
        if each.old and each.new and each.differs:
            found += moved_positions(each.name, each.old, each.new)
    return found


def _cases(folder: Path) -> Iterator[Case]:
    """Every example in the files of a folder that can be read."""
    games: LoadedGames = {}
    for file in sorted(folder.rglob("*.y*ml")):
        if file.is_file() and "examples:" in file.read_text(encoding="utf-8", errors="replace"):
            with suppress(RulesFault):
                yield from cases(file, games=games)
